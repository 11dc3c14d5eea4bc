// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/singular_start.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "linear/dense.hpp"

namespace leafwise::integrator {
namespace {

/// What a coordinate may be off, of its change, however tight or loose tolerances are: above the
/// rounding of sums of twenty terms, and below what |t|^1.9 is off between the places.
constexpr double least_share = 1e-10;
constexpr double largest_share = 1e-6;
/// Steps are tried that are shorter and shorter, down to 1e-9 of the first.
constexpr int most_sizes = 20;
constexpr double shorter = 1.0 / 3;
/// What a step shorter by that must have for a defect: of analytic solutions it falls by 3¹⁰, of
/// √t by no more than 3³ᐟ².
constexpr double fall = 0.02;
/// Sizes are tried once more from there: a defect just above what is allowed at one of them, and of
/// rounding at the next, has not fallen by that much.
constexpr double other_sizes = 0.6;
constexpr double much_nearer = 1e-3;
constexpr int most_iterations = 12;
/// Below it solutions of the linearised equations are not unique: derivatives are off by 1e-8 where
/// they are differences.
constexpr double least_pivot_ratio = 1e-7;
/// Where the polynomial is judged: most of it near the start, where it is not analytic if it isn't.
constexpr std::array<double, 4> between = {0.001, 0.03, 0.35, 0.7};
/// As many are tried as they are where the equation of slopes is not solved from them.
constexpr int raw_guesses = 8;
/// All solutions that are found have to have slopes that agree to this share.
constexpr double same_slopes = 1e-5;
/// What of the slopes the equations miss where Newton's method comes to a family of solutions,
/// along which it does not converge further.
constexpr double nearly = 1e-2;
/// For a second solution beside one that was found, from the size of that on.
constexpr int few_sizes = 3;
/// More coordinates make matrices that a start is not worth.
constexpr std::size_t most_coordinates = 100;

/// ∏ (x − c_k)/(c_j − c_k) over k ≠ j as coefficients of x.
std::vector<long double> cardinal_of(std::span<const long double> places, std::size_t j) {
  std::vector<long double> result = {1};
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (k == j) continue;
    result.push_back(0);
    const long double gap = places[j] - places[k];
    for (std::size_t d = result.size(); d-- > 0;) {
      result[d] = ((d > 0 ? result[d - 1] : 0) - places[k] * result[d]) / gap;
    }
  }
  return result;
}

}  // namespace

template <typename Real>
SingularStart<Real>::SingularStart(const ManifoldProblem<Real>& problem,
                                   const Tolerance<Real>& tolerance)
    : m_(problem.dimension()), point_(m_), field_(m_), other_(m_), derivative_(m_) {
  for (const Real relative : tolerance.relative) {
    shares_.push_back(
        std::clamp(relative, static_cast<Real>(least_share), static_cast<Real>(largest_share)));
  }
  constexpr std::size_t n = degree;
  std::array<long double, n> places{};
  for (std::size_t i = 0; i < n; ++i) {
    const long double angle = static_cast<long double>(2 * i + 1) / (2 * n);
    places[i] = (1 - std::cos(std::numbers::pi_v<long double> * angle)) / 2;
    places_.push_back(static_cast<Real>(places[i]));
  }
  integrals_.resize(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    const std::vector<long double> cardinal = cardinal_of(places, j);
    for (const long double entry : cardinal) cardinal_.push_back(static_cast<Real>(entry));
    for (std::size_t i = 0; i < n; ++i) {
      long double sum = 0;
      for (std::size_t d = n; d-- > 0;) {
        sum = (sum + cardinal[d] / static_cast<long double>(d + 1)) * places[i];
      }
      integrals_[i * n + j] = static_cast<Real>(sum);
    }
  }
}

template <typename Real>
void SingularStart<Real>::value(const Step<Real>& step, Real share, std::span<Real> z) const {
  std::ranges::copy(step.from, z.begin());
  for (std::size_t j = 0; j < degree; ++j) {
    Real weight = 0;
    for (std::size_t d = degree; d-- > 0;) {
      weight = (weight + cardinal_[j * degree + d] / static_cast<Real>(d + 1)) * share;
    }
    detail::add_multiple(step.size * weight, slopes_.data() + j * m_, z.data(), m_);
  }
}

