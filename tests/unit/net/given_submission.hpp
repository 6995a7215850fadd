// Something to submit.
#pragma once

#include <string>

#include "client_sdk/wire/messages.hpp"
#include "client_sdk/wire/sha256.hpp"

namespace quiver::tests {

inline constexpr std::size_t kPart = wire::kSubmitPart;

inline std::string given_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t k = 0; k < size; ++k) bytes[k] = static_cast<char>(k * 31 % 251);
  return bytes;
}

// Its announcement, as a client makes it.
inline wire::SubmitBegin announced(const std::string& bytes) {
  wire::Sha256 hash;
  hash.add(bytes);
  return {"my_bot.py", "", bytes.size(), hash.finish(), false};
}

}  // namespace quiver::tests
