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

/// How far a table was written.
struct TablePlace {
  std::uint64_t size = 0;  ///< bytes, of whole lines
  std::string end;         ///< some of the last ones: another table has others
};

/// What happens to an unfinished table if a signal or a refusal ends the program.
enum class Unfinished { removed, stays };

/// A table that is written line by line as `NAME.part`, and renamed to NAME when it is whole. At
/// each call, all lines of more than half a second ago are in the file: whoever kills the program
/// finds them there. Where another process writes to that name at the same time, another one is
/// taken (`NAME.<process>.part`).
class PartFile {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  /// Makes the folder as well. @throws OutputFailure
  explicit PartFile(std::filesystem::path path,
                    Now now = &Clock::now,
                    Unfinished unfinished = Unfinished::removed);
  /// Goes on behind that place of the table `from` of an earlier run, finished or not: it may have
  /// the same path. Unfinished it stays. @throws InvalidInput if it has no such place,
  /// OutputFailure
  PartFile(std::filesystem::path path, const std::filesystem::path& from, const TablePlace& place);
  /// What was not finished goes, if it should. Where an exception ends the program (a full disk, no
  /// memory) it stays as `NAME.part`, with whole lines only.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// @param lines whole ones @throws OutputFailure
  void append(std::string_view lines);
  /// To be called now and then while nothing is appended. @throws OutputFailure
  void keep_up();
  /// Puts all that was appended onto the disk. @throws OutputFailure
  [[nodiscard]] TablePlace place();
  /// All is appended: the file gets its name. @throws OutputFailure
  void finish();

  /// Removes what a process that was killed has left, unless another one writes to it.
  static void remove_left(const std::filesystem::path& path);

 private:
  void open(int flags);
  void go_on_behind(const TablePlace& place);
  void write_out();
  [[noreturn]] void fail(const std::string& reason) const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  Now now_;
  Clock::time_point written_;
  Unfinished unfinished_ = Unfinished::removed;
  std::string lines_;      ///< not yet in the file
  std::string end_;        ///< the last bytes that are
  std::int64_t size_ = 0;  ///< of the whole lines in the file
  int descriptor_ = -1;
  int exceptions_;  ///< that were under way when this was made
  std::unique_ptr<UnfinishedFile> removed_on_signals_;
};

}  // namespace leafwise::pipeline::detail
