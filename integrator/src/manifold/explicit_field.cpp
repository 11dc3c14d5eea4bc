// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/explicit_field.hpp"

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "linear/dense.hpp"

namespace leafwise::integrator {

template <typename Real>
ExplicitField<Real>::ExplicitField(const std::shared_ptr<const SmoothMap<Real>>& field) {
  if (!field || field->inputs() != field->outputs()) {
    throw InvalidInput({.message = "a vector field needs as many outputs as inputs",
                        .expected = "a map from ℝᵐ to ℝᵐ",
                        .range = {},
                        .place = {}});
  }
  field_ = field->clone();
}

template <typename Real>
DirectionQuality<Real> ExplicitField<Real>::direction(std::span<const Real> z, std::span<Real> v) {
  field_->value(z, v);
  if (!detail::all_finite(std::span<const Real>(v))) return {};
  bool defined = false;
  for (const Real entry : v) defined = defined || entry != 0;
  return {defined, Real{0}, defined ? Real{1} : Real{0}};
}

template <typename Real>
void ExplicitField<Real>::attached(std::span<const Real> /*z*/, std::span<Real> out) {
  LEAFWISE_DEMAND(out.empty());
}

/// z' = V(z): (d + 1) z_{d+1} is the coefficient d of V along the curve.
template <typename Real>
bool ExplicitField<Real>::taylor(std::span<Real> curve, std::size_t degree) {
  LEAFWISE_DEMAND(degree >= 1);
  const std::size_t m = dimension();
  const std::span<Real> next = curve.subspan(degree * m, m);
  field_->taylor(curve, degree - 1, next);
  for (Real& entry : next) entry /= static_cast<Real>(degree);
  return detail::all_finite(std::span<const Real>(next));
}

template <typename Real>
std::size_t ExplicitField<Real>::highest_taylor_degree() const noexcept {
  return degree_above(field_->highest_taylor_degree());
}

template <typename Real>
std::unique_ptr<Distribution<Real>> ExplicitField<Real>::clone() const {
  return std::make_unique<ExplicitField>(std::shared_ptr<const SmoothMap<Real>>(field_->clone()));
}

template class ExplicitField<double>;
template class ExplicitField<long double>;

}  // namespace leafwise::integrator
