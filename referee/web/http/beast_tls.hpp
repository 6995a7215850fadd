// TLS over a visitor's connection: the rest of beast_stream.hpp, which includes it.
//
// The handshake has a deadline, a limit of bytes, and passes the throttle, because it costs as much as many
// requests. What is encrypted and not written yet is at most one record of 16 KiB, what is decrypted and not
// read yet at most as much as one read of the socket brought. TLS 1.3 has no renegotiation, and OpenSSL ends
// a connection that sends many empty records or key updates. Lives on the thread of the io_context.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "referee/web/http/beast_stream.hpp"

namespace quiver::web {

// --- the handshake

inline asio::awaitable<std::optional<char>> VisitorStream::first_byte(base::Time deadline) {
  const StatePtr state = state_;
  while (true) {
    char first = 0;
    error_code error;
    state->socket.receive(asio::buffer(&first, 1), tcp::socket::message_peek, error);
    if (!error) co_return first;
    if (error != asio::error::would_block && error != asio::error::try_again) co_return std::nullopt;
    if (co_await wait_until_readable(state, deadline) != Read::kSome) co_return std::nullopt;
  }
}

inline asio::awaitable<bool> VisitorStream::shake_hands(wire::TlsSession session, base::Time deadline) {
  // What browsers send is below 3 KiB.
  static constexpr std::size_t kMost = 32U << 10U;
  const StatePtr state = state_;
  std::string received;
  std::size_t all = 0;
  Tls tls{std::move(session)};
  while (!tls.session.established()) {
    received.clear();
    // Read before there is TLS, so that this gives ciphertext.
    if (all >= kMost || co_await read_some(received, kMost, deadline) != Read::kSome) co_return false;
    all += received.size();
    const base::Time asked = std::chrono::steady_clock::now();
    const TurnPtr turn = ask_for_turn(*state);
    if (!turn->entered && !turn->refused) {
      turn->timer.expires_after(kLongestTurn);
      co_await turn->timer.async_wait(kTuple);
    }
    if (!turn->entered || !state->socket.is_open()) co_return false;
    const base::Time began = std::chrono::steady_clock::now();
    deadline += began - asked;
    const bool taken = tls.session.receive(received, tls.plain).has_value();
    tls.session.take_output(tls.sealed);
    state->throttle->count(std::chrono::steady_clock::now() - began);
    // A few KiB at most, and the kernel has room for 64: one attempt is enough.
    error_code broken;
    const std::size_t sent = state->socket.write_some(asio::buffer(tls.sealed), broken);
    if (!taken || (!tls.sealed.empty() && (broken || sent < tls.sealed.size()))) co_return false;
    tls.sealed.clear();
  }
  state->tls.emplace(std::move(tls));
  co_return true;
}

// --- what is read

inline bool VisitorStream::State::unseal(std::string_view ciphertext) {
  const bool taken = tls->session.receive(ciphertext, tls->plain).has_value();
  tls->session.take_output(tls->sealed);  // an alert
  if (!tls->writing && !flush()) return false;
  return taken;
}

inline std::size_t VisitorStream::State::take_plain(char* into, std::size_t most) {
  if (!tls || tls->plain.empty()) return 0;
  const std::size_t size = std::min(most, tls->plain.size());
  std::memcpy(into, tls->plain.data(), size);
  tls->plain.erase(0, size);
  if (tls->plain.empty()) tls->plain = {};  // idle connections hold no buffer
  return size;
}

// --- what is written

inline bool VisitorStream::State::flush() {
  while (!tls->sealed.empty()) {
    error_code error;
    const std::size_t sent = socket.write_some(asio::buffer(tls->sealed), error);
    if (error == asio::error::would_block || error == asio::error::try_again) return true;
    if (error) return false;
    tls->sealed.erase(0, sent);
  }
  tls->sealed = {};
  return true;
}

// A composed operation, as ReadOp: encrypts one piece and completes when the kernel has all of it.
template <class Buffers>
struct VisitorStream::WriteOp {
  static constexpr std::size_t kRecord = 16U << 10U;

  StatePtr state;
  Buffers buffers;
  std::size_t taken = 0;
  error_code failed = {};
  enum { kStart, kWritable, kDone } step = kStart;

  template <class Self>
  void operator()(Self& self, error_code error = {}) {
    if (step == kStart) return start(self);
    if (step == kWritable) {
      failed = error;
      if (!failed && !state->flush()) failed = asio::error::connection_reset;
      if (!failed && !state->tls->sealed.empty()) return wait(self);
    }
    state->tls->writing = false;
    self.complete(failed, failed ? 0 : taken);
  }

  template <class Self>
  void start(Self& self) {
    static thread_local std::array<char, kRecord> scratch;  // nothing waits between gathering and encrypting
    taken = asio::buffer_copy(asio::buffer(scratch), buffers);
    state->tls->writing = true;
    const bool sealed = state->tls->session.send({scratch.data(), taken}, state->tls->sealed).has_value();
    if (!sealed) failed = asio::error::connection_aborted;
    if (sealed && !state->flush()) failed = asio::error::connection_reset;
    if (!failed && !state->tls->sealed.empty()) return wait(self);
    // Not completed here: whoever starts an operation does not expect its end yet.
    step = kDone;
    const executor_type executor = state->socket.get_executor();
    asio::post(executor, std::move(self));
  }
  template <class Self>
  void wait(Self& self) {
    step = kWritable;
    tcp::socket& socket = state->socket;
    socket.async_wait(tcp::socket::wait_write, std::move(self));
  }
};

template <class Buffers, class Token>
auto VisitorStream::async_write_some(const Buffers& buffers, Token&& token) {
  using Signature = void(error_code, std::size_t);
  if (!state_->tls) return state_->socket.async_write_some(buffers, std::forward<Token>(token));
  return asio::async_compose<Token, Signature>(WriteOp<Buffers>{state_, buffers}, token, state_->socket);
}

// --- the end

inline void VisitorStream::send_last(std::string_view bytes) {
  error_code ignored;
  if (!is_secure()) {
    state_->socket.send(asio::buffer(bytes), 0, ignored);
    return;
  }
  if (state_->tls->session.send(bytes, state_->tls->sealed)) end_tls();
}

inline void VisitorStream::end_tls() {
  if (!state_->decrypts()) return;
  state_->tls->ended = true;
  state_->tls->session.close();
  state_->tls->session.take_output(state_->tls->sealed);
  state_->flush();
}

}  // namespace quiver::web
