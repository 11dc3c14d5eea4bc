// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/completion.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "differential_systems.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

using Json = nlohmann::json;

// What takes more than a second somewhere, each a test of its own.
constexpr std::array<std::string_view, 3> long_ones = {"discharge", "fb_g1_s", "fb_reg_s"};

const Json& known_systems() {
  static const Json systems = [] {
    std::ifstream stream(LEAFWISE_TEST_DATA "/completion/systems.json");
    REQUIRE(stream.good());
    return Json::parse(stream).at("systems");
  }();
  return systems;
}

JetReader reader_of(const Json& known) {
  return JetReader(known.at("unknowns").get<Texts>(),
                   known.at("independent").get<std::string>(),
                   known.at("parameters").get<Texts>());
}

std::vector<Polynomial> read_all(const Json& known, const Json& texts) {
  const JetReader reader = reader_of(known);
  std::vector<Polynomial> polynomials;
  for (const Json& text : texts) polynomials.push_back(reader.read(text.get<std::string>()));
  return polynomials;
}

DifferentialSystem system_from(const Json& known) {
  DifferentialSystem system = system_of(known.at("unknowns").get<Texts>(),
                                        read_all(known, known.at("equations")),
                                        known.at("orders").get<Orders>());
  system.independent = {Role::independent, known.at("independent").get<std::string>(), 0};
  return system;
}

bool fits(const Leaf& leaf, const Json& known) {
  return leaf.dimension == known.at("dimension").get<int>() &&
         leaf.freedom == known.at("freedom").get<int>() &&
         (known.at("rounds").is_null() || leaf.rounds == known.at("rounds").get<int>());
}

std::string describe(const Leaf& leaf) {
  return "dimension " + std::to_string(leaf.dimension) + ", freedom " +
         std::to_string(leaf.freedom) + ", rounds " + std::to_string(leaf.rounds);
}

bool is_this_ideal(const Leaf& leaf, const std::vector<Polynomial>& generators) {
  const Ideal full = value_of_outcome(full_ideal(leaf, patient()));
  const Ideal expected(full.variables(), generators, full.engine());
  return value_of_outcome(is_equal(full, expected, patient()));
}

/// Each known leaf is found, another one for each.
void check_leaves(const Json& known, const Completion& found) {
  std::vector<Leaf> open = found.leaves;
  for (const Json& leaf : known.at("leaves")) {
    const auto match = std::find_if(open.begin(), open.end(), [&](const Leaf& candidate) {
      return fits(candidate, leaf) &&
             (!leaf.contains("generators") ||
              is_this_ideal(candidate, read_all(known, leaf.at("generators"))));
    });
    CHECK_MESSAGE(match != open.end(), "missing: " << leaf.dump());
    if (match != open.end()) open.erase(match);
  }
  for (const Leaf& leaf : open) FAIL_CHECK("not known: " << describe(leaf));
}

void check_known(const Json& known) {
  CAPTURE(known.at("name").get<std::string>());
  const bool is_short = known.value("short", false);
  const Completion found = completed(
      system_from(known), is_short ? Limits().spend(std::chrono::seconds(10)) : patient());
  CAPTURE(found.reason);
  if (!is_short) CHECK(found.complete);
  check_leaves(known, found);
  for (const Leaf& leaf : found.leaves) {
    CHECK(leaf.prime == Truth::yes);
    if (!is_short) CHECK(leaf.rank_drops_followed == Truth::yes);
    CHECK((leaf.status == LeafStatus::underdetermined) == (leaf.freedom > 0));
    CHECK_FALSE(leaf.name.empty());
  }
}

void check_named(std::string_view name) {
  const auto known = std::find_if(known_systems().begin(),
                                  known_systems().end(),
                                  [&](const Json& one) { return one.at("name") == name; });
  REQUIRE(known != known_systems().end());
  check_known(*known);
}

