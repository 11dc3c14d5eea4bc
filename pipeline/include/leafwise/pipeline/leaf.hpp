// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/core/outcome.hpp"

/// A leaf as used by everything after the completion: selection, hand-over, watch and writers.
namespace leafwise::pipeline {

using Texts = std::vector<std::string>;
using algebra::LeafStatus;

/// Polynomials that vanish, in these variables and parameters.
struct Relations {
  std::vector<algebra::Variable> variables = {};
  std::vector<algebra::Polynomial> equations = {};

  friend bool operator==(const Relations&, const Relations&) = default;
};

/// All polynomials are primitive.
struct LeafEquations {
  Relations base = {};    ///< z, the independent variable first, and the base manifold
  Relations linear = {};  ///< w (top derivatives, multipliers), and rows that are affine in w
  std::optional<Relations> full = {};                 ///< in all jets, multipliers aside
  std::vector<algebra::Polynomial> constraints = {};  ///< position generators of a mechanism
  std::vector<algebra::Polynomial> hidden = {};       ///< of the base: not implied by the file
  /// Components of the critical locus; none: not known, or not asked for.
  std::optional<std::vector<std::vector<algebra::Polynomial>>> critical = {};

  friend bool operator==(const LeafEquations&, const LeafEquations&) = default;
};

/// Whether free functions move the state.
enum class Motion { determined, free };

struct LeafNumbers {
  std::optional<int> dimension = {};  ///< of the base, the independent variable counted
  std::optional<int> codimension = {};
  std::optional<int> physical_dimension = {};  ///< without constants of auxiliaries
  std::optional<int> freedom = {};
  std::optional<int> initial_values =
      {};           ///< that can be chosen at the start, free functions aside
  Texts free = {};  ///< unknowns that no row determines
  std::optional<Motion> motion = {};
  /// Of a mechanism, if its real points are known to have it.
  std::optional<int> degrees_of_freedom = {};
  std::optional<int> generic_degrees_of_freedom = {};  ///< the same over the complex numbers
  int rounds = 0;
  std::optional<int> index = {};
  std::optional<int> prolongations = {};
  std::optional<int> degree = {};  ///< of the base, over the complex numbers

  friend bool operator==(const LeafNumbers&, const LeafNumbers&) = default;
};

/// A whole number in the report of a leaf: in JSON, read back from there, and on the page. A
/// new one is a member of `LeafNumbers` with a line in `leaf_facts`, and what `decompose` finds for
/// it.
struct LeafFact {
  const char* key = "";  ///< in JSON
  std::optional<int> LeafNumbers::*value = nullptr;
  const char* label = "";  ///< on the page; empty: not shown there
  bool has_row = false;    ///< of its own in texts; others are in sentences
  bool is_in_all = true;   ///< in reports of all versions
};

inline constexpr std::array leaf_facts = {
    LeafFact{"dimension", &LeafNumbers::dimension, "dimension"},
    LeafFact{"codimension", &LeafNumbers::codimension, "codimension"},
    LeafFact{
        "physical_dimension", &LeafNumbers::physical_dimension, "without constants of auxiliaries"},
    LeafFact{"initial_values", &LeafNumbers::initial_values, "", false, false},
    LeafFact{"freedom", &LeafNumbers::freedom, "free functions"},
    LeafFact{"dof", &LeafNumbers::degrees_of_freedom, "degrees of freedom"},
    LeafFact{"generic_dof", &LeafNumbers::generic_degrees_of_freedom, "", false, false},
    LeafFact{"index", &LeafNumbers::index, "index"},
    LeafFact{"prolongations", &LeafNumbers::prolongations, "prolongations"},
    LeafFact{"degree", &LeafNumbers::degree, "degree of the base", true, false},
};

/// Results about the real points of a leaf's base.
struct RealPoints {
  Truth points = Truth::unknown;   ///< whether there are any
  Truth regular = Truth::unknown;  ///< whether some are regular: then they have its dimension
  std::string why = {};            ///< the proof; empty if there is no result
  /// Coordinates of one, if one was found.
  std::vector<std::pair<std::string, std::string>> sample = {};

  friend bool operator==(const RealPoints&, const RealPoints&) = default;
};

struct LeafProofs {
  Truth prime = Truth::unknown;
  Truth absolutely_prime = Truth::unknown;
  Truth radical_input = Truth::unknown;
  Truth complete_intersection = Truth::unknown;
  Truth smooth = Truth::unknown;
  RealPoints real = {};
  Truth rank_drops_followed = Truth::unknown;
  Truth essential = Truth::unknown;  ///< of a singular solution: no limit of general ones
  bool verified = false;
  Texts verified_by = {};
  Texts probable = {};  ///< claims that rest on random primes, with their bounds

  friend bool operator==(const LeafProofs&, const LeafProofs&) = default;
};

/// The equations of the file that it comes from, and how it was found.
struct LeafOrigin {
  Texts redundant = {};     ///< sources of constraints that follow from the others here
  Texts because = {};       ///< sources of equations that contradict each other
  std::string inside = {};  ///< of a singular solution: the leaf's name; empty otherwise
  std::vector<Texts> paths = {};

  friend bool operator==(const LeafOrigin&, const LeafOrigin&) = default;
};

struct Leaf {
  std::string name = {};
  std::string alias = {};  ///< of the leaf `here` of a run: its name in a whole decomposition
  LeafStatus status = LeafStatus::involutive;
  LeafEquations equations = {};
  LeafNumbers numbers = {};
  LeafProofs proofs = {};
  LeafOrigin origin = {};

  /// Involutive or underdetermined: its numbers and proofs are valid.
  [[nodiscard]] bool is_complete() const;

  friend bool operator==(const Leaf&, const Leaf&) = default;
};

}  // namespace leafwise::pipeline
