// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "differential_systems.hpp"

namespace leafwise::tests {

/// First-order systems in two or three unknowns a, b, c that are degenerate often enough: sparse,
/// small, with factors, rows whose coefficients vanish, and equations without derivatives.
class RandomDifferentialSystem {
 public:
  explicit RandomDifferentialSystem(std::mt19937_64& random) : random_(random) {}

  /// All unknowns taken to order 1.
  [[nodiscard]] algebra::DifferentialSystem next() {
    unknowns_ = {"a", "b", "c"};
    if (random_() % 3 == 0) unknowns_.pop_back();
    const std::vector<std::size_t> counts = {1, 2, unknowns_.size(), unknowns_.size()};
    Texts equations;
    for (std::size_t left = counts[random_() % counts.size()]; left > 0; --left) {
      equations.push_back(equation());
    }
    Orders orders;
    for (const std::string& unknown : unknowns_) orders[unknown] = 1;
    return read_system(unknowns_, equations, orders);
  }

 private:
  [[nodiscard]] std::string unknown() { return unknowns_[random_() % unknowns_.size()]; }
  [[nodiscard]] std::string variable() { return random_() % 4 == 0 ? "t" : unknown(); }

  [[nodiscard]] std::string linear() {
    static const Texts factors = {"-2", "-1", "1", "1", "2"};
    static const Texts constants = {"", " + 1", " - 1", ""};
    std::string text = "(" + factors[random_() % factors.size()] + ")*" + variable();
    if (random_() % 2 == 0)
      text += " + (" + factors[random_() % factors.size()] + ")*" + variable();
    return "(" + text + constants[random_() % constants.size()] + ")";
  }

  [[nodiscard]] std::string equation() {
    const std::uint64_t kind = random_() % 20;
    if (kind < 7) {
      std::string text = linear() + "*" + unknown() + "' + " + linear();
      if (random_() % 2 == 0) text += " + " + linear() + "*" + unknown() + "'";
      return text;
    }
    if (kind < 11) return unknown() + "' - " + linear();
    if (kind < 15) return linear() + "*" + linear();
    if (kind < 18) return linear() + "*" + variable() + " + " + linear();
    if (kind < 19) return linear() + "*(" + unknown() + "' - " + linear() + ")";
    // A derivative that no equation is affine in.
    return "(" + unknown() + "')^2 - " + linear();
  }

  std::mt19937_64& random_;
  Texts unknowns_;
};

}  // namespace leafwise::tests
