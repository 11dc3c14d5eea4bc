// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/order_conditions.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/integrator/rooted_trees.hpp"

namespace leafwise::integrator {
namespace {

/// A sum of products of coefficients, and the same sum with all coefficients replaced by their
/// absolute values: the scale of its rounding error.
struct ScaledSum {
  long double value = 0.0L;
  long double magnitude = 0.0L;

  void add_product(long double coefficient, const ScaledSum& factor) {
    value += coefficient * factor.value;
    magnitude += std::abs(coefficient) * factor.magnitude;
  }
};

using StageValues = std::vector<ScaledSum>;

/// Goes through `rooted_trees()` in their order and computes each elementary weight from those of
/// the tree's children.
class ElementaryWeights {
 public:
  ElementaryWeights(const Tableau& tableau, std::span<const long double> weights)
      : tableau_(tableau), weights_(weights) {
    LEAFWISE_DEMAND(weights.size() == tableau.stages());
  }

  /// Φ of the next tree, beginning with the single vertex.
  ScaledSum next() {
    const RootedTree& tree = rooted_trees().at(edge_values_.size());
    const StageValues at_root = multiply_children(tree);
    ScaledSum weight;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      weight.add_product(weights_[i], at_root[i]);
    }
    edge_values_.push_back(sum_over_stages(at_root));
    return weight;
  }

 private:
  /// Φ_i(t) = Π_k Σ_j a_ij Φ_j(t_k)
  [[nodiscard]] StageValues multiply_children(const RootedTree& tree) const {
    StageValues product(tableau_.stages(), ScaledSum{1.0L, 1.0L});
    for (const std::size_t child : tree.children) {
      for (std::size_t i = 0; i < product.size(); ++i) {
        product[i].value *= edge_values_[child][i].value;
        product[i].magnitude *= edge_values_[child][i].magnitude;
      }
    }
    return product;
  }

  /// Σ_j a_ij Φ_j
  [[nodiscard]] StageValues sum_over_stages(const StageValues& phi) const {
    StageValues sums(tableau_.stages());
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::span<const long double> row = tableau_.a_row(i);
      for (std::size_t j = 0; j < row.size(); ++j) {
        sums[i].add_product(row[j], phi[j]);
      }
    }
    return sums;
  }

  const Tableau& tableau_;
  std::span<const long double> weights_;
  std::vector<StageValues> edge_values_;  // Σ_j a_ij Φ_j(t) of each tree t so far
};

}  // namespace

long double elementary_weight(const Tableau& tableau,
                              std::span<const long double> weights,
                              std::size_t tree) {
  LEAFWISE_DEMAND(tree < rooted_trees().size());
  ElementaryWeights elementary_weights(tableau, weights);
  for (std::size_t smaller_tree = 0; smaller_tree < tree; ++smaller_tree) {
    elementary_weights.next();
  }
  return elementary_weights.next().value;
}

std::optional<OrderConditionViolation> first_violated_order_condition(
    const Tableau& tableau,
    std::span<const long double> weights,
    int order,
    long double tolerance) {
  LEAFWISE_DEMAND(0 <= order && order <= max_tree_order, std::to_string(order));
  const std::vector<RootedTree>& trees = rooted_trees();
  ElementaryWeights elementary_weights(tableau, weights);
  for (std::size_t place = 0; place < trees.size() && trees[place].order <= order; ++place) {
    const ScaledSum weight = elementary_weights.next();
    const long double required = 1.0L / static_cast<long double>(trees[place].density);
    const bool holds = std::isfinite(weight.magnitude) &&
                       std::abs(weight.value - required) <= tolerance * weight.magnitude;
    if (!holds) {
      return OrderConditionViolation{place, weight.value, required};
    }
  }
  return std::nullopt;
}

bool order_conditions_hold(const Tableau& tableau, int order, long double tolerance) {
  return !first_violated_order_condition(tableau, tableau.b(), order, tolerance).has_value();
}

int observed_order(const Tableau& tableau,
                   std::span<const long double> weights,
                   long double tolerance) {
  const auto violation =
      first_violated_order_condition(tableau, weights, max_tree_order, tolerance);
  return violation ? rooted_trees()[violation->tree].order - 1 : max_tree_order;
}

}  // namespace leafwise::integrator
