// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/kept_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::pipeline::detail {

std::vector<std::size_t> columns_to_shape(std::size_t width) {
  constexpr std::size_t first = 80;
  constexpr std::size_t last = 20;
  std::vector<std::size_t> result;
  for (std::size_t j = 0; j < width; ++j) {
    if (j < first || j + last >= width) result.push_back(j);
  }
  return result;
}

RowLimits rows_to_keep(std::size_t width) {
  constexpr std::size_t most_numbers = 2'000'000;
  constexpr std::size_t least_rows = 1'000;
  constexpr std::size_t most_rows = 40'000;
  constexpr std::size_t most_of_more = 16'000;
  const std::size_t fit = std::max(most_numbers / std::max<std::size_t>(width, 1), least_rows);
  return {std::min(fit, most_rows), std::min(fit, most_of_more)};
}

KeptRows::KeptRows(std::vector<std::string> columns,
                   std::size_t dimension,
                   std::size_t more,
                   std::vector<std::size_t> along,
                   std::vector<std::size_t> shaped,
                   RowLimits limits)
    : columns_(std::move(columns)),
      dimension_(dimension),
      more_(more),
      along_(std::move(along)),
      shaped_(std::move(shaped)),
      limits_(limits),
      stripes_(limits.some / 4) {
  // So that a single stripe always leaves half of the room.
  LEAFWISE_DEMAND(limits_.some <= limits_.all && limits_.some >= 4 * (shaped_.size() + 1));
}

std::span<const double> KeptRows::row(std::size_t index) const {
  return std::span<const double>(numbers_).subspan(index * width(), width());
}

void KeptRows::add(std::span<const double> row, std::span<const double> more) {
  const bool has_all = places_.size() == count_;
  if (places_.size() >= (has_all ? limits_.all : limits_.some)) thin();
  places_.push_back(count_++);
  numbers_.insert(numbers_.end(), row.begin(), row.end());
  numbers_.insert(numbers_.end(), more.begin(), more.end());
  if (!widths_.empty() && is_beyond(open_, size() - 1)) close_stripe(size() - 1);
}

void KeptRows::finish() {
  if (!widths_.empty() && size() > 0) close_stripe(size() - 1);
}

/// Of the open stripe what is to be kept is kept; the next one begins behind it.
void KeptRows::close_stripe(std::size_t end) {
  std::vector<std::size_t> left;
  if (end > open_) add_extremes(open_, end, left);
  const std::size_t next = open_ + left.size();
  for (std::size_t i = end; i < size(); ++i) left.push_back(i);
  move(left, open_);
  open_ = next;
}

/// These rows come to stand from there on, and nothing after them. @pre they are in order
void KeptRows::move(std::span<const std::size_t> rows, std::size_t to) {
  for (const std::size_t row : rows) {
    places_[to] = places_[row];
    std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(row * width()),
                width(),
                numbers_.begin() + static_cast<std::ptrdiff_t>(to * width()));
    ++to;
  }
  places_.resize(to);
  numbers_.resize(to * width());
}

/// Whether a row is no more in the stripe that begins there, in one of its measures.
bool KeptRows::is_beyond(std::size_t begin, std::size_t index) const {
  for (std::size_t k = 0; k < along_.size(); ++k) {
    if (std::abs(row(index)[along_[k]] - row(begin)[along_[k]]) > widths_[k]) return true;
  }
  return false;
}

void KeptRows::add_extremes(std::size_t begin,
                            std::size_t end,
                            std::vector<std::size_t>& chosen) const {
  const auto first = static_cast<std::ptrdiff_t>(chosen.size());
  chosen.push_back(begin);
  for (const std::size_t column : shaped_) {
    std::size_t low = begin;
    std::size_t high = begin;
    for (std::size_t i = begin; i < end; ++i) {
      const double value = row(i)[column];
      // What is not a number is neither, and whatever is one comes before it.
      if (value < row(low)[column] || std::isnan(row(low)[column])) low = i;
      if (value > row(high)[column] || std::isnan(row(high)[column])) high = i;
    }
    chosen.push_back(low);
    chosen.push_back(high);
  }
  std::sort(chosen.begin() + first, chosen.end());
  chosen.erase(std::unique(chosen.begin() + first, chosen.end()), chosen.end());
}

std::vector<double> KeptRows::widths() const {
  std::vector<double> result;
  for (const std::size_t column : along_) {
    double low = row(0)[column];
    double high = low;
    for (std::size_t i = 1; i < size(); ++i) {
      low = std::min(low, row(i)[column]);
      high = std::max(high, row(i)[column]);
    }
    result.push_back((high - low) / static_cast<double>(stripes_));
  }
  return result;
}

KeptRows::Choice KeptRows::chosen() const {
  Choice result;
  for (std::size_t begin = 0; begin < size();) {
    std::size_t end = begin + 1;
    while (end < size() && !is_beyond(begin, end)) ++end;
    result.open = result.rows.size();
    add_extremes(begin, end, result.rows);
    begin = end;
  }
  return result;
}

/// Rows that were left out before lay between those that are kept, in each shaped column: what is
/// chosen now from these are extremes of all. A single stripe leaves few enough.
void KeptRows::thin() {
  widths_ = widths();
  Choice choice = chosen();
  while (choice.rows.size() > limits_.some / 2 && stripes_ > 1) {
    stripes_ /= 2;
    widths_ = widths();
    choice = chosen();
  }
  move(choice.rows, 0);
  open_ = choice.open;
}

void KeptRows::save(PackedWriter& writer) const {
  writer.add(std::uint64_t{stripes_});
  writer.add(widths_);
  writer.add(std::uint64_t{open_});
  writer.add(std::uint64_t{count_});
  writer.add(places_);
  writer.add(numbers_);
}

void KeptRows::restore(PackedReader& reader) {
  std::uint64_t stripes = 0;
  std::uint64_t open = 0;
  std::uint64_t count = 0;
  reader.take(stripes);
  reader.take(widths_);
  reader.take(open);
  reader.take(count);
  reader.take(places_);
  reader.take(numbers_);
  const bool fits = stripes <= limits_.some && places_.size() <= limits_.all &&
                    numbers_.size() == places_.size() * width() &&
                    std::is_sorted(places_.begin(), places_.end()) &&
                    (places_.empty() || places_.back() < count);
  if (!fits) PackedReader::refuse();
  stripes_ = stripes;
  open_ = open;
  count_ = count;
}

integrator::Trajectory<double> KeptRows::table() const {
  integrator::Trajectory<double> result(columns_, dimension_);
  for (std::size_t i = 0; i < size(); ++i) {
    std::ranges::copy(row(i).first(columns_.size()), result.append().begin());
  }
  return result;
}

std::vector<double> KeptRows::column(std::size_t index) const {
  std::vector<double> result;
  result.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) result.push_back(row(i)[index]);
  return result;
}

std::vector<double> KeptRows::more(std::size_t index) const {
  return column(columns_.size() + index);
}

}  // namespace leafwise::pipeline::detail
