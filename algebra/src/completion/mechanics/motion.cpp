// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <string_view>

#include "leafwise/algebra/motion.hpp"

namespace leafwise::algebra {

namespace {

constexpr std::string_view stem = "lambda";

}  // namespace

bool Multipliers::is_name(const std::string& name) {
  return name.size() > stem.size() && name.starts_with(stem) &&
         std::all_of(
             name.begin() + stem.size(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string Multipliers::name(std::size_t index) {
  return std::string(stem) + std::to_string(index + 1);
}

Variable Multipliers::variable(std::size_t index) {
  return {Role::unknown, name(index), 0};
}

std::vector<std::string> Multipliers::names(std::size_t count) {
  std::vector<std::string> result;
  result.reserve(count);
  for (std::size_t k = 0; k < count; ++k) result.push_back(name(k));
  return result;
}

std::vector<Variable> Multipliers::variables(std::size_t count) {
  std::vector<Variable> result;
  result.reserve(count);
  for (std::size_t k = 0; k < count; ++k) result.push_back(variable(k));
  return result;
}

std::vector<std::vector<Polynomial>> velocity_matrix(
    const std::vector<Polynomial>& velocity_constraints,
    const std::vector<std::string>& coordinates) {
  std::vector<std::vector<Polynomial>> matrix;
  matrix.reserve(velocity_constraints.size());
  for (const Polynomial& constraint : velocity_constraints) {
    std::vector<Polynomial> row;
    row.reserve(coordinates.size());
    const std::set<Variable> used = constraint.variables();
    for (const std::string& name : coordinates) {
      const Variable velocity{Role::unknown, name, 1};
      row.push_back(used.contains(velocity) ? constraint.derivative(velocity) : Polynomial());
    }
    matrix.push_back(std::move(row));
  }
  return matrix;
}

std::vector<Polynomial> equations_of_motion(const MechanicalSystem& system,
                                            const std::vector<std::vector<Polynomial>>& gradients,
                                            const std::vector<Variable>& multipliers) {
  std::vector<Polynomial> motion;
  motion.reserve(system.coordinates.size());
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    Polynomial row = -system.force[i];
    for (std::size_t j = 0; j < system.coordinates.size(); ++j) {
      if (system.mass[i][j].is_zero()) continue;
      row += system.mass[i][j] * Polynomial(Variable{Role::unknown, system.coordinates[j], 2});
    }
    for (std::size_t k = 0; k < gradients.size(); ++k) {
      if (!gradients[k][i].is_zero()) row += gradients[k][i] * Polynomial(multipliers[k]);
    }
    motion.push_back(std::move(row));
  }
  return motion;
}

}  // namespace leafwise::algebra
