// SPDX-License-Identifier: GPL-3.0-or-later
#include "maps/linear_block_code.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "linear/dense.hpp"
#include "linear/pivot_search.hpp"
#include "linear/unrolled_elimination.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Ratio of a pivot to its value where it was chosen: below this, or above its inverse, the choice
/// is checked again …
constexpr double worn = 1.0 / 64;
/// … unless the determinant has shrunk by this factor: then A is about to become singular, and
/// other pivots are no better.
constexpr double near_singular = 1.0 / 8;
/// Pivots below this share of the largest number in their row are not kept. A pivot may have been
/// as small as that when it was chosen (PivotSearch).
constexpr double least_share = 1e-3;
/// Multiplications of a full block of 24 unknowns: if there are more, loops are as fast.
constexpr std::size_t most_work = 24 * 24 * 24 / 3;

[[noreturn]] void refuse_memory() {
  throw InvalidInput({.message = "this memory is not of a distribution like this one",
                      .expected = {},
                      .range = {},
                      .place = {}});
}

/// (A | −b) from rows (b | A).
std::vector<Expression> augmented(const std::vector<Expression>& rows, std::size_t n) {
  std::vector<Expression> result;
  result.reserve(rows.size());
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = rows.begin() + static_cast<std::ptrdiff_t>(i * (n + 1));
    result.insert(result.end(), row + 1, row + static_cast<std::ptrdiff_t>(n + 1));
    result.push_back(-*row);
  }
  return result;
}

/// The sign of a permutation: 1 or −1.
int parity_of(std::vector<std::size_t> places) {
  int sign = 1;
  for (std::size_t i = 0; i < places.size(); ++i) {
    while (places[i] != i) {
      std::swap(places[i], places[places[i]]);
      sign = -sign;
    }
  }
  return sign;
}

bool is_permutation_of_numbers(std::vector<std::size_t> places) {
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != i) return false;
  }
  return true;
}

}  // namespace

template <typename Real>
LinearBlockCode<Real>::LinearBlockCode(const Program& rows, LinearBlockLayout layout)
    : rows_(rows),
      layout_(std::move(layout)),
      m_(rows.inputs()),
      n_(layout_.unknowns.size()),
      moves_(n_, 0),
      references_(n_) {
  LEAFWISE_DEMAND(rows.outputs().size() == n_ * (n_ + 1));
  for (const Velocity& velocity : layout_.velocities) {
    if (velocity.is == Velocity::Is::unknown) moves_[velocity.index] = 1;
  }
  first_pivot_ = m_ + static_cast<std::size_t>(std::count(moves_.begin(), moves_.end(), 0));
}

template <typename Real>
void LinearBlockCode<Real>::choose(std::span<const Real> z, const Scaled& scaled) {
  if (!possible_) return;
  std::vector<double> numbers;
  numbers.reserve(n_ * n_);
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 1; j <= n_; ++j) {
      numbers.push_back(static_cast<double>(scaled.entries[i * (n_ + 1) + j]));
    }
  }
  if (!exists() || !keeps_order(numbers)) {
    if (exists() && is_near_singular(scaled.exponent)) return;
    order_.clear();
    write(&numbers);
  }
  if (!evaluator_) return;
  copy_few(z.data(), evaluator_->inputs().data(), m_);
  evaluator_->run();
  const Real* pivots = evaluator_->outputs().data() + first_pivot_;
  // Rounded as `restore` reads them: double is enough, and the same for every scalar.
  for (std::size_t i = 0; i < n_; ++i) {
    references_[i] = static_cast<Real>(static_cast<double>(1 / std::abs(pivots[i])));
  }
  if (!all_finite(std::span<const Real>(references_))) evaluator_.reset();  // at a fold
  quality_ = static_cast<Real>(static_cast<double>(scaled.quality));
  exponent_ = scaled.exponent;
}

/// Whether the determinant of A at the last call of `run` has become small since the order was
/// chosen. Both are measured in the units of A, which make the determinant about 1 where the units
/// were found; it may have been larger in between.
template <typename Real>
bool LinearBlockCode<Real>::is_near_singular(long exponent) const {
  const Real* pivots = evaluator_->outputs().data() + first_pivot_;
  Real before = static_cast<Real>(exponent_);
  Real now = static_cast<Real>(exponent);
  for (std::size_t i = 0; i < n_; ++i) {
    before -= std::log2(references_[i]);
    now += std::log2(std::abs(pivots[i]));
  }
  return !(now > std::min(before, Real{0}) + std::log2(static_cast<Real>(near_singular)));
}

template <typename Real>
bool LinearBlockCode<Real>::keeps_order(std::vector<double> numbers) const {
  std::vector<char> is_used(n_, 0);
  std::vector<char> is_solved(n_, 0);
  for (const Pivot& pivot : order_) {
    const double* row = &numbers[pivot.row * n_];
    double largest = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      if (is_solved[j] == 0) largest = std::max(largest, std::abs(row[j]));
    }
    const double own = row[pivot.column];
    if (!(std::abs(own) > 0 && std::abs(own) >= least_share * largest)) return false;
    is_used[pivot.row] = 1;
    is_solved[pivot.column] = 1;
    for (std::size_t i = 0; i < n_; ++i) {
      double* other = &numbers[i * n_];
      if (is_used[i] != 0 || other[pivot.column] == 0) continue;
      add_multiple(-other[pivot.column] / own, row, other, n_);
    }
  }
  return true;
}

