// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/modular_point.hpp"

#include <flint/ulong_extras.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <set>
#include <utility>

#include "number/random_choices.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Where a section is not of dimension 0, or its points are not separated.
constexpr int tries = 4;

/// Lowest first; nothing if there are other variables or bad denominators.
std::optional<std::vector<std::uint64_t>> coefficients_in(const Polynomial& polynomial,
                                                          const Variable& variable,
                                                          std::uint32_t prime) {
  std::vector<std::uint64_t> result(polynomial.degree() + 1, 0);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    const std::optional<std::uint64_t> value = residue(coefficient, prime);
    if (!value || monomial.degree() != monomial.exponent_of(variable)) return std::nullopt;
    result[monomial.degree()] = *value;
  }
  return result;
}

/// By degree, then reverse lexicographically: the order of the engine's basis.
Monomial leading_monomial(const Polynomial& polynomial, const std::vector<Variable>& variables) {
  const auto is_less = [&](const Monomial& a, const Monomial& b) {
    if (a.degree() != b.degree()) return a.degree() < b.degree();
    for (auto v = variables.rbegin(); v != variables.rend(); ++v) {
      const unsigned left = a.exponent_of(*v);
      const unsigned right = b.exponent_of(*v);
      if (left != right) return left > right;
    }
    return false;
  };
  const auto& terms = polynomial.terms();
  return std::max_element(terms.begin(),
                          terms.end(),
                          [&](const auto& a, const auto& b) { return is_less(a.first, b.first); })
      ->first;
}

/// Searches on one variety modulo one prime.
class PointSearch {
 public:
  PointSearch(const Ideal& ideal, std::uint64_t seed, const Limits& limits)
      : ideal_(ideal), limits_(limits), random_(seed), prime_(random_prime(random_)) {
    std::set<Variable> used;
    for (const Polynomial& generator : ideal.generators()) used.merge(generator.variables());
    variables_.assign(used.begin(), used.end());
  }

  [[nodiscard]] Outcome<std::shared_ptr<const ModularPoint>> find() {
    if (ideal_.generators().empty()) return point_from({0, 1}, {});
    const Outcome<bool> prepared = prepare();
    if (!prepared) return Unable{prepared.reason()};
    std::shared_ptr<const ModularPoint> found;
    for (int i = 0; prepared.value() && !found && i < tries; ++i) {
      Outcome<std::shared_ptr<const ModularPoint>> next = try_once();
      if (!next) return next;
      found = std::move(next).value();
    }
    return found;
  }

 private:
  std::uint64_t random_value() {
    return std::uniform_int_distribution<std::uint64_t>(1, prime_ - 1)(random_);
  }

  [[nodiscard]] Outcome<Reply> ask(const std::vector<Variable>& variables,
                                   Polynomials generators,
                                   engine::Operation operation,
                                   engine::Order order) const {
    Question question;
    question.operation = operation;
    question.order = order;
    question.characteristic = prime_;
    question.count = 1;
    question.ideals = {std::move(generators)};
    return ask_worker(ideal_.engine(), variables, question, limits_);
  }

  /// The basis, and variables whose values can be chosen. False: no point modulo p.
  [[nodiscard]] Outcome<bool> prepare() {
    const Outcome<Reply> reply =
        ask(variables_, ideal_.generators(), engine::Operation::standard_basis, by_degree);
    if (!reply) return Unable{reply.reason()};
    if (reply.value().numbers.empty() || reply.value().numbers.front() < 0) return false;
    if (reply.value().ideals.size() != 1) return Unable{"the engine did not return an ideal"};
    basis_ = reply.value().ideals.front();
    std::vector<std::set<Variable>> leading;
    leading.reserve(basis_.size());
    for (const Polynomial& polynomial : basis_) {
      std::set<Variable> support;
      const Monomial largest = leading_monomial(polynomial, variables_);
      for (const auto& factor : largest.factors()) {
        support.insert(factor.variable);
      }
      leading.push_back(std::move(support));
    }
    // No leading monomial in the chosen ones alone: then they are independent modulo the ideal.
    std::set<Variable> chosen;
    for (const Variable& variable : variables_) {
      chosen.insert(variable);
      const bool is_bad = std::any_of(leading.begin(), leading.end(), [&](const auto& support) {
        return std::includes(chosen.begin(), chosen.end(), support.begin(), support.end());
      });
      if (is_bad) chosen.erase(variable);
    }
    chosen_.assign(chosen.begin(), chosen.end());
    return true;
  }

  [[nodiscard]] Polynomial random_form() {
    Polynomial form;
    for (const Variable& variable : variables_) {
      form += Polynomial::term(constant(random_value()).constant_value(), Monomial(variable));
    }
    return form;
  }

