#include <array>

#include "tests/property/reference.hpp"

namespace quiver::tests {

namespace {

constexpr std::array<Cell, 8> kQueenSteps = {
    {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};

// '.' empty, '#' a hole, a digit a queen of that seat, 'x' an arrow.
class ReferenceAmazons final : public Reference {
 public:
  ReferenceAmazons(const Sheet& board, int seats) : Reference(seats), board_(board) {
    give_turn_to(0);
    eliminate_the_blocked();
  }

  [[nodiscard]] std::unique_ptr<Reference> clone() const override {
    return std::make_unique<ReferenceAmazons>(*this);
  }

  void apply(const std::string& move) override {
    const std::size_t dash = move.find('-');
    const std::size_t slash = move.find('/');
    const Cell from = board_.named(move.substr(0, dash));
    const Cell to = board_.named(move.substr(dash + 1, slash - dash - 1));
    const Cell arrow = board_.named(move.substr(slash + 1));
    const char queen = board_.at(from);
    board_.put(from, '.');
    board_.put(to, queen);
    board_.put(arrow, 'x');
    give_turn_to(next_after(to_move()));
    eliminate_the_blocked();
  }

  // The queens stay where they are.
  void eliminate(int seat) override {
    mark_eliminated(seat);
    if (over() || seat != to_move()) return;
    give_turn_to(next_after(seat));
    eliminate_the_blocked();
  }

 private:
  // A seat whose turn comes and that has no legal move is eliminated without being asked.
  void eliminate_the_blocked() {
    while (!over() && moves_of(to_move()).empty()) {
      const int blocked = to_move();
      mark_eliminated(blocked);
      give_turn_to(next_after(blocked));
    }
  }

  // Where a queen or an arrow can go from `origin`: over 1 or more empty cells.
  [[nodiscard]] static std::vector<Cell> reach(const Sheet& board, Cell origin) {
    std::vector<Cell> cells;
    for (const Cell step : kQueenSteps)
      for (Cell c{origin.row + step.row, origin.column + step.column}; board.at(c) == '.';
           c = {c.row + step.row, c.column + step.column})
        cells.push_back(c);
    return cells;
  }

  [[nodiscard]] std::set<std::string> moves_of(int seat) const override {
    std::set<std::string> moves;
    const char queen = static_cast<char>('0' + seat);
    for (int r = 0; r < board_.rows(); ++r) {
      for (int c = 0; c < board_.columns(); ++c) {
        const Cell from{r, c};
        if (board_.at(from) != queen) continue;
        for (const Cell to : reach(board_, from)) {
          Sheet after = board_;
          after.put(from, '.');
          after.put(to, queen);
          const std::string walk = board_.name(from) + "-" + board_.name(to) + "/";
          for (const Cell arrow : reach(after, to)) moves.insert(walk + board_.name(arrow));
        }
      }
    }
    return moves;
  }

  Sheet board_;
};

}  // namespace

std::unique_ptr<Reference> reference_amazons(const Sheet& board) {
  const int seats = board.has('2') || board.has('3') ? 4 : 2;
  return std::make_unique<ReferenceAmazons>(board, seats);
}

}  // namespace quiver::tests
