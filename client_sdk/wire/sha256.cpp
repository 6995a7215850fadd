#include "client_sdk/wire/sha256.hpp"

#include <array>
#include <openssl/evp.h>
#include <stdexcept>

#include "client_sdk/base/random.hpp"

namespace quiver::wire {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  // Only a lack of memory can make this fail.
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("OpenSSL computes no SHA-256");
  return base::hex(std::string_view(reinterpret_cast<const char*>(digest.data()), size));
}

}  // namespace quiver::wire
