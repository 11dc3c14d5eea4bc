// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "leafwise/core/errors.hpp"
#include "steppers/division_passage.hpp"

// What a passage sees of divisors from step to step: whether it is worth trying.
namespace leafwise::integrator {
namespace {

/// A zero so many steps ahead is tried: where 1/v is a coordinate, steps see a pole, and are short.
constexpr double reach = 1000;
/// A divisor that would vanish within so many steps may touch 0 in the next one, and rise again.
constexpr double touching = 2;
/// Tried again where the divisor is smaller by this factor.
constexpr double nearer = 0.5;

}  // namespace

template <typename Real>
void DivisionPassage<Real>::start(std::span<const Real> z) {
  if (!exists()) return;
  divisors_->value(z, divisor_values_);
  std::ranges::copy(divisor_values_, values_.begin());
  std::ranges::fill(before_, std::numeric_limits<double>::quiet_NaN());
  std::ranges::fill(in_vain_, 0.0);
  last_size_ = 0;
  was_tried_ = false;
  is_expanded_ = false;
}

template <typename Real>
void DivisionPassage<Real>::advance(std::span<const Real> z, Real size) {
  if (!exists()) return;
  std::swap(before_, values_);
  divisors_->value(z, divisor_values_);
  std::ranges::copy(divisor_values_, values_.begin());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (nearer * std::abs(values_[i]) > in_vain_[i]) in_vain_[i] = 0;
  }
  last_size_ = static_cast<double>(size);
  was_tried_ = false;
  is_expanded_ = false;
}

template <typename Real>
bool DivisionPassage<Real>::is_ahead(Real size) const {
  if (!exists() || was_tried_) return false;
  const double within = reach * std::abs(static_cast<double>(size));
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double now = std::abs(values_[i]);
    const double fall = std::abs(before_[i]) - now;
    if (!(fall > 0) || (in_vain_[i] > 0 && now > nearer * in_vain_[i])) continue;
    if (now * std::abs(last_size_) <= within * fall) return true;
  }
  return false;
}

template <typename Real>
std::optional<Real> DivisionPassage<Real>::met(const Step<Real>& step) {
  if (!exists()) return std::nullopt;
  divisors_->value(step.to, divisor_values_);
  std::optional<Real> first;
  bool may_touch = false;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto before = static_cast<Real>(values_[i]);
    const Real after = divisor_values_[i];
    const double fall = std::abs(before_[i]) - std::abs(values_[i]);
    const double within = touching * std::abs(static_cast<double>(step.size));
    may_touch = may_touch || (fall > 0 && std::abs(values_[i] * last_size_) <= within * fall);
    if (!(before * after < 0)) continue;
    const Real share = before / (before - after);
    if (!first || share < *first) first = share;
  }
  if (first || !may_touch) return first;
  const std::optional<Real> zero = distance(step, step.size < 0 ? Real{-1} : Real{1});
  if (zero && std::abs(*zero) < std::abs(step.size)) first = *zero / step.size;
  return first;
}

template <typename Real>
std::size_t DivisionPassage<Real>::memory_size() const noexcept {
  return exists() ? 3 * values_.size() + 2 : 0;
}

template <typename Real>
void DivisionPassage<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  if (!exists()) return;
  for (const std::vector<double>* numbers : {&values_, &before_, &in_vain_}) {
    for (const double number : *numbers) memory.push_back(std::bit_cast<std::int64_t>(number));
  }
  memory.push_back(std::bit_cast<std::int64_t>(last_size_));
  memory.push_back(was_tried_ ? 1 : 0);
}

template <typename Real>
void DivisionPassage<Real>::restore(std::span<const std::int64_t> memory) {
  if (memory.size() != memory_size()) {
    throw InvalidInput(Mistake{"this memory is not of a problem that divides so", {}, {}, {}});
  }
  if (!exists()) return;
  std::size_t next = 0;
  for (std::vector<double>* numbers : {&values_, &before_, &in_vain_}) {
    for (double& number : *numbers) number = std::bit_cast<double>(memory[next++]);
  }
  last_size_ = std::bit_cast<double>(memory[next++]);
  was_tried_ = memory[next] != 0;
  is_expanded_ = false;
}

template void DivisionPassage<double>::start(std::span<const double>);
template void DivisionPassage<double>::advance(std::span<const double>, double);
template bool DivisionPassage<double>::is_ahead(double) const;
template std::optional<double> DivisionPassage<double>::met(const Step<double>&);
template std::size_t DivisionPassage<double>::memory_size() const noexcept;
template void DivisionPassage<double>::append_memory(std::vector<std::int64_t>&) const;
template void DivisionPassage<double>::restore(std::span<const std::int64_t>);
template void DivisionPassage<long double>::start(std::span<const long double>);
template void DivisionPassage<long double>::advance(std::span<const long double>, long double);
template bool DivisionPassage<long double>::is_ahead(long double) const;
template std::optional<long double> DivisionPassage<long double>::met(const Step<long double>&);
template std::size_t DivisionPassage<long double>::memory_size() const noexcept;
template void DivisionPassage<long double>::append_memory(std::vector<std::int64_t>&) const;
template void DivisionPassage<long double>::restore(std::span<const std::int64_t>);

}  // namespace leafwise::integrator
