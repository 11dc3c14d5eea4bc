// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/hessenberg_problem.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/differentiate.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "linear/unrolled_elimination.hpp"
#include "maps/map_shape.hpp"

namespace leafwise::integrator {
namespace {

using Expressions = std::vector<Expression>;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  throw InvalidInput({.message = "no Hessenberg system: " + what,
                      .expected = "u' = f(t, u, v), v' = k(t, u, v, lambda), 0 = g(t, u)",
                      .range = {},
                      .place = {}});
}

void check_names(const HessenbergNames& names, bool has_rates) {
  expect(!names.multipliers.empty(), "there is no constraint");
  expect(has_rates || names.positions.size() == names.velocities.size(),
         "without f, u' = v needs as many velocities as positions");
  expect(names.multipliers.size() <= std::min(names.positions.size(), names.velocities.size()),
         "there are more constraints than positions or velocities");
}

void check_shape(const std::string& name,
                 std::size_t inputs,
                 std::size_t outputs,
                 std::size_t wanted_inputs,
                 std::size_t wanted_outputs) {
  const auto mistake =
      detail::shape_mistake(name, {inputs, outputs}, {wanted_inputs, wanted_outputs});
  expect(!mistake, mistake.value_or(std::string{}));
}

/// (f, k, g) or (k, g) from maps of their own.
template <typename Real>
class JoinedMap final : public SmoothMap<Real> {
 public:
  using Map = std::shared_ptr<const SmoothMap<Real>>;

  JoinedMap(const HessenbergParts<Map>& parts, std::size_t inputs) : inputs_(inputs) {
    if (parts.rates) maps_.push_back(parts.rates->clone());
    maps_.push_back(parts.accelerations->clone());
    maps_.push_back(parts.constraints->clone());
    std::size_t most = 0;
    for (const auto& map : maps_) {
      outputs_ += map->outputs();
      most = std::max(most, map->outputs() * map->inputs());
    }
    part_.resize(most);
  }
  JoinedMap(const JoinedMap& other)
      : SmoothMap<Real>(other),
        inputs_(other.inputs_),
        outputs_(other.outputs_),
        part_(other.part_.size()) {
    maps_.reserve(other.maps_.size());
    for (const auto& map : other.maps_) maps_.push_back(map->clone());
  }
  JoinedMap& operator=(const JoinedMap&) = delete;
  ~JoinedMap() override = default;

  [[nodiscard]] std::size_t inputs() const noexcept override { return inputs_; }
  [[nodiscard]] std::size_t outputs() const noexcept override { return outputs_; }

  void value(std::span<const Real> x, std::span<Real> f) override {
    std::size_t row = 0;
    for (const auto& map : maps_) {
      map->value(x.first(map->inputs()), f.subspan(row, map->outputs()));
      row += map->outputs();
    }
  }
  void jacobian(std::span<const Real> x, std::span<Real> f, std::span<Real> jacobian) override {
    std::size_t row = 0;
    for (const auto& map : maps_) {
      const std::size_t n = map->inputs();
      const std::span<Real> part = std::span<Real>(part_).first(n * map->outputs());
      map->jacobian(x.first(n), f.subspan(row, map->outputs()), part);
      for (std::size_t i = 0; i < map->outputs(); ++i) {
        const std::span<Real> to = jacobian.subspan((row + i) * inputs_, inputs_);
        std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(i * n), n, to.begin());
        std::fill(to.begin() + static_cast<std::ptrdiff_t>(n), to.end(), Real{0});
      }
      row += map->outputs();
    }
  }
  void second(std::span<const Real> x,
              std::span<const Real> v,
              std::span<const Real> w,
              std::span<Real> out) override {
    std::size_t row = 0;
    for (const auto& map : maps_) {
      const std::size_t n = map->inputs();
      map->second(x.first(n), v.first(n), w.first(n), out.subspan(row, map->outputs()));
      row += map->outputs();
    }
  }
  /// Curves have a stride of their own here: no Taylor coefficients beyond the value.
  void taylor(std::span<const Real> curve, std::size_t degree, std::span<Real> out) override {
    if (degree == 0) {
      value(curve, out);
    } else {
      std::fill(out.begin(), out.end(), std::numeric_limits<Real>::quiet_NaN());
    }
  }
  [[nodiscard]] std::size_t highest_taylor_degree() const noexcept override { return 0; }
  [[nodiscard]] bool has_exact_derivatives() const noexcept override {
    return std::all_of(
        maps_.begin(), maps_.end(), [](const auto& map) { return map->has_exact_derivatives(); });
  }
  [[nodiscard]] std::unique_ptr<SmoothMap<Real>> clone() const override {
    return std::make_unique<JoinedMap>(*this);
  }

 private:
  std::vector<std::unique_ptr<SmoothMap<Real>>> maps_;
  std::size_t inputs_;
  std::size_t outputs_ = 0;
  std::vector<Real> part_;
};

template <typename Real>
HessenbergProblem<Real> named(const HessenbergNames& names) {
  HessenbergProblem<Real> problem;
  problem.independent = names.independent;
  problem.positions = names.positions;
  problem.velocities = names.velocities;
  problem.multipliers = names.multipliers;
  return problem;
}

/// The builder's inputs from `first` on.
Expressions inputs(ProgramBuilder& builder, std::size_t first, std::size_t count) {
  Expressions result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) result.push_back(builder.input(first + i));
  return result;
}

