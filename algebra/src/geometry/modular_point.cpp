// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/modular_point.hpp"

#include <flint/nmod_poly.h>
#include <flint/nmod_poly_factor.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <set>
#include <utility>

#include "decomposition/random_choices.hpp"
#include "decomposition/ring_jobs.hpp"
#include "flint_access.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Planes parallel to the axes are quick, but where one root stands upon another (chains of rods)
/// few of the points over them are rational; of those in general planes every third time none is.
constexpr int cheap_tries = 4;
constexpr int tries = 12;
constexpr std::uint64_t any_seed = 20260717;
/// It saves exact elimination; that is the other way.
constexpr std::chrono::milliseconds search_time{1500};

std::optional<std::uint64_t> residue(const Rational& value, std::uint32_t prime) {
  const fmpq* raw = Rational::Access::of(value);
  const ulong below = fmpz_fdiv_ui(fmpq_denref(raw), prime);
  if (below == 0) return std::nullopt;
  const ulong above = fmpz_fdiv_ui(fmpq_numref(raw), prime);
  return below == 1 ? above : n_mulmod2(above, n_invmod(below, prime), prime);
}

/// A root of the polynomial in `variable`.
std::optional<std::uint64_t> root_of(const Polynomial& polynomial,
                                     const Variable& variable,
                                     std::uint32_t prime) {
  nmod_poly_t dense;
  nmod_poly_factor_t roots;
  nmod_poly_init(dense, prime);
  nmod_poly_factor_init(roots);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    const std::optional<std::uint64_t> value = residue(coefficient, prime);
    if (value) {
      nmod_poly_set_coeff_ui(dense, static_cast<slong>(monomial.exponent_of(variable)), *value);
    }
  }
  std::optional<std::uint64_t> root;
  if (nmod_poly_degree(dense) > 0) nmod_poly_roots(roots, dense, 0);
  if (roots->num > 0) root = nmod_neg(nmod_poly_get_coeff_ui(roots->p, 0), dense->mod);
  nmod_poly_factor_clear(roots);
  nmod_poly_clear(dense);
  return root;
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
  return std::max_element(terms.begin(), terms.end(), [&](const auto& a, const auto& b) {
           return is_less(a.first, b.first);
         })->first;
}

/// Searches on one variety modulo one prime.
class PointSearch {
 public:
  PointSearch(const Ideal& ideal, const Limits& limits)
      : ideal_(ideal), limits_(limits), random_(any_seed), prime_(random_prime(random_)) {
    std::set<Variable> used;
    for (const Polynomial& generator : ideal.generators()) used.merge(generator.variables());
    variables_.assign(used.begin(), used.end());
  }

  [[nodiscard]] Outcome<std::shared_ptr<const ModularPoint>> find() {
    auto point = std::make_shared<ModularPoint>();
    point->prime = prime_;
    for (const Variable& variable : ideal_.variables()) point->values[variable] = random_value();
    if (ideal_.generators().empty()) return std::shared_ptr<const ModularPoint>(point);
    const Outcome<bool> prepared = prepare();
    if (!prepared) return Unable{prepared.reason()};
    if (!prepared.value()) return std::shared_ptr<const ModularPoint>();
    for (int i = 0; i < tries; ++i) {
      const Outcome<bool> found = try_once(*point, i < cheap_tries);
      if (!found) return Unable{found.reason()};
      if (found.value()) return std::shared_ptr<const ModularPoint>(point);
    }
    return std::shared_ptr<const ModularPoint>();
  }

 private:
  std::uint64_t random_value() {
    return std::uniform_int_distribution<std::uint64_t>(1, prime_ - 1)(random_);
  }

  [[nodiscard]] Outcome<Reply> ask(const std::vector<Variable>& variables,
                                   Polynomials generators,
                                   engine::Operation operation) const {
    Question question;
    question.operation = operation;
    question.characteristic = prime_;
    question.count = 1;
    question.ideals = {std::move(generators)};
    return ask_worker(ideal_.engine(), variables, question, limits_);
  }

