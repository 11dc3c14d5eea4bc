// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/algebra/scope.hpp"
#include "model/numeric_program.hpp"
#include "plot/run_folder.hpp"

/// A quantity to be drawn: a column of a run, or an expression in columns.
namespace leafwise::pipeline::detail {

/// A function of the rows of a run.
class Quantity {
 public:
  Quantity(std::string label, std::size_t column) : label_(std::move(label)), column_(column) {}
  /// @param columns the inputs of the function
  Quantity(std::string label,
           const std::shared_ptr<const integrator::CompiledMap<double>>& function,
           std::vector<std::size_t> columns);

  [[nodiscard]] const std::string& label() const { return label_; }
  [[nodiscard]] std::optional<std::size_t> column() const { return column_; }

  /// @param row a number for each column of the trajectory
  [[nodiscard]] double at(std::span<const double> row);
  /// Of each row. @pre the table has the columns of the trajectory
  [[nodiscard]] std::vector<double> of(const RunTable& table);

 private:
  std::string label_;
  std::optional<std::size_t> column_;
  std::unique_ptr<integrator::SmoothMap<double>> function_;
  std::vector<std::size_t> columns_;
  std::vector<double> inputs_;
};

/// The names that a run gives meaning to.
class Quantities {
 public:
  explicit Quantities(const RunFolder& run);

  /// A column by its name, or an expression in columns and parameters.
  /// @param option "--y", for messages
  /// @throws InvalidInput with the place in the option's text
  [[nodiscard]] Quantity find(const std::string& option, const std::string& text) const;

  /// The same of a text that may be an equation: left − right.
  [[nodiscard]] Quantity find_level(const std::string& option, const std::string& text) const;

  /// The place of the column of a jet; none if there is no such column.
  [[nodiscard]] std::optional<std::size_t> jet(const std::string& unknown, unsigned order) const;
  /// Which jet a column holds; none of `_s` and the like.
  [[nodiscard]] const std::optional<algebra::Variable>& variable(std::size_t column) const {
    return variables_.at(column);
  }

 private:
  void declare_parameters(const NamedTexts& parameters);
  [[nodiscard]] Quantity formula(const std::string& option,
                                 const std::string& text,
                                 const algebra::Expression& expression) const;

  const RunTable& table_;
  std::string run_;                                          ///< for messages
  std::vector<std::optional<algebra::Variable>> variables_;  ///< of each column
  algebra::Scope scope_;
  ParameterValues parameters_;
};

/// The parts of a list of names and expressions: commas within parentheses do not divide.
/// @throws InvalidInput if a part is empty
[[nodiscard]] std::vector<std::string> parts_of(const std::string& option, const std::string& text);

/// @throws InvalidInput with the text of an option as the place
[[noreturn]] void refuse_option(const std::string& option,
                                const std::string& text,
                                std::string message,
                                std::string expected);

}  // namespace leafwise::pipeline::detail
