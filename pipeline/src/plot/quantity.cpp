// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/quantity.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/source_file.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Role;
using algebra::Variable;

namespace {

/// "x1''" is x1 of order 2, "der(x1,4)" of order 4.
std::optional<Variable> jet_of(const std::string& column) {
  std::string name = column;
  unsigned order = 0;
  while (name.ends_with('\'')) {
    name.pop_back();
    ++order;
  }
  const std::size_t comma = column.find(',');
  if (column.starts_with("der(") && column.ends_with(")") && comma != std::string::npos) {
    name = column.substr(4, comma - 4);
    const std::string digits = column.substr(comma + 1, column.size() - comma - 2);
    const bool is_short = !digits.empty() && digits.size() <= 3;
    if (!is_short ||
        !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      return std::nullopt;
    }
    order = static_cast<unsigned>(std::stoul(digits));
  }
  if (!algebra::is_name(name) || algebra::Scope::is_reserved(name)) return std::nullopt;
  return Variable{Role::unknown, name, order};
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The parser's complaint, with its place in the option's text.
[[noreturn]] void pass_on(const std::string& option,
                          const std::string& text,
                          const InvalidInput& error) {
  Mistake mistake = error.mistakes().front();
  const TextRange range = mistake.range.value_or(TextRange{0, text.size()});
  const std::size_t begin = std::min(range.begin, text.size());
  const std::size_t before = character_count(text.substr(0, begin));
  const std::size_t width = character_count(text.substr(begin, range.length));
  mistake.place = FilePlace{option, 0, before + 1, std::max<std::size_t>(width, 1), text};
  mistake.range.reset();
  throw InvalidInput(std::move(mistake));
}

}  // namespace

void refuse_option(const std::string& option,
                   const std::string& text,
                   std::string message,
                   std::string expected) {
  const std::size_t width = std::max<std::size_t>(character_count(text), 1);
  throw InvalidInput(Mistake{
      std::move(message), std::move(expected), std::nullopt, FilePlace{option, 0, 1, width, text}});
}

std::vector<std::string> parts_of(const std::string& option, const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth <= 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) {
    part = trimmed(part);
    if (part.empty()) refuse_option(option, text, "a name is missing", "names with commas between");
  }
  return parts;
}

Quantity::Quantity(std::string label,
                   const std::shared_ptr<const integrator::CompiledMap<double>>& function,
                   std::vector<std::size_t> columns)
    : label_(std::move(label)),
      function_(function->clone()),
      columns_(std::move(columns)),
      inputs_(columns_.size()) {}

double Quantity::at(std::span<const double> row) {
  if (column_) return row[*column_];
  for (std::size_t i = 0; i < columns_.size(); ++i) inputs_[i] = row[columns_[i]];
  double value = 0;
  function_->value(inputs_, std::span<double>(&value, 1));
  return value;
}

std::vector<double> Quantity::of(const RunTable& table) {
  if (column_) return table.values.at(*column_);
  std::vector<double> row(table.names.size());
  std::vector<double> values(table.rows());
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const std::size_t column : columns_) row[column] = table.values[column][i];
    values[i] = at(row);
  }
  return values;
}

Quantities::Quantities(const RunFolder& run) : table_(run.trajectory), run_(run.path.string()) {
  const std::string& independent = run.decomposition.independent;
  for (const std::string& name : table_.names) {
    std::optional<Variable> variable = jet_of(name);
    if (variable && name == independent) variable->role = Role::independent;
    if (variable && !scope_.find(variable->name)) scope_.declare(variable->name, variable->role);
    variables_.push_back(std::move(variable));
  }
  declare_parameters(run.decomposition.parameters);
}

void Quantities::declare_parameters(const NamedTexts& parameters) {
  for (const auto& [name, text] : parameters) {
    if (!algebra::is_name(name) || algebra::Scope::is_reserved(name) || scope_.find(name)) continue;
    try {
      parameters_.emplace(name, algebra::parse_expression(text, algebra::Scope()));
      scope_.declare(name, Role::parameter);
    } catch (const InvalidInput&) {
      scope_.exclude(name, "decomposition.json has no number for it");
    }
  }
}

std::optional<std::size_t> Quantities::jet(const std::string& unknown, unsigned order) const {
  return table_.find(algebra::jet_name(unknown, order));
}

Quantity Quantities::formula(const std::string& option,
                             const std::string& text,
                             const Expression& expression) const {
  std::vector<Variable> inputs;
  std::vector<std::size_t> columns;
  for (const Variable& variable : algebra::variables_of(expression)) {
    if (variable.role == Role::parameter) continue;
    const auto column = table_.find(to_string(variable));
    if (!column) {
      refuse_option(option,
                    text,
                    run_ + " has no column " + to_string(variable),
                    "columns: " + word_list(table_.names, "and"));
    }
    inputs.push_back(variable);
    columns.push_back(*column);
  }
  NumericProgram program(inputs, parameters_);
  program.add_output(expression);
  return {text, program.map(), std::move(columns)};
}

Quantity Quantities::find(const std::string& option, const std::string& text) const {
  if (const auto column = table_.find(text)) return {text, *column};
  // A text that looks like a name is a column or a mistake; anything else is an expression.
  const bool is_word = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c == '_' || c == '\'' || (c < 0x80 && std::isalnum(c) != 0);
  });
  if (is_word && parameters_.count(text) == 0 && !text.empty() &&
      std::isdigit(static_cast<unsigned char>(text.front())) == 0) {
    const std::string near = nearest_word(text, table_.names);
    refuse_option(
        option,
        text,
        run_ + " has no column " + text,
        near.empty() ? "columns: " + word_list(table_.names, "and") : "did you mean " + near + "?");
  }
  try {
    return formula(option, text, algebra::parse_expression(text, scope_));
  } catch (const InvalidInput& error) {
    if (error.mistakes().front().place) throw;
    pass_on(option, text, error);
  }
}

Quantity Quantities::find_level(const std::string& option, const std::string& text) const {
  if (text.find('=') == std::string::npos) return find(option, text);
  try {
    return formula(option, text, algebra::parse_equation(text, scope_).residual());
  } catch (const InvalidInput& error) {
    if (error.mistakes().front().place) throw;
    pass_on(option, text, error);
  }
}

}  // namespace leafwise::pipeline::detail
