// Messages there and back: through a frame, as both ends send and read them.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"

namespace quiver::tests {

template <class Envelope>
std::string frame_of(const Envelope& message) {
  std::string frame;
  wire::append_frame(frame, message);
  return frame;
}

// The payload of the one frame in these bytes.
inline std::string_view payload_of(const std::string& frame) {
  wire::FrameReader reader(wire::kMaxRefereeFrame);
  reader.feed(frame);
  const auto next = reader.next();
  EXPECT_EQ(next.status, wire::FrameReader::Status::kFrame);
  EXPECT_FALSE(reader.partial());
  return next.frame;
}

inline base::Result<wire::ClientMessage> decoded(const std::string& frame, const wire::ClientMessage&) {
  return wire::decode_client_message(payload_of(frame));
}
inline base::Result<wire::RefereeMessage> decoded(const std::string& frame, const wire::RefereeMessage&) {
  return wire::decode_referee_message(payload_of(frame));
}

// What the other end reads. Sent on, it is the same to the byte.
template <class Envelope, class Message>
Message there_and_back(const Message& message) {
  const std::string frame = frame_of(Envelope{message});
  const auto read = decoded(frame, Envelope{message});
  EXPECT_TRUE(read) << (read ? "" : read.error().sentence);
  EXPECT_TRUE(std::holds_alternative<Message>(*read));
  EXPECT_EQ(frame_of(*read), frame);
  return std::get<Message>(*read);
}

template <class Message>
Message from_client(const Message& message) {
  return there_and_back<wire::ClientMessage>(message);
}
template <class Message>
Message from_referee(const Message& message) {
  return there_and_back<wire::RefereeMessage>(message);
}

}  // namespace quiver::tests
