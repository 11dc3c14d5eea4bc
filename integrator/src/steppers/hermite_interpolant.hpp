// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/stepper.hpp"

namespace leafwise::integrator {

/// Interpolates a step of any method of order p with an error of O(h^(min(p, 7) + 1)).
///
/// Hermite's cubic through both ends has an error of O(h⁴). The field at points of it, projected
/// onto M, then has one of O(h⁴), and h times the field one of O(h⁵): with these derivatives the
/// polynomial of the next degree gains an order, and so on (bootstrapping, W. H. Enright,
/// K. R. Jackson, S. P. Nørsett, P. G. Thomsen, ACM Trans. Math. Softw. 12 (1986) 193–218).
/// Degree 3 + k costs k(k + 1)/2 evaluations of the field, only where dense output is wanted.
template <typename Real>
class HermiteInterpolant {
 public:
  HermiteInterpolant(std::size_t dimension, int order);

  /// @pre step.has_to_field; the polynomial has room for degree()
  StepStatus interpolate(Geometry<Real>& geometry,
                         const Step<Real>& step,
                         StepPolynomial<Real>& polynomial);

  /// Of the polynomials of any method: room for it is needed.
  static constexpr std::size_t highest_degree = 3 + HermiteWeights::most_inner_places;
  [[nodiscard]] std::size_t degree() const noexcept { return levels_.back().degree(); }

 private:
  void assemble(const HermiteWeights& weights,
                const Step<Real>& step,
                StepPolynomial<Real>& polynomial) const;

  std::size_t dimension_;
  std::vector<HermiteWeights> levels_;
  std::vector<std::vector<Real>> slopes_;  ///< fields at the inner places of the present level
  std::vector<Real> target_, point_;
};

}  // namespace leafwise::integrator
