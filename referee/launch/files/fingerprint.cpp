#include "referee/launch/files/fingerprint.hpp"

#include <array>
#include <cerrno>
#include <string_view>
#include <unistd.h>

#include "client_sdk/base/mix.hpp"
#include "client_sdk/base/random.hpp"
#include "referee/launch/files/launch_files.hpp"

namespace quiver::launch {

namespace {

// Eight bytes at a time, in the machine's byte order.
std::uint64_t mixed(std::uint64_t state, std::string_view bytes) {
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word = 0;
    bytes.copy(reinterpret_cast<char*>(&word), 8);
    state = base::mix64(state ^ word);
  }
  for (const char c : bytes) state = base::mix64(state ^ static_cast<unsigned char>(c));
  return state;
}

// As many bytes as there are, up to a whole piece: pieces end where eight bytes end.
std::size_t read_piece(int file, std::array<char, 1 << 16>& piece, off_t at) {
  std::size_t have = 0;
  while (have < piece.size()) {
    const ssize_t got = pread(file, piece.data() + have, piece.size() - have, at + static_cast<off_t>(have));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  return have;
}

}  // namespace

void Fingerprint::add_file(int file) {
  std::array<char, 1 << 16> piece;
  off_t at = 0;
  for (std::size_t got = 0; (got = read_piece(file, piece, at)) > 0; at += static_cast<off_t>(got))
    state_ = mixed(state_, {piece.data(), got});
}

void Fingerprint::add_word(const std::string& word) {
  // With its length, so that "ab" "c" and "a" "bc" give different fingerprints.
  state_ = base::mix64(mixed(state_, word) ^ word.size());
}

std::string Fingerprint::text() const { return base::hex(state_); }

base::Result<std::string> fingerprint(const BotSpec& bot) {
  if (bot.remote) return std::string();
  const auto files = open_launch_files(bot, false, nullptr);
  if (!files) return files.error();
  return files->version.fingerprint();
}

}  // namespace quiver::launch
