// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/report_file.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "leafwise/core/errors.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Reports are much larger than problem files, but not as large as this.
constexpr std::size_t most_bytes = std::size_t{1} << 28U;

const std::string report_words = "a report of 'leafwise decompose --format json'";

[[noreturn]] void refuse(const std::string& file,
                         std::string message,
                         const std::string& expected) {
  throw InvalidInput(
      Mistake{std::move(message), expected, std::nullopt, FilePlace{file, 0, 0, 1, ""}});
}

}  // namespace

void refuse_report(const std::string& file, std::string message) {
  refuse(file, std::move(message), report_words);
}

std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened_text(const std::string& name,
                                                            const std::string& expected) {
  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored)) refuse(name, "this is a directory", expected);
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                       &std::fclose);
  if (!file) {
    const std::string reason = std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
    refuse(name, "the file cannot be read: " + reason, expected);
  }
  return file;
}

std::string whole_text(const std::string& name, std::size_t limit, const std::string& expected) {
  const auto file = opened_text(name, expected);
  std::string text;
  std::string block(std::size_t{1} << 16U, '\0');
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    text.append(block, 0, count);
    if (text.size() > limit) refuse(name, "the file is too large", expected);
  }
  if (std::ferror(file.get()) != 0) refuse(name, "the file cannot be read to its end", expected);
  return text;
}

std::string whole_report(const std::string& name) {
  return whole_text(name, most_bytes, report_words);
}

}  // namespace leafwise::pipeline::detail
