// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/component_geometry.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/point.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra {

/// An equation with its name in messages: "equation 2", "constraint 1".
struct SourcedEquation {
  Polynomial polynomial;  ///< vanishes along solutions
  std::string source;
  bool is_definition = false;  ///< of an auxiliary unknown: never to blame for a contradiction
};

/// M q'' = F − Gᵀλ, g(t, q) = 0: completed component by component of the positions, with the
/// multipliers belonging to the component's own generators.
struct MechanicalSystem {
  std::vector<std::string> coordinates;       ///< q
  std::vector<std::vector<Polynomial>> mass;  ///< M(t, q), symmetric
  std::vector<Polynomial> force;              ///< F(t, q, q')
  std::vector<SourcedEquation> constraints;   ///< g(t, q), auxiliaries allowed; maybe redundant
};

/// Polynomial differential equations in unknown functions of one independent variable, of any
/// shape: mixed orders, over- and underdetermined, with derivatives in any position.
struct DifferentialSystem {
  Variable independent{Role::independent, "t", 0};
  std::vector<std::string> unknowns = {};
  std::vector<SourcedEquation> equations = {};
  std::vector<Polynomial> inequations = {};  ///< do not vanish identically along solutions
  /// The order of an unknown: at least the highest derivative that occurs.
  std::map<std::string, unsigned> orders;
  /// Auxiliaries that occur without derivatives and that relations tie to the lower jets (w² = x):
  /// they belong to the base, and these relations are not differentiated.
  std::set<std::string> functions_of_state = {};
  /// Unknowns that replace an expression in the others. They count neither for the index nor for
  /// prolongations: x'' = -x/r^3 has index 0, whatever 1/r is called.
  std::set<std::string> auxiliaries = {};
  /// With it, `equations` are only the relations of auxiliary unknowns (s² + c² = 1, s' = c·φ', …),
  /// and `unknowns` the coordinates and the auxiliaries: multipliers lambda1, lambda2, … are added,
  /// as many as a component has generators.
  std::optional<MechanicalSystem> mechanics;
};

enum class LeafStatus {
  involutive,       ///< its solutions are determined by a point of the base
  underdetermined,  ///< involutive, with free functions
  inconsistent,     ///< no solutions: `because` lists equations that contradict each other
  unfinished,       ///< a limit was reached before it was complete
  unexplored,       ///< does not hold the point
};

[[nodiscard]] const char* to_string(LeafStatus status) noexcept;

/// A component of the completed system. With z the base variables and w the graph variables (top
/// derivatives in which all equations are affine), its ideal is (P + rows) : h^∞, h the product of
/// the pivots of the rows: completion.md of the design.
struct Leaf {
  std::string name;
  LeafStatus status = LeafStatus::involutive;
  Ideal base;                           ///< P, prime in K[z]; {1} if inconsistent
  std::vector<Variable> graph = {};     ///< w
  std::vector<Polynomial> linear = {};  ///< the rows, affine in w
  std::vector<Polynomial> pivots = {};  ///< of an elimination of the rows: their product is h
  bool has_pivots = true;               ///< false: a limit kept them from being found
  bool has_rank_drops = false;          ///< over ℂ: the rows lose rank somewhere on V(P)
  /// Whether P + rows may be smaller than the leaf's ideal: (P + rows) : h^∞ must be computed.
  bool needs_saturation = false;
  int dimension = -1;  ///< of V(P), the independent variable counted
  int rank = 0;        ///< of the rows at a generic point of V(P)
  int freedom = 0;     ///< number of free functions
  /// Of the lower jets on the leaf, the independent variable counted: what can be chosen at the
  /// start, free functions aside. None: a limit.
  std::optional<int> state_dimension = {};
  /// Whether the free functions move the state, or only what does not act on it (a multiplier that
  /// is not unique).
  bool motion_is_free = false;
  std::vector<Variable> free = {};  ///< graph variables that no row determines
  /// Differential index along this path; none if underdetermined.
  std::optional<int> index = {};
  /// Rounds if every unknown has the system's highest order.
  int prolongations = 0;
  std::vector<Polynomial> constraints =
      {};                                  ///< of `mechanics`: the component's position generators
  std::vector<Variable> multipliers = {};  ///< one for each of these
  /// Of a mechanism, over the complex numbers: how many a generic point has.
  std::optional<int> generic_degrees_of_freedom = {};
  /// Those of the real mechanism: these, if the leaf has regular real points; none: not known.
  std::optional<int> degrees_of_freedom = {};
  /// Of a mechanism: sources of given constraints that restrict its motion no further than those
  /// before them, on this component.
  std::vector<std::string> redundant = {};
  int rounds = 0;  ///< how often relations of the base were differentiated
  Truth prime = Truth::unknown;
  Truth absolutely_prime = Truth::unknown;
  Truth complete_intersection = Truth::unknown;
  /// Whether the rows have the same rank on all of V(P), or what happens where they have not was
  /// followed. Unknown: a limit was reached; there may be further leaves.
  Truth rank_drops_followed = Truth::unknown;
  /// That the rows have full rank at every real point, by a theorem: whatever rank drops may have
  /// been left open has no real points.
  bool regular_over_reals = false;
  /// Of the base. Over regular real points with the generic rank of the rows, which are all but
  /// few, lie regular real points of the leaf.
  RealLocus real = {};
  bool verified = false;
  std::vector<std::string> verified_by = {};
  /// What is claimed of it, or of there being no others, that rests on random primes, each with the
  /// bound of its error: "no leaf where …: modulo two random primes (error probability below
  /// 1e-7)".
  std::vector<std::string> probable = {};
  std::vector<std::string> because = {};  ///< sources of equations, if inconsistent
  /// Where the rows or the distribution lose rank, or the base is singular: components, each by
  /// generators in K[z]. Empty: nowhere over ℂ; no value: not known, or not asked for.
  std::optional<std::vector<Ideal>> critical = {};
  std::string inside = {};           ///< of a singular solution: the leaf in which it lies
  Truth essential = Truth::unknown;  ///< of a singular solution: no limit of general ones
  std::vector<std::vector<std::string>> paths = {};  ///< from the root; several if merged
};

