// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <span>
#include <string_view>

namespace leafwise::algebra {

/// Budgets of the single questions of a decomposition and a completion: the only place for this
/// policy. A small budget never makes an answer wrong; it may leave it unknown or use another way.
/// Where a question has a limit of its own in what is counted (terms, degrees, attempts), that
/// stands beside the question, and comes before these.
struct Effort {
  using Time = std::chrono::milliseconds;

  std::string_view name = "thorough";

  /// A share of the remaining time, so that some is left for later steps; `otherwise` if
  /// time is not limited: a single question must not keep the whole for ever.
  struct Share {
    double part;
    Time otherwise;
  };

  // Decomposition: engines that race.
  Time series_alone{25};    ///< most small ideals are done by then; a race would cost them more
  Time first_slice{120};    ///< what an engine's first attempt has; each further one more
  Time whole_alone{15};     ///< of the system as given, before it is split as well
  Time dyads_alone{5000};   ///< the same where congruent dyads are seen
  Time turn_of_whole{400};  ///< of the system as given, beside splitting; grows by turns
  Time least_verification{2000};  ///< of one answer, if it took less than that to get it

  // Decomposition: pieces.
  Time turn_of_piece{500};  ///< one look at the whole before small systems are tried; grows
  Time small_system{800};   ///< a system that takes longer is not small
  Time worth_keeping{5};    ///< results that took longer are cached
  Time factoring{2000};     ///< of all polynomials together: a longer one would eat the rest's time
  Time dyads{5000};         ///< each of the questions that show a dyad's mirrored component
  Time piece_certificate{3000};
  Time block_certificate{3000};
  Time component_certificate{1500};
  Time refutation{500};  ///< whether a component plainly is not prime

  // Decomposition: what was found.
  Time component_basis{2000};
  Time readable{1000};     ///< generators that a person wants to read
  Time final_check{8000};  ///< of the whole; the single steps have been checked already
  Time rest_check{500};    ///< with parts that do not hold the point
  Time reserve{3000};      ///< what splitting leaves of limited time for the rest, at most
  Time shaping{2000};      ///< to compare results after the limits

  // Completion: bases.
  Share positions{0.4, Time{30000}};  ///< of a mechanism; after that they stay whole
  /// Functions that only forces use are joined by lemmas; where these fail, a decomposition is not
  /// worth as much as that of the positions.
  Share functions_of_positions{0.4, Time{8000}};
  Share split{0.4, Time{60000}};
  Time velocity_functions{
      2000};               ///< their sign determines them, whether their relation splits or not
  Time lemma{1500};        ///< it saves a decomposition; else that is the better way
  Time only_lemma{10000};  ///< where there is no other way
  Time extension{3000};    ///< velocities, without the structure of the positions
  Time last_decomposition{15000};  ///< after everything else has failed
  Time split_by_rank{3000};        ///< all loops at once; after that they are taken one by one
  Time few_generators{3000};
  Time minor_choice{1000};  ///< of a dominating part
  Time dominating_part{10000};
  Time drops_of_extension{2000};
  Time parts_over_drops{5000};
  Time dimension_over_drops{1000};
  Time remaining_parts{1000};    ///< whether canonical parts are all
  Time redundancy{500};          ///< worth knowing, not worth waiting for
  Time contradiction{3000};      ///< which equations contradict each other, all questions together
  Time long_contradiction{400};  ///< of a long system, where the list would be too long to read
  Time locus{10000};             ///< critical, of one leaf
  Time essential{3000};          ///< whether a singular solution is; its dimension

  /// Of a run: whether few positions are several components; the completion, where the leaf at the
  /// start is known already; and the same where that has not been enough.
  Time position_parts{500};
  Time exact_leaf{800};
  Time exact_leaf_again{6000};

  // Completion: rows and rounds.
  Share motion{0.1, Time{2000}};   ///< what constrains velocities, and how independently
  Share freedom{0.1, Time{2000}};  ///< degrees of freedom over rank drops
  Share choice{0.1, Time{3000}};   ///< of conditions; without it there are more than needed
  Share pivots{0.1, Time{3000}};
  Time pivot{500};
  Time generic_choice{3000};  ///< of a base's generators
  Time elimination{1500};
  Time base_basis{1000};          ///< one that takes longer would take minutes or more
  Time only_basis{20000};         ///< the same where no easier one is known
  Time last_normal_forms{10000};  ///< the last resort, which must end without limits as well
  Time recount{2000};             ///< of rounds: else they stay too high by one now and then

  // Completion: statements about a leaf.
  Share drops{0.5, Time{15000}};  ///< the hardest question about some leaves
  Time drops_if_regular{500};     ///< such as have no real points
  Time few_minors{500};
  Time multipliers{2000};
  double first_of_multipliers = 0.3;
  Share leaf_pivots{0.2, Time{1000}};  ///< only if the leaf's full ideal is requested
  Share regular_rows{0.2, Time{5000}};
  Time least_regular_rows{2000};
  Time counting{3000};  ///< dimensions, indices, freedom

  // Geometry.
  Time modular_point{1500};    ///< it saves exact elimination, which is the other way
  Time homogeneous{300};       ///< for a proof beyond what is probable, each system
  Time exact_dimension{1000};  ///< the same, all together
  Time real_points{2000};      ///< each question to an engine about a leaf's real points
  Time real_quotient{20000};   ///< for a certified point of an overdetermined system
  Time containment{1000};      ///< of a component in another

  // Questions that a motion does not depend on.
  Time patience = Time::max();  ///< of a completion, whether there are further leaves
  Time questions{1000};         ///< each additional question of a report about a leaf
  Time check_of_cache{500};     ///< whether an answer from the disk belongs to the question

  /// Everything, as far as it can be had: what `decompose` spends.
  [[nodiscard]] static const Effort& thorough();
  /// For a run: the leaf, and little for questions that do not affect the motion.
  [[nodiscard]] static const Effort& run();
  /// For a first look: slow questions remain unanswered.
  [[nodiscard]] static const Effort& quick();
  /// All three, the least first.
  [[nodiscard]] static std::span<const Effort* const> presets();
};

}  // namespace leafwise::algebra
