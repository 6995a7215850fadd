#include "referee/web/page_handler.hpp"

#include <algorithm>
#include <functional>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "quiver/v1/spectator.pb.h"
#include "referee/web/http/target.hpp"
#include "referee/web/json.hpp"
#include "referee/web/listeners.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

constexpr std::size_t kRecalled = 24;  // games of former runs
constexpr std::size_t kMostBody = 16U << 10U;
constexpr std::size_t kMostRecords = 4U << 20U;

// Scripts, styles and pictures only from this server; and no other page may embed this one.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

Response with_headers(Response response) {
  response.headers.insert(response.headers.end(), {{"Content-Security-Policy", kPolicy},
                                                   {"X-Content-Type-Options", "nosniff"},
                                                   {"Referrer-Policy", "no-referrer"},
                                                   {"Cross-Origin-Resource-Policy", "same-origin"},
                                                   {"Cross-Origin-Opener-Policy", "same-origin"},
                                                   {"Server", "quiver"}});
  return response;
}

bool is_this_machine(const std::string& host) {
  return host == "localhost" || host == "::1" || host == "127.0.0.1";
}

// A browser remembers for this time that a name is to be asked over https only, whatever the port. Not for
// this machine's own name, where other programs have pages, too; for addresses browsers ignore it.
constexpr const char* kHttpsOnly = "max-age=2592000";

// Whether it is a path of the page. All of them get the same file, whose script reads the path.
bool is_view(const std::vector<std::string>& parts) {
  if (parts.empty()) return true;
  const std::string& first = parts[0];
  if (first == "replay" || first == "play" || first == "seat" || first == "tv" || first == "workers")
    return parts.size() == 1;
  if (first == "my" || first == "join" || first == "admin") return parts.size() == 1;
  if (first == "games") return parts.size() == 2;
  if (first == "events")
    return parts.size() <= 2 || (parts.size() == 3 && (parts[2] == "games" || parts[2] == "bracket")) ||
           (parts.size() == 4 && parts[2] == "bots");
  return false;
}

// The path of a file of the page below its folder.
std::string path_below_page(const std::vector<std::string>& parts) {
  std::string path = parts[1];
  for (std::size_t at = 2; at < parts.size(); ++at) path += "/" + parts[at];
  return path;
}

// What there is on the page, in words that index.html tells its script.
std::string about(const Settings& settings, bool teams) {
  std::string words = settings.running;
  if (!settings.offers.empty()) words += " play";
  if (!settings.store.empty()) words += " store";
  if (settings.workers) words += " workers";
  if (teams) words += " teams";
  return words;
}

// Any bot that connects can play where nobody was named beforehand.
std::string address_for_bots(const run::Referee& referee, const Settings& settings) {
  return settings.running == "serve" || settings.running == "ladder" ? referee.address().url() : "";
}

}  // namespace

Response json_response(Text body, unsigned status) {
  return {status, "application/json", std::move(body), {{"Cache-Control", "no-store"}}};
}

Response refusal(const Denial& denial) {
  v1::WebError error;
  error.set_status(denial.status);
  error.set_sentence(base::plain_text(denial.sentence, wire::kMaxSentence));  // it may quote what was asked
  return json_response(json(error), denial.status);
}

PageHandler::PageHandler(run::Referee& referee, const Settings& settings)
    : referee_(referee),
      settings_(settings),
      store_reader_(referee.context(), settings.store),
      visitor_games_(referee.people(), VisitorRules{settings.offers, settings.max_bots},
                     [this](const std::string& table) { notify_visitors(table); }),
      standings_(referee.context(), store_reader_, settings.event),
      hub_(referee,
           {settings.running, settings.event, !settings.offers.empty(), address_for_bots(referee, settings),
            settings.workers},
           {[this](const std::string& id) { tell_players(id); },
            [this](const std::string& id) {
              standings_.on_result();
              end_game(id);
              if (teams_) teams_->on_over(id);
            }}),
      documents_(about(settings, false)) {
  metrics_.observe(referee_.match_observers(), referee_.server_observers());
  if (!settings_.store.empty())
    hub_.recall(StoreReader(settings_.store).latest(settings_.recalled, kRecalled));
}

