// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/simplify/parameters.hpp"

#include <optional>
#include <set>
#include <utility>

#include "decomposition/simplify/over_parameters.hpp"
#include "decomposition/split/factoriser.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

namespace {

class Localiser {
 public:
  Localiser(const Ideal& ideal, const Limits& limits)
      : ideal_(ideal), factoriser_(ideal.engine()), roles_(ideal.variables()), limits_(limits) {}

  /// False: it exists only for special parameters.
  bool localise(PrimeComponent& component) {
    if (roles_.unknowns.empty()) {
      // Over the field there are no points but for the zero ideal.
      for (const Polynomial& generator : component.ideal.generators()) add_conditions(generator);
      return component.ideal.generators().empty();
    }
    const Outcome<Polynomials> basis = basis_over_parameters(component.ideal, roles_, limits_);
    if (!basis) {
      undecided_ = true;
      return true;
    }
    Polynomials monomials;
    Polynomials coefficients;
    for (const Polynomial& element : basis.value()) {
      Leading leading = leading_of(element, roles_);
      if (leading.monomial.degree() == 0) {
        add_conditions(leading.coefficient);
        return false;
      }
      monomials.push_back(Polynomial::term(Rational(1), std::move(leading.monomial)));
      coefficients.push_back(std::move(leading.coefficient));
    }
    for (const Polynomial& coefficient : coefficients) add_conditions(coefficient);
    set_dimension(component, std::move(monomials));
    return true;
  }

  /// Where V(inner) may come to lie in V(outer): some element of the outer prime that is not in the
  /// inner one has coefficients, modulo the inner one, that vanish there.
  void keep_apart(const PrimeComponent& inner, const PrimeComponent& outer) {
    Question question;
    question.operation = engine::Operation::normal_forms;
    question.order = engine::Order::blocks;
    question.count = roles_.unknowns.size();
    question.ideals = {inner.ideal.generators(), outer.ideal.generators()};
    const Outcome<Reply> reply = ask_worker(ideal_.engine(), roles_.all(), question, limits_);
    if (!reply || reply.value().ideals.size() != 1 || reply.value().ideals.front().empty()) {
      undecided_ = true;
      return;
    }
    // The smallest condition will do.
    std::optional<Polynomial> simplest;
    for (const Polynomial& form : reply.value().ideals.front()) {
      for (const auto& [exponents, coefficient] : coefficients_of(form, roles_)) {
        if (!simplest || coefficient.degree() < simplest->degree()) simplest = coefficient;
      }
    }
    if (simplest) add_conditions(*simplest);
  }

  [[nodiscard]] bool undecided() const { return undecided_; }
  [[nodiscard]] const std::set<Polynomial>& conditions() const { return conditions_; }
  [[nodiscard]] const Roles& roles() const { return roles_; }

 private:
  void add_conditions(const Polynomial& coefficient) {
    for (Polynomial& factor : factoriser_.factors_or_itself(coefficient, limits_)) {
      if (factor.is_constant()) continue;
      conditions_.insert(std::move(factor));
    }
  }

  /// Those of the ideal of leading monomials.
  void set_dimension(PrimeComponent& component, Polynomials monomials) {
    Question question;
    question.operation = engine::Operation::dimension;
    question.ideals = {std::move(monomials)};
    const Outcome<Reply> reply = ask_worker(ideal_.engine(), roles_.unknowns, question, limits_);
    if (!reply || reply.value().numbers.size() != 2) {
      undecided_ = true;
      return;
    }
    component.dimension = static_cast<int>(reply.value().numbers[0]);
    component.degree = static_cast<long>(reply.value().numbers[1]);
  }

  const Ideal& ideal_;
  Factoriser factoriser_;
  Roles roles_;
  Limits limits_;
  std::set<Polynomial> conditions_;
  bool undecided_ = false;
};

}  // namespace

void localise_at_parameters(const Ideal& ideal,
                            Decomposition& decomposition,
                            const Limits& limits) {
  Localiser localiser(ideal, limits);
  if (localiser.roles().parameters.empty()) return;
  std::vector<PrimeComponent> kept;
  kept.reserve(decomposition.components.size());
  for (PrimeComponent& component : decomposition.components) {
    if (localiser.localise(component)) kept.push_back(std::move(component));
  }
  decomposition.components = std::move(kept);
  // With many components the pairs are too many to be of use to anybody.
  constexpr std::size_t most_to_compare = 30;
  const std::vector<PrimeComponent>& components = decomposition.components;
  const bool compares = components.size() <= most_to_compare;
  for (const PrimeComponent& inner : components) {
    for (const PrimeComponent& outer : components) {
      if (compares && &inner != &outer) localiser.keep_apart(inner, outer);
    }
  }
  decomposition.all_parameter_conditions = compares && !localiser.undecided();
  decomposition.parameter_conditions.assign(localiser.conditions().begin(),
                                            localiser.conditions().end());
  if (localiser.undecided()) {
    decomposition.reason = "the limit was reached before the parameters were looked at";
  }
}

}  // namespace leafwise::algebra::detail
