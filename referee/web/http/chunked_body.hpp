// Reads a body in the chunked transfer coding (RFC 9112, section 7.1) piece by piece.
//
// Only the content is kept: sizes, extensions and trailers are checked and dropped, so that what a client may
// make the referee hold is the content and nothing else. Both are bounded. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quiver::web {

class ChunkedBody {
 public:
  static constexpr std::size_t kMostLine = 1024;           // of a size with its extensions, or of a trailer
  static constexpr std::size_t kMostFraming = 16U << 10U;  // beyond what the content is long

  enum class State { kMore, kDone, kMalformed, kTooLarge };

  explicit ChunkedBody(std::size_t most) : most_(most) {}

  // Takes what belongs to the body from the front of `input` and appends the content to `body`. What follows
  // the body stays in `input`. Call it again with more as long as it says kMore.
  State take(std::string& input, std::string& body);

 private:
  enum class Part { kSize, kContent, kContentEnd, kTrailer };

  State take_size(std::string_view line);
  void take_content(std::string_view& rest, std::string& body);
  // True if it did something; `state` is the outcome so far.
  bool take_line(std::string_view& rest, State& state);

  std::size_t most_;
  Part part_ = Part::kSize;
  std::size_t left_ = 0;  // of the chunk
  std::size_t content_ = 0;
  std::size_t framing_ = 0;
};

}  // namespace quiver::web
