// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace leafwise::pipeline::detail {

/// While it lives, a signal that ends the program at once removes the file. Without a free place
/// among those that are remembered, or with too long a name, the file would stay.
class UnfinishedFile {
 public:
  /// @param path nothing is remembered if it is empty
  explicit UnfinishedFile(const std::string& path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  void* place_ = nullptr;
};

/// Removes all of them. Safe in a signal handler that does not return.
void remove_unfinished_files() noexcept;

}  // namespace leafwise::pipeline::detail
