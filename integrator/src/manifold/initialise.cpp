// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/initialise.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/own_units.hpp"
#include "linear/dense.hpp"
#include "linear/fixed_numbers.hpp"
#include "methods/naming.hpp"

namespace leafwise::integrator {
namespace {

/// What changing a guess counts, beside what is given.
constexpr double weight_of_guesses = 1e-3;

/// Singular directions of df below this share are not used: dividing by them throws the search far
/// away for what may be round-off.
constexpr double rank_share = 1e-9;

/// |fᵢ| below this share of its terms, where no step is left to make, counts as met: the fixed
/// values were meant to fit, and were rounded by whoever wrote them.
constexpr double rounded_share = 1e-12;

/// A change of what is given that is no slip of the pen: then another choice of what is guessed may
/// need none.
constexpr double notable_change = 1e-6;

/// Beginnings elsewhere, before a search is given up.
constexpr int most_beginnings = 12;

[[noreturn]] void refuse(std::string message) {
  throw InvalidInput({.message = std::move(message), .expected = {}, .range = {}, .place = {}});
}

template <typename Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename Real>
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

/// The search, in scaled changes s: z = start + S s, S = diag(unit / weight), 0 where fixed.
template <typename Real>
class Search {
 public:
  Search(const ManifoldProblem<Real>& problem, const StartingValues<Real>& start)
      : equations_(problem.equations->clone()),
        start_(Eigen::Map<const Vector<Real>>(start.values.data(),
                                              static_cast<Eigen::Index>(start.values.size()))),
        units_(start_.size()),
        scale_(start_.size()),
        s_(Vector<Real>::Zero(start_.size())),
        z_(start_),
        f_(static_cast<Eigen::Index>(equations_->outputs())),
        jacobian_(f_.size(), start_.size()),
        depends_(Seen::Constant(f_.size(), start_.size(), false)) {
    for (Eigen::Index j = 0; j < start_.size(); ++j) {
      const auto i = static_cast<std::size_t>(j);
      const Real unit =
          start.units.empty() ? std::max(Real{1}, std::abs(start.values[i])) : start.units[i];
      units_[j] = unit;
      scale_[j] = start.meant[i] == Meant::fixed     ? Real{0}
                  : start.meant[i] == Meant::guessed ? unit / Real{weight_of_guesses}
                                                     : unit;
    }
    linearize();
  }

  /// Begins again, with the guesses moved by up to `share` of their unit.
  void begin_elsewhere(const StartingValues<Real>& start,
                       Real share,
                       detail::FixedNumbers& numbers) {
    Vector<Real> s = Vector<Real>::Zero(s_.size());
    for (Eigen::Index j = 0; j < s.size(); ++j) {
      if (start.meant[static_cast<std::size_t>(j)] != Meant::guessed) continue;
      s[j] = share * Real{weight_of_guesses} * numbers.next<Real>();
    }
    move_to(s);
  }

  /// Steps of Newton's method, each the smallest that is possible, until f does not get smaller.
  bool reach_manifold() {
    constexpr int most = 100;
    for (int n = 0; n < most; ++n) {
      if (!f_.allFinite() || !jacobian_.allFinite()) return false;
      if (is_met(4 * std::numeric_limits<Real>::epsilon())) return true;
      const Vector<Real> step = -least_squares(f_);
      if (!try_step(step)) break;
      ++iterations_;
    }
    return is_met(Real{rounded_share});
  }

  /// The same without asking that f gets smaller with each step: past a hill between here and M.
  bool leap_to_manifold() {
    constexpr int most = 50;
    for (int n = 0; n < most && f_.allFinite() && jacobian_.allFinite(); ++n) {
      if (is_met(Real{rounded_share})) return reach_manifold();
      move_to(least_squares(scaled_jacobian() * s_ - f_));
      ++iterations_;
    }
    return false;
  }

  /// On M: s ← the part of s that is normal to M, until s is normal. As far as that converges.
  void reduce_change() {
    constexpr int most = 60;
    for (int n = 0; n < most; ++n) {
      const Vector<Real> before = s_;
      const Vector<Real> next = least_squares(scaled_jacobian() * s_ - f_);
      const Real change = (next - before).norm();
      const Real size = before.norm();
      if (change <= 16 * std::numeric_limits<Real>::epsilon() * (1 + size)) return;
      move_to(next);
      const bool lost = !f_.allFinite() || !jacobian_.allFinite();
      if (lost || !reach_manifold() || s_.norm() > size * (1 + Real{1e-6})) {
        move_to(before);
        reach_manifold();
        return;
      }
      ++iterations_;
      if (change <= Real{1e-13} * (1 + size)) return;
    }
  }

  [[nodiscard]] bool is_met(Real share) const {
    for (Eigen::Index i = 0; i < f_.size(); ++i) {
      if (!is_met(i, share)) return false;
    }
    return true;
  }

