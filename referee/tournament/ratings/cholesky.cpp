#include "referee/tournament/ratings/cholesky.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

namespace quiver::tournament {

namespace {

// What is added to a diagonal, as a part of its largest number.
constexpr double kLeastAdded = 1e-14;
constexpr double kMostAdded = 1e-6;

// GSL works on matrices of any layout through views. It takes none without rows.
gsl_matrix_const_view view(const Matrix& matrix) {
  return gsl_matrix_const_view_array(matrix.row(0), matrix.size(), matrix.size());
}
gsl_matrix_view view(Matrix& matrix) {
  return gsl_matrix_view_array(matrix.row(0), matrix.size(), matrix.size());
}

// GSL reports errors by its return value; turn_off_gsl_abort() keeps it from ending the process.
void need(int status) {
  if (status != GSL_SUCCESS) throw std::logic_error(std::string("ratings: ") + gsl_strerror(status));
}

}  // namespace

Cholesky::Cholesky(Matrix matrix) : factor_(matrix) {
  if (factor_.size() == 0) return;
  double largest = 0;
  for (std::size_t k = 0; k < matrix.size(); ++k) largest = std::max(largest, matrix.at(k, k));
  for (double added = kLeastAdded;; added *= 10) {
    auto factor = view(factor_);
    const int status = gsl_linalg_cholesky_decomp1(&factor.matrix);
    if (status == GSL_SUCCESS) return;
    if (status != GSL_EDOM || added > kMostAdded) need(status);
    factor_ = matrix;
    for (std::size_t k = 0; k < matrix.size(); ++k) factor_.at(k, k) += added * largest;
  }
}

std::vector<double> Cholesky::solve(std::vector<double> right) const {
  if (right.empty()) return right;
  const auto factor = view(factor_);
  auto values = gsl_vector_view_array(right.data(), right.size());
  need(gsl_linalg_cholesky_svx(&factor.matrix, &values.vector));
  return right;
}

Matrix Cholesky::inverse() const {
  Matrix result = factor_;
  if (result.size() == 0) return result;
  auto values = view(result);
  need(gsl_linalg_cholesky_invert(&values.matrix));
  return result;
}

Matrix sandwich(const Matrix& a, const Matrix& b) {
  Matrix product(a.size());
  Matrix result(a.size());
  if (a.size() == 0) return result;
  const auto left = view(a);
  const auto middle = view(b);
  auto half = view(product);
  auto whole = view(result);
  need(gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, &left.matrix, &middle.matrix, 0, &half.matrix));
  need(gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, &half.matrix, &left.matrix, 0, &whole.matrix));
  return result;
}

}  // namespace quiver::tournament
