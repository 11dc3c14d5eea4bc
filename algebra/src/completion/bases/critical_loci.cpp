// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/bases/critical_loci.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "completion/mechanics/mechanics.hpp"
#include "completion/rounds/complete_leaves.hpp"
#include "completion/rounds/tree_nodes.hpp"
#include "completion/rows/affine_rows.hpp"
#include "geometry/minor_locus.hpp"
#include "leafwise/algebra/component_geometry.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

namespace {

bool is_complete_leaf(const Leaf& leaf) {
  return leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
}

/// The linear equations for the direction of solutions at a point of the base: the rows, and the
/// derivatives of its relations, in the graph variables and the derivatives of those tops that lie
/// in the base. [TA01, (5.1)], with the inhomogeneous part as last column.
PolynomialMatrix direction_equations(const Leaf& leaf) {
  std::vector<Polynomial> equations = leaf.linear;
  for (const Polynomial& relation : leaf.base.generators()) {
    equations.push_back(relation.total_derivative());
  }
  const std::set<Variable> known(leaf.base.variables().begin(), leaf.base.variables().end());
  std::set<Variable> open(leaf.graph.begin(), leaf.graph.end());
  for (const Polynomial& equation : equations) {
    for (const Variable& variable : equation.variables()) {
      if (!known.contains(variable)) open.insert(variable);
    }
  }
  const std::vector<Variable> columns(open.begin(), open.end());
  PolynomialMatrix matrix;
  for (const Polynomial& equation : equations) {
    if (equation.is_zero()) continue;
    AffineRow row = row_from(equation, columns);
    row.coefficients.append(row.rest);
    matrix.push_back(row.coefficients.dense());
  }
  return matrix;
}

Outcome<std::size_t> rank_in_general(const PolynomialMatrix& matrix,
                                     const Ideal& base,
                                     const Limits& limits) {
  std::vector<AffineRow> rows;
  rows.reserve(matrix.size());
  for (const std::vector<Polynomial>& row : matrix) {
    rows.push_back({SparseRow(row), Polynomial(), {}});
  }
  const Outcome<Condensed> condensed_rows = condensed(rows, base, limits);
  if (!condensed_rows) return Unable{condensed_rows.reason()};
  const Outcome<RankOverField> core = generic_rank(condensed_rows.value().core, base, limits);
  if (!core) return Unable{core.reason()};
  return condensed_rows.value().solved.size() + core.value().rank;
}

/// Where the direction is not determined as it is in general. Eliminating with constant pivots
/// first leaves small minors.
Outcome<Ideal> direction_locus(const Leaf& leaf, const Limits& limits) {
  const Ideal& base = leaf.base;
  std::vector<AffineRow> rows;
  for (const std::vector<Polynomial>& row : direction_equations(leaf)) {
    rows.push_back({SparseRow(row), Polynomial(), {}});
  }
  const Ideal nowhere(base.variables(), {Polynomial(Rational(1))}, base.engine());
  if (rows.empty()) return nowhere;
  const Outcome<Condensed> small = condensed(rows, base, limits);
  if (!small) return Unable{small.reason()};
  PolynomialMatrix core;
  for (const AffineRow& row : small.value().core) core.push_back(row.coefficients.dense());
  const Outcome<std::size_t> rank = rank_in_general(core, base, limits);
  if (!rank) return Unable{rank.reason()};
  if (rank.value() == 0) return nowhere;
  const auto is_unit = [&](const Ideal& ideal) -> Outcome<bool> {
    const Outcome<int> dimension = ideal.dimension(limits);
    if (!dimension) return Unable{dimension.reason()};
    return dimension.value() < 0;
  };
  return add_minors(base, core, rank.value(), is_unit, limits);
}

bool lies_in_one(const Ideal& ideal, const std::vector<Ideal>& others, const Limits& limits) {
  return std::any_of(others.begin(), others.end(), [&](const Ideal& other) {
    const Outcome<bool> inside = is_subset(other, ideal, limits);
    return inside && inside.value();
  });
}

/// The general leaf first: that of highest dimension in which it lies.
const Leaf* leaf_around(const Leaf& inner, const Completion& completion, const Limits& limits) {
  for (const Leaf& outer : completion.leaves) {
    if (!is_complete_leaf(outer)) continue;
    const Outcome<Ideal> inner_ideal = motion_ideal(inner, limits);
    const Outcome<Ideal> outer_ideal = motion_ideal(outer, limits);
    if (!inner_ideal || !outer_ideal) continue;
    const Outcome<bool> inside = is_subset(outer_ideal.value(), inner_ideal.value(), limits);
    if (inside && inside.value()) return &outer;
  }
  return nullptr;
}

/// Solutions with jets in this part of a leaf's base: leaves of the system with these equations.
Completion solutions_inside(const DifferentialSystem& system,
                            const Leaf& leaf,
                            const Ideal& locus,
                            const CompletionOptions& options,
                            const Limits& limits) {
  DifferentialSystem part = system;
  CompletionOptions inside = options;
  inside.critical = false;
  if (system.mechanics) part = plain_mechanics(system, leaf);
  for (const Polynomial& generator : locus.generators()) {
    part.equations.push_back({generator, "critical locus of " + leaf.name});
  }
  return complete_leaves(part, inside, limits);
}

/// Collects singular solutions, each once.
class SingularSolutions {
 public:
  SingularSolutions(const DifferentialSystem& system,
                    const Limits& limits,
                    const Completion& completion)
      : system_(system), limits_(limits), completion_(completion) {}

