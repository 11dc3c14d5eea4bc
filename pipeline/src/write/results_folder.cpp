// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/results_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "certificate/local_certificate.hpp"
#include "text/output.hpp"
#include "write/run_stream.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

const fs::path all_results = "leafwise-out";
constexpr const char* last_name = "last";
/// In each folder: whose results it holds.
constexpr const char* identity_name = ".results-of";
/// More folders of one file than anybody looks through.
constexpr std::size_t most_folders = 100'000;

/// These change what is shown, or how fast, but no result.
constexpr std::array<const char*, 10> without_effect = {"output",
                                                        "json",
                                                        "quiet",
                                                        "progress",
                                                        "threads",
                                                        "no-cache",
                                                        "help",
                                                        "checkpoint",
                                                        "resume",
                                                        "explore"};

fs::path seen_from_here(const std::string& file) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(file, error);
  if (error) return file;
  const fs::path here = fs::current_path(error);
  const fs::path near = error ? fs::path() : whole.lexically_relative(here);
  return near.empty() ? whole : near;
}

/// One line each, whatever is in it.
std::string line_of(const std::string& key, const std::string& value) {
  std::string line = key + " ";
  for (const char character : value) {
    if (character == '\\') line += "\\\\";
    if (character == '\n') line += "\\n";
    if (character != '\\' && character != '\n') line += character;
  }
  return line + "\n";
}

std::string file_line(const std::string& file) {
  return line_of("file", seen_from_here(file).string());
}

std::string text_of(const fs::path& path) {
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

fs::path numbered(const fs::path& base, std::size_t number) {
  fs::path path = base;
  if (number > 1) path += "-" + std::to_string(number);
  return path;
}

bool is_new(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(folder, error);
  if (status.type() == fs::file_type::not_found) return true;
  return status.type() == fs::file_type::directory && fs::is_empty(folder, error) && !error;
}

/// A name that no other process or thread takes at the same time.
fs::path temporary_name(const std::string& what) {
  static std::atomic<unsigned> count{0};
  return all_results /
         ("." + what + "-" + std::to_string(getpid()) + "-" + std::to_string(++count));
}

/// A folder that says whose it is, under another name first: renaming it either makes it the wanted
/// one, or fails because somebody else was faster.
bool make_folder(const fs::path& folder, const std::string& identity) {
  const fs::path unfinished = temporary_name("new");
  std::error_code error;
  fs::create_directories(unfinished, error);
  if (error) throw OutputFailure(folder.string() + " cannot be written: " + error.message());
  write_file(unfinished / identity_name, identity);
  fs::rename(unfinished, folder, error);
  if (!error) return true;
  std::error_code ignored;
  fs::remove_all(unfinished, ignored);
  const bool was_taken = error == std::errc::directory_not_empty ||
                         error == std::errc::file_exists || error == std::errc::not_a_directory;
  if (was_taken) return false;
  throw OutputFailure(folder.string() + " cannot be written: " + error.message());
}

/// Where links cannot be made, there is none.
void point_last_to(const fs::path& folder) {
  const fs::path link = all_results / last_name;
  std::error_code error;
  const fs::file_status status = fs::symlink_status(link, error);
  if (fs::exists(status) && status.type() != fs::file_type::symlink) return;
  const fs::path unfinished = temporary_name("last");
  fs::create_directory_symlink(folder.filename(), unfinished, error);
  if (!error) fs::rename(unfinished, link, error);
  if (error) fs::remove(unfinished, error);
}

}  // namespace

std::string results_identity(const std::string& command,
                             const std::string& file,
                             const po::variables_map& options) {
  std::string text = line_of("command", command) + file_line(file);
  for (const auto& [name, value] : options) {
    const bool counts =
        name != "file" &&
        std::find(without_effect.begin(), without_effect.end(), name) == without_effect.end();
    if (!counts) continue;
    const std::string option = "--" + name;
    if (const auto* one = boost::any_cast<std::string>(&value.value())) {
      text += line_of(option, name == "decomposition" ? seen_from_here(*one).string() : *one);
    } else if (const auto* all = boost::any_cast<std::vector<std::string>>(&value.value())) {
      for (const std::string& each : *all) text += line_of(option, each);
    } else {
      text += line_of(option, "");
    }
  }
  return text;
}

fs::path default_folder(const std::string& file) {
  const fs::path path(file);
  const fs::path stem = path.extension() == ".toml" ? path.stem() : path.filename();
  // "...toml" would lead out of the folder, and "last.toml" to the newest results.
  const bool is_taken = stem.empty() || stem == "." || stem == ".." || stem == last_name;
  fs::path name = is_taken ? path.filename() : stem;
  if (name.empty() || name == "." || name == ".." || name == last_name) name = "results";
  return all_results / name;
}

fs::path claim_results_folder(const std::string& file, const std::string& identity) {
  const fs::path base = default_folder(file);
  for (std::size_t number = 1; number <= most_folders; ++number) {
    const fs::path folder = numbered(base, number);
    const auto is_ours = [&] { return text_of(folder / identity_name) == identity; };
    if (is_ours() || (is_new(folder) && make_folder(folder, identity)) || is_ours()) {
      point_last_to(folder);
      return folder;
    }
  }
  throw OutputFailure("there are too many folders like " + base.string());
}

std::optional<fs::path> newest_results(const std::string& file) {
  const fs::path base = default_folder(file);
  const std::string wanted = file_line(file);
  std::optional<fs::path> newest;
  fs::file_time_type time;
  for (std::size_t number = 1; number <= most_folders; ++number) {
    const fs::path folder = numbered(base, number);
    std::error_code error;
    if (!fs::is_directory(folder, error)) break;
    const std::string identity = text_of(folder / identity_name);
    // Without a word on whose they are: made with -o, or by an older version.
    const bool fits =
        identity.empty() ? number == 1 : identity.find("\n" + wanted) != std::string::npos;
    if (!fits) continue;
    const fs::file_time_type written = fs::last_write_time(folder, error);
    if (newest && (error || written <= time)) continue;
    newest = folder;
    time = written;
  }
  return newest;
}

void begin_results(const fs::path& folder,
                   const DecompositionReport& decomposition,
                   const std::string& certificate,
                   bool keeps_tables) {
  std::error_code ignored;
  for (const char* name : {"certificate.json", "slopes.csv", "summary.json", "report.html"}) {
    fs::remove(folder / name, ignored);
  }
  if (!keeps_tables) {
    for (const char* name : {"trajectory.csv", "events.csv"}) fs::remove(folder / name, ignored);
    RunStream::remove_left(folder);
  }
  if (!certificate.empty()) write_file(folder / certificate_name, certificate);
  write_file(folder / "decomposition.json", decomposition_json(decomposition));
}

std::string write_results(const std::filesystem::path& folder, const RunRecord& record) {
  if (const std::string slopes = slopes_csv(record); !slopes.empty()) {
    write_file(folder / "slopes.csv", slopes);
  }
  if (has_report_html()) write_file(folder / "report.html", report_html(record));
  std::string summary = summary_json(record);
  write_file(folder / "summary.json", summary);
  return summary;
}

}  // namespace leafwise::pipeline::detail
