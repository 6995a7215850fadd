#include "client_sdk/wire/tls.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <new>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "client_sdk/base/text.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Result;

namespace {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* what) const {
    Free(what);
  }
};
using ContextPtr = std::unique_ptr<SSL_CTX, Freed<SSL_CTX_free>>;
using SessionPtr = std::unique_ptr<SSL, Freed<SSL_free>>;

// The kinds of record that a peer may begin with.
constexpr char kAlert = 21;
constexpr char kHandshake = 22;

ContextPtr new_context(const SSL_METHOD* method) {
  ContextPtr context(SSL_CTX_new(method));
  if (!context) throw std::runtime_error("OpenSSL makes no context");
  SSL_CTX_set_min_proto_version(context.get(), TLS1_3_VERSION);
  SSL_CTX_set_max_proto_version(context.get(), TLS1_3_VERSION);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context.get(), 0);
  // Without it every idle connection holds two buffers of 16 KiB.
  SSL_CTX_set_mode(context.get(), SSL_MODE_RELEASE_BUFFERS);
  return context;
}

// What OpenSSL complained about first, and its whole list forgotten.
std::string complaint() {
  const unsigned long error = ERR_peek_error();
  const char* reason = ERR_reason_error_string(error);
  std::string text = reason != nullptr ? reason : "unknown reason";
  ERR_clear_error();
  return text;
}

// Why a certificate was not accepted.
std::string verdict(long code) {
  switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "its certificate has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "its certificate is not valid yet; is this machine's clock right?";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "its certificate is for another host";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return "its certificate is self-signed; if it is the right one, give it with --ca FILE";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "its certificate is from an authority that is not known here; give the right one with --ca FILE";
    default:
      return std::string("its certificate is not accepted: ") + X509_verify_cert_error_string(code);
  }
}

// A client's reason is nearly always the certificate, for which verdict() has a sentence that helps.
std::string handshake_failure(SSL* session) {
  if (SSL_is_server(session) == 0)
    if (const long code = SSL_get_verify_result(session); code != X509_V_OK) {
      ERR_clear_error();
      return verdict(code);
    }
  return "the TLS handshake failed: " + complaint();
}

// Asks the operating system before OpenSSL does: errno says more than OpenSSL's reason strings.
Result<void> check_readable(const std::string& path) {
  errno = 0;
  std::FILE* file = std::fopen(path.c_str(), "re");
  std::array<char, 1> first{};
  const bool readable = file != nullptr && (std::fread(first.data(), 1, 1, file) == 1 || errno == 0);
  const int error = errno;
  if (file != nullptr) std::fclose(file);
  if (readable) return {};
  return base::Error{base::Error::Code::kUnreadable,
                     base::quoted(path) + " cannot be read: " + std::generic_category().message(error)};
}

// Only access for others is refused: a service may well read its key through a group.
Result<void> check_private(const std::string& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) == 0 && (about.st_mode & (S_IROTH | S_IWOTH)) == 0) return {};
  return bad_input("everybody on this machine can read or write the key " + base::quoted(path) +
                   "; take that right away with chmod o= and make a new key");
}

// A key behind a passphrase is refused and not asked about: nobody may be there to answer.
int no_passphrase(char*, int, int, void*) { return -1; }

}  // namespace

// --- a session

struct TlsSession::State {
  SessionPtr session;
  BIO* in = nullptr;  // both belong to the session
  BIO* out = nullptr;
  bool begun = false;
  bool plain = false;
  bool peer_closed = false;

  // Memory BIOs: OpenSSL never sees a socket, so the same code serves blocking clients and coroutine servers.
  explicit State(SSL_CTX* context) : session(SSL_new(context)) {
    in = BIO_new(BIO_s_mem());
    out = BIO_new(BIO_s_mem());
    if (!session || in == nullptr || out == nullptr) throw std::bad_alloc();
    SSL_set_bio(session.get(), in, out);
  }

  Result<void> shake_hands() {
    ERR_clear_error();
    const int done = SSL_do_handshake(session.get());
    if (done == 1 || SSL_get_error(session.get(), done) == SSL_ERROR_WANT_READ) return {};
    return bad_input(handshake_failure(session.get()));
  }

  // Reads until OpenSSL wants more input: one call may bring several records.
  Result<void> read(std::string& plain_text) {
    std::array<char, 16 << 10> piece;
    while (true) {
      ERR_clear_error();
      const int got = SSL_read(session.get(), piece.data(), static_cast<int>(piece.size()));
      if (got > 0) {
        plain_text.append(piece.data(), static_cast<std::size_t>(got));
        continue;
      }
      const int why = SSL_get_error(session.get(), got);
      if (why == SSL_ERROR_WANT_READ) return {};
      if (why == SSL_ERROR_ZERO_RETURN) {
        peer_closed = true;
        return {};
      }
      return bad_input("invalid TLS data: " + complaint());
    }
  }
};

TlsSession::TlsSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
TlsSession::TlsSession(TlsSession&&) noexcept = default;
TlsSession& TlsSession::operator=(TlsSession&&) noexcept = default;
TlsSession::~TlsSession() = default;

