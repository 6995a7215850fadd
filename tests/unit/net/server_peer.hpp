// A peer of a server in this process: real sockets, and no network.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "client_sdk/wire/codec.hpp"
#include "referee/net/match_server.hpp"

namespace quiver::tests {

// The other end of a connection to the server.
class Peer {
 public:
  Peer(boost::asio::io_context& io, net::MatchServer& server, const net::PlayerPtr& expected = nullptr)
      : io_(io) {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    own_ = ends[0];
    boost::asio::ip::tcp::socket socket(io);
    socket.assign(boost::asio::ip::tcp::v4(), ends[1]);
    if (expected)
      server.admit(std::move(socket), expected);
    else
      server.admit(std::move(socket), static_cast<const wire::TlsServer*>(nullptr));
  }
  ~Peer() { close(own_); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  void send_bytes(std::string_view bytes) const {
    EXPECT_EQ(::send(own_, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
    io_.poll();
  }
  void send(const wire::ClientMessage& message) const {
    std::string frame;
    wire::append_frame(frame, message);
    send_bytes(frame);
  }
  // What it was told next; none: nothing, or the end.
  std::optional<wire::RefereeMessage> hear() {
    while (true) {
      const auto next = frames_.next();
      if (next.status == wire::FrameReader::Status::kFrame)
        return wire::decode_referee_message(next.frame).value();
      buffer_.resize(1 << 16);
      const ssize_t got = recv(own_, buffer_.data(), buffer_.size(), 0);
      if (got <= 0) return std::nullopt;
      frames_.feed({buffer_.data(), static_cast<std::size_t>(got)});
    }
  }
  // The answer to a Hello: none if it is a Welcome, whose key is kept.
  std::optional<wire::Refused> greet(const std::string& token, const std::string& resume_key = "") {
    wire::Hello hello;
    hello.name = "anybody";
    hello.token = token;
    hello.resume_key = resume_key;
    send(hello);
    const auto answer = hear().value();
    if (const auto* refused = std::get_if<wire::Refused>(&answer)) return *refused;
    key = std::get<wire::Welcome>(answer).resume_key;
    return std::nullopt;
  }

  std::string key;

 private:
  boost::asio::io_context& io_;
  int own_ = -1;
  wire::FrameReader frames_{wire::kMaxRefereeFrame};
  std::string buffer_;
};

}  // namespace quiver::tests
