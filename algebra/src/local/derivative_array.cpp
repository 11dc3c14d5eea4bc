// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/derivative_array.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "local/exact_zero.hpp"

namespace leafwise::algebra::detail {

namespace {

template <typename Field, typename Draw>
std::vector<typename Field::Value> at_random_jets(const LocalSystem& system,
                                                  const TaylorPlan& plan,
                                                  const std::vector<NodeIndex>& nodes,
                                                  const Field& field,
                                                  const Draw& draw) {
  unsigned top = 0;
  for (const auto& partials : system.partials) {
    for (const Partial& partial : partials) top = std::max(top, partial.jet.order);
  }
  Series<typename Field::Value> series(system.unknowns);
  for (auto& row : series) {
    for (unsigned order = 0; order <= top; ++order) row.push_back(draw());
  }
  TaylorValues<Field> values(plan, field);
  values.compute(series, draw());
  std::vector<typename Field::Value> found;
  found.reserve(nodes.size());
  for (const NodeIndex node : nodes) found.push_back(values.at(node, 0));
  return found;
}

std::vector<NodeIndex> all_partials(const LocalSystem& system) {
  std::vector<NodeIndex> nodes;
  for (const auto& partials : system.partials) {
    for (const Partial& partial : partials) nodes.push_back(partial.node);
  }
  return nodes;
}

TaylorPlan plan_of(const LocalSystem& system, const Offsets& offsets) {
  std::vector<NodeIndex> roots = system.equations;
  std::vector<unsigned> orders = offsets.rows;
  for (std::size_t i = 0; i < system.partials.size(); ++i) {
    for (const Partial& partial : system.partials[i]) {
      roots.push_back(partial.node);
      orders.push_back(offsets.rows[i]);
    }
  }
  return {system.graph, roots, orders};
}

}  // namespace

namespace {

/// What is certainly not 0 somewhere near these sizes is no zero: exponentials of large jets, as
/// they are in changed units, are in balls that say nothing.
void clear_where_balls_tell(const LocalSystem& system,
                            const std::vector<NodeIndex>& nodes,
                            std::mt19937_64& random,
                            std::vector<bool>& zero) {
  std::vector<std::size_t> places;
  std::vector<NodeIndex> suspects;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!zero[i]) continue;
    places.push_back(i);
    suspects.push_back(nodes[i]);
  }
  if (suspects.empty()) return;
  const TaylorPlan plan(system.graph, suspects, std::vector<unsigned>(suspects.size(), 0));
  const RealBalls balls{1024};
  for (const int size : {-8, -16, -32, 8}) {
    std::uniform_real_distribution<double> near(std::ldexp(0.1, size), std::ldexp(1, size));
    const auto enclosed =
        at_random_jets(system, plan, suspects, balls, [&] { return Ball(near(random)); });
    for (std::size_t k = 0; k < suspects.size(); ++k) {
      const arb_struct* ball = enclosed[k].raw();
      if (arb_is_finite(ball) != 0 && arb_contains_zero(ball) == 0) zero[places[k]] = false;
    }
  }
}

/// Which nodes vanish at two random jets modulo a prime, or in balls where there are functions: all
/// that vanish identically, and perhaps others.
std::vector<bool> zeros_at_random_jets(const LocalSystem& system,
                                       const std::vector<NodeIndex>& nodes) {
  const TaylorPlan plan(system.graph, nodes, std::vector<unsigned>(nodes.size(), 0));
  std::mt19937_64 random(7);  // any seed: what vanishes here is looked at again
  std::vector<bool> zero(nodes.size(), true);
  bool has_functions = false;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Residues residues;
    const auto exact = at_random_jets(
        system, plan, nodes, residues, [&] { return 1 + random() % (residues.prime - 1); });
    if (!residues.undefined) {
      for (std::size_t i = 0; i < nodes.size(); ++i) zero[i] = zero[i] && exact[i] == 0;
      continue;
    }
    has_functions = true;
    std::uniform_real_distribution<double> near(0.1, 1);
    const RealBalls balls{256};
    const auto enclosed =
        at_random_jets(system, plan, nodes, balls, [&] { return Ball(near(random)); });
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      // Outside of a function's domain nothing is known.
      const arb_struct* ball = enclosed[i].raw();
      zero[i] = zero[i] && arb_is_finite(ball) != 0 && arb_contains_zero(ball) != 0;
    }
  }
  if (has_functions) clear_where_balls_tell(system, nodes, random, zero);
  return zero;
}

}  // namespace

std::vector<UnprovedZero> keep_true_partials(LocalSystem& system) {
  const std::vector<bool> suspect = zeros_at_random_jets(system, all_partials(system));
  std::vector<UnprovedZero> unproved;
  std::size_t next = 0;
  for (std::size_t i = 0; i < system.partials.size(); ++i) {
    std::erase_if(system.partials[i], [&](const Partial& partial) {
      if (!suspect[next++]) return false;
      const Truth zero = vanishes_identically(system.graph, partial.node);
      if (zero == Truth::unknown) unproved.push_back({i, partial.jet});
      return zero != Truth::no;
    });
  }
  return unproved;
}

std::vector<SignatureEntry> signature_of(const LocalSystem& system) {
  std::vector<SignatureEntry> signature;
  for (std::size_t i = 0; i < system.partials.size(); ++i) {
    std::map<std::size_t, unsigned> highest;
    for (const Partial& partial : system.partials[i]) {
      unsigned& order = highest[partial.jet.unknown];
      order = std::max(order, partial.jet.order);
    }
    for (const auto& [column, order] : highest) signature.push_back({i, column, order});
  }
  return signature;
}

DerivativeArray::DerivativeArray(const LocalSystem& system, const Offsets& offsets)
    : system_(system), plan_(plan_of(system, offsets)) {
  std::vector<std::size_t> first;
  for (std::size_t j = 0; j < system.unknowns; ++j) {
    first.push_back(columns_.size());
    const auto d = static_cast<int>(offsets.columns[j]);
    for (int order = 0; order <= d; ++order) {
      columns_.push_back({j, static_cast<unsigned>(order), order - d});
    }
  }
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    const auto c = static_cast<int>(offsets.rows[i]);
    lowest_ = std::min(lowest_, -c);
    for (unsigned times = 0; times <= offsets.rows[i]; ++times) {
      for (const Partial& partial : system.partials[i]) {
        for (unsigned order = 0; order <= times; ++order) {
          const std::size_t column = first[partial.jet.unknown] + order + partial.jet.order;
          entries_.push_back(
              {rows_.size(), column, partial.node, times - order, partial.jet.order});
        }
      }
      rows_.push_back({i, times, static_cast<int>(times) - c});
    }
  }
}

}  // namespace leafwise::algebra::detail
