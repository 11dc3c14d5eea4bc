// SPDX-License-Identifier: GPL-3.0-or-later
#include "maps/evaluator.hpp"

#include <utility>

#include "maps/machine.hpp"

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
class Interpreter final : public Evaluator<Real> {
 public:
  explicit Interpreter(std::shared_ptr<const Machine> machine)
      : machine_(std::move(machine)), registers_(machine_->registers<Real>()) {
    const std::span<Real> all(registers_);
    this->set_places(all.first(machine_->inputs()),
                     all.subspan(machine_->inputs(), machine_->outputs()));
  }

  void run() override { machine_->run(registers_.data()); }

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
