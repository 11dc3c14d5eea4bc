// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions as numbers: all of it is ProgramBuilder::make.
#include "leafwise/integrator/program_builder.hpp"

namespace leafwise::integrator {
namespace {

Expression combine(Operation operation, Expression a, Expression b) {
  return a.builder().make(operation, a, b);
}
Expression call(Operation operation, Expression a) {
  return a.builder().make(operation, a);
}

}  // namespace

Expression operator+(Expression a, Expression b) {
  return combine(Operation::add, a, b);
}
Expression operator-(Expression a, Expression b) {
  return combine(Operation::subtract, a, b);
}
Expression operator*(Expression a, Expression b) {
  return combine(Operation::multiply, a, b);
}
Expression operator/(Expression a, Expression b) {
  return combine(Operation::divide, a, b);
}
Expression operator-(Expression a) {
  return call(Operation::negate, a);
}
Expression operator+(Expression a, long double b) {
  return a + a.builder().constant(b);
}
Expression operator-(Expression a, long double b) {
  return a - a.builder().constant(b);
}
Expression operator*(Expression a, long double b) {
  return a * a.builder().constant(b);
}
Expression operator/(Expression a, long double b) {
  return a / a.builder().constant(b);
}
Expression operator+(long double a, Expression b) {
  return b.builder().constant(a) + b;
}
Expression operator-(long double a, Expression b) {
  return b.builder().constant(a) - b;
}
Expression operator*(long double a, Expression b) {
  return b.builder().constant(a) * b;
}
Expression operator/(long double a, Expression b) {
  return b.builder().constant(a) / b;
}
Expression pow(Expression a, int exponent) {
  return a.builder().power(a, exponent);
}
Expression sqrt(Expression a) {
  return call(Operation::sqrt, a);
}
Expression sin(Expression a) {
  return call(Operation::sin, a);
}
Expression cos(Expression a) {
  return call(Operation::cos, a);
}
Expression tan(Expression a) {
  return call(Operation::tan, a);
}
Expression exp(Expression a) {
  return call(Operation::exp, a);
}
Expression log(Expression a) {
  return call(Operation::log, a);
}
Expression sinh(Expression a) {
  return call(Operation::sinh, a);
}
Expression cosh(Expression a) {
  return call(Operation::cosh, a);
}
Expression tanh(Expression a) {
  return call(Operation::tanh, a);
}
Expression atan(Expression a) {
  return call(Operation::atan, a);
}

}  // namespace leafwise::integrator
