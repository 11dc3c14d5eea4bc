// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/job.hpp"

namespace leafwise::algebra::worker {

/// Singular in this process: one session, one thread. After an answer with a refusal the session
/// is spoilt and the process should end.
class SingularSession {
 public:
  /// @param executable  the path of this program: Singular wants to know
  /// @param libraries  the only folder from which Singular reads libraries
  /// @throws Refusal if standard.lib cannot be loaded
  SingularSession(const std::string& executable, const std::string& libraries);

  [[nodiscard]] engine::Answer run(const engine::Job& job);

 private:
  std::string primary_decomposition_;  ///< the path of the library, loaded when it is needed
};

}  // namespace leafwise::algebra::worker
