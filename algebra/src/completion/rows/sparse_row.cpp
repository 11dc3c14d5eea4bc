// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/sparse_row.hpp"

#include <algorithm>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

bool is_before(const SparseRow::Entry& entry, std::size_t column) {
  return entry.first < column;
}

}  // namespace

SparseRow::SparseRow(const std::vector<Polynomial>& dense) : size_(dense.size()) {
  for (std::size_t j = 0; j < dense.size(); ++j) {
    if (!dense[j].is_zero()) entries_.emplace_back(j, dense[j]);
  }
}

const Polynomial& SparseRow::operator[](std::size_t column) const {
  static const Polynomial zero;
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), column, is_before);
  return place != entries_.end() && place->first == column ? place->second : zero;
}

void SparseRow::set(std::size_t column, Polynomial value) {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), column, is_before);
  const bool is_there = place != entries_.end() && place->first == column;
  if (value.is_zero()) {
    if (is_there) entries_.erase(place);
  } else if (is_there) {
    place->second = std::move(value);
  } else {
    entries_.emplace(place, column, std::move(value));
  }
}

void SparseRow::append(Polynomial value) {
  if (!value.is_zero()) entries_.emplace_back(size_, std::move(value));
  ++size_;
}

std::vector<Polynomial> SparseRow::dense() const {
  std::vector<Polynomial> result(size_);
  for (const auto& [column, value] : entries_) result[column] = value;
  return result;
}

SparseRow& SparseRow::operator*=(const Rational& factor) {
  if (factor.is_zero()) entries_.clear();
  for (auto& [column, value] : entries_) value *= factor;
  return *this;
}

SparseRow SparseRow::combined(SparseRow row,
                              const Polynomial& scale,
                              const SparseRow& by,
                              const Polynomial& factor) {
  SparseRow result(row.size_);
  result.entries_.reserve(row.entries_.size() + by.entries_.size());
  auto left = row.entries_.begin();
  auto right = by.entries_.begin();
  const auto add = [&](std::size_t column, Polynomial value) {
    if (!value.is_zero()) result.entries_.emplace_back(column, std::move(value));
  };
  const auto scaled = [&](Polynomial value) {
    return scale.is_constant() ? std::move(value *= scale.constant_value()) : scale * value;
  };
  while (left != row.entries_.end() || right != by.entries_.end()) {
    const bool only_left =
        right == by.entries_.end() || (left != row.entries_.end() && left->first < right->first);
    const bool only_right =
        !only_left && (left == row.entries_.end() || right->first < left->first);
    if (only_left) {
      add(left->first, scaled(std::move(left->second)));
    } else if (only_right) {
      add(right->first, -(factor * right->second));
    } else {
      add(left->first, scaled(std::move(left->second)) - factor * right->second);
    }
    if (!only_right) ++left;
    if (!only_left) ++right;
  }
  return result;
}

}  // namespace leafwise::algebra::detail
