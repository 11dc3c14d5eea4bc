// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "local/fields.hpp"
#include "local/taylor_graph.hpp"

namespace leafwise::algebra::detail {

/// Which Taylor coefficients of which nodes have to be computed.
class TaylorPlan {
 public:
  /// Root i is wanted up to the coefficient of (t − t₀)^orders[i].
  TaylorPlan(const TaylorGraph& graph,
             const std::vector<NodeIndex>& roots,
             const std::vector<unsigned>& orders)
      : graph_(&graph), nodes_(graph.below(roots)) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) place_.emplace(nodes_[i], i);
    orders_.assign(nodes_.size(), 0);
    for (std::size_t i = 0; i < roots.size(); ++i) raise(roots[i], orders[i]);
    std::array<NodeIndex, 2> arguments{};
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      const NodeIndex node = nodes_[i];
      if (graph.node(node).operation == Operation::cosine) raise(node - 1, orders_[i]);
      if (graph.node(node).operation == Operation::sine) raise(node + 1, orders_[i]);
      const std::size_t count = graph.arguments(node, arguments);
      for (std::size_t k = 0; k < count; ++k) raise(arguments[k], orders_[i]);
    }
  }

  [[nodiscard]] const TaylorGraph& graph() const { return *graph_; }
  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] unsigned order_at(std::size_t place) const { return orders_[place]; }
  [[nodiscard]] std::size_t place_of(NodeIndex node) const { return place_.at(node); }

 private:
  void raise(NodeIndex node, unsigned order) {
    unsigned& known = orders_[place_.at(node)];
    known = std::max(known, order);
  }

  const TaylorGraph* graph_;
  std::vector<NodeIndex> nodes_;
  std::unordered_map<NodeIndex, std::size_t> place_;
  std::vector<unsigned> orders_;
};

/// Coefficients of unknowns: series[unknown][k] belongs to (t − t₀)^k; what is not there is 0.
template <typename Value>
using Series = std::vector<std::vector<Value>>;

/// The Taylor coefficients of a plan's nodes along series.
///
/// Law: they are those of exact differentiation.
template <typename Field>
class TaylorValues {
 public:
  using Value = typename Field::Value;

  TaylorValues(const TaylorPlan& plan, const Field& field) : plan_(plan), field_(field) {
    for (std::size_t i = 0; i < plan.nodes().size(); ++i) {
      values_.emplace_back(plan.order_at(i) + 1);
    }
  }

  /// All coefficients of the plan.
  void compute(const Series<Value>& series, const Value& time) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Operation operation = plan_.graph().node(plan_.nodes()[i]).operation;
      if (operation == Operation::sine) continue;
      for (unsigned k = 0; k < values_[i].size(); ++k) {
        if (operation == Operation::cosine) coefficient(i - 1, k, series, time);
        coefficient(i, k, series, time);
      }
    }
  }
  /// Coefficient k of each node, where those below k are known.
  void compute_order(unsigned k, const Series<Value>& series, const Value& time) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (k < values_[i].size()) coefficient(i, k, series, time);
    }
  }

  [[nodiscard]] const Value& at(NodeIndex node, unsigned k) const {
    return values_[plan_.place_of(node)][k];
  }

 private:
  using Row = std::vector<Value>;

  /// Σ_{i=from}^{to} weight(i)·a[i]·b[k−i], weight i or 1.
  [[nodiscard]] Value convolved(
      const Row& a, const Row& b, unsigned k, unsigned from, unsigned to, bool weighted) const {
    Value total = field_.of(Rational(0));
    for (unsigned i = from; i <= to && i <= k; ++i) {
      Value term = field_.product(a[i], b[k - i]);
      if (weighted) term = field_.scaled(term, i);
      total = field_.sum(total, term);
    }
    return total;
  }
  [[nodiscard]] Value divided(const Value& value, unsigned by) const {
    return field_.quotient(value, field_.of(Rational(static_cast<std::int64_t>(by))));
  }
  [[nodiscard]] Value of_jet(const TaylorNode& node, unsigned k, const Series<Value>& all) const {
    const Row& row = all[node.left];
    if (k + node.right >= row.size()) return field_.of(Rational(0));
    Value result = row[k + node.right];
    for (unsigned i = 1; i <= node.right; ++i) result = field_.scaled(result, k + i);
    return result;
  }
  [[nodiscard]] Value first(Operation operation, const Value& a) const {
    switch (operation) {
      case Operation::root: return field_.root(a);
      case Operation::exponential: return field_.exponential(a);
      case Operation::logarithm: return field_.logarithm(a);
      case Operation::sine: return field_.sine(a);
      case Operation::cosine: return field_.cosine(a);
      default: return field_.arctangent(a);
    }
  }
  /// Of a function w of u, k > 0, from its differential equation.
  [[nodiscard]] Value of_function(std::size_t place, const TaylorNode& node, unsigned k) const {
    const Row& w = values_[place];
    const Row& u = values_[plan_.place_of(node.left)];
    switch (node.operation) {
      case Operation::root: {  // w² = u
        const Value rest = field_.difference(u[k], convolved(w, w, k, 1, k - 1, false));
        return field_.quotient(rest, field_.scaled(w[0], 2));
      }
      case Operation::exponential: return divided(convolved(u, w, k, 1, k, true), k);
      case Operation::sine: return divided(convolved(u, values_[place + 1], k, 1, k, true), k);
      case Operation::cosine:
        return field_.scaled(divided(convolved(u, values_[place - 1], k, 1, k, true), k), -1);
      default: break;
    }
    const bool is_logarithm = node.operation == Operation::logarithm;  // w' v = u'
    const Row& v = is_logarithm ? u : values_[plan_.place_of(node.right)];
    const Value rest = field_.difference(u[k], divided(convolved(w, v, k, 1, k - 1, true), k));
    return field_.quotient(rest, v[0]);
  }
  void coefficient(std::size_t place, unsigned k, const Series<Value>& series, const Value& time) {
    const NodeIndex index = plan_.nodes()[place];
    const TaylorNode& node = plan_.graph().node(index);
    const auto row = [&](NodeIndex of) -> const Row& { return values_[plan_.place_of(of)]; };
    Value& result = values_[place][k];
    switch (node.operation) {
      case Operation::constant:
        result = field_.of(k == 0 ? plan_.graph().constant_value(index) : Rational(0));
        return;
      case Operation::time: result = k == 0 ? time : field_.of(Rational(k == 1 ? 1 : 0)); return;
      case Operation::jet: result = of_jet(node, k, series); return;
      case Operation::sum: result = field_.sum(row(node.left)[k], row(node.right)[k]); return;
      case Operation::product:
        result = convolved(row(node.left), row(node.right), k, 0, k, false);
        return;
      case Operation::quotient: {
        const Row& below = row(node.right);
        Value rest = row(node.left)[k];
        if (k > 0)
          rest = field_.difference(rest, convolved(values_[place], below, k, 0, k - 1, false));
        result = field_.quotient(rest, below[0]);
        return;
      }
      default: break;
    }
    result = k == 0 ? first(node.operation, row(node.left)[0]) : of_function(place, node, k);
  }

  const TaylorPlan& plan_;
  const Field& field_;
  std::vector<Row> values_;
};

}  // namespace leafwise::algebra::detail
