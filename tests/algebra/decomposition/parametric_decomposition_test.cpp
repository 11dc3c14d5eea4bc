// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ideals.hpp"
#include "known_primes.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/seed.hpp"

// Components over ℚ(parameters), and what becomes of them when the parameters become numbers.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

using Texts = std::vector<std::string>;
using Shape = std::multiset<std::pair<int, long>>;

struct Case {
  std::string name;
  Texts unknowns;
  Texts parameters;
  Texts equations;
  Shape shape;            ///< dimension and degree over ℚ(parameters)
  Texts conditions = {};  ///< some that must be among those told
};

const std::vector<Case>& cases() {
  static const Texts bars = {"y1", "y2", "y3", "y4"};
  static const std::vector<Case> all = {
      {"circle", {"x", "y"}, {"r"}, {"x^2 + y^2 - r^2"}, {{1, 2}}},
      // Its coupler curve is irreducible for lengths in general.
      {"four-bar", bars, {"a", "b", "c", "d"}, four_bar("a", "b", "c", "d"), {{1, 6}}},
      {"parallelogram", bars, {"a", "b"}, four_bar("a", "b", "a", "b"), {{1, 2}, {1, 4}}},
      {"two points", {"x"}, {"a", "b"}, {"(x - a)*(x - b)"}, {{0, 1}, {0, 1}}},
      {"a point that may leave", {"x"}, {"a"}, {"a*x - 1"}, {{0, 1}}, {"a"}},
      {"a line that may become all", {"x"}, {"a"}, {"a*x"}, {{0, 1}}, {"a"}},
      {"only special parameters", {"x"}, {"a"}, {"a^2 - 2", "x"}, {}, {"a^2 - 2"}},
      {"a square root", {"x"}, {"a"}, {"x^2 - a"}, {{0, 2}}},
      {"lines of a pencil", {"x", "y"}, {"a"}, {"x^2 - a^2*y^2"}, {{1, 1}, {1, 1}}},
      {"dependent equations", {"x", "y"}, {"a"}, {"x + y - 1", "a*x + y - 1"}, {{0, 1}}, {"a - 1"}},
      {"twice", {"x"}, {"a"}, {"(x - a)^2"}, {{0, 1}}},
      {"nothing", {"x", "y"}, {"a"}, {"0"}, {{2, 1}}}};
  return all;
}

Shape shape_of(const Decomposition& found) {
  Shape shape;
  for (const PrimeComponent& component : found.components) {
    shape.emplace(component.dimension, component.degree);
  }
  return shape;
}

Shape shape_of(const std::vector<Ideal>& ideals) {
  Shape shape;
  for (const Ideal& ideal : ideals) {
    shape.emplace(value_of_outcome(ideal.dimension(patient())),
                  value_of_outcome(ideal.degree(patient())));
  }
  return shape;
}

/// Parameters as random fractions.
Polynomials random_values(std::mt19937_64& random, std::size_t count) {
  Polynomials values;
  for (std::size_t i = 0; i < count; ++i) {
    values.emplace_back(
        Rational(small_integer(random, 30), 1 + static_cast<std::int64_t>(random() % 4)));
  }
  return values;
}

struct Family {
  Variables unknowns;
  Variables parameters;
  Polynomials generators;

  [[nodiscard]] Ideal ideal() const {
    Variables all = unknowns;
    all.insert(all.end(), parameters.begin(), parameters.end());
    return {all, generators, test_engine()};
  }
};

