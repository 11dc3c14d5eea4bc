// SPDX-License-Identifier: GPL-3.0-or-later
#include "imposed.hpp"

#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/pipeline/conservation.hpp"
#include "manifold_equations.hpp"
#include "numeric_program.hpp"
#include "observable.hpp"
#include "terminal_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

constexpr std::size_t longest_rate = 400;

std::string not_conserved(const Invariant& invariant,
                          const std::string& branch,
                          const Conservation& conservation) {
  return "invariant '" + invariant.name + "' cannot be imposed: it is not conserved on leaf " +
         branch + "\n  V(" + invariant.name +
         ") = " + shortened(safe_text(conservation.rate), longest_rate) +
         "\n  Solutions leave the level where it is constant. Watch it only (without [impose]), or "
         "impose it all the same with 'force = true' under [impose].";
}

std::string not_decided(const Invariant& invariant, const std::string& branch) {
  return "whether invariant '" + invariant.name + "' is conserved on leaf " + branch +
         " could not be decided in time\n  Watch it only (without [impose]), give more time "
         "(--time-limit), or impose it unchecked with 'force = true' under [impose].";
}

/// E as a number at the start, and E − E(start) as a further equation.
void impose(const Problem& problem,
            const Invariant& invariant,
            NumericProgram& program,
            Selection& selection) {
  const Observable value = observable(
      problem, selection.leaf, invariant.expression, "invariant '" + invariant.name + "'");
  double start = 0;
  value.function->clone()->value(selection.fit.point, std::span<double>(&start, 1));
  program.add_level(invariant.expression.expression, start);
  selection.leaf.problem.equation_names.push_back(invariant.name + " = const");
  ++selection.leaf.problem.codimension;
}

bool is_over_coordinates(const Invariant& invariant, const NumericLeaf& leaf) {
  for (const algebra::Variable& variable : algebra::variables_of(invariant.expression.expression)) {
    const bool is_parameter = variable.role == algebra::Role::parameter;
    if (!is_parameter && !leaf.coordinate(variable)) return false;
  }
  return true;
}

}  // namespace

Outcome<Imposed> with_imposed(const Problem& problem,
                              const DecompositionReport& report,
                              const Selection& selection,
                              const algebra::Limits& limits) {
  Imposed result{selection, false, {}};
  const NumericLeaf& leaf = selection.leaf;
  NumericProgram program(leaf.coordinates, parameter_values(problem));
  result.selection.leaf.problem.equation_names.clear();
  add_manifold(problem, selection.exact, program, result.selection.leaf);
  bool has_any = false;
  for (std::size_t i = 0; i < problem.invariants.size(); ++i) {
    const Invariant& invariant = problem.invariants[i];
    if (!invariant.imposed) continue;
    if (!is_over_coordinates(invariant, selection.leaf)) {
      return Undefined{"invariant '" + invariant.name +
                       "' cannot be imposed: it is no function of the coordinates of leaf " +
                       selection.branch};
    }
    const Conservation conservation =
        conservation_of(problem, report, selection.exact, problem.polynomial.invariants[i], limits);
    if (conservation.holds != Truth::yes) {
      const bool is_known = conservation.holds == Truth::no;
      if (!problem.force_imposed && is_known) {
        return Undefined{not_conserved(invariant, selection.branch, conservation)};
      }
      if (!problem.force_imposed) return Unable{not_decided(invariant, selection.branch)};
      result.is_forced = true;
      result.warnings.push_back(
          "invariant '" + invariant.name + "' is imposed by force: it is not conserved (V = " +
          shortened(conservation.rate) + "), and methods converge with order one only");
    }
    impose(problem, invariant, program, result.selection);
    has_any = true;
  }
  if (has_any) result.selection.leaf.problem.equations = program.map();
  return result;
}

}  // namespace leafwise::pipeline::detail
