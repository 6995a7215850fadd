#include "referee/tournament/cholesky.hpp"

#include <cmath>
#include <numeric>

namespace quiver::tournament {

namespace {

// Rows times columns, where the second is symmetric or given as its transpose, so that both are read along
// rows.
Matrix by_rows(const Matrix& a, const Matrix& transposed) {
  const std::size_t n = a.size();
  Matrix product(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      product.at(i, j) = std::inner_product(a.row(i), a.row(i) + n, transposed.row(j), 0.0);
  return product;
}

}  // namespace

Cholesky::Cholesky(Matrix matrix) : lower_(std::move(matrix)) {
  for (std::size_t i = 0; i < lower_.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const double rest =
          lower_.at(i, j) - std::inner_product(lower_.row(i), lower_.row(i) + j, lower_.row(j), 0.0);
      lower_.at(i, j) = i == j ? std::sqrt(rest) : rest / lower_.at(j, j);
    }
}

std::vector<double> Cholesky::solve(std::vector<double> right) const {
  const std::size_t n = lower_.size();
  for (std::size_t i = 0; i < n; ++i)
    right[i] = (right[i] - std::inner_product(lower_.row(i), lower_.row(i) + i, right.begin(), 0.0)) /
               lower_.at(i, i);
  for (std::size_t i = n; i-- > 0;) {
    right[i] /= lower_.at(i, i);
    for (std::size_t j = 0; j < i; ++j) right[j] -= lower_.at(i, j) * right[i];
  }
  return right;
}

Matrix Cholesky::inverse() const {
  const std::size_t n = lower_.size();
  Matrix result(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<double> unit(n);
    unit[k] = 1;
    const std::vector<double> column = solve(std::move(unit));
    std::copy(column.begin(), column.end(), result.row(k));
  }
  return result;
}

Matrix sandwich(const Matrix& a, const Matrix& b) { return by_rows(by_rows(a, b), a); }

}  // namespace quiver::tournament
