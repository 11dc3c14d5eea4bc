// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/bases/dominating_part.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "completion/mechanics/loops.hpp"
#include "completion/rows/affine_rows.hpp"
#include "completion/rows/base_forms.hpp"
#include "geometry/minor_locus.hpp"
#include "geometry/modular_point.hpp"
#include "geometry/row_dependence.hpp"

namespace leafwise::algebra::detail {

namespace {

using Rows = Loops::Rows;

/// A larger minor is too long to be computed, and to saturate by.
constexpr std::size_t most_rows_of_a_minor = 8;
constexpr std::size_t most_minors = 50;

Outcome<bool> is_unit(const Ideal& ideal, const Limits& limits) {
  const Outcome<int> dimension = ideal.dimension(limits);
  if (!dimension) return Unable{dimension.reason()};
  return dimension.value() < 0;
}

/// The conditions as derivatives of the prime's generators.
struct Velocities {
  std::vector<Polynomial> functions;    ///< they generate P
  std::vector<Polynomial> derivatives;  ///< the conditions modulo P, up to factors
  PolynomialMatrix matrix;              ///< their coefficients of the new variables
};

PolynomialMatrix coefficients_of(const std::vector<Polynomial>& polynomials,
                                 const std::vector<Variable>& fresh) {
  PolynomialMatrix matrix;
  matrix.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) {
    matrix.push_back(row_from(polynomial, fresh).coefficients.dense());
  }
  return matrix;
}

/// Nothing if the conditions are something else.
std::optional<Velocities> velocities(const Ideal& prime,
                                     const std::vector<Polynomial>& conditions,
                                     const std::vector<Variable>& fresh,
                                     const Limits& limits) {
  if (prime.generators().size() != conditions.size()) return std::nullopt;
  Velocities result{prime.generators(), {}, {}};
  const auto& known = prime.variables();
  for (const Polynomial& function : result.functions) {
    Polynomial derivative = function.total_derivative();
    const std::set<Variable> used = derivative.variables();
    const bool fits = std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
      return std::find(known.begin(), known.end(), variable) != known.end();
    });
    if (!fits) return std::nullopt;
    result.derivatives.push_back(std::move(derivative));
  }
  std::vector<Polynomial> both = result.derivatives;
  both.insert(both.end(), conditions.begin(), conditions.end());
  const Outcome<std::vector<Polynomial>> forms = forms_modulo(prime, both, limits);
  if (!forms) return std::nullopt;
  const auto middle = forms.value().begin() + static_cast<std::ptrdiff_t>(conditions.size());
  std::set<Polynomial> wanted;
  for (auto form = middle; form != forms.value().end(); ++form) wanted.insert(form->primitive());
  for (auto form = forms.value().begin(); form != middle; ++form) {
    if (wanted.erase(form->primitive()) == 0) return std::nullopt;
  }
  result.matrix = coefficients_of(result.derivatives, fresh);
  return result;
}

/// A short one that P does not contain.
Outcome<Polynomial> short_minor(const Ideal& prime,
                                const PolynomialMatrix& rows,
                                const Limits& limits) {
  if (rows.size() > most_rows_of_a_minor) return Unable{"there are too many rows"};
  const auto point = modular_point(prime, limits);
  if (!point) return Unable{point.reason()};
  if (!point.value()) return Unable{"no point is known"};
  Minors minors(rows, [](const Polynomial& polynomial) { return polynomial; });
  Minors::Indices all;
  for (std::size_t i = 0; i < rows.size(); ++i) all.push_back(i);
  Minors::Indices columns = all;
  std::optional<Polynomial> best;
  for (std::size_t seen = 0; seen < most_minors && !limits.is_over(); ++seen) {
    const Polynomial& minor = minors.at(all, columns);
    const auto value = point.value()->value_of(minor);
    const bool is_shorter = !best || minor.terms().size() < best->terms().size();
    if (value && !value->is_zero() && is_shorter) {
      const Outcome<bool> inside = prime.contains(minor, limits);
      if (inside && !inside.value()) best = minor;
    }
    if (!next_subset(columns, rows.front().size())) break;
  }
  if (!best) return Unable{"no minor was found"};
  return *best;
}

/// Those that are used, in the order of the ideal.
std::vector<Variable> used_by(const std::vector<Polynomial>& polynomials, const Ideal& ideal) {
  std::set<Variable> used;
  for (const Polynomial& polynomial : polynomials) used.merge(polynomial.variables());
  std::vector<Variable> variables = ideal.variables();
  std::erase_if(variables, [&](const Variable& variable) { return !used.contains(variable); });
  return variables;
}

template <class T>
std::vector<T> chosen(const std::vector<T>& all, const Rows& rows) {
  std::vector<T> result;
  result.reserve(rows.size());
  for (const std::size_t row : rows) result.push_back(all[row]);
  return result;
}

/// Of the larger ideal, elements that generate it together with the smaller one.
std::vector<Polynomial> further_elements(const Ideal& larger,
                                         const Ideal& smaller,
                                         const Limits& limits) {
  const Outcome<std::vector<Polynomial>> basis = larger.groebner_basis(limits);
  std::vector<Polynomial> elements = basis ? basis.value() : larger.generators();
  std::stable_sort(elements.begin(), elements.end(), [](const auto& a, const auto& b) {
    return a.degree() != b.degree() ? a.degree() < b.degree() : a.terms().size() < b.terms().size();
  });
  std::vector<Polynomial> kept;
  Ideal sum = smaller;
  const Limits shortly = limits.spend(&Effort::minor_choice);
  for (const Polynomial& element : elements) {
    const Outcome<bool> known = sum.contains(element, shortly);
    if (known && known.value()) continue;
    kept.push_back(element);
    std::vector<Polynomial> generators = sum.generators();
    generators.push_back(element);
    sum = Ideal(sum.variables(), std::move(generators), sum.engine());
  }
  return kept;
}

