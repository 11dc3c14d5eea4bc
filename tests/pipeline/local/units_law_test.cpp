// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "runs.hpp"
#include "support/seed.hpp"

// Whoever writes unknowns, equations and time in other units, by 10^±20, gets the same run in these
// units: of linear systems of index 0 to 3 and of mechanisms, on the leaf at the start and on the
// exact one.
namespace leafwise::tests {
namespace {

using Matrix = std::vector<std::vector<int>>;

constexpr int decades = 20;

/// A product of a lower and an upper triangle with ones: of determinant 1.
Matrix unimodular(std::size_t n, std::mt19937_64& random) {
  std::uniform_int_distribution<int> entry(-1, 1);
  Matrix lower(n, std::vector<int>(n, 0));
  Matrix upper = lower;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) lower[i][j] = i == j ? 1 : entry(random);
    for (std::size_t j = i; j < n; ++j) upper[i][j] = i == j ? 1 : entry(random);
  }
  Matrix product(n, std::vector<int>(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) product[i][j] += lower[i][k] * upper[k][j];
    }
  }
  return product;
}

struct Units {
  int time = 0;
  std::vector<int> unknowns, equations;
};

Units units_of(std::size_t n, int most, std::mt19937_64& random) {
  std::uniform_int_distribution<int> exponent(-most, most);
  Units units;
  units.time = exponent(random);
  for (std::size_t i = 0; i < n; ++i) units.unknowns.push_back(exponent(random));
  for (std::size_t i = 0; i < n; ++i) units.equations.push_back(exponent(random));
  return units;
}

/// z' = −z + cos t + …, and N w' = w + … with N nilpotent of the size of the index: mixed by
/// unimodular P and Q, x the unknowns with Q x = (z, w).
class Linear {
 public:
  Linear(std::size_t index, std::mt19937_64& random)
      : n_(1 + index), p_(unimodular(n_, random)), q_(unimodular(n_, random)) {
    std::uniform_int_distribution<int> entry(1, 3);
    for (std::size_t i = 0; i < n_; ++i) cosines_.push_back(entry(random));
  }

  [[nodiscard]] std::size_t size() const { return n_; }

  /// P (E Q x' − A Q x − a cos t) = 0, z(0) = 1.
  [[nodiscard]] std::string file(const Units& units) const {
    std::string names;
    std::string equations;
    for (std::size_t i = 0; i < n_; ++i) {
      names += fmt::format("\"x{}\", ", i);
      equations += fmt::format("  \"1e{}*({}) = 0\",\n", units.equations[i], row(i, units));
    }
    std::string initial;
    const std::vector<double> x = start();
    for (std::size_t i = 0; i < n_; ++i) {
      initial += fmt::format("x{} = \"{}*1e{}\"\n", i, x[i], units.unknowns[i]);
    }
    // An absolute tolerance holds for all unknowns: that of the smallest.
    const int least = *std::ranges::min_element(units.unknowns);
    return fmt::format(
        "unknowns = [{}]\nequations = [\n{}]\n[initial]\n{}[integrate]\nto = {{ t = \"1e{}\" }}\n"
        "atol = \"1e{}\"\n",
        names,
        equations,
        initial,
        units.time,
        least - 10);
  }

 private:
  [[nodiscard]] std::string row(std::size_t i, const Units& units) const {
    std::string text;
    int cosine = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      int rate = 0;
      int value = 0;
      for (std::size_t k = 0; k < n_; ++k) {
        // E: z' and, of w, each row the next one's rate; A: −z and w.
        if (k == 0) rate += p_[i][0] * q_[0][j];
        if (k > 0 && k + 1 < n_) rate += p_[i][k] * q_[k + 1][j];
        value += (k == 0 ? -1 : 1) * p_[i][k] * q_[k][j];
      }
      const int unit = units.unknowns[j];
      if (rate != 0) text += fmt::format("{}*(1e{}*x{}') + ", rate, units.time - unit, j);
      if (value != 0) text += fmt::format("({})*(1e{}*x{}) + ", -value, -unit, j);
    }
    for (std::size_t k = 0; k < n_; ++k) cosine += p_[i][k] * cosines_[k];
    return text + fmt::format("({})*cos(1e{}*t)", -cosine, -units.time);
  }

  /// w_k = w'_{k+1} − a_k cos t, from the last one on: at t = 0 sines vanish.
  [[nodiscard]] std::vector<double> start() const {
    std::vector<double> right(n_, 1);
    double cosine = 0;
    double sine = 0;
    for (std::size_t k = n_; k-- > 1;) {
      const double rate_cosine = k + 1 < n_ ? sine : 0;
      const double rate_sine = k + 1 < n_ ? -cosine : 0;
      cosine = rate_cosine - cosines_[k];
      sine = rate_sine;
      right[k] = cosine;
    }
    return solved(right);
  }

  /// Q x = right. By elimination in integers as doubles: exact for these sizes.
  [[nodiscard]] std::vector<double> solved(std::vector<double> right) const {
    std::vector<std::vector<double>> a(n_, std::vector<double>(n_));
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) a[i][j] = q_[i][j];
    }
    for (std::size_t j = 0; j < n_; ++j) {  // pivots are 1: leading minors of L U
      for (std::size_t i = 0; i < n_; ++i) {
        if (i == j || a[i][j] == 0) continue;
        const double factor = a[i][j] / a[j][j];
        for (std::size_t k = 0; k < n_; ++k) a[i][k] -= factor * a[j][k];
        right[i] -= factor * right[j];
      }
    }
    for (std::size_t j = 0; j < n_; ++j) right[j] /= a[j][j];
    return right;
  }

  std::size_t n_;
  Matrix p_, q_;
  std::vector<int> cosines_;
};

