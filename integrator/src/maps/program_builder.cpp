// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/program_builder.hpp"

#include <bit>
#include <cmath>
#include <utility>

#include "leafwise/core/check.hpp"
#include "maps/operations.hpp"

namespace leafwise::integrator {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  // The finaliser of splitmix64 [Steele, Lea, Flood 2014].
  hash += value + 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31);
}

bool is_power_of_two(long double value) {
  int exponent = 0;
  return std::abs(std::frexp(value, &exponent)) == 0.5L;
}

}  // namespace

ProgramBuilder::ProgramBuilder(std::size_t inputs) : inputs_(inputs) {
  for (std::size_t i = 0; i < inputs; ++i) nodes_.push_back({Kind::input, {}, 0});
}

Expression ProgramBuilder::input(std::size_t i) {
  LEAFWISE_DEMAND(i < inputs_);
  return {this, static_cast<std::uint32_t>(i)};
}

Expression ProgramBuilder::constant(long double value) {
  // Hashed as double, so that equal constants have equal hashes; −0 becomes 0.
  if (value == 0) value = 0;
  const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(value));
  std::vector<std::uint32_t>& same_hash = by_hash_[mix(1, bits)];
  for (const std::uint32_t candidate : same_hash) {
    const Node& found = nodes_[candidate];
    if (found.kind == Kind::constant && found.value == value) return {this, candidate};
  }
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({Kind::constant, {}, value});
  same_hash.push_back(number);
  return {this, number};
}

Expression ProgramBuilder::intern(Operation operation, std::uint32_t a, std::uint32_t b) {
  const Instruction instruction{operation, a, b};
  const std::uint64_t hash = mix(mix(mix(2, static_cast<std::uint64_t>(operation)), a), b);
  std::vector<std::uint32_t>& same_hash = by_hash_[hash];
  for (const std::uint32_t candidate : same_hash) {
    const Node& found = nodes_[candidate];
    if (found.kind == Kind::operation && found.instruction == instruction) {
      return {this, candidate};
    }
  }
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({Kind::operation, instruction, 0});
  same_hash.push_back(number);
  return {this, number};
}

bool ProgramBuilder::is_constant(Expression a) const {
  return node(a).kind == Kind::constant;
}

long double ProgramBuilder::constant_value(Expression a) const {
  LEAFWISE_DEMAND(is_constant(a));
  return node(a).value;
}

bool ProgramBuilder::is_value(Expression a, long double value) const {
  return is_constant(a) && node(a).value == value;
}

bool ProgramBuilder::is_negation(Expression a) const {
  return node(a).kind == Kind::operation && node(a).instruction.operation == Operation::negate;
}

Expression ProgramBuilder::make(Operation operation, Expression a, Expression b) {
  LEAFWISE_DEMAND(a.builder_ == this && b.builder_ == this);
  if (is_constant(a) && is_constant(b)) {
    const long double value = detail::apply(operation, node(a).value, node(b).value);
    // A result that is not a number stays an instruction, so that it appears where it is computed.
    if (std::isfinite(value)) return constant(value);
  }
  switch (operation) {
    case Operation::add: return make_sum(a, b);
    case Operation::subtract: return make_difference(a, b);
    case Operation::multiply: return make_product(a, b);
    case Operation::divide: return make_quotient(a, b);
    case Operation::negate: return make_negation(a);
    default: return intern(operation, a.number_, a.number_);
  }
}

Expression ProgramBuilder::make_sum(Expression a, Expression b) {
  if (is_value(a, 0)) return b;
  if (is_value(b, 0)) return a;
  if (a.number_ == b.number_) return make_product(constant(2), a);
  if (is_negation(b)) return make_difference(a, argument(b));
  if (is_negation(a)) return make_difference(b, argument(a));
  if (a.number_ > b.number_) std::swap(a, b);
  return intern(Operation::add, a.number_, b.number_);
}

Expression ProgramBuilder::make_difference(Expression a, Expression b) {
  if (is_value(b, 0)) return a;
  if (is_value(a, 0)) return make_negation(b);
  if (a.number_ == b.number_) return constant(0);
  if (is_negation(b)) return make_sum(a, argument(b));
  // A sign put outside meets others there, as in the Schur complements of elimination.
  if (is_negation(a)) return make_negation(make_sum(argument(a), b));
  return intern(Operation::subtract, a.number_, b.number_);
}

