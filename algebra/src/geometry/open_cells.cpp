// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/open_cells.hpp"

#include <flint/fmpq_mpoly.h>
#include <flint/fmpq_mpoly_factor.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "geometry/real_roots.hpp"
#include "ring/flint_ring.hpp"
#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

namespace {

using Polynomials = std::vector<Polynomial>;
using RationalPoint = std::map<Variable, Rational>;

/// Limits for input of FLINT, which cannot be stopped: resultants have degrees up to the product of
/// these. A quartic in three variables passes, and a curve of degree 12.
constexpr unsigned most_degree_in_plane = 12;
constexpr unsigned most_degree_in_space = 4;
constexpr std::size_t most_variables = 3;
constexpr std::size_t most_terms = 200;
constexpr std::size_t most_bits = 400;
/// Of cells, over all levels.
constexpr std::size_t most_points = 400;

bool is_small(const Polynomial& polynomial) {
  const std::size_t variables = polynomial.variables().size();
  const unsigned most = variables > 2 ? most_degree_in_space : 4 * most_degree_in_plane;
  if (polynomial.degree() > most || polynomial.terms().size() > most_terms) return false;
  return std::all_of(polynomial.terms().begin(), polynomial.terms().end(), [](const auto& term) {
    return term.second.bits() <= most_bits;
  });
}

/// Resultants, discriminants and factors in one ring.
class Algebra {
 public:
  explicit Algebra(std::vector<Variable> variables) : ring_(std::move(variables)) {}

  [[nodiscard]] Polynomial resultant(const Polynomial& left,
                                     const Polynomial& right,
                                     const Variable& variable) const {
    const FlintPolynomials flint(ring_, {left, right, {}});
    fmpq_mpoly_resultant(flint.at(2),
                         flint.at(0),
                         flint.at(1),
                         static_cast<slong>(ring_.index_of(variable)),
                         ring_.context());
    return ring_.get(flint.at(2));
  }

  [[nodiscard]] Polynomial discriminant(const Polynomial& of, const Variable& variable) const {
    const FlintPolynomials flint(ring_, {of, {}});
    fmpq_mpoly_discriminant(
        flint.at(1), flint.at(0), static_cast<slong>(ring_.index_of(variable)), ring_.context());
    return ring_.get(flint.at(1));
  }

  /// The different irreducible factors are added. False: FLINT failed.
  [[nodiscard]] bool add_factors(const Polynomial& polynomial, std::set<Polynomial>& all) const {
    if (polynomial.is_constant()) return !polynomial.is_zero();
    // Of one variable only the zeros count, which are found without factors.
    if (polynomial.variables().size() == 1) {
      all.insert(polynomial.primitive());
      return true;
    }
    const FlintPolynomials flint(ring_, {polynomial, {}});
    fmpq_mpoly_factor_t factors;
    fmpq_mpoly_factor_init(factors, ring_.context());
    const bool is_done = fmpq_mpoly_factor(factors, flint.at(0), ring_.context()) != 0;
    for (slong i = 0; is_done && i < fmpq_mpoly_factor_length(factors, ring_.context()); ++i) {
      fmpq_mpoly_factor_get_base(flint.at(1), factors, i, ring_.context());
      all.insert(ring_.get(flint.at(1)).primitive());
    }
    fmpq_mpoly_factor_clear(factors, ring_.context());
    return is_done;
  }

 private:
  FlintRing ring_;
};

class Cells {
 public:
  Cells(std::vector<Variable> variables, const Limits& limits)
      : algebra_(std::move(variables)), limits_(limits) {}

  /// Factors of what has to be without zeros on a cell of the other variables, so that the real
  /// zeros of these neither meet nor go away over it.
  [[nodiscard]] std::optional<Polynomials> projected(const Polynomials& polynomials,
                                                     const Variable& last) const {
    std::set<Polynomial> result;
    for (std::size_t i = 0; i < polynomials.size(); ++i) {
      const Polynomial& one = polynomials[i];
      if (limits_.is_over() || !is_small(one)) return std::nullopt;
      if (degree_in(one, last) == 0) {
        result.insert(one);
        continue;
      }
      const bool is_done = algebra_.add_factors(leading_coefficient(one, last), result) &&
                           (degree_in(one, last) == 1 ||
                            algebra_.add_factors(algebra_.discriminant(one, last), result));
      if (!is_done) return std::nullopt;
      for (std::size_t j = 0; j < i; ++j) {
        if (degree_in(polynomials[j], last) == 0) continue;
        const Polynomial both = algebra_.resultant(one, polynomials[j], last);
        if (!algebra_.add_factors(both, result)) return std::nullopt;
      }
    }
    return Polynomials(result.begin(), result.end());
  }

  /// A rational point in each connected part of the space of these variables that is left without
  /// the zeros of the polynomials, or several. @pre irreducible, different
  [[nodiscard]] std::optional<std::vector<RationalPoint>> points(
      const Polynomials& polynomials, const std::vector<Variable>& variables) {
    if (variables.empty()) return std::vector<RationalPoint>{{}};
    const Variable& last = variables.back();
    const std::vector<Variable> others(variables.begin(), variables.end() - 1);
    // On a line only the zeros themselves count.
    const auto below =
        others.empty() ? std::optional<Polynomials>(Polynomials()) : projected(polynomials, last);
    if (!below) return std::nullopt;
    const auto bases = points(*below, others);
    if (!bases) return std::nullopt;
    std::vector<RationalPoint> result;
    for (const RationalPoint& base : *bases) {
      const auto numbers = numbers_between_roots(over(base, polynomials));
      if (!numbers || limits_.is_over()) return std::nullopt;
      points_ += numbers->size();
      if (points_ > most_points) return std::nullopt;
      for (const Rational& number : *numbers) {
        result.push_back(base);
        result.back().emplace(last, number);
      }
    }
    return result;
  }

  /// The polynomials at these values of some variables, without those that are constant there.
  [[nodiscard]] static Polynomials over(const RationalPoint& base, const Polynomials& polynomials) {
    Polynomials result;
    for (Polynomial polynomial : polynomials) {
      for (const auto& [variable, value] : base) {
        polynomial = substituted(polynomial, variable, Polynomial(value));
      }
      if (!polynomial.is_constant()) result.push_back(std::move(polynomial));
    }
    return result;
  }

 private:
  Algebra algebra_;
  Limits limits_;
  std::size_t points_ = 0;
};

}  // namespace

std::optional<bool> has_regular_real_zero(const Polynomial& irreducible, const Limits& limits) {
  const std::set<Variable> used = irreducible.variables();
  std::vector<Variable> variables(used.begin(), used.end());
  if (variables.size() > most_variables || !is_small(irreducible)) return std::nullopt;
  if (variables.size() == 2 && irreducible.degree() > most_degree_in_plane) return std::nullopt;
  // Discriminants grow with the degree in the variable that goes first.
  std::stable_sort(variables.begin(), variables.end(), [&](const auto& left, const auto& right) {
    return degree_in(irreducible, left) > degree_in(irreducible, right);
  });
  Cells cells(variables, limits);
  const Variable last = variables.back();
  variables.pop_back();
  const auto below = cells.projected({irreducible}, last);
  if (!below) return std::nullopt;
  const auto bases = cells.points(*below, variables);
  if (!bases) return std::nullopt;
  for (const RationalPoint& base : *bases) {
    for (const Polynomial& over : Cells::over(base, {irreducible})) {
      const auto count = count_real_roots(over);
      if (!count) return std::nullopt;
      if (*count > 0) return true;
    }
  }
  return false;
}

}  // namespace leafwise::algebra::detail
