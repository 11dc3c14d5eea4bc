// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/parser.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "support/seed.hpp"

// What is written is read back the same: from_json(to_json(d)) == d.
namespace leafwise::tests {
namespace {

using namespace pipeline;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

/// Any report that could be written, of names that it declares.
class RandomReport {
 public:
  explicit RandomReport(std::mt19937_64& random) : random_(random) {}

  DecompositionReport operator()() {
    DecompositionReport report;
    report.version = "1.2";
    report.title = text();
    report.sha256 = "ab";
    report.independent = "t";
    report.unknowns = {"x", "y"};
    report.orders = {{"x", 2}, {"y", 1}, {"w1", 0}, {"lambda1", 0}};
    report.parameters = {{"a", "symbolic"}, {"b", "1/3"}};
    if (coin()) report.auxiliary = {{"w1", algebra::parse_expression("sqrt(1 + x^2)/2", scope())}};
    report.definitions = polynomials();
    report.completed_by = coin() ? CompletedBy::linear : CompletedBy::elimination;
    report.complete = coin();
    report.reason = report.complete ? "" : "a limit: " + text();
    if (coin()) report.incidents = {{text(), "cache", "time"}};
    report.redundant = texts();
    report.seconds = 1e-6 * static_cast<double>(below(1'000'000'000));
    report.seed = random_();
    for (std::size_t i = below(4); i > 0; --i) report.leaves.push_back(leaf());
    report.tree = node("root", 3);
    if (coin()) add_start(report);
    return report;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool coin() { return below(2) == 0; }

  static algebra::Scope scope() {
    algebra::Scope scope;
    scope.declare("t", Role::independent);
    scope.declare("x", Role::unknown);
    scope.declare("y", Role::unknown);
    return scope;
  }
  std::string text() {
    const std::vector<std::string> pieces = {"a", "\"", "\n", "\\", " ", "é", "\x01", "x''"};
    std::string result;
    for (std::size_t i = below(6); i > 0; --i) result += pieces.at(below(pieces.size()));
    return result;
  }
  Texts texts() {
    Texts result;
    for (std::size_t i = below(3); i > 0; --i) result.push_back(text());
    return result;
  }
  Variable variable() {
    const std::vector<Variable> all = {{Role::independent, "t", 0},
                                       {Role::parameter, "a", 0},
                                       {Role::unknown, "x", 0},
                                       {Role::unknown, "x", 1},
                                       {Role::unknown, "y", 5},
                                       {Role::unknown, "w1", 0},
                                       {Role::unknown, "lambda1", 0}};
    return all.at(below(all.size()));
  }
  Polynomial polynomial() {
    Polynomial sum;
    for (std::size_t i = below(5); i > 0; --i) {
      auto number = static_cast<std::int64_t>(below(2'000'000'000)) - 1'000'000'000;
      Polynomial term(algebra::Rational(number, static_cast<std::int64_t>(1 + below(3))));
      for (std::size_t k = below(4); k > 0; --k) {
        term = term * Polynomial(variable()).pow(static_cast<unsigned>(1 + below(3)));
      }
      sum += term;
    }
    return sum.is_zero() ? sum : sum.primitive();
  }
  std::vector<Polynomial> polynomials() {
    std::vector<Polynomial> result;
    for (std::size_t i = below(4); i > 0; --i) result.push_back(polynomial());
    return result;
  }
  std::vector<Variable> variables() {
    std::vector<Variable> result;
    for (std::size_t i = below(4); i > 0; --i) result.push_back(variable());
    return result;
  }
  std::optional<int> number() {
    if (coin()) return std::nullopt;
    return static_cast<int>(below(9)) - 1;
  }
  Truth truth() {
    const std::vector<Truth> all = {Truth::no, Truth::yes, Truth::unknown};
    return all.at(below(3));
  }

  /// With the leaf at the start, beside a completion or alone.
  void add_start(DecompositionReport& report) {
    report.start = start();
    const auto extent = static_cast<Knowledge::Extent>(below(3));
    report.knowledge = Knowledge{extent, extent == Knowledge::Extent::cut ? below(1000) : 0};
    if (coin()) report.choice = choice();
    if (coin()) return;
    report.leaves.clear();
    report.completed_by = CompletedBy::nothing;
    report.tree.operation = "local";
  }
  StartOption option() {
    StartOption option;
    for (std::size_t i = below(4); i > 0; --i) option.values[start_jet()] = any_double();
    if (coin()) option.leaf = "g2";
    return option;
  }
  StartChoice choice() {
    StartChoice choice;
    choice.by_guess = coin();
    if (choice.by_guess) choice.chosen = option();
    if (choice.by_guess || coin()) choice.is_only_one = choice.by_guess ? Truth::no : truth();
    for (std::size_t i = below(3); i > 0; --i) choice.others.push_back(option());
    choice.is_cut = coin();
    return choice;
  }
  double any_double() {
    return std::ldexp(static_cast<double>(random_()), -static_cast<int>(below(130)));
  }
  unsigned few() { return static_cast<unsigned>(1 + below(4)); }
  StartLeaf start() {
    StartLeaf leaf;
    leaf.standing = static_cast<StartStanding>(below(3));
    if (coin()) leaf.reason = text() + ".";
    if (leaf.is_usable() || coin()) {
      leaf.size = StartSize{static_cast<int>(few()), static_cast<int>(below(3)), {}, 3};
      if (coin()) leaf.size->degrees_of_freedom = 2;
    }
    for (std::size_t i = below(3); i > 0; --i) leaf.hidden.push_back({few(), text(), few()});
    for (std::size_t i = below(3); i > 0; --i) {
      leaf.redundant.push_back({few(), text(), static_cast<unsigned>(below(3))});
    }
    for (std::size_t i = below(3); i > 0; --i) leaf.combined.push_back(combined());
    leaf.numeric = texts();
    if (leaf.standing == StartStanding::proved) leaf.precision = 64;
    for (std::size_t i = below(5); i > 0; --i) {
      leaf.point.push_back({start_jet(), any_double(), any_double(), coin()});
      if (coin()) leaf.point.back().value = std::nullopt;
    }
    if (coin()) leaf.residual = any_double();
    if (coin()) leaf.moved = any_double();
    leaf.seconds = {{"structure", any_double()}, {"point", any_double()}};
    return leaf;
  }
  Variable start_jet() {
    const std::vector<Variable> all = {
        {Role::unknown, "x", 2}, {Role::unknown, "y", 7}, {Role::unknown, "lambda1", 0}};
    return all.at(below(all.size()));
  }
  StartCombined combined() {
    StartCombined line{few(), text(), {}, {}};
    if (coin()) line.put_in = "x''";
    for (std::size_t i = below(4); i > 0; --i) {
      StartCombined::Row row{text(), few(), std::nullopt};
      if (line.put_in.empty() && coin()) {
        row.coefficient = algebra::parse_expression("-x'*sin(t + 2/3*y)/(1 + x^2)", scope());
      }
      line.rows.push_back(row);
    }
    return line;
  }

  Leaf leaf() {
    Leaf leaf;
    leaf.name = coin() ? "here" : "g" + std::to_string(1 + below(9));
    // Only the leaf of a run has two names.
    if (leaf.name == "here" && coin()) leaf.alias = "g2";
    leaf.status = static_cast<LeafStatus>(below(5));
    leaf.equations.base = {variables(), polynomials()};
    leaf.equations.linear = {variables(), polynomials()};
    if (coin()) leaf.equations.full = Relations{variables(), polynomials()};
    leaf.equations.constraints = polynomials();
    leaf.equations.hidden = polynomials();
    if (coin()) leaf.equations.critical = {polynomials(), polynomials()};
    for (const LeafFact& fact : leaf_facts) leaf.numbers.*fact.value = number();
    leaf.numbers.free = texts();
    leaf.numbers.rounds = static_cast<int>(below(5));
    if (coin()) leaf.numbers.motion = coin() ? Motion::free : Motion::determined;
    leaf.proofs = {truth(), truth(), truth(), truth(), truth(), {}, truth(), {}, coin()};
    leaf.proofs.real = {truth(), truth(), text(), {}};
    if (coin()) leaf.proofs.real.sample = {{"x", text()}, {"y", text()}};
    leaf.proofs.verified_by = texts();
    leaf.proofs.probable = texts();
    leaf.origin = {texts(), texts(), coin() ? "g1" : "", {texts(), texts()}};
    // Whether it is essential is asked of singular solutions only.
    leaf.proofs.essential = leaf.origin.inside.empty() ? Truth::unknown : truth();
    return leaf;
  }

  ReportNode node(const std::string& name, unsigned depth) {
    ReportNode node{name, text(), text(), polynomials(), 0, coin() ? "g1" : "", {}, number()};
    node.seconds = 1e-6 * static_cast<double>(below(1000));
    for (std::size_t i = depth == 0 ? 0 : below(3); i > 0; --i) {
      node.children.push_back(
          this->node(name + "." + std::to_string(node.children.size() + 1), depth - 1));
    }
    return node;
  }

  std::mt19937_64& random_;
};

/// Numbers of seconds are written in microseconds.
void round_seconds(ReportNode& node) {
  node.seconds = 0;
  for (ReportNode& child : node.children) round_seconds(child);
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("a decomposition is read back as it was written: any") {
    auto random = make_generator("a decomposition is read back");
    RandomReport any(random);
    for (std::uint64_t i = 0; i < 200 * multiplier(); ++i) {
      DecompositionReport report = any();
      const std::string written = decomposition_json(report);
      CAPTURE(written);
      DecompositionReport read = read_decomposition("saved.json", written);
      CHECK(read.file == "saved.json");
      report.file = read.file;
      // In microseconds both are the same decimal; the report's was a product.
      CHECK(read.seconds == doctest::Approx(report.seconds));
      report.seconds = read.seconds;
      round_seconds(report.tree);
      round_seconds(read.tree);
      REQUIRE(read == report);
    }
  }

  TEST_CASE("a decomposition is read back as it was written: of examples") {
    for (const std::string example : {"pendulum_angle",
                                      "clairaut",
                                      "branch_dependent_index",
                                      "inconsistent",
                                      "underdetermined",
                                      "pendulum_mechanics",
                                      "stiff_spring_pendulum",
                                      "kepler"}) {
      CAPTURE(example);
      const Problem problem = read_problem(SourceFile::read(
          std::filesystem::path(std::string(LEAFWISE_EXAMPLES) + "/" + example + ".toml")));
      const algebra::DifferentialSystem system = system_from(problem.model);
      algebra::CompletionOptions options;
      options.use_cache = false;
      options.critical = true;
      const algebra::Completion completion = algebra::complete(system, options, {});
      DecompositionReport report = report_on(problem, system, completion, {}, {});
      const std::string written = decomposition_json(report);
      DecompositionReport read = read_decomposition(report.file, written);
      CHECK(decomposition_json(read) == written);
      round_seconds(report.tree);
      round_seconds(read.tree);
      CHECK(read == report);
      for (const Leaf& leaf : read.leaves) CHECK_NOTHROW(demand_polynomials(read, leaf));
    }
  }
}

}  // namespace leafwise::tests