PageHandler::~PageHandler() {
  metrics_.stop_observing(referee_.match_observers(), referee_.server_observers());
}

void PageHandler::set_teams(teams::TeamService* teams) {
  teams_.reset();
  const auto over_tls = [this](const Request& request) { return is_over_tls(request); };
  if (teams != nullptr) teams_ = std::make_unique<TeamHandler>(referee_.context(), *teams, hub_, over_tls);
  documents_.set_about(about(settings_, teams != nullptr));
}

// --- access control

std::optional<Denial> PageHandler::check_host(const Request& request) const {
  if (request.host.empty()) return Denial{400, "a request has to name the host it is for"};
  const std::string host = host_without_port(request.host);
  if (host.empty()) return Denial{421, base::quoted(request.host) + " is not a host name"};
  // A name may be given with a scheme or a port; only the host counts here.
  const auto is_it = [&](const std::string& name) {
    return host == name || host == host_without_port(parse_site(name).host);
  };
  if (is_this_machine(host) || is_it(settings_.listen.host)) return std::nullopt;
  if (settings_.to_everybody && settings_.hosts.empty()) return std::nullopt;
  if (std::any_of(settings_.hosts.begin(), settings_.hosts.end(), is_it)) return std::nullopt;
  return Denial{421,
                "this page is not served under the name " + base::quoted(host) + "; --web-host allows it"};
}

// Without TLS here there may be a proxy in front of this server that speaks https, if --web-host names it.
bool PageHandler::is_served_by(const std::string& host, const std::string& scheme) const {
  if (settings_.secure) return scheme == "https";
  const std::string name = host_without_port(host);
  bool named = false;
  for (const std::string& one : settings_.hosts) {
    const Site site = parse_site(one);
    if (host_without_port(site.host) != name) continue;
    if (site.scheme.empty() ? scheme == "http" || scheme == "https" : scheme == site.scheme) return true;
    named = true;
  }
  return !named && scheme == "http";
}

std::optional<Denial> PageHandler::check_origin(const Request& request) const {
  // Programs other than browsers send no origin, and no other site can send requests through them.
  if (request.origin.empty()) return std::nullopt;
  const Site origin = parse_site(request.origin);
  if (!origin.host.empty() && origin.host == parse_site(request.host).host &&
      is_served_by(origin.host, origin.scheme))
    return std::nullopt;
  return Denial{403, "this comes from a page of " + base::quoted(request.origin)};
}

bool PageHandler::is_over_tls(const Request& request) const {
  if (request.secure || parse_site(request.origin).scheme == "https") return true;
  return is_served_by(request.host, "https") && !is_served_by(request.host, "http");
}

// Whoever may not submit is told so before the bytes are sent.
std::variant<BodyLimit, Response> PageHandler::body_limit(const Request& request) {
  const auto refuse = [this](const Denial& denial) {
    metrics_.count_request(denial.status);
    return with_headers(refusal(denial));
  };
  if (!teams_ || !TeamHandler::is_upload(request))
    return BodyLimit{request.path == "/api/v1/replay" ? kMostRecords : kMostBody};
  if (const auto denied = check_host(request)) return refuse(*denied);
  if (const auto denied = check_origin(request)) return refuse(*denied);
  const auto limit = teams_->upload_limit(request);
  if (!limit) return refuse(limit.error());
  return *limit;
}

void PageHandler::on_request(const Request& request, Answer answer) {
  // Every answer is counted and gets the security headers, whoever makes it.
  const bool https_only = request.secure && !is_this_machine(host_without_port(request.host));
  const Answer counted = [this, https_only, answer = std::move(answer)](Response response) {
    metrics_.count_request(response.status);
    if (https_only) response.headers.emplace_back("Strict-Transport-Security", kHttpsOnly);
    answer(with_headers(std::move(response)));
  };
  try {
    if (const auto denied = check_host(request)) return counted(refusal(*denied));
    const Parts parts = parts_of(request.path);
    if (request.method == "GET" || request.method == "HEAD") return get(request, parts, counted);
    if (request.method == "POST") return post(request, parts, counted);
  } catch (const std::exception& error) {
    referee_.log().warning(std::string("internal error in the web page: ") + error.what());
    return counted(refusal({500, "internal error in the page"}));
  }
  Response response = refusal({405, base::quoted(request.method) + " is not supported here"});
  response.headers.emplace_back("Allow", "GET, HEAD, POST");
  counted(std::move(response));
}

