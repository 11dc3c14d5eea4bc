// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <utility>
#include <vector>

#include "expression/auxiliary_table.hpp"
#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

/// The other half of a pair: the sine of a cosine's argument and so on.
Polynomial AuxiliaryTable::partner(std::size_t index, AuxiliaryKind kind) const {
  const std::optional<std::size_t> other = find(kind, all_[index].argument);
  LEAFWISE_DEMAND(other.has_value(), all_[index].name);
  return as_polynomial(*other);
}

/// The sine and cosine of a tangent's argument, if they are there, perhaps with the other sign.
std::optional<AuxiliaryTable::Quotient> AuxiliaryTable::as_quotient(std::size_t index) const {
  const bool circular = all_[index].kind == AuxiliaryKind::tangent;
  const AuxiliaryKind sine = circular ? AuxiliaryKind::sine : AuxiliaryKind::hyperbolic_sine;
  const AuxiliaryKind cosine = circular ? AuxiliaryKind::cosine : AuxiliaryKind::hyperbolic_cosine;
  const Polynomial& u = all_[index].argument;
  for (const Polynomial& argument : {u, -u}) {
    const std::optional<std::size_t> s = find(sine, argument);
    const std::optional<std::size_t> c = find(cosine, argument);
    if (!s || !c) continue;
    return Quotient{argument == u ? as_polynomial(*s) : -as_polynomial(*s), as_polynomial(*c)};
  }
  return std::nullopt;
}

std::optional<Polynomial> AuxiliaryTable::explicit_derivative(std::size_t index) const {
  const Auxiliary& auxiliary = all_[index];
  const Polynomial w = as_polynomial(index);
  const Polynomial one = Rational(1);
  const Polynomial rate = derivative(auxiliary.argument);  // u'
  switch (auxiliary.kind) {
    case AuxiliaryKind::reciprocal: return -(w * w * rate);
    case AuxiliaryKind::sine: return partner(index, AuxiliaryKind::cosine) * rate;
    case AuxiliaryKind::cosine: return -(partner(index, AuxiliaryKind::sine) * rate);
    case AuxiliaryKind::tangent: return (one + w * w) * rate;
    case AuxiliaryKind::exponential: return w * rate;
    case AuxiliaryKind::hyperbolic_sine:
      return partner(index, AuxiliaryKind::hyperbolic_cosine) * rate;
    case AuxiliaryKind::hyperbolic_cosine:
      return partner(index, AuxiliaryKind::hyperbolic_sine) * rate;
    case AuxiliaryKind::hyperbolic_tangent: return (one - w * w) * rate;
    case AuxiliaryKind::root:
      if (auxiliary.constant) return Polynomial();
      return std::nullopt;
    case AuxiliaryKind::logarithm:
    case AuxiliaryKind::arctangent: break;
  }
  return slopes_.at(index) * rate;
}

/// w' as it stands in the derivative of something that contains w: worked out where that is short,
/// the jet coordinate itself otherwise. Without the bound, functions nested in pairs would double
/// the terms with each level.
Polynomial AuxiliaryTable::rate_of(std::size_t index) const {
  constexpr std::size_t most_terms = 64;
  const auto known = rates_.find(index);
  if (known != rates_.end()) return known->second;
  std::optional<Polynomial> rate = explicit_derivative(index);
  if (!rate || rate->terms().size() > most_terms) {
    rate = Polynomial(Variable{Role::unknown, all_[index].name, 1});
  }
  return rates_.emplace(index, *std::move(rate)).first->second;
}

Polynomial AuxiliaryTable::derivative(const Polynomial& polynomial) const {
  Polynomial result;
  for (const Variable& variable : polynomial.variables()) {
    if (variable.role == Role::parameter) continue;
    const Polynomial change = polynomial.derivative(variable);
    if (variable.role == Role::independent) {
      result += change;
      continue;
    }
    const auto known = variable.order == 0 ? by_name_.find(variable.name) : by_name_.end();
    result += change *
              (known == by_name_.end() ? Polynomial(next_jet(variable)) : rate_of(known->second));
  }
  return result;
}

void AuxiliaryTable::add_relations(std::size_t index,
                                   std::vector<AuxiliaryRelation>& relations) const {
  const Auxiliary& auxiliary = all_[index];
  const Polynomial& u = auxiliary.argument;
  const Polynomial one = Rational(1);
  const Polynomial w = as_polynomial(index);
  const Polynomial rate(Variable{Role::unknown, auxiliary.name, 1});  // w'
  const auto add = [&](Polynomial polynomial) {
    relations.push_back({std::move(polynomial), index});
  };
  switch (auxiliary.kind) {
    case AuxiliaryKind::root: add(w * w - u); return;
    case AuxiliaryKind::reciprocal: add(w * u - one); return;
    case AuxiliaryKind::sine: {
      const Polynomial cosine = partner(index, AuxiliaryKind::cosine);
      add(w * w + cosine * cosine - one);
      break;
    }
    case AuxiliaryKind::hyperbolic_sine: {
      const Polynomial cosine = partner(index, AuxiliaryKind::hyperbolic_cosine);
      add(cosine * cosine - w * w - one);
      break;
    }
    case AuxiliaryKind::tangent:
    case AuxiliaryKind::hyperbolic_tangent:
      // tan u · cos u = sin u, where the pair is there anyway: no further constant of integration.
      if (const std::optional<Quotient> quotient = as_quotient(index)) {
        add(w * quotient->cosine - quotient->sine);
      }
      break;
    default: break;
  }
  const std::optional<Polynomial> derivative = explicit_derivative(index);
  LEAFWISE_DEMAND(derivative.has_value(), auxiliary.name);
  add(rate - *derivative);
}

std::vector<AuxiliaryRelation> AuxiliaryTable::relations() const {
  std::vector<AuxiliaryRelation> relations;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    add_relations(i, relations);
    const auto further = further_relations_.find(i);
    if (further == further_relations_.end()) continue;
    for (const Polynomial& polynomial : further->second) relations.push_back({polynomial, i});
  }
  return relations;
}

void AuxiliaryTable::set_slope(std::size_t index, Polynomial slope) {
  slopes_.insert_or_assign(index, std::move(slope));
}

void AuxiliaryTable::add_relation(std::size_t index, Polynomial polynomial) {
  further_relations_[index].push_back(std::move(polynomial));
}

unsigned AuxiliaryTable::added_constants() const {
  unsigned constants = 0;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (further_relations_.contains(i)) continue;
    const Auxiliary& auxiliary = all_[i];
    switch (auxiliary.kind) {
      case AuxiliaryKind::root:
      case AuxiliaryKind::reciprocal:
      case AuxiliaryKind::cosine:             // counted with its sine
      case AuxiliaryKind::hyperbolic_cosine:  // counted with its sine
        break;
      case AuxiliaryKind::tangent:
      case AuxiliaryKind::hyperbolic_tangent:
        if (!as_quotient(i)) ++constants;
        break;
      default: ++constants;
    }
  }
  return constants;
}

}  // namespace leafwise::algebra::detail
