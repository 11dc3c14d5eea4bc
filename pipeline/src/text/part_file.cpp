// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/part_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <exception>
#include <system_error>
#include <utility>

#include "text/output.hpp"
#include "text/unfinished_file.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

/// So that nobody who kills the program loses the rows of more than a second.
constexpr std::chrono::milliseconds most_delay(500);
/// Larger pieces are not written any faster.
constexpr std::size_t most_waiting = std::size_t{1} << 16U;

bool is_still_named(int descriptor, const fs::path& name) {
  struct stat open {};
  struct stat named {};
  return fstat(descriptor, &open) == 0 && lstat(name.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

/// A descriptor that no other process writes to; -1 if there is one. A lock ends with its process,
/// however that ends.
int locked(const fs::path& name, int flags) {
  constexpr mode_t all_may_read = 0666;  // less what the user's mask takes away
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg)
  const int descriptor =
      open(name.c_str(), flags | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, all_may_read);
  if (descriptor < 0) return -1;
  // Who had the lock before may have renamed the file just now.
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_still_named(descriptor, name)) {
    return descriptor;
  }
  const int reason = errno;
  (void)close(descriptor);
  errno = reason;
  return -1;
}

fs::path with_ending(const fs::path& path, const std::string& ending) {
  fs::path result = path;
  result += ending;
  return result;
}

}  // namespace

PartFile::PartFile(fs::path path, Now now)
    : path_(std::move(path)),
      now_(std::move(now)),
      written_(now_()),
      exceptions_(std::uncaught_exceptions()) {
  std::error_code error;
  if (path_.has_parent_path()) fs::create_directories(path_.parent_path(), error);
  // Why there is no folder says more than that there is none.
  if (error) fail(error.message());
  const FileCreation creation;
  open();
  removed_on_signals_ = std::make_unique<UnfinishedFile>(part_.string());
}

void PartFile::open() {
  part_ = with_ending(path_, ".part");
  descriptor_ = locked(part_, O_CREAT);
  if (descriptor_ < 0) {
    part_ = with_ending(path_, fmt::format(".{}.part", getpid()));
    descriptor_ = locked(part_, O_CREAT);
  }
  if (descriptor_ < 0 || ftruncate(descriptor_, 0) != 0) fail(system_reason());
}

PartFile::~PartFile() {
  if (descriptor_ < 0) return;
  if (std::uncaught_exceptions() == exceptions_) {
    (void)unlink(part_.c_str());
  } else {
    try {
      write_out();
    } catch (const OutputFailure&) {
      // What is there is what there is.
    }
  }
  (void)close(descriptor_);
}

void PartFile::fail(const std::string& reason) const {
  throw OutputFailure(path_.string() + " cannot be written: " + reason);
}

void PartFile::append(std::string_view lines) {
  lines_ += lines;
  if (lines_.size() >= most_waiting) write_out();
  keep_up();
}

void PartFile::keep_up() {
  if (now_() - written_ >= most_delay) write_out();
}

void PartFile::write_out() {
  std::size_t done = 0;
  while (done < lines_.size()) {
    const ssize_t count = write(descriptor_, lines_.data() + done, lines_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const std::string reason = system_reason();
      // No half line: what is in the file can be read. Whole ones that still fitted stay.
      lines_.resize(done);
      size_ += static_cast<std::int64_t>(lines_.rfind('\n') + 1);  // npos + 1 is 0
      if (ftruncate(descriptor_, size_) == 0) (void)lseek(descriptor_, size_, SEEK_SET);
      lines_.clear();
      fail(reason);
    }
    done += static_cast<std::size_t>(count);
  }
  size_ += static_cast<std::int64_t>(lines_.size());
  lines_.clear();
  written_ = now_();
}

void PartFile::finish() {
  write_out();
  std::error_code error;
  // Before the lock is given back: else another process could begin to write to it.
  fs::rename(part_, path_, error);
  if (error) fail(error.message());
  removed_on_signals_.reset();
  // Some file systems say only now that the disk is full.
  if (close(std::exchange(descriptor_, -1)) != 0) fail(system_reason());
}

void PartFile::remove_left(const fs::path& path) {
  const fs::path part = with_ending(path, ".part");
  const int descriptor = locked(part, 0);
  if (descriptor < 0) return;
  (void)unlink(part.c_str());
  (void)close(descriptor);
}

}  // namespace leafwise::pipeline::detail
