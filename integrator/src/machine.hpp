// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "leafwise/integrator/program.hpp"
#include "operations.hpp"

namespace leafwise::integrator::detail {

/// A program made ready for being interpreted: products that are used once are fused with the sum
/// they go into, results that are outputs are computed in their place, everything else shares
/// registers.
///
/// Registers: inputs; then the outputs, in the order and at the distance that the caller wants them
/// (a Jacobian's zeros have their place, too, and are never written); constants; temporaries.
class Machine {
 public:
  /// Output i of the program goes to `places[i]`, of `outputs` places in all; the other places
  /// are 0. The same place twice is not allowed.
  Machine(const Program& program, std::span<const std::uint32_t> places, std::size_t outputs);
  /// Outputs one after the other.
  explicit Machine(const Program& program);

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  /// How many steps a run takes.
  [[nodiscard]] std::size_t length() const noexcept { return code_.size(); }

  /// Registers before the first run: constants are set, all else is 0.
  template <typename T>
  [[nodiscard]] std::vector<T> registers() const {
    std::vector<T> result(registers_, T(0));
    for (const Preset& preset : presets_) result[preset.place] = static_cast<T>(preset.value);
    return result;
  }

  /// Computes the outputs from the inputs. @pre r are the registers, of an earlier run or fresh
  template <typename T>
  void run(T* r) const;

 private:
  enum class Step : std::uint32_t {
    add,
    subtract,
    multiply,
    divide,
    multiply_add,       // a b + c
    multiply_subtract,  // a b − c
    subtract_multiply,  // c − a b
    copy,
    negate,
    call,  // c: which function
  };
  struct Code {
    Step step;
    std::uint32_t to;
    std::uint32_t a;
    std::uint32_t b;
    std::uint32_t c;
  };
  struct Preset {
    std::uint32_t place;
    long double value;
  };
  class Assembler;

  std::size_t inputs_;
  std::size_t outputs_;
  std::size_t registers_ = 0;
  std::vector<Code> code_;
  std::vector<Preset> presets_;
};

template <typename T>
void Machine::run(T* r) const {
  for (const Code& code : code_) {
    const T& a = r[code.a];
    const T& b = r[code.b];
    T& to = r[code.to];
    switch (code.step) {
      case Step::multiply: to = a * b; break;
      case Step::multiply_add: to = a * b + r[code.c]; break;
      case Step::multiply_subtract: to = a * b - r[code.c]; break;
      case Step::subtract_multiply: to = r[code.c] - a * b; break;
      case Step::add: to = a + b; break;
      case Step::subtract: to = a - b; break;
      case Step::copy: to = a; break;
      case Step::negate: to = -a; break;
      case Step::divide: to = a / b; break;
      case Step::call: to = apply(static_cast<Operation>(code.c), a, a); break;
    }
  }
}

}  // namespace leafwise::integrator::detail
