// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "completion/rounds/filtration.hpp"
#include "leafwise/algebra/completion_by_elimination.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

// A second, independent way: nothing of this directory is used but how jets are divided.
namespace leafwise::algebra {

namespace {

std::vector<Variable> tops_of(const detail::Filtration& filtration) {
  std::vector<Variable> tops = filtration.graph;
  tops.insert(tops.end(), filtration.base_tops.begin(), filtration.base_tops.end());
  return tops;
}

class ByElimination {
 public:
  ByElimination(const DifferentialSystem& system,
                const CompletionOptions& options,
                const Limits& limits)
      : system_(system),
        options_(options),
        limits_(limits),
        filtration_(detail::filtration_of(system)) {}

  [[nodiscard]] Outcome<std::vector<EliminationLeaf>> run() {
    std::vector<Polynomial> equations;
    equations.reserve(system_.equations.size());
    for (const SourcedEquation& equation : system_.equations) {
      equations.push_back(equation.polynomial);
    }
    visit_components(Ideal(filtration_.all(), std::move(equations), options_.engine), 0);
    if (!failure_) merge();
    if (failure_) return Unable{*failure_};
    return std::move(leaves_);
  }

 private:
  void fail(const std::string& reason) {
    if (!failure_) failure_ = reason;
  }

  /// The value; where there is none the whole computation has failed.
  template <typename T>
  [[nodiscard]] std::optional<T> need(const Outcome<T>& outcome) {
    if (outcome) return outcome.value();
    fail(outcome.reason());
    return std::nullopt;
  }

  void visit_components(const Ideal& ideal, int rounds) {
    DecompositionOptions options;
    options.seed = options_.seed;
    options.cache = options_.cache;
    options.use_cache = options_.use_cache;
    const Decomposition found = minimal_primes(ideal, options, limits_);
    if (!found.complete) return fail("decomposition: " + found.reason);
    for (const PrimeComponent& component : found.components) {
      if (failure_) return;
      // The decomposition chose generators to be read; the ideal is the same.
      visit(Ideal(filtration_.all(), component.ideal.generators(), options_.engine), rounds);
    }
  }

  /// Generically involutive iff the derivatives of its relations among lower jets lie in it: in
  /// characteristic 0 the projection to the lower jets is a submersion at a generic point.
  /// @pre the ideal is prime
  void visit(const Ideal& prime, int rounds) {
    for (const Polynomial& inequation : system_.inequations) {
      const std::optional<bool> vanishes = need(prime.contains(inequation, limits_));
      if (!vanishes || *vanishes) return;
    }
    const std::optional<Ideal> state = need(elimination(prime, tops_of(filtration_), limits_));
    if (!state) return;
    std::vector<Polynomial> missing;
    for (const Polynomial& relation : state->generators()) {
      Polynomial derivative = relation.total_derivative();
      const std::optional<bool> known = need(prime.contains(derivative, limits_));
      if (!known) return;
      if (!*known) missing.push_back(std::move(derivative));
    }
    if (missing.empty()) {
      leaves_.push_back({prime, rounds});
      return;
    }
    missing.insert(missing.end(), prime.generators().begin(), prime.generators().end());
    visit_components(Ideal(filtration_.all(), std::move(missing), options_.engine), rounds + 1);
  }

  /// Drops leaves in the closure of others. Of equal ones that of the fewest rounds stays.
  void merge() {
    std::stable_sort(leaves_.begin(), leaves_.end(), [](const auto& a, const auto& b) {
      return a.rounds < b.rounds;
    });
    std::vector<EliminationLeaf> kept;
    for (std::size_t a = 0; a < leaves_.size(); ++a) {
      bool inside = false;
      for (std::size_t b = 0; b < leaves_.size() && !inside; ++b) {
        if (a == b) continue;
        const std::optional<bool> larger =
            need(is_subset(leaves_[b].ideal, leaves_[a].ideal, limits_));
        const std::optional<bool> smaller =
            need(is_subset(leaves_[a].ideal, leaves_[b].ideal, limits_));
        if (!larger || !smaller) return;
        inside = *larger && (!*smaller || b < a);
      }
      if (!inside) kept.push_back(leaves_[a]);
    }
    leaves_ = std::move(kept);
  }

  const DifferentialSystem& system_;
  const CompletionOptions& options_;
  Limits limits_;
  detail::Filtration filtration_;
  std::vector<EliminationLeaf> leaves_;
  std::optional<std::string> failure_;
};

}  // namespace

Outcome<std::vector<EliminationLeaf>> complete_by_elimination(const DifferentialSystem& system,
                                                              const CompletionOptions& options,
                                                              const Limits& limits) {
  if (system.mechanics) return Unable{"plain elimination does not take systems with mechanics"};
  return ByElimination(system, options, limits).run();
}

}  // namespace leafwise::algebra
