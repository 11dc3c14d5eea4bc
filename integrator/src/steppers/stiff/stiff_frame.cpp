// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/stiff/stiff_frame.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace leafwise::integrator::detail {

template <typename Real>
Real negligible_stiffness() {
  return std::sqrt(std::numeric_limits<Real>::epsilon());
}

template <typename Real>
StiffFrame<Real>::StiffFrame(const StiffProblem<Real>& problem)
    : n_(static_cast<Eigen::Index>(problem.size())),
      mass_map_(problem.mass ? problem.mass->clone() : nullptr),
      gradient_map_(problem.gradient->clone()),
      values_(problem.size() * problem.size()),
      slopes_(problem.size() * (1 + problem.size())),
      gradient_(n_),
      drift_(n_),
      hessian_(n_, n_),
      mass_(Matrix::Identity(n_, n_)),
      directions_(n_, n_),
      squares_(n_) {}

template <typename Real>
typename StiffFrame<Real>::State StiffFrame<Real>::take(std::span<const Real> place) {
  const auto width = n_ + 1;
  gradient_map_->jacobian(
      place, {gradient_.data(), static_cast<std::size_t>(n_)}, std::span<Real>(slopes_));
  using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> slopes(slopes_.data(), n_, width);
  drift_ = slopes.col(0);
  const Matrix raw = slopes.rightCols(n_);
  // Differences of a user's gradient are symmetric up to their error only.
  hessian_ = (raw + raw.transpose()) / 2;
  if (mass_map_) {
    mass_map_->value(place, values_);
    const Matrix entries = Eigen::Map<const Rows>(values_.data(), n_, n_);
    mass_ = (entries + entries.transpose()) / 2;
  }
  if (!gradient_.allFinite() || !slopes.allFinite() || !mass_.allFinite()) return State::not_finite;
  if (Eigen::LLT<Matrix>(mass_).info() != Eigen::Success) return State::mass_not_positive;
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(hessian_, mass_);
  if (solver.info() != Eigen::Success) return State::not_finite;
  std::vector<Eigen::Index> order(static_cast<std::size_t>(n_));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::ranges::stable_sort(
      order, std::greater<>{}, [&](Eigen::Index i) { return std::abs(solver.eigenvalues()(i)); });
  for (Eigen::Index i = 0; i < n_; ++i) {
    const Eigen::Index from = order[static_cast<std::size_t>(i)];
    directions_.col(i) = solver.eigenvectors().col(from);
    squares_(i) = solver.eigenvalues()(from);
  }
  return State::good;
}

template <typename Real>
Eigen::Index StiffFrame<Real>::rank(Real scale) const {
  Eigen::Index count = 0;
  while (count < n_ && std::abs(squares_(count)) > negligible_stiffness<Real>() * scale) ++count;
  return count;
}

template double negligible_stiffness();
template long double negligible_stiffness();
template class StiffFrame<double>;
template class StiffFrame<long double>;

}  // namespace leafwise::integrator::detail
