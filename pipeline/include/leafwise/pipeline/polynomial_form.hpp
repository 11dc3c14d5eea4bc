// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/auxiliary.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::pipeline {

/// An equation of the polynomial system, and its source.
struct PolynomialEquation {
  enum class Source {
    equation,    ///< the user's equation number `index`
    dynamics,    ///< the equation of motion of coordinate number `index`
    constraint,  ///< the constraint number `index` of a mechanical system
    auxiliary,   ///< what auxiliary number `index` is
  };

  algebra::Polynomial polynomial;  ///< vanishes
  Source source = Source::equation;
  std::size_t index = 0;
};

/// An auxiliary unknown with its value at the initial point.
struct AuxiliaryUnknown {
  algebra::Auxiliary auxiliary;
  /// Constant, but for symbolic parameters; empty if [initial] does not say enough.
  std::optional<algebra::Expression> initial;
  /// The same from [initial] and [guess] together.
  std::optional<algebra::Expression> guess;
  /// It occurs in an invariant only; the equations do not need it.
  bool only_in_invariants = false;
};

/// M, F and g of a mechanical system as polynomials in the same auxiliaries.
struct PolynomialMechanics {
  std::vector<std::vector<algebra::Polynomial>> mass;
  std::vector<algebra::Polynomial> force;
  std::vector<algebra::Polynomial> constraints;
  std::vector<algebra::Polynomial> stiff_force;  ///< −∇U/ε²; empty without [stiff]
  std::vector<std::string> multipliers;          ///< lambda1, …: one for each constraint
};

/// The system with functions and divisions replaced by auxiliary unknowns, and parameters by their
/// values: what the algebra works on. A mechanical system is written out as
/// M q'' − F + Gᵀλ = 0, g = 0.
struct PolynomialForm {
  std::vector<PolynomialEquation> equations;
  std::vector<algebra::Polynomial> inequations;  ///< do not vanish
  std::vector<algebra::Polynomial> invariants;   ///< in the order of Problem::invariants
  /// Relations of the auxiliaries that only invariants need; not part of `equations`.
  std::vector<PolynomialEquation> invariant_relations;
  std::vector<AuxiliaryUnknown> auxiliaries;
  std::optional<PolynomialMechanics> mechanics;
  /// The highest derivative of each unknown, auxiliary and multiplier that occurs.
  std::map<std::string, unsigned> orders;
  /// Dimensions that polynomialisation added (see algebra::Polynomialiser).
  unsigned added_constants = 0;
};

}  // namespace leafwise::pipeline
