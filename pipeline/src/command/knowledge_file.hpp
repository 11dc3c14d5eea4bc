// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace leafwise::pipeline::detail {

/// The path at which the process for knowledge finds the file.
inline constexpr int knowledge_descriptor = 3;

/// The number of jobs so far, in its first bytes, and behind it the report, once it is there. Both
/// processes are the same program on the same machine.
class KnowledgeFile {
 public:
  explicit KnowledgeFile(int descriptor) noexcept : descriptor_(descriptor) {}

  void set_jobs(std::uint64_t jobs) const { (void)!pwrite(descriptor_, &jobs, sizeof jobs, 0); }
  [[nodiscard]] std::uint64_t jobs() const {
    std::uint64_t jobs = 0;
    return pread(descriptor_, &jobs, sizeof jobs, 0) == sizeof jobs ? jobs : 0;
  }

  /// @return false if there is no memory for it
  [[nodiscard]] bool set_report(const std::string& text) const {
    return pwrite(descriptor_, text.data(), text.size(), sizeof(std::uint64_t)) ==
           static_cast<ssize_t>(text.size());
  }
  [[nodiscard]] std::string report() const {
    struct stat status {};
    constexpr auto head = static_cast<off_t>(sizeof(std::uint64_t));
    if (fstat(descriptor_, &status) != 0 || status.st_size <= head) return {};
    std::string text(static_cast<std::size_t>(status.st_size - head), '\0');
    const ssize_t size = pread(descriptor_, text.data(), text.size(), head);
    text.resize(static_cast<std::size_t>(size > 0 ? size : 0));
    return text;
  }

 private:
  int descriptor_;
};

}  // namespace leafwise::pipeline::detail
