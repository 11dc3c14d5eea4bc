// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// Values of parameters that are letters of the algebra.
using ParameterValues = std::map<std::string, algebra::Expression>;

/// @throws InvalidInput if a symbolic parameter has no number: `--set k=…` gives it one
[[nodiscard]] ParameterValues parameter_values(const Model& model);

/// Translates exact functions of some variables into straight-line programs. Here, and nowhere
/// else, exact numbers become doubles: each coefficient and each constant part is computed exactly
/// and then rounded once, to nearest.
class NumericProgram {
 public:
  /// @param inputs the variables, in the order of the program's inputs
  NumericProgram(const std::vector<algebra::Variable>& inputs, ParameterValues parameters);

  [[nodiscard]] bool has(const algebra::Variable& variable) const {
    return places_.contains(variable);
  }

  /// @pre all variables are inputs or parameters with a value
  [[nodiscard]] integrator::Expression of(const algebra::Polynomial& polynomial);
  /// @pre as above
  [[nodiscard]] integrator::Expression of(const algebra::Expression& expression);

  void add_output(const algebra::Polynomial& polynomial) { outputs_.push_back(of(polynomial)); }
  void add_output(const algebra::Expression& expression) { outputs_.push_back(of(expression)); }
  void add_square(const algebra::Polynomial& polynomial);
  /// One output in the place of all: their sum, and a constant.
  void sum_outputs(double constant);
  /// expression − level
  void add_level(const algebra::Expression& expression, double level);
  [[nodiscard]] std::size_t output_count() const noexcept { return outputs_.size(); }

  [[nodiscard]] std::shared_ptr<const integrator::CompiledMap<double>> map() const;
  [[nodiscard]] integrator::Program program() const { return builder_->build(outputs_); }

 private:
  [[nodiscard]] integrator::Expression input(const algebra::Variable& variable);
  [[nodiscard]] integrator::Expression term(const algebra::Monomial& monomial,
                                            algebra::Rational coefficient);
  [[nodiscard]] integrator::Expression translated(const algebra::Expression& expression);
  [[nodiscard]] integrator::Expression power(const algebra::Expression& expression);
  /// The expression with numbers for its parameters.
  [[nodiscard]] algebra::Expression with_numbers(const algebra::Expression& expression) const;

  std::unique_ptr<integrator::ProgramBuilder> builder_;
  std::map<algebra::Variable, std::size_t> places_;
  ParameterValues parameters_;
  std::map<const void*, integrator::Expression> known_;
  std::vector<algebra::Expression> kept_;  ///< so that no address in `known_` is used again
  std::vector<integrator::Expression> outputs_;
};

}  // namespace leafwise::pipeline::detail
