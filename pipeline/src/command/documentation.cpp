// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/documentation.hpp"

#include <filesystem>
#include <system_error>

#include "text/output.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

/// Empty for a program that was not installed.
fs::path installed_documents() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const fs::path folder = (program.parent_path() / LEAFWISE_DOCUMENTS_FROM_BIN).lexically_normal();
  return fs::is_directory(folder / "docs", error) ? folder : fs::path();
}

}  // namespace

void write_help(const std::string& text) {
  const fs::path documents = installed_documents();
  std::string located = text;
  for (const std::string folder : {" docs/", " examples/"}) {
    if (documents.empty()) break;
    const std::string whole = " " + safe_text((documents / folder.substr(1)).string());
    for (std::size_t at = located.find(folder); at != std::string::npos;
         at = located.find(folder, at + whole.size())) {
      located.replace(at, folder.size(), whole);
    }
  }
  write_result(located);
}

}  // namespace leafwise::pipeline::detail
