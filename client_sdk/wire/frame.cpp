#include "client_sdk/wire/frame.hpp"

#include <algorithm>
#include <utility>

namespace quiver::wire {

namespace {

std::uint32_t length_at(const char* header) {
  std::uint32_t length = 0;
  for (std::size_t k = 0; k < kFrameHeader; ++k)
    length = length << 8U | static_cast<unsigned char>(header[k]);
  return length;
}

}  // namespace

std::array<char, kFrameHeader> frame_header(std::uint32_t size) {
  return {static_cast<char>(size >> 24U), static_cast<char>(size >> 16U), static_cast<char>(size >> 8U),
          static_cast<char>(size)};
}

void FrameReader::feed(std::string_view bytes) { fresh_ = bytes; }

// The header itself may be split between two reads.
std::optional<std::uint32_t> FrameReader::announced() const {
  std::array<char, kFrameHeader> header{};
  if (kept_.size() + fresh_.size() < kFrameHeader) return std::nullopt;
  for (std::size_t k = 0; k < kFrameHeader; ++k)
    header[k] = k < kept_.size() ? kept_[k] : fresh_[k - kept_.size()];
  return length_at(header.data());
}

// A frame that lies whole in the fed bytes is returned as a view of them, without a copy. Only a frame that
// spans several reads is put together in `kept_`.
FrameReader::Next FrameReader::next() {
  const std::optional<std::uint32_t> length = announced();
  if (length && *length > limit_) return {Status::kOversized, {}};
  const std::size_t wanted = kFrameHeader + length.value_or(0);
  if (!length || kept_.size() + fresh_.size() < wanted) {
    kept_ += fresh_;
    fresh_ = {};
    return {Status::kMore, {}};
  }
  if (kept_.empty()) {
    const std::string_view frame = fresh_.substr(kFrameHeader, *length);
    fresh_.remove_prefix(wanted);
    return {Status::kFrame, frame};
  }
  const std::size_t rest = wanted - kept_.size();
  kept_ += fresh_.substr(0, rest);
  fresh_.remove_prefix(rest);
  whole_ = std::exchange(kept_, {});
  return {Status::kFrame, std::string_view(whole_).substr(kFrameHeader)};
}

}  // namespace quiver::wire
