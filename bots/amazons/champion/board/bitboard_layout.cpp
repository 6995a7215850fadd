#include "bots/amazons/champion/board/bitboard_layout.hpp"

#include <algorithm>

#include "bots/amazons/board/bitboard_layout.hpp"

namespace quiver::bots::amazons::champion {

// A Cell is 8 bits, hence at most 256 cells.
unsigned words_for(const Amazons& game) {
  const std::uint32_t cells = game.graph().num_vertices();
  if (cells > 256 || game.grid().rows < 2 || game.grid().columns < 2 || !is_plain_grid(game)) return 0;
  return cells <= 128 ? 2 : 4;
}

template <unsigned Words>
BitboardLayout<Words>::BitboardLayout(const Amazons& game) : digest_(game.graph().digest()) {
  place_cells(game);
  compute_lanes();
  compute_rays();
  compute_lines();
  for (unsigned b = 0; b < kMaxCells; ++b)
    keys_.push_back(games::key(games::Key::kArrow, 0, vertices_[b].value()));
  for (unsigned s = 0; s < kMaxSeats; ++s)
    for (unsigned b = 0; b < kMaxCells; ++b)
      keys_.push_back(games::key(games::Key::kQueen, s, vertices_[b].value()));
}

template <unsigned Words>
void BitboardLayout<Words>::place_cells(const Amazons& game) {
  const graph::Grid& grid = game.grid();
  on_its_side_ = grid.columns > grid.rows;
  rows_ = on_its_side_ ? grid.columns : grid.rows;
  stride_ = on_its_side_ ? grid.rows : grid.columns;
  vertices_.assign(kMaxCells, game.graph().off_board());
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v) {
    const std::uint32_t row = v / grid.columns, column = v % grid.columns;
    const std::uint32_t bit = on_its_side_ ? column * stride_ + row : row * stride_ + column;
    cells_.push_back(static_cast<Cell>(bit));
    vertices_[bit] = Vertex{v};
    // Holes are in these two: a diagonal step may pass between holes.
    if (bit % stride_ != 0) not_first_ |= Set::of(bit);
    if (bit % stride_ != stride_ - 1) not_last_ |= Set::of(bit);
    if (!game.graph().isolated(Vertex{v})) playable_ |= Set::of(bit);
  }
}

// Four directions side by side: one AVX2 register holds the same word of all four.
template <unsigned Words>
void BitboardLayout<Words>::compute_lanes() {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  lanes_.by = {1, stride_ - 1, stride_, stride_ + 1};
  for (unsigned k = 0; k < Words; ++k) {
    const std::uint64_t first = not_first_.words[k], last = not_last_.words[k];
    lanes_.up[k] = {first, last, kAll, first};
    lanes_.down[k] = {last, first, kAll, last};
  }
}

// Directions k and k + 4 are opposite; 0 to 3 lead to higher bits.
template <unsigned Words>
void BitboardLayout<Words>::compute_rays() {
  constexpr std::array<std::array<int, 2>, 8> kDirections = {
      {{0, 1}, {1, -1}, {1, 0}, {1, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}}};
  const auto rows = static_cast<int>(rows_), columns = static_cast<int>(stride_);
  for (int cell = 0; cell < rows * columns; ++cell)
    for (unsigned d = 0; d < 8; ++d) {
      int row = cell / columns + kDirections[d][0], column = cell % columns + kDirections[d][1];
      for (bool first = true; row >= 0 && row < rows && column >= 0 && column < columns; first = false) {
        const Set here = Set::of(static_cast<unsigned>(row * columns + column));
        rays_[static_cast<unsigned>(cell)][d] |= here;
        if (first) neighbours_[static_cast<unsigned>(cell)] |= here & playable_;
        row += kDirections[d][0], column += kDirections[d][1];
      }
    }
}

template <unsigned Words>
void BitboardLayout<Words>::compute_lines() {
  for (unsigned cell = 0; cell < rows_ * stride_; ++cell)
    for (unsigned axis = 0; axis < kUpwards; ++axis) {
      Line& line = lines_[cell][axis];
      const Set& below = rays_[cell][axis + kUpwards];
      line.cells = rays_[cell][axis] | below | Set::of(cell);
      line.at = static_cast<std::uint8_t>(below.count());
      line.length = static_cast<std::uint8_t>(line.cells.count());
      for (unsigned k = 1; k < Words; ++k)
        line.before[k] =
            static_cast<std::uint8_t>(line.before[k - 1] + std::popcount(line.cells.words[k - 1]));
    }
}

template class BitboardLayout<2>;
template class BitboardLayout<4>;

}  // namespace quiver::bots::amazons::champion
