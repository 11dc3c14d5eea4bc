// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_file.hpp"

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

}  // namespace

void refuse_report(const std::string& file, std::string message) {
  throw InvalidInput(Mistake{std::move(message),
                             "a report of 'leafwise decompose --format json'",
                             std::nullopt,
                             FilePlace{file, 0, 0, 1, ""}});
}

std::string whole_report(const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored)) refuse_report(name, "this is a directory");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) {
    const std::string reason = std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
    refuse_report(name, "the file cannot be read: " + reason);
  }
  std::string text;
  std::string block(std::size_t{1} << 16U, '\0');
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    text.append(block, 0, count);
    if (text.size() > most_bytes) refuse_report(name, "the file is too large for a report");
  }
  if (std::ferror(file.get()) != 0) refuse_report(name, "the file cannot be read to its end");
  return text;
}

}  // namespace leafwise::pipeline::detail
