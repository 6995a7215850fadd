// Where the cells of a board lie in bitsets, and what never changes about them during a game.
//
// There is a layout for boards drawn on a grid whose neighbours are all joined (shapes and maps are such
// boards), of up to 128 cells in two words, or up to 256 in four. Bits lie row after row without gaps. A
// board that is wider than tall is transposed, so that rows are short: a step down is at most 17 bits, less
// than a word. A step over the left or right edge would end in the next row; masks without the first or last
// column prevent that. Immutable, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "bots/search/bitset.hpp"
#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::bots::amazons::champion {

using base::Seat;
using base::Vertex;
using games::Amazons;
using games::kMaxSeats;

// A cell as a bit, and a whole move in bits.
using Cell = std::uint8_t;
struct BitMove {
  Cell from = 0, to = 0, arrow = 0;
  friend bool operator==(const BitMove&, const BitMove&) = default;
  [[nodiscard]] bool none() const { return from == to; }
};

// How many words the bits of a board take, 2 or 4; 0 if there is no layout for it.
unsigned words_for(const Amazons& game);

template <unsigned Words>
class BitboardLayout {
 public:
  using Set = Bitset<Words>;
  static constexpr unsigned kMaxCells = Words * 64;

  // words_for(game) says that many words.
  explicit BitboardLayout(const Amazons& game);

  [[nodiscard]] bool is_for(const Amazons& game) const { return game.graph().digest() == digest_; }
  [[nodiscard]] unsigned stride() const { return stride_; }
  [[nodiscard]] const Set& playable() const { return playable_; }
  [[nodiscard]] const Set& not_first() const { return not_first_; }  // columns
  [[nodiscard]] const Set& not_last() const { return not_last_; }
  // How many words its cells take, which may be one less than there are.
  [[nodiscard]] unsigned words_used() const { return (rows_ * stride_ + 63) / 64; }

  // By how many bits the directions 0 to 3 move, and word by word the cells that they may enter, going up,
  // and those that the opposite ones may, going down: all but the column that is come to over the edge. As
  // lanes of registers.
  struct Lanes {
    using Four = std::array<std::uint64_t, 4>;
    alignas(32) Four by{};
    alignas(32) std::array<Four, Words> up{};
    alignas(32) std::array<Four, Words> down{};
  };
  [[nodiscard]] const Lanes& lanes() const { return lanes_; }
  [[nodiscard]] const Set& neighbours(Cell cell) const { return neighbours_[cell]; }

  // The cells in one direction from a cell, to the edge of the grid; holes are among them. Directions 0 to 3
  // go to higher bits, 4 to 7 to lower ones.
  static constexpr unsigned kUpwards = 4;
  [[nodiscard]] const Set& ray(Cell cell, unsigned direction) const { return rays_[cell][direction]; }

  // The whole line through a cell along one of four axes, and which of its cells that is, counted from the
  // lowest bit. `before` is how many of its cells lie in lower words.
  struct Line {
    Set cells;
    std::array<std::uint8_t, Words> before{};
    std::uint8_t at = 0, length = 0;
  };
  [[nodiscard]] const std::array<Line, 4>& lines(Cell cell) const { return lines_[cell]; }

  [[nodiscard]] Cell cell(Vertex v) const { return cells_[v.value()]; }
  [[nodiscard]] Vertex vertex(Cell cell) const { return vertices_[cell]; }
  [[nodiscard]] Amazons::Move move(const BitMove& move) const {
    return {vertex(move.from), vertex(move.to), vertex(move.arrow)};
  }

  // A piece's share of a position's hash.
  [[nodiscard]] std::uint64_t arrow_key(Cell cell) const { return keys_[cell]; }
  [[nodiscard]] std::uint64_t queen_key(Seat s, Cell cell) const {
    return keys_[(s.value() + std::size_t{1}) * kMaxCells + cell];
  }

 private:
  // These four run once a board, in this order: each uses what the ones before it filled in.
  void place_cells(const Amazons& game);
  void compute_lanes();
  void compute_rays();
  void compute_lines();

  std::uint64_t digest_;
  unsigned rows_ = 0, stride_ = 0;
  bool on_its_side_ = false;
  Set playable_, not_first_, not_last_;
  Lanes lanes_;
  std::array<Set, kMaxCells> neighbours_;
  std::array<std::array<Set, 8>, kMaxCells> rays_;
  std::array<std::array<Line, 4>, kMaxCells> lines_;
  std::vector<Cell> cells_;       // by vertex
  std::vector<Vertex> vertices_;  // by bit
  std::vector<std::uint64_t> keys_;
};

}  // namespace quiver::bots::amazons::champion