/// The steps of the completion, for reports.
struct TreeNode {
  std::string operation;  ///< "split", "condition", "prolongation", "rank drop", "leaf", …
  std::string why;
  std::vector<Polynomial> equations = {};  ///< what was added here
  double seconds = 0;
  std::string leaf;  ///< its name, if this is one; of one that was merged: where it went
  std::vector<TreeNode> children = {};
  /// Of the base here, the independent variable counted, as far as the way there told it: nothing
  /// is computed for it. −1: there is no point; no value: not known, or not all of it was looked
  /// into.
  std::optional<int> dimension = {};
};

struct Completion {
  std::vector<Variable> base_variables = {};   ///< z, the independent variable first
  std::vector<Variable> graph_variables = {};  ///< w
  std::map<std::string, unsigned> orders;
  std::vector<Leaf> leaves = {};  ///< g1, g2, … in the order of the design, then the rest
  TreeNode tree;
  std::vector<std::string> redundant = {};  ///< sources of equations that follow from the others
  /// Sources of what took part where a branch turned out to have no points: more than `because` of
  /// an inconsistent leaf, which tells who is needed.
  std::set<std::string> contradicting = {};
  /// Of `mechanics`: whether the position constraints generate a radical ideal.
  Truth radical_input = Truth::unknown;
  bool complete = false;  ///< no limit was reached
  std::string reason;     ///< if one was
};

/// The state of a completion, for a progress display.
struct CompletionProgress {
  std::string stage;       ///< "splitting", "prolongation", "rank drops", …
  std::size_t nodes = 0;   ///< visited so far
  std::size_t leaves = 0;  ///< found so far
};

struct CompletionOptions {
  std::optional<Point> point;
  std::uint64_t seed = 1;
  std::optional<std::filesystem::path> cache;
  bool use_cache = true;
  Engine engine = Engine::shared();
  /// Explore critical loci: singular solutions become leaves s1, s2, …
  bool critical = false;
  /// false: bases stay whole, of unknown primality, and rank drops are not followed: what
  /// completion is without decomposition, for comparison. There is one leaf, then, which may not be
  /// one.
  bool split = true;
  /// Of one question that a leaf does not depend on: whether its rank drops hold further leaves,
  /// what these are, whether it could have been reached in fewer rounds, whether positions that
  /// were split are verified. Less for those who want one leaf soon.
  std::chrono::milliseconds patience = std::chrono::milliseconds::max();
  /// Called from the thread that completes, at each node; must not throw.
  std::function<void(const CompletionProgress&)> progress;
};

/// Completes the system to involutive form, splitting it into prime components.
[[nodiscard]] Completion complete(const DifferentialSystem& system,
                                  const CompletionOptions& options,
                                  const Limits& limits);

/// Finds out what it can about the base of a complete leaf: `real`, the degrees of freedom that
/// depend on it, and `absolutely_prime` if that is open. `complete` does it for its leaves.
void describe_base(Leaf& leaf, const CompletionOptions& options, const Limits& limits);

/// The ideal of a leaf in K[z, w]: (P + rows) : h^∞.
[[nodiscard]] Outcome<Ideal> full_ideal(const Leaf& leaf, const Limits& limits);

/// The same without the multipliers of mechanics: by that ideal leaves are compared. Of a leaf
/// without multipliers it is the full ideal.
[[nodiscard]] Outcome<Ideal> motion_ideal(const Leaf& leaf, const Limits& limits);

}  // namespace leafwise::algebra
