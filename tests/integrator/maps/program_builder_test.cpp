// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/program_builder.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "random_program.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {

TEST_CASE("writing a formula twice adds nothing to a program" * doctest::test_suite("law")) {
  auto generator = tests::make_generator("common subexpressions");
  for (std::uint64_t trial = 0; trial < 100 * tests::multiplier(); ++trial) {
    const std::size_t n = 1 + generator() % 4;
    const std::size_t k = 1 + generator() % 3;
    const tests::RandomFormula formula = tests::random_formula(generator, n, 30, k);
    ProgramBuilder builder(n);
    std::vector<Expression> inputs;
    for (std::size_t i = 0; i < n; ++i) inputs.push_back(builder.input(i));
    const std::vector<Expression> once = evaluate(formula, inputs);
    const std::vector<Expression> again = evaluate(formula, inputs);
    for (std::size_t i = 0; i < k; ++i) CHECK(once[i].number() == again[i].number());
    // Nor does taking a program over into another builder.
    const Program program = builder.build(once);
    const Program copy = builder.build(builder.append(program, inputs));
    CHECK(copy.instructions().size() == program.instructions().size());
    CHECK(program.size() <= builder.build(evaluate(formula, inputs)).size());
  }
}

TEST_CASE("products are not computed twice, and zeros never") {
  ProgramBuilder b(3);
  const Expression x = b.input(0);
  const Expression y = b.input(1);
  // x⁸ and x⁶ share x² and x⁴: 4 products.
  CHECK(b.build(std::vector{pow(x, 8), pow(x, 6)}).instructions().size() == 4);
  CHECK((0.0L * x + y).number() == y.number());
  CHECK((x - x + 1.0L * y).number() == y.number());
  CHECK((-(-x)).number() == x.number());
  CHECK((x + y).number() == (y + x).number());
  CHECK((x - (-y)).number() == (x + y).number());
  CHECK(((x + y) * (y + x)).number() == pow(x + y, 2).number());
  CHECK(b.constant_value(b.constant(2) * 3.0L - 6.0L) == 0);
  // What divides by zero is kept, to show where it is evaluated.
  CHECK_FALSE(b.is_constant(b.constant(1) / 0.0L));
  // d(x²/2) is x itself: nothing to compute; z is in no output.
  ProgramBuilder other(3);
  CompiledMap<double> map(other.build(std::vector{pow(other.input(0), 2) / 2.0L}));
  std::vector<double> f(1);
  std::vector<double> d(3, 5.0);
  map.jacobian(std::vector<double>{3, 4, 5}, f, d);
  CHECK(f[0] == 4.5);
  CHECK(d == std::vector<double>{3, 0, 0});
}

TEST_CASE("the degree of a polynomial is read off its program") {
  const auto degree = [](auto&& write) {
    ProgramBuilder b(2);
    const std::vector<Expression> f = {write(b.input(0), b.input(1))};
    return polynomial_degree(b.build(f));
  };
  CHECK(degree([](auto x, auto) { return 0 * x + 3.0L; }) == 0);
  CHECK(degree([](auto x, auto y) { return x - y / 3.0L; }) == 1);
  CHECK(degree([](auto x, auto y) { return x * x * y - x; }) == 3);
  CHECK(degree([](auto x, auto y) {
          const auto square = (x + y) * (x + y);
          return square * square * square;
        }) == 6);
  CHECK_FALSE(degree([](auto x, auto y) { return x / y; }));
  CHECK_FALSE(degree([](auto x, auto y) { return x + sin(y) * x; }));
}

}  // namespace leafwise::integrator
