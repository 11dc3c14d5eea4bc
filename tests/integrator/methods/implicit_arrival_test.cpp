// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "leafwise/integrator/methods.hpp"
#include "method_cases.hpp"
#include "steppers/implicit/eigenblocks.hpp"
#include "support/seed.hpp"

// Steps that are stiff and steps that are not, of every implicit method in the registry.
namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::MethodCase;

const Tableau* implicit_tableau(const MethodCase& method) {
  for (const Tableau& tableau : all_methods()) {
    if (tableau.name() == method.name && !tableau.is_explicit()) return &tableau;
  }
  return nullptr;
}

/// Whether a stiff step keeps nothing of the error of its start: the end is a stage, and none is
/// explicit. Others carry it on with a sign that changes (Gauss), or enlarge it (Radau I).
bool forgets_errors(const Tableau& method) {
  return method.is_stiffly_accurate() && implicit_part(method).first == 0;
}

/// (cos t, sin t) and its length √3 t (t, C and S, x and y), from a point that is drawn there.
void check_run(const MethodCase& method, bool forgets, long double rate, double tolerance) {
  CAPTURE(method.name);
  CAPTURE(static_cast<int>(method.projection));
  CAPTURE(static_cast<double>(rate));
  CAPTURE(tolerance);
  const Curve curve = tests::stiff_circle(rate);
  Settings<double> settings;
  settings.method = method.name;
  settings.projection = method.projection;
  settings.to = 2;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.rows = Rows::requested;
  for (int i = 1; i < 32; ++i) settings.at.push_back(i / 16.0);
  const auto report = integrate<double>(
      tests::make_problem<double>(curve), settings, tests::start_of<double>(curve));
  REQUIRE_MESSAGE(report.reason == Reason::reached, brief_text(report));
  const auto& rows = report.trajectory;
  const std::vector<std::string>& columns = rows.columns();
  const auto length = std::find(columns.begin(), columns.end(), "_s") - columns.begin();
  const double steps = static_cast<double>(report.steps);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = rows.row(i);
    const double s = row[static_cast<std::size_t>(length)];
    CHECK(std::isfinite(s));
    if (!forgets) continue;
    const double t = row[0];
    // Errors of single steps are held at the tolerance and add up while steps are not stiff; rows
    // between them are less accurate (KNOWN_ISSUES.md).
    const double error = std::hypot(row[3] - std::cos(t), row[4] - std::sin(t));
    CHECK(error < 4 * (4 + steps) * tolerance + (i + 1 < rows.size() ? 0.02 : 0.0));
    // Of the curve between steps, which is less accurate than they are; without the methods' own
    // slopes lengths were wrong by half and more.
    CHECK(std::abs(s - std::sqrt(3.0) * t) <= 0.05 * t);
  }
  // Rows or none: a stiff step's curve is that of the method. Of others lengths are those of cubics
  // where no row asks for more, of the order of the tolerance.
  settings.at.clear();
  const auto bare = integrate<double>(
      tests::make_problem<double>(curve), settings, tests::start_of<double>(curve));
  CHECK(std::abs(bare.arclength - report.arclength) < 0.02 * report.arclength);
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("implicit methods arrive with lengths that are numbers, stiff or not") {
    auto generator = tests::make_generator("implicit methods arrive");
    std::uniform_real_distribution<double> decade(0, 1);
    for (const MethodCase& method : tests::method_cases()) {
      const Tableau* tableau = implicit_tableau(method);
      if (tableau == nullptr) continue;
      for (std::uint64_t round = 0; round < 4 * tests::multiplier(); ++round) {
        const auto rate = static_cast<long double>(std::pow(10.0, 5 * decade(generator)));
        const double tolerance = std::pow(10.0, -2 - 5 * decade(generator));
        check_run(method, forgets_errors(*tableau), rate, tolerance);
      }
    }
  }
}

}  // namespace leafwise::integrator
