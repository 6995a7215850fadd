#include "referee/web/gateway.hpp"

#include <algorithm>
#include <functional>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "quiver/v1/spectator.pb.h"
#include "referee/web/json.hpp"
#include "referee/web/listeners.hpp"
#include "referee/web/page.hpp"
#include "referee/web/target.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

constexpr std::size_t kRecalled = 24;  // games of former runs
constexpr std::size_t kMostBody = 16U << 10U;
constexpr std::size_t kMostRecords = 4U << 20U;

base::Time clock_now() { return std::chrono::steady_clock::now(); }

// No script, style or picture but our own, and nothing of ours inside somebody else's page.
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

// "http://ann:8080" → "ann:8080".
std::string host_of_origin(const std::string& origin) {
  const std::size_t end = origin.find("://");
  return end == std::string::npos ? "" : origin.substr(end + 3);
}

bool is_this_machine(const std::string& host) {
  return host == "localhost" || host == "::1" || host == "127.0.0.1";
}

// Which of the page's own paths it is: all are one page, which looks where it is.
bool is_view(const std::vector<std::string>& parts) {
  if (parts.empty()) return true;
  const std::string& first = parts[0];
  if (first == "replay" || first == "play" || first == "seat") return parts.size() == 1;
  if (first == "games") return parts.size() == 2;
  if (first == "events") return parts.size() <= 2 || (parts.size() == 3 && parts[2] == "games");
  return false;
}

