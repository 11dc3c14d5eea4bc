// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/curve_extremes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::pipeline::detail {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::size_t parts_to_keep(std::size_t width) {
  constexpr std::size_t most_numbers = 1'000'000;
  constexpr std::size_t numbers_of_column = 6;
  constexpr std::size_t least_parts = 256;
  constexpr std::size_t most_parts = 8'192;
  return std::clamp(most_numbers / (numbers_of_column * std::max<std::size_t>(width, 1)),
                    least_parts,
                    most_parts);
}

CurveExtremes::CurveExtremes(std::size_t width, std::vector<std::size_t> along, std::size_t most)
    : width_(width),
      along_(std::move(along)),
      most_(most),
      divisions_(most / 2),
      widths_(along_.size(), 0) {
  LEAFWISE_DEMAND(most_ == 0 || (most_ >= 4 && !along_.empty()));
}

std::span<double> CurveExtremes::part(std::size_t index) {
  return std::span<double>(numbers_).subspan(index * stride(), stride());
}

std::span<const double> CurveExtremes::part(std::size_t index) const {
  return std::span<const double>(numbers_).subspan(index * stride(), stride());
}

void CurveExtremes::note_direction(std::span<const double> row) {
  const double change = row[along_.front()] - last_[along_.front()];
  rises_ = rises_ && change > 0;
  falls_ = falls_ && change < 0;
}

/// A part that is the last row alone.
void CurveExtremes::begin_part() {
  for (const std::size_t column : along_) numbers_.push_back(last_[column]);
  for (const double value : last_) {
    for (int extreme = 0; extreme < 2; ++extreme) {
      numbers_.push_back(std::isfinite(value) ? value : none);
      for (const std::size_t column : along_) numbers_.push_back(last_[column]);
    }
  }
}

void CurveExtremes::add(std::span<const double> row, std::span<const double> more) {
  if (most_ == 0) return;
  LEAFWISE_DEMAND(row.size() + more.size() == width_);
  if (last_.empty()) {
    first_.assign(row.begin(), row.end());
    first_.insert(first_.end(), more.begin(), more.end());
  } else {
    note_direction(row);
  }
  last_.assign(row.begin(), row.end());
  last_.insert(last_.end(), more.begin(), more.end());
  if (parts() >= most_) widen();
  begin_part();
  if (parts() < 2) return;
  const std::span<double> before = part(parts() - 2);
  const std::span<const double> new_part = part(parts() - 1);
  if (!fits(before, new_part, widths_)) return;
  join(before, new_part);
  numbers_.resize(numbers_.size() - stride());
}

/// Whether all of `next` is so near to where `into` begins.
bool CurveExtremes::fits(std::span<const double> into,
                         std::span<const double> next,
                         std::span<const double> widths) const {
  for (std::size_t k = 0; k < along_.size(); ++k) {
    if (!(into[k] - next[low_of(along_[k])] <= widths[k])) return false;
    if (!(next[high_of(along_[k])] - into[k] <= widths[k])) return false;
  }
  return true;
}

void CurveExtremes::join(std::span<double> into, std::span<const double> next) const {
  const auto take = [&](std::size_t place) {
    std::copy_n(next.begin() + static_cast<std::ptrdiff_t>(place),
                place_size(),
                into.begin() + static_cast<std::ptrdiff_t>(place));
  };
  for (std::size_t column = 0; column < width_; ++column) {
    const std::size_t low = low_of(column);
    const std::size_t high = high_of(column);
    // What is not a number is neither, and whatever is one comes before it.
    if (next[low] < into[low] || std::isnan(into[low])) take(low);
    if (next[high] > into[high] || std::isnan(into[high])) take(high);
  }
}

std::vector<double> CurveExtremes::widths() const {
  std::vector<double> result;
  for (const std::size_t column : along_) {
    double low = part(0)[low_of(column)];
    double high = part(0)[high_of(column)];
    for (std::size_t i = 1; i < parts(); ++i) {
      low = std::min(low, part(i)[low_of(column)]);
      high = std::max(high, part(i)[high_of(column)]);
    }
    result.push_back((high - low) / static_cast<double>(divisions_));
  }
  return result;
}

/// How many parts are left where neighbours become one if they fit into it.
/// @param moves false: only counts
std::size_t CurveExtremes::joined(std::span<const double> widths, bool moves) {
  std::size_t count = 0;
  std::size_t begin = 0;  // of the part that is made, if none is moved
  for (std::size_t i = 0; i < parts(); ++i) {
    const std::size_t into = moves ? count - 1 : begin;
    if (count > 0 && fits(part(into), part(i), widths)) {
      if (moves) join(part(into), part(i));
      continue;
    }
    if (moves) std::ranges::copy(part(i), part(count).begin());
    begin = i;
    ++count;
  }
  return count;
}

/// Parts become wider, so that there is room again. A single one would have all rows.
void CurveExtremes::widen() {
  const std::size_t enough = most_ / 4 * 3;
  widths_ = widths();
  while (divisions_ > 1 && joined(widths_, false) > enough) {
    divisions_ /= 2;
    widths_ = widths();
  }
  numbers_.resize(joined(widths_, true) * stride());
}

CurvePoints CurveExtremes::curve(std::size_t column, std::size_t along) const {
  CurvePoints points;
  const auto add = [&](double place, double value) {
    points.along.push_back(place);
    points.values.push_back(value);
  };
  if (first_.empty()) return points;
  add(first_[along_[along]], first_[column]);
  for (std::size_t i = 0; i < parts(); ++i) {
    const std::span<const double> numbers = part(i);
    const std::span<const double> low = numbers.subspan(low_of(column), place_size());
    const std::span<const double> high = numbers.subspan(high_of(column), place_size());
    if (std::isnan(low[0])) {
      add(numbers[along], none);
      continue;
    }
    const bool low_is_first = low.back() <= high.back();
    const std::span<const double> one = low_is_first ? low : high;
    const std::span<const double> other = low_is_first ? high : low;
    add(one[1 + along], one[0]);
    if (!std::ranges::equal(one, other)) add(other[1 + along], other[0]);
  }
  add(last_[along_[along]], last_[column]);
  return points;
}

void CurveExtremes::save(PackedWriter& writer) const {
  writer.add(std::uint64_t{divisions_});
  writer.add(widths_);
  writer.add(numbers_);
  writer.add(first_);
  writer.add(last_);
  writer.add(std::uint64_t{rises_ ? 1U : 0U});
  writer.add(std::uint64_t{falls_ ? 1U : 0U});
}

void CurveExtremes::restore(PackedReader& reader) {
  std::uint64_t divisions = 0;
  std::uint64_t rises = 0;
  std::uint64_t falls = 0;
  reader.take(divisions);
  reader.take(widths_);
  reader.take(numbers_);
  reader.take(first_);
  reader.take(last_);
  reader.take(rises);
  reader.take(falls);
  const bool has_rows = !first_.empty();
  const bool fits = divisions <= most_ && widths_.size() == along_.size() &&
                    numbers_.size() == parts() * stride() && parts() <= most_ &&
                    has_rows == (parts() > 0) && (!has_rows || first_.size() == width_) &&
                    last_.size() == first_.size();
  if (!fits) PackedReader::refuse();
  divisions_ = divisions;
  rises_ = rises != 0;
  falls_ = falls != 0;
}

}  // namespace leafwise::pipeline::detail