  /// The basis, and variables whose values can be chosen. False: no point modulo p.
  [[nodiscard]] Outcome<bool> prepare() {
    const Outcome<Reply> reply =
        ask(variables_, ideal_.generators(), engine::Operation::standard_basis);
    if (!reply) return Unable{reply.reason()};
    if (reply.value().numbers.empty() || reply.value().numbers.front() < 0) return false;
    if (reply.value().ideals.size() != 1) return Unable{"the engine did not answer with an ideal"};
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

  /// Cuts the variety by planes, parallel to the axes or not, and looks for a point there by a
  /// separating linear form.
  [[nodiscard]] Outcome<bool> try_once(ModularPoint& point, bool parallel) {
    Polynomials generators = basis_;
    for (const Variable& variable : chosen_) {
      const Polynomial left = parallel ? Polynomial(variable) : random_form();
      generators.push_back(left - constant(random_value()));
    }
    std::vector<Variable> variables = variables_;
    const Variable image = fresh_variable("image", variables_);
    variables.push_back(image);
    generators.push_back(Polynomial(image) + random_form());
    const Outcome<Reply> section =
        ask(variables, generators, engine::Operation::section_polynomials);
    if (!section) return limits_.is_over() ? Outcome<bool>(Unable{section.reason()}) : false;
    if (section.value().ideals.size() != 1 || section.value().ideals.front().empty()) return false;
    const std::optional<std::uint64_t> root =
        root_of(section.value().ideals.front().front(), image, prime_);
    if (!root) return false;
    generators.push_back(Polynomial(image) - constant(*root));
    const Outcome<Reply> single = ask(variables, generators, engine::Operation::standard_basis);
    if (!single) return Unable{single.reason()};
    return single.value().ideals.size() == 1 && read(single.value().ideals.front(), point);
  }

  [[nodiscard]] static Polynomial constant(std::uint64_t value) {
    return Polynomial(Rational(static_cast<std::int64_t>(value)));
  }

  /// Members v − value for every variable, then it is a point.
  [[nodiscard]] bool read(const Polynomials& basis, ModularPoint& point) const {
    std::set<Variable> known;
    for (const Polynomial& polynomial : basis) {
      const std::set<Variable> used = polynomial.variables();
      if (polynomial.degree() != 1 || used.size() != 1) return false;
      const std::optional<std::uint64_t> value = root_of(polynomial, *used.begin(), prime_);
      if (!value) return false;
      point.values[*used.begin()] = *value;
      known.insert(*used.begin());
    }
    const bool all = std::all_of(variables_.begin(), variables_.end(), [&](const auto& variable) {
      return known.contains(variable);
    });
    return all && std::all_of(ideal_.generators().begin(),
                              ideal_.generators().end(),
                              [&](const Polynomial& generator) {
                                const auto value = point.value_of(generator);
                                return value && *value == 0;
                              });
  }

  const Ideal& ideal_;
  Limits limits_;
  std::mt19937_64 random_;
  std::uint32_t prime_;
  std::vector<Variable> variables_;  ///< those that the generators use
  Polynomials basis_;
  std::vector<Variable> chosen_;
};

}  // namespace

std::optional<std::uint64_t> ModularPoint::value_of(const Polynomial& polynomial) const {
  std::uint64_t sum = 0;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::optional<std::uint64_t> term = residue(coefficient, prime);
    if (!term) return std::nullopt;
    for (const Monomial::Factor& factor : monomial.factors()) {
      const std::uint64_t power = n_powmod2(values.at(factor.variable), factor.exponent, prime);
      term = n_mulmod2(*term, power, prime);
    }
    sum = n_addmod(sum, *term, prime);
  }
  return sum;
}

Outcome<std::shared_ptr<const ModularPoint>> modular_point(const Ideal& ideal,
                                                           const Limits& limits) {
  if (auto known = ideal.known_point()) return known;
  const Outcome<std::shared_ptr<const ModularPoint>> found =
      PointSearch(ideal, limits.at_most(search_time)).find();
  if (found && found.value()) ideal.remember(found.value());
  return found;
}

bool is_irreducible_at(const ModularPoint& point,
                       const Polynomial& polynomial,
                       const Variable& variable) {
  std::map<unsigned, Polynomial> coefficients;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    coefficients[monomial.exponent_of(variable)] +=
        Polynomial::term(coefficient, monomial.without(variable));
  }
  nmod_poly_t dense;
  nmod_poly_init(dense, point.prime);
  bool is_known = true;
  for (const auto& [exponent, coefficient] : coefficients) {
    const std::optional<std::uint64_t> value = point.value_of(coefficient);
    is_known = is_known && value;
    if (value) nmod_poly_set_coeff_ui(dense, static_cast<slong>(exponent), *value);
  }
  const auto degree = static_cast<slong>(coefficients.rbegin()->first);
  const bool is_irreducible =
      is_known && nmod_poly_degree(dense) == degree && nmod_poly_is_irreducible(dense) != 0;
  nmod_poly_clear(dense);
  return is_irreducible;
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
  for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
    const auto& [values, column] = *row;
    if (column >= unknowns.size()) return false;
  }
  // Rows have zeros in the pivots of those before them: the last is solved first.
  for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
    const auto& [values, column] = *row;
    std::uint64_t sum = values.back();
    for (std::size_t j = 0; j < unknowns.size(); ++j) {
      if (j == column) continue;
      const std::uint64_t product =
          n_mulmod2(values[j], point.values.at(unknowns[j]), point.prime);
      sum = n_addmod(sum, product, point.prime);
    }
    point.values[unknowns[column]] = n_negmod(sum, point.prime);
  }
  return true;
}

bool RowsAtPoint::add(const std::vector<Polynomial>& row) {
  const std::uint64_t prime = point_.prime;
  std::vector<std::uint64_t> values;
  values.reserve(row.size());
  for (const Polynomial& entry : row) {
    const std::optional<std::uint64_t> value = point_.value_of(entry);
    if (!value) return false;
    values.push_back(*value);
  }
  for (const auto& [pivot_row, column] : rows_) {
    const std::uint64_t factor = values[column];
    if (factor == 0) continue;
    for (std::size_t j = 0; j < values.size(); ++j) {
      values[j] = n_submod(values[j], n_mulmod2(factor, pivot_row[j], prime), prime);
    }
  }
  const auto pivot =
      std::find_if(values.begin(), values.end(), [](std::uint64_t value) { return value != 0; });
  if (pivot == values.end()) return false;
  const auto column = static_cast<std::size_t>(pivot - values.begin());
  const std::uint64_t inverse = n_invmod(*pivot, prime);
  for (std::uint64_t& value : values) value = n_mulmod2(value, inverse, prime);
  rows_.emplace_back(std::move(values), column);
  return true;
}

}  // namespace leafwise::algebra::detail