// Only what a browser does by itself is sent on. A program that sends something unencrypted has to learn that
// at once, not be helped to go on.
Response PageHandler::on_unencrypted(const Request& request) {
  const auto counted = [this](Response response) {
    metrics_.count_request(response.status);
    return with_headers(std::move(response));
  };
  if (const auto denied = check_host(request)) return counted(refusal(*denied));
  if (request.method != "GET" && request.method != "HEAD")
    return counted(
        refusal({403, "this page speaks https only; what was sent to it unencrypted was not used"}));
  if (request.path == "/healthz") return counted(health());  // checks of services speak no TLS
  const std::string place = "https://" + parse_site(request.host).host + request.target;
  Response elsewhere{308, "text/plain; charset=utf-8", text("this page speaks https only: " + place + "\n")};
  elsewhere.headers = {{"Location", place}, {"Cache-Control", "no-store"}};
  return counted(std::move(elsewhere));
}

Response PageHandler::on_error(unsigned status, const std::string& sentence) {
  metrics_.count_request(status);
  return with_headers(refusal({status, sentence}));
}

void PageHandler::on_upgrade(const Request& request, Admission admission) {
  const auto refuse = [&](const Denial& denial) {
    metrics_.count_request(denial.status);
    admission(with_headers(refusal(denial)));
  };
  if (const auto denied = check_host(request)) return refuse(*denied);
  if (const auto denied = check_origin(request)) return refuse(*denied);
  const Parts parts = parts_of(request.path);
  if (parts == Parts{"ws", "lobby"}) return admission(std::make_shared<LobbyListener>(hub_));
  if (parts == Parts{"ws", "seat"}) return admission(std::make_shared<SeatListener>(*this));
  if (teams_ && parts == Parts{"ws", "me"}) {
    auto listener = teams_->listen(request);
    return listener ? admission(std::move(*listener)) : refuse(listener.error());
  }
  if (parts.size() == 3 && parts[0] == "ws" && parts[1] == "events")
    return admit_to_event(parts[2], admission);
  if (parts.size() != 3 || parts[0] != "ws" || parts[1] != "games")
    return refuse({404, "there is nothing to listen to at " + base::quoted(request.path)});
  const std::string& id = parts[2];
  if (hub_.find(id) != nullptr) return admission(std::make_shared<GameListener>(*this, id));
  admit_to_stored_game(id, admission);
}

void PageHandler::admit_to_event(const std::string& event, const Admission& admission) {
  ask_for_admission(
      admission,
      [event](StoreReader& reader) -> Response {
        const auto table = reader.table(event);
        return table ? json_response(text("{}")) : refusal(table.error());
      },
      [this, event](const Text&) { return std::make_shared<StandingsListener>(standings_, event); });
}

void PageHandler::admit_to_stored_game(const std::string& id, const Admission& admission) {
  // The answer's body is the whole game as a message, or a refusal.
  const auto question = [id, recent = hub_.recent().find(id)](StoreReader& reader) -> Response {
    const auto record = recent ? Granted<RecordPtr>(recent) : reader.game(id);
    if (!record) return refusal(record.error());
    const auto view = view_of(**record);
    if (!view) return refusal({500, view.error().sentence});
    v1::SpectatorMessage message;
    *message.mutable_game() = *view;
    return json_response(json(message));
  };
  ask_for_admission(admission, question,
                    [](const Text& body) { return std::make_shared<FinishedGameListener>(body); });
}

