// The handler of the web page: answers requests, and admits spectators and visitors.
//
// Every answer has the security headers. Requests for a host that is not a name of this page are refused, so
// that no other site can read or send anything through a visitor's browser (DNS rebinding); so are requests
// that change something and come from another origin. Lives on the referee's thread.
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
#include "referee/web/page_documents.hpp"
#include "referee/web/spectator_hub.hpp"
#include "referee/web/standings_stream.hpp"
#include "referee/web/teams/team_handler.hpp"
#include "referee/web/visitor_games.hpp"
#include "referee/web/web.hpp"

namespace quiver::web {

class SeatListener;

// One object answers all requests of a page. It checks host and origin before anything else.
class PageHandler final : public RequestHandler {
 public:
  // Subscribes to the referee, which must outlive it. Reads the latest games of the store, if there is one,
  // and so may block for a moment.
  PageHandler(run::Referee& referee, const Settings& settings);
  ~PageHandler();

  // For the metrics. Set later, because the server is opened with this handler.
  void set_server(HttpServer* server) { server_ = server; }

  // RequestHandler
  [[nodiscard]] std::variant<BodyLimit, Response> body_limit(const Request& request) override;
  void on_request(const Request& request, Answer answer) override;
  void on_upgrade(const Request& request, Admission admission) override;
  Response on_unencrypted(const Request& request) override;
  Response on_error(unsigned status, const std::string& sentence) override;

  // For the listeners.
  [[nodiscard]] SpectatorHub& hub() { return hub_; }
  [[nodiscard]] StandingsStream& standings() { return standings_; }
  [[nodiscard]] VisitorGames& visitor_games() { return visitor_games_; }
  // Null if there are none any more; they must outlive the handler, or until then.
  void set_teams(teams::TeamService* teams);
  // None if there are no teams here.
  [[nodiscard]] TeamHandler* teams() { return teams_.get(); }
  // A listener hears of changes at its table until it calls part(), which it must before it is destroyed.
  void join(const std::string& table, SeatListener& listener) { visitors_[table].insert(&listener); }
  void part(const std::string& table, SeatListener& listener);
  // Something about the table is different.
  void notify_visitors(const std::string& table);
  // The view of a finished game, as a message; null if it is not among the recent games.
  [[nodiscard]] Text recent_message(const std::string& id) const;

 private:
  using Parts = std::vector<std::string>;

  // A refusal, if there is a reason for one.
  [[nodiscard]] std::optional<Denial> check_host(const Request& request) const;
  [[nodiscard]] std::optional<Denial> check_origin(const Request& request) const;
  // Whether browsers use https for this request. Its origin counts, so it has to be checked before.
  [[nodiscard]] bool is_over_tls(const Request& request) const;
  // Who asks, as far as what bots printed is concerned; none if they have not signed in.
  [[nodiscard]] std::optional<LogReader> log_reader(const Request& request) const;
  // Whether the page is served under this host with this scheme.
  [[nodiscard]] bool is_served_by(const std::string& host, const std::string& scheme) const;

  // Each of these calls `answer` once, now or later.
  void get(const Request& request, const Parts& parts, const Answer& answer);
  void get_api(const Request& request, const Parts& parts, const Answer& answer);
  void get_game(const Request& request, const Parts& parts, const Answer& answer);
  void get_event(const Request& request, const Parts& parts, const Answer& answer);
  void get_bot(const Request& request, const Parts& parts, const Answer& answer);
  void get_logs(const Request& request, const std::string& id, const Answer& answer);
  void tell_view(const v1::GameView& view, const Request& request, const Answer& answer);
  [[nodiscard]] Granted<Text> choices_of(const Request& request, const std::string& id);
  void post(const Request& request, const Parts& parts, const Answer& answer);
  [[nodiscard]] Response page(const Request& request, const std::string& name);
  [[nodiscard]] Response health() const;
  [[nodiscard]] Response metrics() const;
  // Admits spectators of a game that is not running, and of an event, once the store has answered.
  void admit_to_stored_game(const std::string& id, const Admission& admission);
  void admit_to_event(const std::string& event, const Admission& admission);
  // The listener is made of the answer's body, if its status is 200.
  void ask_for_admission(const Admission& admission, const AsyncStoreReader::Question& question,
                         std::function<std::shared_ptr<Listener>(const Text&)> listener);
  // Asks the store's thread; answers 503 if too many questions wait.
  void ask(const Answer& answer, AsyncStoreReader::Question question);

  // A game is over: ends its table, if it has one, when the referee is done with the event.
  void end_game(const std::string& game);
  // Notifies the visitors whose game has just begun.
  void tell_players(const std::string& game);

  run::Referee& referee_;
  Settings settings_;
  HttpServer* server_ = nullptr;
  Metrics metrics_;
  AsyncStoreReader store_reader_;
  VisitorGames visitor_games_;
  StandingsStream standings_;
  SpectatorHub hub_;
  std::unique_ptr<TeamHandler> teams_;
  std::map<std::string, std::set<SeatListener*>> visitors_;  // by table
  PageDocuments documents_;
  const std::shared_ptr<bool> alive_ =
      std::make_shared<bool>(true);  // for posted calls, which may run after the destructor
};

// Both return JSON that is not to be cached. The other headers are added later.
Response json_response(Text body, unsigned status = 200);
Response refusal(const Denial& denial);

}  // namespace quiver::web
