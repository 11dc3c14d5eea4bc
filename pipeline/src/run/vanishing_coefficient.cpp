// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/vanishing_coefficient.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "leaves/linear_block.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {
namespace {

using algebra::Polynomial;
using algebra::Variable;

/// Of what the coefficient was: steps that go to its zero end much nearer.
constexpr double vanished = 1e-6;
/// Rows that are looked at for what it was.
constexpr std::size_t most_rows = 64;

struct Coefficient {
  std::size_t unknown;
  std::size_t row;
};

/// Which of them have gone to 0.
std::vector<bool> gone(integrator::SmoothMap<double>& values,
                       const integrator::Trajectory<double>& table) {
  std::vector<double> now(values.outputs());
  std::vector<double> largest(now.size(), 0.0);
  const std::size_t stride = table.size() / most_rows + 1;
  for (std::size_t row = 0; row < table.size(); row += stride) {
    values.value(table.row(row).first(values.inputs()), now);
    for (std::size_t i = 0; i < now.size(); ++i)
      largest[i] = std::max(largest[i], std::abs(now[i]));
  }
  values.value(table.last().first(values.inputs()), now);
  std::vector<bool> result(now.size());
  const bool is_start = table.size() == 1;  // then it was nothing else before
  for (std::size_t i = 0; i < now.size(); ++i) {
    result[i] = std::abs(now[i]) < vanished * largest[i] || (is_start && now[i] == 0);
  }
  return result;
}

}  // namespace

std::string vanishing_coefficient(const Model& model,
                                  const Selection& selection,
                                  const integrator::Report<double>& report) {
  const LinearBlock block = linear_block(model, selection.exact);
  NumericProgram program(selection.exact.equations.base.variables, parameter_values(model));
  std::vector<Coefficient> places;
  for (std::size_t j = 0; j < block.unknowns.size(); ++j) {
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
      const Polynomial coefficient = block.rows[i].derivative(block.unknowns[j]);
      if (coefficient.is_zero()) continue;
      program.add_output(coefficient);
      places.push_back({j, i});
    }
  }
  if (places.empty() || report.trajectory.empty()) return {};
  const std::unique_ptr<integrator::SmoothMap<double>> values = program.map()->clone();
  const std::vector<bool> is_gone = gone(*values, report.trajectory);
  for (std::size_t begin = 0, end = 0; begin < places.size(); begin = end) {
    bool all = true;
    for (end = begin; end < places.size() && places[end].unknown == places[begin].unknown; ++end) {
      all = all && is_gone[end];
    }
    if (!all) continue;
    return "the coefficient of " + to_string(block.unknowns[places[begin].unknown]) +
           " goes to 0 in " + to_string(block.rows[places[begin].row]) + " = 0";
  }
  return {};
}

}  // namespace leafwise::pipeline::detail
