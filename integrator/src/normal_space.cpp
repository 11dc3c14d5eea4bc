// SPDX-License-Identifier: GPL-3.0-or-later
#include "normal_space.hpp"

#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <numeric>

#include "row_choice.hpp"

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
    : all_rows_(rows),
      columns_(columns),
      codimension_(codimension),
      chosen_(codimension),
      has_choice_(rows == codimension),
      jacobian_(rows * columns),
      picked_(rows == codimension ? 0 : codimension * columns),
      factor_(codimension * codimension) {
  std::iota(chosen_.begin(), chosen_.end(), std::size_t{0});
}

template <typename Real>
bool NormalSpace<Real>::factorize() {
  bool fresh_choice = uses_all_rows();
  if (!has_choice_) {
    if (!choose_rows()) return false;
    fresh_choice = true;
  }
  for (;;) {
    for (std::size_t i = 0; i < codimension_ && !uses_all_rows(); ++i) {
      const Real* from = jacobian_.data() + chosen_[i] * columns_;
      std::copy(from, from + columns_, picked_.begin() + static_cast<std::ptrdiff_t>(i * columns_));
    }
    gram(matrix(), codimension_, columns_, factor_.data());
    if (factorize_symmetric(factor_.data(), codimension_, Real(least_share)) > 0) return true;
    if (fresh_choice) return factorize_orthogonally();
    if (!choose_rows()) return false;
    fresh_choice = true;
  }
}

template <typename Real>
bool NormalSpace<Real>::choose_rows() {
  if (!all_finite(std::span<const Real>(jacobian_))) return false;
  if (!choose_independent_rows(std::span<const Real>(jacobian_), columns_, std::span(chosen_))) {
    return false;
  }
  has_choice_ = true;
  return true;
}

/// R of dfᵀ = Q R is the transposed factor of B without squaring the condition. Rare: allocates.
template <typename Real>
bool NormalSpace<Real>::factorize_orthogonally() {
  if (!all_finite(std::span<const Real>(matrix(), codimension_ * columns_))) return false;
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
  for (Eigen::Index i = 0; i < size; ++i) {
    if (!(std::abs(r(i, i)) > independence_threshold<Real>(columns_))) return false;
    Real* row = factor_.data() + static_cast<std::size_t>(i) * codimension_;
    // Rᵀ R = L D Lᵀ, and lengths undone: L_ij = R_ji / R_jj, D_ii = R_ii².
    for (Eigen::Index j = 0; j < i; ++j) row[j] = r(j, i) * lengths[i] / (r(j, j) * lengths[j]);
    const Real pivot = r(i, i) * lengths[i];
    row[i] = 1 / (pivot * pivot);
  }
  return true;
}

template class NormalSpace<double>;
template class NormalSpace<long double>;

}  // namespace leafwise::integrator::detail
