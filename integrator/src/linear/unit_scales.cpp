// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/unit_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "leafwise/core/errors.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Smaller than the largest in row and column by so many powers of two, an entry does not decide
/// about units: it may be what cancellation left of 0.
constexpr double negligible = 40;
/// Least squares are solved to a fraction of a power of two.
constexpr double accuracy = 0.1;
/// With larger exponents products of three factors would leave the range of numbers.
constexpr int largest_exponent = 300;

struct Logarithm {
  std::size_t row;
  std::size_t column;  // after all rows: both kinds are nodes of one graph
  double value;
};

/// Minimises Σ (value + x_row + x_column)² by conjugate gradients with the degrees as
/// preconditioner. The graph's components have a shift each that does not matter: from 0 it stays
/// the smallest.
std::vector<double> balanced(const std::vector<Logarithm>& entries, std::size_t nodes) {
  std::vector<double> x(nodes, 0);
  std::vector<double> degree(nodes, 0);
  std::vector<double> rest(nodes, 0);
  for (const Logarithm& entry : entries) {
    for (const std::size_t node : {entry.row, entry.column}) {
      degree[node] += 1;
      rest[node] -= entry.value;
    }
  }
  std::vector<double> way(nodes, 0);
  std::vector<double> image(nodes);
  double square_before = 0;
  for (std::size_t step = 0; step <= nodes; ++step) {
    double square = 0;
    double worst = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
      if (degree[i] == 0) continue;
      square += rest[i] * rest[i] / degree[i];
      worst = std::max(worst, std::abs(rest[i]) / degree[i]);
    }
    if (worst < accuracy) break;
    for (std::size_t i = 0; i < nodes; ++i) {
      if (degree[i] == 0) continue;
      way[i] = rest[i] / degree[i] + (step > 0 ? square / square_before * way[i] : 0);
    }
    square_before = square;
    std::fill(image.begin(), image.end(), 0.0);
    double curvature = 0;
    for (const Logarithm& entry : entries) {
      const double sum = way[entry.row] + way[entry.column];
      image[entry.row] += sum;
      image[entry.column] += sum;
      curvature += sum * sum;
    }
    if (!(curvature > 0)) break;
    for (std::size_t i = 0; i < nodes; ++i) {
      x[i] += square / curvature * way[i];
      rest[i] -= square / curvature * image[i];
    }
  }
  return x;
}

/// Without the entries that are negligible in their rows and columns, scaled by x.
std::vector<Logarithm> of_weight(const std::vector<Logarithm>& entries,
                                 const std::vector<double>& x) {
  std::vector<double> largest(x.size(), -std::numeric_limits<double>::infinity());
  const auto scaled = [&](const Logarithm& entry) {
    return entry.value + x[entry.row] + x[entry.column];
  };
  for (const Logarithm& entry : entries) {
    largest[entry.row] = std::max(largest[entry.row], scaled(entry));
    largest[entry.column] = std::max(largest[entry.column], scaled(entry));
  }
  std::vector<Logarithm> result;
  result.reserve(entries.size());
  for (const Logarithm& entry : entries) {
    const double least = std::min(largest[entry.row], largest[entry.column]) - negligible;
    if (scaled(entry) >= least) result.push_back(entry);
  }
  return result;
}

/// Assigns a row to each column so that the product of the entries is largest, and gives rows and
/// columns weights with which these entries are 1 and all others at most 1: then a large entry in a
/// row does not hide the one that its unknown follows from (I. S. Duff, J. Koster, SIAM J. Matrix
/// Anal. Appl. 20 (1999) 889–901). By shortest augmenting paths; columns that no path reaches are
/// left out.
class Assignment {
 public:
  /// @pre rows ≥ columns
  Assignment(const std::vector<Logarithm>& entries, std::size_t rows, std::size_t columns)
      : entries_of_(columns), of_row_(rows, nobody), weights_(rows + columns, 0) {
    for (const Logarithm& entry : entries) {
      entries_of_[entry.column - rows].push_back({entry.row, -entry.value});
    }
    for (std::size_t column = 0; column < columns; ++column) add(column);
  }

  /// To be added to logarithms: of rows, then of columns.
  [[nodiscard]] const std::vector<double>& weights() const { return weights_; }

 private:
  struct Entry {
    std::size_t row;
    double cost;
  };
  struct Reached {
    double distance = std::numeric_limits<double>::infinity();
    std::size_t from = nobody;  // the column that it was reached from
    bool is_final = false;
  };

  /// Dijkstra's method over reduced costs, from a column to the nearest row that is free.
  void add(std::size_t column) {
    if (entries_of_[column].empty()) return;
    double* of_column = weights_.data() + of_row_.size();
    // Feasible at first: no reduced cost is below 0.
    of_column[column] = std::numeric_limits<double>::infinity();
    for (const Entry& entry : entries_of_[column]) {
      of_column[column] = std::min(of_column[column], entry.cost - weights_[entry.row]);
    }
    std::vector<Reached> reached(of_row_.size());
    std::vector<std::size_t> finished;
    std::size_t end = nobody;
    for (std::size_t at = column; end == nobody;) {
      const double way = finished.empty() ? 0 : reached[finished.back()].distance;
      reach_from(at, way, reached);
      const std::size_t nearest = nearest_of(reached);
      if (nearest == nobody) return;
      reached[nearest].is_final = true;
      if (of_row_[nearest] == nobody) {
        end = nearest;
      } else {
        finished.push_back(nearest);
        at = of_row_[nearest];
      }
    }
    const double way = reached[end].distance;
    of_column[column] += way;
    for (const std::size_t row : finished) {
      weights_[row] -= way - reached[row].distance;
      of_column[of_row_[row]] += way - reached[row].distance;
    }
    exchange(column, end, reached);
  }

