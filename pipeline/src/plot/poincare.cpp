// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "plot/pictures.hpp"
#include "plot/section.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Whether a column changes from point to point by more than rounding. A coordinate does not on a
/// section where it is constant.
bool varies(const RunTable& points, std::size_t column) {
  constexpr double rounding = 1e-6;
  const std::vector<double>& values = points.values[column];
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return low != values.end() &&
         *high - *low > rounding * std::max({1.0, std::abs(*low), std::abs(*high)});
}

/// The first unknown that varies on the section, with its rate where that is a column.
std::pair<std::string, std::string> usual_axes(const RunFolder& run,
                                               const Quantities& names,
                                               const RunTable& points) {
  std::vector<std::string> varying;
  for (const std::string& unknown : run.decomposition.unknowns) {
    const auto column = run.trajectory.find(unknown);
    if (column && varies(points, *column)) varying.push_back(unknown);
  }
  if (varying.empty()) varying = run.decomposition.unknowns;
  if (varying.empty()) varying.push_back(run.trajectory.names.front());
  if (const auto rate = names.jet(varying.front(), 1)) {
    return {varying.front(), run.trajectory.names[*rate]};
  }
  return {varying.front(), varying[varying.size() > 1 ? 1 : 0]};
}

}  // namespace

drawing::Figure poincare_figure(const Runs& runs, const PlotRequest& request) {
  drawing::Figure figure = figure_of(runs, request);
  if (!request.height) figure.height = 600;
  drawing::Panel panel;
  panel.equal = request.equal;
  panel.empty = "the run never passes the section";
  std::optional<std::pair<std::string, std::string>> usual;
  for (const RunFolder& run : runs) {
    const Quantities names(run);
    const Section section = section_of(run, names, request.section, request.direction);
    if (!usual) usual = usual_axes(run, names, section.points);
    Quantity x = names.find("--x", request.x.value_or(usual->first));
    std::vector<Quantity> chosen = upwards(names, request);
    if (chosen.empty()) chosen.push_back(names.find("--y", usual->second));
    add_curves(runs, run, section.points, x, chosen, panel);
    const std::size_t count = section.points.rows();
    figure.caption.push_back(fmt::format("{}{}: {} {}",
                                         runs.size() > 1 ? run.name + ": " : "",
                                         section.words,
                                         count,
                                         count == 1 ? "point" : "points"));
  }
  for (drawing::Curve& curve : panel.curves) {
    curve.stroke = drawing::Stroke::none;
    curve.mark = drawing::Mark::dot;
  }
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace leafwise::pipeline::detail