/// k = M⁻¹ (F − Gᵀλ) as a program of (t, q, v, λ).
Program accelerations(const MechanicalParts& parts, std::size_t n, std::size_t l) {
  ProgramBuilder builder(1 + 2 * n + l);
  const Expressions place = inputs(builder, 0, 1 + n);
  const Expressions mass = builder.append(parts.mass, place);
  const Expressions force = builder.append(parts.force, inputs(builder, 0, 1 + 2 * n));
  const JacobianProgram derivative = differentiate(parts.constraints);
  const Expressions entries = builder.append(derivative.program, place);
  Expressions right = force;
  for (std::size_t e = 0; e < derivative.rows.size(); ++e) {
    if (derivative.columns[e] == 0) continue;  // by t
    Expression& sum = right[derivative.columns[e] - 1];
    sum = sum - entries[l + e] * builder.input(1 + 2 * n + derivative.rows[e]);
  }
  Expressions rows;
  rows.reserve(n * (n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    const auto from = mass.begin() + static_cast<std::ptrdiff_t>(i * n);
    rows.insert(rows.end(), from, from + static_cast<std::ptrdiff_t>(n));
    rows.push_back(right[i]);
  }
  detail::UnrolledElimination elimination(std::move(rows), n);
  for (std::size_t i = 0; i < n; ++i) elimination.use_pivot(i, i);
  return builder.build(elimination.solution());
}

}  // namespace

template <typename Real>
HessenbergProblem<Real> hessenberg_problem(
    const HessenbergNames& names, HessenbergParts<std::shared_ptr<const SmoothMap<Real>>> parts) {
  const std::size_t n = names.positions.size();
  const std::size_t m = names.velocities.size();
  const std::size_t l = names.multipliers.size();
  check_names(names, parts.rates != nullptr);
  expect(parts.accelerations && parts.constraints, "k and g are needed");
  if (parts.rates) check_shape("f", parts.rates->inputs(), parts.rates->outputs(), 1 + n + m, n);
  const SmoothMap<Real>& k = *parts.accelerations;
  check_shape("k", k.inputs(), k.outputs(), 1 + n + m + l, m);
  check_shape("g", parts.constraints->inputs(), parts.constraints->outputs(), 1 + n, l);
  HessenbergProblem<Real> problem = named<Real>(names);
  problem.system = std::make_shared<JoinedMap<Real>>(parts, 1 + n + m + l);
  problem.rates = std::move(parts.rates);
  problem.constraints = std::move(parts.constraints);
  return problem;
}

template <typename Real>
HessenbergProblem<Real> hessenberg_problem(const HessenbergNames& names,
                                           HessenbergParts<const Program*> parts) {
  const std::size_t n = names.positions.size();
  const std::size_t m = names.velocities.size();
  const std::size_t l = names.multipliers.size();
  check_names(names, parts.rates != nullptr);
  expect(parts.accelerations != nullptr && parts.constraints != nullptr, "k and g are needed");
  const auto check = [](const std::string& name, const Program& p, std::size_t i, std::size_t o) {
    check_shape(name, p.inputs(), p.outputs().size(), i, o);
  };
  if (parts.rates != nullptr) check("f", *parts.rates, 1 + n + m, n);
  check("k", *parts.accelerations, 1 + n + m + l, m);
  check("g", *parts.constraints, 1 + n, l);
  ProgramBuilder builder(1 + n + m + l);
  Expressions all;
  const auto append = [&](const Program& part) {
    const Expressions values = builder.append(part, inputs(builder, 0, part.inputs()));
    all.insert(all.end(), values.begin(), values.end());
  };
  HessenbergProblem<Real> problem = named<Real>(names);
  if (parts.rates != nullptr) {
    append(*parts.rates);
    problem.rates = std::make_shared<CompiledMap<Real>>(*parts.rates);
  }
  append(*parts.accelerations);
  append(*parts.constraints);
  problem.system = std::make_shared<CompiledMap<Real>>(builder.build(all));
  problem.constraints = std::make_shared<CompiledMap<Real>>(*parts.constraints);
  return problem;
}

template <typename Real>
HessenbergProblem<Real> hessenberg_problem(const HessenbergNames& names,
                                           const MechanicalParts& parts) {
  const std::size_t n = names.positions.size();
  const std::size_t l = names.multipliers.size();
  check_names(names, false);
  check_shape("M", parts.mass.inputs(), parts.mass.outputs().size(), 1 + n, n * n);
  check_shape("F", parts.force.inputs(), parts.force.outputs().size(), 1 + 2 * n, n);
  check_shape("g", parts.constraints.inputs(), parts.constraints.outputs().size(), 1 + n, l);
  const Program k = accelerations(parts, n, l);
  const HessenbergParts<const Program*> programs{nullptr, &k, &parts.constraints};
  return hessenberg_problem<Real>(names, programs);
}

template HessenbergProblem<double> hessenberg_problem(
    const HessenbergNames&, HessenbergParts<std::shared_ptr<const SmoothMap<double>>>);
template HessenbergProblem<long double> hessenberg_problem(
    const HessenbergNames&, HessenbergParts<std::shared_ptr<const SmoothMap<long double>>>);
template HessenbergProblem<double> hessenberg_problem(const HessenbergNames&,
                                                      HessenbergParts<const Program*>);
template HessenbergProblem<long double> hessenberg_problem(const HessenbergNames&,
                                                           HessenbergParts<const Program*>);
template HessenbergProblem<double> hessenberg_problem(const HessenbergNames&,
                                                      const MechanicalParts&);
template HessenbergProblem<long double> hessenberg_problem(const HessenbergNames&,
                                                           const MechanicalParts&);

}  // namespace leafwise::integrator