template <typename Real>
void SingularStart<Real>::slope(Real share, std::span<Real> v) const {
  std::ranges::fill(v, Real{0});
  for (std::size_t j = 0; j < degree; ++j) {
    Real weight = 0;
    for (std::size_t d = degree; d-- > 0;) weight = weight * share + cardinal_[j * degree + d];
    detail::add_multiple(weight, slopes_.data() + j * m_, v.data(), m_);
  }
}

template <typename Real>
bool SingularStart<Real>::linearize(Geometry<Real>& geometry, const Step<Real>& step) {
  const std::size_t size = degree * m_;
  for (std::size_t i = 0; i < degree; ++i) {
    std::ranges::copy(step.from, point_.begin());
    for (std::size_t j = 0; j < degree; ++j) {
      const Real weight = step.size * integrals_[i * degree + j];
      detail::add_multiple(weight, slopes_.data() + j * m_, point_.data(), m_);
    }
    if (geometry.field(point_, field_) != FieldStatus::good) return false;
    if (!derivative_.take(geometry, point_, field_, along_)) return false;
    for (std::size_t l = 0; l < m_; ++l) {
      residuals_[i * m_ + l] = field_[l] - slopes_[i * m_ + l];
      Real* row = matrix_.data() + (i * m_ + l) * size;
      for (std::size_t j = 0; j < degree; ++j) {
        const Real weight = step.size * integrals_[i * degree + j];
        for (std::size_t k = 0; k < m_; ++k) {
          const Real own = i == j && l == k ? Real{1} : Real{0};
          row[j * m_ + k] = own - weight * along_[k * m_ + l];
        }
      }
    }
  }
  return true;
}

/// Where a quotient of two small numbers is a coordinate's speed, its numerator's changes count by
/// the inverse of a small one: that makes no solution less unique.
template <typename Real>
std::optional<typename SingularStart<Real>::Found> SingularStart<Real>::factorize() {
  const std::size_t size = residuals_.size();
  const auto is_unique = [&] {
    return solver_.pivot_ratio() > static_cast<Real>(least_pivot_ratio);
  };
  is_scaled_ = false;
  if (!solver_.factorize(matrix_, size, size)) return std::nullopt;
  if (is_unique()) return Found::one;
  std::vector<Real> rows(size * (size + 1));
  for (std::size_t i = 0; i < size; ++i) {
    std::copy_n(matrix_.data() + i * size, size, rows.data() + i * (size + 1) + 1);
  }
  if (!detail::all_finite(std::span<const Real>(rows))) return std::nullopt;
  scales_ = detail::UnitScales<Real>(size, size);
  scales_.find(rows);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      matrix_[i * size + j] = std::ldexp(matrix_[i * size + j], scales_.row(i) + scales_.column(j));
    }
  }
  is_scaled_ = true;
  if (!solver_.factorize(matrix_, size, size)) return std::nullopt;
  return is_unique() ? Found::one : Found::several;
}

template <typename Real>
void SingularStart<Real>::solve_for_changes() {
  const std::size_t size = residuals_.size();
  for (std::size_t i = 0; i < size && is_scaled_; ++i) {
    residuals_[i] = std::ldexp(residuals_[i], scales_.row(i));
  }
  solver_.solve(residuals_, changes_);
  for (std::size_t j = 0; j < size && is_scaled_; ++j) {
    changes_[j] = std::ldexp(changes_[j], scales_.column(j));
  }
}

/// Newton's method for the slopes at all places.
template <typename Real>
typename SingularStart<Real>::Found SingularStart<Real>::solve(Geometry<Real>& geometry,
                                                               const Step<Real>& step) {
  const std::size_t size = degree * m_;
  for (std::size_t i = 0; i < size; ++i) slopes_[i] = guess_[i % m_];
  Real before = std::numeric_limits<Real>::max();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (!linearize(geometry, step)) {
      guess_says_nothing_ = guess_says_nothing_ || iteration == 0;
      return Found::none;
    }
    const std::optional<Found> how = factorize();
    if (how != Found::one) return how.value_or(Found::none);
    solve_for_changes();
    Real change = 0;
    Real whole = 0;
    for (std::size_t k = 0; k < size; ++k) {
      slopes_[k] += changes_[k];
      change = std::max(change, std::abs(changes_[k]));
      whole = std::max(whole, std::abs(slopes_[k]));
    }
    if (!std::isfinite(whole)) return Found::none;
    const Real rounding = 64 * std::numeric_limits<Real>::epsilon() * whole;
    if (change <= rounding || (iteration > 3 && change >= before)) return Found::one;
    before = change;
  }
  return Found::one;  // if it solves the equations is seen next
}