  /// @param leaf  in whose critical locus `inner` was found
  void add(Leaf inner, const Leaf& leaf, TreeNode& tree) {
    if (!is_complete_leaf(inner)) return;
    // First: multipliers are no part of the ideals that are compared.
    inner.multipliers = leaf.multipliers;
    inner.constraints = leaf.constraints;
    inner.generic_degrees_of_freedom = leaf.generic_degrees_of_freedom;
    const Limits shortly = limits_.spend(&Effort::locus);
    const Outcome<Ideal> ideal = motion_ideal(inner, shortly);
    if (!ideal || lies_in_one(ideal.value(), known_, shortly)) return;
    const Leaf* around = leaf_around(inner, completion_, shortly);
    // What is a leaf already is no singular solution.
    const bool is_leaf =
        around != nullptr && around->dimension == inner.dimension && around->rank == inner.rank;
    if (is_leaf) return;
    known_.push_back(ideal.value());
    inner.inside = around == nullptr ? leaf.name : around->name;
    inner.essential = is_essential_by_low_powers(system_, inner, limits_.spend(&Effort::essential));
    if (inner.essential == Truth::unknown && around != nullptr) {
      inner.essential =
          is_essential_by_prolongation(inner, *around, limits_.spend(&Effort::essential));
    }
    inner.name = "s" + std::to_string(found_.size() + 1);
    tree.children.push_back({"leaf",
                             to_string(inner.status),
                             inner.base.generators(),
                             0,
                             inner.name,
                             {},
                             inner.dimension});
    found_.push_back(std::move(inner));
  }

  [[nodiscard]] std::vector<Leaf> take() { return std::move(found_); }

 private:
  const DifferentialSystem& system_;
  Limits limits_;
  const Completion& completion_;
  std::vector<Ideal> known_;
  std::vector<Leaf> found_;
};

/// Over the field of parameters. The decomposition that found the prime has a basis of it.
std::optional<int> dimension_of_prime(const Ideal& prime, const Limits& limits) {
  const Outcome<int> dimension = prime.dimension(limits);
  if (!dimension) return std::nullopt;
  const auto& variables = prime.variables();
  const auto parameters = std::count_if(variables.begin(), variables.end(), [](const Variable& v) {
    return v.role == Role::parameter;
  });
  return known_dimension(dimension.value() - static_cast<int>(parameters));
}

void add_singular_solutions(const DifferentialSystem& system,
                            const CompletionOptions& options,
                            const Limits& limits,
                            Completion& completion) {
  SingularSolutions singular(system, limits, completion);
  std::vector<TreeNode> nodes;
  std::string open;
  for (const Leaf& leaf : completion.leaves) {
    if (!leaf.critical) continue;
    for (const Ideal& locus : *leaf.critical) {
      Completion found =
          solutions_inside(system, leaf, locus, options, limits.spend(&Effort::locus));
      if (!found.complete) open = "critical loci: " + found.reason;
      nodes.push_back({"critical locus", "of " + leaf.name, locus.generators(), 0, {}, {}});
      nodes.back().dimension = dimension_of_prime(locus, limits.spend(&Effort::essential));
      for (Leaf& inner : found.leaves) singular.add(std::move(inner), leaf, nodes.back());
    }
  }
  if (!open.empty()) {
    completion.complete = false;
    if (completion.reason.empty()) completion.reason = open;
  }
  for (TreeNode& node : nodes) completion.tree.children.push_back(std::move(node));
  for (Leaf& leaf : singular.take()) completion.leaves.push_back(std::move(leaf));
}

}  // namespace

Outcome<std::vector<Ideal>> critical_components(const Leaf& leaf,
                                                const CompletionOptions& options,
                                                const Limits& limits) {
  const Outcome<Ideal> drops = direction_locus(leaf, limits);
  if (!drops) return Unable{drops.reason()};
  const Outcome<Ideal> singular = singular_locus(leaf.base, limits);
  if (!singular) return Unable{singular.reason()};
  DecompositionOptions decomposition;
  decomposition.seed = options.seed;
  decomposition.cache = options.cache;
  decomposition.use_cache = options.use_cache;
  std::vector<Ideal> found;
  for (const Ideal* locus : {&drops.value(), &singular.value()}) {
    const Outcome<int> dimension = locus->dimension(limits);
    if (dimension && dimension.value() < 0) continue;
    const Decomposition parts = minimal_primes(*locus, decomposition, limits);
    if (!parts.complete) return Unable{parts.reason};
    for (const PrimeComponent& part : parts.components) found.push_back(part.ideal);
  }
  std::vector<Ideal> kept;
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::vector<Ideal> others = kept;
    others.insert(others.end(), found.begin() + static_cast<std::ptrdiff_t>(i) + 1, found.end());
    if (!lies_in_one(found[i], others, limits)) kept.push_back(found[i]);
  }
  return kept;
}

void explore_critical_loci(const DifferentialSystem& system,
                           const CompletionOptions& options,
                           const Limits& limits,
                           Completion& completion) {
  for (Leaf& leaf : completion.leaves) {
    if (!is_complete_leaf(leaf) || leaf.prime != Truth::yes) continue;
    if (options.progress) options.progress({"critical loci", 0, completion.leaves.size()});
    Outcome<std::vector<Ideal>> found =
        critical_components(leaf, options, limits.spend(&Effort::locus));
    if (found) {
      leaf.critical = std::move(found).value();
    } else {
      completion.complete = false;
      if (completion.reason.empty()) completion.reason = "critical loci: " + found.reason();
    }
  }
  add_singular_solutions(system, options, limits, completion);
}

}  // namespace leafwise::algebra::detail
