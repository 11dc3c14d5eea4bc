// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/early_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "run/division_at.hpp"
#include "run/vanishing_coefficient.hpp"

namespace leafwise::pipeline::detail {

namespace {

constexpr double worth_telling = 1e-3;

/// "t = 1.44, x1 = 1, …": the user's unknowns, without derivatives and auxiliaries where there are
/// many.
std::string place_text(const Model& model,
                       const Selection& selection,
                       std::span<const double> point) {
  constexpr std::size_t most_shown = 12;
  const bool only_unknowns = selection.leaf.coordinates.size() > most_shown;
  std::string text;
  for (std::size_t j = 0; j < selection.leaf.coordinates.size(); ++j) {
    const algebra::Variable& variable = selection.leaf.coordinates[j];
    bool is_auxiliary = false;
    for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
      is_auxiliary = is_auxiliary || unknown.auxiliary.name == variable.name;
    }
    if (is_auxiliary || (only_unknowns && variable.order > 0)) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} = {:.6g}", selection.leaf.problem.coordinates[j], point[j]);
  }
  return text;
}

constexpr const char* smaller_may_pass =
    "if the singular point is only near, smaller tolerances or steps pass it;\n  ";

std::string advice_on_singularity(const Model& model,
                                  const Selection& selection,
                                  const std::string& message) {
  std::string advice;
  if (selection.branch == "root") {
    return "without decomposition a run stops where branches cross or equations become dependent: "
           "leave out --branch root (or select = \"root\"), to integrate on the leaf of the "
           "initial point, which may pass here";
  }
  if (selection.is_local) {
    return "a run on the leaf at the start passes such a point only if a power series leads "
           "through "
           "it; try --leaf exact, which completes the system first";
  }
  // What a run says where a singular point is nearer than it can tell.
  if (message.find(" within the ") != std::string::npos) advice = smaller_may_pass;
  return advice + "'leafwise decompose " + model.file +
         " --critical' shows the critical locus of the leaf and the solutions inside it; start "
         "beyond this point, or on another leaf (--branch)";
}

/// The same, with what numbers say, and at a start which coefficient is 0.
std::string words_on_singularity(const Model& model,
                                 const Selection& selection,
                                 const integrator::Report<double>& report) {
  std::string advice = advice_on_singularity(model, selection, report.message);
  // If only the ratio shows that the direction is hardly determined.
  if (report.singular && report.singular->quality.second_smallest < worth_telling) {
    advice = fmt::format("(second smallest singular value {:.2g} of the largest)\n  ",
                         report.singular->quality.second_smallest) +
             advice;
  }
  if (report.trajectory.size() != 1) return advice;
  const std::string cause = vanishing_coefficient(model, selection, report);
  return cause.empty() ? advice : cause + "\n  " + advice;
}

bool is_by_independent(const RunSettings& plan) {
  return plan.integrate->goal == IntegrationSettings::Goal::independent &&
         plan.integrate->parameter != IntegrationSettings::Parametrisation::arclength;
}

std::string advice_on_folds(const Model& model, const RunSettings& plan) {
  if (!is_by_independent(plan)) return {};
  return "; if the solution only turns back in " + model.independent +
         " (a fold), parameter = \"arclength\" passes";
}

std::string advice_on_small_steps(const Model& model, const RunSettings& plan) {
  if (is_by_independent(plan)) {
    return "the solution may turn back in " + model.independent +
           " (a fold) or become infinite: parameter = \"arclength\" passes folds; larger rtol and "
           "atol help if round-off is in the way";
  }
  return "the solution may become infinite; larger rtol and atol help if round-off is in the way";
}

bool is_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// Where squares of values are infinite, no direction can be computed.
constexpr double too_large = 1e100;

/// "singular" would be wrong there: numbers end, not the distribution.
bool is_beyond_numbers(std::span<const double> place) {
  return !is_finite(place) ||
         std::any_of(place.begin(), place.end(), [](double v) { return std::abs(v) > too_large; });
}

constexpr const char* advice_on_large_values =
    "the solution may become infinite here, or the steps are too inaccurate for it: smaller rtol "
    "and atol, or a method of higher order ('leafwise methods')";

/// The last row that is finite.
std::span<const double> last_finite(const integrator::Report<double>& report,
                                    std::size_t dimension) {
  for (std::size_t row = report.trajectory.size(); row-- > 0;) {
    const auto place = report.trajectory.row(row).first(dimension);
    if (is_finite(place)) return place;
  }
  return report.trajectory.row(0).first(dimension);
}

}  // namespace

std::string advice_on_limit(integrator::Limit limit) {
  const std::string more = limit == integrator::Limit::time
                               ? "a longer --run-time-limit"
                               : "more steps ([integrate] max_steps, or --max-steps)";
  return "the goal is far: " + more + ", a larger rtol, or a nearer goal";
}

void explain_end(const Model& model,
                 const RunSettings& plan,
                 const Selection& selection,
                 integrator::Report<double>& report) {
  using integrator::Reason;
  if (report.reason == Reason::reached || report.reason == Reason::event) {
    report.message.clear();
    return;
  }
  if (report.trajectory.empty()) return;
  const std::size_t dimension = selection.leaf.coordinates.size();
  std::span<const double> place = report.singular ? std::span<const double>(report.singular->point)
                                                  : report.trajectory.last().first(dimension);
  const bool is_beyond = is_beyond_numbers(place);
  if (is_beyond) {
    place = last_finite(report, dimension);
    if (report.reason == Reason::singular_distribution) {
      report.reason = Reason::step_too_small;
      report.message = "the values exceed the range of double precision";
    }
  }
  const std::string where =
      "on leaf " + selection.branch + " at " + place_text(model, selection, place);
  std::string advice;
  switch (report.reason) {
    case Reason::singular_distribution:
      advice = words_on_singularity(model, selection, report);
      break;
    case Reason::step_too_small:
      advice = is_beyond ? advice_on_large_values : advice_on_small_steps(model, plan);
      if (const std::string cause = vanishing_coefficient(model, selection, report);
          !cause.empty()) {
        advice = cause + ", where it is not determined" + advice_on_folds(model, plan);
      }
      break;
    case Reason::limit: advice = advice_on_limit(report.limit); break;
    default: break;
  }
  const bool may_divide =
      report.reason == Reason::singular_distribution || report.reason == Reason::step_too_small;
  const std::string division =
      may_divide ? vanishing_division(model, selection, report) : std::string();
  report.message = integrator::reason_text(report) + ": " + report.message + "\n  " + where;
  if (!division.empty()) report.message += "\n  " + division;
  if (is_beyond) report.singular.reset();
  if (!advice.empty()) report.message += "\n  " + advice;
}

}  // namespace leafwise::pipeline::detail
