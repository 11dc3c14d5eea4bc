// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/presentation/real_part.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "geometry/jacobian.hpp"
#include "geometry/modular_point.hpp"
#include "leafwise/algebra/absolute_components.hpp"

namespace leafwise::algebra {

namespace {

/// Bases that the engine is asked to split over ℂ, and its time for one if that misjudges it.
constexpr std::size_t most_variables = 8;
constexpr unsigned most_degree = 8;

bool is_complete(const Leaf& leaf) {
  return leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
}

/// Components over ℂ are conjugate: a smooth rational point lies on all of them, and on one only.
/// Failing that, small bases are split.
Truth is_absolutely_prime(const Leaf& leaf, const Limits& limits) {
  if (leaf.real.regular == Truth::yes && leaf.real.sample && leaf.real.sample->radius == 0) {
    return Truth::yes;
  }
  const auto& generators = leaf.base.generators();
  const bool is_small =
      leaf.base.variables().size() <= most_variables &&
      std::all_of(generators.begin(), generators.end(), [&](const Polynomial& generator) {
        return generator.degree() <= most_degree;
      });
  if (!is_small) return Truth::unknown;
  const auto components = absolute_components(leaf.base, limits.spend(&Effort::real_points));
  const bool splits =
      components && !components.value().empty() && components.value().front().conjugates > 1;
  // That nothing splits would be the engine's word only.
  return splits ? Truth::no : Truth::unknown;
}

}  // namespace

namespace detail {

void refute_free_accelerations(Leaf& leaf) {
  const bool has_free = leaf.motion_is_free &&
                        std::any_of(leaf.free.begin(),
                                    leaf.free.end(),
                                    [](const Variable& variable) { return variable.order == 2; });
  if (!is_complete(leaf) || !has_free) return;
  leaf.real.regular = Truth::no;
  leaf.real.why = "masses are positive, so accelerations are unique at real points, not free";
}

void find_real_positions(Leaf& leaf,
                         const PositionComponent& component,
                         const std::vector<std::string>& coordinates,
                         const CompletionOptions& options,
                         const Limits& limits) {
  const PrimeComponent& positions = component.positions;
  const bool is_bundle = leaf.dimension == positions.dimension + component.degrees_of_freedom;
  if (!is_complete(leaf) || leaf.real.regular != Truth::unknown || leaf.prime != Truth::yes ||
      positions.prime != Truth::yes || !is_bundle) {
    return;
  }
  std::vector<Variable> columns;
  std::size_t others = 0;
  for (const Variable& variable : positions.ideal.variables()) {
    const auto& names = coordinates;
    const bool is_known = variable.role != Role::unknown;
    const bool is_coordinate =
        !is_known && std::find(names.begin(), names.end(), variable.name) != names.end();
    if (!is_known && !is_coordinate) return;
    if (is_coordinate) columns.push_back(variable);
    if (variable.role == Role::parameter) ++others;
  }
  // Nothing but these and their velocities.
  if (leaf.base.variables().size() != positions.ideal.variables().size() + columns.size()) return;
  const Limits shortly = limits.spend(options.patience);
  const auto point = modular_point(leaf.base, shortly.spend(&Effort::real_points));
  if (!point || !point.value()) return;
  RowsAtPoint rows(*point.value());
  for (const auto& row : jacobian(positions.ideal.generators(), columns)) rows.add(row);
  const auto freedom = static_cast<std::size_t>(component.degrees_of_freedom);
  if (rows.rank() + freedom < columns.size()) return;
  RealLocusOptions how{options.point, options.seed};
  how.is_absolutely_prime = positions.absolutely_prime == Truth::yes;
  RealLocus below =
      real_locus(positions.ideal, positions.dimension + static_cast<int>(others), how, shortly);
  if (below.regular == Truth::yes) leaf.real = std::move(below);
}

}  // namespace detail

void describe_base(Leaf& leaf, const CompletionOptions& options, const Limits& limits) {
  if (!is_complete(leaf) || leaf.dimension < 0) return;
  if (leaf.real.regular == Truth::unknown) {
    const auto& variables = leaf.base.variables();
    const auto parameters = std::count_if(variables.begin(), variables.end(), [](const auto& one) {
      return one.role == Role::parameter;
    });
    RealLocusOptions how{options.point, options.seed};
    how.is_prime = leaf.prime == Truth::yes;
    how.is_absolutely_prime = leaf.absolutely_prime == Truth::yes;
    leaf.real = real_locus(leaf.base,
                           leaf.dimension + static_cast<int>(parameters),
                           how,
                           limits.spend(options.patience));
  }
  if (leaf.prime == Truth::yes && leaf.absolutely_prime == Truth::unknown) {
    leaf.absolutely_prime = is_absolutely_prime(leaf, limits.spend(options.patience));
  }
  if (leaf.real.regular == Truth::yes) leaf.degrees_of_freedom = leaf.generic_degrees_of_freedom;
}

}  // namespace leafwise::algebra
