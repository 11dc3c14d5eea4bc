// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/local_mechanics.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/integrator/mechanical_distribution.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::AnalyticSystem;
using algebra::Expression;
using algebra::LocalLeaf;
using algebra::Role;
using algebra::Variable;

Variable jet(const std::string& name, unsigned order) {
  return {Role::unknown, name, order};
}

class Terms {
 public:
  Terms(const AnalyticSystem& system,
        const LocalLeaf& found,
        const std::vector<Variable>& coordinates)
      : system_(system), size_(system.coordinates), coordinates_(coordinates) {
    for (const algebra::AnalyticEquation& line : system.equations) {
      used_.push_back(algebra::variables_of(line.residual));
    }
    std::set<std::string> set_aside;
    for (const algebra::RedundantLine& line : found.redundant) set_aside.insert(line.source);
    for (std::size_t i = size_; i < system.equations.size(); ++i) {
      (set_aside.contains(system.equations[i].source) ? implied_ : kept_).push_back(i);
    }
    is_standard_ = has_standard_offsets(found) && is_affine();
  }

  [[nodiscard]] LocalMechanics mechanics() const {
    LocalMechanics result;
    if (!is_standard_) return result;
    integrator::MechanicalLayout layout;
    for (std::size_t j = 0; j < size_; ++j) {
      const std::string& name = system_.unknowns[j];
      layout.positions.push_back(place(jet(name, 0)));
      layout.velocities.push_back(place(jet(name, 1)));
      result.attached.push_back(jet(name, 2));
      layout.acceleration_names.push_back(to_string(jet(name, 2)));
    }
    layout.time = place_of_time();
    layout.constraints = kept_.size() + implied_.size();
    layout.constraint_rank = kept_.size();
    for (const std::size_t i : kept_) {
      result.attached.push_back(jet(system_.unknowns[i], 0));
      layout.multiplier_names.push_back(to_string(result.attached.back()));
    }
    for (const std::size_t i : implied_) {
      const algebra::AnalyticEquation& line = system_.equations[i];
      result.implied.push_back(line.residual);
      result.implied_names.push_back(line.source);
      result.implied.push_back(algebra::total_derivative(line.residual));
      result.implied_names.push_back(line.source + " differentiated once");
    }
    result.distribution = std::make_shared<const integrator::MechanicalDistribution<double>>(
        program(), std::move(layout));
    return result;
  }

 private:
  [[nodiscard]] std::size_t place(const Variable& variable) const {
    return static_cast<std::size_t>(std::ranges::find(coordinates_, variable) -
                                    coordinates_.begin());
  }
  [[nodiscard]] std::size_t place_of_time() const {
    return static_cast<std::size_t>(
        std::ranges::find(coordinates_, Role::independent, &Variable::role) - coordinates_.begin());
  }

  /// Each constraint twice, no motion at all; t, q and q' are the coordinates.
  [[nodiscard]] bool has_standard_offsets(const LocalLeaf& found) const {
    std::map<std::string, unsigned> times;
    for (const algebra::HiddenEquation& hidden : found.hidden) times[hidden.source] = hidden.times;
    for (std::size_t i = 0; i < size_; ++i) {
      if (times.contains(system_.equations[i].source)) return false;
    }
    const bool has_all = std::ranges::all_of(
        kept_, [&](std::size_t i) { return times[system_.equations[i].source] == 2; });
    if (!has_all || coordinates_.size() != 2 * size_ + 1) return false;
    for (std::size_t j = 0; j < size_; ++j) {
      const std::string& name = system_.unknowns[j];
      if (place(jet(name, 0)) == coordinates_.size()) return false;
      if (place(jet(name, 1)) == coordinates_.size()) return false;
    }
    return place_of_time() < coordinates_.size();
  }

  /// M and F are functions of the coordinates.
  [[nodiscard]] bool is_affine() const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) {
        const Expression mass = slope(i, jet(system_.unknowns[j], 2));
        if (!are_coordinates(mass)) return false;
      }
      if (!are_coordinates(without_accelerations(system_.equations[i].residual))) return false;
    }
    return true;
  }
  /// Most are 0, as nothing of a line depends on most unknowns.
  [[nodiscard]] Expression slope(std::size_t line, const Variable& variable) const {
    if (!used_[line].contains(variable)) return {};
    return algebra::partial_derivative(system_.equations[line].residual, variable);
  }
  [[nodiscard]] bool are_coordinates(const Expression& expression) const {
    return std::ranges::all_of(algebra::variables_of(expression), [&](const Variable& variable) {
      return place(variable) < coordinates_.size();
    });
  }

  [[nodiscard]] Expression without_accelerations(const Expression& expression) const {
    return algebra::substitute(expression, [&](const Variable& variable) {
      const bool is_acceleration = variable.role == Role::unknown && variable.order == 2;
      return is_acceleration ? std::optional(Expression()) : std::nullopt;
    });
  }

  /// M, F, G, γ.
  [[nodiscard]] std::shared_ptr<const integrator::SmoothMap<double>> program() const {
    NumericProgram program(coordinates_, {});
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) {
        program.add_output(slope(i, jet(system_.unknowns[j], 2)));
      }
    }
    for (std::size_t i = 0; i < size_; ++i) {
      program.add_output(-without_accelerations(system_.equations[i].residual));
    }
    std::vector<Expression> rates;
    for (const auto* rows : {&kept_, &implied_}) {
      for (const std::size_t i : *rows) {
        const Expression& constraint = system_.equations[i].residual;
        for (std::size_t j = 0; j < size_; ++j) {
          program.add_output(slope(i, jet(system_.unknowns[j], 0)));
        }
        rates.push_back(algebra::total_derivative(algebra::total_derivative(constraint)));
      }
    }
    for (const Expression& rate : rates) program.add_output(-without_accelerations(rate));
    return program.map();
  }

  const AnalyticSystem& system_;
  std::size_t size_;
  const std::vector<Variable>& coordinates_;
  std::vector<std::set<Variable>> used_;  ///< by each line
  std::vector<std::size_t> kept_, implied_;
  bool is_standard_ = false;
};

}  // namespace

LocalMechanics local_mechanics(const AnalyticSystem& system,
                               const LocalLeaf& found,
                               const std::vector<Variable>& coordinates) {
  if (system.coordinates == 0) return {};
  return Terms(system, found, coordinates).mechanics();
}

}  // namespace leafwise::pipeline::detail
