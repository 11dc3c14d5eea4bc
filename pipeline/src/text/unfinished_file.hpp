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

/// While it lives, a file is being created that is not remembered yet: the end of the program waits
/// for it. Not to be made while another one lives in the same thread.
class FileCreation {
 public:
  FileCreation() noexcept;
  ~FileCreation();
  FileCreation(const FileCreation&) = delete;
  FileCreation& operator=(const FileCreation&) = delete;
};

/// Removes all unfinished files, and lets no other begin. Safe in a signal handler.
/// @return false if one is just being created: its thread will raise the signal again, and the
/// handler has to return
[[nodiscard]] bool remove_unfinished_files(int signal) noexcept;

/// Whether they were to be removed before, and the end still waits for a file.
[[nodiscard]] bool end_has_begun() noexcept;

}  // namespace leafwise::pipeline::detail
