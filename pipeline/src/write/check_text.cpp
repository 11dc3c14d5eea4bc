// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/check_report.hpp"
#include "leafwise/pipeline/source_file.hpp"
#include "text/counted.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Expression;
using detail::counted;

/// Rows of columns, each column as wide as its widest cell.
class Table {
 public:
  void add(std::vector<std::string> row) {
    for (std::string& cell : row) cell = detail::safe_text(cell);
    rows_.push_back(std::move(row));
  }

  [[nodiscard]] std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], character_count(row[i]));
      }
    }
    std::string text;
    for (const auto& row : rows_) {
      std::string line = "  ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += row[i] + std::string(widths[i] - character_count(row[i]) + 2, ' ');
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// A constant's value in digits; empty where a symbolic parameter is in the way, or if the text
/// says it all.
std::string approximately(const Expression& constant, const std::string& text) {
  if (!algebra::variables_of(constant).empty()) return {};
  const bool plain = text.find_first_not_of("+-.0123456789eE") == std::string::npos;
  if (plain) return {};
  const std::string exact = to_string(constant);
  if (exact != text && constant.operands().empty()) return "= " + exact;
  return "= " + algebra::decimal_value(constant, 17);
}

std::string origin_of(const Model& model, const PolynomialEquation& equation) {
  const auto at = [](Origin origin) {
    return origin.line > 0 ? fmt::format("line {}", origin.line) : std::string();
  };
  switch (equation.source) {
    case PolynomialEquation::Source::equation: return at(model.equations[equation.index].origin);
    case PolynomialEquation::Source::dynamics:
      return "motion of " + model.mechanics->coordinates[equation.index];
    case PolynomialEquation::Source::constraint:
      return at(model.mechanics->constraints[equation.index].origin);
    case PolynomialEquation::Source::auxiliary: break;
  }
  return model.polynomial.auxiliaries[equation.index].auxiliary.name;
}

std::string range_of(const algebra::Auxiliary& auxiliary) {
  switch (auxiliary.kind) {
    case algebra::AuxiliaryKind::root: return auxiliary.name + " >= 0";
    case algebra::AuxiliaryKind::exponential: return auxiliary.name + " > 0";
    case algebra::AuxiliaryKind::hyperbolic_cosine: return auxiliary.name + " >= 1";
    default: return {};
  }
}

/// How many equations there are for how many unknowns, with what polynomialisation added.
std::string counts_text(const Model& model) {
  const PolynomialForm& form = model.polynomial;
  std::size_t unknowns = model.unknowns.size();
  if (form.mechanics) unknowns += form.mechanics->multipliers.size();
  std::size_t added = 0;
  for (const AuxiliaryUnknown& unknown : form.auxiliaries)
    added += unknown.only_in_invariants ? 0 : 1;
  std::size_t relations = 0;
  for (const PolynomialEquation& equation : form.equations) {
    relations += equation.source == PolynomialEquation::Source::auxiliary ? 1 : 0;
  }
  std::string text =
      fmt::format("\n  {} for {}",
                  counted(form.equations.size() - relations, "equation", "equations"),
                  counted(unknowns, "unknown", "unknowns"));
  if (added > 0) {
    text += fmt::format(
        "; {} more for {}", relations, counted(added, "auxiliary unknown", "auxiliary unknowns"));
  }
  if (form.added_constants > 0) {
    text += fmt::format(
        ", which leave {} open",
        counted(form.added_constants, "constant of integration", "constants of integration"));
  }
  return text + "\n";
}

std::string unknowns_text(const Model& model) {
  Table table;
  for (const std::string& unknown : model.unknowns) {
    table.add({unknown, fmt::format("order {}", model.polynomial.orders.at(unknown))});
  }
  if (model.polynomial.mechanics) {
    const auto& names = model.polynomial.mechanics->multipliers;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const WrittenExpression& constraint = model.mechanics->constraints[k];
      table.add(
          {names[k],
           "order 0",
           fmt::format("multiplier of constraint {}, line {}", k + 1, constraint.origin.line)});
    }
  }
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    const algebra::Auxiliary& auxiliary = unknown.auxiliary;
    if (unknown.only_in_invariants) continue;
    std::string meaning = to_string(auxiliary.original);
    if (const std::string range = range_of(auxiliary); !range.empty()) meaning += ", " + range;
    table.add({auxiliary.name,
               fmt::format("order {}", model.polynomial.orders.at(auxiliary.name)),
               "stands for " + meaning});
  }
  return "Unknowns (functions of " + model.independent + ")\n" + table.text();
}

