// A grid of characters with a colour each: drawings are made on it before they become text.
//
// Plain values. Rendered without colours, lines carry no escape codes and no spaces at their ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/ids.hpp"

namespace quiver::draw {

// Colours by what they stand for; the terminal decides what they look like.
enum class Paint : std::uint8_t {
  kPlain,
  kLabel,
  kEmpty,
  kHole,
  kArrow,
  kWall,
  kLast,
  kTarget,
  kSeat0,
  kSeat1,
  kSeat2,
  kSeat3
};

// The colour of a seat's pieces.
constexpr Paint paint_of(base::Seat s) {
  return static_cast<Paint>(static_cast<unsigned>(Paint::kSeat0) + s.value());
}

// `text` in that colour, or as it is.
std::string painted(std::string_view text, Paint paint, bool color);

class Canvas {
 public:
  Canvas(std::size_t height, std::size_t width)
      : width_(width), text_(height * width, ' '), paint_(height * width, Paint::kPlain) {}

  // Puts `text` at a place; what would stand outside is cut off.
  void put(std::size_t row, std::size_t column, std::string_view text, Paint paint);

  // Puts two characters around a place. On a coloured piece they take its colour.
  void frame(std::size_t row, std::size_t column, std::string_view pair, Paint paint);
  [[nodiscard]] char at(std::size_t row, std::size_t column) const { return text_[row * width_ + column]; }

  // Lines without trailing spaces, each ended by a line feed. Without colour there are no escape sequences in
  // it.
  [[nodiscard]] std::string render(bool color) const;

 private:
  std::size_t width_;
  std::string text_;
  std::vector<Paint> paint_;
};

}  // namespace quiver::draw