  /// Chooses values and looks for a point over them. With a separating form u as last variable, the
  /// lexicographic basis of a maximal ideal gives every variable as a polynomial in u.
  [[nodiscard]] Outcome<std::shared_ptr<const ModularPoint>> try_once() {
    const std::shared_ptr<const ModularPoint> nothing;
    Polynomials generators = basis_;
    for (const Variable& variable : chosen_) {
      generators.push_back(Polynomial(variable) - constant(random_value()));
    }
    std::vector<Variable> variables = variables_;
    const Variable image = fresh_variable("image", variables_);
    variables.push_back(image);
    generators.push_back(Polynomial(image) + random_form());
    const Outcome<Reply> section =
        ask(variables, generators, engine::Operation::section_polynomials, by_degree);
    if (!section && limits_.is_over()) return Unable{section.reason()};
    if (!section || section.value().ideals.size() != 1) return nothing;
    const Polynomials& minimal = section.value().ideals.front();
    if (minimal.size() != 1) return nothing;
    const auto coefficients = coefficients_in(minimal.front(), image, prime_);
    if (!coefficients) return nothing;
    const std::vector<std::uint64_t> factor = smallest_factor(*coefficients, prime_);
    if (factor.empty()) return nothing;
    Polynomial modulus;
    for (std::size_t k = 0; k < factor.size(); ++k) {
      const auto exponent = static_cast<unsigned>(k);
      const Monomial power = k == 0 ? Monomial() : Monomial(image, exponent);
      modulus += Polynomial::term(Rational(static_cast<std::int64_t>(factor[k])), power);
    }
    generators.push_back(std::move(modulus));
    const Outcome<Reply> single =
        ask(variables, generators, engine::Operation::standard_basis, engine::Order::lexicographic);
    if (!single) return Unable{single.reason()};
    if (single.value().ideals.size() != 1) return nothing;
    return point_from(factor, read(single.value().ideals.front(), image));
  }

  [[nodiscard]] static Polynomial constant(std::uint64_t value) {
    return Polynomial(Rational(static_cast<std::int64_t>(value)));
  }

  using Values = std::map<Variable, std::vector<std::uint64_t>>;

  /// Of members c·v − h(image), what h/c is.
  [[nodiscard]] Values read(const Polynomials& basis, const Variable& image) const {
    Values values;
    for (const Polynomial& polynomial : basis) {
      std::set<Variable> used = polynomial.variables();
      used.erase(image);
      if (used.size() != 1) continue;
      const Variable variable = *used.begin();
      Polynomial rest = polynomial;
      Rational leading;
      for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial == Monomial(variable)) leading = coefficient;
      }
      if (leading.is_zero()) continue;
      rest -= Polynomial::term(leading, Monomial(variable));
      const auto above = coefficients_in(rest, image, prime_);
      const auto below = residue(leading, prime_);
      if (!above || !below || *below == 0) continue;
      const ulong factor = n_negmod(n_invmod(*below, prime_), prime_);
      std::vector<std::uint64_t> value;
      value.reserve(above->size());
      for (const std::uint64_t c : *above) value.push_back(n_mulmod2(c, factor, prime_));
      values[variable] = std::move(value);
    }
    return values;
  }

  /// Null if a value is missing or the point is none; variables that are not used may be anything.
  [[nodiscard]] std::shared_ptr<const ModularPoint> point_from(
      const std::vector<std::uint64_t>& modulus, const Values& values) {
    auto point = std::make_shared<ModularPoint>();
    point->field = FiniteField::make(prime_, modulus);
    for (const Variable& variable : variables_) {
      const auto value = values.find(variable);
      if (value == values.end()) return nullptr;
      point->values.emplace(variable, FiniteField::element(point->field, value->second));
    }
    for (const Variable& variable : ideal_.variables()) {
      if (point->values.contains(variable)) continue;
      const std::vector<std::uint64_t> value{random_value()};
      point->values.emplace(variable, FiniteField::element(point->field, value));
    }
    const auto vanish_there = [&](const Polynomials& polynomials) {
      return std::all_of(polynomials.begin(), polynomials.end(), [&](const auto& polynomial) {
        const auto value = point->value_of(polynomial);
        return value && value->is_zero();
      });
    };
    if (!vanish_there(ideal_.generators())) return nullptr;
    // Of a basis over ℚ whose leading coefficients are units modulo p, combinations have no p below
    // the line: all of the ideal vanishes where it does.
    if (const auto known = ideal_.basis_so_far()) {
      const bool has_good_reduction = std::all_of(
          known->polynomials.begin(), known->polynomials.end(), [&](const auto& element) {
            const Monomial leading = leading_monomial(element, ideal_.variables());
            const auto unit = residue(element.terms().at(leading), prime_);
            return unit && *unit != 0;
          });
      if (!has_good_reduction || !vanish_there(known->polynomials)) return nullptr;
    }
    return point;
  }

  static constexpr engine::Order by_degree = engine::Order::degree_reverse_lexicographic;

  const Ideal& ideal_;
  Limits limits_;
  std::mt19937_64 random_;
  std::uint32_t prime_;
  std::vector<Variable> variables_;  ///< those that the generators use
  Polynomials basis_;
  std::vector<Variable> chosen_;
};

