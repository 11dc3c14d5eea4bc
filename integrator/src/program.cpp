// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/program.hpp"

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

}  // namespace leafwise::integrator
