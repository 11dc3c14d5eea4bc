// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/mechanics/loops.hpp"

#include <algorithm>
#include <numeric>

namespace leafwise::algebra::detail {

namespace {

/// Pendulums, dyads, triads; of many rows there are too many triples.
constexpr std::size_t most_hanging = 3;
constexpr std::size_t few_rows = 16;

}  // namespace

Loops::Loops(const PolynomialMatrix& matrix, const ModularPoint& point)
    : matrix_(matrix), point_(point) {
  for (const std::vector<Polynomial>& row : matrix) {
    std::set<std::size_t>& own = columns_.emplace_back();
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (!row[j].is_zero()) own.insert(j);
    }
  }
}

std::set<std::size_t> Loops::columns_of(const Rows& rows) const {
  std::set<std::size_t> columns;
  for (const std::size_t row : rows) columns.insert(columns_[row].begin(), columns_[row].end());
  return columns;
}

PolynomialMatrix Loops::rest_of(const Rows& rows) const {
  const std::set<std::size_t> taken = columns_of(rows);
  PolynomialMatrix rest;
  for (std::size_t i = 0; i < matrix_.size(); ++i) {
    if (rows.contains(i)) continue;
    std::vector<Polynomial>& row = rest.emplace_back();
    for (std::size_t j = 0; j < matrix_[i].size(); ++j) {
      if (!taken.contains(j)) row.push_back(matrix_[i][j]);
    }
  }
  return rest;
}

bool Loops::hang(const Rows& rows, const Rows& rest) const {
  Rows others = rest;
  for (const std::size_t row : rows) others.erase(row);
  const std::set<std::size_t> theirs = columns_of(others);
  std::set<std::size_t> own = columns_of(rows);
  std::erase_if(own, [&](std::size_t column) { return theirs.contains(column); });
  if (own.size() < rows.size()) return false;
  RowsAtPoint independent(point_);
  return std::all_of(rows.begin(), rows.end(), [&](std::size_t row) {
    std::vector<Polynomial> part;
    part.reserve(own.size());
    for (const std::size_t column : own) part.push_back(matrix_[row][column]);
    return independent.add(part);
  });
}

std::optional<Loops::Rows> Loops::hanging(const Rows& rest, std::size_t kept) const {
  std::vector<std::size_t> choices(rest.begin(), rest.end());
  std::erase(choices, kept);
  const std::size_t most = choices.size() > few_rows ? most_hanging - 1 : most_hanging;
  for (std::size_t size = 1; size <= std::min(most, choices.size()); ++size) {
    Minors::Indices chosen(size);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    do {
      Rows rows;
      for (const std::size_t i : chosen) rows.insert(choices[i]);
      if (hang(rows, rest)) return rows;
    } while (next_subset(chosen, choices.size()));
  }
  return std::nullopt;
}

Loops::Rows Loops::around(std::size_t row) const {
  Rows rest;
  for (std::size_t i = 0; i < matrix_.size(); ++i) rest.insert(i);
  while (const std::optional<Rows> away = hanging(rest, row)) {
    for (const std::size_t i : *away) rest.erase(i);
  }
  return rest;
}

std::vector<Loops::Rows> Loops::all() const {
  std::vector<Rows> loops;
  for (std::size_t row = 0; row < matrix_.size(); ++row) {
    Rows loop = around(row);
    if (loop.size() == matrix_.size()) continue;
    if (std::find(loops.begin(), loops.end(), loop) == loops.end()) {
      loops.push_back(std::move(loop));
    }
  }
  std::stable_sort(
      loops.begin(), loops.end(), [](const Rows& a, const Rows& b) { return a.size() < b.size(); });
  return loops;
}

}  // namespace leafwise::algebra::detail
