// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/seed.hpp"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

namespace leafwise::tests {
namespace {

constexpr std::uint64_t default_seed = 20240131;

std::uint64_t from_environment(const char* name, std::uint64_t fallback) {
  const char* const set = std::getenv(name);
  if (set == nullptr) return fallback;
  const std::string_view text = set;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::runtime_error(std::string(name) + " must be an unsigned integer, not '" + set + "'");
  }
  return value;
}

// FNV-1a: std::hash may differ between standard libraries, and with it the run to be repeated.
std::uint64_t hash(std::string_view text) {
  std::uint64_t result = 14695981039346656037U;
  for (const char c : text) {
    result ^= static_cast<unsigned char>(c);
    result *= 1099511628211U;
  }
  return result;
}

}  // namespace

std::uint64_t seed() {
  return from_environment("LEAFWISE_TEST_SEED", default_seed);
}

bool is_default_seed() {
  return seed() == default_seed && multiplier() == 1;
}

std::uint64_t multiplier() {
  const std::uint64_t value = from_environment("LEAFWISE_TEST_MULTIPLIER", 1);
  if (value == 0) throw std::runtime_error("LEAFWISE_TEST_MULTIPLIER must be positive");
  return value;
}

std::mt19937_64 make_generator(std::string_view name) {
  const std::uint64_t words[] = {seed(), hash(name)};
  std::seed_seq sequence{static_cast<std::uint32_t>(words[0]),
                         static_cast<std::uint32_t>(words[0] >> 32U),
                         static_cast<std::uint32_t>(words[1]),
                         static_cast<std::uint32_t>(words[1] >> 32U)};
  return std::mt19937_64(sequence);
}

}  // namespace leafwise::tests