// Whoever dials in can play where nobody was named beforehand.
std::string address_for_bots(const net::Referee& referee, const Settings& settings) {
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

Gateway::Gateway(net::Referee& referee, const Settings& settings)
    : referee_(referee),
      settings_(settings),
      archive_(referee.context(), settings.store),
      tables_(referee.people(), GuestRules{settings.offers, settings.max_bots},
              [this](const std::string& table) { tell_guests(table); }),
      gallery_(
          referee,
          {settings.running, settings.event, !settings.offers.empty(), address_for_bots(referee, settings)},
          metrics_,
          {[this](const std::string& id) { tell_players(id); },
           [this](const std::string& id) { end_game(id); }}) {
  if (!settings_.store.empty())
    gallery_.recall(Library(settings_.store).latest(settings_.recalled, kRecalled));
}

Gateway::~Gateway() = default;

// --- who may ask

std::optional<Denial> Gateway::check_host(const Request& request) const {
  const std::string host = host_without_port(request.host);
  if (host.empty()) return Denial{400, "a request has to name the host it is for"};
  const auto is_it = [&](const std::string& name) { return host == name || host == host_without_port(name); };
  if (is_this_machine(host) || is_it(settings_.listen.host)) return std::nullopt;
  if (settings_.to_everybody && settings_.hosts.empty()) return std::nullopt;
  if (std::any_of(settings_.hosts.begin(), settings_.hosts.end(), is_it)) return std::nullopt;
  return Denial{421, "this page does not go by the name " + base::quoted(host) + "; --web-host allows one"};
}

std::optional<Denial> Gateway::check_origin(const Request& request) {
  // Programs that are no browsers send none, and no other site can speak through them.
  if (request.origin.empty() || host_of_origin(request.origin) == request.host) return std::nullopt;
  return Denial{403, "this comes from a page of " + base::quoted(request.origin)};
}

std::size_t Gateway::most_body(const Request& request) const {
  return request.path == "/api/v1/replay" ? kMostRecords : kMostBody;
}

void Gateway::on_request(const Request& request, Answer answer) {
  const Answer counted = [this, answer = std::move(answer)](Response response) {
    metrics_.count_request(response.status);
    answer(with_headers(std::move(response)));
  };
  try {
    if (const auto denied = check_host(request)) return counted(refusal(*denied));
    const Parts parts = parts_of(request.path);
    if (request.method == "GET" || request.method == "HEAD") return get(request, parts, counted);
    if (request.method == "POST") return post(request, parts, counted);
  } catch (const std::exception& error) {
    referee_.log().warning(std::string("the web page has a fault: ") + error.what());
    return counted(refusal({500, "the page has a fault"}));
  }
  Response response = refusal({405, base::quoted(request.method) + " is nothing that can be done here"});
  response.headers.emplace_back("Allow", "GET, HEAD, POST");
  counted(std::move(response));
}

Response Gateway::on_error(unsigned status, const std::string& sentence) {
  metrics_.count_request(status);
  return with_headers(refusal({status, sentence}));
}

void Gateway::on_upgrade(const Request& request, Admission admission) {
  const auto refuse = [&](const Denial& denial) {
    metrics_.count_request(denial.status);
    admission(with_headers(refusal(denial)));
  };
  if (const auto denied = check_host(request)) return refuse(*denied);
  if (const auto denied = check_origin(request)) return refuse(*denied);
  const Parts parts = parts_of(request.path);
  if (parts == Parts{"ws", "lobby"}) return admission(std::make_shared<LobbyListener>(gallery_));
  if (parts == Parts{"ws", "seat"}) return admission(std::make_shared<SeatListener>(*this));
  if (parts.size() != 3 || parts[0] != "ws" || parts[1] != "games")
    return refuse({404, "there is nothing to listen to at " + base::quoted(request.path)});
  const std::string& id = parts[2];
  if (gallery_.find(id) != nullptr) return admission(std::make_shared<GameListener>(*this, id));
  // The story comes as the answer's body, or else a refusal.
  const auto question = [id, recent = gallery_.recent().find(id)](Library& library) -> Response {
    const auto record = recent ? Granted<RecordPtr>(recent) : library.game(id);
    if (!record) return refusal(record.error());
    const auto view = view_of(**record);
    if (!view) return refusal({500, view.error().sentence});
    v1::SpectatorMessage message;
    *message.mutable_game() = *view;
    return json_response(json(message));
  };
  const auto answer = [this, admission](Response response) {
    metrics_.count_request(response.status);
    if (response.status != 200) return admission(with_headers(std::move(response)));
    admission(std::make_shared<StoryListener>(response.body));
  };
  if (!archive_.ask(question, answer)) refuse({503, "too many ask for stored games now; try again later"});
}

Text Gateway::recent_message(const std::string& id) const {
  const RecordPtr record = gallery_.recent().find(id);
  if (!record) return nullptr;
  const auto view = view_of(*record);
  if (!view) return nullptr;
  v1::SpectatorMessage message;
  *message.mutable_game() = *view;
  return json(message);
}

// --- the page itself

void Gateway::get(const Request& request, const Parts& parts, const Answer& answer) {
  if (is_view(parts)) return answer(page(request, "index.html"));
  if (parts.size() == 2 && parts[0] == "page") return answer(page(request, parts[1]));
  if (parts == Parts{"healthz"}) return answer(health());
  if (parts == Parts{"metrics"}) return answer(metrics());
  if (parts.size() > 2 && parts[0] == "api" && parts[1] == "v1") return get_api(request, parts, answer);
  // People get a page that says so, programs what they can read.
  if (!request.wants_page) return answer(refusal({404, "there is nothing at " + base::quoted(request.path)}));
  Response missing = page(request, "index.html");
  missing.status = 404;
  answer(std::move(missing));
}

Response Gateway::page(const Request& request, const std::string& name) const {
  const PageFile* file = find_page_file(name);
  if (file == nullptr) return refusal({404, "there is nothing at " + base::quoted(request.path)});
  const std::string tag = '"' + base::hex(std::uint64_t{std::hash<std::string_view>{}(file->content)}) + '"';
  Response response{200, std::string(file->type), nullptr, {{"Cache-Control", "no-cache"}, {"ETag", tag}}};
  if (request.known == tag)
    response.status = 304;
  else
    response.body = text(std::string(file->content));
  return response;
}

Response Gateway::health() const {
  return {200, "text/plain; charset=utf-8", text("ok\n"), {{"Cache-Control", "no-store"}}};
}

Response Gateway::metrics() const {
  Metrics::Now now;
  const net::Numbers numbers = referee_.numbers();
  now.matches = numbers.matches;
  now.connections = numbers.connections;
  now.bot_queue_bytes = numbers.queued_bytes;
  now.spectators = gallery_.spectators();
  now.spectators_dropped = gallery_.dropped();
  now.tables = tables_.size();
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

// --- guests

void Gateway::part(const std::string& table, SeatListener& guest) {
  const auto found = guests_.find(table);
  if (found == guests_.end()) return;
  found->second.erase(&guest);
  if (found->second.empty()) guests_.erase(found);
}

void Gateway::tell_guests(const std::string& table) {
  const auto found = guests_.find(table);
  if (found == guests_.end()) return;
  const std::set<SeatListener*> all = found->second;
  for (SeatListener* guest : all) guest->on_change();
}

// Not inside the call that told of it: the hall is in the middle of its work then.
void Gateway::end_game(const std::string& game) {
  if (!tables_.of_game(game)) return;
  referee_.post([this, game, alive = std::weak_ptr<bool>(alive_)] {
    if (!alive.expired()) tables_.on_over(game, clock_now());
  });
}

// A game may begin a while after it was arranged.
void Gateway::tell_players(const std::string& game) {
  if (const auto table = tables_.of_game(game)) tell_guests(*table);
}

}  // namespace quiver::web
