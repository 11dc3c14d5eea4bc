// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/setbacks.hpp"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

namespace leafwise::algebra {

struct Setbacks::State {
  std::mutex mutex;
  std::vector<Setback> noted;
};

namespace {

auto order_of(const Setback& setback) {
  return std::tie(setback.where, setback.what, setback.cost);
}

}  // namespace

Setbacks::Setbacks() : state_(std::make_shared<State>()) {}

void Setbacks::note(Setback setback) const {
  const std::lock_guard lock(state_->mutex);
  auto& noted = state_->noted;
  if (std::find(noted.begin(), noted.end(), setback) == noted.end()) {
    noted.push_back(std::move(setback));
  }
}

std::vector<Setback> Setbacks::all() const {
  std::vector<Setback> sorted;
  {
    const std::lock_guard lock(state_->mutex);
    sorted = state_->noted;
  }
  std::sort(sorted.begin(), sorted.end(), [](const Setback& a, const Setback& b) {
    return a.is_loss != b.is_loss ? a.is_loss : order_of(a) < order_of(b);
  });
  return sorted;
}

bool Setbacks::lost_something() const {
  const std::lock_guard lock(state_->mutex);
  const auto& noted = state_->noted;
  return std::any_of(
      noted.begin(), noted.end(), [](const Setback& setback) { return setback.is_loss; });
}

void Setbacks::take(const Setbacks& attempt, bool was_replaced) const {
  for (Setback& setback : attempt.all()) {
    if (was_replaced && setback.is_loss) {
      setback.is_loss = false;
      setback.cost = "time: another way gave the answer";
    }
    note(std::move(setback));
  }
}

}  // namespace leafwise::algebra
