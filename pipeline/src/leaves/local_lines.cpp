// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/local_lines.hpp"

#include <algorithm>

#include "leafwise/algebra/calculus.hpp"

namespace leafwise::pipeline::detail {

using algebra::AnalyticEquation;
using algebra::AnalyticSystem;
using algebra::Expression;
using algebra::LocalLeaf;
using algebra::Role;
using algebra::Variable;

std::vector<Line> lines_of(const AnalyticSystem& system, const LocalLeaf& found) {
  std::map<std::string, unsigned> times;
  for (const algebra::HiddenEquation& hidden : found.hidden) times[hidden.source] = hidden.times;
  std::set<std::string> set_aside;
  for (const algebra::RedundantLine& line : found.redundant) set_aside.insert(line.source);
  std::vector<Line> lines;
  for (const AnalyticEquation& equation : system.equations) {
    if (set_aside.contains(equation.source)) continue;
    lines.push_back({equation.residual, equation.source, times[equation.source]});
  }
  for (std::size_t i = system.coordinates, k = i; i < system.equations.size() && k > 0; ++i) {
    const AnalyticEquation& constraint = system.equations[i];
    if (set_aside.contains(constraint.source)) continue;
    const Expression multiplier = Expression::variable({Role::unknown, system.unknowns[i], 0});
    for (std::size_t q = 0; q < system.coordinates; ++q) {
      const Variable coordinate{Role::unknown, system.unknowns[q], 0};
      const Expression slope = algebra::partial_derivative(constraint.residual, coordinate);
      lines[q].residual = lines[q].residual + slope * multiplier;
    }
  }
  for (const algebra::CombinedLine& combined : found.combined) {
    for (Line& line : lines) {
      if (line.source == combined.source) line.residual = combined.residual;
    }
  }
  return lines;
}

Tops tops_of(const LocalLeaf& found) {
  Tops tops;
  for (const algebra::LocalPoint& jet : found.point) {
    unsigned& top = tops[jet.variable.name];
    top = std::max(top, jet.variable.order);
  }
  return tops;
}

std::string row_name(const Line& line, unsigned times) {
  if (times == 0) return line.source;
  const std::string often = times == 1   ? "once"
                            : times == 2 ? "twice"
                                         : std::to_string(times) + " times";
  return line.source + " differentiated " + often;
}

TopPattern::TopPattern(const std::vector<Expression>& rows, const Tops& tops) {
  for (const Expression& row : rows) {
    std::vector<std::string>& names = names_.emplace_back();
    for (const Variable& variable : algebra::variables_of(row)) {
      const auto top = tops.find(variable.name);
      if (variable.role != Role::unknown || top == tops.end()) continue;
      if (top->second == variable.order) names.push_back(variable.name);
    }
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::set<std::string> tried;
    (void)match(row, tried);
  }
}

/// An augmenting path: as deep as there are rows.
// NOLINTNEXTLINE(misc-no-recursion)
bool TopPattern::match(std::size_t row, std::set<std::string>& tried) {
  for (const std::string& name : names_[row]) {
    if (!tried.insert(name).second) continue;
    const auto taken = rows_.find(name);
    if (taken != rows_.end() && !match(taken->second, tried)) continue;
    rows_[name] = row;
    return true;
  }
  return false;
}

}  // namespace leafwise::pipeline::detail
