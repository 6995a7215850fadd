// The weights files that are embedded in the program: a sandboxed bot cannot read any other.
#include <stdexcept>

#include "bots/amazons/champion/network/network.hpp"

// QUIVER_NETWORK_10X10 is the file's path, from CMake.
asm(".section .rodata\n"
    ".balign 32\n"
    "quiver_amazons_network_10x10:\n"
    ".incbin \"" QUIVER_NETWORK_10X10
    "\"\n"
    "quiver_amazons_network_10x10_end:\n"
    ".byte 0\n"
    ".global quiver_amazons_network_10x10, quiver_amazons_network_10x10_end\n"
    ".hidden quiver_amazons_network_10x10, quiver_amazons_network_10x10_end\n"
    ".previous\n");

extern "C" {
[[gnu::visibility("hidden")]] extern const char quiver_amazons_network_10x10[];
[[gnu::visibility("hidden")]] extern const char quiver_amazons_network_10x10_end[];
}

namespace quiver::bots::amazons::champion {

const Network* Network::built_in(const Amazons& game) {
  static const Network network = [] {
    const auto length = quiver_amazons_network_10x10_end - quiver_amazons_network_10x10;
    auto read = Network::read({quiver_amazons_network_10x10, static_cast<std::size_t>(length)});
    if (!read) throw std::runtime_error("10x10: " + read.error().sentence);
    return *std::move(read);
  }();
  return network.is_for(game) ? &network : nullptr;
}

}  // namespace quiver::bots::amazons::champion
