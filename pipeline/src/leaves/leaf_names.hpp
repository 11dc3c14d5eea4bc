// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/model.hpp"

/// One name for one leaf: `here` is the leaf of a run, and its alias is the name that a whole
/// decomposition gives it. A number that would mean another leaf there is not used.
namespace leafwise::pipeline::detail {

/// The name of the leaf of a run.
inline constexpr const char* here = "here";

/// "here (g2)", or the name alone where no alias is known.
[[nodiscard]] std::string name_with_alias(const Leaf& leaf);

/// Calls a leaf `here`, in the list, in the tree and where others lie inside it. Where the names of
/// the report are not those of a whole decomposition, the other leaves become other1, other2, ….
/// @param has_global_names no leaf was left out, so that g1, g2, … are what `decompose` says
void call_here(DecompositionReport& report, const std::string& name, bool has_global_names);

/// The leaf of a steered completion, if it is the only one: it was reached from the start, and the
/// others are only what was left out.
void name_steered_leaf(DecompositionReport& report);

/// Calls the selected leaf `here`, in the report and in the selection. A system that was completed
/// without splitting keeps `root`; where nothing was selected nothing changes.
[[nodiscard]] Outcome<Selection> with_name(DecompositionReport& report,
                                           Outcome<Selection> selection);

/// Whether the positions are so few and simple that all leaves are completed as fast as one: at
/// most four quadrics.
[[nodiscard]] bool has_few_quadrics(const Model& model);

}  // namespace leafwise::pipeline::detail
