// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/report_columns.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/core/check.hpp"
#include "leaves/observable.hpp"
#include "model/run_columns.hpp"
#include "write/row_slopes.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Role;
using algebra::Variable;
using integrator::Trajectory;

ColumnRole role_of(const RunRecord& record, const std::string& name) {
  if (name == "_s") return ColumnRole::arclength;
  if (name == "_h") return ColumnRole::step;
  if (name == "_residual") return ColumnRole::residual;
  if (name == record.decomposition->independent) return ColumnRole::independent;
  const std::vector<Variable>& attached = record.selection->leaf.attached;
  const bool is_attached = std::any_of(
      attached.begin(), attached.end(), [&](const Variable& v) { return to_string(v) == name; });
  if (!is_attached) return ColumnRole::state;
  const std::vector<std::string>& own = record.problem->model.unknowns;
  const bool is_own = std::find(own.begin(), own.end(), name) != own.end();
  return record.problem->model.mechanics && !is_own ? ColumnRole::multiplier : ColumnRole::attached;
}

std::vector<double> values_of(const RunRecord& record, const RunColumn& column) {
  std::vector<double> values(record.integration->report.trajectory.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = cell(record, column, i);
  return values;
}

/// @param source as in RunCurves
const CurvePoints* curve_of(const RunRecord& record, std::size_t source) {
  const std::vector<CurvePoints>& curves = record.integration->curves.columns;
  return curves.empty() ? nullptr : &curves.at(source);
}

const CurvePoints* curve_of(const RunRecord& record, const RunColumn& column) {
  const std::size_t before = column.is_force ? record.integration->report.trajectory.width() : 0;
  return curve_of(record, before + column.source);
}

std::vector<double> values_of(const Trajectory<double>& table, std::size_t source) {
  std::vector<double> values(table.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = table.row(i)[source];
  return values;
}

/// Each equation by itself, in the measure of `_residual`.
void add_defects(const RunRecord& record, std::vector<ReportColumn>& columns) {
  const integrator::ManifoldProblem<double>& problem = record.selection->leaf.problem;
  const Trajectory<double>& table = record.integration->report.trajectory;
  if (!problem.equations) return;
  const std::unique_ptr<integrator::SmoothMap<double>> map = problem.equations->clone();
  const std::size_t first = columns.size();
  const std::size_t count = map->outputs();
  const std::size_t width = map->inputs();
  for (std::size_t k = 0; k < count; ++k) {
    columns.push_back({problem.equation_names.at(k), ColumnRole::defect, {}, nullptr});
    columns.back().values.resize(table.size());
  }
  std::vector<double> values(count);
  std::vector<double> jacobian(count * width);
  for (std::size_t i = 0; i < table.size(); ++i) {
    map->jacobian(table.point(i), values, jacobian);
    for (std::size_t k = 0; k < count; ++k) {
      const auto gradient = std::span<const double>(jacobian).subspan(k * width, width);
      const double square =
          std::inner_product(gradient.begin(), gradient.end(), gradient.begin(), 0.0);
      columns[first + k].values[i] = std::abs(values[k]) / std::max(std::sqrt(square), 1.0);
    }
  }
}

/// The integrator has monitors in one row, behind the coordinates; what methods add of their own
/// is behind them. A coordinate may have an invariant's name, so they are looked for from the end.
void add_invariants(const RunRecord& record, std::vector<ReportColumn>& columns) {
  const Trajectory<double>& table = record.integration->report.trajectory;
  const std::vector<InvariantRecord>& invariants = record.integration->invariants;
  const std::vector<std::string>& names = table.columns();
  const auto place = std::find_end(
      names.begin(),
      names.end(),
      invariants.begin(),
      invariants.end(),
      [](const std::string& name, const InvariantRecord& one) { return name == one.name; });
  LEAFWISE_DEMAND(invariants.empty() || place != names.end());
  const auto first = static_cast<std::size_t>(place - names.begin());
  for (std::size_t k = 0; k < invariants.size(); ++k) {
    columns.push_back({invariants[k].name,
                       ColumnRole::invariant,
                       values_of(table, first + k),
                       curve_of(record, first + k)});
  }
}

bool is_constant(const algebra::Expression& expression) {
  const std::set<Variable> used = algebra::variables_of(expression);
  return std::all_of(
      used.begin(), used.end(), [](const Variable& v) { return v.role == Role::parameter; });
}

std::optional<std::size_t> existing(const algebra::Expression& expression,
                                    const std::vector<ReportColumn>& columns) {
  if (expression.kind() != algebra::Expression::Kind::variable) return std::nullopt;
  const std::string name = to_string(expression.as_variable());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name && columns[i].role <= ColumnRole::multiplier) return i;
  }
  return std::nullopt;
}

