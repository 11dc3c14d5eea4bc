// SPDX-License-Identifier: GPL-3.0-or-later
// Usage: lubich
//
// What Ch. Lubich's paper on stiff mechanical systems says of the spring pendulum (1.1), measured:
// orders in the index-3 limit, the part of the error that is O(epsilon^2 h), damping of
// oscillations (Theorem 3.2), and the step sizes at which Newton's iterations of section 8 break
// down. One JSON line per number on standard output, the tables on standard error, ours beside
// those of an independent computation. Fails if one is more than 30 % off.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "problems/lubich.hpp"

namespace leafwise::bench {
namespace {

using integrator::StiffSolver;
using tests::Errors;
namespace lubich = tests::lubich;

constexpr double largest_deviation = 0.3;

/// Compares, prints, and remembers.
class Comparison {
 public:
  /// @param printed 0: nothing to compare with
  void add(const std::string& what, double epsilon, double h, double ours, double printed) {
    const double deviation = printed == 0 ? 0 : ours / printed - 1;
    if (printed != 0) {
      ++count_;
      sum_ += std::abs(deviation);
      worst_ = std::max(worst_, std::abs(deviation));
    }
    std::printf(
        "{\"bench\": \"lubich\", \"what\": \"%s\", \"epsilon\": %.0e, \"h\": %g, \"ours\": %.4g, "
        "\"printed\": %.4g}\n",
        what.c_str(),
        epsilon,
        h,
        ours,
        printed);
    if (printed == 0) {
      std::fprintf(stderr, "  %.3g", ours);
    } else {
      std::fprintf(stderr, "  %.3g (%.3g)", ours, printed);
    }
  }
  [[nodiscard]] bool finish() const {
    std::fprintf(stderr,
                 "\n%d numbers compared: mean deviation %.1f %%, largest %.1f %%\n",
                 count_,
                 100 * sum_ / count_,
                 100 * worst_);
    return worst_ <= largest_deviation;
  }

