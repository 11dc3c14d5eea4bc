// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/sweep_checkpoint.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>
#include <vector>

#include "leafwise/core/errors.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

fs::path beside(const fs::path& file, std::size_t run) {
  fs::path result = file;
  return result += "." + run_name(run);
}

[[noreturn]] void refuse(const fs::path& file, std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message),
                             std::move(expected),
                             std::nullopt,
                             FilePlace{file.string(), 0, 0, 1, ""}});
}

}  // namespace

std::string run_name(std::size_t run) {
  return fmt::format("run-{:04}", run + 1);
}

SweepCheckpoint::SweepCheckpoint(const RunRequest& request, const fs::path& folder, std::string key)
    : checkpoint_(request.checkpoint),
      resume_(request.resume),
      journal_(request.checkpoint.value_or(folder / "sweep.journal")),
      key_(std::move(key)) {
  if (!resume_) {
    if (checkpoint_) forget_all();
    return;
  }
  std::error_code ignored;
  if (!fs::exists(*resume_, ignored)) {
    refuse(*resume_, "there is no checkpoint here", "a file that --checkpoint has written");
  }
  if (!finished_runs(*resume_, key_)) {
    refuse(*resume_,
           "this is not a checkpoint of this sweep; it may be one of another sweep",
           "the problem file and the options of the sweep that was interrupted");
  }
}

FinishedRuns SweepCheckpoint::finished() const {
  // With --checkpoint alone a sweep begins, as a run does.
  if (!resume_ && checkpoint_) return {};
  return finished_runs(resume_.value_or(journal_), key_).value_or(FinishedRuns());
}

std::optional<fs::path> SweepCheckpoint::kept(std::size_t run) const {
  if (!checkpoint_) return std::nullopt;
  return beside(*checkpoint_, run);
}

std::optional<fs::path> SweepCheckpoint::resumed(std::size_t run) const {
  if (!resume_) return std::nullopt;
  fs::path file = beside(*resume_, run);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  return file;
}

void SweepCheckpoint::forget(std::size_t run) const {
  std::error_code ignored;
  for (const std::optional<fs::path>& file : {checkpoint_, resume_}) {
    if (file) fs::remove(beside(*file, run), ignored);
  }
}

void SweepCheckpoint::forget_all() const {
  std::error_code error;
  for (const std::optional<fs::path>& file : {checkpoint_, resume_}) {
    if (!file) continue;
    const std::string prefix = file->filename().string() + ".run-";
    const fs::path folder = file->has_parent_path() ? file->parent_path() : fs::path(".");
    std::vector<fs::path> found;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      if (entry->path().filename().string().starts_with(prefix)) found.push_back(entry->path());
    }
    std::error_code ignored;
    for (const fs::path& kept : found) fs::remove(kept, ignored);
    if (file == resume_) fs::remove(*file, ignored);
  }
}

}  // namespace leafwise::pipeline::detail
