#include "client_sdk/wire/sha256.hpp"

#include <array>
#include <openssl/evp.h>
#include <stdexcept>

#include "client_sdk/base/random.hpp"

namespace quiver::wire {

namespace {

// Only a lack of memory can make OpenSSL fail here.
void demand(int done) {
  if (done != 1) throw std::runtime_error("OpenSSL computes no SHA-256");
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  Sha256 all;
  all.add(bytes);
  return base::hex(std::string_view(all.finish()));
}

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> state{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  demand(context_->state == nullptr ? 0 : EVP_DigestInit_ex(context_->state.get(), EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes) {
  demand(EVP_DigestUpdate(context_->state.get(), bytes.data(), bytes.size()));
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  demand(EVP_DigestFinal_ex(context_->state.get(), digest.data(), &size));
  return {reinterpret_cast<const char*>(digest.data()), size};
}

}  // namespace quiver::wire
