// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/simplify/readable_generators.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "ring/flint_ring.hpp"

namespace leafwise::algebra::detail {

namespace {

using Polynomials = std::vector<Polynomial>;

/// Beyond this, looking for a complete intersection takes longer than it is worth.
constexpr std::size_t largest_pool = 9;
constexpr int most_tries = 80;

/// A generator as it will be shown, and its normal form modulo the linear ones: the form in which
/// generators are compared.
struct Candidate {
  Polynomial shown;
  Polynomial core;
  bool preferred = false;
};

bool reads_better(const Candidate& left, const Candidate& right) {
  if (left.core.degree() != right.core.degree()) return left.core.degree() < right.core.degree();
  if (left.preferred != right.preferred) return left.preferred;
  return left.core.terms().size() < right.core.terms().size();
}

class Chooser {
 public:
  Chooser(const Ideal& ideal, const Limits& limits) : ideal_(ideal), limits_(limits) {}

  /// The preferred ones, and of the others, best to read first, what is missing still.
  [[nodiscard]] Outcome<std::vector<Candidate>> grown(const std::vector<Candidate>& candidates) {
    std::vector<Candidate> kept;
    std::vector<Candidate> others;
    for (const Candidate& candidate : candidates) {
      (candidate.preferred ? kept : others).push_back(candidate);
    }
    while (!others.empty()) {
      const Outcome<Polynomials> rests = ideal_of(kept).normal_forms(cores_of(others), limits_);
      if (!rests) return Unable{rests.reason()};
      std::vector<Candidate> missing;
      for (std::size_t i = 0; i < others.size(); ++i) {
        if (!rests.value()[i].is_zero()) missing.push_back(others[i]);
      }
      if (missing.empty()) break;
      kept.push_back(missing.front());
      missing.erase(missing.begin());
      others = std::move(missing);
    }
    std::stable_sort(kept.begin(), kept.end(), reads_better);
    return kept;
  }

  /// Without those, worst to read first, that the others generate. Stops where the limit is.
  [[nodiscard]] std::vector<Candidate> pruned(std::vector<Candidate> kept) {
    for (std::size_t i = kept.size(); i-- > 0 && kept.size() > 1;) {
      std::vector<Candidate> others = kept;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (generates_all(others, {kept[i].core})) kept = std::move(others);
    }
    return kept;
  }

  [[nodiscard]] bool reached_a_limit() const { return limits_.is_over(); }

  /// Some `count` of the pool that generate all of it. Empty: none found.
  [[nodiscard]] std::vector<Candidate> chosen(const std::vector<Candidate>& pool,
                                              std::size_t count) {
    std::vector<bool> taken(pool.size(), false);
    std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(count), true);
    for (int tries = 0; tries < most_tries && !limits_.is_over(); ++tries) {
      std::vector<Candidate> choice;
      Polynomials rest;
      for (std::size_t i = 0; i < pool.size(); ++i) {
        if (taken[i]) {
          choice.push_back(pool[i]);
        } else {
          rest.push_back(pool[i].core);
        }
      }
      if (generates_all(choice, rest)) return choice;
      if (!std::prev_permutation(taken.begin(), taken.end())) break;
    }
    return {};
  }

 private:
  [[nodiscard]] static Polynomials cores_of(const std::vector<Candidate>& candidates) {
    Polynomials cores;
    cores.reserve(candidates.size());
    for (const Candidate& candidate : candidates) cores.push_back(candidate.core);
    return cores;
  }
  [[nodiscard]] Ideal ideal_of(const std::vector<Candidate>& candidates) const {
    return {ideal_.variables(), cores_of(candidates), ideal_.engine()};
  }
  [[nodiscard]] bool generates_all(const std::vector<Candidate>& generators,
                                   const Polynomials& polynomials) {
    const Outcome<Polynomials> rests = ideal_of(generators).normal_forms(polynomials, limits_);
    return rests && std::all_of(rests.value().begin(), rests.value().end(), [](const auto& rest) {
             return rest.is_zero();
           });
  }

