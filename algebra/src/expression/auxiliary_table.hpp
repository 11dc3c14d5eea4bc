// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/auxiliary.hpp"

namespace leafwise::algebra::detail {

/// The auxiliaries of one system: found by what they stand for, created under fresh names.
class AuxiliaryTable {
 public:
  explicit AuxiliaryTable(std::set<std::string> taken) : taken_(std::move(taken)) {}

  [[nodiscard]] const std::vector<Auxiliary>& all() const noexcept { return all_; }

  /// The index of the auxiliary with this kind and argument.
  [[nodiscard]] std::optional<std::size_t> find(AuxiliaryKind kind,
                                                const Polynomial& argument) const;
  /// Adds one that is not there yet; `original` is what people see.
  std::size_t add(AuxiliaryKind kind, const Polynomial& argument, const Expression& original);

  /// What multiplies u' in the derivative of a logarithm or arctangent: 1/u, 1/(1 + u²).
  void set_slope(std::size_t index, Polynomial slope);

  /// A further polynomial that vanishes, by an addition theorem. It leaves no constant of
  /// integration open.
  void add_relation(std::size_t index, Polynomial polynomial);

  /// The auxiliary with this name; null if the variable is not an auxiliary of order 0.
  [[nodiscard]] const Auxiliary* named(const Variable& variable) const;
  [[nodiscard]] Polynomial as_polynomial(std::size_t index) const;

  /// Nothing in the polynomial changes with the independent variable.
  [[nodiscard]] bool is_constant(const Polynomial& polynomial) const;
  /// Nothing in it is open: a number, though perhaps known only as a root.
  [[nodiscard]] bool is_number(const Polynomial& polynomial) const;

  /// The polynomial as an expression, with auxiliaries by their definition or by their original.
  [[nodiscard]] Expression defined(const Polynomial& polynomial) const;
  [[nodiscard]] Expression restored(const Polynomial& polynomial) const;
  /// As `restored`, but keeps the names of auxiliaries where the result would be too long to read.
  [[nodiscard]] Expression readable(const Polynomial& polynomial) const;

  /// The total derivative, with the derivatives of auxiliaries replaced where a polynomial gives
  /// them: s' by c·u', (1/u)' by −w²·u'. It keeps orders low.
  [[nodiscard]] Polynomial derivative(const Polynomial& polynomial) const;

  [[nodiscard]] std::vector<AuxiliaryRelation> relations() const;
  [[nodiscard]] unsigned added_constants() const;

 private:
  struct Quotient {
    Polynomial sine;
    Polynomial cosine;
  };

  [[nodiscard]] std::string fresh_name();
  [[nodiscard]] std::optional<Quotient> as_quotient(std::size_t index) const;
  [[nodiscard]] std::optional<Polynomial> explicit_derivative(std::size_t index) const;
  [[nodiscard]] Polynomial rate_of(std::size_t index) const;
  [[nodiscard]] Polynomial partner(std::size_t index, AuxiliaryKind kind) const;
  void add_relations(std::size_t index, std::vector<AuxiliaryRelation>& relations) const;

  std::set<std::string> taken_;
  std::vector<Auxiliary> all_;
  std::map<std::string, std::size_t> by_name_;
  std::map<std::pair<AuxiliaryKind, Polynomial>, std::size_t> by_meaning_;
  std::map<std::size_t, Polynomial> slopes_;
  std::map<std::size_t, std::vector<Polynomial>> further_relations_;
  std::size_t last_number_ = 0;
  /// Derivatives already worked out; they never change.
  mutable std::map<std::size_t, Polynomial> rates_;
};

}  // namespace leafwise::algebra::detail
