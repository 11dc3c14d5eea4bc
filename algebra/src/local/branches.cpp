// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/branches.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include "leafwise/algebra/constant.hpp"
#include "local/consistent_point.hpp"
#include "local/singular_motion.hpp"

namespace leafwise::algebra::detail {

namespace {

using Vector = SingularMotion::Vector;
using Matrix = SingularMotion::Matrix;
using Indices = std::vector<std::size_t>;

/// Of a velocity: nearer to a tangent it is meant to be one, as numbers of seven digits are.
constexpr double same_direction = 1e-6;

double length(const Vector& v) {
  return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}

class Finder {
 public:
  Finder(const AnalyticSystem& system,
         const LocalStart& start,
         const Vector& positions,
         LocalLeaf& leaf)
      : system_(system),
        motion_(system, nearest_double(start.time), positions),
        positions_(positions),
        leaf_(leaf),
        wanted_(system.coordinates, 0),
        is_given_(system.coordinates, false) {
    for (std::size_t j = 0; j < system.coordinates; ++j) {
      const auto found = start.given.find({Role::unknown, system.unknowns[j], 1});
      if (found == start.given.end()) continue;
      wanted_[j] = nearest_double(found->second);
      is_given_[j] = true;
    }
  }

  void find() {
    leaf_.singular.emplace();
    kept_.resize(motion_.constraints());
    std::iota(kept_.begin(), kept_.end(), 0);
    motion_.look_at(kept_);
    find_tangents();
    const std::optional<Vector> velocity = chosen();
    if (!velocity) return;
    const std::optional<Matrix> series = motion_.series(*velocity);
    if (!series || !motion_.holds_along(*series)) {
      leaf_.reason += "; no power series continues along the velocity (a degenerate branch)";
      return;
    }
    leaf_.singular->series = *series;
    write(*series);
  }

 private:
  [[nodiscard]] std::size_t deficiency(const Vector& v) {
    const Matrix rows = motion_.slopes(v);
    return rows.size() - independent_rows(rows).size();
  }

  /// Constraints that follow from the others have no say in the second order either.
  [[nodiscard]] bool is_regular(const Vector& v) {
    std::size_t missing = deficiency(v);
    for (std::size_t i = kept_.size(); missing > 0 && i-- > 0;) {
      Indices fewer = kept_;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      motion_.look_at(fewer);
      const std::size_t then = deficiency(v);
      if (then < missing) {
        kept_ = std::move(fewer);
        missing = then;
      } else {
        motion_.look_at(kept_);
      }
    }
    return missing == 0;
  }

  /// All directions of branches of dimension 1, by Newton's method from seeded directions of the
  /// kernel: at most 2^|C| of them, by Bézout.
  void find_tangents() {
    const std::size_t kernel = motion_.coordinates() - motion_.basic();
    constexpr std::size_t most_equations = 5;
    const std::size_t cokernel = kept_.size() - motion_.basic();
    leaf_.singular->kernel = kernel;
    leaf_.singular->cokernel = cokernel;
    if (cokernel > most_equations) return;
    std::mt19937_64 random(7);  // the same tries for the same file
    std::normal_distribution<double> normal;
    const int tries = 24 << cokernel;
    for (int number = 0; number < tries; ++number) {
      Vector v(motion_.coordinates());
      for (double& one : v) one = normal(random);
      const std::optional<Vector> found = direction_from(std::move(v));
      if (found && is_new(*found)) leaf_.singular->tangents.push_back(*found);
    }
    const std::size_t missing =
        leaf_.singular->tangents.empty() ? cokernel : deficiency(leaf_.singular->tangents.front());
    if (kernel + missing != cokernel + 1) leaf_.singular->tangents.clear();
    std::ranges::sort(leaf_.singular->tangents);
  }

  /// Of length 1, the largest entry positive.
  [[nodiscard]] std::optional<Vector> direction_from(Vector v) {
    constexpr int most_rounds = 6;
    for (int round = 0; round < most_rounds; ++round) {
      const std::optional<Vector> next = motion_.tangent_near(v);
      if (!next || !(length(*next) > 1e-3 * length(v))) return std::nullopt;
      v = *next;
      const double size = length(v);
      const auto largest = std::ranges::max_element(
          v, [](double a, double b) { return std::abs(a) < std::abs(b) - 1e-9; });
      const double unit = *largest < 0 ? -size : size;
      for (double& one : v) one /= unit;
    }
    return v;
  }
  [[nodiscard]] bool is_new(const Vector& v) const {
    constexpr double same = 1e-6;
    return std::ranges::none_of(leaf_.singular->tangents, [&](const Vector& other) {
      double apart = 0;
      double against = 0;
      for (std::size_t j = 0; j < v.size(); ++j) {
        apart = std::max(apart, std::abs(v[j] - other[j]));
        against = std::max(against, std::abs(v[j] + other[j]));
      }
      return std::min(apart, against) < same;
    });
  }

