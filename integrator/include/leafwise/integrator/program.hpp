// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace leafwise::integrator {

enum class Operation : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  // From here on, of one argument.
  negate,
  sqrt,
  sin,
  cos,
  tan,
  exp,
  log,
  sinh,
  cosh,
  tanh,
  atan,
};

[[nodiscard]] constexpr bool is_binary(Operation operation) noexcept {
  return operation <= Operation::divide;
}

/// One operation on values computed before. Of one argument: b = a.
struct Instruction {
  Operation operation;
  std::uint32_t a;
  std::uint32_t b;

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// A straight-line program for a map ℝⁿ → ℝᵏ: values numbered in the order inputs, constants,
/// instructions; each instruction refers to smaller numbers only. Built by ProgramBuilder, which
/// sees to it that no two instructions are the same and none is useless. Immutable.
class Program {
 public:
  /// @throws BrokenInvariant if a number refers to nothing or to a later value
  Program(std::size_t inputs,
          std::vector<long double> constants,
          std::vector<Instruction> instructions,
          std::vector<std::uint32_t> outputs);

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::span<const long double> constants() const noexcept { return constants_; }
  [[nodiscard]] std::span<const Instruction> instructions() const noexcept { return instructions_; }
  /// The numbers of the values that are the map's components.
  [[nodiscard]] std::span<const std::uint32_t> outputs() const noexcept { return outputs_; }

  /// How many values there are.
  [[nodiscard]] std::size_t size() const noexcept {
    return first_instruction() + instructions_.size();
  }
  [[nodiscard]] std::size_t first_instruction() const noexcept {
    return inputs_ + constants_.size();
  }
  [[nodiscard]] bool is_constant(std::uint32_t value) const noexcept {
    return value >= inputs_ && value < first_instruction();
  }

 private:
  std::size_t inputs_;
  std::vector<long double> constants_;
  std::vector<Instruction> instructions_;
  std::vector<std::uint32_t> outputs_;
};

/// If a program uses nothing but sums, products and divisions by constants: a bound for the degrees
/// of the polynomials that it computes (terms that cancel are not seen).
[[nodiscard]] std::optional<std::size_t> polynomial_degree(const Program& program);

}  // namespace leafwise::integrator
