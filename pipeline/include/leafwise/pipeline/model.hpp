// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/pipeline/polynomial_form.hpp"
#include "leafwise/pipeline/written.hpp"

/// The system of a problem and its start: the input of algebra and selection.
namespace leafwise::pipeline {

/// A named constant.
struct Parameter {
  std::string name;
  std::string text;  ///< as written: "0.1", "sqrt(3)/2", "symbolic"
  /// A letter of the algebra. Its number, if it has one, is used from the integration on.
  bool symbolic = false;
  /// Its value without other parameters, except symbolic ones. Empty: symbolic, without a number.
  std::optional<algebra::Expression> value;
};

/// M q'' = F − Gᵀλ, g(t, q) = 0, with G q' + ∂g/∂t = Dg.
struct Mechanics {
  std::vector<std::string> coordinates;              ///< q
  std::vector<std::vector<WrittenExpression>> mass;  ///< M, symmetric; the full matrix
  std::vector<WrittenExpression> force;              ///< F(t, q, q')
  std::vector<WrittenExpression> constraints;        ///< g; possibly none, possibly redundant
  /// −∇U/ε² is added to the forces.
  struct Stiff {
    WrittenExpression potential;  ///< U(q)
    WrittenExpression epsilon;    ///< ε > 0
    /// How radau5_stiff solves for its stages: integrator::StiffSolver.
    enum class Newton { outer, fixed, guessed, constrained };
    Newton newton = Newton::outer;
    /// The start is moved to smooth motion of this order; none: it is kept. For radau5_stiff.
    std::optional<std::size_t> smooth;
  };
  std::optional<Stiff> stiff;
};

/// A function that the user expects to be constant along solutions.
struct Invariant {
  std::string name;
  WrittenExpression expression;
  bool imposed = false;
};

/// A coordinate's value at the start, or a first guess of it.
struct PointValue {
  algebra::Variable variable;
  WrittenExpression value;  ///< constant, but for symbolic parameters
};

/// The equations, their letters, and the invariants.
struct Model {
  std::string file;  ///< that contains it, as named by the user; for the place of mistakes
  std::string independent = "t";
  std::vector<std::string> unknowns;  ///< the coordinates of a mechanical system
  std::vector<Parameter> parameters;
  /// As the user wrote them; empty for a mechanical system.
  std::vector<WrittenEquation> equations;
  std::optional<Mechanics> mechanics;
  std::vector<WrittenExpression> inequations;
  std::vector<Invariant> invariants;
  PolynomialForm polynomial;
};

/// [initial] and [guess].
struct Start {
  std::vector<PointValue> initial;
  std::vector<PointValue> guess;
  /// Equations divide by 0 there, and none has a pole for all that is seen in numbers.
  bool divides_by_zero = false;
};

}  // namespace leafwise::pipeline
