// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/job.hpp"

namespace leafwise::algebra::worker {

/// Singular in this process: one session, one thread. After an answer with a refusal the session
/// is spoilt and the process should end.
class SingularSession {
 public:
  /// @param executable the path of this program: Singular finds its libraries relative to it
  explicit SingularSession(const char* executable);

  [[nodiscard]] engine::Answer run(const engine::Job& job);
};

}  // namespace leafwise::algebra::worker
