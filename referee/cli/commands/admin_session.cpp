#include "referee/cli/commands/admin_session.hpp"

#include <cstdlib>

#include "client_sdk/base/secrets.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

const char* const kConnectHelp =
    R"(  --connect ADDRESS    the referee, quiver://HOST:PORT, or quivers://HOST:PORT
                       with TLS; or QUIVER_ADDRESS in the environment
  --token-file FILE    its first line is an administrator's token; or
                       QUIVER_TOKEN_FILE
  --token T            the token itself; or QUIVER_TOKEN
  --ca FILE            certificate authorities to trust, in PEM; or QUIVER_CA
                       (the system's)
)";

const char* const kToHelp =
    R"(  --to ADDRESS         the referee, quiver://HOST:PORT, or quivers://HOST:PORT
                       with TLS; or QUIVER_ADDRESS in the environment
  --token-file FILE    its first line is your token; or QUIVER_TOKEN_FILE
  --token T            the token itself; or QUIVER_TOKEN
  --ca FILE            certificate authorities to trust, in PEM; or QUIVER_CA
                       (the system's)
)";

namespace {

// A referee that says nothing for so long is gone: it pings more often.
constexpr base::Duration kSilence = std::chrono::seconds(40);

std::string from_environment(const std::string& given, const char* name) {
  const char* value = std::getenv(name);
  return given.empty() && value != nullptr ? value : given;
}

std::string token_of(const ConnectOptions& options) {
  if (!options.token.empty() && !options.token_file.empty())
    throw UsageError("give --token or --token-file, not both");
  const std::string aloud =
      options.token_file.empty() ? from_environment(options.token, "QUIVER_TOKEN") : options.token;
  const std::string path = from_environment(options.token_file, "QUIVER_TOKEN_FILE");
  if (!aloud.empty() || path.empty()) return aloud;
  auto token = base::read_secret(path);
  if (!token) throw UsageError(token.error().sentence);
  return *std::move(token);
}

// Who is refused for this may come again later.
bool may_come_again(wire::Refused::Code code) {
  using Code = wire::Refused::Code;
  return code == Code::kFull || code == Code::kStopping || code == Code::kTooMany;
}

// The same of a connection that was closed.
bool may_come_again(wire::Goodbye::Code code) {
  using Code = wire::Goodbye::Code;
  return code == Code::kStopping || code == Code::kSilent || code == Code::kNotReading ||
         code == Code::kSlow || code == Code::kDone;
}

[[noreturn]] void give_up(const std::string& sentence, bool later) {
  if (later) throw ConnectionLost(sentence);
  throw UsageError(sentence);
}

}  // namespace

void ConnectOptions::add_to(Command& command, const std::string& name) {
  option = name;
  command.word(option, connect);
  command.word("--token", token);
  command.word("--token-file", token_file);
  command.word("--ca", authorities);
}

wire::ClientConnection AdminSession::open(const ConnectOptions& options) {
  const std::string where = from_environment(options.connect, "QUIVER_ADDRESS");
  if (where.empty()) throw UsageError("which referee? Give " + options.option + " quiver://HOST:PORT");
  auto address = wire::parse_url(where);
  if (!address) throw UsageError(address.error().sentence);
  if (!options.authorities.empty() && !address->tls)
    throw UsageError("--ca is for an address with TLS; write quivers:// for quiver://");
  std::optional<wire::TlsClient> trust;
  if (address->tls) {
    auto made = wire::TlsClient::make(from_environment(options.authorities, "QUIVER_CA"));
    if (!made) throw UsageError(made.error().sentence);
    trust = *std::move(made);
  }
  auto connection = wire::ClientConnection::open(*address, std::chrono::seconds(10), trust);
  if (!connection) throw ConnectionLost(connection.error().sentence);
  return std::move(*connection);
}

AdminSession::AdminSession(const ConnectOptions& options, const std::string& name)
    : connection_(open(options)) {
  wire::Hello hello;
  hello.name = name;
  hello.token = token_of(options);
  send(hello);
  const wire::RefereeMessage answer = receive();
  if (const auto* refused = std::get_if<wire::Refused>(&answer))
    give_up("the referee refused: " + base::escaped(refused->sentence), may_come_again(refused->code));
  const auto* welcome = std::get_if<wire::Welcome>(&answer);
  if (welcome == nullptr) throw UsageError("the referee did not say Welcome");
  welcome_ = *welcome;
}

void AdminSession::need_teams() const {
  if (welcome_.version < wire::kWithTeams)
    throw UsageError("this referee is an older version of quiver, which takes no submissions");
}

void AdminSession::send(const wire::ClientMessage& message) { connection_.send(message); }

wire::RefereeMessage AdminSession::receive() { return *next(std::nullopt); }

std::optional<wire::RefereeMessage> AdminSession::poll() { return next(base::Duration(0)); }

wire::RefereeMessage AdminSession::follow() {
  auto message = next(kSilence);
  if (!message) throw ConnectionLost("the referee says nothing any more");
  return std::move(*message);
}

std::optional<wire::RefereeMessage> AdminSession::next(std::optional<base::Duration> most) {
  for (;;) {
    const auto next = connection_.next(most);
    if (next.status == wire::ClientConnection::Status::kNothing) return std::nullopt;
    if (next.status != wire::ClientConnection::Status::kFrame)
      throw ConnectionLost("the connection to the referee was lost");
    auto message = wire::decode_referee_message(next.frame);
    if (!message) throw UsageError("the referee sent an invalid message: " + message.error().sentence);
    if (const auto* ping = std::get_if<wire::Ping>(&*message)) {
      send(wire::Pong{ping->number});
      continue;
    }
    if (const auto* error = std::get_if<wire::Error>(&*message))
      throw UsageError("the referee says: " + base::escaped(error->sentence));
    if (const auto* goodbye = std::get_if<wire::Goodbye>(&*message))
      give_up("the referee closed the connection: " + base::escaped(goodbye->sentence),
              may_come_again(goodbye->code));
    return std::move(*message);
  }
}

wire::TeamAnswer AdminSession::ask(const wire::TeamRequest& request) {
  need_teams();
  send(request);
  const wire::RefereeMessage answer = follow();
  if (const auto* found = std::get_if<wire::TeamAnswer>(&answer)) return *found;
  throw UsageError("the referee sent something else than an answer");
}

}  // namespace quiver::cli