template <typename Real>
Real SingularStart<Real>::defect(Geometry<Real>& geometry, const Step<Real>& step) {
  const Real unknown = std::numeric_limits<Real>::max();
  Real worst = 0;
  std::vector<Real> change(m_, Real{0});
  for (std::size_t i = 0; i < degree; ++i) {
    for (std::size_t l = 0; l < m_; ++l) {
      change[l] = std::max(change[l], std::abs(step.size * slopes_[i * m_ + l]));
    }
  }
  const Real rounding = 256 * std::numeric_limits<Real>::epsilon();
  for (const double share : between) {
    value(step, static_cast<Real>(share), point_);
    if (geometry.field(point_, field_) != FieldStatus::good) return unknown;
    slope(static_cast<Real>(share), other_);
    for (std::size_t l = 0; l < m_; ++l) {
      // The point is rounded, and V multiplies that by the inverse of the distance.
      const Real noise = rounding * (std::abs(step.from[l]) + change[l]) / static_cast<Real>(share);
      const Real allowed = shares_[l] * change[l] + noise;
      const Real gap = std::abs(step.size * (field_[l] - other_[l]));
      if (gap > 0 && !(gap <= worst * allowed)) worst = gap / allowed;
    }
  }
  return std::isfinite(worst) ? worst : unknown;
}

/// Whether solutions beside this one begin at the start: nearer to it they are polynomials to more
/// digits, if they are analytic.
template <typename Real>
bool SingularStart<Real>::is_alone(Geometry<Real>& geometry, Step<Real>& step) {
  const Real size = step.size;
  step.size = static_cast<Real>(much_nearer) * size;
  const bool is_one = solve(geometry, step) == Found::one;
  step.size = size;
  return is_one && solve(geometry, step) == Found::one;
}

template <typename Real>
bool SingularStart<Real>::arrive(Geometry<Real>& geometry, Step<Real>& step) {
  slope(Real{0}, step.from_field);
  value(step, Real{1}, point_);
  if (geometry.project(point_, step.to) != ProjectionStatus::good) return false;
  if (geometry.polish(step.to) != ProjectionStatus::good) return false;
  step.note_projection(point_);
  step.has_to_field = false;
  step.least_quality = 1;
  step.evaluations = 0;
  return step.complete(geometry) == StepStatus::good && !step.is_projected_far();
}

template <typename Real>
typename SingularStart<Real>::Found SingularStart<Real>::find(Geometry<Real>& geometry,
                                                              Step<Real>& step,
                                                              Real size,
                                                              bool is_fixed) {
  if (m_ > most_coordinates || !geometry.problem().independent) return Found::none;
  const std::size_t all = degree * m_;
  slopes_.resize(all);
  residuals_.resize(all);
  changes_.resize(all);
  matrix_.resize(all * all);
  along_.resize(m_ * m_);
  guess_.assign(m_, Real{0});
  guess_[*geometry.problem().independent] = 1;
  guess_says_nothing_ = false;
  const Found found = find_from_guess(geometry, step, size, is_fixed);
  if (found == Found::one && has_second(geometry, step, is_fixed)) return Found::several;
  if (found == Found::one) return find_from_guess(geometry, step, size, is_fixed);
  if (found == Found::several) return found;
  return find_from_others(geometry, step, size, is_fixed);
}

template <typename Real>
typename SingularStart<Real>::Found SingularStart<Real>::find_from_guess(Geometry<Real>& geometry,
                                                                         Step<Real>& step,
                                                                         Real size,
                                                                         bool is_fixed) {
  const Found found = search(geometry, step, size, is_fixed ? 1 : most_sizes);
  if (found != Found::none || is_fixed) return found;
  return search(geometry, step, static_cast<Real>(other_sizes) * size, most_sizes);
}

