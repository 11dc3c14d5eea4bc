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
#include <fstream>
#include <system_error>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/pace.hpp"
#include "text/output.hpp"
#include "text/unfinished_file.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

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
  // The previous owner of the lock may have just renamed the file.
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_still_named(descriptor, name)) {
    return descriptor;
  }
  const int reason = errno;
  (void)close(descriptor);
  errno = reason;
  return -1;
}

/// So many bytes tell a table from others: a row or more.
constexpr std::size_t most_of_end = 512;

/// The file of a table that has such a place; empty: none has.
fs::path file_with(const fs::path& table, const TablePlace& place) {
  for (const char* ending : {".part", ""}) {
    fs::path file = table;
    file += ending;
    std::ifstream stream(file, std::ios::binary);
    std::string end(place.end.size(), '\0');
    stream.seekg(static_cast<std::streamoff>(place.size - place.end.size()));
    stream.read(end.data(), static_cast<std::streamsize>(end.size()));
    if (stream && end == place.end) return file;
  }
  return {};
}

fs::path with_ending(const fs::path& path, const std::string& ending) {
  fs::path result = path;
  result += ending;
  return result;
}

}  // namespace

PartFile::PartFile(fs::path path, Now now, Unfinished unfinished)
    : path_(std::move(path)),
      now_(std::move(now)),
      written_(now_()),
      unfinished_(unfinished),
      exceptions_(std::uncaught_exceptions()) {
  std::error_code error;
  if (path_.has_parent_path()) fs::create_directories(path_.parent_path(), error);
  // Why there is no folder says more than that there is none.
  if (error) fail(error.message());
  const FileCreation creation;
  open(O_CREAT);
  if (ftruncate(descriptor_, 0) != 0) fail(system_reason());
  if (unfinished_ == Unfinished::stays) return;
  removed_on_signals_ = std::make_unique<UnfinishedFile>(part_.string());
}

PartFile::PartFile(fs::path path, const fs::path& from, const TablePlace& place)
    : path_(std::move(path)),
      now_(&Clock::now),
      written_(now_()),
      unfinished_(Unfinished::stays),
      exceptions_(std::uncaught_exceptions()) {
  const fs::path earlier = file_with(from, place);
  if (earlier.empty()) {
    throw InvalidInput(Mistake{from.string() + " does not have the rows before the checkpoint",
                               "the file that the run with the checkpoint has written",
                               {},
                               {}});
  }
  part_ = with_ending(path_, ".part");
  std::error_code error;
  const bool is_there = fs::equivalent(earlier, part_, error);
  error.clear();
  if (is_there) {
    open(0);
  } else if (fs::equivalent(earlier, path_, error)) {
    fs::rename(path_, part_, error);
    if (error) fail(error.message());
    open(0);
  } else {
    fs::create_directories(path_.parent_path(), error);
    fs::copy_file(earlier, part_, fs::copy_options::overwrite_existing, error);
    if (error) fail(error.message());
    open(0);
  }
  go_on_behind(place);
}

void PartFile::go_on_behind(const TablePlace& place) {
  size_ = static_cast<std::int64_t>(place.size);
  end_ = place.end;
  if (ftruncate(descriptor_, size_) != 0 || lseek(descriptor_, size_, SEEK_SET) != size_) {
    fail(system_reason());
  }
}

/// A file that stays for a later run must have the name under which that run looks for it.
void PartFile::open(int flags) {
  part_ = with_ending(path_, ".part");
  descriptor_ = locked(part_, flags);
  if (descriptor_ < 0 && unfinished_ == Unfinished::removed) {
    part_ = with_ending(path_, fmt::format(".{}.part", getpid()));
    descriptor_ = locked(part_, flags);
  }
  if (descriptor_ < 0) {
    fail(errno == EWOULDBLOCK ? "another run writes to it" : system_reason());
  }
}

PartFile::~PartFile() {
  if (descriptor_ < 0) return;
  if (std::uncaught_exceptions() == exceptions_ && unfinished_ == Unfinished::removed) {
    (void)unlink(part_.c_str());
  } else {
    try {
      write_out();
    } catch (const OutputFailure&) {
      // The rows written so far stay; there is nothing else to do.
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
  if (now_() - written_ >= pace::unwritten_rows) write_out();
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
  end_ += lines_;
  if (end_.size() > most_of_end) end_.erase(0, end_.size() - most_of_end);
  lines_.clear();
  written_ = now_();
}

TablePlace PartFile::place() {
  write_out();
  // A checkpoint must not outlive the rows before it.
  if (fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail(system_reason());
  return {static_cast<std::uint64_t>(size_), end_};
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
