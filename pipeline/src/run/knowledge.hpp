// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"

/// What exact algebra finds while a run goes on its local leaf: the leaf's global equations and
/// name, other leaves. A lamp, not a gate: nothing of the run depends on it.
namespace leafwise::pipeline::detail {

struct FoundBeside {
  std::optional<DecompositionReport> report;  ///< of a completion that was not cut
  std::uint64_t jobs = 0;                     ///< of the engine, until it was done or cut
};

/// Systems above this many unknowns, multipliers counted, are not asked about.
inline constexpr std::size_t most_known_unknowns = 60;

[[nodiscard]] bool is_worth_knowing(const Problem& problem);

/// A completion, steered by the start, in a thread and workers of lowest priority. It ends with its
/// owner at the latest.
class Knowledge {
 public:
  /// @pre the problem outlives it
  Knowledge(const Problem& problem,
            std::string sha256,
            algebra::CompletionOptions options,
            const algebra::Limits& limits);
  ~Knowledge();
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  /// Waits for it for so long, then cuts it. `interrupted` is looked at while it waits.
  [[nodiscard]] FoundBeside end(std::chrono::duration<double> patience,
                                const algebra::Cancellation& interrupted);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace leafwise::pipeline::detail
