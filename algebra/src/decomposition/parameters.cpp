// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/parameters.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "decomposition/factoriser.hpp"
#include "decomposition/rewriting.hpp"
#include "decomposition/ring_jobs.hpp"
#include "flint_ring.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Variables first, parameters last: the order in which bases over ℚ(parameters) can be read off
/// bases over ℚ.
struct Split {
  std::vector<Variable> unknowns;
  std::vector<Variable> parameters;

  [[nodiscard]] std::vector<Variable> all() const {
    std::vector<Variable> result = unknowns;
    result.insert(result.end(), parameters.begin(), parameters.end());
    return result;
  }
};

Split split_of(const std::vector<Variable>& variables) {
  Split split;
  for (const Variable& variable : variables) {
    (variable.role == Role::parameter ? split.parameters : split.unknowns).push_back(variable);
  }
  return split;
}

/// A polynomial seen over ℚ[parameters]: its leading monomial in the unknowns (reverse degree), and
/// that monomial's coefficient.
struct Leading {
  Monomial monomial;
  Polynomial coefficient;
};

std::vector<unsigned> exponents_of(const Monomial& monomial,
                                   const std::vector<Variable>& unknowns) {
  std::vector<unsigned> exponents;
  exponents.reserve(unknowns.size());
  for (const Variable& unknown : unknowns) exponents.push_back(monomial.exponent_of(unknown));
  return exponents;
}

unsigned sum_of(const std::vector<unsigned>& exponents) {
  unsigned sum = 0;
  for (const unsigned exponent : exponents) sum += exponent;
  return sum;
}

/// Degree reverse lexicographic.
bool is_smaller(const std::vector<unsigned>& left, const std::vector<unsigned>& right) {
  const unsigned degree = sum_of(left);
  const unsigned other = sum_of(right);
  if (degree != other) return degree < other;
  return std::lexicographical_compare(right.rbegin(), right.rend(), left.rbegin(), left.rend());
}

Leading leading_of(const Polynomial& polynomial, const Split& split) {
  std::map<std::vector<unsigned>, Polynomial, decltype(&is_smaller)> parts(&is_smaller);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial in_parameters = monomial;
    for (const Variable& unknown : split.unknowns) in_parameters = in_parameters.without(unknown);
    parts[exponents_of(monomial, split.unknowns)] += Polynomial::term(coefficient, in_parameters);
  }
  Leading leading;
  const auto& [exponents, coefficient] = *parts.rbegin();
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    if (exponents[i] > 0) {
      leading.monomial = leading.monomial * Monomial(split.unknowns[i], exponents[i]);
    }
  }
  leading.coefficient = coefficient;
  return leading;
}

/// Of the monomials in the unknowns.
std::vector<Polynomial> coefficients_of(const Polynomial& polynomial, const Split& split) {
  std::map<std::vector<unsigned>, Polynomial> parts;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial in_parameters = monomial;
    for (const Variable& unknown : split.unknowns) in_parameters = in_parameters.without(unknown);
    parts[exponents_of(monomial, split.unknowns)] += Polynomial::term(coefficient, in_parameters);
  }
  std::vector<Polynomial> coefficients;
  coefficients.reserve(parts.size());
  for (auto& [exponents, part] : parts) coefficients.push_back(std::move(part));
  return coefficients;
}

class Localiser {
 public:
  Localiser(const Ideal& ideal, const Limits& limits)
      : ideal_(ideal),
        factoriser_(ideal.engine()),
        split_(split_of(ideal.variables())),
        limits_(limits) {}

  /// False: it exists only for special parameters.
  bool localise(PrimeComponent& component) {
    if (split_.unknowns.empty()) {
      // Over the field there are no points but for the zero ideal.
      for (const Polynomial& generator : component.ideal.generators()) add_conditions(generator);
      return component.ideal.generators().empty();
    }
    Question question;
    question.operation = engine::Operation::standard_basis;
    question.order = engine::Order::blocks;
    question.count = split_.unknowns.size();
    question.ideals = {component.ideal.generators()};
    const Outcome<Reply> reply = ask_worker(ideal_.engine(), split_.all(), question, limits_);
    if (!reply || reply.value().ideals.size() != 1) {
      undecided_ = true;
      return true;
    }
    Polynomials monomials;
    Polynomials coefficients;
    for (const Polynomial& element : reply.value().ideals.front()) {
      Leading leading = leading_of(element, split_);
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
    question.count = split_.unknowns.size();
    question.ideals = {inner.ideal.generators(), outer.ideal.generators()};
    const Outcome<Reply> reply = ask_worker(ideal_.engine(), split_.all(), question, limits_);
    if (!reply || reply.value().ideals.size() != 1 || reply.value().ideals.front().empty()) {
      undecided_ = true;
      return;
    }
    // The smallest condition will do.
    std::optional<Polynomial> simplest;
    for (const Polynomial& form : reply.value().ideals.front()) {
      for (const Polynomial& coefficient : coefficients_of(form, split_)) {
        if (!simplest || coefficient.degree() < simplest->degree()) simplest = coefficient;
      }
    }
    if (simplest) add_conditions(*simplest);
  }

  [[nodiscard]] bool undecided() const { return undecided_; }
  [[nodiscard]] const std::set<Polynomial>& conditions() const { return conditions_; }
  [[nodiscard]] const Split& split() const { return split_; }

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
    const Outcome<Reply> reply = ask_worker(ideal_.engine(), split_.unknowns, question, limits_);
    if (!reply || reply.value().numbers.size() != 2) {
      undecided_ = true;
      return;
    }
    component.dimension = static_cast<int>(reply.value().numbers[0]);
    component.degree = static_cast<long>(reply.value().numbers[1]);
  }

  const Ideal& ideal_;
  Factoriser factoriser_;
  Split split_;
  Limits limits_;
  std::set<Polynomial> conditions_;
  bool undecided_ = false;
};

}  // namespace

void localise_at_parameters(const Ideal& ideal,
                            Decomposition& decomposition,
                            const Limits& limits) {
  Localiser localiser(ideal, limits);
  if (localiser.split().parameters.empty()) return;
  std::vector<PrimeComponent> kept;
  kept.reserve(decomposition.components.size());
  for (PrimeComponent& component : decomposition.components) {
    if (localiser.localise(component)) kept.push_back(std::move(component));
  }
  decomposition.components = std::move(kept);
  // With many components the pairs are too many to be of use to anybody.
  constexpr std::size_t most_to_compare = 30;
  const std::vector<PrimeComponent>& components = decomposition.components;
  for (const PrimeComponent& inner : components) {
    for (const PrimeComponent& outer : components) {
      if (&inner == &outer) continue;
      if (components.size() <= most_to_compare) localiser.keep_apart(inner, outer);
    }
  }
  decomposition.parameter_conditions.assign(localiser.conditions().begin(),
                                            localiser.conditions().end());
  if (localiser.undecided()) {
    decomposition.reason = "the limit was reached before the parameters were looked at";
  }
}

}  // namespace leafwise::algebra::detail
