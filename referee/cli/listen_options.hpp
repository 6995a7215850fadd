// The options that say where a referee listens and whom it lets in: `quiver serve` and `quiver match` share
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/net/referee.hpp"

namespace quiver::cli {

class Command;

struct ListenOptions {
  std::string listen;
  std::optional<std::string> tokens;
  std::optional<std::string> certificate;
  std::optional<std::string> key;
  bool insecure = false;

  void add_to(Command& command);
  // Throws UsageError.
  void apply_to(net::Settings& settings) const;
};

// What the commands' help says about TLS.
extern const char* const kTlsHelp;

}  // namespace quiver::cli
