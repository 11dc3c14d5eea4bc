// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/compiled_map.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "leafwise/integrator/differentiate.hpp"
#include "linear/dense.hpp"
#include "maps/evaluator.hpp"
#include "maps/taylor_series.hpp"

namespace leafwise::integrator {
namespace {

/// F, then dF as a full matrix.
template <typename Real>
detail::EvaluatorFactory<Real> jacobian_factory(const Program& program) {
  const JacobianProgram derivative = differentiate(program);
  const std::size_t k = program.outputs().size();
  const std::size_t n = program.inputs();
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < k; ++i) places.push_back(static_cast<std::uint32_t>(i));
  for (std::size_t e = 0; e < derivative.rows.size(); ++e) {
    places.push_back(
        static_cast<std::uint32_t>(k + derivative.rows[e] * n + derivative.columns[e]));
  }
  return {derivative.program, places, k + k * n};
}

template <typename Real>
void copy(std::span<const Real> from, std::span<Real> to) {
  constexpr std::size_t few = 16;
  if (from.size() <= few) {
    detail::copy_few(from.data(), to.data(), from.size());
  } else {
    std::copy(from.begin(), from.end(), to.begin());
  }
}

}  // namespace

template <typename Real>
struct CompiledMap<Real>::Code {
  explicit Code(Program p)
      : program(std::make_shared<const Program>(std::move(p))),
        value(*program),
        jacobian(jacobian_factory<Real>(*program)),
        second(differentiate_twice(*program)) {}

  std::shared_ptr<const Program> program;
  detail::EvaluatorFactory<Real> value;
  detail::EvaluatorFactory<Real> jacobian;
  detail::EvaluatorFactory<Real> second;
};

template <typename Real>
struct CompiledMap<Real>::Workspace {
  explicit Workspace(const Code& code)
      : value(code.value.make()),
        jacobian(code.jacobian.make()),
        second(code.second.make()),
        series(code.program) {}

  std::unique_ptr<detail::Evaluator<Real>> value;
  std::unique_ptr<detail::Evaluator<Real>> jacobian;
  std::unique_ptr<detail::Evaluator<Real>> second;
  detail::TaylorSeries<Real> series;
};

template <typename Real>
CompiledMap<Real>::CompiledMap(Program program)
    : CompiledMap(std::make_shared<const Code>(std::move(program))) {}

template <typename Real>
CompiledMap<Real>::CompiledMap(std::shared_ptr<const Code> code)
    : code_(std::move(code)), workspace_(std::make_unique<Workspace>(*code_)) {}

template <typename Real>
CompiledMap<Real>::~CompiledMap() = default;

template <typename Real>
std::size_t CompiledMap<Real>::inputs() const noexcept {
  return code_->program->inputs();
}

template <typename Real>
std::size_t CompiledMap<Real>::outputs() const noexcept {
  return code_->program->outputs().size();
}

template <typename Real>
const Program& CompiledMap<Real>::program() const noexcept {
  return *code_->program;
}

template <typename Real>
void CompiledMap<Real>::value(std::span<const Real> x, std::span<Real> f) {
  detail::Evaluator<Real>& evaluator = *workspace_->value;
  copy(x, evaluator.inputs());
  evaluator.run();
  copy(evaluator.outputs(), f);
}

template <typename Real>
void CompiledMap<Real>::jacobian(std::span<const Real> x,
                                 std::span<Real> f,
                                 std::span<Real> jacobian) {
  detail::Evaluator<Real>& evaluator = *workspace_->jacobian;
  copy(x, evaluator.inputs());
  evaluator.run();
  const std::span<const Real> all = evaluator.outputs();
  copy(all.first(outputs()), f);
  copy(all.subspan(outputs()), jacobian);
}

template <typename Real>
void CompiledMap<Real>::second(std::span<const Real> x,
                               std::span<const Real> v,
                               std::span<const Real> w,
                               std::span<Real> out) {
  detail::Evaluator<Real>& evaluator = *workspace_->second;
  const std::size_t n = inputs();
  copy(x, evaluator.inputs().first(n));
  copy(v, evaluator.inputs().subspan(n, n));
  copy(w, evaluator.inputs().subspan(2 * n, n));
  evaluator.run();
  copy(evaluator.outputs(), out);
}

template <typename Real>
void CompiledMap<Real>::taylor(std::span<const Real> curve,
                               std::size_t degree,
                               std::span<Real> out) {
  workspace_->series.extend(curve, degree, out);
}

template <typename Real>
std::unique_ptr<SmoothMap<Real>> CompiledMap<Real>::clone() const {
  return std::unique_ptr<SmoothMap<Real>>(new CompiledMap(code_));
}

template class CompiledMap<double>;
template class CompiledMap<long double>;

}  // namespace leafwise::integrator
