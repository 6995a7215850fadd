#include "referee/cli/options/web_options.hpp"

#include <algorithm>
#include <thread>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/games/registry.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/web/http/target.hpp"

namespace quiver::cli {

const char* const kWebHelp =
    R"(  --web ADDR:PORT      serve a page to watch, replay and play, and an API; port
                       0 picks a free one. Only this machine can open it
  --web-public         let other machines open it too: ADDR may be 0.0.0.0.
                       With --tls-cert the page is at https:// then
  --web-plain          no TLS for the page all the same, for a proxy that has
                       its own
  --web-host NAME      a host name of the page, for instance behind a proxy;
                       https://NAME if browsers use https only
  --max-bots N         how many bots visitors of the page may play against at
                       once (as many as this machine has cores)
)";

const char* const kOfferHelp =
    R"(  --offer NAME[=SPEC]… bots for visitors of the page to play: bundled
                       ones, or what SPEC says
)";

const char* const kWebStayHelp =
    R"(  --web-stay           leave the page open after the last game, until Ctrl-C
)";

namespace {

// It is enough that it plays one of the games.
void check_offer(const std::string& spec) {
  std::string why;
  for (const std::string& game : games::all_game_names()) {
    const auto parsed = launch::parse_bot_spec(spec, game, {});
    if (parsed && parsed->remote) throw UsageError("--offer: a remote bot needs no offer");
    if (parsed) return;
    if (why.empty()) why = parsed.error().sentence;
  }
  throw UsageError("--offer: " + why);
}

std::map<std::string, std::string> read_offers(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> offers;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const std::string spec = equals == std::string::npos ? name : text.substr(equals + 1);
    if (const std::string fault = base::name_fault(name); !fault.empty())
      throw UsageError("--offer: " + fault);
    if (name == "me" || name == "friend")
      throw UsageError("--offer: a bot called " + name + " would be taken for a visitor of the page");
    check_offer(spec);
    offers[name] = spec;
  }
  return offers;
}

void check_host(const std::string& text) {
  const web::Site site = web::parse_site(text);
  if (site.host.empty())
    throw UsageError("--web-host: " + base::quoted(text) +
                     " is not a host name; give quiver.example or https://quiver.example");
  if (!site.scheme.empty() && site.scheme != "http" && site.scheme != "https")
    throw UsageError("--web-host: a page is served over http or https, not over " +
                     base::quoted(site.scheme));
}

void check_https(const std::vector<std::string>& hosts) {
  for (const std::string& host : hosts)
    if (web::parse_site(host).scheme == "http")
      throw UsageError("--web-host: with a certificate the page is at https:// alone, not at " +
                       base::quoted(host) + "; give --web-plain if a proxy is to show it without TLS");
}

}  // namespace

void WebOptions::add_to(Command& command) {
  command.word("--web", listen);
  command.flag("--web-public", to_everybody);
  command.flag("--web-plain", plain);
  command.words("--web-host", hosts);
  command.lists("--offer", offers);
  command.number("--max-bots", max_bots);
}

void WebOptions::add_with_stay_to(Command& command) {
  add_to(command);
  command.flag("--web-stay", stay);
}

void WebOptions::apply_to(run::Settings& settings, bool offers_need_page) const {
  // An option about a page that is not served is most likely a mistake.
  if (listen.empty()) {
    const char* given = to_everybody                          ? "--web-public"
                        : plain                               ? "--web-plain"
                        : !hosts.empty()                      ? "--web-host"
                        : max_bots                            ? "--max-bots"
                        : stay                                ? "--web-stay"
                        : offers_need_page && !offers.empty() ? "--offer"
                                                              : nullptr;
    if (given != nullptr) throw UsageError(std::string(given) + " is about the page that --web opens");
  }
  for (const std::string& host : hosts) check_host(host);
  settings.offers = read_offers(offers);
  settings.stays = stay;
}

std::unique_ptr<web::Web> WebOptions::open(run::Referee& referee, const Show& show) const {
  if (listen.empty()) return nullptr;
  web::Settings settings;
  settings.listen = need(wire::parse_host_port(listen), "--web: ");
  settings.to_everybody = to_everybody;
  settings.secure = to_everybody && !plain && referee.certificate() != nullptr;
  if (settings.secure) check_https(hosts);
  settings.hosts = hosts;
  settings.offers = read_offers(offers);
  settings.max_bots = max_bots.value_or(std::max(1U, std::thread::hardware_concurrency()));
  settings.running = show.running;
  settings.event = show.event;
  settings.store = show.store;
  settings.recalled = show.recalled;
  settings.lag = show.lag;
  settings.workers = show.workers;
  settings.version = QUIVER_VERSION;
  return need(web::Web::open(referee, settings));
}

}  // namespace quiver::cli
