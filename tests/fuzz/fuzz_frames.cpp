// Feeds bytes to the frame reader and to both decoders, in one piece and in small ones.
//
// The first byte says how small. However the stream is cut, the same frames come out; no more is kept than
// was fed; whatever a decoder accepts can be encoded and decoded again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/graph/gsl_errors.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"

namespace {

using namespace quiver::wire;

void demand(bool holds) {
  if (!holds) std::abort();
}

struct Stream {
  std::vector<std::string> frames;
  bool oversized = false;
};

Stream read(std::string_view bytes, std::size_t piece) {
  FrameReader reader(kMaxClientFrame);
  Stream stream;
  while (!bytes.empty() && !stream.oversized) {
    reader.feed(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    for (;;) {
      const FrameReader::Next next = reader.next();
      stream.oversized = next.status == FrameReader::Status::kOversized;
      if (next.status != FrameReader::Status::kFrame) break;
      demand(next.frame.size() <= kMaxClientFrame);
      stream.frames.emplace_back(next.frame);
    }
  }
  return stream;
}

// What is encoded again is a whole frame that decodes to the same kind of message.
template <class Message, class Decode>
void again(const Message& message, Decode decode) {
  std::string frame;
  append_frame(frame, message);
  const auto once_more = decode(std::string_view(frame).substr(kFrameHeader));
  demand(once_more.has_value() && once_more->index() == message.index());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool handler_off = (quiver::graph::turn_off_gsl_abort(), true);
  static_cast<void>(handler_off);
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Stream whole = read(bytes, bytes.size() + 1);
  const Stream pieces = read(bytes, std::size_t{data[0]} % 17 + 1);
  demand(whole.frames == pieces.frames && whole.oversized == pieces.oversized);
  for (const std::string& frame : whole.frames) {
    if (const auto message = decode_client_message(frame)) again(*message, decode_client_message);
    if (const auto message = decode_referee_message(frame)) again(*message, decode_referee_message);
  }
  return 0;
}