std::string parameters_text(const Model& model) {
  if (model.parameters.empty()) return {};
  Table table;
  for (const Parameter& parameter : model.parameters) {
    std::string value;
    if (parameter.symbolic) {
      value = parameter.value ? "symbolic, in numbers " + to_string(*parameter.value) : "symbolic";
    } else {
      const std::optional<algebra::Surd> exact = algebra::variables_of(*parameter.value).empty()
                                                     ? algebra::exact_value(*parameter.value)
                                                     : std::nullopt;
      const std::optional<algebra::Rational> rational = exact ? exact->as_rational() : std::nullopt;
      value = rational ? rational->to_string() : to_string(*parameter.value);
      if (!rational) value += "  " + approximately(*parameter.value, value);
    }
    table.add({parameter.name, "= " + value});
  }
  return "\nParameters (exact)\n" + table.text();
}

std::string equations_text(const Model& model) {
  Table table;
  for (const PolynomialEquation& equation : model.polynomial.equations) {
    // The polynomial last: it may be long, and nothing has to stand to the right of it.
    table.add({origin_of(model, equation), to_string(equation.polynomial) + " = 0"});
  }
  std::string text = "\nEquations, as polynomials\n" + table.text() + counts_text(model);
  if (!model.polynomial.inequations.empty()) {
    Table inequations;
    for (const algebra::Polynomial& inequation : model.polynomial.inequations) {
      inequations.add({to_string(inequation) + " != 0"});
    }
    text += "\nInequations\n" + inequations.text();
  }
  return text;
}

void add_points(Table& table, const std::vector<PointValue>& points, const std::string& note) {
  for (const PointValue& point : points) {
    const bool is_default =
        point.value.origin.line == 0 && point.variable.role == algebra::Role::independent;
    table.add({to_string(point.variable),
               "= " + point.value.text,
               approximately(point.value.expression, point.value.text),
               is_default ? "default" : note});
  }
}

std::string point_text(const Problem& problem) {
  if (problem.start.initial.empty() && problem.start.guess.empty()) return {};
  Table table;
  add_points(table, problem.start.initial, "");
  for (const AuxiliaryUnknown& unknown : problem.model.polynomial.auxiliaries) {
    if (!unknown.initial || unknown.only_in_invariants) continue;
    const std::string original = to_string(unknown.auxiliary.original);
    table.add({unknown.auxiliary.name, "= " + original, approximately(*unknown.initial, original)});
  }
  add_points(table, problem.start.guess, "guess");
  std::string text = "\nInitial point\n" + table.text();
  const Completeness completeness = completeness_of(problem);
  if (!completeness.open.empty()) {
    text += "  not given: " + word_list(completeness.open, "and", 20) +
            " (determined on the leaf, or reported as missing)\n";
  }
  return text;
}

/// What radau5_stiff takes from [stiff].
std::string stiff_text(const Model& model) {
  if (!model.mechanics || !model.mechanics->stiff) return {};
  constexpr std::array newton = {"outer", "fixed", "guessed", "constrained"};
  const Mechanics::Stiff& stiff = *model.mechanics->stiff;
  std::string text;
  if (stiff.newton != Mechanics::Stiff::Newton::outer) {
    text += fmt::format(", newton: {}", newton.at(static_cast<std::size_t>(stiff.newton)));
  }
  if (stiff.smooth) text += fmt::format(", start: smooth motion of order {}", *stiff.smooth);
  return text;
}