TEST_SUITE("law") {
  TEST_CASE("completion of known systems: short ones") {
    CHECK(known_systems().size() > long_ones.size());
    for (const Json& known : known_systems()) {
      const auto& name = known.at("name").get_ref<const std::string&>();
      if (std::count(long_ones.begin(), long_ones.end(), name) == 0) check_known(known);
    }
  }

  TEST_CASE("completion of known systems: a parallelogram with multipliers") {
    check_named("fb_g1_s");
  }

  TEST_CASE("completion of known systems: a four-bar linkage with multipliers") {
    check_named("fb_reg_s");
  }

  TEST_CASE("completion of known systems: the discharge pressure problem") {
    check_named("discharge");
  }
}

struct Shape {
  std::string_view name;
  Texts unknowns;
  Texts equations;
  std::vector<std::tuple<int, int, int>> leaves;  ///< dimension, freedom, rounds
};

void check_shape(const Shape& shape) {
  CAPTURE(shape.name);
  const Completion found = completed(read_system(shape.unknowns, shape.equations));
  CHECK(found.complete);
  CHECK(found.reason.empty());
  std::vector<std::tuple<int, int, int>> leaves;
  for (const Leaf& leaf : found.leaves) {
    if (leaf.status == LeafStatus::inconsistent) continue;
    leaves.emplace_back(leaf.dimension, leaf.freedom, leaf.rounds);
    CHECK(leaf.prime == Truth::yes);
    CHECK(full_ideal(leaf, patient()).has_value());
  }
  CHECK(leaves == shape.leaves);
}

