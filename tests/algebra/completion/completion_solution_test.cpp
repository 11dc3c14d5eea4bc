// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "differential_systems.hpp"
#include "formal_solution.hpp"
#include "leafwise/algebra/completion.hpp"
#include "random_differential_system.hpp"
#include "support/seed.hpp"

// What completion says of solutions: that they are there, and how many.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

std::int64_t small(std::mt19937_64& random, std::int64_t bound) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * bound + 1)) - bound;
}

Polynomial constant(std::int64_t number) {
  return Rational(number);
}

Polynomial jet(const std::string& unknown, unsigned order = 0) {
  return Polynomial(Variable{Role::unknown, unknown, order});
}

Polynomial time() {
  return Polynomial(Variable{Role::independent, "t", 0});
}

Texts numbered(const std::string& letter, std::size_t count) {
  Texts names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

/// Of degree at most 2 in these jets and t.
Polynomial random_polynomial(std::mt19937_64& random, const std::vector<Polynomial>& jets) {
  Polynomial sum = constant(small(random, 2)) + constant(small(random, 1)) * time();
  for (const Polynomial& factor : jets) {
    if (random() % 2 == 0) sum += constant(small(random, 2)) * factor;
  }
  if (!jets.empty()) sum += jets[random() % jets.size()] * jets[random() % jets.size()];
  return sum;
}

/// How many leaves a solution was drawn for.
int check_formal_solutions(const DifferentialSystem& system, std::mt19937_64& random) {
  const Completion completion = completed(system, Limits::within(std::chrono::seconds(5)));
  int drawn = 0;
  for (const Leaf& leaf : completion.leaves) {
    const bool is_simple = leaf.status == LeafStatus::involutive && leaf.freedom == 0 &&
                           leaf.graph.size() == system.unknowns.size();
    if (!is_simple) continue;
    const auto relations = value_of_outcome(leaf.base.groebner_basis(patient()));
    const auto solution = FormalSolution::through_random_point(leaf, relations, random);
    if (!solution) continue;
    ++drawn;
    CAPTURE(leaf.name);
    for (const Polynomial& relation : relations) CHECK(solution->solves(relation));
    for (const Polynomial& row : leaf.linear) CHECK(solution->solves(row));
    for (const SourcedEquation& equation : system.equations) {
      CHECK(solution->solves(equation.polynomial));
    }
  }
  return drawn;
}

/// What a system was built to have.
struct Built {
  DifferentialSystem system;
  int initial_values = 0;
  int freedom = 0;
  int rounds = 0;
};

/// Blocks y' = Jy + …, N y' + y = … with nilpotent N, and u1' = u2, mixed by invertible matrices.
class LinearSystem {
 public:
  explicit LinearSystem(std::mt19937_64& random) : random_(random) {}

  [[nodiscard]] Built next() {
    Built built;
    equations_.clear();
    unknowns_.clear();
    const std::size_t states = random_() % 3;
    const Texts names = numbered("d", states);
    for (const std::string& name : names) {
      Polynomial right = constant(small(random_, 2)) * time();
      for (const std::string& other : names) right += constant(small(random_, 2)) * jet(other);
      add(name, jet(name, 1) - right);
    }
    built.initial_values = static_cast<int>(states);
    for (std::uint64_t block = 0; block < 1 + random_() % 2; ++block) {
      const Texts chain = numbered(block == 0 ? "m" : "n", 1 + random_() % 3);
      built.rounds = std::max(built.rounds, static_cast<int>(chain.size()));
      for (std::size_t k = 0; k < chain.size(); ++k) {
        Polynomial equation = jet(chain[k]) - constant(small(random_, 2)) * time().pow(2);
        if (k > 0) equation += jet(chain[k - 1], 1);
        add(chain[k], equation);
      }
    }
    if (random_() % 3 == 0) {
      built.freedom = 1;
      built.initial_values += 2;
      unknowns_.emplace_back("u2");
      add("u1", jet("u1", 1) - jet("u2"));
    }
    mix(built);
    return built;
  }

 private:
  void add(const std::string& unknown, const Polynomial& equation) {
    unknowns_.push_back(unknown);
    equations_.push_back(equation);
  }

  /// Adds multiples of equations to others, and of unknowns to others: invertible.
  void mix(Built& built) {
    for (std::size_t step = 0; step < 2 * equations_.size(); ++step) {
      const std::size_t to = random_() % equations_.size();
      const std::size_t from = random_() % equations_.size();
      if (to != from) equations_[to] += constant(small(random_, 2)) * equations_[from];
    }
    for (std::size_t step = 0; step < 2 * unknowns_.size(); ++step) {
      const std::string& from = unknowns_[random_() % unknowns_.size()];
      const std::string& to = unknowns_[random_() % unknowns_.size()];
      if (to != from) shear(from, to, small(random_, 2));
    }
    Orders orders;
    for (const std::string& unknown : unknowns_) orders[unknown] = 1;
    built.system = system_of(unknowns_, equations_, orders);
  }

  /// from → from + factor·to, in all orders.
  void shear(const std::string& from, const std::string& to, std::int64_t factor) {
    for (Polynomial& equation : equations_) {
      for (unsigned order = 0; order <= 1; ++order) {
        const Variable variable{Role::unknown, from, order};
        equation += constant(factor) * jet(to, order) * equation.derivative(variable);
      }
    }
  }

  std::mt19937_64& random_;
  std::vector<Polynomial> equations_;
  Texts unknowns_;
};

/// x' = f(x) + z in the first component, and the constraint x1 = φ(x2, …) (index 2), or z itself a
/// function of the others (index 1); with second derivatives in the place of first ones: index 3.
Built semi_explicit(std::mt19937_64& random, unsigned index) {
  const std::size_t count = 2 + random() % 2;
  const unsigned order = index == 3 ? 2 : 1;
  const Texts names = numbered("x", count);
  std::vector<Polynomial> all;
  for (const std::string& name : names) all.push_back(jet(name));
  const std::vector<Polynomial> others(all.begin() + 1, all.end());
  std::vector<Polynomial> equations;
  for (std::size_t i = 0; i < count; ++i) {
    equations.push_back(jet(names[i], order) - random_polynomial(random, all));
  }
  equations.front() -= jet("z");
  equations.push_back(index == 1 ? jet("z") - random_polynomial(random, all)
                                 : all.front() - random_polynomial(random, others));
  Built built;
  Texts unknowns = names;
  unknowns.emplace_back("z");
  built.system = system_of(unknowns, equations);
  built.rounds = static_cast<int>(index) - 1;
  const auto moving = static_cast<int>(index == 1 ? count : count - 1);
  built.initial_values = static_cast<int>(order) * moving;
  return built;
}

void check_built(const Built& built) {
  CAPTURE(to_text(built.system));
  const Completion completion = completed(built.system);
  CHECK(completion.complete);
  REQUIRE(completion.leaves.size() == 1);
  const Leaf& leaf = completion.leaves.front();
  CHECK(leaf.dimension - 1 == built.initial_values);
  CHECK(leaf.freedom == built.freedom);
  CHECK(leaf.rounds == built.rounds);
  CHECK(leaf.prime == Truth::yes);
}

TEST_SUITE("law") {
  TEST_CASE("completion: formal power series solve random systems") {
    auto random = make_generator("completion: formal power series");
    RandomDifferentialSystem systems(random);
    std::uint64_t drawn = 0;
    const std::uint64_t runs = 60 * multiplier();
    for (std::uint64_t run = 0; run < runs; ++run) {
      const DifferentialSystem system = systems.next();
      CAPTURE(to_text(system));
      drawn += check_formal_solutions(system, random) > 0 ? 1 : 0;
    }
    // Most of these systems are underdetermined.
    CHECK(10 * drawn > runs);
  }

  TEST_CASE("completion: formal power series solve systems of index 1, 2, 3") {
    auto random = make_generator("completion: formal power series of DAEs");
    std::uint64_t drawn = 0;
    const std::uint64_t runs = 30 * multiplier();
    for (std::uint64_t run = 0; run < runs; ++run) {
      const Built built = semi_explicit(random, 1 + static_cast<unsigned>(run % 3));
      CAPTURE(to_text(built.system));
      drawn += check_formal_solutions(built.system, random) > 0 ? 1 : 0;
    }
    CHECK(2 * drawn > runs);
  }

  TEST_CASE("completion: as many initial values as linear systems were built with") {
    auto random = make_generator("completion: linear systems");
    LinearSystem systems(random);
    for (std::uint64_t run = 0; run < 40 * multiplier(); ++run) check_built(systems.next());
  }

  TEST_CASE("completion: as many initial values as semi-explicit systems have") {
    auto random = make_generator("completion: semi-explicit systems");
    for (std::uint64_t run = 0; run < 30 * multiplier(); ++run) {
      check_built(semi_explicit(random, 1 + static_cast<unsigned>(run % 3)));
    }
  }
}

}  // namespace
