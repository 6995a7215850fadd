#include "client_sdk/bot/options.hpp"

#include <algorithm>
#include <cstdlib>

#include <CLI/CLI.hpp>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/secrets.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::bot {

using base::bad_input;
using base::Result;

namespace {

constexpr const char* kHelp = R"( plays for a referee.

  --connect quiver://HOST:PORT  where the referee is, quivers://HOST:PORT if it
                                speaks TLS; default: $QUIVER_ADDRESS
  --token-file FILE             who this bot is: the first line is its token;
                                default: $QUIVER_TOKEN_FILE
  --token TOKEN                 the token itself; default: $QUIVER_TOKEN
  --ca FILE                     who may vouch for a referee with TLS, in PEM;
                                default: $QUIVER_CA, or the system's authorities
  --name NAME                   the name to play under: letters, digits, . _ -, at most 32
  --matches N                   leave after N matches
  --quiet                       do not tell of connection, matches and results on stderr;
                                a bot that a referee has started tells nothing of them
  --help                        this text

Exit code: 0 nothing more to play, 1 the connection or the match was lost, 2 bad usage or refused,
70 the bot itself failed.
)";

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before anything else runs
  return value == nullptr ? "" : value;
}

struct Words {
  std::string connect, token, token_file, authorities, name, matches;
  bool help = false;
  bool quiet = false;
  std::vector<std::string> own;  // the bot's
};

// CLI11's own help is off: the help text is ours, and a bot's own options must not end the parse.
Result<Words> read_words(int argc, const char* const* argv) {
  Words words;
  CLI::App app;
  app.set_help_flag("");
  app.allow_extras();
  app.add_option("--connect", words.connect);
  app.add_option("--token", words.token);
  app.add_option("--token-file", words.token_file);
  app.add_option("--ca", words.authorities);
  app.add_option("--name", words.name);
  app.add_option("--matches", words.matches);
  app.add_flag("--quiet", words.quiet);
  app.add_flag("-h,--help", words.help);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return bad_input(base::one_line(error.what()));
  }
  words.own = app.remaining();
  return words;
}

// The environment counts only without --connect; then a referee has launched this process.
Result<void> choose_address(Options& options, const Words& words) {
  options.launched = words.connect.empty();
  const std::string text = options.launched ? from_environment("QUIVER_ADDRESS") : words.connect;
  if (text.empty()) return bad_input("no address given; say --connect quiver://HOST:PORT");
  auto address = wire::parse_url(text);
  if (!address) return address.error();
  options.address = *address;
  if (!words.authorities.empty() && !address->tls)
    return bad_input("--ca is for an address with TLS; write quivers:// for quiver://");
  if (address->tls)
    options.authorities = words.authorities.empty() ? from_environment("QUIVER_CA") : words.authorities;
  return {};
}

// The command line before the environment, and an option before a file.
Result<void> choose_token(Options& options, const Words& words) {
  if (!words.token.empty() && !words.token_file.empty())
    return bad_input("give --token or --token-file, not both");
  options.token = words.token;
  if (options.token.empty() && words.token_file.empty()) options.token = from_environment("QUIVER_TOKEN");
  if (!options.token.empty()) return {};
  const std::string path =
      words.token_file.empty() ? from_environment("QUIVER_TOKEN_FILE") : words.token_file;
  if (path.empty()) return {};
  auto token = base::read_secret(path);
  if (!token) return token.error();
  options.token = *std::move(token);
  return {};
}

Result<void> choose_matches(Options& options, const Words& words) {
  if (words.matches.empty()) return {};
  auto number = base::parse_number(words.matches);
  if (!number || *number == 0)
    return bad_input("--matches takes a number from 1, not " + base::quoted(words.matches));
  options.matches = *number;
  return {};
}

}  // namespace

// Every step keeps to base::is_name(), because the result is the default for the bot's name.
std::string program_name(int argc, const char* const* argv) {
  std::string name = argc > 0 ? argv[0] : "";
  name.erase(0, name.rfind('/') + 1);
  name.erase(0, name.find_first_not_of('.'));
  name.resize(std::min<std::size_t>(name.size(), 32));
  for (char& c : name)
    if (!base::is_name(std::string{'a', c})) c = '-';
  return name.empty() ? "bot" : name;
}

std::vector<std::string> own_words(int argc, const char* const* argv) {
  auto words = read_words(argc, argv);
  return words ? std::move(words->own) : std::vector<std::string>{};
}

Result<Options> read_options(int argc, const char* const* argv, const Profile& profile) {
  auto words = read_words(argc, argv);
  if (!words) return words.error();
  Options options;
  options.program = program_name(argc, argv);
  options.name = words->name.empty() ? profile.name : words->name;
  if (options.name.empty()) options.name = options.program;
  if (words->help) {
    options.help = options.program + kHelp;
    return options;
  }
  if (const std::string fault = base::name_fault(options.name); !fault.empty()) return bad_input(fault);
  if (auto done = choose_token(options, *words); !done) return done.error();
  if (auto done = choose_address(options, *words); !done) return done.error();
  if (auto done = choose_matches(options, *words); !done) return done.error();
  options.quiet = words->quiet || options.launched;
  return options;
}

}  // namespace quiver::bot
