// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/prove/modular_factors.hpp"

#include <flint/nmod_mpoly.h>
#include <flint/nmod_mpoly_factor.h>
#include <flint/nmod_poly.h>
#include <flint/nmod_poly_factor.h>

#include <algorithm>
#include <array>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

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

/// Coefficients in t of the coefficients in u of F(t, u), from F(0, u), F(1, u), …
std::vector<Residues> interpolated(const std::vector<Residues>& values, std::uint32_t prime) {
  std::vector<mp_limb_t> places(values.size());
  for (std::size_t t = 0; t < places.size(); ++t) places[t] = t;
  std::vector<Residues> result;
  const std::size_t coefficients = values.front().size();
  result.reserve(coefficients);
  for (std::size_t power = 0; power < coefficients; ++power) {
    std::vector<mp_limb_t> column(values.size());
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

}  // namespace

FactorsInOneVariable factors_in_one_variable(const Residues& coefficients, std::uint32_t prime) {
  ModularPolynomial polynomial(prime);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    nmod_poly_set_coeff_ui(polynomial.get(), static_cast<slong>(i), coefficients[i]);
  }
  FactorsInOneVariable roots;
  nmod_poly_factor_t factors;
  nmod_poly_factor_init(factors);
  nmod_poly_factor(factors, polynomial.get());
  for (slong i = 0; i < factors->num; ++i) {
    const slong degree = nmod_poly_degree(factors->p + i);
    roots.degrees.insert(roots.degrees.end(),
                         static_cast<std::size_t>(factors->exp[i]),
                         static_cast<std::size_t>(degree));
    roots.has_simple_zero |= factors->exp[i] == 1 && degree == 1;
  }
  nmod_poly_factor_clear(factors);
  return roots;
}

Degrees factors_in_two_variables(const std::vector<Residues>& values, std::uint32_t prime) {
  const std::vector<Residues> coefficients = interpolated(values, prime);
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
  Degrees degrees;
  if (nmod_mpoly_factor(factors, curve, context) != 0) {
    for (slong i = 0; i < nmod_mpoly_factor_length(factors, context); ++i) {
      const auto times =
          static_cast<std::size_t>(nmod_mpoly_factor_get_exp_si(factors, i, context));
      const slong degree = nmod_mpoly_degree_si(factors->poly + i, 0, context);
      degrees.insert(degrees.end(), times, static_cast<std::size_t>(degree));
    }
  }
  nmod_mpoly_factor_clear(factors, context);
  nmod_mpoly_clear(curve, context);
  nmod_mpoly_ctx_clear(context);
  return degrees;
}

bool PossibleDegrees::restrict_to_sums_of(const Degrees& degrees) {
  std::vector<bool> sums(possible_.size(), false);
  sums.front() = true;
  for (const std::size_t degree : degrees) {
    for (std::size_t sum = sums.size(); sum-- > degree;) {
      if (sums[sum - degree]) sums[sum] = true;
    }
  }
  bool rules_out = false;
  for (std::size_t i = 0; i < possible_.size(); ++i) {
    rules_out |= possible_[i] && !sums[i];
    possible_[i] = possible_[i] && sums[i];
  }
  return rules_out;
}

bool PossibleDegrees::are_trivial() const {
  return std::none_of(possible_.begin() + 1, possible_.end() - 1, [](bool is) { return is; });
}

}  // namespace leafwise::algebra::detail
