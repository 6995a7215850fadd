// The baseline of the Amazons benchmark: what the course's reports began with.
//
// A generator that knows the board only as a GSL matrix in CSR and finds each step by asking
// gsl_spmatrix_uint_get(i, j) for every j, or, a little less naive, until the direction fits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gsl/gsl_spmatrix.h>

namespace quiver::bench {

class NaiveAmazons {
 public:
  enum class Scan { kEveryColumn, kUntilFound };

  // The classic start on a square board of side m.
  NaiveAmazons(unsigned m, Scan scan);

  // Sequences of `depth` moves, every leaf made and unmade.
  std::uint64_t perft(unsigned depth);

 private:
  static constexpr unsigned kNone = ~0U;

  [[nodiscard]] unsigned step(unsigned from, unsigned direction) const;

  struct Free {
    void operator()(gsl_spmatrix_uint* m) const { gsl_spmatrix_uint_free(m); }
  };
  Scan scan_;
  unsigned n_;
  std::unique_ptr<gsl_spmatrix_uint, Free> matrix_;
  std::vector<char> taken_;
  std::vector<std::vector<unsigned>> queens_;
  unsigned to_move_ = 0;
};

}  // namespace quiver::bench
