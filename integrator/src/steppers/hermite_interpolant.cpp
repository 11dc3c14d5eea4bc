// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/hermite_interpolant.hpp"

#include <algorithm>

namespace leafwise::integrator {

template <typename Real>
HermiteInterpolant<Real>::HermiteInterpolant(std::size_t dimension, int order)
    : dimension_(dimension), target_(dimension), point_(dimension) {
  const std::size_t degree = static_cast<std::size_t>(std::clamp(order, 3, 7));
  for (std::size_t inner = 0; inner + 3 <= degree; ++inner) levels_.emplace_back(inner);
  slopes_.assign(levels_.back().inner_places(), std::vector<Real>(dimension));
}

template <typename Real>
void HermiteInterpolant<Real>::assemble(const HermiteWeights& weights,
                                        const Step<Real>& step,
                                        StepPolynomial<Real>& polynomial) const {
  const std::size_t inner = weights.inner_places();
  polynomial.set_degree(weights.degree());
  std::ranges::copy(step.from, polynomial.coefficient(0).begin());
  for (std::size_t d = 1; d <= weights.degree(); ++d) {
    const std::span<Real> out = polynomial.coefficient(d);
    const auto weight = [&](std::size_t datum) {
      return static_cast<Real>(weights.weight(d, datum));
    };
    for (std::size_t i = 0; i < dimension_; ++i) {
      Real slope = weight(0) * step.from_field[i] + weight(inner + 1) * step.to_field[i];
      for (std::size_t k = 0; k < inner; ++k) slope += weight(k + 1) * slopes_[k][i];
      out[i] = step.size * slope + weight(inner + 2) * (step.to[i] - step.from[i]);
    }
  }
}

template <typename Real>
StepStatus HermiteInterpolant<Real>::interpolate(Geometry<Real>& geometry,
                                                 const Step<Real>& step,
                                                 StepPolynomial<Real>& polynomial) {
  assemble(levels_.front(), step, polynomial);
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    const HermiteWeights& weights = levels_[level];
    for (std::size_t k = 0; k < weights.inner_places(); ++k) {
      polynomial.value(static_cast<Real>(weights.inner_place(k)), target_);
      const ProjectionStatus projected = geometry.project(target_, point_);
      if (projected != ProjectionStatus::good) return to_step_status(projected);
      const FieldStatus evaluated = geometry.field(point_, slopes_[k]);
      if (evaluated != FieldStatus::good) return to_step_status(evaluated);
    }
    assemble(weights, step, polynomial);
  }
  return StepStatus::good;
}

template class HermiteInterpolant<double>;
template class HermiteInterpolant<long double>;

}  // namespace leafwise::integrator
