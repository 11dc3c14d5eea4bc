// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "differential_systems.hpp"
#include "support/seed.hpp"

// Bodies without mass: equations of motion without accelerations hold like any other equation.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

/// A hundred times what most of these take.
constexpr std::chrono::seconds time_for_one{5};

/// M q'' = F − Gᵀλ as text.
struct Model {
  Texts coordinates;
  std::vector<Texts> mass;
  Texts force;
  Texts constraints = {};
};

DifferentialSystem mechanics_of(const Model& model) {
  const JetReader reader(model.coordinates);
  DifferentialSystem system;
  system.unknowns = model.coordinates;
  MechanicalSystem mechanics;
  mechanics.coordinates = model.coordinates;
  for (const Texts& row : model.mass) {
    mechanics.mass.emplace_back();
    for (const std::string& entry : row) mechanics.mass.back().push_back(reader.read(entry));
  }
  for (const std::string& force : model.force) mechanics.force.push_back(reader.read(force));
  for (std::size_t k = 0; k < model.constraints.size(); ++k) {
    mechanics.constraints.push_back(
        {reader.read(model.constraints[k]), "constraint " + std::to_string(k + 1)});
  }
  system.mechanics = mechanics;
  return system;
}

/// The same equations, written down one by one.
DifferentialSystem plain_of(const Model& model) {
  const DifferentialSystem system = mechanics_of(model);
  const MechanicalSystem& mechanics = *system.mechanics;
  Texts unknowns = model.coordinates;
  for (std::size_t k = 1; k <= model.constraints.size(); ++k) {
    unknowns.push_back("lambda" + std::to_string(k));
  }
  std::vector<Polynomial> equations;
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    Polynomial motion = -mechanics.force[i];
    for (std::size_t j = 0; j < model.coordinates.size(); ++j) {
      motion += mechanics.mass[i][j] * Polynomial(Variable{Role::unknown, model.coordinates[j], 2});
    }
    const Variable coordinate{Role::unknown, model.coordinates[i], 0};
    for (std::size_t k = 0; k < model.constraints.size(); ++k) {
      const std::string name = "lambda" + std::to_string(k + 1);
      motion += mechanics.constraints[k].polynomial.derivative(coordinate) *
                Polynomial(Variable{Role::unknown, name, 0});
    }
    equations.push_back(motion);
  }
  for (const auto& constraint : mechanics.constraints) equations.push_back(constraint.polynomial);
  return system_of(unknowns, equations);
}

std::string to_text(const Model& model) {
  std::string text;
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    text += "[";
    for (const std::string& entry : model.mass[i]) text += entry + " ";
    text += "] " + model.coordinates[i] + "'' = " + model.force[i] + "; ";
  }
  for (const std::string& constraint : model.constraints) text += constraint + " = 0; ";
  return text;
}

/// Mass matrices of every rank, constant and not; forces that are often contradictory.
class RandomModel {
 public:
  explicit RandomModel(std::mt19937_64& random) : random_(random) {}

  [[nodiscard]] Model next() {
    Model model{{"x", "y"}, {}, {}};
    if (random_() % 4 == 0) model.coordinates.emplace_back("z");
    const std::size_t size = model.coordinates.size();
    model.mass.assign(size, Texts(size, "0"));
    fill_mass(model);
    for (std::size_t i = 0; i < size; ++i) model.force.push_back(force(model.coordinates));
    static const Texts constraints = {
        "x^2 + y^2 - 1", "x + y - 1", "x^2 - y", "x*y - 1", "t - x - 2*y", "x^2 - y^2 - 3"};
    if (random_() % 3 == 0) model.constraints = {constraints[random_() % constraints.size()]};
    return model;
  }

 private:
  void fill_mass(Model& model) {
    const std::size_t size = model.mass.size();
    switch (random_() % 4) {
      case 0: {
        // vvᵀ
        std::vector<int> v;
        for (std::size_t i = 0; i < size; ++i) v.push_back(static_cast<int>(random_() % 4) - 1);
        for (std::size_t i = 0; i < size; ++i) {
          for (std::size_t j = 0; j < size; ++j) model.mass[i][j] = std::to_string(v[i] * v[j]);
        }
        break;
      }
      case 1: model.mass[0][0] = "1"; break;
      case 2:
        for (std::size_t i = 0; i < size; ++i) model.mass[i][i] = random_() % 2 == 0 ? "0" : "2";
        break;
      default: {
        static const Texts entries = {"x", "t", "y", "1 + x"};
        model.mass[random_() % size][0] = "0";
        model.mass[0][0] = entries[random_() % entries.size()];
        if (random_() % 2 == 0) model.mass[1][1] = "1";
      }
    }
  }

