// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/race/side_by_side.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using leafwise::algebra::Limits;
using leafwise::algebra::detail::side_by_side;

TEST_CASE("side by side: each number once, few or many") {
  for (const std::size_t count : std::array<std::size_t, 6>{0, 1, 7, 8, 9, 100}) {
    CAPTURE(count);
    std::mutex mutex;
    std::vector<int> times(count);
    side_by_side(count, Limits{}, [&](std::size_t number) {
      const std::lock_guard lock(mutex);
      ++times.at(number);
    });
    CHECK(times == std::vector<int>(count, 1));
  }
}

TEST_CASE("side by side: what is thrown arrives") {
  constexpr std::size_t count = 1000;
  constexpr std::size_t bad = 20;
  std::mutex mutex;
  std::size_t done = 0;
  const auto work = [&](std::size_t number) {
    if (number == bad) throw std::runtime_error("bad");
    const std::lock_guard lock(mutex);
    ++done;
  };
  CHECK_THROWS_WITH_AS(side_by_side(count, Limits{}, work), "bad", std::runtime_error);
  // Those before it were begun, and no thread is left. How many were begun after it, nobody knows.
  CHECK(done >= bad);
}

TEST_CASE("side by side: where work is limited it is done in one thread, in order") {
  constexpr std::size_t count = 50;
  std::vector<std::size_t> order;
  const auto here = std::this_thread::get_id();
  side_by_side(count, Limits{}.spend(std::chrono::seconds(60)), [&](std::size_t number) {
    CHECK(std::this_thread::get_id() == here);
    order.push_back(number);
  });
  std::vector<std::size_t> expected(count);
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  CHECK(order == expected);
}
