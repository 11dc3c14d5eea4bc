// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "completion/bases/prime_split.hpp"
#include "completion/mechanics/mechanics.hpp"
#include "completion/rounds/filtration.hpp"
#include "completion/rows/affine_rows.hpp"
#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

struct RowsWithRank {
  std::vector<AffineRow> rows;
  std::size_t rank = 0;
};

/// A node of the tree: a prime of the base with raw rows. Rows are never divided or replaced; their
/// condensed form is computed anew for each node.
struct Node {
  PrimeComponent base;
  Sources base_sources = {};      ///< what P was made of
  std::vector<Relation> generic;  ///< E: cut out V(P) near its generic points
  std::vector<AffineRow> rows;
  std::vector<int> row_rounds;  ///< for each row, the round in which it came
  int rounds = 0;
  bool is_prolonged = false;  ///< D of this base's relations is among the rows
  std::vector<std::string> path;
  /// The rows with their rank at each node above that was prolonged before its drops were looked
  /// at.
  std::vector<std::shared_ptr<const RowsWithRank>> passed = {};
  /// Whether relations of functions of velocities are in P: they come last, since each determines
  /// one function, and P is simpler without them.
  bool has_velocity_functions = true;
};

/// Where rows lose the rank that they have in general.
struct RankDrops {
  enum class Kind {
    none,       ///< nowhere
    too_small,  ///< no component of the solutions lies over them
    some,
    unknown,  ///< a limit
  } kind = Kind::unknown;
  std::optional<Ideal> locus = std::nullopt;  ///< if there are some
  std::string why = {};                       ///< it is not known
  bool is_probable = false;                   ///< what is too small is so modulo random primes only
};

/// Without acceleration a coordinate may be what the rows determine: then the positions are no
/// relations of the base.
[[nodiscard]] bool knows_positions_of(const Filtration& filtration, const PositionComponent& known);

/// Refines nodes until each is a leaf: completion.md of the design.
class Completer {
 public:
  Completer(const DifferentialSystem& system,
            const CompletionOptions& options,
            const Limits& limits);

  /// @param known the positions of mechanics: that prime need not be found again
  [[nodiscard]] Completion run(const PositionComponent* known = nullptr);

 private:
  void start(TreeNode& tree);
  void start_on_positions(Node& root, const std::vector<Relation>& conditions, TreeNode& tree);
  void visit(const Node& node, TreeNode& tree);
  void visit_parts(const Node& parent,
                   const std::vector<Relation>& conditions,
                   const std::string& operation,
                   const std::string& why,
                   TreeNode& tree);
  void visit_parts(const Node& parent,
                   const std::vector<Relation>& conditions,
                   const std::string& operation,
                   const std::string& why,
                   TreeNode& tree,
                   Effort::Time most);
  /// True: the node was handed on, with more rows.
  bool prolong(const Node& node, const Condensed& now, std::size_t rank, TreeNode& tree);
  void add_leaf(const Node& node, const Condensed& rows, const RankOverField& rank, TreeNode& tree);
  void follow_rank_drops(
      const Node& node, const Condensed& rows, std::size_t rank, Leaf& leaf, TreeNode& tree);
  /// @pre rank > 0
  [[nodiscard]] RankDrops rank_drops(const Node& node,
                                     const Condensed& rows,
                                     std::size_t rank) const;
  [[nodiscard]] RankDrops rank_drops_by_minors(const Node& node,
                                               const Condensed& rows,
                                               std::size_t rank,
                                               const Limits& limits) const;
  // singular_positions.cpp
  [[nodiscard]] std::optional<RankDrops> drops_at_singular_positions(const Node& node,
                                                                     const PolynomialMatrix& matrix,
                                                                     int bound) const;
  [[nodiscard]] bool open_rank_drops(const Node& node,
                                     const Condensed& rows,
                                     const Ideal& drops,
                                     TreeNode& tree);
  void unfinished(const Node& node, const std::string& reason, TreeNode& tree);
  void incomplete(const std::string& reason);
  void set_freedom(Leaf& leaf);
  void find_pivots(const Condensed& rows, Leaf& leaf) const;
  /// Of redundant rows the least that determine the same, first those that do in general. True:
  /// they do everywhere, and are no more than that takes.
  [[nodiscard]] bool keep_least_rows(Condensed& rows,
                                     std::size_t rank,
                                     const PrimeComponent& base) const;
  /// Derivatives of the base's relations beside these rows, if they have their rank everywhere
  /// then: whatever solves the system over V(P) solves them, too. True: they do, and are there.
  [[nodiscard]] bool add_derivatives(Condensed& rows,
                                     std::size_t rank,
                                     const PrimeComponent& base) const;
  /// Rows that keep their rank where those found lose it, if the leaf has such.
  void make_regular(const Condensed& found,
                    std::size_t rank,
                    const PrimeComponent& base,
                    Leaf& leaf) const;
  [[nodiscard]] std::string new_name();

  // replay.cpp
  void recount();
  [[nodiscard]] bool may_come_earlier(const Node& leaf) const;
  [[nodiscard]] bool is_on_the_way(const Ideal& base) const;
  void replay_drops(const Node& node, const Condensed& rows, std::size_t rank, TreeNode& tree);
  void end_of_replay(const Node& node,
                     const Condensed& rows,
                     const RankOverField& rank,
                     TreeNode& tree);

  void tell(const char* stage) const;
  [[nodiscard]] std::string from(const Sources& sources) const;

  /// Consequences of the rows on the base alone; empty if there are none.
  [[nodiscard]] std::vector<Relation> conditions_of(const Condensed& rows,
                                                    const RankOverField& rank,
                                                    const Ideal& base) const;
  /// L0: relations of the state whose derivatives must hold, too.
  [[nodiscard]] Outcome<std::vector<Relation>> state_relations(const Node& node) const;
  [[nodiscard]] Outcome<RankOverField> rank_of(const Node& node, const Condensed& rows) const;
  /// P : h^∞ and P + h, if the base, of which it is not known whether it is prime, splits so.
  [[nodiscard]] bool split_by_pivots(const Node& node, const RankOverField& rank, TreeNode& tree);
  [[nodiscard]] bool breaks_an_inequation(const Node& node, const Condensed& rows) const;
  [[nodiscard]] bool breaks_an_inequation(const Leaf& leaf);

  const DifferentialSystem& system_;
  CompletionOptions options_;
  Limits limits_;
  Filtration filtration_;
  const PositionComponent* known_ = nullptr;
  std::vector<Relation> velocity_functions_;  ///< of mechanics
  BaseSplitter splitter_;
  Completion result_;
  std::size_t nodes_ = 0;
  std::size_t names_ = 0;

  /// Whose rounds are being counted again.
  struct Replay {
    const Leaf* leaf = nullptr;
    std::optional<int> rounds;
  };
  std::optional<Replay> replay_;
  std::set<std::string> to_recount_;
};

}  // namespace leafwise::algebra::detail