std::uint64_t seed_of(const Ideal& ideal) {
  return seed_from(ideal.generators(), ideal.engine().seed());
}

}  // namespace

std::optional<FiniteField::Element> ModularPoint::value_of(const Polynomial& polynomial) const {
  FiniteField::Element sum(field);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::optional<FiniteField::Element> term = FiniteField::element(field, coefficient);
    if (!term) return std::nullopt;
    for (const Monomial::Factor& factor : monomial.factors()) {
      const FiniteField::Element& value = values.at(factor.variable);
      *term *= factor.exponent == 1 ? value : value.power(factor.exponent);
    }
    sum += *term;
  }
  return sum;
}

Outcome<std::shared_ptr<const ModularPoint>> modular_point(const Ideal& ideal,
                                                           const Limits& limits) {
  if (auto known = ideal.known_point()) return known;
  const Outcome<std::shared_ptr<const ModularPoint>> found =
      PointSearch(ideal, seed_of(ideal), limits.spend(&Effort::modular_point)).find();
  if (found && found.value()) ideal.remember(found.value());
  return found;
}

Outcome<std::shared_ptr<const ModularPoint>> further_modular_point(const Ideal& ideal,
                                                                   unsigned number,
                                                                   const Limits& limits) {
  if (number == 0) return modular_point(ideal, limits);
  return PointSearch(ideal, seed_of(ideal) + number, limits.spend(&Effort::modular_point)).find();
}

bool is_irreducible_at(const ModularPoint& point,
                       const Polynomial& polynomial,
                       const Variable& variable) {
  std::map<unsigned, Polynomial> coefficients;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    coefficients[monomial.exponent_of(variable)] +=
        Polynomial::term(coefficient, monomial.without(variable));
  }
  std::vector<FiniteField::Element> values(coefficients.rbegin()->first + 1,
                                           FiniteField::Element(point.field));
  for (const auto& [exponent, coefficient] : coefficients) {
    const std::optional<FiniteField::Element> value = point.value_of(coefficient);
    if (!value) return false;
    values[exponent] = *value;
  }
  return !values.back().is_zero() && FiniteField::is_irreducible(values);
}

void remember_point_over(const Ideal& base,
                         const Ideal& extension,
                         const PolynomialMatrix& coefficients,
                         const std::vector<Polynomial>& constants,
                         const std::vector<Variable>& fresh) {
  const auto below = base.known_point();
  if (!below) return;
  // With the values of the columns that are no pivots chosen, the echelon form gives the others.
  RowsAtPoint rows(*below);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    std::vector<Polynomial> row = coefficients[i];
    row.push_back(constants[i]);
    rows.add(row);
  }
  auto point = std::make_shared<ModularPoint>(*below);
  if (rows.solve(fresh, *point)) extension.remember(std::shared_ptr<const ModularPoint>(point));
}

bool RowsAtPoint::solve(const std::vector<Variable>& unknowns, ModularPoint& point) const {
  const bool can_be_met = std::all_of(
      rows_.begin(), rows_.end(), [&](const auto& row) { return row.second < unknowns.size(); });
  if (!can_be_met) return false;
  // Rows have zeros in the pivots of those before them: the last is solved first.
  for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
    const auto& [values, column] = *row;
    FiniteField::Element sum(point.field);
    sum -= values.back();
    for (std::size_t j = 0; j < unknowns.size(); ++j) {
      if (j == column || values[j].is_zero()) continue;
      FiniteField::Element product = values[j];
      product *= point.values.at(unknowns[j]);
      sum -= product;
    }
    point.values.at(unknowns[column]) = sum;
  }
  return true;
}

bool RowsAtPoint::add(const std::vector<Polynomial>& row) {
  std::vector<FiniteField::Element> values;
  values.reserve(row.size());
  for (const Polynomial& entry : row) {
    const std::optional<FiniteField::Element> value = point_.value_of(entry);
    if (!value) return false;
    values.push_back(*value);
  }
  for (const auto& [pivot_row, column] : rows_) {
    if (values[column].is_zero()) continue;
    const FiniteField::Element factor = values[column];
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (pivot_row[j].is_zero()) continue;
      FiniteField::Element product = factor;
      product *= pivot_row[j];
      values[j] -= product;
    }
  }
  const auto pivot = std::find_if(
      values.begin(), values.end(), [](const auto& value) { return !value.is_zero(); });
  if (pivot == values.end()) return false;
  const auto column = static_cast<std::size_t>(pivot - values.begin());
  const FiniteField::Element inverse = pivot->inverse();
  for (FiniteField::Element& value : values) value *= inverse;
  rows_.emplace_back(std::move(values), column);
  return true;
}

bool are_independent_at_a_point(const Ideal& ideal,
                                const PolynomialMatrix& rows,
                                const Limits& limits) {
  const auto point = modular_point(ideal, limits);
  if (!point || !point.value()) return false;
  RowsAtPoint independent(*point.value());
  return std::all_of(
      rows.begin(), rows.end(), [&](const auto& row) { return independent.add(row); });
}

}  // namespace leafwise::algebra::detail
