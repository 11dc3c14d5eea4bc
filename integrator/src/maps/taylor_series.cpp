// SPDX-License-Identifier: GPL-3.0-or-later
#include "maps/taylor_series.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "leafwise/core/check.hpp"
#include "maps/operations.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Σ_{i=first…last} a_i b_{d−i}
template <typename Real>
Real convolve(const Real* a, const Real* b, std::size_t d, std::size_t first, std::size_t last) {
  Real sum = 0;
  for (std::size_t i = first; i <= last; ++i) sum += a[i] * b[d - i];
  return sum;
}

/// Σ_{i=first…last} i a_i b_{d−i}, over d: coefficient d − 1 of a' b, integrated.
template <typename Real>
Real convolve_slope(
    const Real* a, const Real* b, std::size_t d, std::size_t first, std::size_t last) {
  Real sum = 0;
  for (std::size_t i = first; i <= last; ++i) sum += static_cast<Real>(i) * a[i] * b[d - i];
  return sum / static_cast<Real>(d);
}

/// The function whose series is kept beside that of `operation`.
template <typename Real>
Real second_at(Operation operation, Real a, Real result) {
  switch (operation) {
    case Operation::sin: return std::cos(a);
    case Operation::cos: return std::sin(a);
    case Operation::sinh: return std::cosh(a);
    case Operation::cosh: return std::sinh(a);
    case Operation::tan: return 1 + result * result;
    case Operation::tanh: return 1 - result * result;
    case Operation::atan: return 1 + a * a;
    default: return 0;
  }
}

}  // namespace

template <typename Real>
TaylorSeries<Real>::TaylorSeries(std::shared_ptr<const Program> program)
    : program_(std::move(program)) {
  reserve(7);
}

template <typename Real>
void TaylorSeries<Real>::reserve(std::size_t degree) {
  if (degree < capacity_) return;
  const std::size_t room = std::max(degree + 1, 2 * capacity_);
  const std::size_t count = program_->size() + program_->instructions().size();
  std::vector<Real> larger(count * room);
  for (std::size_t value = 0; value < count; ++value) {
    for (std::size_t d = 0; d < capacity_; ++d) {
      larger[value * room + d] = coefficients_[value * capacity_ + d];
    }
  }
  coefficients_ = std::move(larger);
  capacity_ = room;
  for (std::size_t i = 0; i < program_->constants().size(); ++i) {
    series(program_->inputs() + i)[0] = static_cast<Real>(program_->constants()[i]);
  }
}

template <typename Real>
void TaylorSeries<Real>::extend(std::span<const Real> curve,
                                std::size_t degree,
                                std::span<Real> out) {
  reserve(degree);
  const std::size_t n = program_->inputs();
  for (std::size_t j = 0; j < n; ++j) series(j)[degree] = curve[degree * n + j];
  const std::span<const Instruction> instructions = program_->instructions();
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    extend_value(instructions[i], program_->first_instruction() + i, degree);
  }
  for (std::size_t i = 0; i < program_->outputs().size(); ++i) {
    out[i] = series(program_->outputs()[i])[degree];
  }
}

template <typename Real>
void TaylorSeries<Real>::extend_value(const Instruction& instruction,
                                      std::size_t own_number,
                                      std::size_t degree) {
  const Real* a = series(instruction.a);
  const Real* b = series(instruction.b);
  Real* own = series(own_number);
  switch (instruction.operation) {
    case Operation::add: own[degree] = a[degree] + b[degree]; return;
    case Operation::subtract: own[degree] = a[degree] - b[degree]; return;
    case Operation::negate: own[degree] = -a[degree]; return;
    case Operation::multiply: extend_product(instruction, own, degree); return;
    case Operation::divide: {
      // a = own · b
      const Real known = degree == 0 ? Real{0} : convolve(b, own, degree, 1, degree);
      own[degree] = (a[degree] - known) / b[0];
      return;
    }
    default: break;
  }
  Real* second = series(program_->size() + (own_number - program_->first_instruction()));
  extend_function(instruction.operation, a, own, second, degree);
}

template <typename Real>
void TaylorSeries<Real>::extend_product(const Instruction& instruction,
                                        Real* own,
                                        std::size_t degree) {
  const Real* a = series(instruction.a);
  const Real* b = series(instruction.b);
  if (program_->is_constant(instruction.a)) {
    own[degree] = a[0] * b[degree];
  } else if (instruction.a == instruction.b) {
    // Each pair once: half the products.
    const std::size_t half = (degree + 1) / 2;
    const Real pairs = half == 0 ? Real{0} : 2 * convolve(a, a, degree, 0, half - 1);
    own[degree] = degree % 2 == 0 ? pairs + a[half] * a[half] : pairs;
  } else {
    own[degree] = convolve(a, b, degree, 0, degree);
  }
}

template <typename Real>
void TaylorSeries<Real>::extend_function(
    Operation operation, const Real* a, Real* own, Real* second, std::size_t degree) {
  const std::size_t d = degree;
  if (d == 0) {
    own[0] = apply(operation, a[0], a[0]);
    second[0] = second_at(operation, a[0], own[0]);
    return;
  }
  switch (operation) {
    case Operation::sqrt: own[d] = (a[d] - convolve(own, own, d, 1, d - 1)) / (2 * own[0]); break;
    case Operation::exp: own[d] = convolve_slope(a, own, d, 1, d); break;
    case Operation::log: own[d] = (a[d] - convolve_slope(own, a, d, 1, d - 1)) / a[0]; break;
    case Operation::sin:
    case Operation::sinh:
    case Operation::cosh:
      own[d] = convolve_slope(a, second, d, 1, d);
      second[d] = convolve_slope(a, own, d, 1, d);
      if (operation == Operation::sin) second[d] = -second[d];
      break;
    case Operation::cos:
      own[d] = -convolve_slope(a, second, d, 1, d);
      second[d] = convolve_slope(a, own, d, 1, d);
      break;
    case Operation::tan:
    case Operation::tanh:
      own[d] = convolve_slope(a, second, d, 1, d);
      second[d] = convolve(own, own, d, 0, d);
      if (operation == Operation::tanh) second[d] = -second[d];
      break;
    case Operation::atan:
      second[d] = convolve(a, a, d, 0, d);
      own[d] = (a[d] - convolve_slope(own, second, d, 1, d - 1)) / second[0];
      break;
    default: LEAFWISE_DEMAND(false, "not a function of one argument");
  }
}

template class TaylorSeries<double>;
template class TaylorSeries<long double>;

}  // namespace leafwise::integrator::detail