  [[nodiscard]] std::string force(const Texts& coordinates) {
    const auto some = [&] { return coordinates[random_() % coordinates.size()]; };
    switch (random_() % 9) {
      case 0: return "0";
      case 1: return "-1";
      case 2: return "-" + some();
      case 3: return some() + " - " + some();
      case 4: return some() + "^2 - 1";
      case 5: return some() + " - " + some() + "'";
      case 6: return some() + "*" + some();
      case 7: return "t - " + some();
      default: return some() + "' - " + some() + "^2";
    }
  }

  std::mt19937_64& random_;
};

/// One leaf, in which x, or x and y, are this.
void check_status(const Model& model, LeafStatus status, int dimension) {
  CAPTURE(to_text(model));
  const Completion found = completed(mechanics_of(model));
  CHECK(found.complete);
  REQUIRE_FALSE(found.leaves.empty());
  CHECK(found.leaves.front().status == status);
  CHECK(found.leaves.front().dimension == dimension);
}

const std::vector<Texts> massless = {{"0", "0"}, {"0", "0"}};
const std::vector<Texts> one_mass = {{"1", "0"}, {"0", "0"}};

}  // namespace

TEST_SUITE("algebra") {
  TEST_CASE("singular mass: what has no acceleration is imposed") {
    const Texts xy = {"x", "y"};
    const auto inconsistent = LeafStatus::inconsistent;
    check_status({xy, {{"0", "0"}, {"0", "1"}}, {"1", "0"}}, inconsistent, -1);
    check_status({xy, massless, {"0", "-1"}}, inconsistent, -1);
    check_status({xy, massless, {"x", "x - 1"}}, inconsistent, -1);
    check_status({xy, massless, {"x^2", "x - 1"}}, inconsistent, -1);
    check_status({xy, {{"0", "0"}, {"0", "1"}}, {"t - 1", "0"}}, inconsistent, -1);
    check_status({xy, {{"1", "1"}, {"1", "1"}}, {"0", "-1"}}, inconsistent, -1);
    check_status({xy, one_mass, {"0", "-1"}}, inconsistent, -1);
    const Completion edges = completed(mechanics_of({xy, one_mass, {"0", "y^2 - 1"}}));
    CHECK(edges.leaves.size() == 2);
    const Completion still = completed(mechanics_of({xy, one_mass, {"0", "x^2 - 1"}}));
    REQUIRE(still.leaves.size() == 2);
    for (const Leaf& leaf : still.leaves) CHECK(leaf.dimension == 1);
    const Completion pendulum =
        completed(mechanics_of({xy, massless, {"0", "-1"}, {"x^2 + y^2 - 1"}}));
    CHECK(pendulum.leaves.size() == 2);
    const Completion spring = completed(mechanics_of({xy, one_mass, {"-x", "x - y"}}));
    REQUIRE(spring.leaves.size() == 1);
    CHECK(spring.leaves.front().degrees_of_freedom == 1);
    CHECK(spring.leaves.front().dimension == 3);
  }

  TEST_CASE("singular mass: contradictions name the equations of motion") {
    const auto because = [](const Model& model) {
      return completed(mechanics_of(model)).leaves.front().because;
    };
    CHECK(because({{"x", "y"}, massless, {"0", "-1"}}) == Texts{"equation of motion of y"});
    CHECK(because({{"x", "y"}, massless, {"x", "x - 1"}}) ==
          Texts{"equation of motion of x", "equation of motion of y"});
    // Here the positions alone contradict each other, whatever moves.
    CHECK(because({{"x", "y"}, massless, {"0", "-1"}, {"y", "x", "y - 1"}}) ==
          Texts{"constraint 1", "constraint 3"});
  }
}

TEST_SUITE("law") {
  TEST_CASE("singular mass: leaves of [mechanics] are those of the same plain equations") {
    auto random = make_generator("singular mass");
    RandomModel models(random);
    const std::uint64_t runs = 60 * multiplier();
    std::uint64_t skipped = 0;
    for (std::uint64_t run = 0; run < runs; ++run) {
      const Model model = models.next();
      CAPTURE(to_text(model));
      const Completion mechanics = completed(mechanics_of(model), Limits::within(time_for_one));
      const Outcome<FullLeaves> ours = full_leaves(mechanics, Limits::within(time_for_one));
      const Outcome<FullLeaves> plain =
          leaves_by_elimination(plain_of(model), Limits::within(time_for_one));
      if (!ours || !plain) {
        ++skipped;
        MESSAGE("skipped: ", to_text(model), ours ? plain.reason() : ours.reason());
        continue;
      }
      INFO("ours: " << to_text(ours.value()));
      INFO("by elimination: " << to_text(plain.value()));
      CHECK(value_of_outcome(are_same(ours.value(), plain.value(), patient())));
    }
    CHECK(10 * skipped <= runs);
  }
}
