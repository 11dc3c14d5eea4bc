// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/prove/projection_certificate.hpp"

#include <flint/nmod_mpoly.h>
#include <flint/nmod_mpoly_factor.h>
#include <flint/nmod_poly.h>
#include <flint/nmod_poly_factor.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "number/finite_field.hpp"
#include "number/random_choices.hpp"
#include "ring/rewriting.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

namespace {

using engine::Operation;

/// Coefficients of a monic polynomial in one variable modulo p, lowest first.
using Residues = std::vector<ulong>;

/// A polynomial in one variable over 𝔽_p.
class ModularPolynomial {
 public:
  explicit ModularPolynomial(std::uint32_t prime) { nmod_poly_init(value_, prime); }
  ~ModularPolynomial() { nmod_poly_clear(value_); }
  ModularPolynomial(const ModularPolynomial&) = delete;
  ModularPolynomial& operator=(const ModularPolynomial&) = delete;
  [[nodiscard]] nmod_poly_struct* get() { return value_; }

 private:
  nmod_poly_t value_{};
};

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
  const ulong leading = result[degree];
  if (leading == 0) return {};
  const ulong inverse = n_invmod(leading, prime);
  for (ulong& value : result) value = n_mulmod2(value, inverse, prime);
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
  if (reply.value().ideals.size() != 1) return Unable{"the engine did not answer one ideal"};
  std::vector<Residues> result;
  for (const Polynomial& polynomial : reply.value().ideals.front()) {
    result.push_back(residues_of(polynomial, setting.image, degree, setting.prime));
  }
  if (result.size() != count) return Unable{"sections are missing"};
  return result;
}

/// Coefficients in t of the coefficients in u of F(t, u), from F(0, u), F(1, u), …
std::vector<Residues> interpolated(const std::vector<Residues>& values, std::uint32_t prime) {
  std::vector<ulong> places(values.size());
  for (std::size_t t = 0; t < places.size(); ++t) places[t] = t;
  std::vector<Residues> result;
  const std::size_t coefficients = values.front().size();
  result.reserve(coefficients);
  for (std::size_t power = 0; power < coefficients; ++power) {
    std::vector<ulong> column(values.size());
    for (std::size_t t = 0; t < values.size(); ++t) column[t] = values[t][power];
    ModularPolynomial in_t(prime);
    nmod_poly_interpolate_nmod_vec(
        in_t.get(), places.data(), column.data(), static_cast<slong>(places.size()));
    Residues entry(static_cast<std::size_t>(nmod_poly_length(in_t.get())));
    for (std::size_t i = 0; i < entry.size(); ++i) {
      entry[i] = nmod_poly_get_coeff_ui(in_t.get(), static_cast<slong>(i));
    }
    result.push_back(std::move(entry));
  }
  return result;
}

/// In our own process: of degree at most `most_degree`, this takes milliseconds.
bool is_irreducible_in_two_variables(const std::vector<Residues>& coefficients,
                                     std::uint32_t prime) {
  nmod_mpoly_ctx_t context;
  nmod_mpoly_ctx_init(context, 2, ORD_LEX, prime);
  nmod_mpoly_t curve;
  nmod_mpoly_init(curve, context);
  for (std::size_t u = 0; u < coefficients.size(); ++u) {
    for (std::size_t t = 0; t < coefficients[u].size(); ++t) {
      if (coefficients[u][t] == 0) continue;
      const std::array<ulong, 2> exponents{u, t};
      nmod_mpoly_push_term_ui_ui(curve, coefficients[u][t], exponents.data(), context);
    }
  }
  nmod_mpoly_sort_terms(curve, context);
  nmod_mpoly_combine_like_terms(curve, context);
  nmod_mpoly_factor_t factors;
  nmod_mpoly_factor_init(factors, context);
  const bool done = nmod_mpoly_factor(factors, curve, context) != 0;
  const bool irreducible = done && nmod_mpoly_factor_length(factors, context) == 1 &&
                           nmod_mpoly_factor_get_exp_si(factors, 0, context) == 1;
  nmod_mpoly_factor_clear(factors, context);
  nmod_mpoly_clear(curve, context);
  nmod_mpoly_ctx_clear(context);
  return irreducible;
}

