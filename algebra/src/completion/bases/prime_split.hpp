// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "completion/rounds/filtration.hpp"
#include "completion/rows/affine_rows.hpp"
#include "geometry/row_dependence.hpp"
#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

/// The primes of a split of the base, their dimensions over the field of parameters.
struct BaseSplit {
  std::vector<PrimeComponent> parts;
  std::vector<UnexploredPart> unexplored;
};

/// A component as a part of a split, with the words that tell it from the others as its path.
[[nodiscard]] PrimeComponent part_from(PrimeComponent component, std::string how);
/// Those words.
[[nodiscard]] std::string how_told(const PrimeComponent& part);

inline constexpr const char* left_whole_words = "left whole";

/// For each component what tells it from the others, "x1 - x2 + 2 = 0", or that it is the only one.
/// Not how it was found: that depends on which engine was first.
[[nodiscard]] std::vector<std::string> words_on_parts(const Decomposition& found);

/// What was not explored as one part: the closure of the zeros of the whole outside the components,
/// or the whole where that is not found in time; none if there are no others. How it fell into
/// pieces depends on which engine was first.
void join_unexplored(const Ideal& whole, Decomposition& found, const Limits& limits);

/// Pieces that nobody knows to be prime are worse than the ideal that was given: it has fewer
/// generators, and nothing is claimed of it.
void leave_whole_if_unfinished(const Ideal& ideal, Decomposition& found, const Limits& limits);

/// Variables of the conditions that the ideal does not know.
[[nodiscard]] std::vector<Variable> new_variables(const Ideal& base,
                                                  const std::vector<Polynomial>& conditions);

[[nodiscard]] bool is_affine_in(const std::vector<Polynomial>& polynomials,
                                const std::vector<Variable>& variables);

/// The minimal primes of P + conditions, by the lemmas where they apply (no decomposition is
/// computed then), else by minimal_primes. What a limit leaves whole is a part of unknown
/// primality.
class BaseSplitter {
 public:
  BaseSplitter(const Filtration& filtration, const CompletionOptions& options)
      : filtration_(filtration), options_(options) {}

  [[nodiscard]] BaseSplit split(const PrimeComponent& parent,
                                const std::vector<Polynomial>& conditions,
                                const Limits& limits) const;

 private:
  // All by lemmas: no decomposition is computed. Nothing if none applies.
  [[nodiscard]] std::optional<PrimeComponent> by_lemmas(const PrimeComponent& parent,
                                                        const std::vector<Polynomial>& conditions,
                                                        const Limits& limits) const;
  [[nodiscard]] std::optional<PrimeComponent> by_linear_extension(
      const PrimeComponent& parent,
      const std::vector<Polynomial>& conditions,
      const std::vector<Variable>& fresh,
      const Limits& limits) const;
  [[nodiscard]] std::optional<PrimeComponent> by_graph(const PrimeComponent& parent,
                                                       const Polynomial& condition,
                                                       const std::vector<Variable>& fresh,
                                                       const Limits& limits) const;
  [[nodiscard]] std::optional<PrimeComponent> by_irreducible_equation(
      const PrimeComponent& parent,
      const Polynomial& condition,
      const std::vector<Variable>& fresh,
      const Limits& limits) const;
  [[nodiscard]] std::optional<PrimeComponent> left_whole(const PrimeComponent& parent,
                                                         const std::vector<Polynomial>& conditions,
                                                         const Ideal& sum,
                                                         const Limits& limits) const;
  // split_by_rank.cpp
  [[nodiscard]] std::optional<BaseSplit> by_rank(const PrimeComponent& parent,
                                                 const std::vector<Polynomial>& conditions,
                                                 const Ideal& sum,
                                                 const Limits& limits) const;
  [[nodiscard]] bool add_parts_over_drops(const PrimeComponent& parent,
                                          const std::vector<Polynomial>& conditions,
                                          const std::vector<AffineRow>& core,
                                          BaseSplit& result,
                                          const Limits& limits) const;
  /// @pre affine in new variables, over a prime (parts_over_drops.cpp)
  [[nodiscard]] std::optional<BaseSplit> by_dominating_part(
      const PrimeComponent& parent,
      const std::vector<Polynomial>& conditions,
      const Ideal& sum,
      const Limits& limits) const;
  [[nodiscard]] Outcome<Evidence> nothing_over_drops(const PrimeComponent& parent,
                                                     const std::vector<Polynomial>& conditions,
                                                     const std::vector<Variable>& fresh,
                                                     const Limits& limits) const;
  /// Components of this dimension, that of the dominating one, or a larger one.
  [[nodiscard]] BaseSplit parts_over_drops(const PrimeComponent& parent,
                                           const std::vector<Polynomial>& conditions,
                                           const Ideal& sum,
                                           int dimension,
                                           const Limits& limits) const;
  [[nodiscard]] std::optional<PrimeComponent> one_by_one(const PrimeComponent& parent,
                                                         std::vector<Polynomial> conditions,
                                                         const Limits& limits) const;
  [[nodiscard]] static PrimeComponent extended(const PrimeComponent& parent,
                                               Ideal ideal,
                                               int dimension,
                                               const char* how);

  const Filtration& filtration_;
  const CompletionOptions& options_;
};

}  // namespace leafwise::algebra::detail
