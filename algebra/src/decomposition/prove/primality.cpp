// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/prove/primality.hpp"

#include <flint/fmpq_mpoly_factor.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "decomposition/split/factoriser.hpp"
#include "ring/flint_ring.hpp"

namespace leafwise::algebra::detail {

namespace {}  // namespace

bool is_irreducible_by_flint(const Polynomial& polynomial) {
  constexpr unsigned most_degree = 60;
  constexpr std::size_t most_terms = 300;
  if (polynomial.degree() > most_degree || polynomial.terms().size() > most_terms) return false;
  const std::set<Variable> used = polynomial.variables();
  if (used.empty()) return false;
  const FlintRing ring({used.begin(), used.end()});
  const FlintPolynomials wrapped(ring, {polynomial});
  fmpq_mpoly_factor_t factors;
  fmpq_mpoly_factor_init(factors, ring.context());
  const bool done = fmpq_mpoly_factor(factors, wrapped.at(0), ring.context()) != 0;
  const bool irreducible = done && fmpq_mpoly_factor_length(factors, ring.context()) == 1 &&
                           fmpq_mpoly_factor_get_exp_si(factors, 0, ring.context()) == 1;
  fmpq_mpoly_factor_clear(factors, ring.context());
  return irreducible;
}

bool is_certainly_not_prime(const Ideal& ideal, const Limits& limits) {
  const Limits short_limits = limits.spend(&Effort::refutation);
  const Outcome<KnownBasis> known = ideal.known_basis(short_limits);
  if (!known) return false;
  if (known.value().dimension < 0) return true;
  const Polynomials& basis = known.value().polynomials;
  Factoriser factoriser(ideal.engine());
  const Outcome<std::vector<Polynomials>> factors = factoriser.factors(basis, short_limits);
  if (factors) {
    for (std::size_t i = 0; i < basis.size(); ++i) {
      if (factors.value()[i] != Polynomials{basis[i]}) return true;
    }
  }
  const Outcome<Parts> parts = factorising_basis(ideal, short_limits);
  if (!parts || parts.value().size() < 2) return false;
  // A cover by larger ideals only.
  return std::none_of(parts.value().begin(), parts.value().end(), [&](const Polynomials& part) {
    const Outcome<bool> same =
        is_subset(Ideal(ideal.variables(), part, ideal.engine()), ideal, short_limits);
    return !same || same.value();
  });
}

bool some_is_not_prime(const Ideal& like, const Parts& parts, const Limits& limits) {
  return std::any_of(parts.begin(), parts.end(), [&](const Polynomials& part) {
    return is_certainly_not_prime(Ideal(like.variables(), part, like.engine()), limits);
  });
}

}  // namespace leafwise::algebra::detail
