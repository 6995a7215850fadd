// The handler of the web page: reads what is asked for, has it looked up, and admits spectators and visitors.
//
// Every answer has the headers that keep a page safe. Requests that name another host than this page goes by
// are turned away, whatever they ask for, so that no other site can read or speak through a visitor's
// browser; so are those that change something and come from another origin. Lives on the referee's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "referee/run/referee.hpp"
#include "referee/web/async_store_reader.hpp"
#include "referee/web/http/document.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/metrics.hpp"
#include "referee/web/spectator_hub.hpp"
#include "referee/web/visitor_games.hpp"
#include "referee/web/web.hpp"

namespace quiver::web {

class SeatListener;

// One object answers all requests of a page. It checks host and origin before anything else.
class PageHandler final : public RequestHandler {
 public:
  PageHandler(run::Referee& referee, const Settings& settings);
  ~PageHandler();

  // What it needs to know of the server, which is opened with it.
  void set_server(HttpServer* server) { server_ = server; }

  // RequestHandler
  [[nodiscard]] std::size_t most_body(const Request& request) const override;
  void on_request(const Request& request, Answer answer) override;
  void on_upgrade(const Request& request, Admission admission) override;
  Response on_error(unsigned status, const std::string& sentence) override;

  // For those who listen.
  [[nodiscard]] SpectatorHub& hub() { return hub_; }
  [[nodiscard]] VisitorGames& visitor_games() { return visitor_games_; }
  // A listener is told of changes at its table until it parts, which it does before it is destroyed.
  void join(const std::string& table, SeatListener& guest) { visitors_[table].insert(&guest); }
  void part(const std::string& table, SeatListener& guest);
  // Something about the table is different.
  void notify_visitors(const std::string& table);
  // The view of a game that is over, as a message; null if nobody knows it any more.
  [[nodiscard]] Text recent_message(const std::string& id) const;

 private:
  using Parts = std::vector<std::string>;

  // A refusal, if there is a reason for one.
  [[nodiscard]] std::optional<Denial> check_host(const Request& request) const;
  [[nodiscard]] std::optional<Denial> check_origin(const Request& request) const;
  // Whether pages of this host come by that scheme.
  [[nodiscard]] bool is_served_by(const std::string& host, const std::string& scheme) const;

  void get(const Request& request, const Parts& parts, const Answer& answer);
  void get_api(const Request& request, const Parts& parts, const Answer& answer);
  void get_game(const Request& request, const Parts& parts, const Answer& answer);
  void get_event(const Request& request, const Parts& parts, const Answer& answer);
  void tell_view(const v1::GameView& view, const Request& request, const Answer& answer);
  [[nodiscard]] Granted<Text> choices_of(const Request& request, const std::string& id);
  void post(const Request& request, const Parts& parts, const Answer& answer);
  [[nodiscard]] Response page(const Request& request, const std::string& name);
  [[nodiscard]] Response health() const;
  [[nodiscard]] Response metrics() const;
  void ask(const Answer& answer, AsyncStoreReader::Question question);

  void end_game(const std::string& game);
  // Those who sit in a game that has just begun.
  void tell_players(const std::string& game);

  run::Referee& referee_;
  Settings settings_;
  HttpServer* server_ = nullptr;
  Metrics metrics_;
  AsyncStoreReader store_reader_;
  VisitorGames visitor_games_;
  SpectatorHub hub_;
  std::map<std::string, std::set<SeatListener*>> visitors_;           // by table
  std::map<std::string, Document> pages_;                             // files of the page that were asked for
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // for what comes later
};

// An answer with the headers that all have.
Response json_response(Text body, unsigned status = 200);
Response refusal(const Denial& denial);

}  // namespace quiver::web
