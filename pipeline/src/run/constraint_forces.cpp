// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/constraint_forces.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/motion.hpp"
#include "leafwise/integrator/determined_part.hpp"
#include "model/analytic_system.hpp"
#include "model/numeric_program.hpp"
#include "run/uncompleted_methods.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;
using Map = std::unique_ptr<integrator::SmoothMap<double>>;

/// Gradients nearer to each other's span than this depend on each other. Points are that far off
/// the constraints at most where a run is good; what is left of λ's digits there is half of them.
constexpr double dependence = 1e-8;
/// The same where a row is farther off: this many times `_residual`.
constexpr double residuals = 100;
/// Of the forces in the equations of motion: accelerations near a singular position have lost this
/// much, while what no reaction holds is of the size of the forces themselves.
constexpr double share_of_forces = 1e-6;

Variable jet(const std::string& name, unsigned order) {
  return {Role::unknown, name, order};
}

std::optional<std::size_t> place_of(const std::vector<std::string>& names,
                                    const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

/// Quantities of a table that functions can use, and their columns.
struct Inputs {
  std::vector<Variable> variables;
  std::vector<std::size_t> columns;

  Inputs(const Selection& selection, const std::vector<std::string>& names) {
    for (const auto* some : {&selection.leaf.coordinates, &selection.leaf.attached}) {
      for (const Variable& variable : *some) {
        const auto column = place_of(names, to_string(variable));
        if (!column || has(variable)) continue;
        variables.push_back(variable);
        columns.push_back(*column);
      }
    }
  }
  [[nodiscard]] bool has(const Variable& variable) const {
    return std::find(variables.begin(), variables.end(), variable) != variables.end();
  }
  [[nodiscard]] std::optional<std::size_t> place(const Variable& variable) const {
    const auto found = std::find(variables.begin(), variables.end(), variable);
    if (found == variables.end()) return std::nullopt;
    return static_cast<std::size_t>(found - variables.begin());
  }
  [[nodiscard]] bool cover(const Polynomial& polynomial) const {
    const std::set<Variable> used = polynomial.variables();
    return std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
      return variable.role == Role::parameter || has(variable);
    });
  }
};

}  // namespace

class ConstraintForces::Reactions {
 public:
  Reactions(const Problem& problem,
            const Selection& selection,
            const std::vector<std::string>& columns)
      : problem_(problem), inputs_(selection, columns), residual_(place_of(columns, "_residual")) {
    set_gradients();
    if (completes_nothing(problem.plan)) {
      set_multipliers(columns);
    } else {
      set_motion();
    }
  }

  /// Coordinates are measured against the largest ones so far: a gradient that vanishes at x = 0 is
  /// zero up to rounding where x is.
  void measure(std::span<const double> row) {
    for (const auto& place : places_) {
      if (!place) continue;
      const double value = std::abs(row[inputs_.columns[*place]]);
      if (std::isfinite(value)) size_ = std::max(size_, value);
    }
  }

  [[nodiscard]] double size() const noexcept { return size_; }
  void measured(double size) noexcept { size_ = size; }

  [[nodiscard]] integrator::DeterminedPart at(std::span<const double> row) {
    std::vector<double> point;
    point.reserve(inputs_.columns.size());
    for (const std::size_t column : inputs_.columns) point.push_back(row[column]);
    const double residual = residual_ ? row[*residual_] : 0;
    const double error =
        std::isfinite(residual) ? std::max(dependence, residuals * residual) : dependence;
    const std::vector<double> columns = gradients(point);
    const std::vector<bool> is_zero = zeros(columns, point, error);
    double defect = 0;
    const std::vector<double> right = reaction(row, point, columns, defect);
    return integrator::determined_part(columns, is_zero, right, error, defect);
  }

 private:
  [[nodiscard]] const Mechanics& mechanics() const { return *problem_.model.mechanics; }

