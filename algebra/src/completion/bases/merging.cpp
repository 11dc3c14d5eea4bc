// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "completion/bases/merging.hpp"
#include "completion/rounds/tree_nodes.hpp"

/// Which leaves are the same, which lie in others, and what they are called.
namespace leafwise::algebra::detail {

namespace {

using Key = std::tuple<int, int, unsigned, std::string>;

/// The base's basis; where that is out of reach, that of the part of it that is known.
std::vector<Polynomial> basis_for_names(const Ideal& base, const Limits& limits) {
  if (const auto part = base.known_part(); part && base.is_basis_out_of_reach()) {
    return basis_for_names(*part, limits);
  }
  const auto basis = base.groebner_basis(limits);
  return basis ? basis.value() : std::vector<Polynomial>{};
}

bool is_complete_leaf(const Leaf& leaf) {
  return leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
}

/// What is complete comes first.
int rank_of_status(const Leaf& leaf) {
  return is_complete_leaf(leaf) ? 0 : 1;
}

/// @param needs_base  another leaf has the same numbers: the base decides. Of what was left
/// unexplored or unfinished nobody knows a basis, which may take longer than all the rest.
Key key_of(const Leaf& leaf, bool needs_base, const Limits& limits) {
  unsigned degrees = 0;
  std::string text;
  if (needs_base) {
    const std::vector<Polynomial> elements =
        is_complete_leaf(leaf) ? basis_for_names(leaf.base, limits) : leaf.base.generators();
    for (const Polynomial& element : elements) {
      degrees += element.degree();
      text += to_string(element) + "\n";
    }
  }
  return {rank_of_status(leaf), -leaf.dimension, degrees, std::move(text)};
}

/// What was only probable of a leaf is so of that in which it lies.
void keep_doubts(const Leaf& from, Leaf& into) {
  for (const std::string& claim : from.probable) {
    const auto& known = into.probable;
    if (std::find(known.begin(), known.end(), claim) == known.end()) into.probable.push_back(claim);
  }
}

/// The same leaf, reached in two ways.
void join(const Leaf& from, Leaf& into) {
  into.rounds = std::min(into.rounds, from.rounds);
  into.paths.insert(into.paths.end(), from.paths.begin(), from.paths.end());
}

int dimension_with_rows(const Leaf& leaf) {
  return leaf.dimension + static_cast<int>(leaf.graph.size()) - leaf.rank;
}

/// Answers which leaves lie in which, computing their ideals where nothing cheaper decides.
class Inclusions {
 public:
  Inclusions(const std::vector<Leaf>& leaves, const Limits& limits)
      : leaves_(leaves), ideals_(leaves.size()), bases_(leaves.size()), limits_(limits) {}

  /// Whether leaf a lies in the closure of leaf b.
  [[nodiscard]] Outcome<bool> lies_in(std::size_t a, std::size_t b) {
    const Leaf& inner = leaves_[a];
    const Leaf& outer = leaves_[b];
    if (!is_complete_leaf(inner) || !is_complete_leaf(outer)) return false;
    // Of mechanics, leaves with other multipliers have other ranks, but bases in the same jets.
    const bool comparable = inner.multipliers == outer.multipliers;
    if (comparable && dimension_with_rows(inner) > dimension_with_rows(outer)) return false;
    if (inner.dimension > outer.dimension) return false;
    const Outcome<bool> bases = bases_lie_in(a, b);
    if (!bases || !bases.value()) return bases;
    const Outcome<Ideal>& inner_ideal = ideal_of(a);
    const Outcome<Ideal>& outer_ideal = ideal_of(b);
    if (!inner_ideal) return Unable{inner_ideal.reason()};
    if (!outer_ideal) return Unable{outer_ideal.reason()};
    return is_subset(outer_ideal.value(), inner_ideal.value(), limits_);
  }

 private:
  /// The same of their bases. A prime holds no other of its dimension; over parameters, which are
  /// no coordinates, that tells nothing of the ring.
  [[nodiscard]] Outcome<bool> bases_lie_in(std::size_t a, std::size_t b) {
    const Leaf& inner = leaves_[a];
    const Leaf& outer = leaves_[b];
    const std::vector<Variable>& variables = inner.base.variables();
    const bool are_primes =
        inner.prime == Truth::yes && outer.prime == Truth::yes &&
        std::none_of(variables.begin(), variables.end(), [](const Variable& variable) {
          return variable.role == Role::parameter;
        });
    if (are_primes && inner.dimension == outer.dimension) {
      const auto& basis = basis_of(a);
      const auto& other = basis_of(b);
      if (basis && other && variables == outer.base.variables()) return *basis == *other;
    }
    return is_subset(outer.base, inner.base, limits_);
  }

