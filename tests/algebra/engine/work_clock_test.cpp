// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/work_clock.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "decomposition/race/lane.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/limits.hpp"

using leafwise::algebra::Effort;
using leafwise::algebra::Limits;
using leafwise::algebra::WorkClock;
using std::chrono::milliseconds;

namespace {

/// Keeps the processor until the clock says that this much was done.
void work_for(WorkClock::Work work) {
  const WorkClock::Work end = WorkClock::now() + work;
  while (WorkClock::now() < end) {
  }
}

}  // namespace

TEST_CASE("waiting is no work, and ends no budget") {
  const Limits limits = Limits().spend(milliseconds(20));
  // Longer than the budget; what the thread does in this time is a small part of it.
  std::this_thread::sleep_for(milliseconds(100));
  CHECK_FALSE(limits.is_over());
  CHECK(limits.left().value() > milliseconds(0));
}

TEST_CASE("work ends a budget, and only budgets") {
  const Limits users = Limits::within(std::chrono::hours(1));
  const Limits limits = users.spend(milliseconds(2));
  work_for(milliseconds(2));
  CHECK(limits.is_over());
  CHECK(limits.left().value() == milliseconds(0));
  CHECK_FALSE(users.is_over());
  CHECK_FALSE(limits.prolonged_by(milliseconds(1000)).is_over());
}

// It is read only where it may have come so far; what others did for the thread counts at once.
TEST_CASE("the clock shows what it has reached, however seldom it is read") {
  const WorkClock::Work step = milliseconds(1);
  for (int i = 0; i < 5; ++i) {
    const WorkClock::Work begin = WorkClock::now();
    const auto reached = [&](WorkClock::Work work) {
      return WorkClock::has_reached(begin + work, std::chrono::steady_clock::now());
    };
    CHECK(reached(WorkClock::Work{0}));
    CHECK_FALSE(reached(std::chrono::hours(1)));
    work_for(step);
    CHECK(reached(step));
    CHECK_FALSE(reached(std::chrono::hours(1)));
    WorkClock::charge(std::chrono::hours(1));
    CHECK(reached(std::chrono::hours(1)));
  }
}

TEST_CASE("a budget within a budget never outlasts it") {
  const Limits outer = Limits().spend(milliseconds(2));
  const Limits inner = outer.spend(milliseconds(1000)).spend(&Effort::lemma);
  CHECK(inner.work_deadline == outer.work_deadline);
  CHECK(inner.spend_share(0.5, milliseconds(1000)).work_deadline <= outer.work_deadline);
}

TEST_CASE("budgets of any size are no overflow") {
  CHECK_FALSE(Limits().spend(milliseconds::max()).is_over());
  CHECK_FALSE(Limits().at_most(milliseconds::max()).is_over());
  CHECK_FALSE(Limits().left().has_value());
}

TEST_CASE("a lane works on the clock of who started it") {
  const WorkClock::Work before = WorkClock::now();
  const Limits limits = Limits().spend(milliseconds(5));
  bool was_over = false;
  {
    leafwise::algebra::detail::Lane lane(leafwise::algebra::Cancellation(), [&] {
      work_for(milliseconds(5));
      was_over = limits.is_over();
    });
    lane.join();
  }
  CHECK(was_over);
  CHECK(limits.is_over());
  CHECK(WorkClock::now() >= before + milliseconds(5));
}

TEST_CASE("the work of a worker counts for who asked it") {
  using namespace leafwise::algebra;
  const Variable x{Role::unknown, "x", 0};
  const Variable y{Role::unknown, "y", 0};
  const Variable z{Role::unknown, "z", 0};
  const Polynomial one(Rational(1));
  const auto power = [](const Variable& v, int n) {
    Polynomial result(Rational(1));
    for (int i = 0; i < n; ++i) result = result * Polynomial(v);
    return result;
  };
  // Some milliseconds of a Gröbner basis, done elsewhere.
  const Ideal ideal({x, y, z},
                    {power(x, 7) + power(y, 6) * Polynomial(z) - one,
                     power(y, 7) - power(z, 5) * Polynomial(x) + Polynomial(y),
                     power(z, 6) + power(x, 5) * Polynomial(y) - Polynomial(z)});
  const auto refused = ideal.groebner_basis(Limits().spend(milliseconds(0)));
  CHECK_FALSE(refused);
  const WorkClock::Work before = WorkClock::now();
  (void)ideal.groebner_basis(Limits().spend(milliseconds(200)));
  CHECK(WorkClock::now() > before);
}
