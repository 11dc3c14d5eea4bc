// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "session/run_host.hpp"
#include "session/run_wish.hpp"
#include "session/stage_clock.hpp"
#include "write/checkpoint_file.hpp"

/// The leaf of a run: the leaf at its start, or one of the completed system.
namespace leafwise::pipeline::detail {

/// The decomposition and the selected leaf, ready for the integration.
struct Prepared {
  DecompositionReport decomposition;
  Outcome<Selection> selection;
  std::shared_ptr<const CheckpointFile> resumed = nullptr;  ///< from where the run goes on
  std::string certificate = {};  ///< of the leaf at the start; empty: there is none

  /// A run that goes on was warned on its way here, which may have been another.
  void go_on_from(std::shared_ptr<const CheckpointFile> checkpoint);

  /// Whether the selection is one of the local way.
  [[nodiscard]] bool is_local() const { return selection && selection.value().is_local; }
};

/// The leaf of the run. By default it is the one that is proved at the start, from the equations as
/// they were written; the system is completed first only where that way fails, where a leaf is
/// requested by name, or where positions are few quadrics in several components: questions of size
/// and shape. The leaf that was selected is called `here`.
[[nodiscard]] Prepared prepare(const Problem& problem,
                               const std::string& sha256,
                               const RunWish& wish,
                               PreparationHost& host,
                               StageClock& clock);

/// For a run that ended early on its local leaf: the completed one, if little work suffices.
[[nodiscard]] std::optional<Prepared> prepared_again(const Problem& problem,
                                                     const std::string& sha256,
                                                     const RunWish& wish,
                                                     PreparationHost& host,
                                                     StageClock& clock);

/// The algebra alone. A steered completion that does not leave one leaf is made again with all
/// leaves, so that reports name them as `decompose` does.
/// @param steered by the initial point, where that selects the leaf
[[nodiscard]] DecompositionReport prepared_report(const Problem& problem,
                                                  const std::string& sha256,
                                                  const RunWish& wish,
                                                  PreparationHost& host,
                                                  bool steered);

}  // namespace leafwise::pipeline::detail
