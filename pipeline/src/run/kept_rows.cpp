// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/kept_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Columns between the first and the last ones get no extremes of their own: of wide tables every
/// stripe would keep all of its rows. Invariants and residuals are among the last.
constexpr std::size_t first_shaped = 80;
constexpr std::size_t last_shaped = 20;
constexpr std::size_t most_shaped = first_shaped + last_shaped;

}  // namespace

std::size_t rows_to_keep(std::size_t width) {
  constexpr std::size_t most_numbers = 2'000'000;
  constexpr std::size_t least_rows = 1'000;
  constexpr std::size_t most_rows = 40'000;
  return std::clamp(most_numbers / std::max<std::size_t>(width, 1), least_rows, most_rows);
}

KeptRows::KeptRows(std::vector<std::string> columns,
                   std::size_t dimension,
                   std::size_t more,
                   std::vector<std::size_t> along,
                   std::size_t most)
    : columns_(std::move(columns)),
      dimension_(dimension),
      more_(more),
      along_(std::move(along)),
      most_(most),
      stripes_(most / 4) {
  // So that a single stripe always leaves half of the room.
  LEAFWISE_DEMAND(most_ >= 4 * (most_shaped + 1));
}

std::span<const double> KeptRows::row(std::size_t index) const {
  return std::span<const double>(numbers_).subspan(index * width(), width());
}

void KeptRows::add(std::span<const double> row, std::span<const double> more) {
  if (places_.size() >= most_) thin();
  places_.push_back(count_++);
  numbers_.insert(numbers_.end(), row.begin(), row.end());
  numbers_.insert(numbers_.end(), more.begin(), more.end());
}

/// What is after the stripe that begins there: it is no wider than that in any of its measures.
std::size_t KeptRows::end_of_stripe(std::size_t begin, std::span<const double> widths) const {
  const std::span<const double> from = row(begin);
  std::size_t end = begin + 1;
  for (; end < size(); ++end) {
    const std::span<const double> to = row(end);
    for (std::size_t k = 0; k < along_.size(); ++k) {
      if (std::abs(to[along_[k]] - from[along_[k]]) > widths[k]) return end;
    }
  }
  return end;
}

void KeptRows::add_extremes(std::size_t begin,
                            std::size_t end,
                            std::vector<std::size_t>& chosen) const {
  const auto first = static_cast<std::ptrdiff_t>(chosen.size());
  chosen.push_back(begin);
  for (std::size_t j = 0; j < width(); ++j) {
    if (j >= first_shaped && j + last_shaped < width()) continue;
    std::size_t low = begin;
    std::size_t high = begin;
    for (std::size_t i = begin; i < end; ++i) {
      const double value = numbers_[i * width() + j];
      // What is not a number is neither, and whatever is one comes before it.
      if (value < numbers_[low * width() + j] || std::isnan(numbers_[low * width() + j])) low = i;
      if (value > numbers_[high * width() + j] || std::isnan(numbers_[high * width() + j])) {
        high = i;
      }
    }
    chosen.push_back(low);
    chosen.push_back(high);
  }
  std::sort(chosen.begin() + first, chosen.end());
  chosen.erase(std::unique(chosen.begin() + first, chosen.end()), chosen.end());
}

std::vector<std::size_t> KeptRows::shaping(std::size_t stripes) const {
  std::vector<double> widths;
  for (const std::size_t column : along_) {
    double low = row(0)[column];
    double high = low;
    for (std::size_t i = 1; i < size(); ++i) {
      low = std::min(low, row(i)[column]);
      high = std::max(high, row(i)[column]);
    }
    widths.push_back((high - low) / static_cast<double>(stripes));
  }
  std::vector<std::size_t> chosen;
  for (std::size_t begin = 0; begin < size();) {
    const std::size_t end = end_of_stripe(begin, widths);
    add_extremes(begin, end, chosen);
    begin = end;
  }
  return chosen;
}

/// Rows that were left out before lay between those that are kept, in each column: what is chosen
/// now from these are extremes of all. A single stripe leaves few enough.
void KeptRows::thin() {
  std::vector<std::size_t> chosen = shaping(stripes_);
  while (chosen.size() > most_ / 2 && stripes_ > 1) {
    stripes_ /= 2;
    chosen = shaping(stripes_);
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    places_[i] = places_[chosen[i]];
    std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(chosen[i] * width()),
                width(),
                numbers_.begin() + static_cast<std::ptrdiff_t>(i * width()));
  }
  places_.resize(chosen.size());
  numbers_.resize(chosen.size() * width());
}

void KeptRows::save(PackedWriter& writer) const {
  writer.add(std::uint64_t{stripes_});
  writer.add(std::uint64_t{count_});
  writer.add(places_);
  writer.add(numbers_);
}

void KeptRows::restore(PackedReader& reader) {
  std::uint64_t stripes = 0;
  std::uint64_t count = 0;
  reader.take(stripes);
  reader.take(count);
  reader.take(places_);
  reader.take(numbers_);
  const bool fits =
      stripes <= most_ && places_.size() <= most_ && numbers_.size() == places_.size() * width() &&
      std::is_sorted(places_.begin(), places_.end()) && (places_.empty() || places_.back() < count);
  if (!fits) PackedReader::refuse();
  stripes_ = stripes;
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
