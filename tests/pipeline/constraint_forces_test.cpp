// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runs.hpp"

// `_force1`, …: multipliers of constraints as the user wrote them, whatever the leaf is made of.
namespace leafwise::tests {
namespace {

using Numbers = std::vector<double>;
const std::string examples = LEAFWISE_EXAMPLES;

/// M q'' + Gᵀλ = F with quadratic constraints, written down without any algebra.
struct Model {
  std::vector<std::string> coordinates;
  Numbers mass;
  std::function<Numbers(const Numbers& q)> force;
  std::function<Numbers(const Numbers& q)> constraints;
};

Numbers sum(const Numbers& q, double factor, const Numbers& direction) {
  Numbers result = q;
  for (std::size_t i = 0; i < q.size(); ++i) result[i] += factor * direction[i];
  return result;
}

/// Gauss with the largest pivots.
Numbers solved(std::vector<Numbers> rows) {
  const std::size_t n = rows.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(i);
    std::iter_swap(begin, std::max_element(begin, rows.end(), [&](const auto& a, const auto& b) {
                     return std::abs(a[i]) < std::abs(b[i]);
                   }));
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const double factor = rows[r][i] / rows[i][i];
      for (std::size_t j = i; j <= n; ++j) rows[r][j] -= factor * rows[i][j];
    }
  }
  Numbers result;
  for (std::size_t i = 0; i < n; ++i) result.push_back(rows[i][n] / rows[i][i]);
  return result;
}

/// λ from positions and velocities alone, by M q'' + Gᵀλ = F, G q'' = −vᵀ(d²g)v. Central
/// differences with any step are exact for quadratic g.
Numbers multipliers(const Model& model, const Numbers& q, const Numbers& v) {
  const std::size_t n = q.size();
  const Numbers here = model.constraints(q);
  const std::size_t size = n + here.size();
  std::vector<Numbers> rows(size, Numbers(size + 1));
  const Numbers force = model.force(q);
  for (std::size_t i = 0; i < n; ++i) {
    Numbers unit(n);
    unit[i] = 1;
    const Numbers up = model.constraints(sum(q, 1, unit));
    const Numbers down = model.constraints(sum(q, -1, unit));
    rows[i][i] = model.mass[i];
    rows[i][size] = force[i];
    for (std::size_t k = 0; k < here.size(); ++k) {
      rows[i][n + k] = rows[n + k][i] = (up[k] - down[k]) / 2;
    }
  }
  const Numbers ahead = model.constraints(sum(q, 1, v));
  const Numbers behind = model.constraints(sum(q, -1, v));
  for (std::size_t k = 0; k < here.size(); ++k) {
    rows[n + k][size] = 2 * here[k] - ahead[k] - behind[k];
  }
  const Numbers all = solved(rows);
  return {all.begin() + static_cast<std::ptrdiff_t>(n), all.end()};
}

Numbers values(const Table& table,
               std::size_t row,
               const std::vector<std::string>& names,
               const char* of) {
  Numbers result;
  for (const std::string& name : names) result.push_back(table.number(row, name + of));
  return result;
}

double square(double value) {
  return value * value;
}

const Model four_bar = {{"x1", "y1", "x2", "y2"},
                        {0.2, 0.2, 0.1, 0.1},
                        [](const Numbers& q) {
                          return Numbers{-0.8 * q[1], 0.8 * q[0] - 0.2 * 9.81, 0, -0.981};
                        },
                        [](const Numbers& q) {
                          return Numbers{square(q[0]) + square(q[1]) - 1,
                                         square(q[2] - q[0]) + square(q[3] - q[1]) - 4,
                                         square(2 - q[2]) + square(q[3]) - 1};
                        }};

const Model slider_crank = {
    {"x", "y", "s"},
    {1, 1, 2},
    [](const Numbers&) {
      return Numbers{0, -9.81, 0};
    },
    [](const Numbers& q) {
      return Numbers{square(q[0]) + square(q[1]) - 1, square(q[2] - q[0]) + square(q[1]) - 4};
    }};

/// All forces of all rows that are `regular`.
void check_forces(const Model& model,
                  const Table& table,
                  const std::function<bool(const Numbers& q)>& regular,
                  double tolerance) {
  std::size_t compared = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const Numbers q = values(table, row, model.coordinates, "");
    if (!regular(q)) continue;
    const Numbers expected = multipliers(model, q, values(table, row, model.coordinates, "'"));
    for (std::size_t k = 0; k < expected.size(); ++k) {
      CAPTURE(row);
      const double force = table.number(row, "_force" + std::to_string(k + 1));
      CHECK(std::abs(force - expected[k]) <= tolerance * std::max(1.0, std::abs(expected[k])));
    }
    ++compared;
  }
  CHECK(compared > 50);
}