/// A pendulum in Cartesian coordinates with lengths 10^length, and so on; its velocity's line again
/// if `twice`.
std::string pendulum(int length, int time, int mass, bool twice) {
  const std::string again = twice ? ", \"x*x' + y*y' = 0\"" : "";
  return fmt::format(
      "unknowns = [\"x\", \"y\", \"lam\"]\n"
      "equations = [\"1e{2}*x'' + 2*lam*x = 0\", \"1e{2}*y'' + 2*lam*y + 1e{2}*9.81e{3} = 0\",\n"
      "  \"x^2 + y^2 = (1e{0})^2\"{4}]\n"
      "[initial]\nx = \"0.6e{0}\"\ny = \"-0.8e{0}\"\n\"x'\" = \"0.4e{5}\"\n\"y'\" = \"0.3e{5}\"\n"
      "[integrate]\nto = {{ t = \"1e{1}\" }}\natol = \"1e{6}\"\n",
      length,
      time,
      mass,
      length - 2 * time,
      again,
      length - time,
      std::min(length, length - time) - 10);
}

double end_of(const Run& run, const std::string& name, int unit) {
  return run.summary().at("state").at(name).get<double>() / std::pow(10.0, unit);
}

Run run_of(const Folder& folder, const std::string& text, const std::string& arguments) {
  return Run("run " + folder.with("system.toml", text) + " -q " + arguments);
}

/// Each run has an error of its own, of some hundred steps at rtol 1e-8.
constexpr double allowed = 1e-6;

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("units change no run of a linear system of index 0 to 3") {
    auto random = make_generator("units of linear systems");
    const Folder folder;
    for (std::uint64_t attempt = 0; attempt < 8 * multiplier(); ++attempt) {
      const Linear system(attempt % 4, random);
      const Units units = units_of(system.size(), decades, random);
      const std::string way = attempt % 8 < 4 ? "--leaf local" : "--leaf exact";
      CAPTURE(way);
      const std::string scaled_file = system.file(units);
      CAPTURE(scaled_file);
      const Units plain(
          Units{0, std::vector<int>(system.size(), 0), std::vector<int>(system.size(), 0)});
      const Run own = run_of(folder, system.file(plain), way);
      REQUIRE_MESSAGE(own.result.exit_code == 0, own.result.messages);
      const Run scaled = run_of(folder, scaled_file, way);
      REQUIRE_MESSAGE(scaled.result.exit_code == 0, scaled.result.messages);
      for (std::size_t j = 0; j < system.size(); ++j) {
        const std::string name = fmt::format("x{}", j);
        const double expected = end_of(own, name, 0);
        const double found = end_of(scaled, name, units.unknowns[j]);
        CHECK(std::abs(found - expected) <= allowed * std::max(1.0, std::abs(expected)));
      }
    }
  }

  TEST_CASE("units change no run of a pendulum, by time and by arc length, nor a line said twice") {
    auto random = make_generator("units of pendulums");
    std::uniform_int_distribution<int> exponent(-decades, decades);
    const Folder folder;
    for (std::uint64_t attempt = 0; attempt < 8 * multiplier(); ++attempt) {
      const int length = exponent(random);
      const int time = exponent(random);
      const int mass = exponent(random);
      CAPTURE(length);
      CAPTURE(time);
      CAPTURE(mass);
      const bool twice = attempt % 2 == 1;
      const std::string parameter = attempt % 4 < 2 ? "" : "parameter = \"arclength\"\n";
      const std::string way = attempt % 8 < 4 ? "--leaf local" : "--leaf exact";
      const Run own = run_of(folder, pendulum(0, 0, 0, twice) + parameter, way);
      REQUIRE_MESSAGE(own.result.exit_code == 0, own.result.messages);
      const Run scaled = run_of(folder, pendulum(length, time, mass, twice) + parameter, way);
      REQUIRE_MESSAGE(scaled.result.exit_code == 0, scaled.result.messages);
      for (const std::string name : {"x", "y"}) {
        CHECK(std::abs(end_of(scaled, name, length) - end_of(own, name, 0)) <= allowed);
      }
    }
  }
}

}  // namespace leafwise::tests
