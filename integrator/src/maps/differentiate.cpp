// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/differentiate.hpp"

#include <optional>
#include <span>

#include "leafwise/integrator/program_builder.hpp"

namespace leafwise::integrator {
namespace {

/// ∂(a ∘ b)/∂a and ∂(a ∘ b)/∂b; of one argument, the first is all.
struct Partials {
  Expression a;
  Expression b;
};

/// @pre result = operation(a, b), which many derivatives are made of
Partials partials(Operation operation, Expression a, Expression b, Expression result) {
  ProgramBuilder& builder = result.builder();
  const Expression zero = builder.constant(0);
  const Expression one = builder.constant(1);
  switch (operation) {
    case Operation::add: return {one, one};
    case Operation::subtract: return {one, -one};
    case Operation::multiply: return {b, a};
    case Operation::divide: return {one / b, -(result / b)};
    case Operation::negate: return {-one, zero};
    case Operation::sqrt: return {0.5L / result, zero};
    case Operation::sin: return {cos(a), zero};
    case Operation::cos: return {-sin(a), zero};
    case Operation::tan: return {one + result * result, zero};
    case Operation::exp: return {result, zero};
    case Operation::log: return {one / a, zero};
    case Operation::sinh: return {cosh(a), zero};
    case Operation::cosh: return {sinh(a), zero};
    case Operation::tanh: return {one - result * result, zero};
    case Operation::atan: return {one / (one + a * a), zero};
  }
  return {zero, zero};
}

/// A program taken over value by value, so that its instructions can be gone through backwards.
struct Unrolled {
  Unrolled(ProgramBuilder& to, const Program& from, std::span<const Expression> arguments)
      : builder(to), program(from), values(arguments.begin(), arguments.end()) {
    for (const long double value : from.constants()) values.push_back(to.constant(value));
    for (const Instruction& i : from.instructions()) {
      values.push_back(to.make(i.operation, values[i.a], values[i.b]));
    }
  }

  [[nodiscard]] Partials partials_of(std::size_t instruction) const {
    const Instruction& i = program.instructions()[instruction];
    return partials(
        i.operation, values[i.a], values[i.b], values[program.first_instruction() + instruction]);
  }

  /// The derivatives of all values along a direction, given by those of the inputs.
  [[nodiscard]] std::vector<Expression> forward(std::span<const Expression> direction) const {
    std::vector<Expression> slopes(direction.begin(), direction.end());
    slopes.resize(program.first_instruction(), builder.constant(0));
    for (std::size_t i = 0; i < program.instructions().size(); ++i) {
      const Instruction& instruction = program.instructions()[i];
      const Partials d = partials_of(i);
      Expression slope = d.a * slopes[instruction.a];
      if (is_binary(instruction.operation)) slope = slope + d.b * slopes[instruction.b];
      slopes.push_back(slope);
    }
    return slopes;
  }

  /// The gradient of one value with respect to the inputs; no entry: identically 0.
  [[nodiscard]] std::vector<std::optional<Expression>> gradient(std::uint32_t of) const {
    std::vector<std::optional<Expression>> adjoint(program.size());
    adjoint[of] = builder.constant(1);
    const auto accumulate = [&](std::uint32_t to, Expression term) {
      adjoint[to] = adjoint[to] ? *adjoint[to] + term : term;
    };
    for (std::size_t i = program.instructions().size(); i-- > 0;) {
      const std::optional<Expression>& own = adjoint[program.first_instruction() + i];
      if (!own) continue;
      const Expression weight = *own;
      const Instruction& instruction = program.instructions()[i];
      const Partials d = partials_of(i);
      accumulate(instruction.a, weight * d.a);
      if (is_binary(instruction.operation)) accumulate(instruction.b, weight * d.b);
    }
    adjoint.resize(program.inputs());
    return adjoint;
  }

  ProgramBuilder& builder;
  const Program& program;
  std::vector<Expression> values;
};

std::vector<Expression> inputs_of(ProgramBuilder& builder, std::size_t first, std::size_t count) {
  std::vector<Expression> result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) result.push_back(builder.input(first + i));
  return result;
}

std::vector<Expression> pick(const std::vector<Expression>& values,
                             std::span<const std::uint32_t> numbers) {
  std::vector<Expression> result;
  result.reserve(numbers.size());
  for (const std::uint32_t number : numbers) result.push_back(values[number]);
  return result;
}

/// F along a direction: inputs (x, v) or, of such a program, (x, v, w, 0).
Program directional(const Program& program) {
  const std::size_t n = program.inputs();
  ProgramBuilder builder(2 * n);
  const Unrolled unrolled(builder, program, inputs_of(builder, 0, n));
  const std::vector<Expression> slopes = unrolled.forward(inputs_of(builder, n, n));
  return builder.build(pick(slopes, program.outputs()));
}

}  // namespace

JacobianProgram differentiate(const Program& program) {
  ProgramBuilder builder(program.inputs());
  const Unrolled unrolled(builder, program, inputs_of(builder, 0, program.inputs()));
  std::vector<Expression> outputs = pick(unrolled.values, program.outputs());
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> columns;
  for (std::size_t row = 0; row < program.outputs().size(); ++row) {
    const auto gradient = unrolled.gradient(program.outputs()[row]);
    for (std::size_t column = 0; column < program.inputs(); ++column) {
      if (!gradient[column]) continue;
      const Expression entry = *gradient[column];
      if (builder.is_constant(entry) && builder.constant_value(entry) == 0) continue;
      outputs.push_back(entry);
      rows.push_back(static_cast<std::uint32_t>(row));
      columns.push_back(static_cast<std::uint32_t>(column));
    }
  }
  return {builder.build(outputs), std::move(rows), std::move(columns)};
}

Program differentiate_twice(const Program& program) {
  const std::size_t n = program.inputs();
  const Program first = directional(program);
  ProgramBuilder builder(3 * n);
  const Unrolled unrolled(builder, first, inputs_of(builder, 0, 2 * n));
  // The second direction moves x along w, and leaves v where it is.
  std::vector<Expression> direction = inputs_of(builder, 2 * n, n);
  direction.resize(2 * n, builder.constant(0));
  const std::vector<Expression> slopes = unrolled.forward(direction);
  return builder.build(pick(slopes, first.outputs()));
}

}  // namespace leafwise::integrator
