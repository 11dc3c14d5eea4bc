// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/dense_output.hpp"

#include <algorithm>

#include "linear/dense.hpp"
#include "steppers/hermite_interpolant.hpp"

namespace leafwise::integrator {
namespace {

/// How far from the polynomial a point of M may be.
constexpr double largest_share_of_way = 0.25;

}  // namespace

template <typename Real>
DenseOutput<Real>::DenseOutput(std::size_t dimension, std::size_t highest_degree)
    : polynomial_(dimension, highest_degree), scratch_(dimension) {}

template <typename Real>
void DenseOutput<Real>::begin(Geometry<Real>& geometry,
                              Stepper<Real>& stepper,
                              const Step<Real>& step) {
  geometry_ = &geometry;
  stepper_ = &stepper;
  passage_ = nullptr;
  step_ = &step;
  made_ = Made::nothing;
  status_ = StepStatus::good;
}

template <typename Real>
void DenseOutput<Real>::begin(Geometry<Real>& geometry,
                              SeriesPassage<Real>& passage,
                              const Step<Real>& step) {
  geometry_ = &geometry;
  passage_ = &passage;
  step_ = &step;
  passage.interpolate(step, polynomial_);
  made_ = Made::all;
  status_ = StepStatus::good;
}

template <typename Real>
StepStatus DenseOutput<Real>::make() {
  if (made_ == Made::nothing || made_ == Made::cubic) {
    status_ = stepper_->interpolate(*geometry_, *step_, polynomial_);
    const bool is_finite = detail::all_finite(polynomial_.coefficients());
    if (status_ == StepStatus::good && !is_finite) status_ = StepStatus::not_finite;
    made_ = status_ == StepStatus::good ? Made::all : Made::failed;
  }
  return status_;
}

template <typename Real>
void DenseOutput<Real>::prepare_roughly() {
  if (prepare()) return;
  failure_ = status_;
  make_cubic();
  made_ = Made::cubic_for_all;
  status_ = StepStatus::good;
}

template <typename Real>
void DenseOutput<Real>::be_strict() {
  if (made_ != Made::cubic_for_all) return;
  made_ = Made::failed;
  status_ = failure_;
}

template <typename Real>
StepStatus DenseOutput<Real>::find_point(Real theta, std::span<Real> z) {
  const bool is_start = theta <= 0;
  const bool is_end = theta >= 1;
  if (is_start || is_end) {
    std::ranges::copy(is_start ? step_->from : step_->to, z.begin());
    return StepStatus::good;
  }
  const StepStatus made = make();
  if (made != StepStatus::good) return made;
  polynomial_.value(theta, scratch_);
  if (passage_ != nullptr && !passage_->complete(theta, scratch_)) {
    std::ranges::copy(scratch_, z.begin());
    return StepStatus::good;
  }
  const ProjectionStatus projected = geometry_->project(scratch_, z);
  if (projected != ProjectionStatus::good) return to_step_status(projected);
  const ProjectionStatus polished = geometry_->polish(z);
  if (polished != ProjectionStatus::good) return to_step_status(polished);
  const bool is_near = step_->is_near(z, scratch_, static_cast<Real>(largest_share_of_way));
  return is_near ? StepStatus::good : StepStatus::no_projection;
}

template <typename Real>
void DenseOutput<Real>::make_cubic() {
  integrator::make_cubic<Real>(*step_, step_->from_field, step_->to_field, polynomial_);
  made_ = Made::cubic;
}

template <typename Real>
Real DenseOutput<Real>::length(Real theta) {
  // Slopes at the ends of a stiff step may be far from those of the curve: the method knows better.
  if (made_ == Made::nothing && stepper_->is_stiff(step_->size)) (void)make();
  if (made_ != Made::all) make_cubic();
  return polynomial_.length(theta, scratch_, geometry_->problem().units);
}

template class DenseOutput<double>;
template class DenseOutput<long double>;

}  // namespace leafwise::integrator
