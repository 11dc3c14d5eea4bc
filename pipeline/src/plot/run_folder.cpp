// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/run_folder.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"
#include "plot/between.hpp"
#include "write/report_file.hpp"
#include "write/results_folder.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_summary_bytes = std::size_t{1} << 26U;
const std::string summary_words = "the summary.json of a run";

[[noreturn]] void refuse(const std::string& file, std::string message, std::string expected) {
  throw InvalidInput(
      Mistake{std::move(message), std::move(expected), std::nullopt, FilePlace{file, 0, 0, 1, ""}});
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

void refuse_sweep(const fs::path& path) {
  if (is_file(path / "summary.json") || !is_file(path / "sweep.csv")) return;
  const fs::path first = path / "run-0001";
  refuse(path.string(),
         "this is the folder of a sweep, not of a run",
         is_folder(first) ? "one of its runs: " + first.string()
                          : "one of its runs; 'leafwise sweep --keep' keeps them");
}

[[noreturn]] void refuse_unknown(const std::string& argument) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("leafwise-out", ignored)) {
    if (is_folder(entry.path())) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::string near = nearest_word(fs::path(argument).filename().string(), names);
  refuse(argument,
         "there is no such folder",
         near.empty() ? "the folder of a run, such as leafwise-out/pendulum"
                      : "did you mean leafwise-out/" + near + "?");
}

/// A part of the summary, of the kind that it should be.
const Json& part(const Json& json, const char* key, const std::string& file) {
  if (!json.is_object() || !json.contains(key)) {
    refuse(file, std::string("the key '") + key + "' is missing", summary_words);
  }
  return json.at(key);
}

template <typename Value>
Value value_of(const Json& json, const char* key, const std::string& file) {
  try {
    return part(json, key, file).get<Value>();
  } catch (const Json::exception&) {
    refuse(file, std::string("the key '") + key + "' is not what it should be", summary_words);
  }
}

}  // namespace

fs::path find_run(const std::string& argument) {
  const fs::path path(argument);
  if (is_folder(path)) {
    refuse_sweep(path);
    return path;
  }
  const fs::path made = default_folder(argument);
  if (path.extension() == ".toml") {
    if (const auto newest = newest_results(argument)) {
      refuse_sweep(*newest);
      return *newest;
    }
  }
  // A name alone is that of a folder.
  const fs::path named = fs::path("leafwise-out") / path;
  if (path.filename() == path && is_folder(named)) {
    refuse_sweep(named);
    return named;
  }
  if (path.extension() == ".toml") {
    refuse(argument,
           "there is no run of it in " + made.string(),
           is_file(path) ? "leafwise run " + argument : "the folder of a run");
  }
  if (is_file(path)) refuse(argument, "this is a file", "the folder of a run");
  refuse_unknown(argument);
}

RunSummary read_summary(const fs::path& path) {
  const std::string file = (path / "summary.json").string();
  if (!is_file(file)) {
    refuse(file,
           "this folder does not contain a finished run: the file is missing",
           "the folder of a finished run; 'leafwise run' writes summary.json last");
  }
  const Json json =
      Json::parse(whole_text(file, most_summary_bytes, summary_words), nullptr, false);
  if (json.is_discarded()) refuse(file, "this is not JSON", summary_words);
  RunSummary summary;
  if (value_of<std::string>(json, "format", file) != "leafwise-summary/1") {
    refuse(file, "this is not a summary of this version", "format leafwise-summary/1");
  }
  const Json& problem = part(json, "problem", file);
  summary.title = value_of<std::string>(problem, "title", file);
  summary.file = value_of<std::string>(problem, "file", file);
  summary.sha256 = value_of<std::string>(problem, "sha256", file);
  summary.branch = value_of<std::string>(json, "branch", file);
  summary.method = value_of<std::string>(json, "method", file);
  summary.reason = value_of<std::string>(json, "reason", file);
  summary.steps = value_of<std::size_t>(json, "steps", file);
  summary.rejected = value_of<std::size_t>(json, "rejected", file);
  for (const auto& item : part(json, "invariants", file).items()) {
    summary.invariants.push_back(item.key());
  }
  if (json.contains("defects")) {
    for (const auto& item : json.at("defects").items()) {
      if (item.value().is_number()) {
        summary.defects.emplace_back(item.key(), item.value().get<double>());
      }
    }
  }
  return summary;
}

DecompositionReport read_run_decomposition(const fs::path& path) {
  const std::string file = (path / "decomposition.json").string();
  return read_decomposition(file, whole_report(file));
}

RunFolder read_run(const fs::path& path) {
  RunFolder run;
  run.path = path;
  run.name =
      path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
  run.summary = read_summary(path);
  run.decomposition = read_run_decomposition(path);
  run.trajectory = read_trajectory((path / "trajectory.csv").string());
  const fs::path slopes = path / "slopes.csv";
  run.curves = is_file(slopes)
                   ? with_points_between(run.trajectory, read_trajectory(slopes.string()))
                   : run.trajectory;
  return run;
}

}  // namespace leafwise::pipeline::detail