std::string integration_text(const Model& model, const RunSettings& plan) {
  const IntegrationSettings& settings = *plan.integrate;
  constexpr std::array parameters = {"", ", parameter: independent", ", parameter: arclength"};
  constexpr std::array controls = {"", ", control: classic", ", control: fixed"};
  const bool by_arc = settings.goal == IntegrationSettings::Goal::arclength;
  const std::string value = approximately(settings.to.expression, settings.to.text);
  std::string text = fmt::format("\nIntegration\n  {} to {} = {}{}{}\n  rtol {:g}, atol {:g}{}{}",
                                 settings.method,
                                 by_arc ? "arclength" : model.independent,
                                 settings.to.text,
                                 value.empty() ? "" : " ",
                                 value,
                                 settings.rtol,
                                 settings.atol,
                                 parameters.at(static_cast<std::size_t>(settings.parameter)),
                                 controls.at(static_cast<std::size_t>(settings.control)));
  if (settings.step) text += fmt::format(", step {:g}", *settings.step);
  if (settings.projection == IntegrationSettings::Projection::step) text += ", projection: step";
  text += stiff_text(model);
  if (!settings.at.empty()) {
    std::vector<std::string> rows;
    rows.reserve(settings.at.size());
    for (const WrittenExpression& row : settings.at) rows.push_back(row.text);
    text += "\n  rows at " + word_list(rows, "and");
  }
  if (settings.samples) text += fmt::format("\n  {} rows", *settings.samples);
  if (settings.max_steps != IntegrationSettings().max_steps) {
    text += fmt::format("\n  at most {} steps", settings.max_steps);
  }
  if (plan.branch.select != "initial") text += "\n  on the branch " + plan.branch.select;
  return text + "\n";
}

std::string extras_text(const Problem& problem) {
  std::string text;
  if (!problem.model.invariants.empty()) {
    Table table;
    for (const Invariant& invariant : problem.model.invariants) {
      table.add({invariant.name,
                 "= " + invariant.expression.text,
                 invariant.imposed ? "to be imposed" : "monitored"});
    }
    text += "\nInvariants\n" + table.text();
  }
  if (!problem.plan.events.empty()) {
    Table table;
    for (const Event& event : problem.plan.events) {
      constexpr std::array directions = {"", "rising", "falling"};
      table.add({event.name,
                 event.function.text,
                 directions.at(static_cast<std::size_t>(event.direction)),
                 event.stop ? "stops the run" : ""});
    }
    text += "\nEvents\n" + table.text();
  }
  if (problem.plan.integrate) text += integration_text(problem.model, problem.plan);
  if (problem.view) {
    text += fmt::format("\nView\n  {}, {}\n",
                        counted(problem.view->points.size(), "point", "points"),
                        counted(problem.view->links.size(), "link", "links"));
  }
  if (!problem.sweep.empty()) {
    std::size_t runs = 1;
    Table table;
    for (const SweepAxis& axis : problem.sweep) {
      runs *= axis.values.size();
      table.add({axis.target,
                 fmt::format("{} values, {} … {}",
                             axis.values.size(),
                             axis.values.front().text,
                             axis.values.back().text)});
    }
    text += fmt::format("\nSweep of {} runs\n", runs) + table.text();
  }
  return text;
}

}  // namespace

std::string check_text(const Problem& problem) {
  std::string text =
      detail::safe_text(problem.source.title.empty() ? problem.model.file : problem.source.title);
  text += "\n\n" + unknowns_text(problem.model) + parameters_text(problem.model) +
          equations_text(problem.model) + point_text(problem) + extras_text(problem);
  const Completeness completeness = completeness_of(problem);
  for (const std::string& missing : completeness.missing) {
    text += "\nMissing for a run: " + detail::safe_text(missing);
  }
  if (!completeness.missing.empty()) text += "\n";
  for (const std::string& remark : problem.source.remarks)
    text += "\nRemark: " + detail::safe_text(remark) + "\n";
  return detail::safe_lines(text);
}

}  // namespace leafwise::pipeline
