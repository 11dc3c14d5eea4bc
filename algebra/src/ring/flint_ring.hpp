// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flint/fmpq_mpoly.h>

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/job.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/variable.hpp"

namespace leafwise::algebra::detail {

/// ℚ[variables] in FLINT, ordered by degree reverse lexicographically; translates between our
/// polynomials, FLINT's, and those that travel to the worker.
class FlintRing {
 public:
  explicit FlintRing(std::vector<Variable> variables);
  ~FlintRing();
  FlintRing(const FlintRing&) = delete;
  FlintRing& operator=(const FlintRing&) = delete;

  [[nodiscard]] const std::vector<Variable>& variables() const noexcept { return variables_; }
  /// @pre the variable is one of the ring
  [[nodiscard]] std::size_t index_of(const Variable& variable) const;
  [[nodiscard]] bool has_all(const Polynomial& polynomial) const;

  [[nodiscard]] engine::WirePolynomial to_wire(const Polynomial& polynomial) const;
  [[nodiscard]] Polynomial from_wire(const engine::WirePolynomial& wire) const;

  void set(fmpq_mpoly_t target, const Polynomial& source) const;
  [[nodiscard]] Polynomial get(const fmpq_mpoly_t source) const;

  [[nodiscard]] const fmpq_mpoly_ctx_struct* context() const noexcept { return context_; }

 private:
  std::vector<Variable> variables_;
  std::map<Variable, std::size_t> indices_;
  mutable fmpq_mpoly_ctx_t context_;
};

/// Polynomials of one ring in FLINT's form.
class FlintPolynomials {
 public:
  FlintPolynomials(const FlintRing& ring, const std::vector<Polynomial>& polynomials);
  ~FlintPolynomials();
  FlintPolynomials(const FlintPolynomials&) = delete;
  FlintPolynomials& operator=(const FlintPolynomials&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return pointers_.size(); }
  [[nodiscard]] fmpq_mpoly_struct* at(std::size_t index) const { return pointers_[index]; }

  /// The remainder of a polynomial on division by all of these.
  [[nodiscard]] Polynomial remainder(const Polynomial& polynomial) const;

  /// Sorts by leading monomial, smallest first.
  void sort_by_leading_monomial();

 private:
  const FlintRing& ring_;
  std::vector<std::unique_ptr<fmpq_mpoly_struct>> storage_;
  std::vector<fmpq_mpoly_struct*> pointers_;
};

}  // namespace leafwise::algebra::detail
