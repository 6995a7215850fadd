// Frames: a length of 4 bytes, big-endian, then that many bytes of one message.
//
// A FrameReader takes bytes as they come, in pieces of any size, and gives whole frames. The length is
// checked against the limit before anything is allocated, and memory grows only with bytes that are really
// there: a peer that announces much and sends little costs little. One reader a connection, one thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quiver::wire {

inline constexpr std::size_t kFrameHeader = 4;

// The four bytes before a payload of this size.
std::array<char, kFrameHeader> frame_header(std::uint32_t size);

class FrameReader {
 public:
  explicit FrameReader(std::uint32_t limit) : limit_(limit) {}

  enum class Status {
    kFrame,      // `frame` is a whole payload
    kMore,       // nothing whole yet
    kOversized,  // the announced length is over the limit; the connection is past saving
  };
  struct Next {
    Status status = Status::kMore;
    std::string_view frame;  // valid until the next call of feed
  };

  // Takes over the bytes to be read: call next() until it says kMore. `bytes` must stay valid until then.
  void feed(std::string_view bytes);
  // The next whole frame. After kMore, feed() has to come first; after kOversized there is no way on.
  Next next();

  [[nodiscard]] std::uint32_t limit() const { return limit_; }
  // Counts from the next frame on.
  void set_limit(std::uint32_t limit) { limit_ = limit; }

  // A frame has begun and is not complete.
  [[nodiscard]] bool partial() const { return !kept_.empty() || !fresh_.empty(); }
  // The length that the next frame announces, once its header is there.
  [[nodiscard]] std::optional<std::uint32_t> announced() const;

 private:
  std::uint32_t limit_;
  std::string kept_;        // the beginning of a frame, from earlier calls of feed
  std::string whole_;       // the frame that was put together last
  std::string_view fresh_;  // what feed brought and next() has not used yet
};

}  // namespace quiver::wire
