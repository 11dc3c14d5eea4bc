// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <utility>

#include "plot/invariant_values.hpp"
#include "plot/pictures.hpp"
#include "plot/svg_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

std::vector<InvariantValues> chosen_values(const RunFolder& run,
                                           const Quantities& names,
                                           const PlotRequest& request) {
  if (!request.y) return invariant_values(run, names);
  std::vector<InvariantValues> chosen;
  for (Quantity& quantity : upwards(names, request)) {
    chosen.push_back({quantity.label(), quantity.of(run.trajectory)});
  }
  return chosen;
}

}  // namespace

drawing::Figure energy_figure(const Runs& runs, const PlotRequest& request) {
  drawing::Figure figure = figure_of(runs, request);
  if (!request.height) figure.height = 600;
  drawing::Panel values;
  drawing::Panel drift;
  values.y.label = "value";
  drift.y.label = "|value − value at the start|";
  drift.y.scale = drawing::Scale::logarithmic;
  drift.empty = "no row differs from the start";
  for (const RunFolder& run : runs) {
    const Quantities names(run);
    Quantity x = across(run, names, request);
    values.x.label = drift.x.label = drawing::with_primes(x.label());
    const std::vector<double> places = x.of(run.trajectory);
    const std::vector<InvariantValues> chosen = chosen_values(run, names, request);
    for (const InvariantValues& invariant : chosen) {
      drawing::Curve curve;
      curve.label = curve_label(runs, run, invariant.name, chosen.size());
      curve.x = places;
      curve.y = invariant.values;
      values.curves.push_back(curve);
      // The legend above holds for both.
      curve.label.clear();
      for (double& value : curve.y) value = std::abs(value - invariant.values.front());
      drift.curves.push_back(std::move(curve));
    }
  }
  figure.panels = {std::move(values), std::move(drift)};
  return figure;
}

}  // namespace leafwise::pipeline::detail
