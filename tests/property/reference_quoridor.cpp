#include <array>

#include "tests/property/reference.hpp"

namespace quiver::tests {

namespace {

constexpr std::array<Cell, 4> kPawnSteps = {{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};

// The board drawn with its grooves: a cell (r, c) is at (2r, 2c), '.' or '#'; between two cells lies a
// groove, and 'w' in it is a wall. A wall is three characters long: groove, crossing, groove.
class ReferenceQuoridor final : public Reference {
 public:
  ReferenceQuoridor(const Sheet& board, int seats, int walls, int max_plies)
      : Reference(seats),
        names_(board),
        drawn_(2 * board.rows() - 1, 2 * board.columns() - 1, ' '),
        pawns_(static_cast<std::size_t>(seats)),
        walls_left_(static_cast<std::size_t>(seats), walls),
        plies_left_(max_plies) {
    for (int r = 0; r < board.rows(); ++r) {
      for (int c = 0; c < board.columns(); ++c) {
        const char what = board.at({r, c});
        drawn_.put({2 * r, 2 * c}, what == '#' ? '#' : '.');
        if (what >= '0' && what <= '3') pawns_[static_cast<std::size_t>(what - '0')] = Cell{r, c};
      }
    }
    give_turn_to_whoever_can_move(0);
  }

  [[nodiscard]] std::unique_ptr<Reference> clone() const override {
    return std::make_unique<ReferenceQuoridor>(*this);
  }

  void apply(const std::string& move) override {
    const int mover = to_move();
    --plies_left_;
    if (move.back() == 'h' || move.back() == 'v') {
      draw_wall(names_.named(move.substr(0, move.size() - 1)), move.back());
      --walls_left_[static_cast<std::size_t>(mover)];
    } else {
      const bool placing = !pawn(mover);
      pawns_[static_cast<std::size_t>(mover)] = names_.named(move);
      if (!placing && on_side(opposite_side(mover), *pawn(mover))) return end(mover);
    }
    if (plies_left_ == 0) return end(std::nullopt);
    give_turn_to_whoever_can_move(next_after(mover));
  }

  // The pawn leaves the board, the walls stay.
  void eliminate(int seat) override {
    pawns_[static_cast<std::size_t>(seat)].reset();
    mark_eliminated(seat);
    if (!over() && seat == to_move()) give_turn_to_whoever_can_move(next_after(seat));
  }

 private:
  void give_turn_to_whoever_can_move(int first) {
    int seat = first;
    for (int asked = 0; asked < standing(); ++asked, seat = next_after(seat))
      if (!moves_of(seat).empty()) return give_turn_to(seat);
    end(std::nullopt);
  }

  [[nodiscard]] const std::optional<Cell>& pawn(int seat) const {
    return pawns_[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] char own_side(int seat) const { return (seats() == 2 ? "SN" : "SWNE")[seat]; }
  [[nodiscard]] char opposite_side(int seat) const { return own_side((seat + seats() / 2) % seats()); }
  [[nodiscard]] bool on_side(char side, Cell c) const {
    switch (side) {
      case 'N':
        return c.row == 0;
      case 'S':
        return c.row == names_.rows() - 1;
      case 'W':
        return c.column == 0;
      default:
        return c.column == names_.columns() - 1;
    }
  }

  [[nodiscard]] bool playable(Cell c) const { return drawn_.at({2 * c.row, 2 * c.column}) == '.'; }
  [[nodiscard]] bool taken(Cell c) const {
    for (const auto& pawn : pawns_)
      if (pawn == c) return true;
    return false;
  }
  // One step from `c`, if there is a playable cell and no wall between.
  [[nodiscard]] std::optional<Cell> step(Cell c, Cell by) const {
    const Cell to{c.row + by.row, c.column + by.column};
    if (!playable(to) || drawn_.at({2 * c.row + by.row, 2 * c.column + by.column}) == 'w')
      return std::nullopt;
    return to;
  }

  [[nodiscard]] std::set<std::string> moves_of(int seat) const override {
    std::set<std::string> moves;
    if (!pawn(seat)) {
      for_each_cell([&](Cell c) {
        if (playable(c) && on_side(own_side(seat), c) && !taken(c)) moves.insert(names_.name(c));
      });
      return moves;
    }
    for (const Cell by : kPawnSteps) add_step(*pawn(seat), by, moves);
    if (walls_left_[static_cast<std::size_t>(seat)] == 0) return moves;
    for_each_cell([&](Cell c) {
      for (const char orientation : {'h', 'v'})
        if (wall_is_legal(c, orientation)) moves.insert(names_.name(c) + orientation);
    });
    return moves;
  }

  void add_step(Cell from, Cell by, std::set<std::string>& moves) const {
    const auto to = step(from, by);
    if (!to) return;
    if (!taken(*to)) {
      moves.insert(names_.name(*to));
      return;
    }
    if (const auto behind = step(*to, by); behind && !taken(*behind)) {
      moves.insert(names_.name(*behind));
      return;
    }
    for (const Cell aside : {Cell{by.column, by.row}, Cell{-by.column, -by.row}})
      if (const auto beside = step(*to, aside); beside && !taken(*beside)) moves.insert(names_.name(*beside));
  }

  // The three characters of a wall: the cell nearest a1 that it touches is south-west of its middle.
  [[nodiscard]] static std::array<Cell, 3> wall_cells(Cell anchor, char orientation) {
    const Cell middle{2 * anchor.row - 1, 2 * anchor.column + 1};
    if (orientation == 'h')
      return {Cell{middle.row, middle.column - 1}, middle, Cell{middle.row, middle.column + 1}};
    return {Cell{middle.row - 1, middle.column}, middle, Cell{middle.row + 1, middle.column}};
  }
  void draw_wall(Cell anchor, char orientation) {
    for (const Cell c : wall_cells(anchor, orientation)) drawn_.put(c, 'w');
  }

  [[nodiscard]] bool wall_is_legal(Cell anchor, char orientation) const {
    for (const Cell c : {anchor, Cell{anchor.row - 1, anchor.column}, Cell{anchor.row, anchor.column + 1},
                         Cell{anchor.row - 1, anchor.column + 1}})
      if (!playable(c)) return false;
    for (const Cell c : wall_cells(anchor, orientation))
      if (drawn_.at(c) == 'w') return false;  // overlaps or crosses
    ReferenceQuoridor after = *this;
    after.draw_wall(anchor, orientation);
    for (int seat = 0; seat < seats(); ++seat)
      if (!is_out(seat) && !after.has_path(seat)) return false;
    return true;
  }

  // A flood over the cells from the pawn, or from all of its side if it has not been placed. Pawns do
  // not block it.
  [[nodiscard]] bool has_path(int seat) const {
    Sheet seen(names_.rows(), names_.columns(), ' ');
    std::vector<Cell> flood;
    for_each_cell([&](Cell c) {
      if (pawn(seat) ? c == *pawn(seat) : playable(c) && on_side(own_side(seat), c)) flood.push_back(c);
    });
    while (!flood.empty()) {
      const Cell c = flood.back();
      flood.pop_back();
      if (seen.at(c) == 'x') continue;
      seen.put(c, 'x');
      if (on_side(opposite_side(seat), c)) return true;
      for (const Cell by : kPawnSteps)
        if (const auto to = step(c, by)) flood.push_back(*to);
    }
    return false;
  }

  template <class Visitor>
  void for_each_cell(const Visitor& visit) const {
    for (int r = 0; r < names_.rows(); ++r)
      for (int c = 0; c < names_.columns(); ++c) visit(Cell{r, c});
  }

  Sheet names_;
  Sheet drawn_;
  std::vector<std::optional<Cell>> pawns_;
  std::vector<int> walls_left_;
  int plies_left_;
};

}  // namespace

std::unique_ptr<Reference> reference_quoridor(const Sheet& board, int seats, int walls, int max_plies) {
  return std::make_unique<ReferenceQuoridor>(board, seats, walls, max_plies);
}

}  // namespace quiver::tests
