// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include "leafwise/integrator/program_builder.hpp"

/// Random formulas, written down once and evaluated two ways: through a program, and at once.
namespace leafwise::tests {

/// A list of assignments: value i is made of earlier ones, the first are the inputs. Written so
/// that no argument leaves its function's domain, and values stay of size 1.
struct RandomFormula {
  struct Line {
    int kind;
    std::size_t a;
    std::size_t b;
    double factor;
  };
  std::size_t inputs = 0;
  std::vector<Line> lines;
  std::vector<std::size_t> outputs;
};

inline constexpr int formula_kinds = 17;

[[nodiscard]] inline RandomFormula random_formula(std::mt19937_64& generator,
                                                  std::size_t inputs,
                                                  std::size_t lines,
                                                  std::size_t outputs) {
  RandomFormula formula{.inputs = inputs, .lines = {}, .outputs = {}};
  for (std::size_t i = 0; i < lines; ++i) {
    const std::size_t known = inputs + i;
    // Factors that are exact in every precision, among them 0, ±1 and powers of 2.
    const double factor = (static_cast<double>(generator() % 17) - 8) / 8;
    formula.lines.push_back({.kind = static_cast<int>(generator() % formula_kinds),
                             .a = generator() % known,
                             .b = generator() % known,
                             .factor = factor});
  }
  for (std::size_t i = 0; i < outputs; ++i)
    formula.outputs.push_back(generator() % (inputs + lines));
  return formula;
}

/// T is a number or an Expression.
template <typename T>
[[nodiscard]] T evaluate_line(const RandomFormula::Line& line, const T& a, const T& b) {
  using integrator::pow;
  using std::atan, std::cos, std::cosh, std::exp, std::log, std::sin, std::sinh, std::sqrt;
  using std::tan, std::tanh;
  const auto factor = static_cast<long double>(line.factor);
  switch (line.kind) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return a / (2.0L + b * b);
    case 4: return -a;
    case 5: return factor * a;
    case 6: return sin(a) + factor;
    case 7: return cos(a + b);
    case 8: return tan(sin(a) * 0.5L);
    case 9: return exp(sin(a));
    case 10: return log(1.5L + a * a);
    case 11: return sinh(sin(a));
    case 12: return cosh(sin(a) - b / (1.0L + b * b));
    case 13: return tanh(a);
    case 14: return atan(a * b);
    case 15: return sqrt(1.0L + a * a);
    default: return sin(a * a * a) - a * b * a;
  }
}

template <typename T>
[[nodiscard]] std::vector<T> evaluate(const RandomFormula& formula, std::vector<T> values) {
  for (const RandomFormula::Line& line : formula.lines) {
    // Sums and products of many lines grow: sin keeps them in bounds. Not every line, or nothing
    // would be polynomial.
    T value = evaluate_line(line, values[line.a], values[line.b]);
    using std::sin;
    values.push_back(values.size() % 4 == 3 ? sin(value) : value);
  }
  std::vector<T> outputs;
  outputs.reserve(formula.outputs.size());
  for (const std::size_t output : formula.outputs) outputs.push_back(values[output]);
  return outputs;
}

[[nodiscard]] inline integrator::Program to_program(const RandomFormula& formula) {
  integrator::ProgramBuilder builder(formula.inputs);
  std::vector<integrator::Expression> inputs;
  for (std::size_t i = 0; i < formula.inputs; ++i) inputs.push_back(builder.input(i));
  return builder.build(evaluate(formula, inputs));
}

}  // namespace leafwise::tests