struct Roots {
  bool irreducible = false;
  bool simple = false;  ///< a simple zero in 𝔽_p
};

Roots roots_of(const Residues& section, std::uint32_t prime) {
  ModularPolynomial polynomial(prime);
  for (std::size_t i = 0; i < section.size(); ++i) {
    nmod_poly_set_coeff_ui(polynomial.get(), static_cast<slong>(i), section[i]);
  }
  Roots roots;
  nmod_poly_factor_t factors;
  nmod_poly_factor_init(factors);
  nmod_poly_factor(factors, polynomial.get());
  roots.irreducible = factors->num == 1 && factors->exp[0] == 1;
  for (slong i = 0; i < factors->num; ++i) {
    roots.simple |= factors->exp[i] == 1 && nmod_poly_degree(factors->p + i) == 1;
  }
  nmod_poly_factor_clear(factors);
  return roots;
}

/// Beyond this the sections take longer than the engines that could be asked instead.
constexpr long most_degree = 64;
/// A prime that splits over a quadratic field is irreducible modulo every second p only.
constexpr int most_primes = 6;
constexpr int most_failures = 5;
/// Where sections are dear, two failures have to do.
constexpr long dear_degree = 16;
constexpr int most_dear_failures = 2;

Outcome<ProjectionCertificate> certificate_with(const Ideal& ideal,
                                                const Setting& setting,
                                                unsigned degree,
                                                const Limits& limits) {
  ProjectionCertificate certificate;
  certificate.prime = setting.prime;
  const bool is_curve = !setting.parameter.is_zero();
  // F has degree at most D in t: D + 1 sections determine it.
  const std::size_t count = is_curve ? degree + 1 : 1;
  const Outcome<std::vector<Residues>> values = sections(ideal, setting, degree, count, limits);
  if (!values) return Unable{values.reason()};
  for (const Residues& section : values.value()) {
    if (section.empty()) return certificate;
  }
  if (!is_curve) {
    certificate.irreducible = roots_of(values.value().front(), setting.prime).irreducible;
    certificate.absolutely = degree == 1;
    return certificate;
  }
  certificate.irreducible =
      is_irreducible_in_two_variables(interpolated(values.value(), setting.prime), setting.prime);
  if (!certificate.irreducible) return certificate;
  for (const Residues& section : values.value()) {
    certificate.absolutely |= roots_of(section, setting.prime).simple;
  }
  return certificate;
}

}  // namespace

Outcome<ProjectionCertificate> projection_certificate(const Ideal& ideal,
                                                      std::uint64_t seed,
                                                      const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return Unable{known.reason()};
  if (known.value().dimension < 0) return Unable{"the unit ideal has no points"};
  if (known.value().degree > most_degree) return Unable{"the degree is too high for projection"};
  std::mt19937_64 random(seed);
  ProjectionCertificate best;
  int failures = 0;
  const int allowed = known.value().degree > dear_degree ? most_dear_failures : most_failures;
  for (int i = 0; i < most_primes; ++i) {
    const Setting setting = make_setting(ideal, known.value().dimension, random);
    const Outcome<ProjectionCertificate> certificate =
        certificate_with(ideal, setting, static_cast<unsigned>(known.value().degree), limits);
    if (!certificate) return certificate;
    if (certificate.value().irreducible) best = certificate.value();
    // Reducible every time: most likely it is so over ℚ, too.
    if (!certificate.value().irreducible && ++failures == allowed) break;
    if (best.absolutely || (best.irreducible && known.value().dimension == 0)) break;
  }
  return best;
}

std::string to_string(const ProjectionCertificate& certificate) {
  return "irreducible modulo " + std::to_string(certificate.prime) +
         " after projection to a plane curve";
}

}  // namespace leafwise::algebra::detail
