// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <string>

#include "leafwise/algebra/variable.hpp"
#include "leafwise/pipeline/check_report.hpp"

namespace leafwise::pipeline {

Completeness completeness_of(const Problem& problem) {
  Completeness result;
  for (const Parameter& parameter : problem.model.parameters) {
    const bool swept =
        std::any_of(problem.sweep.begin(), problem.sweep.end(), [&](const SweepAxis& axis) {
          return axis.target == parameter.name;
        });
    if (parameter.symbolic && !parameter.value && !swept) {
      result.missing.push_back("a number for the symbolic parameter " + parameter.name +
                               " (--set " + parameter.name + "=…)");
    }
  }
  if (problem.start.initial.empty()) result.missing.emplace_back("a table [initial]");
  if (!problem.plan.integrate) result.missing.emplace_back("a table [integrate]");
  std::set<algebra::Variable> given;
  for (const PointValue& point : problem.start.initial) given.insert(point.variable);
  for (const PointValue& point : problem.start.guess) given.insert(point.variable);
  for (const std::string& unknown : problem.model.unknowns) {
    const unsigned order = problem.model.polynomial.orders.at(unknown);
    // The state ends one below the order; an unknown of order 0 is its own top derivative.
    for (unsigned k = 0; k < std::max(order, 1U); ++k) {
      const algebra::Variable jet{algebra::Role::unknown, unknown, k};
      if (!given.contains(jet)) result.open.push_back(to_string(jet));
    }
  }
  return result;
}

}  // namespace leafwise::pipeline
