// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace leafwise::pipeline::detail {

class UnfinishedFile;

/// A table that is written line by line as `NAME.part`, and renamed to NAME when it is whole. At
/// each call, all lines of more than half a second ago are in the file: whoever kills the program
/// finds them there. Where another process writes to that name at the same time, another one is
/// taken (`NAME.<process>.part`).
class PartFile {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  /// Makes the folder as well. @throws OutputFailure
  explicit PartFile(std::filesystem::path path, Now now = &Clock::now);
  /// What was not finished goes. Where an exception ends the program (a full disk, no memory) it
  /// stays as `NAME.part`, with whole lines only.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// @param lines whole ones @throws OutputFailure
  void append(std::string_view lines);
  /// To be called now and then while nothing is appended. @throws OutputFailure
  void keep_up();
  /// All is appended: the file gets its name. @throws OutputFailure
  void finish();

  /// Removes what a process that was killed has left, unless another one writes to it.
  static void remove_left(const std::filesystem::path& path);

 private:
  void open();
  void write_out();
  [[noreturn]] void fail(const std::string& reason) const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  Now now_;
  Clock::time_point written_;
  std::string lines_;      ///< not yet in the file
  std::int64_t size_ = 0;  ///< of the whole lines in the file
  int descriptor_ = -1;
  int exceptions_;  ///< that were under way when this was made
  std::unique_ptr<UnfinishedFile> removed_on_signals_;
};

}  // namespace leafwise::pipeline::detail
