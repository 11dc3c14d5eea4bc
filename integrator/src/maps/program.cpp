// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/program.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator {

Program::Program(std::size_t inputs,
                 std::vector<long double> constants,
                 std::vector<Instruction> instructions,
                 std::vector<std::uint32_t> outputs)
    : inputs_(inputs),
      constants_(std::move(constants)),
      instructions_(std::move(instructions)),
      outputs_(std::move(outputs)) {
  for (std::size_t i = 0; i < instructions_.size(); ++i) {
    const std::size_t own = first_instruction() + i;
    LEAFWISE_DEMAND(instructions_[i].a < own && instructions_[i].b < own);
    LEAFWISE_DEMAND(is_binary(instructions_[i].operation) ||
                    instructions_[i].a == instructions_[i].b);
  }
  for (const std::uint32_t output : outputs_) LEAFWISE_DEMAND(output < size());
}

namespace {

/// The "degree" of anything but a polynomial: far above all degrees, and the sum of two does not
/// overflow.
constexpr std::size_t no_degree = std::size_t{1} << 30U;

std::size_t degree_of(const Instruction& instruction, std::size_t a, std::size_t b) {
  switch (instruction.operation) {
    case Operation::add:
    case Operation::subtract:
    case Operation::negate: return std::max(a, b);
    case Operation::multiply: return std::min(a + b, no_degree);
    case Operation::divide: return b == 0 ? a : no_degree;
    default: return a == 0 ? 0 : no_degree;
  }
}

}  // namespace

std::optional<std::size_t> polynomial_degree(const Program& program) {
  std::vector<std::size_t> degrees(program.size(), 0);
  std::fill_n(degrees.begin(), program.inputs(), std::size_t{1});
  std::size_t next = program.first_instruction();
  for (const Instruction& instruction : program.instructions()) {
    degrees[next++] = degree_of(instruction, degrees[instruction.a], degrees[instruction.b]);
  }
  std::size_t highest = 0;
  for (const std::uint32_t output : program.outputs()) {
    highest = std::max(highest, degrees[output]);
  }
  if (highest >= no_degree) return std::nullopt;
  return highest;
}

}  // namespace leafwise::integrator
