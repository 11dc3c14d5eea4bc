// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra {

/// The expression that an auxiliary unknown w replaces; u is its argument.
enum class AuxiliaryKind {
  root,                ///< √u: w² = u, w ≥ 0
  reciprocal,          ///< 1/u: w·u = 1
  sine,                ///< with its cosine: s² + c² = 1, s' = c·u'
  cosine,              ///< c' = −s·u'
  tangent,             ///< w' = (1 + w²)·u'
  exponential,         ///< w' = w·u'
  logarithm,           ///< w' = v·u' with v = 1/u
  hyperbolic_sine,     ///< with its cosine: c² − s² = 1, s' = c·u'
  hyperbolic_cosine,   ///< c' = s·u'
  hyperbolic_tangent,  ///< w' = (1 − w²)·u'
  arctangent,          ///< w' = v·u' with v = 1/(1 + u²)
};

/// An unknown that polynomialisation added in the place of a function or a division.
struct Auxiliary {
  std::string name;
  AuxiliaryKind kind = AuxiliaryKind::root;
  /// u, in jets, symbolic parameters and auxiliaries that come earlier.
  Polynomial argument;
  /// What people see: the expression that it replaces, in the user's names.
  Expression original;
  /// The same function of jets, the independent variable and symbolic parameters alone.
  Expression definition;
  /// Its value does not change with the independent variable (√2, or √k with a parameter k).
  bool constant = false;
};

/// w ≥ 0 belongs to the definition: w² = u alone has two solutions.
[[nodiscard]] bool is_nonnegative(AuxiliaryKind kind);

/// A polynomial that vanishes because of what an auxiliary is.
struct AuxiliaryRelation {
  Polynomial polynomial;
  std::size_t auxiliary = 0;  ///< index of the auxiliary that it defines
};

}  // namespace leafwise::algebra
