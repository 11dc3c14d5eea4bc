// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

/// Files that are their owner's alone: what others could have written is not read.
namespace leafwise {

namespace detail {

inline std::string words_for_error(int error) {
  return std::generic_category().message(error);
}

/// Closed with the block.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

/// Whether only the user of this process can have written there.
inline bool is_written_by_owner_only(const struct stat& status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace detail

struct PrivateFolder {
  std::string trouble;        ///< empty if there is none
  bool is_of_others = false;  ///< the trouble: somebody else can write there

  [[nodiscard]] bool is_open() const { return trouble.empty(); }
};

/// Makes the folder, for its owner alone (0700), if there is none. One that only its owner could
/// write to is closed to the eyes of others, too; any other is refused, since what is in it may be
/// theirs.
[[nodiscard]] inline PrivateFolder private_folder(const std::filesystem::path& path) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    return {"it cannot be made: " + detail::words_for_error(errno)};
  }
  // The same folder for all that follows, whatever its name means by then.
  const detail::Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status {};
  if (folder.number() < 0 || fstat(folder.number(), &status) != 0) {
    const std::string why = "it cannot be opened: " + detail::words_for_error(errno);
    // What another user hides from us is another user's all the same.
    const bool is_hidden = stat(path.c_str(), &status) == 0 && status.st_uid != geteuid();
    return {is_hidden ? "it belongs to another user" : why, is_hidden};
  }
  if (status.st_uid != geteuid()) return {"it belongs to another user", true};
  if (!detail::is_written_by_owner_only(status))
    return {"others can write to it (empty it, and make its mode 700)", true};
  const bool is_seen = (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
  if (is_seen && fchmod(folder.number(), status.st_mode & S_IRWXU) != 0) {
    return {"others can read it: " + detail::words_for_error(errno)};
  }
  return {};
}

struct PrivateText {
  std::optional<std::string> text;  ///< none if there is no regular file, or others could write it
  bool is_missing = false;          ///< there is no file of this name
};

/// @param most bytes; a larger file has no text
[[nodiscard]] inline PrivateText private_text(const std::filesystem::path& path, std::size_t most) {
  // Without waiting for the other end of a pipe; links may lead anywhere.
  const detail::Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) return {std::nullopt, errno == ENOENT};
  struct stat status {};
  if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
      !detail::is_written_by_owner_only(status) ||
      static_cast<std::size_t>(status.st_size) > most) {
    return {};
  }
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t got = ::read(file.number(), text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return {};
    done += static_cast<std::size_t>(got);
  }
  return {std::move(text)};
}

/// Writes a new file that only its owner can access (0600). @return what went wrong, or nothing
[[nodiscard]] inline std::string write_private_text(const std::filesystem::path& path,
                                                    std::string_view text) {
  const detail::Descriptor file(
      open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (file.number() < 0) return detail::words_for_error(errno);
  while (!text.empty()) {
    const ssize_t put = ::write(file.number(), text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return detail::words_for_error(errno);
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

}  // namespace leafwise