 private:
  int count_ = 0;
  double sum_ = 0;
  double worst_ = 0;
};

void title(const char* text) {
  std::fprintf(stderr, "\n\n%s\n ", text);
}

/// Slope of the logarithms by least squares.
double slope(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = std::log(x[i]);
    const double b = std::log(y[i]);
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

std::vector<double> as_doubles(const auto& values) {
  return {values.begin(), values.end()};
}

void orders(tests::LubichMeasurements& measurements, Comparison& comparison) {
  std::vector<double> position;
  std::vector<double> velocity;
  title("index 3: errors of y at h = .2, .1, .05, .025, .0125");
  for (std::size_t i = 0; i < lubich::steps.size(); ++i) {
    const Errors error = measurements.limit(lubich::steps.at(i));
    position.push_back(error.position);
    velocity.push_back(error.velocity);
    comparison.add("index 3, position",
                   0,
                   static_cast<double>(lubich::steps.at(i)),
                   error.position,
                   lubich::limit_position.at(i));
  }
  std::fprintf(stderr, "  order %.2f", slope(as_doubles(lubich::steps), position));
  title("index 3: errors of y'");
  for (std::size_t i = 0; i < lubich::steps.size(); ++i) {
    comparison.add("index 3, velocity",
                   0,
                   static_cast<double>(lubich::steps.at(i)),
                   velocity[i],
                   lubich::limit_velocity.at(i));
  }
  std::fprintf(stderr, "  order %.2f", slope(as_doubles(lubich::steps), velocity));
}

void differences(tests::LubichMeasurements& measurements, Comparison& comparison) {
  std::vector<double> at_fixed_step;
  const std::vector<double> all_epsilon = {1e-2, 1e-3, 1e-4, 1e-5};
  for (const double epsilon : all_epsilon) {
    std::fprintf(
        stderr, "\n\nepsilon = %.0e: errors of the stiff system less those of index 3", epsilon);
    std::vector<Errors> all;
    title("y'");
    for (std::size_t i = 0; i < lubich::steps.size(); ++i) {
      const long double h = lubich::steps.at(i);
      all.push_back(measurements.difference(static_cast<long double>(epsilon), h));
      const double printed = epsilon == 1e-3   ? lubich::velocity_difference_3.at(i)
                             : epsilon == 1e-4 ? lubich::velocity_difference_4.at(i)
                                               : 0;
      comparison.add(
          "difference, velocity", epsilon, static_cast<double>(h), all.back().velocity, printed);
    }
    title("y'/(epsilon^2 h)");
    for (std::size_t i = 0; i < lubich::steps.size(); ++i) {
      const auto h = static_cast<double>(lubich::steps.at(i));
      std::fprintf(stderr, "  %.3g", all[i].velocity / (epsilon * epsilon * h));
    }
    title("y");
    for (std::size_t i = 0; i < lubich::steps.size(); ++i) {
      comparison.add("difference, position",
                     epsilon,
                     static_cast<double>(lubich::steps.at(i)),
                     all[i].position,
                     epsilon == 1e-4 ? lubich::position_difference_4.at(i) : 0);
    }
    title("y/(epsilon^2 h^2)");
    for (std::size_t i = 0; i < lubich::steps.size(); ++i) {
      const auto h = static_cast<double>(lubich::steps.at(i));
      std::fprintf(stderr, "  %.3g", all[i].position / (epsilon * epsilon * h * h));
    }
    at_fixed_step.push_back(all[1].velocity);
  }
  std::fprintf(
      stderr, "\n\ny' at h = .1 goes like epsilon^%.2f\n", slope(all_epsilon, at_fixed_step));
}

void damping(tests::LubichMeasurements& measurements, Comparison& comparison) {
  title(
      "off M^epsilon by h^2/2, radial velocity h/2 (epsilon = 1e-4, h = .05): offset after 0, 1, "
      "2, 3 steps");
  const auto offsets = measurements.damping(1e-4L, 0.05L, 3);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    comparison.add("damping", 1e-4, 0.05, offsets[i], i < 3 ? lubich::damped_offsets.at(i) : 0);
  }
}

void break_down(tests::LubichMeasurements& measurements, Comparison& comparison) {
  struct Row {
    const char* name;
    StiffSolver solver;
    const std::array<double, 3>* printed;
    const std::array<double, 4>* printed_iterations;
  };
  const std::vector<Row> rows = {
      {"(8.1)", StiffSolver::fixed, &lubich::fixed_fails, &lubich::fixed_iterations},
      {"(8.2)", StiffSolver::guessed, &lubich::guessed_fails, &lubich::guessed_iterations},
      {"(8.3)", StiffSolver::constrained, nullptr, nullptr},
      {"(8.5)-(8.8)", StiffSolver::outer, nullptr, nullptr}};
  std::fprintf(stderr,
               "\n\nfirst h at which the monitored iteration fails, epsilon = 1e-2 ... 1e-5");
  for (const Row& row : rows) {
    title(row.name);
    std::vector<double> epsilons;
    std::vector<double> fails;
    for (int i = 0; i < 4; ++i) {
      epsilons.push_back(std::pow(10.0, -2 - i));
      fails.push_back(measurements.first_failing(std::pow(10.0L, -2 - i), row.solver));
      const bool is_printed = row.printed != nullptr && i < 3;
      comparison.add(std::string("first failing h of ") + row.name,
                     epsilons.back(),
                     0,
                     fails.back(),
                     is_printed ? row.printed->at(static_cast<std::size_t>(i)) : 0);
    }
    const double exponent = slope(epsilons, fails);
    std::fprintf(
        stderr, "  = %.3g epsilon^%.2f", fails[1] / std::pow(epsilons[1], exponent), exponent);
  }
  std::fprintf(stderr, "\n\niterations at h = .05, monitored or not (0: more than 400)");
  for (const Row& row : rows) {
    title(row.name);
    for (int i = 0; i < 4; ++i) {
      comparison.add(std::string("iterations of ") + row.name,
                     std::pow(10.0, -2 - i),
                     0.05,
                     measurements.iterations(std::pow(10.0L, -2 - i), 0.05L, row.solver),
                     row.printed_iterations != nullptr
                         ? row.printed_iterations->at(static_cast<std::size_t>(i))
                         : 0);
    }
  }
}

int run() {
  tests::LubichMeasurements measurements;
  Comparison comparison;
  std::fprintf(stderr, "ours, in parentheses those of numeric.md E");
  orders(measurements, comparison);
  differences(measurements, comparison);
  damping(measurements, comparison);
  break_down(measurements, comparison);
  std::fprintf(stderr, "\n");
  if (comparison.finish()) return 0;
  std::fprintf(stderr, "lubich: outside of the windows\n");
  return 1;
}

}  // namespace
}  // namespace leafwise::bench

int main() {
  return leafwise::bench::run();
}
