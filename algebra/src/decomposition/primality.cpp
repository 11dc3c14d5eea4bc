// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/primality.hpp"

#include <algorithm>
#include <chrono>

#include "decomposition/factoriser.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr std::chrono::milliseconds refutation_time{500};

}  // namespace

bool is_certainly_not_prime(const Ideal& ideal, const Limits& limits) {
  const Limits short_limits = limits.at_most(refutation_time);
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