Outcome<std::vector<Polynomial>> saturating_elements(const Ideal& prime,
                                                     const Ideal& sum,
                                                     const PolynomialMatrix& rows,
                                                     const Limits& limits) {
  const Outcome<Polynomial> minor = short_minor(prime, rows, limits);
  if (!minor) return Unable{minor.reason()};
  const std::set<Variable> used = minor.value().variables();
  if (used.empty()) return std::vector<Polynomial>{};
  const Outcome<Ideal> closure =
      saturation(sum, Ideal(sum.variables(), {minor.value()}, sum.engine()), limits);
  if (!closure) return Unable{closure.reason()};
  return further_elements(closure.value(), sum, limits);
}

/// Loop by loop.
class ByLoops {
 public:
  ByLoops(const Ideal& prime, Velocities velocities, const Limits& limits)
      : prime_(prime), velocities_(std::move(velocities)), limits_(limits) {}

  /// What P + F lacks.
  [[nodiscard]] Outcome<std::vector<Polynomial>> elements() const {
    const auto point = modular_point(prime_, limits_);
    if (!point) return Unable{point.reason()};
    if (!point.value()) return Unable{"no point is known"};
    const Loops loops(velocities_.matrix, *point.value());
    std::vector<Polynomial> result;
    std::vector<Rows> with_drops;
    for (const Rows& loop : loops.all()) {
      const bool is_done = std::any_of(with_drops.begin(), with_drops.end(), [&](const Rows& done) {
        return std::includes(loop.begin(), loop.end(), done.begin(), done.end());
      });
      if (is_done) continue;
      Outcome<std::vector<Polynomial>> own = elements_of(loop);
      if (!own) return own;
      if (own.value().empty()) continue;
      with_drops.push_back(loop);
      result.insert(result.end(), own.value().begin(), own.value().end());
    }
    const Outcome<bool> proved = are_enough(loops, with_drops);
    if (!proved) return Unable{proved.reason()};
    if (!proved.value()) return Unable{"several loops lose rank together"};
    return result;
  }

 private:
  /// Empty if the loop's rows are independent everywhere.
  [[nodiscard]] Outcome<std::vector<Polynomial>> elements_of(const Rows& loop) const {
    std::vector<Polynomial> generators = chosen(velocities_.functions, loop);
    const Ideal positions(used_by(generators, prime_), generators, prime_.engine());
    const PolynomialMatrix rows = chosen(velocities_.matrix, loop);
    const Outcome<bool> independent = are_rows_independent(positions, rows, limits_);
    if (!independent) return Unable{independent.reason()};
    if (independent.value()) return std::vector<Polynomial>{};
    const std::vector<Polynomial> derivatives = chosen(velocities_.derivatives, loop);
    generators.insert(generators.end(), derivatives.begin(), derivatives.end());
    const Ideal sum(used_by(generators, prime_), generators, prime_.engine());
    return saturating_elements(prime_, sum, rows, limits_);
  }

  /// Whether at each point all rows are independent, or those outside one of the loops.
  [[nodiscard]] Outcome<bool> are_enough(const Loops& loops, const std::vector<Rows>& some) const {
    const auto unit = [&](const Ideal& ideal) { return is_unit(ideal, limits_); };
    Ideal open = prime_;
    for (const Rows& loop : some) {
      const PolynomialMatrix rest = loops.rest_of(loop);
      const Outcome<Ideal> smaller = add_minors(open, rest, rest.size(), unit, limits_);
      if (!smaller) return Unable{smaller.reason()};
      open = smaller.value();
      const Outcome<bool> none = unit(open);
      if (!none || none.value()) return none;
    }
    return are_rows_independent(open, velocities_.matrix, limits_);
  }

  const Ideal& prime_;
  Velocities velocities_;
  Limits limits_;
};

Ideal with(const Ideal& ideal, const std::vector<Polynomial>& further) {
  std::vector<Polynomial> generators = ideal.generators();
  generators.insert(generators.end(), further.begin(), further.end());
  return {ideal.variables(), std::move(generators), ideal.engine()};
}

}  // namespace

Outcome<Ideal> dominating_part(const Ideal& prime,
                               const std::vector<Polynomial>& conditions,
                               const std::vector<Variable>& fresh,
                               const Limits& limits) {
  const PolynomialMatrix rows = coefficients_of(conditions, fresh);
  if (!are_independent_at_a_point(prime, rows, limits)) return Unable{"rows may be dependent"};
  const Ideal sum = with(prime, conditions);
  if (auto found = velocities(prime, conditions, fresh, limits)) {
    const Outcome<std::vector<Polynomial>> further =
        ByLoops(prime, std::move(*found), limits).elements();
    if (further) return with(sum, further.value());
  }
  const Outcome<std::vector<Polynomial>> further = saturating_elements(prime, sum, rows, limits);
  if (!further) return Unable{further.reason()};
  return with(sum, further.value());
}

}  // namespace leafwise::algebra::detail
