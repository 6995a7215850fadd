#include "tests/bench/naive_amazons.hpp"

namespace quiver::bench {

NaiveAmazons::NaiveAmazons(unsigned m, Scan scan) : scan_(scan), n_(m * m), taken_(m * m, 0), queens_(2) {
  const std::unique_ptr<gsl_spmatrix_uint, Free> coo(gsl_spmatrix_uint_alloc(n_, n_));
  const int rows[] = {-1, -1, 0, 1, 1, 1, 0, -1};
  const int columns[] = {0, 1, 1, 1, 0, -1, -1, -1};
  const int side = static_cast<int>(m);
  for (int r = 0; r < side; ++r)
    for (int c = 0; c < side; ++c)
      for (unsigned d = 0; d < 8; ++d) {
        const int to_r = r + rows[d];
        const int to_c = c + columns[d];
        if (to_r < 0 || to_c < 0 || to_r >= side || to_c >= side) continue;
        gsl_spmatrix_uint_set(coo.get(), static_cast<std::size_t>(r * side + c),
                              static_cast<std::size_t>(to_r * side + to_c), d + 1);
      }
  matrix_.reset(gsl_spmatrix_uint_compress(coo.get(), GSL_SPMATRIX_CSR));
  const unsigned t = 3 * m / 10;
  queens_[1] = {t, m - 1 - t, t * m, t * m + m - 1};
  for (const unsigned v : queens_[1]) queens_[0].push_back(n_ - 1 - v);
  for (const auto& seat : queens_)
    for (const unsigned v : seat) taken_[v] = 1;
}

unsigned NaiveAmazons::step(unsigned from, unsigned direction) const {
  unsigned found = kNone;
  for (unsigned j = 0; j < n_; ++j) {
    if (gsl_spmatrix_uint_get(matrix_.get(), from, j) != direction) continue;
    found = j;
    if (scan_ == Scan::kUntilFound) break;
  }
  return found;
}

std::uint64_t NaiveAmazons::perft(unsigned depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for (unsigned& queen : queens_[to_move_]) {
    const unsigned from = queen;
    for (unsigned d = 1; d <= 8; ++d) {
      for (unsigned to = step(from, d); to != kNone && taken_[to] == 0; to = step(to, d)) {
        taken_[from] = 0, taken_[to] = 1, queen = to;
        for (unsigned e = 1; e <= 8; ++e) {
          for (unsigned arrow = step(to, e); arrow != kNone && taken_[arrow] == 0; arrow = step(arrow, e)) {
            taken_[arrow] = 1, to_move_ ^= 1;
            count += perft(depth - 1);
            taken_[arrow] = 0, to_move_ ^= 1;
          }
        }
        taken_[from] = 1, taken_[to] = 0, queen = from;
      }
    }
  }
  return count;
}

}  // namespace quiver::bench
