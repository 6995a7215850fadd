// The web page of a running referee: what `--web` opens. Watching, replays, tables of events, playing.
//
// The only header that other layers include: no Beast, no Asio, no protobuf here. Everything but the reading
// of stores happens on the referee's own thread, in small pieces.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/address.hpp"
#include "referee/store/writer.hpp"

namespace quiver::run {
class Referee;
}
namespace quiver::teams {
class TeamService;
}

namespace quiver::web {

// What `--web` and its further options say, and what the page shows of the run.
struct Settings {
  wire::Address listen{"127.0.0.1", 0};
  bool to_everybody = false;                  // others than this machine may connect
  bool secure = false;                        // over TLS, with the referee's certificate
  std::vector<std::string> hosts;             // further host names of the page, for example behind a proxy
  std::string running;                        // "serve", "match", "tournament", "ladder"
  std::string event;                          // what is being played, where it has a table
  std::string recalled;                       // the event of the store whose last games the lobby begins with
  std::string store;                          // the path of one to read, or empty
  bool workers = false;                       // there may be workers to show, in a store in PostgreSQL
  std::map<std::string, std::string> offers;  // bots that visitors may play against
  std::size_t max_bots = 2;                   // in visitors' games at once
  std::function<store::Writer::Lag()> lag;    // of the store's writer; may be empty
  std::string version;
};

class Web {
 public:
  // Listens, or says why it cannot. The referee must outlive it.
  static base::Result<std::unique_ptr<Web>> open(run::Referee& referee, const Settings& settings);
  ~Web();
  Web(const Web&) = delete;
  Web& operator=(const Web&) = delete;

  // Those who can sign in, from now on, until it is called with null, which it must be before they end. None
  // at first: a page is opened before anything is read that teams are made of.
  void set_teams(teams::TeamService* teams);

  // To be called when the referee has ended: sends spectators what is still due, such as the end of the last
  // game. Takes a second at most, even if some do not read.
  void finish();

  // "http://127.0.0.1:8080/", with TLS "https://…".
  [[nodiscard]] std::string url() const;

 private:
  class Impl;
  explicit Web(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace quiver::web
