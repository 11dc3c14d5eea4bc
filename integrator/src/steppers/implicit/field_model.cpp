// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/implicit/field_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear/dense.hpp"

namespace leafwise::integrator {

using detail::add_multiple;
using detail::dot;

namespace {

/// What counts as the size of a coordinate near 0, of what is small or large in its unit.
template <typename Real>
constexpr Real least_share = static_cast<Real>(1e-3L);

}  // namespace

template <typename Real>
Real FieldModel<Real>::size() const {
  Real largest = 0;
  for (std::size_t l = 0; l < d; ++l) {
    Real sum = 0;
    for (std::size_t k = 0; k < d; ++k) sum += std::abs(reduced[l * d + k]);
    largest = std::max(largest, sum);
  }
  return largest;
}

template <typename Real>
void FieldModel<Real>::reduce() {
  for (std::size_t l = 0; l < d; ++l) {
    for (std::size_t k = 0; k < d; ++k) {
      reduced[l * d + k] = dot(frame.data() + l * m, along.data() + k * m, m);
    }
  }
}

template <typename Real>
void FieldModel<Real>::spread(const std::vector<Real>& rows,
                              std::span<const Real> u,
                              std::span<Real> out) const {
  std::ranges::fill(out, Real{0});
  for (std::size_t k = 0; k < d; ++k) add_multiple(u[k], rows.data() + k * m, out.data(), m);
}

template <typename Real>
FieldDifferentiator<Real>::FieldDifferentiator(const ManifoldProblem<Real>& problem,
                                               bool projects,
                                               const Tolerance<Real>& tolerance)
    : m_(problem.dimension()),
      c_(projects && problem.equations ? problem.codimension : 0),
      independent_(problem.independent),
      least_sizes_(m_),
      equations_(c_ > 0 ? problem.equations->clone() : nullptr),
      normals_(equations_ ? equations_->outputs() : 0, m_, c_),
      f_(equations_ ? equations_->outputs() : 0),
      multiplier_(c_),
      tangents_(equations_ ? m_ * m_ : 0),
      point_(m_),
      slope_(m_) {
  // Where tolerances go over from relative to absolute ones, whoever set them takes a coordinate
  // for small: in its own unit, which others say nothing about.
  for (std::size_t j = 0; j < m_; ++j) {
    const Real relative = tolerance.relative[j];
    if (relative > 0) least_sizes_[j] = least_share<Real> * tolerance.absolute[j] / relative;
  }
}

template <typename Real>
StepStatus FieldDifferentiator<Real>::find_frame(Geometry<Real>& geometry,
                                                 std::span<const Real> p,
                                                 FieldModel<Real>& model) {
  if (!equations_) {
    std::ranges::fill(model.frame, Real{0});
    for (std::size_t k = 0; k < m_; ++k) model.frame[k * m_ + k] = 1;
    return StepStatus::good;
  }
  equations_->jacobian(p, f_, normals_.jacobian());
  ++geometry.counters().jacobians;
  ++geometry.counters().factorizations;
  if (!normals_.factorize()) return StepStatus::rank_lost;
  gather_frame(model);
  return StepStatus::good;
}

/// Gram–Schmidt with pivoting on the projections of the unit vectors: the longest that is left is
/// at least √(d/m) long, so nothing cancels but in later ones, for which a second pass makes up.
template <typename Real>
void FieldDifferentiator<Real>::gather_frame(FieldModel<Real>& model) {
  const auto project = [&](Real* w) {
    normals_.apply(std::span<const Real>(w, m_), multiplier_);
    normals_.solve(multiplier_);
    normals_.subtract_transposed(multiplier_, std::span<Real>(w, m_));
  };
  std::ranges::fill(tangents_, Real{0});
  for (std::size_t j = 0; j < m_; ++j) {
    tangents_[j * m_ + j] = 1;
    project(tangents_.data() + j * m_);
  }
  for (std::size_t k = 0; k < model.d; ++k) {
    std::size_t longest = 0;
    Real square = -1;
    for (std::size_t j = 0; j < m_; ++j) {
      const Real* w = tangents_.data() + j * m_;
      const Real now = dot(w, w, m_);
      if (now > square) {
        square = now;
        longest = j;
      }
    }
    Real* z = model.frame.data() + k * m_;
    std::copy_n(tangents_.data() + longest * m_, m_, z);
    for (int pass = 0; pass < 2; ++pass) {
      project(z);
      for (std::size_t l = 0; l < k; ++l) {
        const Real* before = model.frame.data() + l * m_;
        add_multiple(-dot(before, z, m_), before, z, m_);
      }
      const Real length = std::sqrt(dot(z, z, m_));
      for (std::size_t j = 0; j < m_; ++j) z[j] /= length;
    }
    for (std::size_t j = 0; j < m_; ++j) {
      Real* w = tangents_.data() + j * m_;
      add_multiple(-dot(z, w, m_), z, w, m_);
    }
  }
}

template <typename Real>
Real FieldDifferentiator<Real>::distance(std::span<const Real> p, const Real* z) const {
  // Coordinates near 0 of which no tolerance says what is small are as large as a thousandth of the
  // largest; of the independent variable the size says nothing about the others.
  Real largest = 0;
  for (std::size_t j = 0; j < m_; ++j) {
    if (j != independent_) largest = std::max(largest, std::abs(p[j]));
  }
  const Real least = largest > 0 ? largest * least_share<Real> : Real{1};
  Real steepest = 0;
  for (std::size_t j = 0; j < m_; ++j) {
    const Real small = least_sizes_[j] > 0 ? least_sizes_[j] : least;
    steepest = std::max(steepest, std::abs(z[j]) / std::max(std::abs(p[j]), small));
  }
  return std::sqrt(std::numeric_limits<Real>::epsilon()) / steepest;
}

template <typename Real>
StepStatus FieldDifferentiator<Real>::differentiate(Geometry<Real>& geometry,
                                                    std::span<const Real> p,
                                                    std::span<const Real> v,
                                                    FieldModel<Real>& model) {
  const StepStatus framed = find_frame(geometry, p, model);
  if (framed != StepStatus::good) return framed;
  // Exact ones keep linear invariants in each iteration, as large as terms that cancel may be.
  if (geometry.derivatives(p, v, model.frame, model.along)) {
    model.reduce();
    return StepStatus::good;
  }
  for (std::size_t k = 0; k < model.d; ++k) {
    const Real* z = model.frame.data() + k * m_;
    Real delta = distance(p, z);
    FieldStatus status = FieldStatus::undefined;
    // The domain of V may end here on one side.
    for (int side = 0; side < 2 && status != FieldStatus::good; ++side, delta = -delta) {
      for (std::size_t j = 0; j < m_; ++j) point_[j] = p[j] + delta * z[j];
      status = geometry.field(point_, slope_);
      Real* along = model.along.data() + k * m_;
      for (std::size_t j = 0; j < m_; ++j) along[j] = (slope_[j] - v[j]) / delta;
    }
    if (status != FieldStatus::good) return to_step_status(status);
  }
  model.reduce();
  return StepStatus::good;
}

template <typename Real>
StepStatus FieldDifferentiator<Real>::transport(Geometry<Real>& geometry,
                                                const FieldModel<Real>& old,
                                                std::span<const Real> p,
                                                FieldModel<Real>& model,
                                                bool& fits) {
  // Squared cosine of an angle of 20°.
  constexpr double least_share = 0.88;
  fits = true;
  const StepStatus framed = find_frame(geometry, p, model);
  if (framed != StepStatus::good) return framed;
  std::ranges::fill(model.along, Real{0});
  for (std::size_t k = 0; k < model.d; ++k) {
    const Real* z = model.frame.data() + k * m_;
    Real share = 0;
    for (std::size_t l = 0; l < model.d; ++l) {
      const Real component = dot(z, old.frame.data() + l * m_, m_);
      share += component * component;
      add_multiple(component, old.along.data() + l * m_, model.along.data() + k * m_, m_);
    }
    fits = fits && share > static_cast<Real>(least_share);
  }
  model.reduce();
  return StepStatus::good;
}

template struct FieldModel<double>;
template struct FieldModel<long double>;
template class FieldDifferentiator<double>;
template class FieldDifferentiator<long double>;

}  // namespace leafwise::integrator