void PageHandler::ask_for_admission(const Admission& admission, const AsyncStoreReader::Question& question,
                                    std::function<std::shared_ptr<Listener>(const Text&)> listener) {
  const auto answer = [this, admission, listener = std::move(listener)](Response response) {
    if (!response.body) response = refusal({500, "internal error in the page"});
    metrics_.count_request(response.status);
    if (response.status != 200) return admission(with_headers(std::move(response)));
    admission(listener(response.body));
  };
  if (store_reader_.ask(question, answer)) return;
  const Denial busy{503, "too many requests for stored games; try again later"};
  metrics_.count_request(busy.status);
  admission(with_headers(refusal(busy)));
}

Text PageHandler::recent_message(const std::string& id) const {
  const RecordPtr record = hub_.recent().find(id);
  if (!record) return nullptr;
  const auto view = view_of(*record);
  if (!view) return nullptr;
  v1::SpectatorMessage message;
  *message.mutable_game() = *view;
  return json(message);
}

// --- the page itself

void PageHandler::get(const Request& request, const Parts& parts, const Answer& answer) {
  if (is_view(parts)) return answer(page(request, "index.html"));
  if (parts.size() >= 2 && parts[0] == "page") return answer(page(request, path_below_page(parts)));
  if (parts == Parts{"healthz"}) return answer(health());
  if (parts == Parts{"metrics"}) return answer(metrics());
  if (parts.size() > 2 && parts[0] == "api" && parts[1] == "v1") return get_api(request, parts, answer);
  // Browsers get a page that says so, programs get JSON.
  if (!request.wants_page) return answer(refusal({404, "there is nothing at " + base::quoted(request.path)}));
  Response missing = page(request, "index.html");
  missing.status = 404;
  answer(std::move(missing));
}

Response PageHandler::page(const Request& request, const std::string& name) {
  auto found = documents_.response(request, name, teams_ ? teams_->announcement() : "");
  if (!found) return refusal({404, "there is nothing at " + base::quoted(request.path)});
  return std::move(*found);
}

Response PageHandler::health() const {
  return {200, "text/plain; charset=utf-8", text("ok\n"), {{"Cache-Control", "no-store"}}};
}

Response PageHandler::metrics() const {
  Metrics::Now now;
  const net::ServerStats numbers = referee_.stats();
  now.matches = numbers.matches;
  now.connections = numbers.connections;
  now.bot_queue_bytes = numbers.queued_bytes;
  now.spectators = hub_.spectators() + standings_.spectators();
  now.spectators_dropped = hub_.dropped() + standings_.dropped();
  now.tables = visitor_games_.size();
  if (server_ != nullptr) {
    now.web_connections = server_->num_connections();
    now.spectator_queue_bytes = server_->waiting();
  }
  if (settings_.lag) {
    const store::Writer::Lag lag = settings_.lag();
    now.store_waiting = lag.waiting;
    now.store_lag = lag.oldest;
  }
  return {200,
          "text/plain; version=0.0.4; charset=utf-8",
          text(metrics_.text(now, settings_.version)),
          {{"Cache-Control", "no-store"}}};
}

// --- visitors

void PageHandler::part(const std::string& table, SeatListener& listener) {
  const auto found = visitors_.find(table);
  if (found == visitors_.end()) return;
  found->second.erase(&listener);
  if (found->second.empty()) visitors_.erase(found);
}

void PageHandler::notify_visitors(const std::string& table) {
  const auto found = visitors_.find(table);
  if (found == visitors_.end()) return;
  // A copy: on_change() may close a page, which then leaves the set.
  const std::set<SeatListener*> all = found->second;
  for (SeatListener* listener : all) listener->on_change();
}

// Posted: the notification comes while the server is in the middle of handling an event.
void PageHandler::end_game(const std::string& game) {
  if (!visitor_games_.of_game(game)) return;
  referee_.post([this, game, alive = std::weak_ptr<bool>(alive_)] {
    if (!alive.expired()) visitor_games_.on_over(game, base::clock_now());
  });
}

// A game may begin some time after it was asked for.
void PageHandler::tell_players(const std::string& game) {
  if (const auto table = visitor_games_.of_game(game)) notify_visitors(*table);
  if (teams_) teams_->on_begin(game);
}

}  // namespace quiver::web
