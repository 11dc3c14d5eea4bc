// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "leafwise/algebra/cancellation.hpp"
#include "leafwise/algebra/completion.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/run_record.hpp"

namespace leafwise::pipeline::detail {

struct Prepared;

/// Who has a leaf found: a program whose user may press Ctrl-C, or a call of the library. Called
/// from the thread of the run.
class PreparationHost {
 public:
  PreparationHost() = default;
  PreparationHost(const PreparationHost&) = delete;
  PreparationHost& operator=(const PreparationHost&) = delete;
  virtual ~PreparationHost() = default;

  /// Cancelled when the work is to stop: always the same object.
  [[nodiscard]] virtual const algebra::Cancellation& cancellation() const = 0;
  [[nodiscard]] bool is_cancelled() const { return cancellation().is_cancelled(); }
  /// Until `hold` nothing would be lost if the process ended: for work that does not check
  /// `cancellation`.
  virtual void let_go() {}
  virtual void hold() {}

  /// To show how far a completion is; empty: nobody wants to know.
  [[nodiscard]] virtual std::function<void(const algebra::CompletionProgress&)>
  watcher_of_completion() {
    return {};
  }
  /// The system was completed; the leaf of the run is not yet selected.
  virtual void decomposed(const DecompositionReport& report) { (void)report; }
};

/// Who has a whole run made: with a folder for its results, or as values in memory.
class RunHost : public PreparationHost {
 public:
  /// Integrates on `prepared.selection`. @pre there is one
  [[nodiscard]] virtual Outcome<Integration> integrate(const Prepared& prepared) = 0;
  /// A run ended early on its local leaf; the system is now completed, to begin again if possible.
  virtual void completes_after_all() {}
  /// Earlier rows are not part of the result any more. @pre prepared.selection
  virtual void begins_again(const Prepared& prepared) { (void)prepared; }
};

}  // namespace leafwise::pipeline::detail
