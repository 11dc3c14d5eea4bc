// SPDX-License-Identifier: GPL-3.0-or-later
#include "known_primes.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ideals.hpp"

namespace leafwise::tests {

using namespace algebra;

namespace {

Polynomial constant(std::int64_t value) {
  return {Rational(value)};
}

std::int64_t nonzero_integer(std::mt19937_64& random, std::int64_t bound) {
  const auto size = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound)) + 1;
  return random() % 2 == 0 ? size : -size;
}

/// Irreducible over ℚ: by a root that is not rational (degree ≤ 3), or by Eisenstein.
Polynomial minimal_polynomial(std::mt19937_64& random, const Polynomial& x) {
  switch (random() % 6) {
    case 0: return x.pow(2) - constant(2);
    case 1: return x.pow(2) + constant(1);
    case 2: return x.pow(2) + x + constant(1);
    case 3: return x.pow(3) - constant(2);
    case 4: return x.pow(3) - constant(3) * x - constant(1);
    default: return x.pow(4) - constant(2) * x - constant(2);
  }
}

/// The last variables as polynomials in the first ones.
KnownPrime graph(std::mt19937_64& random, const Variables& variables, unsigned degree) {
  const std::size_t free = random() % variables.size();
  const Variables base(variables.begin(), variables.begin() + static_cast<std::ptrdiff_t>(free));
  KnownPrime prime{{}, "graph", static_cast<int>(free), degree == 1 ? 1 : 0, Truth::yes};
  for (std::size_t i = free; i < variables.size(); ++i) {
    Polynomial value(Rational(small_integer(random, 3)));
    if (free > 0) value += random_sparse(random, base, degree, 3);
    prime.generators.push_back(Polynomial(variables[i]) - value);
  }
  return prime;
}

KnownPrime hypersurface(std::mt19937_64& random, const Variables& variables) {
  const Polynomial x(variables[0]);
  const Polynomial y(variables[1]);
  const Polynomial z(variables[2]);
  const auto dimension = static_cast<int>(variables.size()) - 1;
  switch (random() % 4) {
    case 0: {
      // An odd degree in x is no square.
      const Polynomial right =
          x.pow(3) + constant(small_integer(random, 3)) * x + constant(small_integer(random, 3));
      return {{y.pow(2) - right}, "cubic", dimension, 3, Truth::yes};
    }
    case 1: {
      // Eisenstein at x; the constant term has x once.
      const Polynomial tail = constant(nonzero_integer(random, 3)) +
                              x * random_sparse(random, {variables[0], variables[2]}, 1, 2);
      return {{y.pow(3) + x * constant(small_integer(random, 2)) * y + x * tail},
              "Eisenstein",
              dimension,
              0,
              Truth::unknown};
    }
    case 2: {
      // A quadric of rank three is irreducible over ℂ.
      const Polynomial form = x.pow(2) + constant(nonzero_integer(random, 3)) * y.pow(2) +
                              constant(nonzero_integer(random, 3)) * z.pow(2);
      return {{form}, "cone", dimension, 2, Truth::yes};
    }
    default: {
      // Two lines, conjugate: irreducible over ℚ only.
      static constexpr std::array<std::int64_t, 4> no_squares{2, 3, -1, -3};
      const Polynomial form = x.pow(2) - constant(no_squares.at(random() % 4)) * y.pow(2);
      return {{form}, "conjugate planes", dimension, 2, Truth::no};
    }
  }
}

/// A conic in the plane of the first two variables, the others polynomials on it.
KnownPrime conic(std::mt19937_64& random, const Variables& variables) {
  const Polynomial x(variables[0]);
  const Polynomial y(variables[1]);
  const Polynomial equation = random() % 2 == 0
                                  ? x.pow(2) + y.pow(2) - constant(nonzero_integer(random, 4))
                                  : x * y - constant(nonzero_integer(random, 3));
  KnownPrime prime{{equation}, "conic", 1, 2, Truth::yes};
  for (std::size_t i = 2; i < variables.size(); ++i) {
    const Polynomial value =
        constant(small_integer(random, 2)) * x + constant(small_integer(random, 2));
    prime.generators.push_back(Polynomial(variables[i]) - value);
  }
  return prime;
}

/// A point over a number field: a root, and polynomials of it.
KnownPrime point(std::mt19937_64& random, const Variables& variables) {
  const Polynomial x(variables[0]);
  KnownPrime prime{{minimal_polynomial(random, x)}, "number field", 0, 0, Truth::no};
  prime.degree = prime.generators.front().degree();
  for (std::size_t i = 1; i < variables.size(); ++i) {
    const Polynomial value = constant(small_integer(random, 2)) * x.pow(1 + random() % 2) +
                             constant(small_integer(random, 2));
    prime.generators.push_back(Polynomial(variables[i]) - value);
  }
  return prime;
}

