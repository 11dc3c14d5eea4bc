// SPDX-License-Identifier: GPL-3.0-or-later
#include "maps/machine.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator::detail {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// The number of values of Step.
constexpr std::size_t kinds = 10;

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
    bring_together();
    find_last_uses();
    for (const std::size_t i : order_) emit(i);
    for (const auto& [to, from] : copies_) {
      append(Step::copy, {to, place_[from], place_[from], 0});
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
      // Only one of two products can be fused.
      const std::uint32_t product = can_be_fused(sum.b)   ? sum.b
                                    : can_be_fused(sum.a) ? sum.a
                                                          : nowhere;
      if (product != nowhere) fused_[product - program_.first_instruction()] = 1;
    }
  }

  [[nodiscard]] bool is_fused(std::uint32_t value) const {
    return is_instruction(value) && fused_[value - program_.first_instruction()] != 0;
  }

  /// Visits the values that instruction i needs; a fused product is replaced by its factors.
  template <typename Visit>
  void for_each_argument(std::size_t i, const Visit& visit) const {
    const Instruction& instruction = program_.instructions()[i];
    const auto visit_one = [&](std::uint32_t value) {
      if (is_fused(value)) {
        const Instruction& product = program_.instructions()[value - program_.first_instruction()];
        visit(product.a);
        visit(product.b);
      } else {
        visit(value);
      }
    };
    visit_one(instruction.a);
    if (is_binary(instruction.operation)) visit_one(instruction.b);
  }

  /// How long what waits for each instruction takes, itself included, in units of an addition.
  [[nodiscard]] std::vector<double> waiting_times() const {
    std::vector<double> result(program_.instructions().size(), 0.0);
    for (std::size_t i = result.size(); i-- > 0;) {
      if (fused_[i] != 0) continue;
      result[i] += duration(step_of(program_.instructions()[i]));
      for_each_argument(i, [&](std::uint32_t value) {
        if (!is_instruction(value)) return;
        double& before = result[value - program_.first_instruction()];
        before = std::max(before, result[i]);
      });
    }
    return result;
  }

  /// An order in which steps of one kind follow each other: always go on with all that is ready of
  /// one kind, the one with the step for which most has to wait. Many of them count, too, since
  /// going over to another kind costs as much as a few steps.
  void bring_together() {
    const std::size_t count = program_.instructions().size();
    std::vector<std::uint32_t> missing(count, 0);
    std::vector<std::vector<std::uint32_t>> users(count);
    std::array<std::vector<std::size_t>, kinds> ready;
    for (std::size_t i = 0; i < count; ++i) {
      if (fused_[i] != 0) continue;
      for_each_argument(i, [&](std::uint32_t value) {
        if (!is_instruction(value)) return;
        ++missing[i];
        users[value - program_.first_instruction()].push_back(static_cast<std::uint32_t>(i));
      });
      if (missing[i] == 0) ready[kind_of(i)].push_back(i);
    }
    const std::vector<double> waiting = waiting_times();
    const auto urgency = [&](const std::vector<std::size_t>& steps) {
      double longest = 0;
      for (const std::size_t i : steps) longest = std::max(longest, waiting[i]);
      return longest + 0.3 * static_cast<double>(steps.size());
    };
    const auto larger = [&](const auto& a, const auto& b) { return urgency(a) < urgency(b); };
    for (;;) {
      auto& most = *std::max_element(ready.begin(), ready.end(), larger);
      if (most.empty()) return;
      for (std::size_t next = 0; next < most.size(); ++next) {
        const std::size_t i = most[next];
        order_.push_back(i);
        for (const std::uint32_t user : users[i]) {
          if (--missing[user] == 0) ready[kind_of(user)].push_back(user);
        }
      }
      most.clear();
    }
  }

  void find_last_uses() {
    for (std::size_t position = 0; position < order_.size(); ++position) {
      for_each_argument(order_[position], [&](std::uint32_t v) { last_use_[v] = position; });
    }
  }

  [[nodiscard]] std::size_t kind_of(std::size_t i) const {
    return static_cast<std::size_t>(step_of(program_.instructions()[i]));
  }

  /// The product that a sum or difference takes in, or `nowhere`.
  [[nodiscard]] std::uint32_t taken_in(const Instruction& i) const {
    if (i.operation != Operation::add && i.operation != Operation::subtract) return nowhere;
    return is_fused(i.b) ? i.b : is_fused(i.a) ? i.a : nowhere;
  }

  [[nodiscard]] Step step_of(const Instruction& i) const {
    const std::uint32_t product = taken_in(i);
    switch (i.operation) {
      case Operation::add: return product == nowhere ? Step::add : Step::multiply_add;
      case Operation::subtract:
        if (product == nowhere) return Step::subtract;
        return product == i.b ? Step::subtract_multiply : Step::multiply_subtract;
      case Operation::multiply: return Step::multiply;
      case Operation::divide: return Step::divide;
      case Operation::negate: return Step::negate;
      default: return Step::call;
    }
  }

  /// In units of an addition, about.
  [[nodiscard]] static double duration(Step step) {
    switch (step) {
      case Step::divide:
      case Step::call: return 3;
      case Step::multiply_add:
      case Step::multiply_subtract:
      case Step::subtract_multiply: return 2;
      default: return 1;
    }
  }

  [[nodiscard]] Code code_for(const Instruction& i) const {
    const std::uint32_t product = taken_in(i);
    if (product == nowhere) {
      return {0, place_[i.a], place_[i.b], static_cast<std::uint32_t>(i.operation)};
    }
    const Instruction& factors = program_.instructions()[product - program_.first_instruction()];
    const std::uint32_t other = product == i.b ? i.a : i.b;
    return {0, place_[factors.a], place_[factors.b], place_[other]};
  }

  void append(Step step, const Code& code) {
    if (machine_.runs_.empty() || machine_.runs_.back().step != step) {
      machine_.runs_.push_back({step, 0});
    }
    ++machine_.runs_.back().count;
    machine_.code_.push_back(code);
  }

  void release_arguments(std::size_t i, std::size_t position) {
    for_each_argument(i, [&](std::uint32_t value) {
      if (!is_instruction(value) || is_output_[value] != 0 || last_use_[value] != position) return;
      free_.push_back(place_[value]);
      last_use_[value] = nowhere;  // not twice, for a·a
    });
  }

  void emit(std::size_t i) {
    const Instruction& instruction = program_.instructions()[i];
    Code code = code_for(instruction);
    release_arguments(i, machine_.code_.size());
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
    append(step_of(instruction), code);
  }

  Machine& machine_;
  const Program& program_;
  std::vector<std::uint32_t> uses_;
  std::vector<std::uint32_t> place_;
  std::vector<std::size_t> order_;     // of the instructions that are steps
  std::vector<std::size_t> last_use_;  // of a value, as a position in order_
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
