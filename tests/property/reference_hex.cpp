#include <array>

#include "tests/property/reference.hpp"

namespace quiver::tests {

namespace {

// '.' empty, a digit a stone of that seat.
class ReferenceHex final : public Reference {
 public:
  ReferenceHex(int side, bool swap_rule) : Reference(2), board_(side, side, '.'), swap_rule_(swap_rule) {}

  [[nodiscard]] std::unique_ptr<Reference> clone() const override {
    return std::make_unique<ReferenceHex>(*this);
  }

  void apply(const std::string& move) override {
    const int mover = to_move();
    if (move == "swap")
      swap();
    else
      board_.put(cell_of(move), digit(mover));
    ++moves_made_;
    if (joins_its_sides(mover)) return end(mover);
    give_turn_to(next_after(mover));
  }

  void eliminate(int seat) override { mark_eliminated(seat); }

 private:
  static char digit(int seat) { return static_cast<char>('0' + seat); }

  // A cell that would read as an elimination is written as its vertex id.
  [[nodiscard]] std::string name_of(Cell c) const {
    const std::string name = board_.name(c);
    if (name != "x1" && name != "x2" && name != "x3") return name;
    return std::to_string(c.row * board_.columns() + c.column);
  }
  [[nodiscard]] Cell cell_of(const std::string& name) const {
    if (name.front() > '9') return board_.named(name);
    return {std::stoi(name) / board_.columns(), std::stoi(name) % board_.columns()};
  }

  // Column and row exchanged, the row counted from the bottom.
  void swap() {
    const int last = board_.rows() - 1;
    for (int r = 0; r <= last; ++r)
      for (int c = 0; c <= last; ++c)
        if (board_.at({r, c}) == '0') {
          board_.put({r, c}, '.');
          return board_.put({last - c, last - r}, '1');
        }
  }

  [[nodiscard]] std::set<std::string> moves_of(int) const override {
    std::set<std::string> moves;
    for (int r = 0; r < board_.rows(); ++r)
      for (int c = 0; c < board_.columns(); ++c)
        if (board_.at({r, c}) == '.') moves.insert(name_of({r, c}));
    if (swap_rule_ && moves_made_ == 1) moves.insert("swap");
    return moves;
  }

  // Paints from one side over neighbouring stones, and looks whether the other side is reached.
  [[nodiscard]] bool joins_its_sides(int seat) const {
    Sheet painted = board_;
    const int last = board_.rows() - 1;
    for (int k = 0; k <= last; ++k) paint(painted, seat == 0 ? Cell{0, k} : Cell{k, 0}, digit(seat));
    for (int k = 0; k <= last; ++k)
      if (painted.at(seat == 0 ? Cell{last, k} : Cell{k, last}) == '*') return true;
    return false;
  }
  static void paint(Sheet& sheet, Cell c, char stone) {
    if (sheet.at(c) != stone) return;
    sheet.put(c, '*');
    constexpr std::array<Cell, 6> kNeighbours = {{{-1, 0}, {0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}}};
    for (const Cell step : kNeighbours) paint(sheet, {c.row + step.row, c.column + step.column}, stone);
  }

  Sheet board_;
  bool swap_rule_;
  int moves_made_ = 0;
};

}  // namespace

std::unique_ptr<Reference> reference_hex(int side, bool swap_rule) {
  return std::make_unique<ReferenceHex>(side, swap_rule);
}

}  // namespace quiver::tests