/// √2, then a root of 3 above it (of degree prime to 2, or not a square there), then a rational.
KnownPrime tower(std::mt19937_64& random, const Variables& variables) {
  const Polynomial x(variables[0]);
  const Polynomial y(variables[1]);
  const unsigned height = random() % 2 == 0 ? 2 : 3;
  // 3 + 0·√2 is no square and no cube in ℚ(√2); neither has 1 + √2 a square root there: its norm
  // is −1.
  const Polynomial above = random() % 2 == 0 || height == 3 ? constant(3) : x + constant(1);
  KnownPrime prime{
      {x.pow(2) - constant(2), y.pow(height) - above}, "tower", 0, 2L * height, Truth::no};
  for (std::size_t i = 2; i < variables.size(); ++i) {
    prime.generators.push_back(Polynomial(variables[i]) - constant(small_integer(random, 2)) * y);
  }
  return prime;
}

/// The cone over the twisted cubic: three equations, codimension two. In three variables the curve.
KnownPrime twisted_cubic(const Variables& variables) {
  const Polynomial x(variables[0]);
  const Polynomial y(variables[1]);
  const Polynomial z(variables[2]);
  const Polynomial w = variables.size() > 3 ? Polynomial(variables[3]) : constant(1);
  return {{x * z - y.pow(2), x * w - y * z, y * w - z.pow(2)},
          "twisted cubic",
          static_cast<int>(variables.size()) - 2,
          3,
          Truth::yes};
}

}  // namespace

Variables numbered_variables(std::size_t count, const std::string& letter) {
  Variables variables;
  variables.reserve(count);
  for (std::size_t i = 1; i <= count; ++i) {
    variables.push_back({Role::unknown, letter + std::to_string(i), 0});
  }
  return variables;
}

std::int64_t small_integer(std::mt19937_64& random, std::int64_t bound) {
  const auto width = static_cast<std::uint64_t>(2 * bound + 1);
  return static_cast<std::int64_t>(random() % width) - bound;
}

Polynomial random_sparse(std::mt19937_64& random,
                         const Variables& variables,
                         unsigned degree,
                         int terms) {
  Polynomial sum;
  for (int i = 0; i < terms; ++i) {
    Polynomial product = constant(small_integer(random, 3));
    for (std::uint64_t left = random() % (degree + 1); left > 0; --left) {
      product = product * Polynomial(variables[random() % variables.size()]);
    }
    sum += product;
  }
  return sum;
}

Polynomial replaced(const Polynomial& polynomial,
                    const Variables& variables,
                    const Polynomials& values) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Polynomial product(coefficient);
    for (const Monomial::Factor& factor : monomial.factors()) {
      const auto place = std::find(variables.begin(), variables.end(), factor.variable);
      const Polynomial base = place == variables.end()
                                  ? Polynomial(factor.variable)
                                  : values[static_cast<std::size_t>(place - variables.begin())];
      product = product * base.pow(factor.exponent);
    }
    result += product;
  }
  return result;
}

Polynomials replaced(const Polynomials& polynomials,
                     const Variables& variables,
                     const Polynomials& values) {
  Polynomials result;
  result.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) {
    result.push_back(replaced(polynomial, variables, values));
  }
  return result;
}

KnownPrime random_prime(std::mt19937_64& random, const Variables& variables) {
  Variables shuffled = variables;
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  switch (random() % 8) {
    case 0: return graph(random, shuffled, 1);
    case 1: return graph(random, shuffled, 2);
    case 2:
    case 3: return hypersurface(random, shuffled);
    case 4: return conic(random, shuffled);
    case 5: return point(random, shuffled);
    case 6: return tower(random, shuffled);
    default: return twisted_cubic(shuffled);
  }
}

KnownPrime moved(std::mt19937_64& random, const Variables& variables, const KnownPrime& prime) {
  KnownPrime result = prime;
  for (int step = 0; step < 2; ++step) {
    Polynomials values;
    for (const Variable& variable : variables) values.emplace_back(variable);
    const std::size_t target = random() % variables.size();
    Variables others = variables;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(target));
    // Bending raises degrees: once is enough.
    const bool bends = step == 0 && random() % 3 == 0;
    values[target] += random_sparse(random, others, bends ? 2 : 1, 2);
    result.generators = replaced(result.generators, variables, values);
    if (bends) result.degree = 0;
  }
  return result;
}

Polynomials products(const Polynomials& left, const Polynomials& right) {
  Polynomials result;
  result.reserve(left.size() * right.size());
  for (const Polynomial& one : left) {
    for (const Polynomial& other : right) result.push_back(one * other);
  }
  return result;
}

std::vector<KnownPrime> minimal_among(const Variables& variables,
                                      const std::vector<KnownPrime>& primes) {
  const auto contains = [&](const KnownPrime& large, const KnownPrime& small) {
    return value_of_outcome(is_subset(Ideal(variables, small.generators, test_engine()),
                                      Ideal(variables, large.generators, test_engine()),
                                      patient()));
  };
  std::vector<KnownPrime> kept;
  for (const KnownPrime& prime : primes) {
    const auto holds = [&](const KnownPrime& other) { return contains(prime, other); };
    if (std::any_of(kept.begin(), kept.end(), holds)) continue;
    std::erase_if(kept, [&](const KnownPrime& other) { return contains(other, prime); });
    kept.push_back(prime);
  }
  return kept;
}

}  // namespace leafwise::tests