ReportCoordinate coordinate(const RunRecord& record,
                            const std::string& name,
                            const WrittenExpression& written,
                            std::vector<ReportColumn>& columns) {
  if (const auto column = existing(written.expression, columns)) return {column, 0};
  const Trajectory<double>& table = record.integration->report.trajectory;
  const Observable observed =
      observable(record.problem->model, record.selection->leaf, written, "point '" + name + "'");
  const std::unique_ptr<integrator::SmoothMap<double>> map = observed.function->clone();
  const bool moves = !is_constant(written.expression);
  std::vector<double> values(moves ? table.size() : std::min<std::size_t>(table.size(), 1));
  for (std::size_t i = 0; i < values.size(); ++i) {
    map->value(table.point(i).first(map->inputs()), std::span<double>(values).subspan(i, 1));
  }
  if (!moves) return {std::nullopt, values.empty() ? 0 : values.front()};
  columns.push_back({name, ColumnRole::view, std::move(values), nullptr});
  return {columns.size() - 1, 0};
}

/// Of the columns that are there by now.
void add_slopes(const RunRecord& record, std::vector<ReportColumn>& columns) {
  std::vector<ColumnSlopes> slopes = row_slopes(record);
  for (std::size_t i = 1; i < slopes.size(); ++i) {  // the first is `_s` itself
    columns.push_back({slopes[i].name, ColumnRole::slope, std::move(slopes[i].values), nullptr});
  }
}

/// What [view] needs.
void add_view(const RunRecord& record, ReportTable& result) {
  constexpr const char* axes = "xyz";
  for (const View::Point& point : record.problem->view->points) {
    std::vector<ReportCoordinate>& coordinates = result.points.emplace_back();
    for (std::size_t k = 0; k < point.coordinates.size(); ++k) {
      coordinates.push_back(
          coordinate(record, point.name + "." + axes[k], point.coordinates[k], result.columns));
    }
  }
}

}  // namespace

std::string to_string(ColumnRole role) {
  switch (role) {
    case ColumnRole::independent: return "independent";
    case ColumnRole::state: return "state";
    case ColumnRole::attached: return "attached";
    case ColumnRole::multiplier: return "multiplier";
    case ColumnRole::force: return "force";
    case ColumnRole::arclength: return "arclength";
    case ColumnRole::step: return "step";
    case ColumnRole::residual: return "residual";
    case ColumnRole::defect: return "defect";
    case ColumnRole::invariant: return "invariant";
    case ColumnRole::view: return "view";
    case ColumnRole::slope: break;
  }
  return "slope";
}

ReportTable report_table(const RunRecord& record) {
  ReportTable result;
  for (const RunColumn& column : run_columns(record)) {
    const ColumnRole role = column.is_force ? ColumnRole::force : role_of(record, column.name);
    result.columns.push_back(
        {column.name, role, values_of(record, column), curve_of(record, column)});
  }
  add_defects(record, result.columns);
  add_invariants(record, result.columns);
  if (record.problem->view) add_view(record, result);
  add_slopes(record, result.columns);
  return result;
}

}  // namespace leafwise::pipeline::detail
