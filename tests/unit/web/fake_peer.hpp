// A WebSocket that only remembers what it was told. One thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/web/http/http_server.hpp"

namespace quiver::tests {

class FakePeer final : public web::Peer {
 public:
  void send(web::Text message) override {
    heard.push_back(*message);
    if (!reads) waiting_ += message->size();
  }
  [[nodiscard]] std::size_t waiting() const override { return waiting_; }
  void close(std::uint16_t code, const std::string&) override { closed = code; }
  void drop() override { ++dropped; }

  bool reads = true;
  std::vector<std::string> heard;
  std::uint16_t closed = 0;
  int dropped = 0;

 private:
  std::size_t waiting_ = 0;
};

}  // namespace quiver::tests
