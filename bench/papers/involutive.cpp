// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 003, sections 3.3 to 4.3 and 7: what is hidden in the systems.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "leaf_runs.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "sections.hpp"

namespace leafwise::papers {
namespace {

using algebra::Ideal;
using algebra::Limits;
using algebra::Polynomial;
using algebra::Variable;

Limits some_time() {
  return Limits::within(std::chrono::minutes(1));
}

algebra::Leaf only_leaf(const pipeline::Problem& problem,
                        const std::map<std::string, unsigned>& orders = {}) {
  algebra::DifferentialSystem system = pipeline::system_from(problem.model);
  pipeline::raise_orders(orders, problem.model, system);
  algebra::CompletionOptions options;
  options.use_cache = false;
  options.engine = algebra::Engine(std::filesystem::path(LEAFWISE_WORKER));
  options.patience = std::chrono::seconds(5);
  const algebra::Completion found = algebra::complete(system, options, some_time());
  std::optional<algebra::Leaf> leaf;
  for (const algebra::Leaf& candidate : found.leaves) {
    if (candidate.status == algebra::LeafStatus::inconsistent) continue;
    if (leaf) throw std::runtime_error(problem.source.title + ": more than one leaf");
    leaf = candidate;
  }
  if (!leaf) throw std::runtime_error(problem.source.title + ": no leaf");
  return *leaf;
}

pipeline::Problem equations_of(const std::string& unknowns,
                               const std::string& equations,
                               const std::string& parameters = "") {
  return problem_of("independent = \"x\"\nunknowns = [" + unknowns + "]\nequations = [" +
                    equations + "]\n[parameters]\n" + parameters);
}

bool is_full_ideal(const algebra::Leaf& leaf, const pipeline::Problem& printed) {
  const auto full = algebra::full_ideal(leaf, some_time());
  return full && is_same_ideal(full.value(), polynomials_of(printed));
}

constexpr const char* three = R"("y1", "y2", "y3")";
constexpr const char* pendulum_4_1 =
    R"("y1'' + y3*y1 = 0", "y2'' + y3*y2 + 1 = 0", "y1^2 + y2^2 - 1 = 0")";
constexpr const char* pendulum_4_2 =
    R"("y1'' + y1*y3 = 0", "y2'' + y2*y3 + 1 = 0", "y3'' + 3*y2'' = 0", "y1*y1' + y2*y2' = 0",
       "y1'^2 + y2'^2 - y2 - y3 = 0", "3*y2' + y3' = 0", "y1^2 + y2^2 - 1 = 0")";
constexpr const char* pendulum_4_3 =
    R"("y1*y1' + y2*y2' = 0", "y1'^2 + y2'^2 - y2 - y3 = 0", "3*y2' + y3' = 0",
       "y1^2 + y2^2 - 1 = 0")";

/// Prolongation and projection, literally: I, then I + D(I ∩ K[J₁]) until nothing is new; the
/// dimension at each step.
std::vector<int> literal_dimensions(const pipeline::Problem& problem) {
  std::vector<Variable> tops, variables = {{algebra::Role::independent, "x", 0}};
  for (unsigned order = 0; order < 3; ++order) {
    for (const std::string& name : problem.model.unknowns) {
      variables.push_back({algebra::Role::unknown, name, order});
      if (order == 2) tops.push_back(variables.back());
    }
  }
  Ideal ideal(
      variables, polynomials_of(problem), algebra::Engine(std::filesystem::path(LEAFWISE_WORKER)));
  std::vector<int> dimensions = {ideal.dimension(some_time()).value()};
  while (dimensions.size() < 12) {
    const Ideal lower = algebra::elimination(ideal, tops, some_time()).value();
    std::vector<Polynomial> generators = ideal.generators();
    bool is_involutive = true;
    for (const Polynomial& f : lower.generators()) {
      const Polynomial rate = f.total_derivative();
      is_involutive = is_involutive && ideal.contains(rate, some_time()).value();
      generators.push_back(rate);
    }
    if (is_involutive) break;
    ideal = Ideal(variables, generators, ideal.engine());
    dimensions.push_back(ideal.dimension(some_time()).value());
  }
  return dimensions;
}

/// Whether a direction with the printed rows 4 to 6 of the matrix below (4.3) is tangent, and one
/// with y³ for y³₁: |row 7 times V| at a point of (4.3).
std::pair<double, double> printed_matrix_misses() {
  // y = (0.6, −0.8), speed 2 along (0.8, 0.6), y³ = |y₁|² − y², y³₁ = −3 y²₁.
  const std::array<double, 2> y = {0.6, -0.8}, v = {1.6, 1.2};
  const double y3 = 4 + 0.8, y31 = -3 * v[1];
  const auto row7 = [&](double factor) {
    return std::abs(v[0] * v[0] + v[1] * v[1] - y[0] * (y[0] * factor) -
                    y[1] * (y[1] * factor + 1));
  };
  return {row7(y31), row7(y3)};
}

