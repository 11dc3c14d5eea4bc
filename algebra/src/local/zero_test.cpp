// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/zero_test.hpp"

#include <arb_mat.h>

#include <algorithm>
#include <random>

#include "leafwise/core/check.hpp"
#include "local/taylor_program.hpp"

namespace leafwise::algebra::detail {

namespace {

TaylorPlan plan_of(const TaylorGraph& graph,
                   const Germ& germ,
                   const std::vector<NodeIndex>& others,
                   unsigned order) {
  std::vector<NodeIndex> roots = germ.equations;
  roots.insert(roots.end(), others.begin(), others.end());
  std::vector<unsigned> orders(roots.size(), order);
  for (const auto& partials : germ.partials) {
    for (const Partial& partial : partials) {
      roots.push_back(partial.node);
      orders.push_back(0);
    }
  }
  return {graph, roots, orders};
}

/// Order by order: G·q_k = −(what the lower coefficients leave).
class Curve {
 public:
  Curve(const TaylorPlan& plan, const Germ& germ, unsigned order, const RealBalls& field)
      : germ_(germ), field_(field), values_(plan, field), series_(germ.point.size()) {
    const auto size = static_cast<slong>(germ.dependent.size());
    arb_mat_init(matrix_, size, size);
    arb_mat_init(side_, size, 1);
    std::mt19937_64 random(5);  // any: a direction is bad with probability 0
    for (std::size_t j = 0; j < series_.size(); ++j) {
      series_[j].resize(order + 1);
      series_[j][0] = germ.point[j];
      const bool is_free = std::count(germ.dependent.begin(), germ.dependent.end(), j) == 0;
      if (is_free) series_[j][1] = Ball(0.25 + static_cast<double>(random() % 1000) / 1000);
    }
    values_.compute_order(0, series_, germ.time);
    for (std::size_t i = 0; i < germ.partials.size(); ++i) {
      for (const Partial& partial : germ.partials[i]) {
        const auto place =
            std::find(germ.dependent.begin(), germ.dependent.end(), partial.jet.unknown);
        if (place == germ.dependent.end()) continue;
        arb_set(arb_mat_entry(matrix_, static_cast<slong>(i), place - germ.dependent.begin()),
                values_.at(partial.node, 0).raw());
      }
    }
  }
  ~Curve() {
    arb_mat_clear(matrix_);
    arb_mat_clear(side_);
  }
  Curve(const Curve&) = delete;
  Curve& operator=(const Curve&) = delete;

  /// False where the germ's matrix might be singular.
  bool advance(unsigned k) {
    values_.compute_order(k, series_, germ_.time);
    for (std::size_t i = 0; i < germ_.equations.size(); ++i) {
      arb_neg(arb_mat_entry(side_, static_cast<slong>(i), 0),
              values_.at(germ_.equations[i], k).raw());
    }
    if (arb_mat_solve(side_, matrix_, side_, field_.precision) == 0) return false;
    for (std::size_t i = 0; i < germ_.dependent.size(); ++i) {
      arb_set(series_[germ_.dependent[i]][k].raw(), arb_mat_entry(side_, static_cast<slong>(i), 0));
    }
    values_.compute_order(k, series_, germ_.time);
    return true;
  }
  [[nodiscard]] const Ball& coefficient(NodeIndex node, unsigned k) const {
    return values_.at(node, k);
  }

 private:
  const Germ& germ_;
  const RealBalls& field_;
  TaylorValues<RealBalls> values_;
  Series<Ball> series_;
  arb_mat_t matrix_;
  arb_mat_t side_;
};

}  // namespace

ZeroTest first_nonzero(const TaylorGraph& graph,
                       const Germ& germ,
                       const std::vector<NodeIndex>& others,
                       unsigned order,
                       slong precision) {
  LEAFWISE_DEMAND(germ.dependent.size() == germ.equations.size(), "the germ is no graph");
  const RealBalls field{precision};
  const TaylorPlan plan = plan_of(graph, germ, others, order);
  Curve curve(plan, germ, order, field);
  ZeroTest found;
  for (unsigned k = 0; k <= order; ++k) {
    if (k > 0 && !curve.advance(k)) return {{}, k};
    for (const NodeIndex other : others) {
      const arb_struct* ball = curve.coefficient(other, k).raw();
      if (arb_contains_zero(ball) == 0) return {k, {}};
      // A ball that is wide says nothing.
      const bool is_wide = mag_cmp_2exp_si(arb_radref(ball), -40) > 0;
      if (is_wide && !found.undecided_at) found.undecided_at = k;
    }
  }
  return found;
}

}  // namespace leafwise::algebra::detail
