// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/own_units.hpp"

#include <memory>

#include "leafwise/core/errors.hpp"
#include "manifold/scaled_distribution.hpp"
#include "maps/scaled_map.hpp"

namespace leafwise::integrator {

template <typename Real>
OwnUnits<Real>::OwnUnits(const ManifoldProblem<Real>& problem)
    : units_(problem.dimension(), Real{1}) {
  if (problem.sizes.empty()) return;
  if (problem.sizes.size() != units_.size()) {
    throw InvalidInput(
        Mistake{"there are not as many sizes as coordinates", "as many, or none", {}, {}});
  }
  for (std::size_t j = 0; j < units_.size(); ++j) {
    units_[j] = std::ldexp(Real{1}, problem.sizes[j]);
  }
  if (problem.independent) time_ = units_.at(*problem.independent);
}

template <typename Real>
void OwnUnits<Real>::to_own(std::span<const Real> z, std::span<Real> own) const {
  for (std::size_t j = 0; j < units_.size(); ++j) own[j] = z[j] / units_[j];
}

template <typename Real>
void OwnUnits<Real>::to_users(std::span<const Real> own, std::span<Real> z) const {
  for (std::size_t j = 0; j < units_.size(); ++j) z[j] = units_[j] * own[j];
}

template <typename Real>
ManifoldProblem<Real> in_own_units(const ManifoldProblem<Real>& problem) {
  if (problem.sizes.empty()) return problem;
  const OwnUnits<Real> own(problem);
  ManifoldProblem<Real> result = problem;
  result.sizes.clear();
  result.units = own.units();
  if (problem.equations) {
    const std::vector<Real> as_they_are(problem.equations->outputs(), Real{1});
    result.equations = std::make_shared<detail::ScaledMap<Real>>(
        problem.equations->clone(), own.units(), as_they_are);
  }
  if (problem.distribution) {
    result.distribution = std::make_shared<detail::ScaledDistribution<Real>>(
        problem.distribution->clone(), own.units(), own.time());
  }
  return result;
}

template class OwnUnits<double>;
template class OwnUnits<long double>;
template ManifoldProblem<double> in_own_units(const ManifoldProblem<double>&);
template ManifoldProblem<long double> in_own_units(const ManifoldProblem<long double>&);

}  // namespace leafwise::integrator
