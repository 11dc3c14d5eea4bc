// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/variable.hpp"

/// The certificate of a leaf at the start: all data for checking it independently.
/// docs/certificate.md explains what is checked, and why this is a proof.
namespace leafwise::algebra {

struct AnalyticSystem;

/// An integer times a power of two, written out: "-3*2^-5".
using Dyadic = std::string;

/// The nearest double; not a number for a text that is none.
[[nodiscard]] double to_double(const Dyadic& number);

/// Lines are numbers of the system's equations, from 0.
struct LocalProof {
  struct Term {
    std::size_t line = 0;
    unsigned times = 0;
    Expression coefficient;  ///< of a line put in: the number with which it holds the jet
  };
  /// Line `line` is replaced by Σ coefficient·D^times(line), where its own coefficient is 1 and
  /// its own times is 0. With `puts_in` the one term is a line that is affine in `jet`, and in
  /// `line` the jet and its derivatives are replaced by what that says of them.
  struct Step {
    std::size_t line = 0;
    std::vector<Term> terms;
    bool puts_in = false;
    Variable jet;
    bool vanishes = false;  ///< the result is identically 0: one line less
  };
  struct Line {
    std::size_t line = 0;
    unsigned times = 0;  ///< differentiated so often: c
  };
  struct Unknown {
    std::string name;
    unsigned order = 0;  ///< d
  };
  /// y^(order)/order!: a ball, or a number where the radius is empty.
  struct Coefficient {
    std::string unknown;
    unsigned order = 0;
    Dyadic centre;
    Dyadic radius;
    [[nodiscard]] bool is_free() const { return radius.empty(); }
  };
  /// Of the diagonal block of one stage, rows by line and columns by the box's order: an
  /// approximate inverse, or where that would be long the order of an elimination and its pivots.
  struct Stage {
    std::vector<std::vector<Dyadic>> inverse;
    std::vector<std::size_t> rows;
    std::vector<std::size_t> columns;
    std::vector<Dyadic> pivots;
  };

  Dyadic time;
  std::vector<std::size_t> dependent;  ///< constraints set aside, with their multipliers
  std::vector<Step> steps;             ///< one after the other
  std::vector<std::size_t> aside;      ///< lines that take no part after that
  std::vector<Line> lines;             ///< those that are left
  std::vector<Unknown> unknowns;
  std::vector<Coefficient> box;  ///< by unknown, then order: all up to d
  std::vector<Stage> stages;     ///< the lowest first
  long bits = 0;                 ///< to which the centre is given
};

/// The claims of an accepted proof.
struct ProvedNumbers {
  std::size_t dimension = 0;  ///< with the independent variable
  std::size_t freedom = 0;
  unsigned index_at_most = 0;
};

struct ProofCheck {
  bool accepted = false;
  std::string why_not;  ///< the reason, and where
  ProvedNumbers numbers;
};

/// Checks a proof from the equations and nothing else: with Taylor series of Arb, forward
/// differentiation and Krawczyk's test, none of which finding it uses.
///
/// Law: if it accepts, near the point of the box in which the equations hold the solutions are one
/// smooth piece in one leaf, with these numbers; lines set aside have to hold there, too, and are
/// said only to contain 0 in the box.
[[nodiscard]] ProofCheck check_local_proof(const AnalyticSystem& system, const LocalProof& proof);

}  // namespace leafwise::algebra
