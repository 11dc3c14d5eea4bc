// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "leafwise/integrator/program.hpp"

namespace leafwise::integrator::detail {

/// Evaluates an operation on numbers. `T` is a scalar or a pack of them with the same functions.
template <typename T>
[[nodiscard]] inline T apply(Operation operation, const T& a, const T& b) {
  using std::atan, std::cos, std::cosh, std::exp, std::log, std::sin, std::sinh, std::sqrt;
  using std::tan, std::tanh;
  switch (operation) {
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return a / b;
    case Operation::negate: return -a;
    case Operation::sqrt: return sqrt(a);
    case Operation::sin: return sin(a);
    case Operation::cos: return cos(a);
    case Operation::tan: return tan(a);
    case Operation::exp: return exp(a);
    case Operation::log: return log(a);
    case Operation::sinh: return sinh(a);
    case Operation::cosh: return cosh(a);
    case Operation::tanh: return tanh(a);
    case Operation::atan: return atan(a);
  }
  return a;
}

}  // namespace leafwise::integrator::detail
