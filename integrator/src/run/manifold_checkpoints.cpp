// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "run/manifold_walker.hpp"

// What a run on a manifold keeps of itself, and how it goes on from there.
namespace leafwise::integrator::detail {
namespace {

[[noreturn]] void refuse_checkpoint(std::string expected) {
  throw InvalidInput(Mistake{"the checkpoint is not one of this problem with these settings",
                             std::move(expected),
                             {},
                             {}});
}

}  // namespace

template <typename Real>
void ManifoldWalker<Real>::restore(const Checkpoint<Real>& checkpoint) {
  const std::size_t m = step_.from.size();
  if (checkpoint.point.size() != m || checkpoint.field.size() != m) {
    refuse_checkpoint("one with " + std::to_string(m) + " coordinates");
  }
  step_.from = checkpoint.point;
  step_.from_field = checkpoint.field;
  next_size_ = checkpoint.next_size;
  is_retry_ = checkpoint.is_retry;
  this->parameter_ = checkpoint.parameter;
  this->arclength_ = checkpoint.arclength;
  this->last_size_ = checkpoint.last_size;
  controller_.restore(checkpoint.control);
  watch_.restore({checkpoint.quality, checkpoint.largest_quality, checkpoint.quality_rate});
  this->direction_ = next_size_ < 0 ? Real{-1} : Real{1};
  const std::span<const std::int64_t> memory = checkpoint.geometry_memory;
  const std::size_t of_sheets = sheets_.memory_size();
  const std::size_t of_passage = passage_.memory_size();
  const std::size_t of_singular = singular_passage_.memory_size();
  const std::size_t others = of_sheets + of_passage + of_singular;
  if (memory.size() < others) {
    refuse_checkpoint("");
  }
  const std::size_t own = memory.size() - others;
  geometry_.restore(memory.first(own));
  sheets_.restore(memory.subspan(own, of_sheets));
  passage_.restore(memory.subspan(own + of_sheets, of_passage));
  singular_passage_.restore(memory.last(of_singular));
  stepper_->restore(checkpoint.stepper_memory);
  if (attached_) attached_->restore(checkpoint.row_memory);
  geometry_.follow(step_.from, step_.from_field);
  sheets_.start(geometry_, step_.from);
  geometry_.counters() = checkpoint.counters;
  restore_passed(checkpoint);
  standing_ = checkpoint.standing;
  steps_ = checkpoint.steps;
  rejected_ = checkpoint.rejected;
  failed_ = checkpoint.failed;
  if (checkpoint.steps == 0 && has_singular_point()) (void)begin_beside();
}

/// Asked of another distribution: this one goes on as it was.
template <typename Real>
bool ManifoldWalker<Real>::has_singular_point() {
  if (!problem_.independent) return false;
  const auto other = problem_.distribution->clone();
  const bool is_defined = other->direction(step_.from, point_).defined;
  return !is_defined || point_[*problem_.independent] == 0;
}

template <typename Real>
void ManifoldWalker<Real>::restore_passed(const Checkpoint<Real>& checkpoint) {
  const auto divisors = divisions_of(this->settings_).divisors;
  const std::size_t count = divisors ? divisors->outputs() : 0;
  bool fits = checkpoint.passed_divisors.size() == checkpoint.passed_places.size();
  for (const std::int64_t divisor : checkpoint.passed_divisors) {
    fits = fits && divisor >= 0 && static_cast<std::uint64_t>(divisor) < count;
  }
  if (!fits) {
    refuse_checkpoint("one with " + std::to_string(count) + " divisors");
  }
  for (std::size_t i = 0; i < checkpoint.passed_places.size(); ++i) {
    passed_.push_back(
        {static_cast<std::size_t>(checkpoint.passed_divisors[i]), checkpoint.passed_places[i]});
  }
  settled_passages_ = passed_.size();
  passed_singular_ = checkpoint.passed_singular;
  settled_singular_ = passed_singular_.size();
  has_singular_start_ = checkpoint.has_singular_start;
}

template <typename Real>
void ManifoldWalker<Real>::save(Checkpoint<Real>& checkpoint) {
  if (is_under_way_) {
    checkpoint = before_;
  } else {
    save_steps(checkpoint);
  }
  if (attached_) checkpoint.row_memory = attached_->memory();
  for (std::size_t i = 0; i < settled_passages_; ++i) {
    checkpoint.passed_divisors.push_back(static_cast<std::int64_t>(passed_[i].divisor));
    checkpoint.passed_places.push_back(passed_[i].place);
  }
  checkpoint.passed_singular.assign(
      passed_singular_.begin(),
      passed_singular_.begin() + static_cast<std::ptrdiff_t>(settled_singular_));
  checkpoint.has_singular_start = has_singular_start_;
}

template <typename Real>
void ManifoldWalker<Real>::save_steps(Checkpoint<Real>& checkpoint) {
  checkpoint.point = step_.from;
  checkpoint.field = step_.from_field;
  checkpoint.next_size = next_size_;
  checkpoint.is_retry = is_retry_;
  checkpoint.control = controller_.state();
  const auto watched = watch_.state();
  checkpoint.quality = watched.from;
  checkpoint.largest_quality = watched.largest;
  checkpoint.quality_rate = watched.rate;
  checkpoint.geometry_memory = geometry_.memory();
  sheets_.append_memory(checkpoint.geometry_memory);
  passage_.append_memory(checkpoint.geometry_memory);
  singular_passage_.append_memory(checkpoint.geometry_memory);
  checkpoint.stepper_memory = stepper_->memory(step_.from);
  checkpoint.standing = standing_;
  checkpoint.steps = steps_;
  checkpoint.rejected = rejected_;
  checkpoint.failed = failed_;
  checkpoint.counters = geometry_.counters();
}

template class ManifoldWalker<double>;
template class ManifoldWalker<long double>;

}  // namespace leafwise::integrator::detail
