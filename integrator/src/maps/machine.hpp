// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "leafwise/integrator/program.hpp"
#include "maps/operations.hpp"

namespace leafwise::integrator::detail {

/// A program made ready for being interpreted: products that are used once are fused with the sum
/// they go into; steps of the same kind are brought together, so that what to do is decided once
/// for many; results that are outputs are computed in their place, all else shares registers.
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
    std::vector<T> result(registers_, T{});
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
    std::uint32_t to;
    std::uint32_t a;
    std::uint32_t b;
    std::uint32_t c;
  };
  /// So many steps of one kind, the next ones in code_.
  struct Run {
    Step step;
    std::uint32_t count;
  };
  struct Preset {
    std::uint32_t place;
    long double value;
  };
  class Assembler;

  std::size_t inputs_;
  std::size_t outputs_;
  std::size_t registers_ = 0;
  std::vector<Run> runs_;
  std::vector<Code> code_;
  std::vector<Preset> presets_;
};

template <typename T>
void Machine::run(T* r) const {
  const Code* c = code_.data();
  const auto each = [&c, r](std::uint32_t count, const auto& compute) {
    const Code* const end = c + count;
    do {  // no run is empty
      r[c->to] = compute(*c);
    } while (++c != end);
  };
  for (const Run run : runs_) {
    const std::uint32_t n = run.count;
    switch (run.step) {
      case Step::add: each(n, [r](const Code& i) { return r[i.a] + r[i.b]; }); break;
      case Step::subtract: each(n, [r](const Code& i) { return r[i.a] - r[i.b]; }); break;
      case Step::multiply: each(n, [r](const Code& i) { return r[i.a] * r[i.b]; }); break;
      case Step::divide: each(n, [r](const Code& i) { return r[i.a] / r[i.b]; }); break;
      case Step::multiply_add:
        each(n, [r](const Code& i) { return r[i.a] * r[i.b] + r[i.c]; });
        break;
      case Step::multiply_subtract:
        each(n, [r](const Code& i) { return r[i.a] * r[i.b] - r[i.c]; });
        break;
      case Step::subtract_multiply:
        each(n, [r](const Code& i) { return r[i.c] - r[i.a] * r[i.b]; });
        break;
      case Step::copy: each(n, [r](const Code& i) { return r[i.a]; }); break;
      case Step::negate: each(n, [r](const Code& i) { return -r[i.a]; }); break;
      case Step::call:
        each(n, [r](const Code& i) { return apply(static_cast<Operation>(i.c), r[i.a], r[i.a]); });
        break;
    }
  }
}

}  // namespace leafwise::integrator::detail
