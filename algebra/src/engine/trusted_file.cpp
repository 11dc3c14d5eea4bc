// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trusted_file.hpp"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <system_error>

namespace leafwise::algebra::engine {

namespace {

/// Debian gives each user a group of his own, and lets it write what he writes.
bool is_private_group(gid_t group) {
  constexpr std::size_t enough = 16384;
  std::array<char, enough> user_text{};
  std::array<char, enough> group_text{};
  passwd user_entry{};
  ::group group_entry{};
  passwd* user = nullptr;
  ::group* found = nullptr;
  getpwuid_r(geteuid(), &user_entry, user_text.data(), user_text.size(), &user);
  getgrgid_r(group, &group_entry, group_text.data(), group_text.size(), &found);
  return user != nullptr && found != nullptr && *found->gr_mem == nullptr &&
         std::strcmp(user->pw_name, found->gr_name) == 0;
}

/// Who may change it besides root and the user; empty: no one.
std::string stranger(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return "cannot be looked at";
  if (status.st_uid != 0 && status.st_uid != geteuid()) {
    return "belongs to another user, number " + std::to_string(status.st_uid);
  }
  if ((status.st_mode & S_IWOTH) != 0) return "can be written by everybody";
  const bool is_group_safe = status.st_gid == 0 || is_private_group(status.st_gid);
  if ((status.st_mode & S_IWGRP) != 0 && !is_group_safe) return "can be written by its group";
  return {};
}

}  // namespace

std::string why_not_trusted(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error) return file.string() + ": " + error.message();
  if (!fs::is_regular_file(real, error)) return file.string() + " is not a file";
  for (const fs::path& path : {real, real.parent_path()}) {
    const std::string why = stranger(path);
    if (!why.empty()) return path.string() + " " + why;
  }
  return {};
}

}  // namespace leafwise::algebra::engine
