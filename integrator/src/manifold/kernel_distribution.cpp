// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/kernel_distribution.hpp"

#include <Eigen/QR>
#include <cmath>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "linear/dense.hpp"
#include "linear/kernel_solver.hpp"

namespace leafwise::integrator {
namespace {

template <typename Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename Real>
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

}  // namespace

template <typename Real>
struct KernelDistribution<Real>::State {
  State(std::unique_ptr<SmoothMap<Real>> map, std::optional<std::size_t> speed_one)
      : matrix(std::move(map)),
        independent(speed_one),
        m(matrix->inputs()),
        k(matrix->outputs() / m),
        solver(k, m),
        entries(k * m),
        bordered(index(k + 1), index(m)),
        right(index(k + 1)) {}

  std::unique_ptr<SmoothMap<Real>> matrix;
  std::optional<std::size_t> independent;
  std::size_t m;
  std::size_t k;
  detail::KernelSolver<Real> solver;
  std::vector<Real> entries;
  std::vector<std::string> no_names;

  // For Taylor coefficients: N with the row that fixes the parameter, and N's own coefficients.
  Matrix<Real> bordered;
  Vector<Real> right;
  Eigen::ColPivHouseholderQR<Matrix<Real>> factors;
  std::vector<Real> coefficients;  // N_d, each k·m

  bool taylor_start(std::span<Real> curve);
};

template <typename Real>
KernelDistribution<Real>::KernelDistribution(const std::shared_ptr<const SmoothMap<Real>>& matrix,
                                             std::optional<std::size_t> independent) {
  const auto refuse = [](const char* message, const char* expected) {
    throw InvalidInput({.message = message, .expected = expected, .range = {}, .place = {}});
  };
  if (!matrix || matrix->inputs() == 0 || matrix->outputs() % matrix->inputs() != 0) {
    refuse("the matrix of a distribution on ℝᵐ needs rows of length m", "k·m outputs, m inputs");
  }
  if (matrix->outputs() / matrix->inputs() + 1 < matrix->inputs()) {
    refuse("the matrix of a one-dimensional distribution on ℝᵐ needs m − 1 rows or more", "");
  }
  if (independent && *independent >= matrix->inputs()) {
    refuse("there is no coordinate with the number given as independent variable", "");
  }
  state_ = std::make_unique<State>(matrix->clone(), independent);
}

template <typename Real>
KernelDistribution<Real>::~KernelDistribution() = default;

template <typename Real>
std::size_t KernelDistribution<Real>::dimension() const noexcept {
  return state_->m;
}

template <typename Real>
const std::vector<std::string>& KernelDistribution<Real>::attached_names() const noexcept {
  return state_->no_names;
}

template <typename Real>
Orientation KernelDistribution<Real>::orientation() const noexcept {
  return Orientation::continuous;
}

template <typename Real>
DirectionQuality<Real> KernelDistribution<Real>::direction(std::span<const Real> z,
                                                           std::span<Real> v) {
  State& state = *state_;
  state.matrix->value(z, state.entries);
  return state.solver.solve(state.entries, v);
}

template <typename Real>
void KernelDistribution<Real>::attached(std::span<const Real> /*z*/, std::span<Real> out) {
  LEAFWISE_DEMAND(out.empty());
}

template <typename Real>
bool KernelDistribution<Real>::State::taylor_start(std::span<Real> curve) {
  const std::span<Real> first = curve.subspan(m, m);
  matrix->taylor(curve, 0, entries);
  if (!solver.solve(entries, first).defined) return false;
  bordered.topRows(index(k)) = Eigen::Map<const Matrix<Real>>(entries.data(), index(k), index(m));
  bordered.row(index(k)).setZero();
  Real scale = 0;
  if (independent) {
    scale = first[*independent];
    bordered(index(k), index(*independent)) = 1;
  } else {
    scale = std::sqrt(detail::dot(std::span<const Real>(first), std::span<const Real>(first)));
    for (std::size_t j = 0; j < m; ++j) bordered(index(k), index(j)) = first[j] / scale;
  }
  if (scale == 0) return false;
  for (Real& entry : first) entry /= scale;
  factors.compute(bordered);
  return factors.rank() == index(m) && detail::all_finite(std::span<const Real>(first));
}

/// The coefficients of N(z(s)) z'(s) = 0: N_0 z'_d = −Σ_{i=1…d} N_i z'_{d−i}, z'_d = (d+1) z_{d+1}.
template <typename Real>
bool KernelDistribution<Real>::taylor(std::span<Real> curve, std::size_t degree) {
  LEAFWISE_DEMAND(degree >= 1);
  State& state = *state_;
  if (degree == 1) return state.taylor_start(curve);
  const std::size_t m = state.m;
  const std::size_t size = state.k * m;
  const std::size_t d = degree - 1;
  if (state.coefficients.size() < degree * size) state.coefficients.resize(degree * size);
  const std::span<Real> newest = std::span<Real>(state.coefficients).subspan(d * size, size);
  state.matrix->taylor(curve, d, newest);
  state.right.setZero();
  for (std::size_t i = 1; i <= d; ++i) {
    const Real* slope = curve.data() + (d - i + 1) * m;
    const Real weight = static_cast<Real>(d - i + 1);
    for (std::size_t row = 0; row < state.k; ++row) {
      state.right[index(row)] -=
          weight * detail::dot(state.coefficients.data() + i * size + row * m, slope, m);
    }
  }
  const Vector<Real> solution = state.factors.solve(state.right);
  for (std::size_t j = 0; j < m; ++j) {
    curve[degree * m + j] = solution[index(j)] / static_cast<Real>(degree);
  }
  return detail::all_finite(std::span<const Real>(curve.subspan(degree * m, m)));
}

template <typename Real>
std::size_t KernelDistribution<Real>::highest_taylor_degree() const noexcept {
  return degree_above(state_->matrix->highest_taylor_degree());
}

template <typename Real>
std::vector<std::int64_t> KernelDistribution<Real>::memory() const {
  return state_->solver.memory();
}

template <typename Real>
void KernelDistribution<Real>::restore(std::span<const std::int64_t> memory) {
  state_->solver.restore(memory);
}

template <typename Real>
std::unique_ptr<Distribution<Real>> KernelDistribution<Real>::clone() const {
  return std::make_unique<KernelDistribution>(
      std::shared_ptr<const SmoothMap<Real>>(state_->matrix->clone()), state_->independent);
}

template class KernelDistribution<double>;
template class KernelDistribution<long double>;

}  // namespace leafwise::integrator
