// The options that say where a referee listens and whom it lets in: `quiver serve` and `quiver match` share
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/run/referee.hpp"

namespace quiver::cli {

class Command;

// As they were given; apply_to() checks them.
struct ListenOptions {
  std::string listen;
  std::optional<std::string> tokens;
  std::optional<std::string> certificate;
  std::optional<std::string> key;
  bool insecure = false;
  std::optional<std::uint32_t> per_address;

  // Binds the options to this object, which must outlive the run of the command.
  void add_to(Command& command);
  // Throws UsageError.
  void apply_to(run::Settings& settings) const;
};

// What the commands' help says about them, --listen and --tokens aside.
extern const char* const kListenHelp;

}  // namespace quiver::cli
