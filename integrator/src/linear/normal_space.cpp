// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/normal_space.hpp"

#include <Eigen/QR>
#include <cmath>

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// Squared sine of the angle of a row with those before it, below which B = df dfᵀ is not trusted:
/// the condition of B is the square of that of df, and 1e-8 leaves half of double's digits.
constexpr double least_share = 1e-8;

}  // namespace

template <typename Real>
NormalSpace<Real>::NormalSpace(std::size_t rows, std::size_t columns, std::size_t codimension)
    : columns_(columns),
      codimension_(codimension),
      choice_(rows, codimension),
      jacobian_(rows * columns),
      picked_(rows == codimension ? 0 : codimension * columns),
      factor_(codimension * codimension) {
  if (codimension < many_rows) return;
  growing_.emplace(codimension, columns);
  sparse_.emplace(codimension, columns);
}

template <typename Real>
bool NormalSpace<Real>::factorize() {
  if (uses_all_rows()) return factorize_chosen() > 0 || factorize_orthogonally();
  if (choice_.exists()) {
    const Real share = factorize_chosen();
    if (share > 0 && !choice_.is_worn(sine_)) return true;
  }
  if (!choose_rows()) return false;
  const Real share = factorize_chosen();
  const bool possible = share > 0 || factorize_orthogonally();
  choice_.set_quality(possible ? sine_ : Real{0});
  return possible;
}

template <typename Real>
Real NormalSpace<Real>::factorize_chosen() {
  for (std::size_t i = 0; i < codimension_ && !uses_all_rows(); ++i) {
    const Real* from = jacobian_.data() + rows()[i] * columns_;
    std::copy(from, from + columns_, picked_.begin() + static_cast<std::ptrdiff_t>(i * columns_));
  }
  by_sparse_ = sparse_ && sparse_->fits(jacobian_, rows());
  if (by_sparse_) {
    const Real share = sparse_->factorize(matrix(), Real{least_share});
    sine_ = std::sqrt(share);
    return share;
  }
  if (growing_) {
    const Real share = growing_->factorize(matrix(), factor_.data(), Real{least_share});
    sine_ = std::sqrt(share);
    return share;
  }
  gram(matrix(), codimension_, columns_, factor_.data());
  const Real share = factorize_symmetric(factor_.data(), codimension_, Real{least_share});
  sine_ = std::sqrt(share);
  if (share > 0) invert_factor(factor_.data(), codimension_);
  return share;
}

template <typename Real>
bool NormalSpace<Real>::choose_rows() {
  return all_finite(std::span<const Real>(jacobian_)) && choice_.choose(jacobian_, columns_);
}

/// R of dfᵀ = Q R is the transposed factor of B without squaring the condition. Rare: allocates.
template <typename Real>
bool NormalSpace<Real>::factorize_orthogonally() {
  if (!all_finite(std::span<const Real>(matrix(), codimension_ * columns_))) return false;
  if (growing_) growing_->forget();
  by_sparse_ = false;
  const auto size = static_cast<Eigen::Index>(codimension_);
  Matrix<Real> unit =
      Eigen::Map<const Matrix<Real>>(matrix(), static_cast<Eigen::Index>(columns_), size);
  Eigen::Matrix<Real, Eigen::Dynamic, 1> lengths = unit.colwise().norm().transpose();
  for (Eigen::Index i = 0; i < size; ++i) {
    if (!(lengths[i] > 0)) return false;
    unit.col(i) /= lengths[i];
  }
  const Eigen::HouseholderQR<Matrix<Real>> qr(unit);
  const Matrix<Real>& r = qr.matrixQR();
  sine_ = 1;
  for (Eigen::Index i = 0; i < size; ++i) {
    if (!(std::abs(r(i, i)) > independence_threshold<Real>(columns_))) return false;
    sine_ = std::min(sine_, std::abs(r(i, i)));
    Real* row = factor_.data() + static_cast<std::size_t>(i) * codimension_;
    // Rᵀ R = L D Lᵀ, and lengths undone: L_ij = R_ji / R_jj, D_ii = R_ii².
    for (Eigen::Index j = 0; j < i; ++j) row[j] = r(j, i) * lengths[i] / (r(j, j) * lengths[j]);
    const Real pivot = r(i, i) * lengths[i];
    row[i] = 1 / (pivot * pivot);
  }
  invert_factor(factor_.data(), codimension_);
  return true;
}

template class NormalSpace<double>;
template class NormalSpace<long double>;

}  // namespace leafwise::integrator::detail
