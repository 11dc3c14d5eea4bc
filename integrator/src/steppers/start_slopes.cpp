// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/start_slopes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace leafwise::integrator {
namespace {

/// How many guesses there are, of these sizes in turn.
constexpr int most_guesses = 24;
constexpr std::array<double, 3> guess_sizes = {1, 4, 0.25};
constexpr double least_guess = 0.5;
/// Of a step: how far from its start V is asked. Nearer, quotients of small numbers have no digits.
constexpr double share_of_step = 0.05;
constexpr int most_iterations = 20;
constexpr double rounding = 1e-9;
/// Newton's method comes to the same slopes by more digits than this.
constexpr double same = 1e-5;

}  // namespace

template <typename Real>
FieldDerivative<Real>::FieldDerivative(std::size_t dimension)
    : units_(dimension * dimension, Real{0}), other_(dimension) {
  for (std::size_t k = 0; k < dimension; ++k) units_[k * dimension + k] = 1;
}

template <typename Real>
bool FieldDerivative<Real>::take(Geometry<Real>& geometry,
                                 std::span<Real> point,
                                 std::span<const Real> field,
                                 std::span<Real> along) {
  if (geometry.derivatives(point, field, units_, along)) return true;
  const std::size_t m = point.size();
  const Real root = std::sqrt(std::numeric_limits<Real>::epsilon());
  for (std::size_t k = 0; k < m; ++k) {
    const Real here = point[k];
    const Real delta = root * (here != 0 ? std::abs(here) : Real{1});
    point[k] = here + delta;
    const FieldStatus status = geometry.field(point, other_);
    point[k] = here;
    if (status != FieldStatus::good) return false;
    for (std::size_t j = 0; j < m; ++j) along[k * m + j] = (other_[j] - field[j]) / delta;
  }
  return true;
}

template <typename Real>
bool are_near(std::span<const Real> slopes, std::span<const Real> others, double share) {
  Real gap = 0;
  Real whole = 0;
  for (std::size_t j = 0; j < slopes.size(); ++j) {
    gap = std::max(gap, std::abs(others[j] - slopes[j]));
    whole = std::max(whole, std::abs(slopes[j]));
  }
  return gap <= static_cast<Real>(share) * whole;
}

template <typename Real>
StartSlopes<Real>::StartSlopes(Geometry<Real>& geometry, std::span<const Real> from, Real size)
    : geometry_(geometry),
      m_(from.size()),
      from_(from.begin(), from.end()),
      size_(size),
      derivative_(m_),
      point_(m_),
      field_(m_),
      along_(m_ * m_),
      matrix_(m_ * m_),
      gap_(m_),
      change_(m_) {}

template <typename Real>
bool StartSlopes<Real>::next(std::vector<Real>& guess) {
  const std::size_t time = *geometry_.problem().independent;
  while (count_ < most_guesses) {
    const double size = guess_sizes.at(static_cast<std::size_t>(count_++) % guess_sizes.size());
    for (std::size_t j = 0; j < m_; ++j) {
      const Real number = numbers_.next<Real>();
      const Real slope = number + std::copysign(static_cast<Real>(least_guess), number);
      gap_[j] = j == time ? Real{1} : static_cast<Real>(size) * slope;
    }
    if (geometry_.to_tangent(from_, gap_, guess) != ProjectionStatus::good) continue;
    const Real rate = guess[time];
    if (!(rate != 0)) continue;
    for (Real& entry : guess) entry /= rate;
    return true;
  }
  return false;
}

template <typename Real>
bool StartSlopes<Real>::solve(std::vector<Real>& guess) {
  is_known_ = false;
  if (!converges(guess)) return false;
  is_known_ = std::ranges::any_of(
      known_, [&](const std::vector<Real>& slopes) { return are_near<Real>(slopes, guess, same); });
  if (!is_known_) known_.push_back(guess);
  return !is_known_;
}

template <typename Real>
bool StartSlopes<Real>::converges(std::vector<Real>& guess) {
  const Real delta = static_cast<Real>(share_of_step) * size_;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    for (std::size_t j = 0; j < m_; ++j) point_[j] = from_[j] + delta * guess[j];
    if (geometry_.field(point_, field_) != FieldStatus::good) return false;
    if (!derivative_.take(geometry_, point_, field_, along_)) return false;
    for (std::size_t l = 0; l < m_; ++l) {
      gap_[l] = field_[l] - guess[l];
      for (std::size_t k = 0; k < m_; ++k) {
        matrix_[l * m_ + k] = (l == k ? Real{1} : Real{0}) - delta * along_[k * m_ + l];
      }
    }
    if (!solver_.factorize(matrix_, m_, m_)) return false;
    solver_.solve(gap_, change_);
    Real moved = 0;
    Real whole = 0;
    for (std::size_t j = 0; j < m_; ++j) {
      guess[j] += change_[j];
      moved = std::max(moved, std::abs(change_[j]));
      whole = std::max(whole, std::abs(guess[j]));
    }
    if (!std::isfinite(whole)) return false;
    if (moved <= static_cast<Real>(rounding) * whole) return true;
  }
  return false;
}

template bool are_near(std::span<const double>, std::span<const double>, double);
template bool are_near(std::span<const long double>, std::span<const long double>, double);
template class FieldDerivative<double>;
template class FieldDerivative<long double>;
template class StartSlopes<double>;
template class StartSlopes<long double>;

}  // namespace leafwise::integrator
