// A sheet of squared paper: a plain grid of characters with rows counted from the top.
//
// The reference rules keep their boards on it and do their own arithmetic on rows and columns, so that
// they share nothing with the graph that they are compared with. Beyond the edge of the paper every
// character reads as a hole.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace quiver::tests {

struct Cell {
  int row = 0;
  int column = 0;
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

class Sheet {
 public:
  explicit Sheet(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  Sheet(int rows, int columns, char fill)
      : lines_(static_cast<std::size_t>(rows), std::string(static_cast<std::size_t>(columns), fill)) {}

  [[nodiscard]] int rows() const { return static_cast<int>(lines_.size()); }
  [[nodiscard]] int columns() const { return static_cast<int>(lines_.front().size()); }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

  [[nodiscard]] char at(Cell c) const {
    if (c.row < 0 || c.column < 0 || c.row >= rows() || c.column >= columns()) return '#';
    return lines_[static_cast<std::size_t>(c.row)][static_cast<std::size_t>(c.column)];
  }
  void put(Cell c, char what) {
    lines_.at(static_cast<std::size_t>(c.row)).at(static_cast<std::size_t>(c.column)) = what;
  }

  // "d7": columns a…z, aa…, rows from the bottom.
  [[nodiscard]] std::string name(Cell c) const;
  [[nodiscard]] Cell named(const std::string& name) const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace quiver::tests
