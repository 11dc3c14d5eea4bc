// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "leafwise/integrator/program.hpp"

namespace leafwise::integrator::detail {

/// A program that can be run, however that is done: interpreted here, compiled to machine code
/// elsewhere. Has registers of its own: one object per thread.
template <typename Real>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// The inputs, to be set before `run`.
  [[nodiscard]] std::span<Real> inputs() const noexcept { return inputs_; }
  virtual void run() = 0;
  /// The outputs after `run`, with zeros at places that no output uses.
  [[nodiscard]] std::span<const Real> outputs() const noexcept { return outputs_; }

 protected:
  Evaluator() = default;
  /// To be called once by a derived class; what they refer to stays where it is.
  void set_places(std::span<Real> inputs, std::span<const Real> outputs) noexcept {
    inputs_ = inputs;
    outputs_ = outputs;
  }

 private:
  std::span<Real> inputs_;
  std::span<const Real> outputs_;
};

/// Output i of the program is put to places[i] of `outputs` places; no places: one after the other.
/// All evaluators that a factory makes share their code.
template <typename Real>
class EvaluatorFactory {
 public:
  EvaluatorFactory(const Program& program,
                   std::span<const std::uint32_t> places,
                   std::size_t outputs);
  explicit EvaluatorFactory(const Program& program);

  [[nodiscard]] std::unique_ptr<Evaluator<Real>> make() const;

 private:
  struct Code;
  std::shared_ptr<const Code> code_;
};

}  // namespace leafwise::integrator::detail
