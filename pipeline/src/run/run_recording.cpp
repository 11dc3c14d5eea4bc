// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_recording.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace leafwise::pipeline::detail {

namespace {

/// Of many events so many of the first are kept: more than anybody reads, or a section needs.
constexpr std::size_t most_of_many_events = 10'000;

}  // namespace

RunRecording::RunRecording(const Problem& problem,
                           const Selection& selection,
                           const IntegrationOptions& options,
                           RecordingPlan plan)
    : problem_(problem), selection_(selection), options_(options), plan_(std::move(plan)) {}

void RunRecording::begin(const std::vector<std::string>& columns, std::size_t dimension) {
  if (plan_.has_forces) forces_.begin(problem_, selection_, columns);
  plan_tables(columns, dimension);
  if (options_.from != nullptr) restore(PackedReader(options_.from->recording));
  if (options_.receiver == nullptr) return;
  std::vector<std::string> names;
  for (const ForceRecord& force : forces_.records()) names.push_back(force.name);
  options_.receiver->begin(columns, names);
}

/// Rows, curves and events, as many as are to be kept.
void RunRecording::plan_tables(const std::vector<std::string>& columns, std::size_t dimension) {
  event_rows_ = integrator::Trajectory<double>(columns, dimension);
  along_.clear();
  for (const std::string& name : {problem_.model.independent, std::string("_s")}) {
    if (const auto place = event_rows_.column(name)) along_.push_back(*place);
  }
  const std::size_t forces = forces_.records().size();
  const std::size_t width = columns.size() + forces;
  constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
  const RowLimits limits =
      options_.keeps_all_rows ? RowLimits{no_limit, no_limit} : rows_to_keep(width);
  most_events_ = options_.keeps_all_rows ? no_limit : std::min(limits.all, most_of_many_events);
  // The page draws its curves from their extremes; the defects of single equations, which are
  // computed later, from the rows.
  std::vector<std::size_t> shaped;
  if (const auto place = event_rows_.column("_residual")) shaped.push_back(*place);
  rows_ = KeptRows(columns, dimension, forces, along_, std::move(shaped), limits);
  const bool has_curves = !options_.keeps_all_rows && !along_.empty();
  curves_ = CurveExtremes(width, along_, has_curves ? parts_to_keep(width) : 0);
}

std::string RunRecording::saved() const {
  PackedWriter writer;
  rows_.save(writer);
  curves_.save(writer);
  forces_.save(writer);
  writer.add(own_events_);
  writer.add(all_events_);
  writer.add(std::uint64_t{approaches_.size()});
  for (const Approach& approach : approaches_) {
    writer.add(approach.name);
    writer.add(std::uint64_t{approach.count});
    writer.add(approach.first);
    writer.add(std::uint64_t{approach.branches.size()});
    for (const std::string& branch : approach.branches) writer.add(branch);
  }
  writer.add(std::uint64_t{events_.size()});
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const std::span<const double> row = event_rows_.row(i);
    writer.add(std::uint64_t{events_[i].event});
    writer.add(events_[i].name);
    writer.add(static_cast<double>(events_[i].sign_after));
    writer.add(event_kinds_[i]);
    writer.add(std::vector<double>(row.begin(), row.end()));
    writer.add(event_forces_[i]);
  }
  return writer.bytes();
}

void RunRecording::restore(PackedReader reader) {
  rows_.restore(reader);
  curves_.restore(reader);
  forces_.restore(reader);
  reader.take(own_events_);
  reader.take(all_events_);
  approaches_.resize(reader.count(1));
  for (Approach& approach : approaches_) {
    reader.take(approach.name);
    reader.take(approach.count);
    reader.take(approach.first);
    approach.branches.resize(reader.count(1));
    for (std::string& branch : approach.branches) reader.take(branch);
  }
  events_.resize(reader.count(1));
  for (integrator::EventEntry& event : events_) {
    double sign = 0;
    std::vector<double> row;
    reader.take(event.event);
    reader.take(event.name);
    reader.take(sign);
    event.sign_after = sign > 0 ? 1 : sign < 0 ? -1 : 0;
    reader.take(event_kinds_.emplace_back());
    reader.take(row);
    if (row.size() != event_rows_.width()) PackedReader::refuse();
    std::ranges::copy(row, event_rows_.append().begin());
    reader.take(event_forces_.emplace_back());
  }
  reader.end();
}

void RunRecording::add_row(std::span<const double> row) {
  const std::span<const double> forces = forces_.at_row(row);
  rows_.add(row, forces);
  curves_.add(row, forces);
  if (options_.receiver != nullptr) options_.receiver->add_row(row, forces);
}

void RunRecording::add_event(const integrator::EventEntry& event, std::span<const double> row) {
  const bool is_own = event.event < problem_.plan.events.size();
  ++all_events_;
  own_events_ += is_own ? 1 : 0;
  if (!is_own) {
    add_approach(plan_.neighbours,
                 event.event - problem_.plan.events.size(),
                 selection_.leaf,
                 row,
                 approaches_);
  }
  const std::string kind = is_own ? "event" : "watch";
  const std::span<const double> forces = forces_.at_event(row);
  if (options_.receiver != nullptr) options_.receiver->add_event(event, kind, row, forces);
  if (events_.size() >= most_events_) return;
  events_.push_back(event);
  event_kinds_.push_back(kind);
  std::ranges::copy(row, event_rows_.append().begin());
  event_forces_.emplace_back(forces.begin(), forces.end());
}

/// Along the independent variable, or along the arc length where that turns.
RunCurves RunRecording::curves() const {
  if (rows_.size() == rows_.count() || along_.empty()) return {};
  const std::size_t along = curves_.is_monotone() ? 0 : along_.size() - 1;
  RunCurves result{along_[along], {}};
  const std::size_t width = event_rows_.width() + forces_.records().size();
  for (std::size_t column = 0; column < width; ++column) {
    result.columns.push_back(curves_.curve(column, along));
  }
  return result;
}

void RunRecording::finish(integrator::Report<double> report, Integration& result) {
  rows_.finish();
  result.rows = rows_.count();
  result.events = own_events_;
  result.all_events = all_events_;
  result.forces = forces_.records();
  for (std::size_t k = 0; k < result.forces.size(); ++k) {
    ForceRecord& force = result.forces[k];
    force.rows = rows_.more(k);
    for (const std::vector<double>& values : event_forces_) force.event_rows.push_back(values[k]);
  }
  result.curves = curves();
  result.event_kinds = std::move(event_kinds_);
  result.approaches = std::move(approaches_);
  result.report = std::move(report);
  result.report.trajectory = rows_.table();
  result.report.events = std::move(events_);
  result.report.event_rows = std::move(event_rows_);
}

}  // namespace leafwise::pipeline::detail
