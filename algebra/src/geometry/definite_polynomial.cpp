// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/definite_polynomial.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "geometry/real_roots.hpp"

namespace leafwise::algebra::detail {

namespace {

/// All terms are even and have the sign of the constant: nowhere is it closer to zero than there.
bool is_sum_of_even_terms(const Polynomial& polynomial) {
  const int sign = polynomial.terms().begin()->second.sign();
  bool has_constant = false;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (coefficient.sign() != sign) return false;
    has_constant = has_constant || monomial.factors().empty();
    const bool is_even = std::all_of(monomial.factors().begin(),
                                     monomial.factors().end(),
                                     [](const auto& factor) { return factor.exponent % 2 == 0; });
    if (!is_even) return false;
  }
  return has_constant;
}

/// The symmetric matrix M of a polynomial of degree 2: f = (x, 1)·M·(x, 1).
using Form = std::vector<std::vector<Rational>>;

Form form_of(const Polynomial& polynomial, const std::set<Variable>& variables) {
  std::map<Variable, std::size_t> indices;
  for (const Variable& variable : variables) indices.emplace(variable, indices.size());
  const std::size_t size = variables.size() + 1;
  Form form(size, std::vector<Rational>(size));
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::vector<std::size_t> places;
    places.reserve(2);
    for (const Monomial::Factor& factor : monomial.factors()) {
      places.insert(places.end(), factor.exponent, indices.at(factor.variable));
    }
    places.resize(2, size - 1);
    const Rational half = coefficient / Rational(2);
    form[places[0]][places[1]] += half;
    form[places[1]][places[0]] += half;
  }
  return form;
}

/// Takes the square of the unknown `pivot` out of the form, which then does not hold it any more.
void complete_square(Form& form, std::size_t pivot) {
  for (std::size_t i = pivot + 1; i < form.size(); ++i) {
    if (form[i][pivot].is_zero()) continue;
    const Rational factor = form[i][pivot] / form[pivot][pivot];
    for (std::size_t j = i; j < form.size(); ++j) {
      form[i][j] -= factor * form[pivot][j];
      form[j][i] = form[i][j];
    }
  }
}

/// f = Σ d_i·(linear form)² + constant, with d_i and the constant of one sign, the constant not
/// zero. A quadratic polynomial of any other kind takes both signs or the value zero.
/// @pre degree 2
bool is_definite_quadratic(const Polynomial& polynomial) {
  Form form = form_of(polynomial, polynomial.variables());
  int sign = 0;
  for (std::size_t pivot = 0; pivot + 1 < form.size(); ++pivot) {
    const int here = form[pivot][pivot].sign();
    if (here == 0) {
      // Linear in this unknown, and so without bounds, unless it does not occur.
      const auto behind = form[pivot].begin() + static_cast<std::ptrdiff_t>(pivot);
      const bool is_absent = std::all_of(
          behind, form[pivot].end(), [](const Rational& entry) { return entry.is_zero(); });
      if (!is_absent) return false;
      continue;
    }
    if (sign != 0 && here != sign) return false;
    sign = here;
    complete_square(form, pivot);
  }
  return form.back().back().sign() == sign;
}

}  // namespace

bool has_certainly_no_real_zero(const Polynomial& polynomial) {
  if (polynomial.is_constant()) return !polynomial.is_zero();
  if (is_sum_of_even_terms(polynomial)) return true;
  if (polynomial.degree() == 2) return is_definite_quadratic(polynomial);
  return polynomial.variables().size() == 1 && count_real_roots(polynomial) == std::size_t{0};
}

}  // namespace leafwise::algebra::detail