  void reach_from(std::size_t column, double way, std::vector<Reached>& reached) const {
    const double weight = weights_[of_row_.size() + column];
    for (const Entry& entry : entries_of_[column]) {
      Reached& row = reached[entry.row];
      const double distance = way + entry.cost - weights_[entry.row] - weight;
      if (row.is_final || !(distance < row.distance)) continue;
      row.distance = distance;
      row.from = column;
    }
  }

  [[nodiscard]] static std::size_t nearest_of(const std::vector<Reached>& reached) {
    std::size_t nearest = nobody;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (reached[i].is_final || reached[i].from == nobody) continue;
      if (nearest == nobody || reached[i].distance < reached[nearest].distance) nearest = i;
    }
    return nearest;
  }

  /// Along the way that ends at a free row each column takes the row that it reached.
  void exchange(std::size_t column, std::size_t end, const std::vector<Reached>& reached) {
    for (std::size_t from = nobody; from != column;) {
      from = reached[end].from;
      const auto before = std::find(of_row_.begin(), of_row_.end(), from);
      of_row_[end] = from;
      if (from != column) end = static_cast<std::size_t>(before - of_row_.begin());
    }
  }

  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  std::vector<std::vector<Entry>> entries_of_;  // by column
  std::vector<std::size_t> of_row_;             // the column that it is assigned to
  std::vector<double> weights_;
};

int rounded(double exponent) {
  const double limit = largest_exponent;
  return static_cast<int>(std::lround(std::clamp(exponent, -limit, limit)));
}

}  // namespace

template <typename Real>
bool UnitScales<Real>::exist() const {
  const auto is_known = [](int exponent) { return exponent != unknown; };
  return std::any_of(rows_.begin(), rows_.end(), is_known);
}

template <typename Real>
void UnitScales<Real>::find(std::span<const Real> entries) {
  std::fill(rows_.begin(), rows_.end(), unknown);
  std::fill(columns_.begin(), columns_.end(), unknown);
  const std::size_t r = rows_.size();
  const std::size_t n = columns_.size();
  std::vector<Logarithm> logarithms;
  for (std::size_t i = 0; i < r; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const Real entry = std::abs(entries[i * (n + 1) + 1 + j]);
      if (entry > 0) logarithms.push_back({i, r + j, static_cast<double>(std::log2(entry))});
    }
  }
  std::vector<double> x = balanced(logarithms, r + n);
  const std::vector<Logarithm> weighty = of_weight(logarithms, x);
  if (weighty.size() < logarithms.size()) x = balanced(weighty, r + n);
  if (r >= n) {
    for (Logarithm& entry : logarithms) entry.value += x[entry.row] + x[entry.column];
    const Assignment assignment(logarithms, r, n);
    for (Logarithm& entry : logarithms) entry.value -= x[entry.row] + x[entry.column];
    for (std::size_t i = 0; i < r + n; ++i) x[i] += assignment.weights()[i];
  }
  std::vector<double> largest(r + n, -std::numeric_limits<double>::infinity());
  for (const Logarithm& entry : logarithms) {
    double& in_row = largest[entry.row];
    in_row = std::max(in_row, entry.value + x[entry.column]);
    largest[entry.column] = 0;
  }
  for (std::size_t i = 0; i < r; ++i) {
    if (std::isfinite(largest[i])) rows_[i] = rounded(-largest[i]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    if (std::isfinite(largest[r + j])) columns_[j] = rounded(x[r + j]);
  }
}

template <typename Real>
int UnitScales<Real>::apply(std::span<const Real> entries, std::span<Real> scaled) const {
  const std::size_t r = rows_.size();
  const std::size_t n = columns_.size();
  Real fastest = 0;
  for (std::size_t i = 0; i < r; ++i) {
    const Real* from = entries.data() + i * (n + 1);
    Real* to = scaled.data() + i * (n + 1);
    to[0] = std::ldexp(from[0], row(i));
    for (std::size_t j = 0; j < n; ++j) to[1 + j] = std::ldexp(from[1 + j], row(i) + column(j));
    if (rows_[i] != unknown) fastest = std::max(fastest, std::abs(to[0]));
  }
  if (!(fastest > 0) || !std::isfinite(fastest)) return 0;
  const int time = -std::ilogb(fastest);
  for (std::size_t i = 0; i < r; ++i) {
    scaled[i * (n + 1)] = std::ldexp(scaled[i * (n + 1)], time);
  }
  return time;
}

template <typename Real>
long UnitScales<Real>::exponent() const {
  long sum = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) sum += row(i);
  for (std::size_t j = 0; j < columns_.size(); ++j) sum += column(j);
  return sum;
}

template <typename Real>
void UnitScales<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  memory.insert(memory.end(), rows_.begin(), rows_.end());
  memory.insert(memory.end(), columns_.begin(), columns_.end());
}

template <typename Real>
void UnitScales<Real>::restore(std::span<const std::int64_t> memory) {
  for (const std::int64_t entry : memory) {
    if (entry == unknown || (entry >= -largest_exponent && entry <= largest_exponent)) continue;
    throw InvalidInput({.message = "this memory is not of a distribution like this one",
                        .expected = {},
                        .range = {},
                        .place = {}});
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = static_cast<int>(memory[i]);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    columns_[j] = static_cast<int>(memory[rows_.size() + j]);
  }
}

template class UnitScales<double>;
template class UnitScales<long double>;

}  // namespace leafwise::integrator::detail
