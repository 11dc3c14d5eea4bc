// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>
#include <utility>

#include "decomposition/prove/primality.hpp"
#include "number/random_choices.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Planes by which irreducible components fall into rational pieces are few (Hilbert), but small
/// coefficients hit one now and then.
constexpr int most_sections = 3;
constexpr int largest_coefficient = 9;

Polynomial random_plane(const std::vector<Variable>& variables, std::mt19937_64& random) {
  std::uniform_int_distribution<int> coefficient(-largest_coefficient, largest_coefficient);
  Polynomial plane(Rational(coefficient(random)));
  for (const Variable& variable : variables) {
    plane += Polynomial::term(Rational(coefficient(random)), Monomial(variable));
  }
  return plane;
}

}  // namespace

bool has_conjugate_section(const Ideal& ideal, std::uint64_t seed, const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known || known.value().dimension < 1 || known.value().degree > most_points) return false;
  std::mt19937_64 random(seed);
  for (int attempt = 0; attempt < most_sections; ++attempt) {
    Polynomials generators = ideal.generators();
    for (int i = 0; i < known.value().dimension; ++i) {
      generators.push_back(random_plane(ideal.variables(), random));
    }
    const Ideal section(ideal.variables(), std::move(generators), ideal.engine());
    const Outcome<KnownBasis> points = section.known_basis(limits);
    if (!points) return false;
    // Fewer: some lie at infinity. More: the planes are not in general position.
    if (points.value().dimension != 0 || points.value().degree != known.value().degree) continue;
    if (are_conjugate_points(section, random(), limits)) return true;
  }
  return false;
}

}  // namespace leafwise::algebra::detail
