// The desk of the web page: reads what is asked for, has it looked up, and lets spectators and guests in.
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

#include "referee/net/referee.hpp"
#include "referee/web/archive.hpp"
#include "referee/web/gallery.hpp"
#include "referee/web/http.hpp"
#include "referee/web/tables.hpp"
#include "referee/web/web.hpp"

namespace quiver::web {

class SeatListener;

class Gateway final : public Desk {
 public:
  Gateway(net::Referee& referee, const Settings& settings);
  ~Gateway();

  // What it needs to know of the server, which is opened with it.
  void set_server(Server* server) { server_ = server; }

  // Desk
  [[nodiscard]] std::size_t most_body(const Request& request) const override;
  void on_request(const Request& request, Answer answer) override;
  void on_upgrade(const Request& request, Admission admission) override;
  Response on_error(unsigned status, const std::string& sentence) override;

  // For those who listen.
  [[nodiscard]] Gallery& gallery() { return gallery_; }
  [[nodiscard]] Tables& tables() { return tables_; }
  void join(const std::string& table, SeatListener& guest) { guests_[table].insert(&guest); }
  void part(const std::string& table, SeatListener& guest);
  // Something about the table is different.
  void tell_guests(const std::string& table);
  // The view of a game that is over, as a message; null if nobody knows it any more.
  [[nodiscard]] Text recent_message(const std::string& id) const;

 private:
  using Parts = std::vector<std::string>;

  // A refusal, if there is a reason for one.
  [[nodiscard]] std::optional<Denial> check_host(const Request& request) const;
  [[nodiscard]] static std::optional<Denial> check_origin(const Request& request);

  void get(const Request& request, const Parts& parts, const Answer& answer);
  void get_api(const Request& request, const Parts& parts, const Answer& answer);
  void get_game(const Request& request, const Parts& parts, const Answer& answer);
  void get_event(const Request& request, const Parts& parts, const Answer& answer);
  void tell_view(const v1::GameView& view, const Answer& answer);
  [[nodiscard]] Granted<Text> choices_of(const Request& request, const std::string& id);
  void post(const Request& request, const Parts& parts, const Answer& answer);
  [[nodiscard]] Response page(const Request& request, const std::string& name) const;
  [[nodiscard]] Response health() const;
  [[nodiscard]] Response metrics() const;
  void ask(const Answer& answer, Archive::Question question);

  void end_game(const std::string& game);
  // Those who sit in a game that has just begun.
  void tell_players(const std::string& game);

  net::Referee& referee_;
  Settings settings_;
  Server* server_ = nullptr;
  Metrics metrics_;
  Archive archive_;
  Tables tables_;
  Gallery gallery_;
  std::map<std::string, std::set<SeatListener*>> guests_;             // by table
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // for what comes later
};

// An answer with the headers that all have.
Response json_response(Text body, unsigned status = 200);
Response refusal(const Denial& denial);

}  // namespace quiver::web
