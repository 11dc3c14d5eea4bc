// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/stepper.hpp"

namespace leafwise::integrator {

/// Hermite's cubic through both ends, with given slopes there.
template <typename Real>
void make_cubic(const Step<Real>& step,
                std::span<const Real> first,
                std::span<const Real> last,
                StepPolynomial<Real>& polynomial) {
  polynomial.set_degree(3);
  for (std::size_t i = 0; i < step.from.size(); ++i) {
    const Real way = step.to[i] - step.from[i];
    const Real at_start = step.size * first[i];
    const Real at_end = step.size * last[i];
    polynomial.coefficient(0)[i] = step.from[i];
    polynomial.coefficient(1)[i] = at_start;
    polynomial.coefficient(2)[i] = 3 * way - 2 * at_start - at_end;
    polynomial.coefficient(3)[i] = at_start + at_end - 2 * way;
  }
}

/// The quintic through both ends and the middle of a doubled step, with given slopes there.
template <typename Real>
void make_quintic(const Step<Real>& step,
                  std::span<const Real> first,
                  std::span<const Real> middle,
                  std::span<const Real> last,
                  StepPolynomial<Real>& polynomial) {
  polynomial.set_degree(5);
  for (std::size_t i = 0; i < step.from.size(); ++i) {
    // What is left of the data without the start and its slope, times 32, 16, 1 and 1: four
    // equations for the coefficients, of which the last ones follow first.
    const Real begin = step.size * first[i];
    const Real half = 32 * (step.middle[i] - step.from[i]) - 16 * begin;
    const Real half_slope = 16 * (step.size * middle[i] - begin);
    const Real whole = step.to[i] - step.from[i] - begin;
    const Real slope = step.size * last[i] - begin;
    const Real rest = slope - 2 * whole;
    const Real fifth = half_slope - 16 * whole + 4 * rest;
    const Real fourth = (half - 8 * whole + 4 * rest - 5 * fifth) / 2;
    const Real third = rest - 2 * fourth - 3 * fifth;
    polynomial.coefficient(0)[i] = step.from[i];
    polynomial.coefficient(1)[i] = begin;
    polynomial.coefficient(2)[i] = whole - third - fourth - fifth;
    polynomial.coefficient(3)[i] = third;
    polynomial.coefficient(4)[i] = fourth;
    polynomial.coefficient(5)[i] = fifth;
  }
}

/// Interpolates a step of any method of order p with an error of O(h^(min(p, 7) + 1)).
///
/// Hermite's cubic through both ends has an error of O(h⁴). The field at points of it, projected
/// onto M, then has one of O(h⁴), and h times the field one of O(h⁵): with these derivatives the
/// polynomial of the next degree gains an order, and so on (bootstrapping, W. H. Enright,
/// K. R. Jackson, S. P. Nørsett, P. G. Thomsen, ACM Trans. Math. Softw. 12 (1986) 193–218).
/// Degree 3 + k costs k(k + 1)/2 evaluations of the field, only where dense output is wanted. Not
/// for stiff steps: fields multiply the errors of points that they are evaluated at.
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
