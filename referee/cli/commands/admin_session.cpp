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

namespace {

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

}  // namespace

void ConnectOptions::add_to(Command& command) {
  command.word("--connect", connect);
  command.word("--token", token);
  command.word("--token-file", token_file);
  command.word("--ca", authorities);
}

wire::ClientConnection AdminSession::open(const ConnectOptions& options) {
  const std::string where = from_environment(options.connect, "QUIVER_ADDRESS");
  if (where.empty()) throw UsageError("which referee? Give --connect quiver://HOST:PORT");
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
  if (!connection) throw UsageError(connection.error().sentence);
  return std::move(*connection);
}

AdminSession::AdminSession(const ConnectOptions& options) : connection_(open(options)) {
  wire::Hello hello;
  hello.name = "admin";
  hello.token = token_of(options);
  send(hello);
  const wire::RefereeMessage answer = receive();
  if (const auto* refused = std::get_if<wire::Refused>(&answer))
    throw UsageError("the referee refused: " + base::escaped(refused->sentence));
  if (!std::holds_alternative<wire::Welcome>(answer)) throw UsageError("the referee did not say Welcome");
}

void AdminSession::send(const wire::ClientMessage& message) { connection_.send(message); }

wire::RefereeMessage AdminSession::receive() {
  for (;;) {
    const auto next = connection_.next(std::nullopt);
    if (next.status != wire::ClientConnection::Status::kFrame)
      throw UsageError("the connection to the referee was lost");
    auto message = wire::decode_referee_message(next.frame);
    if (!message) throw UsageError("the referee sent an invalid message: " + message.error().sentence);
    if (const auto* ping = std::get_if<wire::Ping>(&*message)) {
      send(wire::Pong{ping->number});
      continue;
    }
    if (const auto* error = std::get_if<wire::Error>(&*message))
      throw UsageError("the referee says: " + base::escaped(error->sentence));
    if (const auto* goodbye = std::get_if<wire::Goodbye>(&*message))
      throw UsageError("the referee closed the connection: " + base::escaped(goodbye->sentence));
    return std::move(*message);
  }
}

}  // namespace quiver::cli
