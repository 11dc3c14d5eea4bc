// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/run_checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/pace.hpp"
#include "leafwise/core/version.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

/// Of the time between two checkpoints writing them takes a twentieth at most.
constexpr int least_pauses = 20;
/// Of a run's time so far this part is lost at most.
constexpr int most_lost = 10;

std::string rows_text(const IntegrationSettings& settings) {
  if (settings.samples) return std::to_string(*settings.samples) + " samples";
  std::string text;
  for (const WrittenExpression& row : settings.at) text += (text.empty() ? "" : ", ") + row.text;
  return text.empty() ? "every step" : text;
}

}  // namespace

RunIdentity identity_of(const Problem& problem,
                        const std::string& sha256,
                        const RunRequest& request) {
  std::string settings;
  for (const Setting& setting : request.settings) {
    settings += (settings.empty() ? "" : ", ") + setting.target + "=" + setting.value;
  }
  RunIdentity identity = {{"version of leafwise", std::string(version)},
                          {"problem file's SHA-256", sha256},
                          {"--set", settings},
                          {"branch", problem.plan.branch.select},
                          {"seed", std::to_string(request.options.seed)}};
  if (!problem.plan.integrate) return identity;
  const IntegrationSettings& wanted = *problem.plan.integrate;
  const bool by_arclength = wanted.goal == IntegrationSettings::Goal::arclength;
  const std::string scale = by_arclength ? "arclength" : problem.model.independent;
  identity.insert(identity.end(),
                  {{"method", wanted.method},
                   {"goal", scale + " = " + wanted.to.text},
                   {"rtol", fmt::format("{}", wanted.rtol)},
                   {"atol", fmt::format("{}", wanted.atol)},
                   {"choice of rows", rows_text(wanted)}});
  return identity;
}

std::shared_ptr<const CheckpointFile> resumed_run(const Problem& problem,
                                                  const std::string& sha256,
                                                  RunRequest& request) {
  if (!request.resume) return nullptr;
  auto kept = std::make_shared<CheckpointFile>(read_checkpoint(*request.resume));
  demand_same(*request.resume, kept->identity, identity_of(problem, sha256, request));
  const LeafWay way = kept->is_local ? LeafWay::local : LeafWay::exact;
  if (request.leaf != LeafWay::either && request.leaf != way) {
    const auto word = [](bool is_local) { return std::string(is_local ? "local" : "exact"); };
    demand_same(*request.resume,
                {{"leaf", word(kept->is_local)}},
                {{"leaf", word(request.leaf == LeafWay::local)}});
  }
  request.may_be_completed = request.leaf != LeafWay::local;
  request.leaf = way;
  if (!request.output) request.output = kept->tables.folder;
  std::error_code error;
  request.keeps_tables = fs::equivalent(*request.output, kept->tables.folder, error);
  return kept;
}

std::unique_ptr<CheckpointKeeper> go_on_and_keep(const RunRequest& request,
                                                 RunIdentity identity,
                                                 const CheckpointFile* resumed,
                                                 const Selection& selection,
                                                 const fs::path& folder,
                                                 RunStream* stream,
                                                 IntegrationOptions& options) {
  if (resumed != nullptr) {
    if (stream != nullptr) stream->go_on_with(resumed->tables);
    options.from = &resumed->run;
  }
  if (!request.checkpoint) return nullptr;
  if (stream != nullptr) stream->keep_unfinished();
  CheckpointFile start;
  start.identity = std::move(identity);
  start.is_local = selection.is_local;
  start.warnings = selection.warnings;
  start.tables.folder = folder;
  std::error_code error;
  const bool is_there =
      resumed != nullptr && fs::equivalent(*request.checkpoint, *request.resume, error);
  auto keeper =
      std::make_unique<CheckpointKeeper>(*request.checkpoint, std::move(start), stream, is_there);
  options.keeper = keeper.get();
  return keeper;
}

CheckpointKeeper::CheckpointKeeper(fs::path file,
                                   CheckpointFile start,
                                   RunStream* stream,
                                   bool is_there)
    : file_(std::move(file)),
      content_(std::move(start)),
      stream_(stream),
      is_there_(is_there),
      due_(began_ + pace::least_between_checkpoints) {}

bool CheckpointKeeper::is_due() {
  return Clock::now() >= due_;
}

void CheckpointKeeper::keep(const RunCheckpoint& checkpoint) {
  const Clock::time_point start = Clock::now();
  if (stream_ != nullptr) content_.tables.places = stream_->places();
  content_.run = checkpoint;
  write_checkpoint(file_, content_);
  is_there_ = true;
  const Clock::time_point end = Clock::now();
  const Clock::duration usual =
      std::clamp<Clock::duration>((end - began_) / most_lost,
                                  Clock::duration(pace::least_between_checkpoints),
                                  Clock::duration(pace::most_between_checkpoints));
  due_ = end + std::max(usual, least_pauses * (end - start));
}

void CheckpointKeeper::finish(const integrator::Report<double>& report) {
  using integrator::Reason;
  if (report.reason == Reason::cancelled || report.reason == Reason::limit) return;
  std::error_code ignored;
  if (is_there_) fs::remove(file_, ignored);
}

}  // namespace leafwise::pipeline::detail
