// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace leafwise::algebra::engine {

/// A directory that was empty when it lost its name: nothing is in it, and nothing can be created
/// in it. Relative names lead to no file there.
class EmptyDirectory {
 public:
  EmptyDirectory();
  ~EmptyDirectory();
  EmptyDirectory(const EmptyDirectory&) = delete;
  EmptyDirectory& operator=(const EmptyDirectory&) = delete;

  /// For fchdir(2); -1 where no place can be written to.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_ = -1;
};

}  // namespace leafwise::algebra::engine
