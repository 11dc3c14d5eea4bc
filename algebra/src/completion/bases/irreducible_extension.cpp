// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "completion/bases/prime_split.hpp"
#include "completion/rows/independent_rows.hpp"
#include "geometry/modular_point.hpp"
#include "geometry/row_dependence.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Where a square root is looked for, every other point tells nothing.
constexpr unsigned most_points = 8;

/// Where V(P) is smooth it is normal: what is integral over K[V(P)] has a value there.
bool is_smooth_at(const ModularPoint& point, const PrimeComponent& part) {
  const auto& variables = part.ideal.variables();
  const auto parameters = std::count_if(variables.begin(), variables.end(), [](const Variable& v) {
    return v.role == Role::parameter;
  });
  RowsAtPoint gradients(point);
  for (const Polynomial& generator : part.ideal.generators()) {
    gradients.add(gradient(generator, variables));
  }
  return gradients.rank() + static_cast<std::size_t>(part.dimension + parameters) ==
         variables.size();
}

/// At one smooth point among some: v² − a is reducible at every other one.
bool is_irreducible_somewhere(const PrimeComponent& part,
                              const Polynomial& condition,
                              const Variable& variable,
                              const Limits& limits) {
  for (unsigned number = 0; number < most_points; ++number) {
    const auto point = further_modular_point(part.ideal, number, limits);
    if (!point) return false;
    if (!point.value() || !is_smooth_at(*point.value(), part)) continue;
    if (is_irreducible_at(*point.value(), condition, variable)) return true;
  }
  return false;
}

}  // namespace

/// P prime, f monic in v, which is new, and irreducible at one smooth point of V(P): then f is
/// irreducible over K(V(P)), and as it is monic, P + f is prime. (A root of a positive polynomial.)
std::optional<PrimeComponent> BaseSplitter::by_irreducible_equation(
    const PrimeComponent& parent,
    const Polynomial& condition,
    const std::vector<Variable>& fresh,
    const Limits& limits) const {
  const auto degree_in = [&](const Variable& variable) {
    unsigned degree = 0;
    for (const auto& [monomial, coefficient] : condition.terms()) {
      degree = std::max(degree, monomial.exponent_of(variable));
    }
    return degree;
  };
  // Other new variables would be parameters of the equation, and have values at the point, too.
  for (const Variable& variable : fresh) {
    const unsigned degree = degree_in(variable);
    Polynomial leading;
    for (const auto& [monomial, coefficient] : condition.terms()) {
      if (monomial.exponent_of(variable) != degree) continue;
      leading += Polynomial::term(coefficient, monomial.without(variable));
    }
    if (degree < 2 || !leading.is_constant()) continue;
    if (!is_irreducible_somewhere(parent, condition, variable, limits.spend(&Effort::lemma))) {
      continue;
    }
    const Ideal& base = parent.ideal;
    std::vector<Polynomial> generators = base.generators();
    generators.push_back(condition);
    Ideal ideal(base.variables(), std::move(generators), base.engine());
    PrimeComponent part =
        extended(parent, std::move(ideal), parent.dimension - 1, "irreducible equation");
    // Over the complex numbers it may split: v^2 = 2.
    part.absolutely_prime = Truth::unknown;
    return part;
  }
  return std::nullopt;
}

}  // namespace leafwise::algebra::detail
