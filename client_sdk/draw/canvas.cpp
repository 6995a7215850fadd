#include "client_sdk/draw/canvas.hpp"

#include <algorithm>

namespace quiver::draw {

namespace {

// The sixteen colours that every terminal with colours has.
std::string_view code(Paint paint) {
  switch (paint) {
    case Paint::kPlain:
      return "";
    case Paint::kLabel:
      return "\x1b[36m";
    case Paint::kEmpty:
      return "\x1b[90m";
    case Paint::kHole:
      return "\x1b[90;100m";
    case Paint::kArrow:
    case Paint::kWall:
      return "\x1b[1;33m";
    case Paint::kLast:
      return "\x1b[1;96m";
    case Paint::kTarget:
      return "\x1b[1;92m";
    case Paint::kSeat0:
      return "\x1b[1;97;41m";
    case Paint::kSeat1:
      return "\x1b[1;97;44m";
    case Paint::kSeat2:
      return "\x1b[1;97;42m";
    case Paint::kSeat3:
      return "\x1b[1;97;45m";
  }
  return "";
}

// Whether a space in this colour can be seen.
bool has_ground(Paint paint) { return paint == Paint::kHole || paint >= Paint::kSeat0; }

constexpr std::string_view kReset = "\x1b[0m";

}  // namespace

std::string painted(std::string_view text, Paint paint, bool color) {
  if (!color || paint == Paint::kPlain) return std::string(text);
  return std::string(code(paint)) + std::string(text) + std::string(kReset);
}

void Canvas::put(std::size_t row, std::size_t column, std::string_view text, Paint paint) {
  if (row * width_ >= text_.size() || column >= width_) return;
  const std::size_t at = row * width_ + column;
  const std::size_t length = std::min(text.size(), width_ - column);
  text_.replace(at, length, text.substr(0, length));
  std::fill_n(paint_.begin() + static_cast<std::ptrdiff_t>(at), length, paint);
}

void Canvas::frame(std::size_t row, std::size_t column, std::string_view pair, Paint paint) {
  const Paint inside = paint_[row * width_ + column];
  const Paint around = has_ground(inside) ? inside : paint;
  put(row, column - 1, pair.substr(0, 1), around);
  put(row, column + 1, pair.substr(1, 1), around);
}

// Characters of the same colour share one escape sequence.
std::string Canvas::render(bool color) const {
  std::string out;
  for (std::size_t begin = 0; begin < text_.size(); begin += width_) {
    std::size_t end = begin + width_;
    const auto shows = [&](std::size_t at) { return text_[at] != ' ' || (color && has_ground(paint_[at])); };
    while (end > begin && !shows(end - 1)) --end;
    for (std::size_t at = begin; at < end;) {
      std::size_t next = at;
      while (next < end && paint_[next] == paint_[at]) ++next;
      out += painted(std::string_view(text_).substr(at, next - at), paint_[at], color);
      at = next;
    }
    out += '\n';
  }
  return out;
}

}  // namespace quiver::draw
