// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "plot/coinciding.hpp"
#include "plot/svg_text.hpp"

namespace leafwise::pipeline::detail {

using drawing::Curve;
using drawing::Figure;
using drawing::Panel;
using drawing::with_primes;

namespace {

/// More unknowns than colours could not be distinguished.
constexpr std::size_t most_unknowns = drawing::colour_count;

/// Above this number, curves are not compared with each other.
constexpr std::size_t most_compared = 100;

/// Rows as dots, where there are few.
constexpr std::size_t few_rows = 60;

drawing::Mark mark_of(std::size_t rows) {
  return rows <= few_rows ? drawing::Mark::dot : drawing::Mark::none;
}

/// One column on a logarithmic axis; what is drawn are absolute values.
Panel logarithmic_panel(const Runs& runs,
                        const PlotRequest& request,
                        const std::string& column,
                        const std::string& label) {
  Panel panel;
  panel.y.label = label;
  panel.y.scale = drawing::Scale::logarithmic;
  panel.empty = "zero in every row";
  for (const RunFolder& run : runs) {
    const Quantities names(run);
    Quantity x = across(run, names, request);
    panel.x.label = with_primes(x.label());
    Curve curve;
    curve.label = runs.size() > 1 ? run.name : "";
    curve.x = x.of(run.trajectory);
    curve.y = names.find("--kind", column).of(run.trajectory);
    for (double& value : curve.y) value = std::abs(value);
    curve.mark = mark_of(curve.x.size());
    panel.curves.push_back(std::move(curve));
  }
  return panel;
}

/// Where a row is that has no residual.
std::string aim_of(const RunFolder& run) {
  if (!run.decomposition.is_uncompleted()) return "on the leaf";
  return run.summary.defects.empty() ? "where the potential is least" : "on the constraints";
}

std::string aim_of(const Runs& runs) {
  const std::string first = aim_of(runs.front());
  const bool is_same = std::all_of(
      runs.begin(), runs.end(), [&](const RunFolder& run) { return aim_of(run) == first; });
  return is_same ? first : "where they should be";
}

}  // namespace

Figure figure_of(const Runs& runs, const PlotRequest& request) {
  const RunSummary& first = runs.front().summary;
  const bool has_same_title = std::all_of(runs.begin(), runs.end(), [&](const RunFolder& run) {
    return run.summary.title == first.title;
  });
  Figure figure;
  figure.title = request.title                            ? *request.title
                 : has_same_title && !first.title.empty() ? first.title
                                                          : runs.front().name;
  if (runs.size() == 1) {
    figure.caption.push_back(fmt::format("{} · {} · {} steps, {} rejected · {}",
                                         runs.front().decomposition.is_uncompleted()
                                             ? uncompleted_operation
                                             : "branch " + first.branch,
                                         first.method,
                                         first.steps,
                                         first.rejected,
                                         first.reason));
  }
  if (request.width) figure.width = *request.width;
  if (request.height) figure.height = *request.height;
  return figure;
}

std::string curve_label(const Runs& runs,
                        const RunFolder& run,
                        const std::string& quantity,
                        std::size_t quantities) {
  const std::string name = with_primes(quantity);
  if (runs.size() == 1) return name;
  return quantities == 1 ? run.name : run.name + ": " + name;
}

void add_curves(const Runs& runs,
                const RunFolder& run,
                const RunTable& rows,
                Quantity& x,
                std::vector<Quantity>& chosen,
                Panel& panel) {
  const bool is_alone = chosen.size() == 1;
  panel.x.label = with_primes(x.label());
  panel.y.label = is_alone ? with_primes(chosen.front().label()) : "";
  const std::vector<double> places = x.of(rows);
  for (Quantity& quantity : chosen) {
    Curve curve;
    const bool needs_label = !is_alone || runs.size() > 1;
    if (needs_label) curve.label = curve_label(runs, run, quantity.label(), chosen.size());
    curve.x = places;
    curve.y = quantity.of(rows);
    panel.curves.push_back(std::move(curve));
  }
}

Quantity across(const RunFolder& run, const Quantities& names, const PlotRequest& request) {
  return names.find("--x", request.x.value_or(run.trajectory.names.front()));
}

std::vector<Quantity> upwards(const Quantities& names, const PlotRequest& request) {
  std::vector<Quantity> quantities;
  if (!request.y) return quantities;
  for (const std::string& part : parts_of("--y", *request.y)) {
    quantities.push_back(names.find("--y", part));
  }
  return quantities;
}

namespace {

/// All unknowns; which of them are drawn is seen when it is known which look alike.
std::vector<Quantity> unknowns_of(const RunFolder& run, const Quantities& names) {
  const Texts& unknowns = run.decomposition.unknowns;
  const std::size_t count = std::min(unknowns.size(), most_compared);
  std::vector<Quantity> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(names.find("--y", unknowns[i]));
  return chosen;
}

/// The rows themselves as dots on a curve that has points between them.
Curve dots_of(const Curve& curve, std::size_t rows, std::size_t colour) {
  Curve dots;
  dots.stroke = drawing::Stroke::none;
  dots.mark = drawing::Mark::dot;
  dots.colour = colour;
  const std::size_t parts = rows < 2 ? 1 : (curve.x.size() - 1) / (rows - 1);
  for (std::size_t i = 0; i < curve.x.size(); i += parts) {
    dots.x.push_back(curve.x[i]);
    dots.y.push_back(curve.y[i]);
  }
  return dots;
}

}  // namespace

Figure series_figure(const Runs& runs, const PlotRequest& request) {
  Figure figure = figure_of(runs, request);
  Panel panel;
  std::size_t lines = 0;
  std::vector<Curve> dots;
  for (const RunFolder& run : runs) {
    const Quantities names(run);
    Quantity x = across(run, names, request);
    std::vector<Quantity> chosen = upwards(names, request);
    const bool is_free = chosen.empty();
    if (is_free) chosen = unknowns_of(run, names);
    add_curves(runs, run, run.curves, x, chosen, panel);
    drawing::join_coinciding(panel, lines);
    if (is_free && panel.curves.size() > lines + most_unknowns) {
      panel.curves.resize(lines + most_unknowns);
      figure.caption.push_back(fmt::format("{} curves of {} unknowns; --y chooses others",
                                           most_unknowns,
                                           run.decomposition.unknowns.size()));
    }
    const std::size_t rows = run.trajectory.rows();
    for (; lines < panel.curves.size(); ++lines) {
      if (rows <= few_rows) dots.push_back(dots_of(panel.curves[lines], rows, lines));
    }
  }
  std::move(dots.begin(), dots.end(), std::back_inserter(panel.curves));
  figure.panels.push_back(std::move(panel));
  return figure;
}

namespace {

/// The first unknown against its rate; where that is no column, against the next unknown.
PlotRequest with_phase_axes(const RunFolder& run, PlotRequest request) {
  const Quantities names(run);
  const Texts& unknowns = run.decomposition.unknowns;
  const std::string first = unknowns.empty() ? run.trajectory.names.front() : unknowns.front();
  if (!request.x) request.x = first;
  if (request.y) return request;
  const auto column = names.find("--x", *request.x).column();
  const auto known = column ? names.variable(*column) : std::nullopt;
  const auto rate = known ? names.jet(known->name, known->order + 1) : std::nullopt;
  request.y = rate ? run.trajectory.names[*rate] : unknowns.size() > 1 ? unknowns[1] : first;
  return request;
}

/// Where a curve starts, in its colour.
Curve start_of(const Curve& curve) {
  Curve start;
  start.x = {curve.x.front()};
  start.y = {curve.y.front()};
  start.colour = curve.colour;
  start.stroke = drawing::Stroke::none;
  start.mark = drawing::Mark::ring;
  return start;
}

}  // namespace

Figure phase_figure(const Runs& runs, const PlotRequest& request) {
  Figure figure = figure_of(runs, request);
  if (!request.height) figure.height = 600;
  Panel panel;
  panel.equal = request.equal;
  // The first run says what is drawn of all.
  const PlotRequest chosen_axes = with_phase_axes(runs.front(), request);
  for (const RunFolder& run : runs) {
    const Quantities names(run);
    Quantity x = across(run, names, chosen_axes);
    std::vector<Quantity> chosen = upwards(names, chosen_axes);
    add_curves(runs, run, run.curves, x, chosen, panel);
  }
  const std::size_t count = panel.curves.size();
  for (std::size_t i = 0; i < count; ++i) {
    panel.curves[i].colour = i;
    panel.curves.push_back(start_of(panel.curves[i]));
  }
  figure.caption.push_back("the ring is where it starts");
  figure.panels.push_back(std::move(panel));
  return figure;
}

Figure steps_figure(const Runs& runs, const PlotRequest& request) {
  Figure figure = figure_of(runs, request);
  figure.panels.push_back(logarithmic_panel(runs, request, "_h", "step that led there"));
  return figure;
}

Figure defects_figure(const Runs& runs, const PlotRequest& request) {
  Figure figure = figure_of(runs, request);
  Panel panel = logarithmic_panel(runs, request, "_residual", "residual");
  std::size_t zeros = 0;
  for (const Curve& curve : panel.curves) {
    zeros += static_cast<std::size_t>(std::count(curve.y.begin(), curve.y.end(), 0.0));
  }
  if (zeros > 0) {
    figure.caption.push_back(fmt::format(
        "{} {} exactly {} and not drawn", zeros, zeros == 1 ? "row is" : "rows are", aim_of(runs)));
  }
  for (const RunFolder& run : runs) {
    for (const auto& [name, value] : run.summary.defects) {
      const std::string label = fmt::format("largest {} {:.1e}", name, value);
      panel.rules.push_back({drawing::Rule::Direction::across,
                             value,
                             runs.size() == 1 ? label : run.name + ": " + label});
    }
  }
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace leafwise::pipeline::detail
