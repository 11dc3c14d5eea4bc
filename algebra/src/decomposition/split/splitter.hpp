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

/// Splits a part of a variety into primes: simple steps first, then small systems within it, then
/// the whole. docs/design/decomposition.md tells the order and why.
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

  /// By what similar loops have in common; solving for variables would hide it. Nothing if that
  /// does not help.
  [[nodiscard]] std::optional<PartsFound> split_by_differences(const Piece& piece,
                                                               const Limits& limits);
  /// Generators in the answer are in all variables of the piece, solved ones included.
  [[nodiscard]] PartsFound split(Piece piece, const Limits& limits);
  /// The same for a piece in the form that was given: congruent dyads first, which solving for
  /// variables would hide.
  [[nodiscard]] PartsFound split_given(const Piece& piece, const Limits& limits);

  [[nodiscard]] const std::vector<Incident>& incidents() const noexcept { return incidents_; }
  /// Steps whose answer could not be checked in time.
  [[nodiscard]] int unverified_steps() const noexcept { return unverified_steps_; }
  [[nodiscard]] double verification_seconds() const noexcept { return verification_seconds_; }

 private:
  PartsFound split_simplified(const Piece& piece, const Limits& limits);
  PartsFound split_blocks(const Piece& piece,
                          const std::vector<std::vector<std::size_t>>& blocks,
                          const Limits& limits);
  PartsFound split_connected(const Piece& piece, const Limits& limits);
  PartsFound split_by_anything(const Piece& piece, const Limits& limits);
  std::optional<PartsFound> recalled(const Piece& piece, const std::string& question);
  PartsFound split_by_turns(const Piece& piece, const Limits& limits);
  std::optional<PartsFound> split_by_algebra(const Piece& piece,
                                             const Ideal& ideal,
                                             const Limits& turn,
                                             const Limits& limits);

  /// Each of these answers nothing if it does not help.
  std::optional<PartsFound> split_by_small_systems(const Piece& piece, const Limits& limits);
  std::optional<PartsFound> split_by_systems(const Piece& piece,
                                             const Polynomials& pool,
                                             const std::vector<std::vector<std::size_t>>& systems,
                                             const Limits& limits);
  std::optional<PartsFound> split_by_basis(const Piece& piece,
                                           const Polynomials& basis,
                                           const Limits& limits);
  std::optional<FoundPrime> prime_outside(const Piece& piece,
                                          const Polynomials& forms,
                                          const Limits& limits);
  PartsFound split_by_factors(const Piece& piece, const Polynomials& factors, const Limits& limits);
  std::optional<PartsFound> split_by_factorising(const Piece& piece,
                                                 const Ideal& ideal,
                                                 const Limits& turn,
                                                 const Limits& limits);
  /// A finite set of points, by the minimal polynomial of a random linear form.
  std::optional<PartsFound> split_points(const Piece& piece,
                                         const Ideal& ideal,
                                         const Limits& turn,
                                         const Limits& limits);
  Ideal lean(const Piece& piece, const Ideal& ideal, const Limits& limits);
  std::optional<FoundPrime> proved_prime(const Piece& piece,
                                         const Ideal& ideal,
                                         const Limits& limits);
  std::optional<PartsFound> split_by_race(const Piece& piece,
                                          const Ideal& ideal,
                                          const Limits& limits);

  PartsFound split_into(const Piece& piece, const std::vector<Ideal>& parts, const Limits& limits);
  /// The union of the piece's intersections with each of these.
  PartsFound split_each(const Piece& piece,
                        const std::vector<Polynomials>& parts,
                        const std::string& how,
                        const Limits& limits);
  PartsFound combine(const Piece& piece, std::vector<PartsFound> blocks, const Limits& limits);
  PartsFound split_by_algebra_in_all(const Piece& piece, const Limits& limits);
  Truth is_absolutely_prime(const std::vector<Variable>& variables,
                            FoundPrime& prime,
                            const Limits& limits);

  Engine engine_;
  Factoriser factoriser_;
  Settings settings_;
  std::vector<Incident> incidents_;
  double verification_seconds_ = 0;
  int unverified_steps_ = 0;
};

}  // namespace leafwise::algebra::detail
