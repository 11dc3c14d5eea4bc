// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/point.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra {

/// One of the components of V(I): a minimal prime P of I, or a part of I that could not be split in
/// time (`prime` is unknown then).
struct PrimeComponent {
  /// Its generators are readable: few, of low degree, preferably those of I.
  Ideal ideal;
  int dimension = -1;  ///< −1: not known, a limit was reached
  long degree = 0;     ///< 0: not known
  Truth prime = Truth::unknown;
  /// Whether it stays prime over ℂ (over ℂ(parameters), if there are any).
  Truth absolutely_prime = Truth::unknown;
  /// Whether as many generators as its codimension suffice (`no` only by proof).
  Truth complete_intersection = Truth::unknown;
  bool verified = false;
  /// By what: "contains the ideal", "irreducible modulo 1073741827 by projection", …
  std::vector<std::string> verified_by = {};
  /// What is claimed of it, or of there being no others, that rests on random primes, each with the
  /// bound of its error.
  std::vector<std::string> probable = {};
  /// How it was reached from I, one operation each: "factor x - y of equation 2", …
  std::vector<std::string> path = {};
};

/// A part of V(I) that was not looked into, with the reason: it does not hold the point.
struct UnexploredPart {
  Ideal ideal;
  std::string why;
};

/// An answer of an engine that turned out to be wrong and was replaced, or a computation that ended
/// badly: nothing that makes the result wrong, but worth telling.
struct Incident {
  std::string engine;
  std::string what;
};

struct Decomposition {
  /// By higher dimension, then lower sum of the degrees of the reduced basis, then its text: the
  /// same ideal always gives the same list, whichever engine was first.
  std::vector<PrimeComponent> components;
  std::vector<UnexploredPart> unexplored;
  /// All components are prime and nothing was left out for want of time. (Parts that do not hold
  /// the point may be unexplored all the same.)
  bool complete = false;
  /// Why it is not complete; empty if it is.
  std::string reason;
  /// Whether I is radical: the intersection of its minimal primes; over ℚ(parameters) if they are
  /// constants of the field. Unknown if something is unexplored.
  Truth radical_input = Truth::unknown;
  /// Of components over ℚ(parameters): for all values of the parameters at which none of these is
  /// zero, the components specialise to components of the same dimension and degree. Empty without
  /// parameters.
  std::vector<Polynomial> parameter_conditions;
  /// Whether each component was compared with each. If not (there are more than 30, or a limit was
  /// reached), some conditions may be missing: two components may become one elsewhere, too.
  bool all_parameter_conditions = true;
  std::vector<Incident> incidents;
  bool from_cache = false;
  std::map<std::string, double> seconds;  ///< by stage: "splitting", "verification", …
};

struct DecompositionOptions {
  /// Only components that may hold this point are looked into.
  std::optional<Point> point;
  /// Variables with the role of a parameter are constants of the field ℚ(parameters); otherwise
  /// they are variables like others.
  bool parameters_in_field = true;
  /// Check the result: see docs/design/decomposition.md. Answers of engines are always checked.
  bool verify = true;
  /// Of all these checks together. What they leave open is not verified, and not kept, either.
  std::chrono::milliseconds patience = std::chrono::milliseconds::max();
  /// Seed of random choices: lines, primes, orders. The answer does not depend on it.
  std::uint64_t seed = 1;
  /// Where results are kept between runs; none: only in this process.
  std::optional<std::filesystem::path> cache;
  bool use_cache = true;
  /// Of combinations of components of independent blocks, at most this many are listed.
  std::size_t most_combinations = 4096;
};

/// The minimal primes of I over ℚ. Any component with `prime == yes` is a minimal prime, up to
/// components that are marked unknown. Limits reached: what is known so far, marked; calling again
/// with the same cache continues from there.
[[nodiscard]] Decomposition minimal_primes(const Ideal& ideal,
                                           const DecompositionOptions& options,
                                           const Limits& limits);

/// Whether V(I) is the union of the V(Pₖ), and whether I is even the intersection of the Pₖ.
/// Exact. To check any answer, from this library or elsewhere.
struct Cover {
  Truth contained = Truth::unknown;  ///< I ⊂ Pₖ for all k
  Truth covers = Truth::unknown;     ///< ∩ Pₖ ⊂ √I
  Truth radical = Truth::unknown;    ///< ∩ Pₖ ⊂ I
};
[[nodiscard]] Cover verify_cover(const Ideal& ideal,
                                 const std::vector<Ideal>& parts,
                                 const Limits& limits);

}  // namespace leafwise::algebra
