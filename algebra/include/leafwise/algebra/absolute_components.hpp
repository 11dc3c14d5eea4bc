// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/core/outcome.hpp"

/// An irreducible set over ℚ may split over ℂ: x² − 2·y² = 0 is two lines.
namespace leafwise::algebra {

/// A class of conjugate components over ℂ, represented by one of them: each zero of the
/// minimal polynomial, put for the root into the generators, gives the ideal of one of them.
struct AbsoluteComponent {
  /// A name that the variables do not have: `a`, or `a1`, … A constant, so a parameter.
  Variable root;
  /// In the root alone, irreducible over ℚ, primitive, of degree `conjugates`; zero if the field is
  /// ℚ: then the generators do not use the root.
  Polynomial minimal_polynomial;
  std::vector<Polynomial> generators;  ///< in the variables and the root
  long conjugates = 1;
  int dimension = 0;  ///< of each
  long degree = 0;    ///< of each
};

/// The components over ℂ of a prime over ℚ. They are all conjugate, so there is one class; none for
/// the unit ideal. Parameters are coordinates like all others.
///
/// Proved: the ideals of the class intersect in the prime, have its dimension, and their degrees
/// add up to its degree. With one conjugate, where a smooth rational point was found, also that
/// nothing splits further; otherwise that is the engine's word. `Undefined` if the engine finds
/// that the ideal is not prime.
/// @pre prime
[[nodiscard]] Outcome<std::vector<AbsoluteComponent>> absolute_components(const Ideal& prime,
                                                                          const Limits& limits);

}  // namespace leafwise::algebra
