// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/polynomialiser.hpp"

/// Ideals written as text, for the tests of what stands on `Ideal`.
namespace leafwise::tests {

inline const algebra::Engine& test_engine() {
  static const algebra::Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
  return engine;
}

/// Far beyond what these ideals need on a loaded machine; a law is no test of speed.
inline algebra::Limits patient() {
  return algebra::Limits::within(std::chrono::seconds(60));
}

/// Reads polynomials and ideals in its variables.
class TextRing {
 public:
  /// @param unknowns, parameters names
  explicit TextRing(const std::vector<std::string>& unknowns,
                    const std::vector<std::string>& parameters = {}) {
    for (const std::string& name : unknowns) declare({algebra::Role::unknown, name, 0});
    for (const std::string& name : parameters) declare({algebra::Role::parameter, name, 0});
  }

  [[nodiscard]] const std::vector<algebra::Variable>& variables() const { return variables_; }

  [[nodiscard]] algebra::Polynomial polynomial(const std::string& text) const {
    return algebra::Polynomialiser({}, {}).convert(algebra::parse_expression(text, scope_));
  }
  [[nodiscard]] algebra::Ideal ideal(const std::vector<std::string>& texts) const {
    std::vector<algebra::Polynomial> generators;
    generators.reserve(texts.size());
    for (const std::string& text : texts) generators.push_back(polynomial(text));
    return ideal(std::move(generators));
  }
  [[nodiscard]] algebra::Ideal ideal(std::vector<algebra::Polynomial> generators) const {
    return {variables_, std::move(generators), test_engine()};
  }

 private:
  void declare(const algebra::Variable& variable) {
    scope_.declare(variable.name, variable.role);
    variables_.push_back(variable);
  }

  algebra::Scope scope_;
  std::vector<algebra::Variable> variables_;
};

template <typename T>
T value_of_outcome(const Outcome<T>& outcome) {
  if (!outcome) FAIL(outcome.reason());
  return outcome.value();
}

/// The position constraints of a four-bar linkage with these lengths, in y1, …, y4.
inline std::vector<std::string> four_bar(const std::string& a,
                                         const std::string& b,
                                         const std::string& c,
                                         const std::string& d) {
  return {"y1^2 + y2^2 - (" + a + ")^2",
          "(y3 - y1)^2 + (y4 - y2)^2 - (" + b + ")^2",
          "(" + d + " - y3)^2 + y4^2 - (" + c + ")^2"};
}

/// Sparse, with small coefficients: singular often enough.
inline algebra::Polynomial random_quadric(std::mt19937_64& random,
                                          const std::vector<algebra::Variable>& variables) {
  algebra::Polynomial sum;
  for (int term = 0; term < 4; ++term) {
    algebra::Polynomial product = algebra::Rational(static_cast<std::int64_t>(random() % 5) - 2);
    for (std::uint64_t degree = random() % 3; degree > 0; --degree) {
      product = product * algebra::Polynomial(variables[random() % variables.size()]);
    }
    sum += product;
  }
  return sum;
}

}  // namespace leafwise::tests
