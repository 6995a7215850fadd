#include "referee/launch/fingerprint.hpp"

#include <array>
#include <filesystem>
#include <fstream>

#include "client_sdk/base/mix.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::launch {

namespace {

std::uint64_t mixed(std::uint64_t state, std::string_view bytes) {
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word = 0;
    bytes.copy(reinterpret_cast<char*>(&word), 8);
    state = base::mix64(state ^ word);
  }
  for (const char c : bytes) state = base::mix64(state ^ static_cast<unsigned char>(c));
  return state;
}

std::uint64_t mixed_file(std::uint64_t state, const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return state;
  std::ifstream file(path, std::ios::binary);
  std::array<char, 1 << 16> piece;
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0)
    state = mixed(state, {piece.data(), static_cast<std::size_t>(file.gcount())});
  return state;
}

}  // namespace

std::string fingerprint(const BotSpec& bot) {
  if (bot.remote) return "";
  std::uint64_t state = mixed_file(0, bot.program);
  for (const std::string& argument : bot.arguments) {
    state = base::mix64(mixed(state, argument) ^ argument.size());
    if (argument.starts_with('/')) state = mixed_file(state, argument);
  }
  return base::hex(state);
}

}  // namespace quiver::launch
