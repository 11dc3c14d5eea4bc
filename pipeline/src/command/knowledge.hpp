// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "command/run_request.hpp"
#include "leafwise/algebra/cancellation.hpp"
#include "leafwise/pipeline/exit_code.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "run/start_report.hpp"

/// Results of exact algebra beside a run on its local leaf: the leaf's global equations and
/// name, other leaves. Nothing of the run depends on them.
namespace leafwise::pipeline::detail {

/// Systems above this many unknowns, multipliers counted, are not asked about.
inline constexpr std::size_t most_known_unknowns = 60;

[[nodiscard]] bool is_worth_knowing(const Problem& problem);

/// From here on this process may start its own program for knowledge: it is `leafwise`.
void allow_knowledge() noexcept;

/// A completion, steered by the start, in a process of lowest priority. It ends with its owner,
/// whatever ends that, and at once: nothing waits for it to notice.
class Knowledge {
 public:
  /// If no process can be started, there are no results.
  Knowledge(const RunRequest& request, std::string sha256);
  ~Knowledge();
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  /// Waits for it for so long, then cuts it. @param interrupted ends the waiting
  [[nodiscard]] FoundBeside end(std::chrono::duration<double> patience,
                                const algebra::Cancellation& interrupted);

 private:
  [[nodiscard]] bool has_ended();
  void kill_now() noexcept;

  std::string sha256_;
  int results_ = -1;  ///< a file in memory that both processes have
  pid_t process_ = 0;
  bool is_whole_ = false;
};

/// The command of that process; no user calls it.
inline constexpr const char* knowledge_command = "--knowledge";
ExitCode run_knowledge(const std::vector<std::string>& arguments);

}  // namespace leafwise::pipeline::detail
