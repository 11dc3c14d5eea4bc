// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/prove/projection_certificate.hpp"

#include <flint/ulong_extras.h>

#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "decomposition/prove/modular_factors.hpp"
#include "number/finite_field.hpp"
#include "number/random_choices.hpp"
#include "ring/rewriting.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

namespace {

using engine::Operation;

struct Setting {
  std::vector<Variable> variables;  ///< of the ideal, then the one of the projection
  Variable image;
  Polynomials curve;     ///< the ideal, its slices, and image − linear form
  Polynomial parameter;  ///< the other linear form; zero in dimension 0
  std::uint32_t prime = 0;
};

Polynomial random_form(const std::vector<Variable>& variables, std::mt19937_64& random) {
  // Small coefficients keep the form readable in a log; p is what makes the choice random.
  std::uniform_int_distribution<int> coefficient(-32000, 32000);
  Polynomial form(Rational(coefficient(random)));
  for (const Variable& variable : variables) {
    form += Polynomial::term(Rational(coefficient(random)), Monomial(variable));
  }
  return form;
}

Setting make_setting(const Ideal& ideal, int dimension, std::mt19937_64& random) {
  Setting setting;
  setting.prime = random_prime(random);
  setting.variables = ideal.variables();
  setting.image = fresh_variable("image", setting.variables);
  setting.curve = ideal.generators();
  for (int i = 1; i < dimension; ++i) {
    setting.curve.push_back(random_form(ideal.variables(), random));
  }
  setting.curve.push_back(Polynomial(setting.image) - random_form(ideal.variables(), random));
  if (dimension > 0) setting.parameter = random_form(ideal.variables(), random);
  setting.variables.push_back(setting.image);
  return setting;
}

/// Empty unless it is a polynomial of this degree in the image variable with values modulo p.
Residues residues_of(const Polynomial& polynomial,
                     const Variable& image,
                     unsigned degree,
                     std::uint32_t prime) {
  Residues result(degree + 1, 0);
  if (degree_in(polynomial, image) != degree) return {};
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.degree() != monomial.exponent_of(image)) return {};
    const std::optional<std::uint64_t> value = residue(coefficient, prime);
    if (!value) return {};
    result[monomial.degree()] = *value;
  }
  const std::uint64_t leading = result[degree];
  if (leading == 0) return {};
  const std::uint64_t inverse = n_invmod(leading, prime);
  for (std::uint64_t& value : result) value = n_mulmod2(value, inverse, prime);
  return result;
}

Outcome<std::vector<Residues>> sections(const Ideal& ideal,
                                        const Setting& setting,
                                        unsigned degree,
                                        std::size_t count,
                                        const Limits& limits) {
  Question question;
  question.operation = Operation::section_polynomials;
  question.characteristic = setting.prime;
  question.count = count;
  question.ideals = {setting.curve};
  if (!setting.parameter.is_zero()) question.ideals.push_back({setting.parameter});
  const Outcome<Reply> reply = ask_worker(ideal.engine(), setting.variables, question, limits);
  if (!reply) return Unable{reply.reason()};
  if (reply.value().ideals.size() != 1) return Unable{"the engine did not return one ideal"};
  std::vector<Residues> result;
  for (const Polynomial& polynomial : reply.value().ideals.front()) {
    result.push_back(residues_of(polynomial, setting.image, degree, setting.prime));
  }
  if (result.size() != count) return Unable{"sections are missing"};
  return result;
}

/// Beyond this the sections take longer than the engines that could be asked instead.
constexpr long most_degree = 64;
/// A prime that splits over a quadratic field is irreducible modulo every second p only.
constexpr int most_primes = 6;
constexpr int most_failures = 5;
constexpr int most_refusals = 2;
/// Where sections are dear, two failures have to do.
constexpr long dear_degree = 16;
constexpr int most_dear_failures = 2;

/// What one prime shows.
struct Shown {
  Degrees degrees;          ///< of the factors; empty: this prime, or this projection, does not do
  bool absolutely = false;  ///< if irreducible
};

Outcome<Shown> shown_by(const Ideal& ideal,
                        const Setting& setting,
                        unsigned degree,
                        const Limits& limits) {
  Shown shown;
  const bool is_curve = !setting.parameter.is_zero();
  // F has degree at most D in t: D + 1 sections determine it.
  const std::size_t count = is_curve ? degree + 1 : 1;
  const Outcome<std::vector<Residues>> values = sections(ideal, setting, degree, count, limits);
  if (!values) return Unable{values.reason()};
  for (const Residues& section : values.value()) {
    if (section.empty()) return shown;
  }
  if (!is_curve) {
    shown.degrees = factors_in_one_variable(values.value().front(), setting.prime).degrees;
    shown.absolutely = degree == 1;
    return shown;
  }
  shown.degrees = factors_in_two_variables(values.value(), setting.prime);
  if (shown.degrees.size() != 1) return shown;
  for (const Residues& section : values.value()) {
    shown.absolutely |= factors_in_one_variable(section, setting.prime).has_simple_zero;
  }
  return shown;
}

}  // namespace

Outcome<ProjectionCertificate> projection_certificate(const Ideal& ideal,
                                                      std::uint64_t seed,
                                                      const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return Unable{known.reason()};
  if (known.value().dimension < 0) return Unable{"the unit ideal has no points"};
  if (known.value().degree > most_degree) return Unable{"the degree is too high for projection"};
  const auto degree = static_cast<unsigned>(known.value().degree);
  std::mt19937_64 random(seed);
  ProjectionCertificate best;
  PossibleDegrees possible(degree);
  int failures = 0;
  int refusals = 0;
  const int allowed = known.value().degree > dear_degree ? most_dear_failures : most_failures;
  for (int i = 0; i < most_primes; ++i) {
    const Setting setting = make_setting(ideal, known.value().dimension, random);
    const Outcome<Shown> shown = shown_by(ideal, setting, degree, limits);
    // Planes may be parallel to a component, modulo p at least: others are not.
    if (!shown && (limits.is_over() || ++refusals > most_refusals)) return Unable{shown.reason()};
    if (!shown) continue;
    const Degrees& degrees = shown.value().degrees;
    if (degrees.size() == 1) {
      best = {true, shown.value().absolutely, {setting.prime}};
    } else if (!best.irreducible && !degrees.empty() && possible.restrict_to_sums_of(degrees)) {
      best.primes.push_back(setting.prime);
      best.irreducible = possible.are_trivial();
    }
    // Reducible every time: most likely it is so over ℚ, too.
    if (degrees.size() != 1 && ++failures == allowed) break;
    if (best.absolutely || (best.irreducible && known.value().dimension == 0)) break;
  }
  return best;
}

std::string to_string(const ProjectionCertificate& certificate) {
  std::string text =
      certificate.primes.size() == 1 ? "irreducible modulo " : "irreducible by its degrees modulo ";
  for (std::size_t i = 0; i < certificate.primes.size(); ++i) {
    if (i > 0) text += i + 1 == certificate.primes.size() ? " and " : ", ";
    text += std::to_string(certificate.primes[i]);
  }
  return text + " " + projection_words;
}

}  // namespace leafwise::algebra::detail