/// Whether what made Newton's method say that solutions are several is near one.
template <typename Real>
bool SingularStart<Real>::nearly_solves() const {
  Real gap = 0;
  Real whole = 0;
  for (std::size_t k = 0; k < slopes_.size(); ++k) {
    gap = std::max(gap, std::abs(residuals_[k]));
    whole = std::max(whole, std::abs(slopes_[k]));
  }
  return gap <= static_cast<Real>(nearly) * whole;
}

/// Whether another guess leads to another solution than the one that was found, as x = t and −2 t
/// both solve x' = 2 − (x/t)². `guess_` is what it was.
template <typename Real>
bool SingularStart<Real>::has_second(Geometry<Real>& geometry, Step<Real>& step, bool is_fixed) {
  const std::vector<Real> slopes = step.from_field;
  const std::vector<Real> good = guess_;
  StartSlopes<Real> others(geometry, step.from, step.size);
  guess_ = slopes;
  (void)others.solve(guess_);
  bool has_second = false;
  while (!has_second && others.next(guess_)) {
    if (!others.solve(guess_)) continue;
    const Found found = search(geometry, step, step.size, is_fixed ? 1 : few_sizes);
    has_second = (found == Found::one && !are_near<Real>(slopes, step.from_field, same_slopes)) ||
                 (found == Found::several && nearly_solves());
    step.size = others.size();
  }
  guess_ = good;
  return has_second;
}

/// Divisors that are 0 as long as coordinates do not change, as x in sin(x)/x: solutions along
/// which they stay 0 are none of what is written, so nothing is lost.
template <typename Real>
typename SingularStart<Real>::Found SingularStart<Real>::find_from_others(Geometry<Real>& geometry,
                                                                          Step<Real>& step,
                                                                          Real size,
                                                                          bool is_fixed) {
  StartSlopes<Real> others(geometry, step.from, size);
  std::vector<Real> slopes;
  std::vector<Real> good;
  int raw = guess_says_nothing_ ? 0 : raw_guesses;
  while (others.next(guess_)) {
    const std::vector<Real> guess = guess_;
    if (!others.solve(guess_)) {
      if (others.is_known() || ++raw > raw_guesses) continue;
      guess_ = guess;
    }
    if (find_from_guess(geometry, step, size, is_fixed) != Found::one) continue;
    if (slopes.empty()) {
      slopes = step.from_field;
      good = guess_;
    }
    if (!are_near<Real>(slopes, step.from_field, same_slopes)) return Found::several;
  }
  if (good.empty()) return Found::none;
  guess_ = good;
  return find_from_guess(geometry, step, size, is_fixed);
}

/// The first of so many sizes, each a third of the last, with which it is found.
template <typename Real>
typename SingularStart<Real>::Found SingularStart<Real>::search(Geometry<Real>& geometry,
                                                                Step<Real>& step,
                                                                Real size,
                                                                int sizes) {
  Found found = Found::none;
  Real before = std::numeric_limits<Real>::max();
  for (int i = 0; i < sizes; ++i) {
    step.size = size * std::pow(static_cast<Real>(shorter), static_cast<Real>(i));
    const Found last = found;
    found = solve(geometry, step);
    // Twice in a row: where a step is so short that distances are rounding, that is not seen.
    if (found == Found::several && last == Found::several) return found;
    if (found != Found::one) continue;
    const Real now = defect(geometry, step);
    const bool is_analytic = now <= 1 && now <= static_cast<Real>(fall) * before;
    before = now;
    if (is_analytic && !is_alone(geometry, step)) return Found::several;
    if (is_analytic && arrive(geometry, step)) return Found::one;
    found = Found::none;
  }
  return found;
}

template <typename Real>
void SingularStart<Real>::interpolate(const Step<Real>& step,
                                      StepPolynomial<Real>& polynomial) const {
  polynomial.set_degree(degree);
  std::ranges::copy(step.from, polynomial.coefficient(0).begin());
  for (std::size_t d = 0; d < degree; ++d) {
    const std::span<Real> out = polynomial.coefficient(d + 1);
    std::ranges::fill(out, Real{0});
    for (std::size_t j = 0; j < degree; ++j) {
      const Real weight = step.size * cardinal_[j * degree + d] / static_cast<Real>(d + 1);
      detail::add_multiple(weight, slopes_.data() + j * m_, out.data(), m_);
    }
  }
}

template class SingularStart<double>;
template class SingularStart<long double>;

}  // namespace leafwise::integrator