  /// The equation that is farthest from being met: by what has to be changed for it.
  [[nodiscard]] Eigen::Index worst_equation() const {
    const Vector<Real> reach = scaled_jacobian().rowwise().norm();
    Eigen::Index worst = 0;
    Real largest = -1;
    for (Eigen::Index i = 0; i < f_.size(); ++i) {
      if (is_met(i, Real{rounded_share})) continue;
      const Real distance = std::abs(f_[i]) / std::max(reach[i], std::numeric_limits<Real>::min());
      if (distance > largest || std::isnan(distance)) {
        largest = distance;
        worst = i;
      }
    }
    return worst;
  }
  /// No derivative by a coordinate that may change was seen, at any of the points visited.
  [[nodiscard]] bool contains_only_fixed(Eigen::Index equation) const {
    for (Eigen::Index j = 0; j < scale_.size(); ++j) {
      if (scale_[j] > 0 && depends_(equation, j)) return false;
    }
    return true;
  }
  [[nodiscard]] Real value(Eigen::Index equation) const { return f_[equation]; }
  [[nodiscard]] const Vector<Real>& point() const { return z_; }
  [[nodiscard]] int iterations() const { return iterations_; }

 private:
  void linearize() {
    equations_->jacobian(
        std::span<const Real>(z_.data(), static_cast<std::size_t>(z_.size())),
        std::span<Real>(f_.data(), static_cast<std::size_t>(f_.size())),
        std::span<Real>(jacobian_.data(), static_cast<std::size_t>(jacobian_.size())));
    depends_ = depends_ || (jacobian_.array() != 0);
  }
  void move_to(const Vector<Real>& s) {
    s_ = s;
    for (Eigen::Index j = 0; j < z_.size(); ++j) {
      // What is fixed stays bit for bit.
      if (scale_[j] > 0) z_[j] = start_[j] + scale_[j] * s_[j];
    }
    linearize();
  }
  [[nodiscard]] Matrix<Real> scaled_jacobian() const { return jacobian_ * scale_.asDiagonal(); }

  /// Measured by the sizes of the terms, and by what a change of all coordinates by an ulp of their
  /// units would do.
  [[nodiscard]] bool is_met(Eigen::Index i, Real share) const {
    const Real terms = jacobian_.row(i).cwiseAbs().dot(z_.cwiseAbs());
    const Real ulp = std::numeric_limits<Real>::epsilon() * jacobian_.row(i).cwiseAbs().dot(units_);
    return std::abs(f_[i]) <= share * terms + ulp;
  }

  /// The smallest x with df S x = right, in the sense of least squares of rows of equal length.
  [[nodiscard]] Vector<Real> least_squares(const Vector<Real>& right) const {
    Matrix<Real> a = scaled_jacobian();
    Vector<Real> b = right;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      const Real length = a.row(i).norm();
      if (!(length > 0)) continue;
      a.row(i) /= length;
      b[i] /= length;
    }
    Eigen::CompleteOrthogonalDecomposition<Matrix<Real>> factors;
    factors.setThreshold(Real{rank_share});
    factors.compute(a);
    return factors.solve(b);
  }

  /// The whole step or a part of it: whatever makes f smaller, in units of its terms at the start.
  bool try_step(const Vector<Real>& step) {
    const Vector<Real> from = s_;
    const Vector<Real> row_lengths =
        jacobian_.rowwise().norm().cwiseMax(std::numeric_limits<Real>::min());
    const Real size = f_.cwiseQuotient(row_lengths).norm();
    Real share = 1;
    for (int halvings = 0; halvings < 30; ++halvings, share /= 2) {
      move_to(from + share * step);
      if (f_.cwiseQuotient(row_lengths).norm() < size) return true;
    }
    move_to(from);
    return false;
  }