/// Flat, the bars' directions depend on each other: there λ loses as many digits as y has zeros.
bool is_not_flat(const Numbers& q) {
  return std::abs(q[1]) > 0.05;
}
bool always(const Numbers& /*q*/) {
  return true;
}

std::string pendulum(const std::string& constraints) {
  return "[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [2, 2]\nforce = [0, -2]\n"
         "constraints = [" +
         constraints + "]\n[initial]\nx = 3\ny = 4\n\"x'\" = 0\n\"y'\" = 0\n" +
         "[integrate]\nto = { t = 3 }\nsamples = 61\n";
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("forces: those of the constraints as written, by positions and velocities alone") {
    const Run bars("run " + examples + "/singular_four_bar.toml");
    REQUIRE(bars.result.exit_code == 0);
    check_forces(four_bar, bars.trajectory(), is_not_flat, 1e-9);
    const Run crank("run " + examples + "/slider_crank.toml");
    check_forces(slider_crank, crank.trajectory(), always, 1e-9);
    const Run as_it_stands("run " + examples + "/slider_crank.toml --method radau5_index3");
    // Its multipliers are of order 2 at rtol 1e-8.
    check_forces(slider_crank, as_it_stands.trajectory(), always, 1e-3);
    // Where the bars are in line no finite forces hold them: a cell is empty then.
    const Table events = bars.events();
    for (std::size_t i = 0; i < events.rows.size(); ++i) {
      if (events.rows[i].at("name") != "collinear") continue;
      CHECK(events.rows[i].at("_force1").empty());
      CHECK_FALSE(events.rows[i].at("lambda1").empty());
    }
  }

  TEST_CASE("forces: the tension of a rod, however its constraint is scaled") {
    const Folder folder;
    const auto last = [&](const std::string& constraint) {
      const Run run("run " + folder.with("rod.toml", pendulum("\"" + constraint + "\"")));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      return run.trajectory();
    };
    const Table tension = last("(x^2 + y^2)/(2*5) = 5/2");
    const Table squares = last("x^2 + y^2 = 25");
    const Table turned = last("25 = x^2 + y^2");
    const Table length = last("sqrt(x^2 + y^2) = 5");
    for (std::size_t row = 0; row < tension.rows.size(); ++row) {
      const double vx = tension.number(row, "x'");
      const double vy = tension.number(row, "y'");
      // m v²/l less the weight along the rod.
      const double expected = 2 * (vx * vx + vy * vy) / 5 - 2 * tension.number(row, "y") / 5;
      CHECK(tension.number(row, "_force1") == doctest::Approx(expected).epsilon(1e-9));
      // Each run has its own steps: 1e-6 is a hundred times what rtol 1e-8 leaves in 3 s.
      CHECK(squares.number(row, "_force1") == doctest::Approx(expected / 10).epsilon(1e-6));
      CHECK(turned.number(row, "_force1") == doctest::Approx(-expected / 10).epsilon(1e-6));
      CHECK(length.number(row, "_force1") == doctest::Approx(expected).epsilon(1e-6));
    }
  }

  TEST_CASE("forces: empty where constraints share them, and where none is large enough") {
    const Run run("run " + examples + "/redundant_parallelogram.toml");
    REQUIRE(run.result.exit_code == 0);
    const Table table = run.trajectory();
    const Run without("run " + examples + "/singular_four_bar_parallelogram.toml");
    const auto shared = {"_force1", "_force3", "_force4"};
    for (const auto& row : table.rows) {
      for (const char* name : shared) CHECK(row.at(name).empty());
    }
    // The coupler's force does not depend on who holds it.
    const double coupler = without.trajectory().number(0, "_force2");
    CHECK(table.number(0, "_force2") == doctest::Approx(coupler).epsilon(1e-9));
    const auto summary = run.summary();
    CHECK(summary["state"]["_force1"].is_null());
    CHECK(summary["state"]["_force2"].is_number());
    for (const auto& multiplier : summary["multipliers"]) {
      if (multiplier["column"] != "_force1") continue;
      CHECK(multiplier["of"] == "problem");
      CHECK(multiplier["equation"] == "x1^2 + y1^2 = 1");
      CHECK(multiplier["not_unique"] == table.rows.size());
      CHECK(multiplier["unbounded"] == 0);
    }
    CHECK(contains(run.result.output, "not unique"));
    CHECK(run_command(std::string(LEAFWISE_PROGRAM) + " plot " + run.file("") +
                      " --y _force1,_force2 -o " + run.file("forces.svg"))
              .exit_code == 0);
    const Folder folder;
    const Run twice("run " + folder.with("twice.toml", pendulum("\"(x - 3)^2 = 0\"")));
    REQUIRE_MESSAGE(twice.result.exit_code == 0, twice.result.messages);
    // x = 3 holds the body; the gradient of (x − 3)² vanishes there, and nothing pushes along x.
    for (const auto& row : twice.trajectory().rows) CHECK(row.at("_force1").empty());
  }
}

}  // namespace leafwise::tests
