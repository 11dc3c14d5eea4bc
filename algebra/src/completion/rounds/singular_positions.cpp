// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "completion/rounds/completer.hpp"
#include "geometry/jacobian.hpp"
#include "geometry/minor_locus.hpp"
#include "geometry/row_dependence.hpp"
#include "number/random_choices.hpp"

/// A linkage that can lie flat: its positions have singular points, and there rows lose rank. What
/// they do elsewhere need not be decomposed if nothing can lie over it.
namespace leafwise::algebra::detail {

namespace {

/// Equations of a place: each takes a chart of its own.
constexpr std::size_t most_charts = 8;

Outcome<bool> is_unit(const Ideal& ideal, const Limits& limits) {
  const Outcome<int> dimension = ideal.dimension(limits);
  if (!dimension) return Unable{dimension.reason()};
  return dimension.value() < 0;
}

/// What holds, beside all that positions satisfy, where they are singular. Empty: they are nowhere,
/// or it is not known.
std::vector<Polynomial> equations_of_singular(const PrimeComponent& positions,
                                              const Limits& limits) {
  const Ideal& base = positions.ideal;
  std::vector<Variable> coordinates;
  std::size_t parameters = 0;
  for (const Variable& variable : base.variables()) {
    if (variable.role == Role::unknown) coordinates.push_back(variable);
    if (variable.role == Role::parameter) ++parameters;
  }
  if (positions.dimension < 0) return {};
  const std::size_t lost = static_cast<std::size_t>(positions.dimension) + parameters;
  if (base.variables().size() <= lost) return {};
  const std::size_t codimension = base.variables().size() - lost;
  const PolynomialMatrix matrix = jacobian(base.generators(), coordinates);
  if (codimension > matrix.size() || codimension > coordinates.size()) return {};
  const auto is_empty = [&](const Ideal& ideal) { return is_unit(ideal, limits); };
  const Outcome<Ideal> singular = add_minors(base, matrix, codimension, is_empty, limits);
  if (!singular) return {};
  const Outcome<bool> nowhere = is_unit(singular.value(), limits);
  if (!nowhere || nowhere.value()) return {};
  std::vector<Polynomial> equations;
  for (const Polynomial& generator : singular.value().generators()) {
    const Outcome<bool> known = base.contains(generator, limits);
    if (!known) return {};
    if (!known.value()) equations.push_back(generator);
  }
  return equations;
}

}  // namespace

/// Let N be where positions are singular, s one of its equations. Where s is not zero, pairs of a
/// point and multipliers that show a dependence are asked for, as everywhere (`rank_drops`): if
/// they are too few for a component for each s, all further components lie over N. N only says
/// where to look: nothing has to be true of it.
std::optional<RankDrops> Completer::drops_at_singular_positions(const Node& node,
                                                                const PolynomialMatrix& matrix,
                                                                int bound) const {
  const Ideal& base = node.base.ideal;
  if (known_ == nullptr || known_->positions.ideal.is_basis_out_of_reach() ||
      !knows_positions_of(filtration_, *known_)) {
    return std::nullopt;
  }
  const Limits shortly = limits_.spend(&Effort::parts_over_drops);
  const std::vector<Polynomial> singular = equations_of_singular(known_->positions, shortly);
  if (singular.empty() || singular.size() > most_charts) return std::nullopt;
  std::vector<Variable> variables = base.variables();
  variables.push_back(fresh_variable("outside", variables));
  const Polynomial inverse(variables.back());
  RankDrops drops{RankDrops::Kind::some};
  std::vector<Polynomial> over = base.generators();
  for (const Polynomial& equation : singular) {
    std::vector<Polynomial> elsewhere = base.generators();
    elsewhere.push_back(inverse * equation - Polynomial(Rational(1)));
    const Ideal chart(variables, std::move(elsewhere), base.engine());
    const Outcome<Evidence> few = are_dependences_below(chart, matrix, bound, shortly);
    if (!few || few.value() == Evidence::against) return std::nullopt;
    drops.is_probable = drops.is_probable || few.value() == Evidence::probable;
    over.push_back(equation);
  }
  drops.locus = Ideal(base.variables(), std::move(over), base.engine());
  const Outcome<bool> nowhere = is_unit(*drops.locus, shortly);
  if (nowhere && nowhere.value()) drops.kind = RankDrops::Kind::too_small;
  return drops;
}

}  // namespace leafwise::algebra::detail
