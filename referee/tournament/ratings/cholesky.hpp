// Symmetric positive definite matrices: the little linear algebra that ratings need, by GSL. Pure values; any
// thread.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace quiver::tournament {

// Square, by rows.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), values_(size * size) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] double& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }
  [[nodiscard]] double* row(std::size_t number) { return values_.data() + number * size_; }
  [[nodiscard]] const double* row(std::size_t number) const { return values_.data() + number * size_; }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

// A product of a lower triangular matrix and its transpose. Throws std::logic_error where there is none.
class Cholesky {
 public:
  // `matrix` is symmetric and positive definite; only its lower half is read. Where rounding has made it
  // singular, as little is added to its diagonal as makes it positive definite again.
  explicit Cholesky(Matrix matrix);
  // The x with A x = right.
  [[nodiscard]] std::vector<double> solve(std::vector<double> right) const;
  // Of the original matrix.
  [[nodiscard]] Matrix inverse() const;

 private:
  Matrix factor_;
};

// a b a, where both are symmetric.
Matrix sandwich(const Matrix& a, const Matrix& b);

}  // namespace quiver::tournament
