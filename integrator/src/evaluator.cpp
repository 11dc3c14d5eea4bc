// SPDX-License-Identifier: GPL-3.0-or-later
#include "evaluator.hpp"

#include <utility>

#include "machine.hpp"

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
class Interpreter final : public Evaluator<Real> {
 public:
  explicit Interpreter(std::shared_ptr<const Machine> machine)
      : machine_(std::move(machine)), registers_(machine_->registers<Real>()) {}

  [[nodiscard]] std::span<Real> inputs() noexcept override {
    return std::span<Real>(registers_).first(machine_->inputs());
  }
  void run() override { machine_->run(registers_.data()); }
  [[nodiscard]] std::span<const Real> outputs() const noexcept override {
    return std::span<const Real>(registers_).subspan(machine_->inputs(), machine_->outputs());
  }

 private:
  std::shared_ptr<const Machine> machine_;
  std::vector<Real> registers_;
};

}  // namespace

template <typename Real>
struct EvaluatorFactory<Real>::Code {
  std::shared_ptr<const Machine> machine;
};

template <typename Real>
EvaluatorFactory<Real>::EvaluatorFactory(const Program& program,
                                         std::span<const std::uint32_t> places,
                                         std::size_t outputs)
    : code_(std::make_shared<Code>(Code{std::make_shared<Machine>(program, places, outputs)})) {}

template <typename Real>
EvaluatorFactory<Real>::EvaluatorFactory(const Program& program)
    : code_(std::make_shared<Code>(Code{std::make_shared<Machine>(program)})) {}

template <typename Real>
std::unique_ptr<Evaluator<Real>> EvaluatorFactory<Real>::make() const {
  return std::make_unique<Interpreter<Real>>(code_->machine);
}

template class EvaluatorFactory<double>;
template class EvaluatorFactory<long double>;

}  // namespace leafwise::integrator::detail
