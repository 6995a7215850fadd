// A TCP proxy between a bot and the referee that can be told to cut the connection at a chosen frame, and to
// pass frames on in pieces.
//
// It listens on a free port of this machine and passes whole frames on, in both directions. Before each one
// it asks the test what to do; the answer may be to cut, before or after the frame has been passed on, or to
// cut and never let anybody in again. A thread of its own; the test's function is called on that thread.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <list>
#include <string>
#include <thread>
#include <vector>

#include "client_sdk/wire/address.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"
#include "tests/e2e/loopback_listener.hpp"

namespace quiver::tests {

class Proxy {
 public:
  struct Frame {
    unsigned connection = 1;  // which one this is, from 1
    // One of the two is there: which way it goes.
    const wire::ClientMessage* from_bot = nullptr;
    const wire::RefereeMessage* from_referee = nullptr;

    template <class Message>
    [[nodiscard]] bool is() const {
      return (from_bot != nullptr && holds<Message>(*from_bot)) ||
             (from_referee != nullptr && holds<Message>(*from_referee));
    }

   private:
    template <class Message, class... All>
    static bool holds(const std::variant<All...>& message) {
      if constexpr ((std::is_same_v<Message, All> || ...)) return std::holds_alternative<Message>(message);
      return false;
    }
  };
  enum class Decision { kPass, kCutBefore, kCutAfter, kCutForGood };
  using Judge = std::function<Decision(const Frame&)>;

  // How a frame is passed on.
  struct Manner {
    std::vector<std::size_t> pieces = {};  // of so many bytes, in turn; none: whole
    std::chrono::milliseconds stall{0};    // after the first piece
  };

  Proxy(const wire::Address& referee, Judge judge, Manner manner = {{}, std::chrono::milliseconds(0)});
  ~Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  [[nodiscard]] std::string url() const { return wire::Address{"127.0.0.1", listener_.port()}.url(); }
  [[nodiscard]] unsigned cuts() const { return cuts_; }
  [[nodiscard]] unsigned connections() const { return connections_; }

 private:
  struct Pair {
    unsigned number = 0;
    int bot = -1;
    int referee = -1;
    std::string from_bot = {};  // not passed on yet
    std::string from_referee = {};
  };

  void run();
  void accept();
  // Reads from one end and passes on what is whole; false if the pair is to be closed.
  bool serve(Pair& pair, bool from_bot);
  bool pass_on(Pair& pair, bool from_bot, const std::string& frame);
  [[nodiscard]] bool send_in_pieces(int socket, std::string_view frame) const;
  static void close(const Pair& pair);

  wire::Address referee_;
  Judge judge_;
  Manner manner_;
  LoopbackListener listener_;
  std::list<Pair> pairs_;
  std::atomic<unsigned> cuts_ = 0;
  std::atomic<unsigned> connections_ = 0;
  std::thread thread_;
};

}  // namespace quiver::tests
