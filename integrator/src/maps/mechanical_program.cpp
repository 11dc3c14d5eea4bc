// SPDX-License-Identifier: GPL-3.0-or-later
#include "maps/mechanical_program.hpp"

#include <utility>
#include <vector>

#include "leafwise/integrator/program_builder.hpp"
#include "linear/unrolled_elimination.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Accelerations and multipliers together. Instructions take about as long as three operations of
/// a loop, and without zeros there are as many.
constexpr std::size_t most_unknowns = 24;

/// (M Gᵀ F; G 0 γ), row by row.
std::vector<Expression> kkt_matrix(ProgramBuilder& builder,
                                   const std::vector<Expression>& terms,
                                   std::size_t n,
                                   std::size_t k) {
  const Expression* mass = terms.data();
  const Expression* force = mass + n * n;
  const Expression* constraints = force + n;
  const Expression* gamma = constraints + k * n;
  std::vector<Expression> rows;
  rows.reserve((n + k) * (n + k + 1));
  for (std::size_t i = 0; i < n; ++i) {
    rows.insert(rows.end(), mass + i * n, mass + (i + 1) * n);
    for (std::size_t l = 0; l < k; ++l) rows.push_back(constraints[l * n + i]);
    rows.push_back(force[i]);
  }
  for (std::size_t l = 0; l < k; ++l) {
    rows.insert(rows.end(), constraints + l * n, constraints + (l + 1) * n);
    rows.insert(rows.end(), k, builder.constant(0));
    rows.push_back(gamma[l]);
  }
  return rows;
}

}  // namespace

std::optional<MechanicalProgram> mechanical_program(const Program& terms,
                                                    const MechanicalLayout& layout) {
  const std::size_t n = layout.positions.size();
  const std::size_t k = layout.constraints;
  if (layout.constraint_rank < k || n + k > most_unknowns) return std::nullopt;
  const std::size_t m = layout.coordinates();
  ProgramBuilder builder(m);
  std::vector<Expression> z;
  z.reserve(m);
  for (std::size_t j = 0; j < m; ++j) z.push_back(builder.input(j));
  const std::vector<Expression> values = builder.append(terms, z);

  // M first: then −G M⁻¹ Gᵀ is left of the zeros.
  UnrolledElimination elimination(kkt_matrix(builder, values, n, k), n + k);
  std::vector<Expression> before;
  before.reserve(n + k);
  for (std::size_t i = 0; i < n; ++i) before.push_back(elimination.entry(i, i));
  for (std::size_t i = 0; i < n; ++i) elimination.use_pivot(i, i);
  for (std::size_t i = n; i < n + k; ++i) before.push_back(elimination.entry(i, i));
  for (std::size_t i = n; i < n + k; ++i) elimination.use_pivot(i, i);
  const std::vector<Expression> x = elimination.solution();

  std::vector<Expression> outputs(m, builder.constant(1));  // of the time, if there is one
  for (std::size_t i = 0; i < n; ++i) {
    outputs[layout.positions[i]] = z[layout.velocities[i]];
    outputs[layout.velocities[i]] = x[i];
  }
  const std::size_t first_auxiliary = values.size() - layout.auxiliaries.size();
  for (std::size_t i = 0; i < layout.auxiliaries.size(); ++i) {
    outputs[layout.auxiliaries[i]] = values[first_auxiliary + i];
  }
  MechanicalProgram result{Program(0, {}, {}, {}), 0, k};
  for (std::size_t i = 0; i < n + k; ++i) {
    const Expression pivot = elimination.pivots()[i];
    if (i < n && builder.is_constant(pivot) && pivot.number() == before[i].number()) {
      // Where M is not positive definite, pivots have to be chosen.
      if (!(builder.constant_value(pivot) > 0)) return std::nullopt;
      continue;
    }
    outputs.push_back(pivot);
    outputs.push_back(before[i]);
    if (i < n) ++result.mass_pivots;
  }
  result.program = builder.build(outputs);
  return result;
}

}  // namespace leafwise::integrator::detail
