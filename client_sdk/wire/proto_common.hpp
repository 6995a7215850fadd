// What the two halves of the codec share: times, text, and the messages that go both ways. For layers
// that may see protobuf's types (.ci/check_layers.py).
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/frame.hpp"
#include "client_sdk/wire/messages.hpp"
#include "quiver/v1/protocol.pb.h"

namespace quiver::wire {

using base::bad_input;
using base::Result;

// Rounded up, so that a limit that is not zero never travels as zero. Negative durations become 0.
inline std::uint64_t micros(Duration d) {
  return d.count() <= 0 ? 0
                        : static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::microseconds>(d).count());
}

// Anything over a year is a year: no arithmetic with it can overflow.
inline Duration from_micros(std::uint64_t value) {
  constexpr std::uint64_t kYear = 365ULL * 24 * 3600 * 1'000'000;
  return std::chrono::microseconds(std::min(value, kYear));
}

// The beginning of a peer's text, cut between characters: a peer's long text costs no more than its limit.
inline std::string text(std::string_view from, std::size_t most) {
  return std::string(base::cut(from, most));
}

// Ours may quote a path or another text that is no UTF-8, and protobuf would write what nobody can read.
inline std::string plain(std::string_view sentence) { return base::plain_text(sentence, kMaxSentence); }

// Whether a wire enum has a value that this version knows. 0 is protobuf's "unspecified" and never valid.
template <class Enum>
bool known(int value, Enum last) {
  return value >= 1 && value <= static_cast<int>(last);
}

inline void fill(v1::Version& out, const Version& in) {
  out.set_major(in.major);
  out.set_minor(in.minor);
}
inline Version read(const v1::Version& in) { return {in.major(), in.minor()}; }

inline void fill(v1::TimeControl& out, const TimeControl& in) {
  if (in.per_move) out.set_move_micros(micros(*in.per_move));
  if (in.bank) out.set_bank_micros(micros(*in.bank));
  out.set_increment_micros(micros(in.increment));
  out.set_cap_micros(micros(in.cap));
}
inline TimeControl read(const v1::TimeControl& in) {
  TimeControl out;
  if (in.has_move_micros()) out.per_move = from_micros(in.move_micros());
  if (in.has_bank_micros()) out.bank = from_micros(in.bank_micros());
  out.increment = from_micros(in.increment_micros());
  out.cap = from_micros(in.cap_micros());
  return out;
}

inline void fill(v1::Ping& out, const Ping& in) { out.set_number(in.number); }
inline void fill(v1::Pong& out, const Pong& in) { out.set_number(in.number); }
inline void fill(v1::Error& out, const Error& in) {
  out.set_code(static_cast<v1::Error::Code>(in.code));
  out.set_sentence(plain(in.sentence));
  if (in.match) out.set_match(*in.match);
}
inline Result<Error> read(const v1::Error& in) {
  if (!known(in.code(), Error::Code::kStale)) return bad_input("an Error without a known code");
  return Error{static_cast<Error::Code>(in.code()), text(in.sentence(), kMaxSentence),
               in.has_match() ? std::optional(in.match()) : std::nullopt};
}

// Appends one frame: the length prefix, then the message. Serialises straight into `out`, without a copy;
// ByteSizeLong() has cached the sizes that the last line relies on.
inline void append(std::string& out, const google::protobuf::MessageLite& message) {
  const std::size_t size = message.ByteSizeLong();
  const auto header = frame_header(static_cast<std::uint32_t>(size));
  const std::size_t at = out.size() + header.size();
  out.append(header.data(), header.size());
  out.resize(at + size);
  message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(out.data() + at));
}

// False if the bytes are no message of this type. The payload is below the frame limit, so its size fits an
// int.
inline bool parse(google::protobuf::MessageLite& message, std::string_view payload) {
  return message.ParseFromArray(payload.data(), static_cast<int>(payload.size()));
}

// A Result of one message as a Result of the variant that holds it.
template <class Message, class From>
Result<Message> lift(const Result<From>& from) {
  if (!from) return from.error();
  return Message{*from};
}

}  // namespace quiver::wire