  void set_gradients() {
    NumericProgram program(inputs_.variables, parameter_values(problem_.model));
    for (const WrittenExpression& constraint : mechanics().constraints) {
      program.add_output(constraint.expression);
    }
    constraints_ = program.map()->clone();
    values_.resize(mechanics().constraints.size());
    jacobian_.resize(values_.size() * inputs_.variables.size());
    for (const std::string& name : mechanics().coordinates) {
      places_.push_back(inputs_.place(jet(name, 0)));
    }
  }

  /// F and M q'', one after the other: their difference is Gᵀλ.
  void set_motion() {
    const PolynomialMechanics& terms = *problem_.model.polynomial.mechanics;
    const std::size_t n = mechanics().coordinates.size();
    std::vector<Polynomial> sides;
    for (std::size_t i = 0; i < n; ++i) {
      sides.push_back(terms.stiff_force.empty() ? terms.force[i]
                                                : terms.force[i] + terms.stiff_force[i]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      Polynomial inertia;
      for (std::size_t j = 0; j < n; ++j) {
        inertia += terms.mass[i][j] * Polynomial(jet(mechanics().coordinates[j], 2));
      }
      sides.push_back(inertia);
    }
    const bool is_known = std::all_of(
        sides.begin(), sides.end(), [&](const Polynomial& side) { return inputs_.cover(side); });
    if (!is_known) return set_motion_as_written();
    NumericProgram program(inputs_.variables, parameter_values(problem_.model));
    for (const Polynomial& side : sides) program.add_output(side);
    motion_ = program.map()->clone();
  }

  /// The same where functions are no unknowns of the table, as on leaves found at the start.
  void set_motion_as_written() {
    const algebra::AnalyticSystem system = analytic_system(problem_);
    const std::size_t n = mechanics().coordinates.size();
    std::vector<algebra::Expression> sides;
    for (std::size_t i = 0; i < n; ++i) {
      sides.push_back(
          -algebra::substitute(system.equations[i].residual, [](const Variable& variable) {
            const bool is_acceleration = variable.role == Role::unknown && variable.order == 2;
            return is_acceleration ? std::optional(algebra::Expression()) : std::nullopt;
          }));
    }
    for (std::size_t i = 0; i < n; ++i) {
      sides.push_back(system.equations[i].residual + sides[i]);
    }
    const bool is_known = std::ranges::all_of(sides, [&](const algebra::Expression& side) {
      return std::ranges::all_of(algebra::variables_of(side),
                                 [&](const Variable& variable) { return inputs_.has(variable); });
    });
    if (!is_known) return;
    NumericProgram program(inputs_.variables, {});
    for (const algebra::Expression& side : sides) program.add_output(side);
    motion_ = program.map()->clone();
  }

  /// Methods that complete nothing have λ of the constraints as they stand, but for those that
  /// follow from others.
  void set_multipliers(const std::vector<std::string>& columns) {
    const std::size_t count = mechanics().constraints.size();
    for (const std::string& name : algebra::Multipliers::names(count)) {
      multipliers_.push_back(place_of(columns, name));
    }
  }

  /// Gᵀ column by column: the gradients, each by all coordinates.
  [[nodiscard]] std::vector<double> gradients(std::span<const double> point) {
    constraints_->jacobian(point, values_, jacobian_);
    std::vector<double> result;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      for (const auto& place : places_) {
        result.push_back(place ? jacobian_[k * point.size() + *place] : 0);
      }
    }
    return result;
  }

