// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/pipeline/polynomial_form.hpp"
#include "leafwise/pipeline/run_settings.hpp"
#include "leafwise/pipeline/written.hpp"

/// A problem file as typed values: what the user wrote, checked and understood, nothing computed
/// beyond its polynomial form. docs/problem-files.md explains each part to users.
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

struct Event {
  enum class Direction { both, rising, falling };

  std::string name;
  WrittenExpression function;  ///< the event is where it vanishes
  Direction direction = Direction::both;
  bool stop = false;
};

/// How to draw a mechanism: points in the plane or in space, and lines between them.
struct View {
  struct Point {
    std::string name;
    std::vector<WrittenExpression> coordinates;  ///< two or three
  };
  struct Link {
    std::size_t from = 0;  ///< index into points
    std::size_t to = 0;
  };

  std::vector<Point> points;
  std::vector<Link> links;
};

/// One list of a sweep; a sweep is the product of its lists.
struct SweepAxis {
  std::string target;                     ///< a parameter's name, or `initial.x'`
  std::vector<WrittenExpression> values;  ///< with the parameters of the file
  /// The same for --set; what mentions parameters still does so.
  std::vector<std::string> settings;
};

struct Problem {
  std::string file;    ///< as given by the user
  std::string source;  ///< the file's whole text
  std::string title;
  std::string description;
  std::string independent = "t";
  std::vector<std::string> unknowns;  ///< the coordinates of a mechanical system
  std::vector<Parameter> parameters;
  /// As the user wrote them; empty for a mechanical system.
  std::vector<WrittenEquation> equations;
  std::optional<Mechanics> mechanics;
  std::vector<WrittenExpression> inequations;
  std::vector<Invariant> invariants;
  bool force_imposed = false;  ///< impose what is not conserved
  std::vector<PointValue> initial;
  std::vector<PointValue> guess;
  BranchChoice branch;
  std::optional<IntegrationSettings> integrate;
  std::vector<Event> events;
  std::optional<View> view;
  std::vector<SweepAxis> sweep;

  PolynomialForm polynomial;

  /// "equation 2 is always true", …: what is odd but no mistake. For people.
  std::vector<std::string> remarks;
};

}  // namespace leafwise::pipeline