  std::unique_ptr<SmoothMap<Real>> equations_;
  Vector<Real> start_;
  Vector<Real> units_;
  Vector<Real> scale_;
  Vector<Real> s_;
  Vector<Real> z_;
  Vector<Real> f_;
  Matrix<Real> jacobian_;
  using Seen = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;
  Seen depends_;  // where an entry of df was not 0, at some point
  int iterations_ = 0;
};

template <typename Real>
void check_start(const ManifoldProblem<Real>& problem, const StartingValues<Real>& start) {
  const std::size_t m = problem.dimension();
  if (start.values.size() != m || start.meant.size() != m ||
      (!start.units.empty() && start.units.size() != m)) {
    refuse("a starting point needs one value for each of the " + std::to_string(m) +
           " coordinates");
  }
  for (std::size_t j = 0; j < m; ++j) {
    if (!std::isfinite(start.values[j])) {
      refuse("the starting value of '" + problem.coordinates[j] + "' is not a number");
    }
    if (!start.units.empty() && !(start.units[j] > 0)) {
      refuse("the unit of '" + problem.coordinates[j] + "' is not positive");
    }
  }
}

template <typename Real>
InitialPoint<Real> compare(const StartingValues<Real>& start, std::vector<Real> point) {
  InitialPoint<Real> result;
  for (std::size_t j = 0; j < point.size(); ++j) {
    const Real unit =
        start.units.empty() ? std::max(Real{1}, std::abs(start.values[j])) : start.units[j];
    const Real change = std::abs(point[j] - start.values[j]) / unit;
    if (start.meant[j] == Meant::given && change > result.largest_change) {
      result.largest_change = change;
      result.most_changed = j;
    }
  }
  result.point = std::move(point);
  return result;
}

template <typename Real>
bool has_guesses(const StartingValues<Real>& start) {
  return std::find(start.meant.begin(), start.meant.end(), Meant::guessed) != start.meant.end();
}

/// The same point, but with what was given to the last bit, if the manifold has such a point. If
/// the point is far from what was given, the search may have begun where guesses move nothing, as
/// y = 0 does in x² + y² = 1: then from somewhere else.
template <typename Real>
std::optional<InitialPoint<Real>> with_given_kept(const ManifoldProblem<Real>& problem,
                                                  const StartingValues<Real>& start,
                                                  const InitialPoint<Real>& found) {
  StartingValues<Real> kept = start;
  for (std::size_t j = 0; j < kept.values.size(); ++j) {
    if (kept.meant[j] == Meant::given) kept.meant[j] = Meant::fixed;
    if (kept.meant[j] == Meant::guessed) kept.values[j] = found.point[j];
  }
  Search<Real> search(problem, kept);
  detail::FixedNumbers numbers;
  const auto reaches = [&] {
    constexpr int ulps = 16;
    return search.reach_manifold() && search.is_met(ulps * std::numeric_limits<Real>::epsilon());
  };
  const bool is_far = found.largest_change > Real{notable_change} && has_guesses(start);
  bool is_there = reaches();
  for (int n = 1; !is_there && is_far && n <= most_beginnings; ++n) {
    search.begin_elsewhere(kept, Real{0.25} * static_cast<Real>(n), numbers);
    is_there = reaches();
  }
  if (!is_there) return std::nullopt;
  const auto& z = search.point();
  InitialPoint<Real> result = compare(start, std::vector<Real>(z.data(), z.data() + z.size()));
  result.iterations = found.iterations + search.iterations();
  return result;
}

template <typename Real>
StartingValues<Real> in_own(const ManifoldProblem<Real>& problem,
                            const StartingValues<Real>& start) {
  const OwnUnits<Real> own(problem);
  StartingValues<Real> result = start;
  own.to_own(result.values, result.values);
  if (!result.units.empty()) own.to_own(result.units, result.units);
  return result;
}

template <typename Real>
Outcome<InitialPoint<Real>> in_users(const ManifoldProblem<Real>& problem,
                                     Outcome<InitialPoint<Real>> found) {
  if (!found) return found;
  InitialPoint<Real> point = std::move(found).value();
  OwnUnits<Real>(problem).to_users(point.point, point.point);
  return point;
}

}  // namespace

template <typename Real>
Outcome<InitialPoint<Real>> initialise(const ManifoldProblem<Real>& problem,
                                       const StartingValues<Real>& start) {
  check_start(problem, start);
  if (!problem.sizes.empty())
    return in_users(problem, initialise(in_own_units(problem), in_own(problem, start)));
  if (!problem.equations) return compare(start, start.values);
  Search<Real> search(problem, start);
  detail::FixedNumbers numbers;
  bool found = search.reach_manifold();
  if (!found) {
    search.begin_elsewhere(start, Real{0}, numbers);
    found = search.leap_to_manifold();
  }
  // A guess may be where df is of lower rank, like 0 for all: then from somewhere else.
  for (int n = 1; !found && has_guesses(start) && n <= most_beginnings; ++n) {
    search.begin_elsewhere(start, Real{0.25} * static_cast<Real>(n), numbers);
    found = search.reach_manifold();
  }
  if (!found) {
    search.begin_elsewhere(start, Real{0}, numbers);
    (void)search.reach_manifold();
    const Eigen::Index worst = search.worst_equation();
    const bool hopeless = search.contains_only_fixed(worst);
    std::string reason = detail::equation_name(problem, static_cast<std::size_t>(worst)) +
                         " is off by " +
                         detail::short_number(static_cast<long double>(search.value(worst)));
    if (hopeless) return Undefined{reason + ", and all it contains is fixed"};
    return Unable{reason + " at the nearest point that was found"};
  }
  search.reduce_change();
  const auto& z = search.point();
  InitialPoint<Real> result = compare(start, std::vector<Real>(z.data(), z.data() + z.size()));
  result.iterations = search.iterations();
  if (result.largest_change > 0) {
    if (auto exact = with_given_kept(problem, start, result)) return *std::move(exact);
  }
  return result;
}

template Outcome<InitialPoint<double>> initialise(const ManifoldProblem<double>&,
                                                  const StartingValues<double>&);
template Outcome<InitialPoint<long double>> initialise(const ManifoldProblem<long double>&,
                                                       const StartingValues<long double>&);

}  // namespace leafwise::integrator