/// For parameters that satisfy no condition: each component keeps dimension and degree, and
/// together they are still the zeros of the ideal.
void check_specialised(std::mt19937_64& random, const Family& family, const Decomposition& found) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    const Polynomials values = random_values(random, family.parameters.size());
    INFO("parameters: " << to_text(values));
    const auto special = [&](const Polynomials& polynomials) {
      return replaced(polynomials, family.parameters, values);
    };
    const Polynomials conditions = special(found.parameter_conditions);
    if (std::any_of(conditions.begin(), conditions.end(), [](const auto& condition) {
          return condition.is_zero();
        })) {
      continue;
    }
    const Ideal ideal(family.unknowns, special(family.generators), test_engine());
    std::vector<Ideal> parts;
    parts.reserve(found.components.size());
    for (const PrimeComponent& component : found.components) {
      parts.emplace_back(family.unknowns, special(component.ideal.generators()), test_engine());
    }
    CHECK(shape_of(parts) == shape_of(found));
    const Cover cover = verify_cover(ideal, parts, patient());
    CHECK(cover.contained == Truth::yes);
    CHECK(cover.covers == Truth::yes);
    // The components of the special ideal, grouped by the part that they lie in, are as many points
    // or as much of a curve as that part.
    const Decomposition alone = minimal_primes(ideal, uncached(), patient());
    CHECK(alone.complete);
    for (const PrimeComponent& component : alone.components) {
      CHECK(std::any_of(parts.begin(), parts.end(), [&](const Ideal& part) {
        return value_of_outcome(is_subset(part, component.ideal, patient()));
      }));
    }
  }
}

Family random_family(std::mt19937_64& random) {
  Family family{numbered_variables(2), {}, {}};
  for (const char* name : {"a", "b"}) family.parameters.push_back({Role::parameter, name, 0});
  Variables all = family.unknowns;
  all.insert(all.end(), family.parameters.begin(), family.parameters.end());
  for (std::uint64_t i = 0; i < 1 + random() % 2; ++i) {
    family.generators.push_back(random_sparse(random, all, 2, 3) *
                                random_sparse(random, all, 1, 3));
  }
  return family;
}

