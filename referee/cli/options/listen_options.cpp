#include "referee/cli/options/listen_options.hpp"

#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

const char* const kListenHelp =
    R"(  --tls-cert FILE      use TLS with this certificate (PEM, followed by its
                       chain)
  --tls-key FILE       its private key (PEM); must not be world-readable
  --insecure           listen without TLS though other machines can connect:
                       tokens are then sent unencrypted
  --max-per-address N  connections from one address at once (64; from this
                       machine any number)
)";

void ListenOptions::add_to(Command& command) {
  command.word("--listen", listen);
  command.word("--tokens", tokens);
  command.word("--tls-cert", certificate);
  command.word("--tls-key", key);
  command.flag("--insecure", insecure);
  command.number("--max-per-address", per_address);
}

void ListenOptions::apply_to(run::Settings& settings) const {
  if (certificate.has_value() != key.has_value()) throw UsageError("give --tls-cert and --tls-key together");
  if (certificate && insecure) throw UsageError("give --tls-cert or --insecure, not both");
  if (certificate) settings.certificate = {*certificate, *key};
  settings.insecure = insecure;
  if (per_address == 0U) throw UsageError("--max-per-address takes at least 1");
  if (per_address) settings.limits.per_address = *per_address;
  // Who gives a limit means it for this machine, too.
  settings.limits.count_this_machine = per_address.has_value();
  settings.tokens = tokens;
  if (listen.empty()) return;
  auto address = wire::parse_host_port(listen);
  if (!address) throw UsageError("--listen: " + address.error().sentence);
  settings.listen = *address;
}

}  // namespace quiver::cli
