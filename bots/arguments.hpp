// The words on a searching bot's command line that are its own: --depth N and --nodes N.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "bots/search_limits.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/run_bot.hpp"

namespace quiver::bots {

// The number, from 1, that follows `name`; none if `name` is not there.
inline base::Result<std::optional<std::uint32_t>> number_argument(int argc, const char* const* argv,
                                                                  std::string_view name) {
  for (int k = 1; k < argc; ++k) {
    if (name != argv[k]) continue;
    const std::string_view word = k + 1 < argc ? argv[k + 1] : "";
    const auto number = base::parse_number(word);
    if (!number || *number == 0)
      return base::bad_input(std::string(name) + " takes a number from 1, not " + base::quoted(word));
    return std::optional{*number};
  }
  return std::optional<std::uint32_t>{};
}

// `limits` with what the command line says.
inline base::Result<SearchLimits> limits_in(int argc, const char* const* argv, SearchLimits limits = {}) {
  const auto depth = number_argument(argc, argv, "--depth");
  if (!depth) return depth.error();
  const auto nodes = number_argument(argc, argv, "--nodes");
  if (!nodes) return nodes.error();
  if (*depth) limits.depth = **depth;
  if (*nodes) limits.nodes = **nodes;
  return limits;
}

// Says on stderr what is wrong with the command line, and returns the exit code for it.
inline int refuse_arguments(const char* program, const base::Error& error) {
  std::fprintf(stderr, "%s: %s\n", program, error.sentence.c_str());
  return bot::kExitRefused;
}

}  // namespace quiver::bots
