// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/stiff/stiff_forces.hpp"

#include <algorithm>
#include <utility>

#include "linear/dense.hpp"
#include "linear/small_vectors.hpp"

namespace leafwise::integrator::detail {

template <typename Real>
void divide_by_factors(const std::vector<Real>& factors, std::size_t n, Real* x) {
  if (!factors.empty()) solve_symmetric(factors.data(), n, x);
}

template <typename Real>
StiffForces<Real>::StiffForces(const StiffProblem<Real>& problem, std::vector<std::size_t> columns)
    : n_(problem.size()),
      columns_(std::move(columns)),
      square_(problem.epsilon * problem.epsilon),
      inverse_square_(1 / square_),
      mass_map_(problem.mass ? problem.mass->clone() : nullptr),
      force_map_(problem.force->clone()),
      gradient_map_(problem.gradient->clone()),
      mass_is_constant_(!mass_map_ || mass_map_->polynomial_degree() == std::size_t{0}),
      mass_(mass_map_ ? n_ * n_ : 0),
      mass_slopes_(mass_is_constant_ ? 0 : n_ * n_ * (1 + n_)),
      force_(n_),
      force_slopes_(n_ * (1 + 2 * n_)),
      gradient_(n_),
      slopes_(n_ * (1 + n_)),
      minor_(columns_.size()),
      direction_(1 + n_),
      axis_(1 + n_),
      second_(n_) {}

template <typename Real>
bool StiffForces<Real>::take_mass(std::span<const Real> place) {
  if (!mass_map_ || (mass_is_constant_ && has_mass_)) return true;
  mass_map_->value(place, mass_);
  // Pivots of a positive definite matrix are positive; how small they may be is not ours to say.
  has_mass_ = all_finite(std::span<const Real>(mass_)) &&
              factorize_symmetric(mass_.data(), n_, Real{0}) > 0;
  return has_mass_;
}

template <typename Real>
bool StiffForces<Real>::take_minor() {
  const std::size_t m = columns_.size();
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      minor_.entries[i * m + j] = hessian(columns_[i], columns_[j]);
    }
  }
  return m == 0 || minor_.factorize();
}

template <typename Real>
bool StiffForces<Real>::evaluate(std::span<const Real> point) {
  const std::span<const Real> place = point.first(1 + n_);
  if (columns_.empty()) {
    gradient_map_->value(place, gradient_);
  } else {
    gradient_map_->jacobian(place, gradient_, slopes_);
  }
  force_map_->value(point.first(1 + 2 * n_), force_);
  if (!all_finite(std::span<const Real>(gradient_)) || !all_finite(std::span<const Real>(force_))) {
    return false;
  }
  return take_mass(place) && take_minor();
}

template <typename Real>
bool StiffForces<Real>::differentiate(std::span<const Real> point) {
  const std::span<const Real> place = point.first(1 + n_);
  gradient_map_->jacobian(place, gradient_, slopes_);
  force_map_->jacobian(point.first(1 + 2 * n_), force_, force_slopes_);
  if (!mass_is_constant_) mass_map_->jacobian(place, mass_, mass_slopes_);
  if (!all_finite(std::span<const Real>(slopes_)) ||
      !all_finite(std::span<const Real>(force_slopes_)) ||
      !all_finite(std::span<const Real>(mass_slopes_))) {
    return false;
  }
  return take_mass(place) && take_minor();
}

template <typename Real>
void StiffForces<Real>::divide_by_mass(Real* x) const {
  divide_by_factors(mass_, n_, x);
}

template <typename Real>
void StiffForces<Real>::solve_minor(std::span<Real> x) {
  std::copy(x.begin(), x.end(), minor_.right.begin());
  minor_.solve();
  std::copy(minor_.right.begin(), minor_.right.end(), x.begin());
}

template <typename Real>
void StiffForces<Real>::reduced_gradient(std::span<Real> out) {
  for (std::size_t i = 0; i < columns_.size(); ++i) out[i] = gradient_[columns_[i]];
  solve_minor(out);
}

template <typename Real>
void StiffForces<Real>::subtract_reaction(std::span<const Real> multipliers, Real* x) const {
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      x[i] -= hessian(i, columns_[c]) * multipliers[c];
    }
  }
}

template <typename Real>
void StiffForces<Real>::remainder(std::span<Real> out) {
  std::copy(gradient_.begin(), gradient_.end(), out.begin());
  reduced_gradient(std::span<Real>(second_).first(columns_.size()));
  subtract_reaction(second_, out.data());
  for (Real& entry : out) entry *= -inverse_square_;
  for (const std::size_t column : columns_) out[column] = 0;
}

/// With H_I the rows of the columns: H_I M⁻¹ H_Iᵀ λ = H_I M⁻¹ f + d²∇U_I((1, q'), (1, q')).
template <typename Real>
bool StiffForces<Real>::balance(std::span<const Real> point, std::span<Real> multipliers) {
  const std::size_t m = columns_.size();
  if (m == 0) return true;
  if (!evaluate(point)) return false;
  direction_[0] = 1;
  copy_few(point.data() + 1 + n_, direction_.data() + 1, n_);
  gradient_map_->second(point.first(1 + n_), direction_, direction_, second_);
  std::vector<Real> reaction(n_);
  const auto apply = [&](std::size_t row) {
    return dot(slopes_.data() + columns_[row] * (1 + n_) + 1, reaction.data(), n_);
  };
  ShiftedMatrix<Real> matrix(m);
  copy_few(force_.data(), reaction.data(), n_);
  divide_by_mass(reaction.data());
  for (std::size_t i = 0; i < m; ++i) matrix.right[i] = apply(i) + second_[columns_[i]];
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = 0; i < n_; ++i) reaction[i] = hessian(i, columns_[j]);
    divide_by_mass(reaction.data());
    for (std::size_t i = 0; i < m; ++i) matrix.entries[i * m + j] = apply(i);
  }
  if (!matrix.factorize()) return false;
  matrix.solve();
  std::copy(matrix.right.begin(), matrix.right.end(), multipliers.begin());
  return all_finite(std::span<const Real>(multipliers));
}

template <typename Real>
void StiffForces<Real>::subtract_inertia(std::span<const Real> a, Real* matrix) const {
  if (mass_is_constant_) return;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t b = 0; b < n_; ++b) {
      add_multiple(-a[b], mass_slopes_.data() + (i * n_ + b) * (1 + n_) + 1, matrix + i * n_, n_);
    }
  }
}

template <typename Real>
void StiffForces<Real>::subtract_reaction_slopes(std::span<const Real> point,
                                                 std::span<const Real> multipliers,
                                                 Real* matrix) {
  std::fill(direction_.begin(), direction_.end(), Real{0});
  for (std::size_t c = 0; c < columns_.size(); ++c) direction_[1 + columns_[c]] = multipliers[c];
  std::fill(axis_.begin(), axis_.end(), Real{0});
  for (std::size_t j = 0; j < n_; ++j) {
    axis_[1 + j] = 1;
    gradient_map_->second(point.first(1 + n_), direction_, axis_, second_);
    axis_[1 + j] = 0;
    for (std::size_t i = 0; i < n_; ++i) matrix[i * n_ + j] -= second_[i];
  }
}

template class StiffForces<double>;
template class StiffForces<long double>;
template void divide_by_factors(const std::vector<double>&, std::size_t, double*);
template void divide_by_factors(const std::vector<long double>&, std::size_t, long double*);

}  // namespace leafwise::integrator::detail
