#include <array>
#include <string>

#include "client_sdk/graph/layout.hpp"

namespace quiver::graph {

using base::bad_input;
using base::Result;

namespace {

// A shape cuts its side into equal parts; `hole` says which of the blocks are missing.
struct Shape {
  std::string_view name;
  std::uint32_t parts;
  std::uint32_t least;
  std::string_view sides;  // for the sentence
  bool (*hole)(std::uint32_t row_part, std::uint32_t column_part);
};

constexpr std::array<Shape, 4> kShapes = {{
    {"square", 1, 5, "from 5 to 1024", [](std::uint32_t, std::uint32_t) { return false; }},
    {"donut", 3, 6, "that are multiples of 3 from 6 to 1023",
     [](std::uint32_t r, std::uint32_t c) { return r == 1 && c == 1; }},
    {"clover", 5, 5, "that are multiples of 5 from 5 to 1020",
     [](std::uint32_t r, std::uint32_t c) { return r % 2 == 1 && c % 2 == 1; }},
    {"eight", 4, 8, "that are multiples of 4 from 8 to 1024",
     [](std::uint32_t r, std::uint32_t c) { return (r == 1 && c == 2) || (r == 2 && c == 1); }},
}};

const Shape* find_shape(std::string_view name) {
  for (const Shape& s : kShapes)
    if (s.name == name) return &s;
  return nullptr;
}

}  // namespace

bool is_shape(std::string_view name) { return find_shape(name) != nullptr; }

Result<Layout> shape(std::string_view name, std::uint32_t side) {
  const Shape* s = find_shape(name);
  if (s == nullptr)
    return bad_input("there is no shape called \"" + std::string(name) +
                     "\"; the shapes are square, donut, clover and eight");
  if (side < s->least || side > kMaxSide || side % s->parts != 0)
    return bad_input((name == "eight" ? "an " : "a ") + std::string(name) + " board cannot have side " +
                     std::to_string(side) + "; it allows sides " + std::string(s->sides));
  Layout layout{side, side, std::string(std::size_t{side} * side, '.')};
  const std::uint32_t part = side / s->parts;
  for (std::uint32_t r = 0; r < side; ++r)
    for (std::uint32_t c = 0; c < side; ++c)
      if (s->hole(r / part, c / part)) layout.cells[std::size_t{r} * side + c] = '#';
  return layout;
}

}  // namespace quiver::graph
