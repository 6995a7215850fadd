#include "client_sdk/games/hex/chains.hpp"

#include <algorithm>

namespace quiver::games::hex {

Chains::Link Chains::add(Cell cell, Sides sides, std::span<const Cell> neighbours) {
  parent_[cell] = cell;
  size_[cell] = 1;
  sides_[cell] = sides;
  // Cells that follow each other around a cell are neighbours: of its six, no more than three chains.
  std::array<Cell, 4> trees{cell};
  std::size_t count = 1;
  Link link;
  link.root = cell;
  for (const Cell neighbour : neighbours) {
    const Cell found = root(neighbour);
    if (std::find(trees.begin(), trees.begin() + count, found) != trees.begin() + count) continue;
    trees[count++] = found;
    if (link.root == cell || size_[found] > size_[link.root]) link.root = found;
  }
  link.sides = sides_[link.root];
  for (std::size_t k = 0; k < count; ++k)
    if (trees[k] != link.root) hang(link, trees[k]);
  return link;
}

void Chains::hang(Link& link, Cell root) {
  link.hung[link.count++] = root;
  parent_[root] = link.root;
  size_[link.root] = static_cast<std::uint16_t>(size_[link.root] + size_[root]);
  sides_[link.root] |= sides_[root];
}

// Exact because trees come off in the reverse order of their union, and no path was compressed since.
void Chains::remove(const Link& link) {
  for (std::uint8_t k = 0; k < link.count; ++k) {
    const Cell root = link.hung[k];
    parent_[root] = root;
    size_[link.root] = static_cast<std::uint16_t>(size_[link.root] - size_[root]);
  }
  sides_[link.root] = link.sides;
}

}  // namespace quiver::games::hex
