// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/affine_solution.hpp"

#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/integrator/differentiate.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "linear/unrolled_elimination.hpp"

namespace leafwise::integrator {
namespace {

/// A column for this row: one with a constant entry if there is one.
std::optional<std::size_t> pivot_column(const detail::UnrolledElimination& elimination,
                                        const ProgramBuilder& builder,
                                        std::size_t row,
                                        std::size_t count) {
  std::optional<std::size_t> found;
  for (std::size_t j = 0; j < count; ++j) {
    if (elimination.is_used_column(j) || elimination.is_zero(row, j)) continue;
    if (builder.is_constant(elimination.entry(row, j))) return j;
    if (!found) found = j;
  }
  return found;
}

}  // namespace

std::vector<bool> dependencies(const Program& program, std::size_t first_input, std::size_t count) {
  std::vector<bool> depends(program.size(), false);
  for (std::size_t i = 0; i < count; ++i) depends[first_input + i] = true;
  std::size_t value = program.first_instruction();
  for (const Instruction& instruction : program.instructions()) {
    depends[value] = depends[instruction.a] || depends[instruction.b];
    ++value;
  }
  std::vector<bool> outputs;
  outputs.reserve(program.outputs().size());
  for (const std::uint32_t output : program.outputs()) outputs.push_back(depends[output]);
  return outputs;
}

std::optional<Program> affine_solution(const Program& equations, std::size_t unknowns) {
  LEAFWISE_DEMAND(equations.outputs().size() == unknowns && equations.inputs() >= unknowns);
  const std::size_t known = equations.inputs() - unknowns;
  const JacobianProgram derivative = differentiate(equations);
  const std::vector<bool> varies = dependencies(derivative.program, known, unknowns);
  ProgramBuilder builder(known);
  std::vector<Expression> arguments;
  arguments.reserve(equations.inputs());
  for (std::size_t i = 0; i < known; ++i) arguments.push_back(builder.input(i));
  arguments.insert(arguments.end(), unknowns, builder.constant(0));
  const std::vector<Expression> values = builder.append(derivative.program, arguments);
  std::vector<Expression> rows(unknowns * (unknowns + 1), builder.constant(0));
  for (std::size_t i = 0; i < unknowns; ++i) rows[i * (unknowns + 1) + unknowns] = -values[i];
  for (std::size_t e = 0; e < derivative.rows.size(); ++e) {
    if (derivative.columns[e] < known) continue;
    if (varies[unknowns + e]) return std::nullopt;
    rows[derivative.rows[e] * (unknowns + 1) + derivative.columns[e] - known] =
        values[unknowns + e];
  }
  detail::UnrolledElimination elimination(std::move(rows), unknowns);
  for (std::size_t i = 0; i < unknowns; ++i) {
    const std::optional<std::size_t> column = pivot_column(elimination, builder, i, unknowns);
    if (!column) return std::nullopt;
    elimination.use_pivot(i, *column);
  }
  return builder.build(elimination.solution());
}

}  // namespace leafwise::integrator