  const Ideal& ideal_;
  Limits limits_;
};

struct Candidates {
  Polynomials linear;
  std::vector<Candidate> others;  ///< best to read first
};

Candidates candidates_of(const Ideal& ideal,
                         const Polynomials& basis,
                         const Polynomials& preferred) {
  Candidates result;
  for (const Polynomial& polynomial : basis) {
    if (polynomial.degree() == 1) result.linear.push_back(polynomial);
  }
  const FlintRing ring(ideal.variables());
  const FlintPolynomials linear(ring, result.linear);
  std::set<Polynomial> seen;
  const auto add = [&](const Polynomial& polynomial, bool is_preferred) {
    Polynomial core = linear.remainder(polynomial).primitive();
    if (core.is_zero() || !seen.insert(core).second) return;
    // The user's own form, unless the linear equations make it simpler.
    const bool is_as_simple =
        polynomial.degree() <= core.degree() && polynomial.terms().size() <= core.terms().size();
    Polynomial shown = is_as_simple ? polynomial.primitive() : core;
    result.others.push_back({std::move(shown), std::move(core), is_preferred && is_as_simple});
  };
  for (const Polynomial& polynomial : preferred) add(polynomial, true);
  for (const Polynomial& polynomial : basis) {
    if (polynomial.degree() != 1) add(polynomial, false);
  }
  std::stable_sort(result.others.begin(), result.others.end(), reads_better);
  return result;
}

bool is_homogeneous(const Polynomial& polynomial) {
  return std::all_of(polynomial.terms().begin(), polynomial.terms().end(), [&](const auto& term) {
    return term.first.degree() == polynomial.degree();
  });
}

/// The cheap half of the question: homogeneous generators of which none can be left out are as few
/// as possible at the origin.
Truth is_complete_intersection(const std::vector<Candidate>& kept, std::size_t codimension) {
  if (kept.size() == codimension) return Truth::yes;
  const bool homogeneous = std::all_of(
      kept.begin(), kept.end(), [](const Candidate& c) { return is_homogeneous(c.core); });
  return homogeneous ? Truth::no : Truth::unknown;
}

}  // namespace

ReadableGenerators readable_generators(const Ideal& ideal,
                                       const Polynomials& preferred,
                                       const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return {ideal.generators(), Truth::unknown};
  const Polynomials& basis = known.value().polynomials;
  const Candidates candidates = candidates_of(ideal, basis, preferred);
  const std::size_t codimension =
      ideal.variables().size() - static_cast<std::size_t>(std::max(0, known.value().dimension));
  const std::size_t core_codimension =
      codimension - std::min(codimension, candidates.linear.size());
  Chooser chooser(ideal, limits);
  Outcome<std::vector<Candidate>> kept = chooser.grown(candidates.others);
  if (!kept) return {basis, Truth::unknown};
  std::vector<Candidate> chosen = chooser.pruned(std::move(kept).value());
  const bool try_harder = chosen.size() > core_codimension && core_codimension > 0 &&
                          candidates.others.size() <= largest_pool &&
                          is_complete_intersection(chosen, core_codimension) != Truth::no;
  if (try_harder) {
    std::vector<Candidate> fewer = chooser.chosen(candidates.others, core_codimension);
    if (!fewer.empty()) chosen = std::move(fewer);
  }
  ReadableGenerators result;
  result.complete_intersection = is_complete_intersection(chosen, core_codimension);
  // What could not be pruned in time may be too many.
  if (result.complete_intersection == Truth::no && chooser.reached_a_limit()) {
    result.complete_intersection = Truth::unknown;
  }
  result.polynomials = candidates.linear;
  for (Candidate& candidate : chosen) result.polynomials.push_back(std::move(candidate.shown));
  return result;
}

}  // namespace leafwise::algebra::detail
