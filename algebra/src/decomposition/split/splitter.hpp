// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "decomposition/simplify/piece_of_variety.hpp"
#include "decomposition/split/factoriser.hpp"
#include "decomposition/split/found_prime.hpp"
#include "decomposition/store/store.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/point.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

/// Splits a part of a variety into primes: it is simplified, and then the strategies have their
/// turns in the order of strategies.hpp.
class Splitter {
 public:
  struct Settings {
    const Point* point = nullptr;  ///< may be null; outlives the splitter
    std::uint64_t seed = 1;
    std::size_t most_combinations = 4096;
    Store* store = nullptr;  ///< where parts that took long are kept; may be null
  };

  Splitter(Engine engine, Settings settings)
      : engine_(engine), factoriser_(std::move(engine)), settings_(settings) {}

  /// Generators in the answer are in all variables of the piece, solved ones included.
  [[nodiscard]] PartsFound split(Piece piece, const Limits& limits);
  /// The same for a piece in the form that was given, of which solving for variables would hide
  /// something.
  [[nodiscard]] PartsFound split_given(const Piece& piece, const Limits& limits);

  [[nodiscard]] const std::vector<Incident>& incidents() const noexcept { return incidents_; }
  /// Steps whose answer could not be checked in time.
  [[nodiscard]] int unverified_steps() const noexcept { return unverified_steps_; }
  [[nodiscard]] double verification_seconds() const noexcept { return verification_seconds_; }

  // For strategies.
  /// One piece for each factor, without the points of those before.
  [[nodiscard]] PartsFound split_by_factors(const Piece& piece,
                                            const Polynomials& factors,
                                            const Limits& limits);
  [[nodiscard]] const Engine& engine() const noexcept { return engine_; }
  [[nodiscard]] Factoriser& factoriser() noexcept { return factoriser_; }
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  [[nodiscard]] std::vector<Incident>& incidents() noexcept { return incidents_; }
  void note_unverified_step() { ++unverified_steps_; }
  void note_verification(double seconds) { verification_seconds_ += seconds; }

 private:
  PartsFound split_simplified(const Piece& piece, const Limits& limits);
  PartsFound split_connected(const Piece& piece, const Limits& limits);
  PartsFound split_by_anything(const Piece& piece, const Limits& limits);
  std::optional<PartsFound> recalled(const Piece& piece,
                                     const std::string& question,
                                     const Limits& limits);

  Engine engine_;
  Factoriser factoriser_;
  Settings settings_;
  std::vector<Incident> incidents_;
  double verification_seconds_ = 0;
  int unverified_steps_ = 0;
};

}  // namespace leafwise::algebra::detail
