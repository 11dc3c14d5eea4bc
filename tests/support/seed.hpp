// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

/// Randomness in tests: every generator comes from one seed, which is printed at the start of a
/// test program and again with each failure.
namespace leafwise::tests {

/// LEAFWISE_TEST_SEED, or a fixed number: without it every run is the same run.
/// @throws std::runtime_error if the variable is set to anything but an unsigned integer.
[[nodiscard]] std::uint64_t seed();
/// Whether these are the random cases that every run has: they are known to be done in time. Of
/// others some take longer than anybody waits.
[[nodiscard]] bool is_default_seed();

/// LEAFWISE_TEST_MULTIPLIER (default 1): how many times the usual number of random cases a law is
/// tried on.
/// @throws std::runtime_error if the variable is set to anything but a positive integer.
[[nodiscard]] std::uint64_t multiplier();

/// A generator that depends on seed() and `name` only, so that no test disturbs the random numbers
/// of another. The name of the test case is a good name.
[[nodiscard]] std::mt19937_64 make_generator(std::string_view name);

}  // namespace leafwise::tests
