// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "expression/argument_basis.hpp"
#include "expression/auxiliary_table.hpp"
#include "leafwise/algebra/polynomialiser.hpp"
#include "leafwise/algebra/surd.hpp"

namespace leafwise::algebra {

/// Each member that can refuse its input takes the place to name in the error.
class Polynomialiser::Impl {
 public:
  Impl(std::set<std::string> taken,
       std::map<std::string, Expression> parameters,
       const PolynomialLimits& limits)
      : table_(std::move(taken)), parameters_(std::move(parameters)), limits_(limits) {}

  [[nodiscard]] const detail::AuxiliaryTable& table() const noexcept { return table_; }

  [[nodiscard]] Polynomial convert(const Expression& expression);

 private:
  [[nodiscard]] Polynomial of_variable(const Variable& variable);
  [[nodiscard]] Polynomial of_sum(const Expression& expression);
  [[nodiscard]] Polynomial of_product(const Expression& expression);
  [[nodiscard]] Polynomial of_power(const Expression& expression);
  [[nodiscard]] Expression resolved(const Expression& expression) const;
  [[nodiscard]] Polynomial of_call(const Expression& expression);

  // polynomialiser_functions.cpp: the auxiliary behind a function, found or made.
  [[nodiscard]] Polynomial root(const Polynomial& u, const Expression& place);
  [[nodiscard]] Polynomial root_of_number(const Rational& u, const Expression& place);
  [[nodiscard]] Polynomial reciprocal(const Polynomial& u, const Expression& place);
  [[nodiscard]] Polynomial reciprocal_of_monomial(const Monomial& monomial,
                                                  const Expression& place);
  [[nodiscard]] Polynomial function_of(Function function,
                                       const Polynomial& u,
                                       const Expression& place);
  void add_with_slope(Function function,
                      const Polynomial& u,
                      const Expression& shown,
                      TextRange range);
  // polynomialiser_sums.cpp: functions with addition theorems.
  struct PairFamily;
  [[nodiscard]] Polynomial paired(AuxiliaryKind kind,
                                  const Polynomial& u,
                                  const Expression& argument);
  [[nodiscard]] Polynomial exponential(const Polynomial& u, const Expression& place);
  [[nodiscard]] Polynomial found_or_added(AuxiliaryKind kind,
                                          const Polynomial& u,
                                          const Expression& original);
  [[nodiscard]] int sign_of_number(const Polynomial& u, const Expression& place) const;
  [[nodiscard]] std::vector<Rational> primes_of(const Rational& squarefree) const;
  [[nodiscard]] std::optional<Surd> as_surd(const Polynomial& polynomial) const;
  [[nodiscard]] Polynomial from_surd(const Surd& surd, const Expression& place);

  [[nodiscard]] Polynomial product(const Polynomial& left,
                                   const Polynomial& right,
                                   TextRange range);
  [[nodiscard]] Polynomial power(const Polynomial& base, std::int64_t exponent, TextRange range);
  /// √p·√p = p for the roots of primes, so that constants stay in normal form; and x·(1/x) = 1.
  [[nodiscard]] Polynomial reduced(const Polynomial& polynomial) const;
  [[nodiscard]] Monomial without_inverses(const Monomial& monomial) const;
  void check_auxiliaries(TextRange range) const;
  void check_size(const Polynomial& polynomial, TextRange range) const;

  detail::AuxiliaryTable table_;
  detail::ArgumentBasis circular_basis_;
  detail::ArgumentBasis hyperbolic_basis_;
  detail::ArgumentBasis exponential_basis_;
  std::map<std::string, Expression> parameters_;
  std::map<std::string, Polynomial> parameter_values_;
  std::map<std::string, Rational> prime_roots_;  ///< name of √p → p
  /// Roots by their argument divided by its content: multiples of each other share one.
  std::map<Polynomial, std::size_t> roots_;
  std::map<std::string, Variable> inverses_;  ///< name of 1/x → x, for variables x
  PolynomialLimits limits_;
  std::size_t work_ = 0;
};

}  // namespace leafwise::algebra
