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
  explicit Sheet(const std::vector<std::string>& lines)
      : rows_(static_cast<int>(lines.size())), columns_(static_cast<int>(lines.front().size())) {
    for (const std::string& line : lines) cells_ += line;
  }
  Sheet(int rows, int columns, char fill)
      : rows_(rows),
        columns_(columns),
        cells_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), fill) {}

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] bool has(char what) const { return cells_.find(what) != std::string::npos; }

  [[nodiscard]] char at(Cell c) const {
    if (c.row < 0 || c.column < 0 || c.row >= rows_ || c.column >= columns_) return '#';
    return cells_[index(c)];
  }
  void put(Cell c, char what) { cells_.at(index(c)) = what; }

  // "d7": columns a…z, aa…, rows from the bottom.
  [[nodiscard]] std::string name(Cell c) const;
  [[nodiscard]] Cell named(const std::string& name) const;

 private:
  [[nodiscard]] std::size_t index(Cell c) const {
    return static_cast<std::size_t>(c.row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(c.column);
  }

  int rows_;
  int columns_;
  std::string cells_;
};

}  // namespace quiver::tests
