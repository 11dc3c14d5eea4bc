// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "leafwise/pipeline/read_problem.hpp"
#include "run/local_route.hpp"
#include "support/seed.hpp"

// Which starts fit what [initial] gives, and which of them a run takes.
namespace leafwise {
namespace {

using pipeline::Problem;
using pipeline::Selection;
using pipeline::SourceFile;
using pipeline::detail::local_way;
using pipeline::detail::LocalWay;
using tests::make_generator;
using tests::multiplier;

/// A system with the values that its open unknowns may have at the start, known from elsewhere.
struct Ambiguous {
  std::string text;  ///< without [guess]
  std::vector<std::string> names;
  std::vector<std::vector<double>> starts;
};

class Maker {
 public:
  explicit Maker(std::mt19937_64& random) : random_(random) {}

  double number(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  double sign() { return number(-1, 1) < 0 ? -1 : 1; }

  Ambiguous any() {
    switch (static_cast<int>(number(0, 4))) {
      case 0: return product();
      case 1: return circles();
      case 2: return angle();
      default: return dyad();
    }
  }

  /// (y − x − a₁)(y − x − a₂)… = 0 in units of `size`.
  Ambiguous product() {
    const int count = static_cast<int>(number(2, 5));
    const double size = std::pow(10, number(-3, 3));
    double root = size * number(-4, -2);
    std::string factors;
    Ambiguous result{"", {"y"}, {}};
    for (int i = 0; i < count; ++i) {
      factors += fmt::format("{}(y - x - ({:.6g}))", i == 0 ? "" : "*", root);
      result.starts.push_back({std::stod(fmt::format("{:.6g}", root)) + size});
      root += size * number(0.5, 3);
    }
    result.text = fmt::format(
        "unknowns = [\"x\", \"y\"]\nequations = [\"x' = 1\", \"{} = 0\"]\n[initial]\nx = {:.17g}\n",
        factors,
        size);
    return result;
  }

  /// Two circles, one of which grows with x, through a point that is known.
  Ambiguous circles() {
    const double a = number(-3, 3);
    const double b = number(1, 4) * sign();
    const double y = a + number(-2, 2);
    const double z = number(0.5, 2);
    // Mirrored at the line through both centres, (a, 0) and (a, b)… a line of constant y.
    const double near = std::pow(y - a, 2) + z * z;
    const double far = std::pow(y - a, 2) + std::pow(z - b, 2);
    return {fmt::format("unknowns = [\"x\", \"y\", \"z\"]\nequations = [\"x' = -x\", \"(y - "
                        "({0:.17g}))^2 + z^2 = {1:.17g}*x\", \"(y - ({0:.17g}))^2 + (z - "
                        "({2:.17g}))^2 = {3:.17g}\"]\n[initial]\nx = 1\n",
                        a,
                        near,
                        b,
                        far),
            {"y", "z"},
            {{y, z}, {2 * a - y, z}}};
  }

  /// An angle by its sine: two, and their turns, which count once.
  Ambiguous angle() {
    const double sine = number(-0.9, 0.9);
    const double speed = number(0.5, 2);
    const double first = std::asin(sine);
    const double second = (sine < 0 ? -1 : 1) * std::numbers::pi - first;
    return {fmt::format("unknowns = [\"x\", \"a\"]\nequations = [\"x' = -x\", \"{:.17g}*sin(a) = "
                        "x\"]\n[initial]\nx = {:.17g}\n",
                        speed,
                        speed * sine),
            {"a"},
            {{first}, {second}}};
  }

  /// A four-bar linkage with its crank given: the coupler's end on either side of a line.
  Ambiguous dyad() {
    const double size = std::pow(10, number(-2, 2));
    const double turn = number(-3, 3);
    const double x1 = size * std::cos(turn);
    const double y1 = size * std::sin(turn);
    const double ground = size * number(2, 4);
    const double x2 = size * number(1, 3);
    const double y2 = size * number(1, 3) * sign();
    const double coupler = std::pow(x2 - x1, 2) + std::pow(y2 - y1, 2);
    const double rocker = std::pow(x2 - ground, 2) + y2 * y2;
    // Mirrored at the line from the crank's end to the rocker's pivot.
    const double dx = ground - x1;
    const double dy = -y1;
    const double along = ((x2 - x1) * dx + (y2 - y1) * dy) / (dx * dx + dy * dy);
    const double mx = 2 * (x1 + along * dx) - x2;
    const double my = 2 * (y1 + along * dy) - y2;
    if (std::hypot(mx - x2, my - y2) < 0.3 * size) return dyad();  // nearly in line
    return {fmt::format("[mechanics]\ncoordinates = [\"x1\", \"y1\", \"x2\", \"y2\"]\nmass = [1, "
                        "1, 1, 1]\nforce = [0, -1, 0, -1]\nconstraints = [\"x1^2 + y1^2 = "
                        "{0:.17g}\", \"(x2 - x1)^2 + (y2 - y1)^2 = {1:.17g}\", \"(x2 - {2:.17g})^2 "
                        "+ y2^2 = {3:.17g}\"]\n[initial]\nx1 = {4:.17g}\ny1 = "
                        "{5:.17g}\n\"x1'\" = {6:.17g}\n\"y1'\" = {7:.17g}\n",
                        size * size,
                        coupler,
                        ground,
                        rocker,
                        x1,
                        y1,
                        -y1,
                        x1),
            {"x2", "y2"},
            {{x2, y2}, {mx, my}}};
  }

  /// A chain of bars between two pivots, with its positions and as many rates as it has degrees of
  /// freedom.
  std::string chain() {
    const auto points = static_cast<std::size_t>(number(2, 5));
    const double size = std::pow(10, number(-2, 2));
    std::vector<double> x = {0};
    std::vector<double> y = {0};
    for (std::size_t i = 1; i <= points + 1; ++i) {
      x.push_back(x.back() + size * number(0.3, 1));
      y.push_back(i > points ? 0 : size * number(0.2, 1) * (i % 2 == 0 ? 1 : -1));
    }
    const auto name = [&](char axis, std::size_t i) {
      if (i == 0) return std::string("0");
      if (i <= points) return fmt::format("{}{}", axis, i);
      return axis == 'x' ? fmt::format("{:.17g}", x[i]) : std::string("0");
    };
    std::string coordinates, mass, force, constraints, initial, rates;
    for (std::size_t i = 0; i <= points; ++i) {
      const double length = std::pow(x[i + 1] - x[i], 2) + std::pow(y[i + 1] - y[i], 2);
      constraints += fmt::format("{}\"({} - {})^2 + ({} - {})^2 = {:.17g}\"",
                                 i == 0 ? "" : ", ",
                                 name('x', i + 1),
                                 name('x', i),
                                 name('y', i + 1),
                                 name('y', i),
                                 length);
      if (i == 0) continue;
      coordinates += fmt::format("{}\"x{}\", \"y{}\"", i == 1 ? "" : ", ", i, i);
      mass += fmt::format("{}1, {:.17g}", i == 1 ? "" : ", ", number(0.5, 2));
      force += fmt::format("{}\"0\", \"-9.81 - x{}'/7\"", i == 1 ? "" : ", ", i);
      initial += fmt::format("x{} = {:.17g}\ny{} = {:.17g}\n", i, x[i], i, y[i]);
      if (i < points) rates += fmt::format("\"x{}'\" = {:.17g}\n", i, number(-1, 1));
    }
    return fmt::format(
        "[mechanics]\ncoordinates = [{}]\nmass = [{}]\nforce = [{}]\nconstraints = "
        "[{}]\n[initial]\n{}{}",
        coordinates,
        mass,
        force,
        constraints,
        initial,
        rates);
  }

 private:
  std::mt19937_64& random_;
};

Problem problem_of(const std::string& text) {
  return read_problem(SourceFile("start.toml", text));
}

double value_in(const Selection& selection, const std::string& name) {
  const auto place = selection.leaf.coordinate({algebra::Role::unknown, name, 0});
  REQUIRE(place);
  return selection.fit.point[*place];
}

double distance_between(const std::vector<double>& one, const std::vector<double>& other) {
  double square = 0;
  for (std::size_t i = 0; i < one.size(); ++i) square += std::pow(one[i] - other[i], 2);
  return std::sqrt(square);
}

}  // namespace

TEST_CASE("where several starts fit, all are named, and a guess near one takes it") {
  auto random = make_generator("several starts");
  Maker make(random);
  for (std::uint64_t attempt = 0; attempt < 60 * multiplier(); ++attempt) {
    const Ambiguous system = make.any();
    CAPTURE(system.text);
    const LocalWay open = local_way(problem_of(system.text), "", 1);
    CHECK(open.is_undecided);
    REQUIRE(open.selection.is_undefined());
    CHECK_MESSAGE(open.selection.reason().starts_with(
                      fmt::format("[initial] fits {} starts", system.starts.size())),
                  open.selection.reason());
    for (const std::vector<double>& start : system.starts) {
      double nearest = HUGE_VAL;
      for (const std::vector<double>& other : system.starts) {
        if (&other != &start) nearest = std::min(nearest, distance_between(start, other));
      }
      std::string guess = "[guess]\n";
      for (std::size_t i = 0; i < start.size(); ++i) {
        // Off by less than a third of what would make another one nearer, in any direction.
        const double off = nearest / 6 * make.number(-0.7, 0.7);
        guess += fmt::format("{} = {:.17g}\n", system.names[i], start[i] + off);
      }
      CAPTURE(guess);
      const LocalWay way = local_way(problem_of(system.text + guess), "", 1);
      REQUIRE_MESSAGE(way.selection.has_value(), way.selection.reason());
      const Selection& selection = way.selection.value();
      CHECK(selection.start.by_guess);
      CHECK(selection.start.others.size() == system.starts.size() - 1);
      for (std::size_t i = 0; i < start.size(); ++i) {
        // Solutions of well separated roots: rounding of the coefficients, some hundred times.
        CHECK(std::abs(value_in(selection, system.names[i]) - start[i]) < 1e-9 * nearest);
      }
    }
  }
}

TEST_CASE("a guess for what does not tell starts apart is like none") {
  auto random = make_generator("guesses beside the point");
  Maker make(random);
  for (std::uint64_t attempt = 0; attempt < 10 * multiplier(); ++attempt) {
    const Ambiguous circles = make.circles();
    // Both starts have the same z.
    const std::string guess = fmt::format("[guess]\nz = {:.17g}\n", make.number(-3, 3));
    CAPTURE(circles.text + guess);
    CHECK(local_way(problem_of(circles.text + guess), "", 1).is_undecided);
  }
}

TEST_CASE("a mechanism whose start is given is never asked for more") {
  auto random = make_generator("unique starts");
  Maker make(random);
  for (std::uint64_t attempt = 0; attempt < 200 * multiplier(); ++attempt) {
    const std::string text = make.chain();
    CAPTURE(text);
    const LocalWay way = local_way(problem_of(text), "", 1);
    REQUIRE_MESSAGE(way.selection.has_value(), way.selection.reason());
    CHECK_FALSE(way.selection.value().start.by_guess);
    CHECK(way.selection.value().start.is_only_one == std::optional(Truth::yes));
  }
}

TEST_CASE("turns of an angle count once, and the one without turns is taken") {
  auto random = make_generator("turns");
  Maker make(random);
  for (std::uint64_t attempt = 0; attempt < 20 * multiplier(); ++attempt) {
    const double angle = make.number(-3, 3);
    const std::string text = fmt::format(
        "unknowns = [\"x\", \"y\", \"a\"]\nequations = [\"x' = -y\", \"x = cos(a)\", \"y = "
        "sin(a)\"]\n[initial]\nx = {:.17g}\ny = {:.17g}\n",
        std::cos(angle),
        std::sin(angle));
    CAPTURE(text);
    const LocalWay way = local_way(problem_of(text), "", 1);
    REQUIRE_MESSAGE(way.selection.has_value(), way.selection.reason());
    CHECK(std::abs(value_in(way.selection.value(), "a") - angle) < 1e-9);
    // A guess says which turn is meant.
    const double turned = angle + 4 * std::numbers::pi;
    const LocalWay other =
        local_way(problem_of(text + fmt::format("[guess]\na = {:.17g}\n", turned + 0.3)), "", 1);
    REQUIRE_MESSAGE(other.selection.has_value(), other.selection.reason());
    CHECK(std::abs(value_in(other.selection.value(), "a") - turned) < 1e-9);
  }
}

}  // namespace leafwise