Expression ProgramBuilder::make_product(Expression a, Expression b) {
  if (is_constant(b)) std::swap(a, b);
  if (is_value(a, 0)) return a;
  if (is_value(a, 1)) return b;
  if (is_value(a, -1)) return make_negation(b);
  if (is_negation(a) && is_negation(b)) return make_product(argument(a), argument(b));
  if (is_negation(a)) return make_negation(make_product(argument(a), b));
  if (is_negation(b)) {
    if (is_constant(a)) return make_product(constant(-node(a).value), argument(b));
    return make_negation(make_product(a, argument(b)));
  }
  // c·(d·x) = (c d)·x, where that is exact: powers of two from derivatives of squares.
  const Node& other = node(b);
  if (is_constant(a) && other.kind == Kind::operation &&
      other.instruction.operation == Operation::multiply) {
    const Expression inner{this, other.instruction.a};
    if (is_constant(inner) &&
        (is_power_of_two(node(a).value) || is_power_of_two(node(inner).value))) {
      const Expression factor = constant(node(a).value * node(inner).value);
      return make_product(factor, {this, nodes_[b.number_].instruction.b});
    }
  }
  if (!is_constant(a) && a.number_ > b.number_) std::swap(a, b);
  return intern(Operation::multiply, a.number_, b.number_);
}

Expression ProgramBuilder::make_quotient(Expression a, Expression b) {
  if (is_value(a, 0)) return a;
  if (is_value(b, 1)) return a;
  if (is_value(b, -1)) return make_negation(a);
  if (is_constant(b) && is_power_of_two(node(b).value)) {
    return make_product(constant(1 / node(b).value), a);
  }
  if (is_negation(a) && is_negation(b)) return make_quotient(argument(a), argument(b));
  if (is_negation(b)) return make_negation(make_quotient(a, argument(b)));
  return intern(Operation::divide, a.number_, b.number_);
}

Expression ProgramBuilder::make_negation(Expression a) {
  if (is_constant(a)) return constant(-node(a).value);
  if (is_negation(a)) return argument(a);
  const Node& inner = node(a);
  if (inner.kind == Kind::operation && inner.instruction.operation == Operation::subtract) {
    const Instruction difference = inner.instruction;
    return make_difference({this, difference.b}, {this, difference.a});
  }
  return intern(Operation::negate, a.number_, a.number_);
}

Expression ProgramBuilder::power(Expression a, int exponent) {
  if (exponent < 0) return make_quotient(constant(1), power(a, -exponent));
  if (exponent == 0) return constant(1);
  Expression square = a;
  int rest = exponent;
  while (rest % 2 == 0) {
    square = make(Operation::multiply, square, square);
    rest /= 2;
  }
  Expression result = square;
  for (rest /= 2; rest > 0; rest /= 2) {
    square = make(Operation::multiply, square, square);
    if (rest % 2 == 1) result = make(Operation::multiply, result, square);
  }
  return result;
}

std::vector<Expression> ProgramBuilder::append(const Program& program,
                                               std::span<const Expression> arguments) {
  LEAFWISE_DEMAND(arguments.size() == program.inputs());
  std::vector<Expression> values(arguments.begin(), arguments.end());
  values.reserve(program.size());
  for (const long double value : program.constants()) values.push_back(constant(value));
  for (const Instruction& instruction : program.instructions()) {
    values.push_back(make(instruction.operation, values[instruction.a], values[instruction.b]));
  }
  std::vector<Expression> outputs;
  outputs.reserve(program.outputs().size());
  for (const std::uint32_t output : program.outputs()) outputs.push_back(values[output]);
  return outputs;
}

Program ProgramBuilder::build(std::span<const Expression> outputs) const {
  std::vector<char> needed(nodes_.size(), 0);
  for (const Expression output : outputs) {
    LEAFWISE_DEMAND(output.builder_ == this);
    needed[output.number_] = 1;
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (needed[i] == 0 || nodes_[i].kind != Kind::operation) continue;
    needed[nodes_[i].instruction.a] = 1;
    needed[nodes_[i].instruction.b] = 1;
  }
  std::vector<std::uint32_t> renamed(nodes_.size(), 0);
  std::vector<long double> constants;
  std::vector<Instruction> instructions;
  auto next = static_cast<std::uint32_t>(inputs_);
  for (std::size_t i = 0; i < inputs_; ++i) renamed[i] = static_cast<std::uint32_t>(i);
  for (std::size_t i = inputs_; i < nodes_.size(); ++i) {
    if (needed[i] == 0 || nodes_[i].kind != Kind::constant) continue;
    constants.push_back(nodes_[i].value);
    renamed[i] = next++;
  }
  for (std::size_t i = inputs_; i < nodes_.size(); ++i) {
    if (needed[i] == 0 || nodes_[i].kind != Kind::operation) continue;
    const Instruction& old = nodes_[i].instruction;
    instructions.push_back({old.operation, renamed[old.a], renamed[old.b]});
    renamed[i] = next++;
  }
  std::vector<std::uint32_t> results;
  results.reserve(outputs.size());
  for (const Expression output : outputs) results.push_back(renamed[output.number_]);
  return {inputs_, std::move(constants), std::move(instructions), std::move(results)};
}

}  // namespace leafwise::integrator
