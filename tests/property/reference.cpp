#include "tests/property/reference.hpp"

#include <algorithm>

namespace quiver::tests {

std::string Sheet::name(Cell c) const {
  std::string letters(1, static_cast<char>('a' + c.column % 26));
  if (c.column >= 26) letters.insert(letters.begin(), static_cast<char>('a' + c.column / 26 - 1));
  return letters + std::to_string(rows() - c.row);
}

Cell Sheet::named(const std::string& name) const {
  for (int r = 0; r < rows(); ++r)
    for (int c = 0; c < columns(); ++c)
      if (this->name({r, c}) == name) return {r, c};
  return {-1, -1};
}

std::set<std::string> Reference::legal_moves() const {
  return over_ ? std::set<std::string>{} : moves_of(to_move_);
}

int Reference::next_after(int seat) const {
  int next = seat;
  do next = (next + 1) % seats();
  while (is_out(next));
  return next;
}

int Reference::standing() const { return static_cast<int>(std::count(out_.begin(), out_.end(), false)); }

void Reference::mark_eliminated(int seat) {
  out_.at(static_cast<std::size_t>(seat)) = true;
  if (standing() == 1) end(next_after(seat));
}

std::uint64_t reference_perft(const Reference& position, int depth) {
  if (depth == 0) return 1;
  const std::set<std::string> moves = position.legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t count = 0;
  for (const std::string& move : moves) {
    const std::unique_ptr<Reference> child = position.clone();
    child->apply(move);
    count += reference_perft(*child, depth - 1);
  }
  return count;
}

Sheet shape_sheet(const std::string& shape, int side) {
  const int m = side;
  Sheet board(m, m, '.');
  for (int r = 0; r < m; ++r) {
    for (int c = 0; c < m; ++c) {
      const bool donut = r >= m / 3 && r < 2 * m / 3 && c >= m / 3 && c < 2 * m / 3;
      const int row_fifth = r * 5 / m;
      const int column_fifth = c * 5 / m;
      const bool clover = (row_fifth == 1 || row_fifth == 3) && (column_fifth == 1 || column_fifth == 3);
      const int row_quarter = r * 4 / m;
      const int column_quarter = c * 4 / m;
      const bool eight =
          (row_quarter == 1 && column_quarter == 2) || (row_quarter == 2 && column_quarter == 1);
      const bool hole =
          (shape == "donut" && donut) || (shape == "clover" && clover) || (shape == "eight" && eight);
      if (hole) board.put({r, c}, '#');
    }
  }
  return board;
}

namespace {

// The point reflection of `c`.
Cell reflected(const Sheet& board, Cell c) {
  return {board.rows() - 1 - c.row, board.columns() - 1 - c.column};
}

}  // namespace

Sheet with_course_start(Sheet board, int seats) {
  const int m = board.rows();
  const int q = 4 * (m / 10 + 1);
  const int s = m / (q / 2);
  for (int k = 0; k <= q / 4 - 1; ++k) {
    const int o = k * s + 1;
    if (seats == 2) {
      for (const Cell c : {Cell{0, o}, Cell{0, m - 1 - o}, Cell{o, 0}, Cell{o, m - 1}}) {
        board.put(c, '0');
        board.put(reflected(board, c), '1');
      }
    } else {
      for (const int offset : {o, m - 1 - o}) {
        board.put({0, offset}, '0');      // north
        board.put({offset, m - 1}, '1');  // east
        board.put({m - 1, offset}, '2');  // south
        board.put({offset, 0}, '3');      // west
      }
    }
  }
  return board;
}

Sheet with_classic_start(Sheet board) {
  const int m = board.rows();
  const int t = 3 * m / 10;
  for (const Cell c : {Cell{0, t}, Cell{0, m - 1 - t}, Cell{t, 0}, Cell{t, m - 1}}) {
    board.put(c, '1');
    board.put(reflected(board, c), '0');
  }
  return board;
}

Sheet with_middle_start(Sheet board, int seats) {
  const int last = board.rows() - 1;
  const int middle = board.rows() / 2;
  if (seats == 2) {
    board.put({last, middle}, '0');  // south
    board.put({0, middle}, '1');     // north
    return board;
  }
  board.put({last, middle}, '0');  // south
  board.put({middle, 0}, '1');     // west
  board.put({0, middle}, '2');     // north
  board.put({middle, last}, '3');  // east
  return board;
}

}  // namespace quiver::tests
