// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator::detail {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

std::vector<std::uint32_t> consecutive(std::size_t count) {
  std::vector<std::uint32_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

}  // namespace

class Machine::Assembler {
 public:
  Assembler(Machine& machine, const Program& program)
      : machine_(machine),
        program_(program),
        uses_(program.size(), 0),
        place_(program.size(), nowhere),
        last_use_(program.size(), 0),
        fused_(program.instructions().size(), 0),
        is_output_(program.size(), 0) {}

  void assemble(std::span<const std::uint32_t> places) {
    place_inputs_and_outputs(places);
    count_uses();
    choose_fusions();
    find_last_uses();
    for (std::size_t i = 0; i < program_.instructions().size(); ++i) {
      if (fused_[i] == 0) emit(i);
    }
    for (const auto& [to, from] : copies_) {
      machine_.code_.push_back({Step::copy, to, place_[from], place_[from], 0});
    }
    machine_.registers_ = next_;
  }

 private:
  [[nodiscard]] std::uint32_t number_of(std::size_t instruction) const {
    return static_cast<std::uint32_t>(program_.first_instruction() + instruction);
  }
  [[nodiscard]] bool is_instruction(std::uint32_t value) const {
    return value >= program_.first_instruction();
  }

  void place_inputs_and_outputs(std::span<const std::uint32_t> places) {
    const std::size_t n = program_.inputs();
    next_ = static_cast<std::uint32_t>(n + machine_.outputs_);
    for (std::size_t i = 0; i < n; ++i) place_[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = 0; i < program_.outputs().size(); ++i) {
      const std::uint32_t value = program_.outputs()[i];
      const auto to = static_cast<std::uint32_t>(n + places[i]);
      is_output_[value] = 1;
      if (program_.is_constant(value)) {
        machine_.presets_.push_back({to, program_.constants()[value - n]});
      } else if (is_instruction(value) && place_[value] == nowhere) {
        place_[value] = to;
      } else {
        copies_.emplace_back(to, value);
      }
    }
    for (std::size_t i = 0; i < program_.constants().size(); ++i) {
      place_[n + i] = next_++;
      machine_.presets_.push_back({place_[n + i], program_.constants()[i]});
    }
  }

  void count_uses() {
    for (const Instruction& i : program_.instructions()) {
      ++uses_[i.a];
      if (is_binary(i.operation)) ++uses_[i.b];
    }
  }

  /// A product used once, by a sum or difference, and not an output.
  [[nodiscard]] bool can_be_fused(std::uint32_t value) const {
    if (!is_instruction(value) || uses_[value] != 1 || is_output_[value] != 0) return false;
    const std::size_t i = value - program_.first_instruction();
    return program_.instructions()[i].operation == Operation::multiply;
  }

  void choose_fusions() {
    for (std::size_t i = 0; i < program_.instructions().size(); ++i) {
      const Instruction& sum = program_.instructions()[i];
      if (sum.operation != Operation::add && sum.operation != Operation::subtract) continue;
      // Of two products only one can be taken in.
      const std::uint32_t product = can_be_fused(sum.b)   ? sum.b
                                    : can_be_fused(sum.a) ? sum.a
                                                          : nowhere;
      if (product != nowhere) fused_[product - program_.first_instruction()] = 1;
    }
  }

  [[nodiscard]] bool is_fused(std::uint32_t value) const {
    return is_instruction(value) && fused_[value - program_.first_instruction()] != 0;
  }

  void find_last_uses() {
    for (std::size_t i = 0; i < program_.instructions().size(); ++i) {
      if (fused_[i] != 0) continue;
      const Instruction& instruction = program_.instructions()[i];
      for (const std::uint32_t argument : {instruction.a, instruction.b}) {
        last_use_[argument] = i;
        if (!is_fused(argument)) continue;
        const Instruction& product =
            program_.instructions()[argument - program_.first_instruction()];
        last_use_[product.a] = i;
        last_use_[product.b] = i;
      }
    }
  }

  [[nodiscard]] Code code_for(const Instruction& instruction) const {
    const std::uint32_t a = instruction.a;
    const std::uint32_t b = instruction.b;
    const bool adds = instruction.operation == Operation::add;
    if (adds || instruction.operation == Operation::subtract) {
      const std::uint32_t product = is_fused(b) ? b : is_fused(a) ? a : nowhere;
      if (product != nowhere) {
        const Instruction& factors =
            program_.instructions()[product - program_.first_instruction()];
        const std::uint32_t other = product == b ? a : b;
        const Step step = adds           ? Step::multiply_add
                          : product == b ? Step::subtract_multiply
                                         : Step::multiply_subtract;
        return {step, 0, place_[factors.a], place_[factors.b], place_[other]};
      }
    }
    Code code{
        Step::call, 0, place_[a], place_[b], static_cast<std::uint32_t>(instruction.operation)};
    switch (instruction.operation) {
      case Operation::add: code.step = Step::add; break;
      case Operation::subtract: code.step = Step::subtract; break;
      case Operation::multiply: code.step = Step::multiply; break;
      case Operation::divide: code.step = Step::divide; break;
      case Operation::negate: code.step = Step::negate; break;
      default: break;
    }
    return code;
  }

  void release_arguments(std::size_t i, const Instruction& instruction) {
    for (const std::uint32_t argument : {instruction.a, instruction.b}) {
      if (is_fused(argument)) {
        release_arguments(i, program_.instructions()[argument - program_.first_instruction()]);
      } else if (is_instruction(argument) && is_output_[argument] == 0 &&
                 last_use_[argument] == i && place_[argument] != nowhere) {
        free_.push_back(place_[argument]);
        last_use_[argument] = nowhere;  // not twice, for a·a
      }
    }
  }

  void emit(std::size_t i) {
    const Instruction& instruction = program_.instructions()[i];
    Code code = code_for(instruction);
    release_arguments(i, instruction);
    std::uint32_t& place = place_[number_of(i)];
    if (place == nowhere) {
      if (free_.empty()) {
        place = next_++;
      } else {
        place = free_.back();
        free_.pop_back();
      }
    }
    code.to = place;
    machine_.code_.push_back(code);
  }

  Machine& machine_;
  const Program& program_;
  std::vector<std::uint32_t> uses_;
  std::vector<std::uint32_t> place_;
  std::vector<std::size_t> last_use_;
  std::vector<char> fused_;
  std::vector<char> is_output_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> copies_;  // (to, value)
  std::vector<std::uint32_t> free_;
  std::uint32_t next_ = 0;
};

Machine::Machine(const Program& program, std::span<const std::uint32_t> places, std::size_t outputs)
    : inputs_(program.inputs()), outputs_(outputs) {
  LEAFWISE_DEMAND(places.size() == program.outputs().size());
  for (const std::uint32_t place : places) LEAFWISE_DEMAND(place < outputs);
  Assembler(*this, program).assemble(places);
}

Machine::Machine(const Program& program)
    : Machine(program, consecutive(program.outputs().size()), program.outputs().size()) {}

}  // namespace leafwise::integrator::detail