  /// The velocity, exactly tangent to a branch; none: leaf_.reason says why.
  [[nodiscard]] std::optional<Vector> chosen() {
    if (!(length(wanted_) > 0)) {
      leaf_.reason += "; it is at rest, so the velocity does not say which branch to take";
      return std::nullopt;
    }
    Matrix candidates;
    for (const Vector& tangent : leaf_.singular->tangents) {
      if (const auto scaled = scaled_to_wanted(tangent)) candidates.push_back(*scaled);
    }
    if (leaf_.singular->tangents.empty()) candidates.push_back(wanted_);
    if (candidates.size() > 1) {
      leaf_.reason += "; the given velocities fit several branches";
      return std::nullopt;
    }
    std::optional<Vector> velocity;
    if (!candidates.empty() && is_regular(candidates.front())) {
      velocity = motion_.tangent_near(candidates.front());
    }
    if (velocity && is_as_wanted(*velocity)) return velocity;
    leaf_.reason += "; the velocity is tangent to no simple branch";
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Vector> scaled_to_wanted(const Vector& tangent) const {
    double product = 0;
    double square = 0;
    for (std::size_t j = 0; j < tangent.size(); ++j) {
      if (!is_given_[j]) continue;
      product += tangent[j] * wanted_[j];
      square += tangent[j] * tangent[j];
    }
    if (!(square > 0)) return std::nullopt;
    Vector scaled = tangent;
    for (double& one : scaled) one *= product / square;
    if (!is_as_wanted(scaled)) return std::nullopt;
    for (std::size_t j = 0; j < scaled.size(); ++j) {
      if (is_given_[j]) scaled[j] = wanted_[j];
    }
    return scaled;
  }
  [[nodiscard]] bool is_as_wanted(const Vector& v) const {
    double off = 0;
    for (std::size_t j = 0; j < v.size(); ++j) {
      if (is_given_[j]) off = std::max(off, std::abs(v[j] - wanted_[j]));
    }
    return off <= same_direction * length(v);
  }

  void write(const Matrix& series) {
    leaf_.hidden.clear();
    leaf_.redundant.clear();
    leaf_.point.clear();
    const auto add = [&](std::size_t unknown, unsigned order, double value) {
      leaf_.point.push_back({{Role::unknown, system_.unknowns[unknown], order}, value, 0, false});
    };
    for (std::size_t j = 0; j < positions_.size(); ++j) {
      for (const unsigned k : {0U, 1U, 2U}) add(j, k, (k == 2 ? 2 : 1) * series[j][k]);
      if (!is_given_[j]) continue;
      const double change = std::abs(series[j][1] - wanted_[j]);
      leaf_.moved = std::max(leaf_.moved, change / std::max(1.0, std::abs(wanted_[j])));
    }
    for (std::size_t i = 0; i < motion_.constraints(); ++i) {
      const std::size_t place = system_.coordinates + i;
      const AnalyticEquation& equation = system_.equations[place];
      if (std::ranges::find(kept_, i) == kept_.end()) {
        leaf_.redundant.push_back({equation.line, equation.source, SingularMotion::order - 1});
        continue;
      }
      leaf_.hidden.push_back({equation.line, equation.source, 2});
      add(place, 0, std::numeric_limits<double>::quiet_NaN());
    }
    leaf_.dimension = 1 + 2 * (system_.coordinates - kept_.size());
    leaf_.freedom = 0;
  }

  const AnalyticSystem& system_;
  SingularMotion motion_;
  const Vector& positions_;
  LocalLeaf& leaf_;
  Vector wanted_;
  std::vector<bool> is_given_;
  Indices kept_;
};

}  // namespace

void find_branches(const AnalyticSystem& system,
                   const LocalStart& start,
                   const std::vector<double>& positions,
                   LocalLeaf& leaf) {
  if (positions.size() != system.coordinates) return;
  Finder(system, start, positions, leaf).find();
}

}  // namespace leafwise::algebra::detail