template <typename Real>
void LinearBlockCode<Real>::write(const std::vector<double>* numbers) {
  evaluator_.reset();
  ProgramBuilder builder(m_);
  std::vector<Expression> z;
  z.reserve(m_);
  for (std::size_t j = 0; j < m_; ++j) z.push_back(builder.input(j));
  UnrolledElimination elimination(augmented(builder.append(rows_, z), n_), n_);
  if (numbers != nullptr) {
    PivotSearch search(elimination, *numbers, n_);
    for (std::size_t step = 0; step < n_; ++step) {
      const auto place = search.find();
      if (!place) {
        possible_ = !search.is_structural();
        return;
      }
      search.eliminate(*place);
      if (search.work() > most_work) {
        possible_ = false;
        return;
      }
      elimination.use_pivot(place->row, place->column);
      order_.push_back({place->row, place->column});
    }
  } else {
    for (const Pivot& pivot : order_) elimination.use_pivot(pivot.row, pivot.column);
  }
  const std::vector<Expression> unknowns = elimination.solution();
  std::vector<Expression> outputs;
  outputs.reserve(m_ + 2 * n_);
  for (const Velocity& velocity : layout_.velocities) {
    switch (velocity.is) {
      case Velocity::Is::one: outputs.push_back(builder.constant(1)); break;
      case Velocity::Is::coordinate: outputs.push_back(z[velocity.index]); break;
      case Velocity::Is::unknown: outputs.push_back(unknowns[velocity.index]); break;
    }
  }
  for (std::size_t i = 0; i < n_; ++i) {
    if (moves_[i] == 0) outputs.push_back(unknowns[i]);
  }
  outputs.insert(outputs.end(), elimination.pivots().begin(), elimination.pivots().end());
  evaluator_ = EvaluatorFactory<Real>(builder.build(outputs)).make();
  parity_ = parity();
}

template <typename Real>
int LinearBlockCode<Real>::parity() const {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
  rows.reserve(n_);
  columns.reserve(n_);
  for (const Pivot& pivot : order_) {
    rows.push_back(pivot.row);
    columns.push_back(pivot.column);
  }
  return parity_of(std::move(rows)) * parity_of(std::move(columns));
}

template <typename Real>
DirectionQuality<Real> LinearBlockCode<Real>::run(std::span<const Real> z, std::span<Real> v) {
  copy_few(z.data(), evaluator_->inputs().data(), m_);
  evaluator_->run();
  const Real* out = evaluator_->outputs().data();
  const Real* pivots = out + first_pivot_;
  Real share = 1;
  Real growth = 1;
  int sign = parity_;
  for (std::size_t i = 0; i < n_; ++i) {
    const Real change = std::abs(pivots[i]) * references_[i];
    share = std::min(share, change);
    growth = std::max(growth, change);
    sign = pivots[i] < 0 ? -sign : sign;
  }
  const Real limit = static_cast<Real>(worn);
  if (!(share >= limit && growth * limit <= 1) || !copy_finite(out, v.data(), m_)) return {};
  // (v; b | A) has a positive determinant: that of A, times 1 + |w|².
  if (sign < 0) {
    for (Real& entry : v) entry = -entry;
  }
  // However fast things are and however large multipliers: A is as regular as its pivots.
  return {true, Real{0}, share * quality_};
}

template <typename Real>
void LinearBlockCode<Real>::copy_unknowns(std::span<Real> out) const {
  const Real* found = evaluator_->outputs().data();
  for (std::size_t j = 0; j < m_; ++j) {
    const Velocity& velocity = layout_.velocities[j];
    if (velocity.is == Velocity::Is::unknown) out[velocity.index] = found[j];
  }
  const Real* still = found + m_;
  for (std::size_t i = 0; i < n_; ++i) {
    if (moves_[i] == 0) out[i] = *still++;
  }
}

template <typename Real>
void LinearBlockCode<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  const auto bits = [](Real value) {
    return std::bit_cast<std::int64_t>(static_cast<double>(value));
  };
  memory.push_back(exists() ? 1 : 0);
  memory.push_back(bits(quality_));
  memory.push_back(exponent_);
  for (std::size_t i = 0; i < n_; ++i) {
    memory.push_back(exists() ? static_cast<std::int64_t>(order_[i].row) : 0);
    memory.push_back(exists() ? static_cast<std::int64_t>(order_[i].column) : 0);
    memory.push_back(bits(references_[i]));
  }
}

template <typename Real>
void LinearBlockCode<Real>::restore(std::span<const std::int64_t> memory) {
  if (memory.size() != memory_size() || (memory[0] != 0 && memory[0] != 1)) refuse_memory();
  const auto number = [](std::int64_t bits) {
    return static_cast<Real>(std::bit_cast<double>(bits));
  };
  evaluator_.reset();
  order_.clear();
  quality_ = number(memory[1]);
  exponent_ = static_cast<long>(memory[2]);
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < n_; ++i) {
    rows.push_back(static_cast<std::size_t>(memory[3 + 3 * i]));
    columns.push_back(static_cast<std::size_t>(memory[4 + 3 * i]));
    order_.push_back({rows.back(), columns.back()});
    references_[i] = number(memory[5 + 3 * i]);
  }
  if (memory[0] == 0) return;
  if (!is_permutation_of_numbers(rows) || !is_permutation_of_numbers(columns)) refuse_memory();
  write(nullptr);
}

template class LinearBlockCode<double>;
template class LinearBlockCode<long double>;

}  // namespace leafwise::integrator::detail
