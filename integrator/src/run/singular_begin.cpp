// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "run/manifold_walker.hpp"
#include "steppers/singular_start.hpp"

namespace leafwise::integrator::detail {

/// Where the direction is not defined at the start, the first step follows the solution that is
/// analytic there, if there is just one. False: `why_not_beside_` says more, if more is known.
template <typename Real>
bool ManifoldWalker<Real>::begin_beside() {
  const Settings<Real>& settings = this->settings_;
  const bool is_by_independent =
      settings.parameter == Parameter::independent && settings.scale == Scale::independent;
  if (!is_by_independent || !problem_.independent) return false;
  const Real way = settings.to - place_of_start();
  if (way == 0) return false;
  const bool is_fixed = settings.control == Control::fixed;
  const Real longest = is_fixed ? std::abs(*settings.step) : settings.largest_step;
  const Real size = this->direction_ * std::min(std::abs(way), longest);
  SingularStart<Real> start(problem_, tolerance_);
  using Found = typename SingularStart<Real>::Found;
  const Found found = start.find(geometry_, step_, size, is_fixed);
  if (found != Found::one) {
    why_not_beside_ = found == Found::several ? ": more than one solution begins there"
                                              : ": no solution was found that is analytic there";
    return false;
  }
  is_cut_ = !is_before_goal(step_.size);
  is_at_goal_ = is_cut_;
  if (is_cut_) step_.to[*problem_.independent] = settings.to;
  next_size_ = step_.size;
  has_begun_ = false;
  has_singular_start_ = true;
  watch_.start(step_.to_quality);
  geometry_.follow(step_.to, step_.to_field);
  dense_.begin_with(geometry_, step_, [&](StepPolynomial<Real>& polynomial) {
    start.interpolate(step_, polynomial);
  });
  return true;
}

template <typename Real>
Advance ManifoldWalker<Real>::advance_from_singular_start() {
  has_begun_ = true;
  is_begin_ = true;
  ++attempts_;
  return Advance::made;
}

template class ManifoldWalker<double>;
template class ManifoldWalker<long double>;

}  // namespace leafwise::integrator::detail
