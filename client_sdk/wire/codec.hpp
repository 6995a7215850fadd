// Messages to frames and back.
//
// Encoding never fails. Decoding checks the peer's input: bytes that are not a message, a message without a
// body, an unspecified or unknown enum and an invalid graph are errors with a sentence. Text is truncated to
// its limit; the values in a message are not checked here. Pure functions, any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::wire {

// Stops protobuf from logging to stderr about malformed bytes, which any peer can send. For the whole
// process; main calls it first.
void silence_protobuf();

// Appends the frame, length and all, to `out`.
void append_frame(std::string& out, const ClientMessage& message);
void append_frame(std::string& out, const RefereeMessage& message);

// `payload` is a frame without its length.
base::Result<ClientMessage> decode_client_message(std::string_view payload);
base::Result<RefereeMessage> decode_referee_message(std::string_view payload);

// The position that a match starts from, encoded once for all seats and all matches on that board.
class EncodedStart {
 public:
  explicit EncodedStart(const games::Position& start);
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;  // the field of MatchStart, tag and length included
};

// A MatchStart made of its two parts.
void append_match_start(std::string& out, const Introduction& introduction, const EncodedStart& start);

// One line of JSON without a line end: protobuf's own mapping of quiver.v1.Record.
std::string record_json(const Record& record);
// Reads it back; unknown fields are an error.
base::Result<Record> parse_record_json(std::string_view line);

}  // namespace quiver::wire
