// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include "decomposition/prove/primality.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"
#include "number/random_choices.hpp"

/// Ideals of dimension 0: the algebra K[x]/I is finite, and a random linear form tells its points
/// apart.
namespace leafwise::algebra::detail {

namespace {

/// Of the forms that are tried one after the other: small ones give small polynomials, but of D
/// points a form takes two for one with a chance of up to D²/2 by the number of coefficients, and
/// in a field whose generators are sums of few (√2 and ∛3) one in ten small forms loses some.
constexpr std::array largest_coefficients{9, 9, 99, 999, 99999};

Polynomial random_form(const std::vector<Variable>& variables,
                       int largest,
                       std::mt19937_64& random) {
  std::uniform_int_distribution<int> coefficient(-largest, largest);
  Polynomial form;
  for (const Variable& variable : variables) {
    form += Polynomial::term(Rational(coefficient(random)), Monomial(variable));
  }
  return form;
}

/// The value of a polynomial in one variable at a linear form, modulo the ideal, by Horner's rule.
Outcome<Polynomial> value_at(const Polynomial& polynomial,
                             const Variable& variable,
                             const Polynomial& form,
                             const Ideal& ideal,
                             const Limits& limits) {
  Polynomial value;
  for (unsigned power = degree_in(polynomial, variable) + 1; power-- > 0;) {
    Polynomial next = value * form;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
      if (monomial.degree() == power) next += Polynomial(coefficient);
    }
    const Outcome<Polynomial> reduced = ideal.normal_form(next, limits);
    if (!reduced) return reduced;
    value = reduced.value();
  }
  return value;
}

/// Of the form in K[x]/I, in the variable `image`; a multiple of it if the engine says so wrongly,
/// never a polynomial that does not vanish at the form. So it is the minimal polynomial where it is
/// irreducible.
Outcome<Polynomial> minimal_polynomial(const Ideal& ideal,
                                       const Polynomial& form,
                                       const Variable& image,
                                       const Limits& limits) {
  std::vector<Variable> variables = ideal.variables();
  variables.push_back(image);
  Question question;
  question.operation = engine::Operation::section_polynomials;
  question.count = 1;
  question.ideals = {ideal.generators()};
  question.ideals.front().push_back(Polynomial(image) - form);
  const Outcome<Reply> reply = ask_worker(ideal.engine(), variables, question, limits);
  if (!reply) return Unable{reply.reason()};
  const bool is_one = reply.value().ideals.size() == 1 && reply.value().ideals.front().size() == 1;
  if (!is_one || reply.value().ideals.front().front().variables() != std::set<Variable>{image}) {
    return Unable{"the engine did not return one polynomial"};
  }
  Polynomial minimal = reply.value().ideals.front().front();
  const Outcome<Polynomial> value = value_at(minimal, image, form, ideal, limits);
  if (!value) return value;
  if (!value.value().is_zero()) return Unable{"the engine's polynomial does not vanish"};
  return minimal;
}

}  // namespace

bool are_conjugate_points(const Ideal& ideal, std::uint64_t seed, const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known || known.value().dimension != 0 || known.value().degree > most_points) return false;
  std::mt19937_64 random(seed);
  const Variable image = fresh_variable("image", ideal.variables());
  for (const int largest : largest_coefficients) {
    const Polynomial form = random_form(ideal.variables(), largest, random);
    const Outcome<Polynomial> minimal = minimal_polynomial(ideal, form, image, limits);
    if (!minimal) return false;
    // With a lower degree it does not separate all points; another form may.
    if (static_cast<long>(minimal.value().degree()) < known.value().degree) continue;
    // Not by the engine that may have claimed it: this is the second opinion.
    return is_irreducible_by_flint(minimal.value());
  }
  return false;
}

namespace {

std::optional<PartsFound> split_by_values(Task& task,
                                          const Polynomials& factors,
                                          const Variable& image,
                                          const Polynomial& form) {
  Polynomials values;
  values.reserve(factors.size());
  for (const Polynomial& factor : factors) {
    const Outcome<Polynomial> value = value_at(factor, image, form, task.ideal(), task.turn);
    if (!value) return std::nullopt;
    values.push_back(value.value().primitive());
  }
  return task.splitter.split_by_factors(task.piece, values, task.limits);
}

std::optional<PartsFound> split_points(Task& task) {
  const Piece& piece = task.piece;
  const Ideal& ideal = task.ideal();
  const Limits& turn = task.turn;
  const Outcome<KnownBasis> known = ideal.known_basis(turn);
  if (!known || known.value().dimension != 0 || known.value().degree > most_points) {
    return std::nullopt;
  }
  std::mt19937_64 random(task.splitter.settings().seed);
  const Variable image = fresh_variable("image", piece.variables);
  for (const int largest : largest_coefficients) {
    const Polynomial form = random_form(piece.variables, largest, random);
    const Outcome<Polynomial> minimal = minimal_polynomial(ideal, form, image, turn);
    if (!minimal) return std::nullopt;
    const Outcome<std::vector<Polynomials>> factored =
        task.splitter.factoriser().factors({minimal.value()}, turn);
    if (!factored) return std::nullopt;
    const Polynomials& factors = factored.value().front();
    if (factors.empty()) return std::nullopt;
    // Of a power the base vanishes on the points, too, and does not lie in the ideal.
    const bool is_power = factors.front().degree() < minimal.value().degree();
    if (is_power) return split_by_values(task, factors, image, form);
    // A field, if the form generates all of K[x]/I.
    if (static_cast<long>(factors.front().degree()) < known.value().degree) continue;
    if (!is_irreducible_by_flint(factors.front())) return std::nullopt;
    return only(prime_from(
        piece, ideal.generators(), "the minimal polynomial of a linear form is irreducible"));
  }
  return std::nullopt;
}

}  // namespace

const Strategy strategies::conjugate_points{
    "conjugate points",
    Stage::basis,
    "60 points at most",
    "the minimal polynomial of a random linear form, and its factors",
    "irreducible and of full degree it shows a field",
    [](const Task&) { return true; },
    split_points};

}  // namespace leafwise::algebra::detail
