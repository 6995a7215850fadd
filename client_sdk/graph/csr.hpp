// A square sparse matrix of directions in compressed rows, as it travels: the input of Graph.
//
// Row i's entries are columns[row_starts[i] … row_starts[i + 1]) with directions beside them. Views own
// nothing. What is in them may be anything; Graph::from_csr is what judges it.
#pragma once

#include <cstdint>
#include <span>

namespace quiver::graph {

struct CsrView {
  std::span<const std::uint32_t> row_starts;  // one more than there are vertices
  std::span<const std::uint32_t> columns;
  std::span<const std::uint32_t> directions;
};

}  // namespace quiver::graph
