// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/local_proof.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/core/outcome.hpp"

/// The leaf that holds the start, from the equations as the user wrote them: functions stay
/// functions, nothing is decomposed. docs/design/local.md has the theorems.
namespace leafwise::algebra {

/// An equation with its name in messages: "equation 2", "constraint 1", "motion of x".
struct AnalyticEquation {
  Expression residual;  ///< vanishes along solutions; no parameters
  std::string source;
  std::size_t line = 0;  ///< its number among the user's equations or constraints
};

struct AnalyticSystem {
  std::vector<std::string> unknowns;
  std::vector<AnalyticEquation> equations;
  /// Of M q'' = F − Gᵀλ, g = 0: the first `coordinates` equations are M q'' − F of the first
  /// unknowns, the others are g_k, and the unknown of the same place is λ_k; Gᵀλ is added. 0: plain
  /// equations.
  std::size_t coordinates = 0;
};

/// Constants without parameters.
struct LocalStart {
  Expression time;
  std::map<Variable, Expression> given;    ///< held
  std::map<Variable, Expression> guessed;  ///< near this
  std::optional<Expression> goal = {};     ///< time to which a run goes
};

/// D^r F = 0, r = 1 … times, are hidden equations.
struct HiddenEquation {
  std::size_t line = 0;
  std::string source;
  unsigned times = 0;
};

/// A line that follows from the others near the start.
struct RedundantLine {
  std::size_t line = 0;
  std::string source;
  /// Its coefficients along a random curve of their zero set vanish up to this order, in balls of
  /// 1024 bits; 0 where a combination of the lines is 0 identically: proved.
  unsigned order = 0;
};

/// A line was replaced by Σ coefficient·D^times(row): what its rows' highest derivatives hide. The
/// line itself is the row with coefficient 1 and times 0; other rows may be combined lines.
struct CombinedLine {
  struct Row {
    std::string source;
    unsigned times = 0;
    Expression coefficient;
  };
  std::size_t line = 0;
  std::string source;
  std::vector<Row> rows;
  Expression residual;  ///< the sum, without the derivatives that cancel
  /// Not empty: no sum was taken, but this derivative, and its derivatives, replaced by what the
  /// one row says of them.
  std::string put_in;
};

struct LocalPoint {
  Variable variable;
  double value = 0;
  double radius = 0;     ///< of a ball around `value` that holds the point; 0 for free ones
  bool is_free = false;  ///< a coordinate of the leaf: the double is exact
};

/// Where the constraints of a mechanism are dependent at the start and not near it: branches of
/// positions meet there. In doubles, nothing is proved.
struct SingularStart {
  std::size_t kernel = 0;    ///< velocities that the constraints allow there
  std::size_t cokernel = 0;  ///< number of constraints that are dependent there, to first order
  /// Directions of the coordinates, of length 1, if each belongs to a branch of dimension 1.
  std::vector<std::vector<double>> tangents;
  /// Taylor coefficients of each coordinate along the motion, if the velocity picks a branch.
  std::vector<std::vector<double>> series;
};

struct LocalLeaf {
  /// Proved (yes) or not (unknown): near the start the solutions are one smooth piece, in one leaf.
  Truth one_leaf = Truth::unknown;
  std::string reason;  ///< why it is not
  /// What was seen in numbers and not proved, although the rest rests on it; then `one_leaf` is
  /// unknown, but the numbers below and the point are what a proof would give.
  std::vector<std::string> numeric;
  bool is_exact_structure = false;  ///< offsets were found: the numbers below mean something

  std::size_t dimension = 0;      ///< with the independent variable
  std::size_t freedom = 0;        ///< free functions
  std::vector<std::string> free;  ///< unknowns among which they are
  unsigned index_at_most = 0;
  std::size_t blocks = 0;  ///< fine blocks of the top matrix
  std::vector<HiddenEquation> hidden;
  std::vector<RedundantLine> redundant;
  std::vector<CombinedLine> combined;  ///< in the order in which it was done
  std::vector<LocalPoint>
      point;  ///< jets below the top derivatives and these; proved only with one_leaf
  /// What `one_leaf` is said by: there if and only if it is yes.
  std::optional<LocalProof> proof;
  std::optional<SingularStart> singular;
  double residual = 0;                                  ///< of the point found in doubles, scaled
  double moved = 0;                                     ///< largest change of a given value, scaled
  long precision = 0;                                   ///< bits of the proof
  std::vector<std::pair<std::string, double>> seconds;  ///< by step

  /// Proved, or nothing but what is named as numeric stands in the way.
  [[nodiscard]] bool is_usable() const { return one_leaf == Truth::yes || is_numeric; }
  bool is_numeric = false;
};

/// Structure, a consistent point near the start, and its certificate. Never a wrong proof: what is
/// not proved says why.
/// @throws InvalidInput if a start value has no value
[[nodiscard]] LocalLeaf complete_locally(const AnalyticSystem& system, const LocalStart& start);

}  // namespace leafwise::algebra