TEST_SUITE("unit") {
  TEST_CASE("completion of odd shapes") {
    const std::vector<Shape> shapes = {
        {"nothing", {}, {}, {{1, 0, 0}}},
        {"no unknowns, 0 = 0", {}, {"0"}, {{1, 0, 0}}},
        {"no unknowns, 1 = 0", {}, {"1"}, {}},
        {"the independent variable is not constant", {}, {"t - 1"}, {}},
        {"no equations", {"x"}, {}, {{1, 1, 0}}},
        {"0 = 0", {"x"}, {"0", "x' - x"}, {{2, 0, 0}}},
        {"1 = 0", {"x"}, {"x' - x", "1"}, {}},
        {"two values", {"x"}, {"x", "x - 1"}, {}},
        {"a slope against a value", {"x"}, {"x' - 1", "x"}, {}},
        {"t = 0 along solutions", {"x"}, {"x' - x", "t*(t - 1)"}, {}},
        {"an unknown that is nowhere", {"x", "y"}, {"x' - x"}, {{2, 1, 0}}},
        {"one equation many times", {"x"}, {"x' - x", "2*x' - 2*x", "x' - x"}, {{2, 0, 0}}},
        {"order 9", {"x", "y"}, {"der(x, 9) - y", "y - x"}, {{10, 0, 0}}},
        {"order 9 and a constraint", {"x", "y"}, {"der(x, 9) - y", "x - t"}, {{1, 0, 9}}},
        {"not real", {"x"}, {"x^2 + 1"}, {{1, 0, 0}}},
        {"a rank drop that counts", {"a", "b"}, {"a' - a", "a*(b' + 2*b)"}, {{3, 0, 0}, {2, 1, 0}}},
        {"a product", {"x", "w"}, {"x*w"}, {{2, 1, 0}, {1, 1, 0}}}};
    for (const Shape& shape : shapes) check_shape(shape);
  }

  TEST_CASE("completion: rows that go on where those found lose rank") {
    const Completion waves = completed(read_system({"y"}, {"y'^2 + y^2 - 1", "y'*y'' + y*y'"}));
    REQUIRE(waves.leaves.size() == 3);
    const Leaf& general = waves.leaves.front();
    CHECK(general.dimension == 2);
    CHECK_FALSE(general.has_rank_drops);
    CHECK_FALSE(general.needs_saturation);
    REQUIRE(general.linear.size() == 1);
    CHECK(general.linear.front() == JetReader({"y"}).read("y'' + y"));
    // What is left loses rank where y^2 + 1 = 0, over the complex numbers.
    const Completion pair =
        completed(read_system({"y", "w"}, {"w^2 + y^2 - 4", "(y^2 + 1)*y'*y'' + w*y*y'"}));
    REQUIRE_FALSE(pair.leaves.empty());
    const Leaf& leaf = pair.leaves.front();
    REQUIRE(leaf.linear.size() == 1);
    Leaf unsaturated = leaf;
    unsaturated.needs_saturation = false;
    const Ideal ideal = value_of_outcome(full_ideal(unsaturated, patient()));
    const Polynomial row = JetReader({"y", "w"}).read("y^2*y'' + y'' + w*y");
    CHECK(value_of_outcome(ideal.contains(row, patient())));
  }

  TEST_CASE("completion drops leaves on which an inequation vanishes") {
    const JetReader reader({"x", "w"});
    const auto dimensions = [&](const std::string& inequation) {
      DifferentialSystem system = read_system({"x", "w"}, {"x*w"});
      system.inequations = {reader.read(inequation)};
      std::vector<int> result;
      for (const Leaf& leaf : completed(system).leaves) result.push_back(leaf.dimension);
      return result;
    };
    CHECK(dimensions("x") == std::vector<int>{2});
    // That w = 0 shows only where x is not 0.
    CHECK(dimensions("w") == std::vector<int>{1});
    CHECK(dimensions("w - 1") == std::vector<int>{2, 1});
    // −1: inconsistent
    CHECK(dimensions("x*w") == std::vector<int>{-1});
  }

  TEST_CASE("completion of an explicit equation is proved without computing") {
    const Completion found = completed(read_system({"x", "y"}, {"x' - y", "y' + x^2"}));
    REQUIRE(found.leaves.size() == 1);
    CHECK(found.leaves.front().absolutely_prime == Truth::yes);
    CHECK(found.leaves.front().verified);
  }

  TEST_CASE("completion of many linear equations") {
    constexpr int count = 300;
    Texts unknowns;
    Texts equations;
    for (int i = 0; i < count; ++i) unknowns.push_back("x" + std::to_string(i));
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      equations.push_back(unknowns[at] + "' - " + unknowns[(at + 1) % unknowns.size()] + " + t");
    }
    const Completion found = completed(read_system(unknowns, equations));
    CHECK(found.complete);
    REQUIRE(found.leaves.size() == 1);
    CHECK(found.leaves.front().dimension == count + 1);
    CHECK(found.leaves.front().freedom == 0);
  }

  TEST_CASE("completion of a thousand algebraic equations: sparse rows stay sparse") {
    constexpr std::size_t count = 1000;
    Texts unknowns;
    for (std::size_t i = 0; i < count; ++i) unknowns.push_back("x" + std::to_string(i));
    const auto chain = [&](const std::string& last) {
      Texts equations;
      for (std::size_t i = 0; i + 1 < count; ++i) {
        equations.push_back(unknowns[i] + " + " + unknowns[i + 1] + " - " + std::to_string(i));
      }
      equations.push_back(last);
      return completed(read_system(unknowns, equations));
    };
    const Completion one = chain("x0 - 2*x999 - 1");
    REQUIRE(one.leaves.size() == 1);
    CHECK(one.complete);
    CHECK(one.leaves.front().rank == static_cast<int>(count));
    CHECK(one.leaves.front().freedom == 0);
    const Completion many = chain("x3 + x4 - 3");  // said before
    REQUIRE(many.leaves.size() == 1);
    CHECK(many.leaves.front().status == LeafStatus::underdetermined);
    CHECK(many.leaves.front().freedom == 1);
    const Completion none = chain("x3 + x4 - 4");
    REQUIRE(none.leaves.size() == 1);
    CHECK(none.leaves.front().status == LeafStatus::inconsistent);
    CHECK(none.leaves.front().because == Texts{"equation 4", "equation 1000"});
  }

  TEST_CASE("completion without time says so") {
    const DifferentialSystem system = read_system({"x", "y"}, {"x'^2 + y^2 - 1", "x*y' - t"});
    const Completion found = completed(system, Limits::within(std::chrono::milliseconds(0)));
    CHECK_FALSE(found.complete);
    CHECK_FALSE(found.reason.empty());
    CHECK(complete_by_elimination(
              system, test_completion_options(), Limits::within(std::chrono::milliseconds(0)))
              .is_unable());
  }
}

}  // namespace
