#include "tests/e2e/certificates.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdexcept>

namespace quiver::tests {

namespace {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* what) const {
    Free(what);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using Memory = std::unique_ptr<BIO, Freed<BIO_free>>;

void demand(bool holds) {
  if (!holds) throw std::runtime_error("no certificate can be made");
}

Key new_key() { return Key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256")); }

void extend(X509* certificate, int what, const std::string& value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, what, value.c_str());
  demand(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

// Without an issuer: signed by its own key.
Certificate make(EVP_PKEY* key, const std::string& name, const Wanted& wanted, const X509* issuer,
                 EVP_PKEY* issuer_key, bool authority) {
  Certificate made(X509_new());
  std::uint32_t serial = 0;
  demand(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) == 1);
  X509_set_version(made.get(), X509_VERSION_3);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(made.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), wanted.from);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), wanted.until);
  const std::string unique = name + " " + std::to_string(serial);
  X509_NAME* subject = X509_get_subject_name(made.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(unique.c_str()), -1, -1, 0);
  X509_set_issuer_name(made.get(), issuer != nullptr ? X509_get_subject_name(issuer) : subject);
  X509_set_pubkey(made.get(), key);
  if (authority) extend(made.get(), NID_basic_constraints, "critical,CA:TRUE");
  if (!wanted.names.empty()) extend(made.get(), NID_subject_alt_name, wanted.names);
  demand(X509_sign(made.get(), issuer != nullptr ? issuer_key : key, EVP_sha256()) > 0);
  return made;
}

std::string text(BIO* memory) {
  std::string out(BIO_ctrl_pending(memory), '\0');
  demand(BIO_read(memory, out.data(), static_cast<int>(out.size())) == static_cast<int>(out.size()));
  return out;
}

std::string pem(X509* certificate) {
  const Memory memory(BIO_new(BIO_s_mem()));
  demand(PEM_write_bio_X509(memory.get(), certificate) == 1);
  return text(memory.get());
}

std::string pem(EVP_PKEY* key) {
  const Memory memory(BIO_new(BIO_s_mem()));
  demand(PEM_write_bio_PrivateKey(memory.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return text(memory.get());
}

}  // namespace

struct Authority::Own {
  Key key = new_key();
  Certificate certificate =
      make(key.get(), "an authority of the tests", {.names = ""}, nullptr, nullptr, true);
};

Authority::Authority() : own_(std::make_unique<Own>()) {}
Authority::~Authority() = default;

std::string Authority::certificate() const { return pem(own_->certificate.get()); }

Certified Authority::issue(const Wanted& wanted) const {
  const Key key = new_key();
  const Certificate made =
      make(key.get(), "a referee", wanted, own_->certificate.get(), own_->key.get(), false);
  return {pem(made.get()), pem(key.get())};
}

Certified self_signed(const Wanted& wanted) {
  const Key key = new_key();
  const Certificate made = make(key.get(), "a referee of its own", wanted, nullptr, nullptr, false);
  return {pem(made.get()), pem(key.get())};
}

}  // namespace quiver::tests