  /// Those that a change of the point by less than its error changes by more than half.
  [[nodiscard]] std::vector<bool> zeros(const std::vector<double>& columns,
                                        std::vector<double> point,
                                        double error) {
    for (const auto& place : places_) {
      if (place) point[*place] += error * (size_ == 0 ? 1 : size_);
    }
    const std::vector<double> moved = gradients(point);
    const std::size_t n = places_.size();
    std::vector<bool> result;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      double length = 0;
      double change = 0;
      for (std::size_t j = k * n; j < (k + 1) * n; ++j) {
        length = std::hypot(length, columns[j]);
        change = std::hypot(change, moved[j] - columns[j]);
      }
      result.push_back(length == 0 || 2 * change > length);
    }
    return result;
  }

  /// Gᵀλ by what is known, and how large its rounding may be.
  [[nodiscard]] std::vector<double> reaction(std::span<const double> row,
                                             const std::vector<double>& point,
                                             const std::vector<double>& columns,
                                             double& defect) {
    const std::size_t n = places_.size();
    std::vector<double> result(n, std::nan(""));
    double size = 0;
    if (motion_) {
      std::vector<double> sides(2 * n);
      motion_->value(point, sides);
      for (std::size_t i = 0; i < n; ++i) {
        result[i] = sides[i] - sides[n + i];
        size = std::hypot(size, std::abs(sides[i]) + std::abs(sides[n + i]));
      }
    } else if (!multipliers_.empty()) {
      for (std::size_t i = 0; i < n; ++i) {
        result[i] = 0;
        for (std::size_t k = 0; k < values_.size(); ++k) {
          if (multipliers_[k]) result[i] += columns[k * n + i] * row[*multipliers_[k]];
        }
        size = std::hypot(size, result[i]);
      }
    }
    defect = share_of_forces * size;
    return result;
  }

  const Problem& problem_;
  Inputs inputs_;
  std::optional<std::size_t> residual_;  ///< its column
  Map constraints_;
  Map motion_;  ///< null where multipliers are known, or nothing is
  std::vector<std::optional<std::size_t>> multipliers_;  ///< of each constraint: its column
  std::vector<std::optional<std::size_t>> places_;       ///< of the coordinates among the inputs
  double size_ = 0;                                      ///< of the largest coordinate; 0: of none
  std::vector<double> values_;
  std::vector<double> jacobian_;
};

ConstraintForces::ConstraintForces() = default;
ConstraintForces::~ConstraintForces() = default;

void ConstraintForces::begin(const Problem& problem,
                             const Selection& selection,
                             const std::vector<std::string>& columns) {
  if (!problem.model.mechanics) return;
  for (std::size_t k = 1; k <= problem.model.mechanics->constraints.size(); ++k) {
    records_.push_back({"_force" + std::to_string(k), {}, {}});
  }
  values_.resize(records_.size());
  if (!records_.empty()) reactions_ = std::make_unique<Reactions>(problem, selection, columns);
}

std::span<const double> ConstraintForces::at_row(std::span<const double> row) {
  if (!reactions_) return {};
  reactions_->measure(row);
  const integrator::DeterminedPart found = reactions_->at(row);
  for (std::size_t k = 0; k < records_.size(); ++k) {
    values_[k] = found.values[k];
    ForceRecord& record = records_[k];
    record.ends_unbounded = !found.is_solvable;
    if (std::isfinite(found.values[k])) continue;
    ++(found.is_solvable ? record.not_unique : record.unbounded);
  }
  return values_;
}

std::span<const double> ConstraintForces::at_event(std::span<const double> row) {
  if (!reactions_) return {};
  const integrator::DeterminedPart found = reactions_->at(row);
  std::copy_n(found.values.begin(), values_.size(), values_.begin());
  return values_;
}

void ConstraintForces::save(PackedWriter& writer) const {
  writer.add(reactions_ ? reactions_->size() : 0.0);
  for (const ForceRecord& record : records_) {
    writer.add(std::uint64_t{record.not_unique});
    writer.add(std::uint64_t{record.unbounded});
    writer.add(std::uint64_t{record.ends_unbounded ? 1U : 0U});
  }
}

void ConstraintForces::restore(PackedReader& reader) {
  double size = 0;
  reader.take(size);
  if (reactions_) reactions_->measured(size);
  for (ForceRecord& record : records_) {
    std::uint64_t ends_unbounded = 0;
    reader.take(record.not_unique);
    reader.take(record.unbounded);
    reader.take(ends_unbounded);
    record.ends_unbounded = ends_unbounded != 0;
  }
}

}  // namespace leafwise::pipeline::detail
