// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "local/local_cases.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {

namespace {

using namespace algebra;      // NOLINT(google-build-using-namespace)
using namespace local_cases;  // NOLINT(google-build-using-namespace)

/// x1, …, xn on spheres about each other, with functions, of random numbers.
AnalyticSystem random_system(std::mt19937_64& random, Texts& unknowns) {
  const auto number = [&] { return std::to_string(1 + random() % 9); };
  const std::size_t size = 2 + random() % 4;
  Texts equations;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string name = "x" + std::to_string(i);
    const std::string next = "x" + std::to_string((i + 1) % size);
    unknowns.push_back(name);
    equations.push_back(name + "'' + " + number() + "*sin(" + next + ") + " + name + "*l/" +
                        number());
  }
  unknowns.push_back("l");
  std::string constraint;
  for (std::size_t i = 0; i < size; ++i) {
    constraint += (i == 0 ? "" : " + ") + unknowns[i] + "^2*" + number();
  }
  equations.push_back(constraint + " = " + number());
  return plain(unknowns, equations);
}

}  // namespace

TEST_CASE("what is proved is accepted, and of no other system") {
  auto random = make_generator("local proofs");
  unsigned proved = 0;
  for (unsigned number = 0; number < 12 * multiplier(); ++number) {
    Texts unknowns;
    const AnalyticSystem system = random_system(random, unknowns);
    const LocalLeaf leaf =
        complete_locally(system, start_of(unknowns, {}, {{"x0", "1"}, {"x1'", "0.5"}}));
    CHECK(leaf.proof.has_value() == (leaf.one_leaf == Truth::yes));
    if (!leaf.proof) continue;
    ++proved;
    const ProofCheck check = check_local_proof(system, *leaf.proof);
    CHECK_MESSAGE(check.accepted, check.why_not);
    CHECK(check.numbers.dimension == leaf.dimension);
    CHECK(check.numbers.freedom == leaf.freedom);
    CHECK(check.numbers.index_at_most <= leaf.index_at_most);
    // One line is another: its residual at the centre is 1, and it was 0.
    AnalyticSystem other = system;
    Expression& line = other.equations[random() % other.equations.size()].residual;
    line = line + Expression::number(Rational(1));
    CHECK_FALSE(check_local_proof(other, *leaf.proof).accepted);
    // A term of higher order, however small, is another structure.
    other = system;
    Expression& higher = other.equations.back().residual;
    higher = higher + Expression::number(Rational(1, 1000000000)) *
                          Expression::variable({Role::unknown, unknowns[0], 3});
    CHECK_FALSE(check_local_proof(other, *leaf.proof).accepted);
  }
  CHECK(proved > 6);
}

TEST_CASE(
    "lines that follow from others do so to the order that is said, and no further is asked") {
  auto random = make_generator("redundant lines");
  // An integral beside its rate, a kept quantity beside the motion, derivatives beyond the box.
  const std::vector<Texts> families = {{"x' - y", "y' + x*exp(z)", "z' - cos(t)", "z - sin(t) - 2"},
                                       {"x' - y", "x^2 + y^2 - 4", "y' + x"},
                                       {"x - sin(t)", "y - x^2", "y'' - 2*cos(t)^2 + 2*x*sin(t)"}};
  for (unsigned number = 0; number < 12 * multiplier(); ++number) {
    const Texts& equations = families[number % families.size()];
    const bool has_z = equations.size() == 4;
    const Texts unknowns = has_z ? Texts{"x", "y", "z"} : Texts{"x", "y"};
    Values start;
    if (has_z) start = {{"x", "0.5"}, {"y", "1"}, {"z", "2"}};
    if (number % 3 == 1) start = {{"x", "1.2"}, {"y", "1.6"}};
    const AnalyticSystem system = plain(unknowns, equations);
    const LocalLeaf leaf = complete_locally(system, start_of(unknowns, start, {}));
    REQUIRE_MESSAGE(leaf.one_leaf == Truth::yes, leaf.reason);
    REQUIRE(leaf.redundant.size() == 1);
    REQUIRE(leaf.proof.has_value());
    REQUIRE(leaf.proof->order == leaf.redundant[0].order);
    const ProofCheck check = check_local_proof(system, *leaf.proof);
    CHECK_MESSAGE(check.accepted, check.why_not);
    // The curve goes along t and free jets: t^k leaves the leaf at order k.
    const auto later = [&](unsigned order) {
      Texts others = equations;
      others.at(leaf.redundant[0].line - 1) += " + t^" + std::to_string(order) + "/1000000007";
      return check_local_proof(plain(unknowns, others), *leaf.proof).accepted;
    };
    CHECK_FALSE(later(1 + static_cast<unsigned>(random() % leaf.proof->order)));
    CHECK_FALSE(later(leaf.proof->order));
    CHECK(later(leaf.proof->order + 1));
  }
}

TEST_CASE("a regular array with a singular top matrix is no proof") {
  // Campbell and Gear's trap: x = 1, x' = 0 hides nothing more, but J must be what is certified.
  // Here x is given twice, in disguise: the box is a solution, and the offsets of a proof that is
  // made up fit.
  const Texts unknowns = {"x", "y"};
  const AnalyticSystem system = plain(unknowns, {"x + y - 2", "2*x + 2*y - 4"});
  LocalProof proof;
  proof.time = "0*2^0";
  proof.bits = 96;
  proof.lines = {{0, 0}, {1, 0}};
  proof.unknowns = {{"x", 0}, {"y", 0}};
  proof.box = {{"x", 0, "1*2^0", "1*2^-40"}, {"y", 0, "1*2^0", "1*2^-40"}};
  proof.stages = {{{{"1*2^0", "0*2^0"}, {"0*2^0", "1*2^-1"}}, {}, {}, {}}};
  CHECK_FALSE(check_local_proof(system, proof).accepted);
  // The same with a second line that is independent is one.
  CHECK(check_local_proof(plain(unknowns, {"x + y - 2", "2*x - 2*y"}), proof).accepted == false);
  proof.stages[0].inverse = {{"1*2^-1", "1*2^-2"}, {"1*2^-1", "-1*2^-2"}};
  CHECK(check_local_proof(plain(unknowns, {"x + y - 2", "2*x - 2*y"}), proof).accepted);
}

TEST_CASE("a box that leaves the domain of a function proves nothing") {
  // x is in [-1, 3] then: the slopes are not known, although they are at the centre.
  for (const std::string name : {"sqrt(x)", "log(x)", "1/x"}) {
    const Texts unknowns = {"x", "y"};
    const AnalyticSystem system = plain(unknowns, {"x - 1", "y - " + name});
    LocalProof proof;
    proof.time = "0*2^0";
    proof.bits = 96;
    proof.lines = {{0, 0}, {1, 0}};
    proof.unknowns = {{"x", 0}, {"y", 0}};
    const Dyadic there = name == "log(x)" ? "0*2^0" : "1*2^0";
    proof.box = {{"x", 0, "1*2^0", "1*2^-40"}, {"y", 0, there, "1*2^-10"}};
    proof.stages = {{{{"1*2^0", "0*2^0"}, {"0*2^0", "1*2^0"}}, {}, {}, {}}};
    CHECK(check_local_proof(system, proof).accepted);
    proof.box[0].radius = "2*2^0";
    CHECK_FALSE(check_local_proof(system, proof).accepted);
  }
}

}  // namespace leafwise::tests