Result<void> TlsSession::receive(std::string_view ciphertext, std::string& plain) {
  if (ciphertext.empty()) return {};
  if (!std::exchange(state_->begun, true)) {
    state_->plain = ciphertext[0] != kHandshake && ciphertext[0] != kAlert;
    if (state_->plain) return bad_input("the other side does not speak TLS");
  }
  if (BIO_write(state_->in, ciphertext.data(), static_cast<int>(ciphertext.size())) <= 0)
    throw std::bad_alloc();
  if (!established())
    if (auto done = state_->shake_hands(); !done || !established()) return done;
  return state_->read(plain);
}

Result<void> TlsSession::send(std::string_view plain, std::string& ciphertext) {
  // In pieces, so that a large message does not leave a large buffer behind.
  for (std::size_t size = 0; !plain.empty(); plain.remove_prefix(size)) {
    size = std::min<std::size_t>(plain.size(), SSL3_RT_MAX_PLAIN_LENGTH);
    ERR_clear_error();
    if (SSL_write(state_->session.get(), plain.data(), static_cast<int>(size)) != static_cast<int>(size))
      return bad_input("TLS encryption failed: " + complaint());
    take_output(ciphertext);
  }
  return {};
}

void TlsSession::close() {
  if (!established()) return;
  SSL_shutdown(state_->session.get());
  ERR_clear_error();
}

void TlsSession::take_output(std::string& ciphertext) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(state_->out, &bytes);
  if (size <= 0) return;
  ciphertext.append(bytes, static_cast<std::size_t>(size));
  static_cast<void>(BIO_reset(state_->out));
}

bool TlsSession::established() const { return SSL_is_init_finished(state_->session.get()) == 1; }
bool TlsSession::peer_closed() const { return state_->peer_closed; }
bool TlsSession::peer_is_plain() const { return state_->plain; }
bool TlsSession::partial() const {
  return BIO_ctrl_pending(state_->in) > 0 || SSL_has_pending(state_->session.get()) == 1;
}

// --- a referee

struct TlsServer::Context {
  ContextPtr context;
  std::string certificate;  // its path
};

Result<TlsServer> TlsServer::load(const std::string& certificate, const std::string& key) {
  for (const std::string& path : {certificate, key})
    if (auto readable = check_readable(path); !readable) return readable.error();
  if (auto hidden = check_private(key); !hidden) return hidden.error();
  ContextPtr context = new_context(TLS_server_method());
  SSL_CTX_set_default_passwd_cb(context.get(), &no_passphrase);
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(context.get(), certificate.c_str()) != 1)
    return bad_input(base::quoted(certificate) +
                     " has no certificate in PEM that can be used: " + complaint());
  const bool is_key = SSL_CTX_use_PrivateKey_file(context.get(), key.c_str(), SSL_FILETYPE_PEM) == 1;
  const bool mismatch = !is_key && ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH;
  // A key of another kind than the certificate's is taken without a word.
  if (mismatch || (is_key && SSL_CTX_check_private_key(context.get()) != 1)) {
    ERR_clear_error();
    return bad_input("the key " + base::quoted(key) + " does not belong to the certificate " +
                     base::quoted(certificate));
  }
  if (!is_key)
    return bad_input(base::quoted(key) + " has no key in PEM without a passphrase: " + complaint());
  TlsServer server;
  server.context_ = std::make_shared<const Context>(Context{std::move(context), certificate});
  return server;
}

TlsSession TlsServer::accept() const {
  auto state = std::make_unique<TlsSession::State>(context_->context.get());
  SSL_set_accept_state(state->session.get());
  return TlsSession(std::move(state));
}

std::string TlsServer::warning() const {
  const X509* certificate = SSL_CTX_get0_certificate(context_->context.get());
  const std::string which = "the certificate " + base::quoted(context_->certificate);
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0) return which + " has expired";
  if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) return which + " is not valid yet";
  return "";
}

// --- a client

struct TlsClient::Context {
  ContextPtr context;
};

Result<TlsClient> TlsClient::make(const std::string& authorities) {
  ContextPtr context = new_context(TLS_client_method());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  ERR_clear_error();
  if (authorities.empty()) {
    SSL_CTX_set_default_verify_paths(context.get());
  } else {
    if (auto readable = check_readable(authorities); !readable) return readable.error();
    if (SSL_CTX_load_verify_file(context.get(), authorities.c_str()) != 1)
      return bad_input(base::quoted(authorities) + " has no certificate in PEM: " + complaint());
  }
  ERR_clear_error();
  TlsClient client;
  client.context_ = std::make_shared<const Context>(Context{std::move(context)});
  return client;
}

TlsSession TlsClient::connect(const std::string& host) const {
  auto state = std::make_unique<TlsSession::State>(context_->context.get());
  SSL* session = state->session.get();
  X509_VERIFY_PARAM* wanted = SSL_get0_param(session);
  X509_VERIFY_PARAM_set_hostflags(wanted,
                                  X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
  std::string name = host;
  const bool is_address = X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) == 1;
  if (!is_address &&
      (X509_VERIFY_PARAM_set1_host(wanted, host.c_str(), 0) != 1 ||
       SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data()) != 1))
    throw std::runtime_error("no certificate can be for the host " + base::quoted(host));
  SSL_set_connect_state(session);
  static_cast<void>(state->shake_hands());  // puts the first words out
  return TlsSession(std::move(state));
}

}  // namespace quiver::wire