TEST_SUITE("law") {
  TEST_CASE("parametric decomposition: known families") {
    auto random = make_generator("parametric decomposition: known families");
    for (const Case& known : cases()) {
      CAPTURE(known.name);
      const TextRing ring(known.unknowns, known.parameters);
      const Ideal ideal = ring.ideal(known.equations);
      const Decomposition found = minimal_primes(ideal, uncached(), patient());
      CAPTURE(result_text(found));
      CHECK(found.complete);
      CHECK(shape_of(found) == known.shape);
      CHECK(found.all_parameter_conditions);
      for (const PrimeComponent& component : found.components) {
        CHECK(component.prime == Truth::yes);
        CHECK(component.verified);
      }
      for (const std::string& text : known.conditions) {
        const Polynomial condition = ring.polynomial(text).primitive();
        CHECK(std::count(found.parameter_conditions.begin(),
                         found.parameter_conditions.end(),
                         condition) == 1);
      }
      for (const Polynomial& condition : found.parameter_conditions) {
        for (const Variable& variable : condition.variables()) {
          CHECK(variable.role == Role::parameter);
        }
      }
      const auto middle =
          ring.variables().begin() + static_cast<std::ptrdiff_t>(known.unknowns.size());
      const Family family{
          {ring.variables().begin(), middle}, {middle, ring.variables().end()}, ideal.generators()};
      check_specialised(random, family, found);
    }
  }

  TEST_CASE("parametric decomposition: random families") {
    auto random = make_generator("parametric decomposition: random families");
    for (std::uint64_t run = 0; run < 15 * multiplier(); ++run) {
      const Family family = random_family(random);
      INFO("ideal: " << to_text(family.generators));
      const Decomposition found = minimal_primes(family.ideal(), uncached(), patient());
      CAPTURE(result_text(found));
      CHECK(found.complete);
      check_specialised(random, family, found);
    }
  }

  // Over the field and in the ring with the parameters; the components of the latter may exist for
  // special parameters only.
  TEST_CASE("parametric decomposition: radical over the field, radical in the ring") {
    struct Known {
      Texts equations;
      Truth over_field;
      Truth in_ring;
    };
    const std::vector<Known> all = {{{"(x - a)*(x - b)"}, Truth::yes, Truth::yes},
                                    {{"(x - a)^2"}, Truth::no, Truth::no},
                                    {{"a*(x - b)^2"}, Truth::no, Truth::no},
                                    {{"a^2*(x - b)"}, Truth::yes, Truth::no},
                                    {{"a*x", "x^2"}, Truth::yes, Truth::no},
                                    {{"a*x^2", "b*x^3", "x^4"}, Truth::no, Truth::no},
                                    {{"a^2*(x^2 - b)", "x^3 - b*x"}, Truth::yes, Truth::no},
                                    {{"a^2", "x^2"}, Truth::yes, Truth::no},
                                    {{"0"}, Truth::yes, Truth::yes}};
    const TextRing ring({"x"}, {"a", "b"});
    for (const Known& known : all) {
      CAPTURE(known.equations.front());
      const Ideal ideal = ring.ideal(known.equations);
      CHECK(minimal_primes(ideal, uncached(), patient()).radical_input == known.over_field);
      DecompositionOptions options = uncached();
      options.parameters_in_field = false;
      CHECK(minimal_primes(ideal, options, patient()).radical_input == known.in_ring);
    }
  }

  // ℚ(parameters) is perfect: the ideal is radical over it iff it is so for almost all numbers.
  TEST_CASE("parametric decomposition: radical over the field, radical for random numbers") {
    auto random = make_generator("parametric decomposition: radical");
    for (std::uint64_t run = 0; run < 15 * multiplier(); ++run) {
      Family family = random_family(random);
      if (run % 3 == 0) family.generators.front() = family.generators.front().pow(2);
      INFO("ideal: " << to_text(family.generators));
      const Decomposition over_field = minimal_primes(family.ideal(), uncached(), patient());
      CHECK(over_field.radical_input != Truth::unknown);
      // Exceptions are the zeros of polynomials whose degrees are far below the billion values.
      Polynomials values;
      for (std::size_t i = 0; i < family.parameters.size(); ++i) {
        values.emplace_back(Rational(static_cast<std::int64_t>(random() % 1'000'000'000)));
      }
      INFO("parameters: " << to_text(values));
      const Ideal special(
          family.unknowns, replaced(family.generators, family.parameters, values), test_engine());
      const Decomposition alone = minimal_primes(special, uncached(), patient());
      CHECK(over_field.radical_input == alone.radical_input);
      DecompositionOptions options = uncached();
      options.parameters_in_field = false;
      const Decomposition in_ring = minimal_primes(family.ideal(), options, patient());
      CHECK(in_ring.parameter_conditions.empty());
      CHECK(over_field.components.size() <= in_ring.components.size());
      if (in_ring.radical_input == Truth::yes) CHECK(over_field.radical_input == Truth::yes);
    }
  }

  // Points x = a, 2a, …, which become one at a = 0.
  TEST_CASE("parametric decomposition: it says when components were not compared") {
    const TextRing ring({"x"}, {"a"});
    for (const auto& [count, compared] :
         std::vector<std::pair<int, bool>>{{3, true}, {31, false}}) {
      CAPTURE(count);
      std::string product = "x - a";
      for (int i = 2; i <= count; ++i)
        product = "(" + product + ")*(x - " + std::to_string(i) + "*a)";
      const Ideal points = ring.ideal(Texts{product});
      const Decomposition found = minimal_primes(points, {}, patient());
      CHECK(found.complete);
      CHECK(found.components.size() == static_cast<std::size_t>(count));
      CHECK(found.all_parameter_conditions == compared);
      if (compared) CHECK(found.parameter_conditions == Polynomials{ring.polynomial("a")});
      const Decomposition again = minimal_primes(points, {}, patient());
      CHECK(again.from_cache);
      CHECK(again.all_parameter_conditions == compared);
    }
  }

  TEST_CASE("parametric decomposition: parameters alone") {
    const TextRing ring({}, {"a", "b"});
    const Decomposition found =
        minimal_primes(ring.ideal(Texts{"a*b", "a^2 - a"}), uncached(), patient());
    CHECK(found.complete);
  }
}

}  // namespace
