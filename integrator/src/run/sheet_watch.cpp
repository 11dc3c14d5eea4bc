// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/sheet_watch.hpp"

namespace leafwise::integrator {
namespace {

/// How far the end was projected, relative to the step's way, that normals are compared across.
constexpr double worth_comparing = 1e-9;

}  // namespace

template <typename Real>
SheetWatch<Real>::SheetWatch(const ManifoldProblem<Real>& problem)
    : normals_(problem.equations.get(), problem.codimension, problem.dimension()),
      from_(normals_.frame()),
      to_(normals_.frame()),
      other_(normals_.frame()),
      point_(problem.dimension()) {}

template <typename Real>
void SheetWatch<Real>::differentiate(Geometry<Real>& geometry,
                                     std::span<const Real> point,
                                     Frame& frame) {
  normals_.differentiate(point, frame);
  ++geometry.counters().jacobians;
}

template <typename Real>
void SheetWatch<Real>::start(Geometry<Real>& geometry, std::span<const Real> point) {
  if (!normals_.exists()) return;
  differentiate(geometry, point, from_);
  normals_.start(from_);
}

/// Also across the way that the end was projected: where normals change there, another sheet may be
/// as near.
template <typename Real>
bool SheetWatch<Real>::is_calm(Geometry<Real>& geometry, const Step<Real>& step) {
  if (!normals_.is_calm(from_, to_)) return false;
  Real way = 0;
  Real moved = 0;
  for (std::size_t i = 0; i < point_.size(); ++i) {
    way += (step.to[i] - step.from[i]) * (step.to[i] - step.from[i]);
    moved += step.moved[i] * step.moved[i];
    point_[i] = step.to[i] - step.moved[i];
  }
  const Real share = static_cast<Real>(worth_comparing);
  if (!(moved > share * share * way)) return true;
  differentiate(geometry, point_, other_);
  return normals_.is_same(other_, to_);
}

template <typename Real>
bool SheetWatch<Real>::look(Geometry<Real>& geometry,
                            DenseOutput<Real>& dense,
                            Real theta,
                            Frame& frame) {
  if (!dense.point(theta, point_)) return false;
  frame.theta = theta;
  differentiate(geometry, point_, frame);
  dense.polynomial().value(theta, point_);
  differentiate(geometry, point_, other_);
  return normals_.is_same(other_, frame);
}

template <typename Real>
bool SheetWatch<Real>::follow(Geometry<Real>& geometry, DenseOutput<Real>& dense) {
  return normals_.follow(
      from_, to_, [&](Real theta, Frame& frame) { return look(geometry, dense, theta, frame); });
}

/// The middle as the method has it, which the polynomial does not go through.
template <typename Real>
bool SheetWatch<Real>::has_middle_on_sheet(Geometry<Real>& geometry,
                                           DenseOutput<Real>& dense,
                                           const Step<Real>& step) {
  differentiate(geometry, step.middle, other_);
  if (normals_.is_calm(from_, other_) && normals_.is_calm(other_, to_)) return true;
  const Frame middle = other_;
  Frame followed = from_;
  return look(geometry, dense, Real{1} / 2, followed) && normals_.is_short(followed, middle) &&
         follow(geometry, dense);
}

template <typename Real>
bool SheetWatch<Real>::stays(Geometry<Real>& geometry,
                             DenseOutput<Real>& dense,
                             const Step<Real>& step,
                             bool has_middle) {
  if (!normals_.exists()) return true;
  differentiate(geometry, step.to, to_);
  if (has_middle && !has_middle_on_sheet(geometry, dense, step)) return false;
  return is_calm(geometry, step) || follow(geometry, dense);
}

template <typename Real>
bool SheetWatch<Real>::is_on(Geometry<Real>& geometry, DenseOutput<Real>& dense, Real theta) {
  if (!normals_.exists()) return true;
  Frame there = from_;
  return look(geometry, dense, theta, there) && normals_.is_calm(from_, there);
}

template class SheetWatch<double>;
template class SheetWatch<long double>;

}  // namespace leafwise::integrator
