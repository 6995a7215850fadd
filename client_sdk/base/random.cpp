#include "client_sdk/base/random.hpp"

#include <cerrno>
#include <stdexcept>
#include <sys/random.h>

namespace quiver::base {

// getrandom may return fewer bytes than asked for, and a signal may interrupt it.
std::string secret_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t filled = 0;
  while (filled < count) {
    const ssize_t got = getrandom(bytes.data() + filled, count - filled, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::runtime_error("the kernel gives no random bytes");
    filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

std::string hex(std::uint64_t value) {
  std::string bytes(8, '\0');
  for (unsigned k = 0; k < 8; ++k) bytes[k] = static_cast<char>(value >> (56 - 8 * k));
  return hex(std::string_view(bytes));
}

// No early return: the loop runs over all of `a` even where the lengths differ.
bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned differs = a.size() == b.size() ? 0 : 1;
  for (std::size_t k = 0; k < a.size() && !b.empty(); ++k)
    differs |= static_cast<unsigned>(a[k] ^ b[k % b.size()]);
  return differs == 0 && a.empty() == b.empty();
}

}  // namespace quiver::base