  /// If it is known: nothing is computed for this.
  const std::optional<std::vector<Polynomial>>& basis_of(std::size_t i) {
    if (!bases_[i]) {
      if (auto known = leaves_[i].base.basis_so_far()) bases_[i] = std::move(known->polynomials);
    }
    return bases_[i];
  }

  const Outcome<Ideal>& ideal_of(std::size_t i) {
    if (!ideals_[i]) ideals_[i] = motion_ideal(leaves_[i], limits_);
    return *ideals_[i];
  }

  const std::vector<Leaf>& leaves_;
  std::vector<std::optional<Outcome<Ideal>>> ideals_;
  std::vector<std::optional<std::vector<Polynomial>>> bases_;
  Limits limits_;
};

}  // namespace

namespace {

/// Into which other leaf each leaf goes; joins equal ones.
class Merging {
 public:
  Merging(std::vector<Leaf>& leaves, const Limits& limits)
      : leaves_(leaves), inclusions_(leaves, limits), dropped_(leaves.size(), false) {
    for (std::size_t a = 0; a < leaves_.size(); ++a) {
      for (std::size_t b = 0; b < leaves_.size() && !dropped_[a]; ++b) {
        if (a != b && !dropped_[b]) look_at(a, b);
      }
    }
    // What was absorbed later by another leaf went there.
    for (auto& [from, into] : absorbed_) {
      while (absorbed_.contains(into)) into = absorbed_.at(into);
    }
  }

  [[nodiscard]] const std::map<std::string, std::string>& absorbed() const { return absorbed_; }
  /// Why leaves may have stayed that lie in others; empty if none may have.
  [[nodiscard]] const std::string& open() const { return open_; }
  [[nodiscard]] std::vector<Leaf> kept() {
    std::vector<Leaf> kept;
    for (std::size_t a = 0; a < leaves_.size(); ++a) {
      if (!dropped_[a]) kept.push_back(std::move(leaves_[a]));
    }
    return kept;
  }

 private:
  void look_at(std::size_t a, std::size_t b) {
    const Outcome<bool> inside = inclusions_.lies_in(a, b);
    if (!inside) open_ = "merging leaves: " + inside.reason();
    if (!inside || !inside.value()) return;
    const Outcome<bool> outside = inclusions_.lies_in(b, a);
    if (outside && outside.value()) join(leaves_[a], leaves_[b]);
    keep_doubts(leaves_[a], leaves_[b]);
    dropped_[a] = true;
    absorbed_[leaves_[a].name] = leaves_[b].name;
  }

  std::vector<Leaf>& leaves_;
  Inclusions inclusions_;
  std::vector<bool> dropped_;
  std::map<std::string, std::string> absorbed_;
  std::string open_;
};

}  // namespace

void merge_and_name(Completion& completion, const Limits& limits) {
  Merging merging(completion.leaves, limits);
  if (!merging.open().empty()) {
    completion.complete = false;
    if (completion.reason.empty()) completion.reason = merging.open();
  }
  rename_leaves(completion.tree, merging.absorbed());
  completion.leaves = merging.kept();
  sort_and_name(completion, limits);
}

void sort_and_name(Completion& completion, const Limits& limits) {
  std::vector<Leaf>& leaves = completion.leaves;
  std::vector<std::pair<Key, std::size_t>> keys;
  keys.reserve(leaves.size());
  std::map<std::pair<int, int>, std::size_t> counts;
  for (const Leaf& leaf : leaves) ++counts[{rank_of_status(leaf), leaf.dimension}];
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const bool is_alone = counts.at({rank_of_status(leaves[i]), leaves[i].dimension}) == 1;
    keys.emplace_back(key_of(leaves[i], !is_alone, limits), i);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<Leaf> sorted;
  sorted.reserve(leaves.size());
  std::map<std::string, std::string> names;
  for (const auto& [key, index] : keys) {
    sorted.push_back(std::move(leaves[index]));
    const std::string name = "g" + std::to_string(sorted.size());
    names[sorted.back().name] = name;
    sorted.back().name = name;
  }
  rename_leaves(completion.tree, names);
  leaves = std::move(sorted);
}

}  // namespace leafwise::algebra::detail
