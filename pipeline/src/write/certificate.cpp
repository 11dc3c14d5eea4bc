// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "leafwise/algebra/motion.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leaves/presented_leaf.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::LeafStatus;
using algebra::Polynomial;
using algebra::Rational;
using algebra::Role;
using algebra::Variable;
using detail::LeafClaims;

/// The gradients of the leaf's constraints, whose entries are the factors of the multipliers: read
/// off D g, in which rates of auxiliaries are replaced by what their relations say.
class Gradients {
 public:
  explicit Gradients(const algebra::DifferentialSystem& system)
      : auxiliaries_(detail::auxiliaries_of(system)) {
    for (const algebra::SourcedEquation& equation : system.equations) {
      const Polynomial& relation = equation.polynomial;
      relations_.push_back(rates_in(relation).empty() ? relation.total_derivative() : relation);
    }
  }

  /// D g without rates of auxiliaries; none where their relations do not give them by a number.
  [[nodiscard]] std::optional<Polynomial> rate_of(const Polynomial& constraint) const {
    Polynomial rate = constraint.total_derivative();
    // Each pass replaces one rate; chains of auxiliaries are no longer than there are of them.
    for (std::size_t pass = 0; pass <= auxiliaries_.size() * auxiliaries_.size(); ++pass) {
      const std::set<Variable> rates = rates_in(rate);
      if (rates.empty()) return rate;
      const Variable& first = *rates.rbegin();
      const auto own = std::find_if(relations_.begin(), relations_.end(), [&](const auto& row) {
        const Polynomial factor = row.derivative(first);
        return !factor.is_zero() && factor.is_constant();
      });
      if (own == relations_.end()) return std::nullopt;
      Polynomial times = rate.derivative(first) * *own;
      times *= Rational(1) / own->derivative(first).constant_value();
      rate -= times;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::set<Variable> rates_in(const Polynomial& polynomial) const {
    std::set<Variable> rates;
    for (const Variable& variable : polynomial.variables()) {
      if (variable.order == 1 && auxiliaries_.contains(variable.name)) rates.insert(variable);
    }
    return rates;
  }

  std::set<std::string> auxiliaries_;
  std::vector<Polynomial> relations_;
};

/// M q'' − F + Gᵀλ with the gradients of the leaf's own constraints.
void add_motion(const algebra::DifferentialSystem& system, LeafClaims& claims) {
  const algebra::MechanicalSystem& mechanics = *system.mechanics;
  const algebra::Leaf& leaf = *claims.leaf;
  const Gradients gradients(system);
  std::vector<Polynomial> rates;
  for (const Polynomial& constraint : leaf.constraints) {
    const std::optional<Polynomial> rate = gradients.rate_of(constraint);
    if (!rate || leaf.multipliers.size() != leaf.constraints.size()) {
      claims.not_checked.emplace_back("the equations of motion: auxiliary unknowns stand between");
      return;
    }
    rates.push_back(*rate);
  }
  std::vector<Polynomial> motion = algebra::equations_of_motion(
      mechanics, algebra::velocity_matrix(rates, mechanics.coordinates), leaf.multipliers);
  for (std::size_t i = 0; i < motion.size(); ++i) {
    claims.vanish.push_back({"motion of " + mechanics.coordinates[i], std::move(motion[i])});
  }
}

void divide_variables(LeafClaims& claims) {
  const algebra::Leaf& leaf = *claims.leaf;
  std::set<Variable> known(leaf.base.variables().begin(), leaf.base.variables().end());
  known.insert(leaf.graph.begin(), leaf.graph.end());
  for (const Variable& variable : leaf.base.variables()) {
    const bool is_parameter = variable.role == Role::parameter;
    (is_parameter ? claims.parameters : claims.base).push_back(variable);
    if (variable.role == Role::unknown && !known.contains(algebra::next_jet(variable))) {
      claims.tops.push_back(variable);
    }
  }
}

LeafClaims claims_of(const Problem& problem,
                     const algebra::DifferentialSystem& system,
                     const algebra::Leaf& leaf) {
  LeafClaims claims;
  claims.title = problem.source.title.empty() ? problem.model.file : problem.source.title;
  claims.leaf = &leaf;
  divide_variables(claims);
  for (const algebra::SourcedEquation& equation : system.equations) {
    claims.vanish.push_back({equation.source, equation.polynomial});
  }
  if (system.mechanics) {
    for (const algebra::SourcedEquation& equation : system.mechanics->constraints) {
      claims.vanish.push_back({equation.source, equation.polynomial});
    }
    add_motion(system, claims);
  }
  for (std::size_t i = 0; i < system.inequations.size(); ++i) {
    claims.do_not_vanish.push_back({fmt::format("inequation {}", i + 1), system.inequations[i]});
  }
  return claims;
}

}  // namespace

std::vector<Certificate> certificates(const Problem& problem,
                                      const algebra::DifferentialSystem& system,
                                      const algebra::Completion& completion) {
  std::vector<Certificate> scripts;
  for (const algebra::Leaf& leaf : completion.leaves) {
    if (leaf.status != LeafStatus::involutive && leaf.status != LeafStatus::underdetermined)
      continue;
    const LeafClaims claims = claims_of(problem, system, leaf);
    scripts.push_back({leaf.name + ".sing", detail::singular_script(claims)});
    scripts.push_back({leaf.name + ".m2", detail::macaulay2_script(claims)});
  }
  return scripts;
}

}  // namespace leafwise::pipeline
