// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "local/signature.hpp"
#include "local/taylor_graph.hpp"
#include "local/taylor_program.hpp"

namespace leafwise::algebra::detail {

/// Equations with their partial derivatives that do not vanish identically.
struct LocalSystem {
  TaylorGraph graph;
  std::vector<NodeIndex> equations;
  std::vector<std::vector<Partial>> partials;  ///< of each equation
  std::size_t unknowns = 0;
};

/// A partial derivative that was dropped although no normal form proves it to be 0.
struct UnprovedZero {
  std::size_t equation = 0;
  JetIndex jet;
};

/// Drops the partial derivatives that vanish identically. Those are looked at that vanish at two
/// random jets, modulo a prime or in balls of 256 bits; a normal form proves it. What it leaves
/// open is dropped, too, and returned.
[[nodiscard]] std::vector<UnprovedZero> keep_true_partials(LocalSystem& system);

/// σ of the system, from its true partial derivatives.
[[nodiscard]] std::vector<SignatureEntry> signature_of(const LocalSystem& system);

/// E = { D^r F_i / r! : r ≤ c_i } in the Taylor coefficients y_{j,l}, l ≤ d_j, and ∂E. By *stages*
/// r − c_i of rows and l − d_j of columns it is block triangular; the block of stage k consists of
/// the rows of J = ∂F_i/∂y_j^(d_j − c_i) with c_i ≥ −k, up to positive factors.
class DerivativeArray {
 public:
  struct Row {
    std::size_t equation = 0;
    unsigned times = 0;
    int stage = 0;
  };
  struct Column {
    std::size_t unknown = 0;
    unsigned order = 0;
    int stage = 0;
  };
  /// A summand of ∂E: coefficient `order` of the partial derivative by a jet of order `jet_order`,
  /// times (order' + 1)…(order' + jet_order), where y_{j, order' + jet_order} is the column.
  struct Entry {
    std::size_t row = 0;
    std::size_t column = 0;
    NodeIndex partial = 0;
    unsigned order = 0;
    unsigned jet_order = 0;
  };
  template <typename Value>
  struct Result {
    std::vector<Value> residuals;  ///< of each row
    std::vector<Value> entries;    ///< of each entry
  };

  DerivativeArray(const LocalSystem& system, const Offsets& offsets);

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] int lowest_stage() const { return lowest_; }

  /// @pre a value for each column
  template <typename Field>
  [[nodiscard]] Result<typename Field::Value> evaluate(
      const Field& field,
      const std::vector<typename Field::Value>& values,
      const typename Field::Value& time) const {
    Series<typename Field::Value> series(system_.unknowns);
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      series[columns_[j].unknown].push_back(values[j]);
    }
    TaylorValues<Field> taylor(plan_, field);
    taylor.compute(series, time);
    Result<typename Field::Value> result;
    for (const Row& row : rows_) {
      result.residuals.push_back(taylor.at(system_.equations[row.equation], row.times));
    }
    for (const Entry& entry : entries_) {
      result.entries.push_back(taylor.at(entry.partial, entry.order));
      // Factor by factor: the product of many leaves 64 bits.
      const unsigned top = columns_[entry.column].order;
      for (unsigned k = 0; k < entry.jet_order; ++k) {
        result.entries.back() = field.scaled(result.entries.back(), top - k);
      }
    }
    return result;
  }

 private:
  const LocalSystem& system_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
  std::vector<Entry> entries_;
  TaylorPlan plan_;
  int lowest_ = 0;
};

}  // namespace leafwise::algebra::detail
