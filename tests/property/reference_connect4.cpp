#include <array>

#include "tests/property/reference.hpp"

namespace quiver::tests {

namespace {

// '.' empty, a digit a disc of that seat.
class ReferenceConnect4 final : public Reference {
 public:
  ReferenceConnect4(int rows, int columns, int line)
      : Reference(2), board_(rows, columns, '.'), line_(line) {}

  [[nodiscard]] std::unique_ptr<Reference> clone() const override {
    return std::make_unique<ReferenceConnect4>(*this);
  }

  void apply(const std::string& move) override {
    const int column = std::stoi(move) - 1;
    int row = 0;
    while (board_.at({row + 1, column}) == '.') ++row;
    const int mover = to_move();
    board_.put({row, column}, static_cast<char>('0' + mover));
    if (has_line(static_cast<char>('0' + mover))) return end(mover);
    if (moves_of(mover).empty()) return end(std::nullopt);
    give_turn_to(next_after(mover));
  }

  void eliminate(int seat) override { mark_eliminated(seat); }

 private:
  [[nodiscard]] std::set<std::string> moves_of(int) const override {
    std::set<std::string> moves;
    for (int c = 0; c < board_.columns(); ++c)
      if (board_.at({0, c}) == '.') moves.insert(std::to_string(c + 1));
    return moves;
  }

  // Every place and each of the four axes.
  [[nodiscard]] bool has_line(char disc) const {
    constexpr std::array<Cell, 4> kAxes = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (int r = 0; r < board_.rows(); ++r) {
      for (int c = 0; c < board_.columns(); ++c) {
        for (const Cell axis : kAxes) {
          int length = 0;
          while (length < line_ && board_.at({r + length * axis.row, c + length * axis.column}) == disc)
            ++length;
          if (length == line_) return true;
        }
      }
    }
    return false;
  }

  Sheet board_;
  int line_;
};

}  // namespace

std::unique_ptr<Reference> reference_connect4(int rows, int columns, int line) {
  return std::make_unique<ReferenceConnect4>(rows, columns, line);
}

}  // namespace quiver::tests
