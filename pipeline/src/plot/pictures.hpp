// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leafwise/pipeline/drawing.hpp"
#include "plot/quantity.hpp"
#include "plot/run_folder.hpp"

/// The pictures of 'leafwise plot', one function each.
namespace leafwise::pipeline::detail {

struct PlotRequest {
  std::string kind;
  std::optional<std::string> x;
  std::optional<std::string> y;  ///< a list
  std::optional<std::string> section;
  std::optional<std::string> direction;  ///< "rising", "falling"; none: both
  bool equal = false;
  std::optional<std::string> title;
  std::optional<double> width;
  std::optional<double> height;
};

using Runs = std::vector<RunFolder>;

/// @throws InvalidInput for what a run does not have
[[nodiscard]] drawing::Figure series_figure(const Runs& runs, const PlotRequest& request);
[[nodiscard]] drawing::Figure phase_figure(const Runs& runs, const PlotRequest& request);
[[nodiscard]] drawing::Figure poincare_figure(const Runs& runs, const PlotRequest& request);
[[nodiscard]] drawing::Figure energy_figure(const Runs& runs, const PlotRequest& request);
[[nodiscard]] drawing::Figure steps_figure(const Runs& runs, const PlotRequest& request);
[[nodiscard]] drawing::Figure defects_figure(const Runs& runs, const PlotRequest& request);

/// The completion tree, as large as its nodes want it; a width or height that is asked for scales
/// it.
/// @param branch the leaf of the run, which is marked; empty: none
[[nodiscard]] std::string tree_svg(const DecompositionReport& report,
                                   const std::string& branch,
                                   const PlotRequest& request);

/// A figure with what all have: title, size, and how the run went.
[[nodiscard]] drawing::Figure figure_of(const Runs& runs, const PlotRequest& request);

/// A curve for each quantity of a run over another one, in these rows. If there is one alone, its
/// name stands at the axis.
void add_curves(const Runs& runs,
                const RunFolder& run,
                const RunTable& rows,
                Quantity& x,
                std::vector<Quantity>& chosen,
                drawing::Panel& panel);

/// The words for a curve: the quantity, and of several runs which.
[[nodiscard]] std::string curve_label(const Runs& runs,
                                      const RunFolder& run,
                                      const std::string& quantity,
                                      std::size_t quantities);

/// --x; the independent variable if it is not given.
[[nodiscard]] Quantity across(const RunFolder& run,
                              const Quantities& names,
                              const PlotRequest& request);

/// --y in its parts; none if it is not given.
[[nodiscard]] std::vector<Quantity> upwards(const Quantities& names, const PlotRequest& request);

}  // namespace leafwise::pipeline::detail