void pendulum_forms(Book& book) {
  book.section(
      "4.1 Pendulum",
      "(4.1) in J₂, the tension y³ a third unknown of order 2. Ideals are compared by their "
      "reduced Gröbner bases.");
  const pipeline::Problem printed = equations_of(three, pendulum_4_1);
  const algebra::Leaf leaf = only_leaf(printed, {{"y3", 2}});
  const bool same = is_full_ideal(leaf, equations_of(three, pendulum_4_2));
  book.statement("(4.2)",
                 "seven equations",
                 same ? "the same ideal, prime" : "another ideal",
                 same && leaf.prime == Truth::yes);
  const std::vector<int> dimensions = literal_dimensions(printed);
  std::string list;
  for (const int d : dimensions) list += (list.empty() ? "" : ", ") + std::to_string(d);
  book.statement("Prolonging and projecting",
                 "4 times",
                 fmt::format("{} times, dimensions {}", dimensions.size() - 1, list),
                 dimensions == std::vector<int>{7, 6, 5, 4, 3});
  book.number("dim R₂", 3, leaf.dimension, 0);
  const auto full = algebra::full_ideal(leaf, some_time());
  std::vector<Variable> tops;
  for (const char* name : {"y1", "y2", "y3"}) tops.push_back({algebra::Role::unknown, name, 2});
  const auto lower = algebra::elimination(full.value(), tops, some_time());
  book.statement(
      "(4.3)",
      "the projection to J₁",
      "the same ideal",
      lower && is_same_ideal(lower.value(), polynomials_of(equations_of(three, pendulum_4_3))));
  const auto [misses, fits] = printed_matrix_misses();
  book.difference(
      "The matrix Ã below (4.3), rows 4 to 6",
      "y¹y³₁, y²y³₁ + 1, −3y²y³₁ − 3",
      "y¹y³, y²y³ + 1, −3y²y³ − 3",
      misses > 1 && fits < 1e-12,
      fmt::format("Misprint: at y = (0.6, −0.8), y₁ = (1.6, 1.2) the direction of the printed "
                  "rows misses row 7 by {:.1f}, with y³ for y³₁ by {:.0e}.",
                  misses,
                  fits));
  const algebra::Leaf reduced = only_leaf(printed);
  book.statement("R₁ of (4.6)",
                 "|y|² − 1 = 0, ⟨y, y₁⟩ = 0",
                 "the same ideal, smooth",
                 is_same_ideal(reduced.base,
                               polynomials_of(equations_of(
                                   three, R"("y1^2 + y2^2 - 1 = 0", "y1*y1' + y2*y2' = 0")"))));
  book.number("4.3: differential index", 3, reduced.index.value_or(-1), 0);
  book.number("Footnote 6: differentiations",
              4,
              leaf.prolongations,
              0,
              "“We have to differentiate 4 times, although the system is said to be of index 3.”");
}

void other_forms(Book& book) {
  book.section("3.3 and 7: other involutive forms");
  const pipeline::Problem remark = example("not_involutive");
  const algebra::Leaf simple = only_leaf(remark, {{"u", 1}});
  book.statement("Remark 3.2",
                 "R₁⁽¹⁾ has y¹₁ = 0 in addition",
                 "the same ideal, dimension " + std::to_string(simple.dimension),
                 is_full_ideal(simple,
                               problem_of("unknowns = [\"u\", \"v\"]\nequations = [\"u + 1 = 0\", "
                                          "\"u' = 0\", \"v' + 1 = 0\"]\n")) &&
                     simple.dimension == 2);
  const algebra::Leaf hilbert = only_leaf(equations_of(R"("y1", "y2")", R"("y1' - (y2'')^2 = 0")"));
  book.statement("Remark 3.1, Hilbert's example y¹₁ = (y²₂)²",
                 "underdetermined",
                 fmt::format("underdetermined, {} free function", hilbert.freedom),
                 hilbert.status == algebra::LeafStatus::underdetermined && hilbert.freedom == 1);
  const std::string stiff =
      R"("y1'' + y1*y3 = 0", "y2'' + y2*y3 + 1 = 0", "(y1^2 + y2^2)*(epsilon^2*y3 - 1)^2 - 1 = 0")";
  const std::string more =
      R"(, "epsilon^2*y3' + (y1*y1' + y2*y2')*(epsilon^2*y3 - 1)^3 = 0",
       "(epsilon^2*y3 - 1)*epsilon^2*y3'' - 3*epsilon^4*y3'^2 + (y1'^2 + y2'^2 - y2)*(epsilon^2*y3 - 1)^4 - y3*(epsilon^2*y3 - 1)^2 = 0")";
  for (const char* epsilon : {"epsilon = 0.1", "epsilon = 0.01"}) {
    const algebra::Leaf leaf = only_leaf(equations_of(three, stiff, epsilon), {{"y3", 2}});
    book.statement(
        fmt::format("7.2, stiff pendulum, {}", epsilon),
        "involutive form: five equations ((6.3) of the second paper)",
        fmt::format("the same ideal, dimension {}, in {} rounds", leaf.dimension, leaf.rounds),
        is_full_ideal(leaf, equations_of(three, stiff + more, epsilon)) && leaf.dimension == 5);
  }
  const algebra::Leaf galaxy =
      only_leaf(equations_of(R"("y1", "y2")",
                             R"("y1'' + y1 + 2*y1*y2 = 0", "y2'' + y2 + y1^2 - y2^2 = 0",
         "(y1'^2 + y2'^2)/2 + (y1^2 + y2^2)/2 + y1^2*y2 - y2^3/3 - a = 0")",
                             "a = \"symbolic\""));
  book.statement(
      "(7.6), with the energy as an equation",
      "involutive",
      fmt::format("already involutive ({} rounds), dimension {}", galaxy.rounds, galaxy.dimension),
      galaxy.rounds == 0 && galaxy.dimension == 4);
}

}  // namespace

void involutive_forms(Book& book) {
  other_forms(book);
  pendulum_forms(book);
}

}  // namespace leafwise::papers
