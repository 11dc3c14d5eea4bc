// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/suggestion.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;

namespace {

/// More than a screen of mistakes helps nobody.
constexpr std::size_t most_mistakes = 20;

}  // namespace

Reading::Reading(const SourceFile& source, const std::vector<Setting>& settings)
    : source_(source), settings_(settings), document_(parse_document(source)) {}

void Reading::keep(const InvalidInput& error) {
  for (const Mistake& mistake : error.mistakes()) {
    if (mistakes_.size() < most_mistakes) mistakes_.push_back(mistake);
  }
}

void Reading::stop_if_mistaken() const {
  if (mistakes_.empty()) return;
  std::vector<Mistake> sorted = mistakes_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Mistake& a, const Mistake& b) {
    const auto position = [](const Mistake& mistake) {
      return mistake.place ? std::pair(mistake.place->line, mistake.place->column)
                           : std::pair(std::size_t{0}, std::size_t{0});
    };
    return position(a) < position(b);
  });
  throw InvalidInput(std::move(sorted));
}

void Reading::refuse(TextRange range, std::string message, std::string expected) const {
  throw InvalidInput(
      Mistake{std::move(message), std::move(expected), std::nullopt, source_.place(range)});
}

void Reading::note(TextRange range, std::string message, std::string expected) {
  attempt([&] { refuse(range, std::move(message), std::move(expected)); });
}

void Reading::check_keys(const Value& table,
                         const std::vector<std::string>& known,
                         const std::string& where) {
  for (const Entry& entry : table.entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    const std::string near = nearest_word(entry.key, known);
    note(entry.key_range,
         "unknown key '" + entry.key + "' " + where,
         near.empty() ? word_list(known) : "did you mean '" + near + "'?");
  }
}

const Value* Reading::table(const std::string& name) const {
  const Entry* entry = document_.find(name);
  if (entry == nullptr) return nullptr;
  if (entry->value.kind != Value::Kind::table) {
    refuse(entry->key_range,
           "'" + name + "' is " + describe(entry->value.kind),
           "a table: [" + name + "]");
  }
  return &entry->value;
}

void Reading::require_kind(const Value& value, Value::Kind kind, const std::string& what) const {
  if (value.kind == kind) return;
  refuse(value.range, describe(value.kind) + " where " + describe(kind) + " is wanted", what);
}

std::string Reading::text_of(const Value& value, const std::string& what) const {
  require_kind(value, Value::Kind::text, what);
  return value.text;
}

bool Reading::truth_of(const Value& value, const std::string& what) const {
  require_kind(value, Value::Kind::boolean, what);
  return value.truth;
}

const std::vector<Value>& Reading::list_of(const Value& value, const std::string& what) const {
  require_kind(value, Value::Kind::array, what);
  return value.items;
}

std::size_t Reading::choice_of(const Value& value, const std::vector<std::string>& words) const {
  std::vector<std::string> quoted;
  quoted.reserve(words.size());
  for (const std::string& word : words) quoted.push_back("\"" + word + "\"");
  const std::string wanted = word_list(quoted);
  require_kind(value, Value::Kind::text, wanted);
  const auto found = std::find(words.begin(), words.end(), value.text);
  if (found == words.end()) {
    const std::string near = nearest_word(value.text, words);
    refuse(value.range,
           "'" + value.text + "' is not a choice here",
           near.empty() ? wanted : "did you mean \"" + near + "\"? Choices: " + wanted);
  }
  return static_cast<std::size_t>(found - words.begin());
}

Snippet Reading::snippet(const Value& value, const std::string& what) const {
  return snippet_of(source_, value, what);
}

WrittenExpression Reading::expression(const Snippet& snippet) {
  return located(snippet, [&] {
    Expression expression = algebra::parse_expression(snippet.text, scope_);
    check_constants(expression);
    return WrittenExpression{snippet.text, snippet.origin, std::move(expression)};
  });
}

WrittenEquation Reading::equation(const Snippet& snippet) {
  return located(snippet, [&] {
    Expression residual = algebra::parse_equation(snippet.text, scope_).residual();
    check_constants(residual);
    return WrittenEquation{snippet.text, snippet.origin, std::move(residual)};
  });
}

/// Every exponent must be allowed, and every part without variables must have a value. Parameters
/// count as what they stand for.
void Reading::check_constants(const Expression& expression) const {
  const Expression::Kind kind = expression.kind();
  const bool atom = expression.operands().empty();
  if (atom) return;
  const auto valued = [this](const Expression& part) {
    return with_parameters(part, numeric_parameters).at(part.range());
  };
  if (kind == Expression::Kind::power) {
    (void)algebra::exponent_value(valued(expression.operand(1)));
  }
  const Expression whole = valued(expression);
  if (algebra::variables_of(whole).empty()) {
    (void)algebra::exact_value(whole);
    return;
  }
  for (const Expression::Operand& operand : expression.operands()) {
    check_constants(operand.expression);
    if (kind != Expression::Kind::product || !operand.inverted) continue;
    const Expression divisor = valued(operand.expression);
    if (!algebra::variables_of(divisor).empty() || algebra::sign_of(divisor) != 0) continue;
    throw InvalidInput(Mistake{"division by zero",
                               "a divisor that is not zero",
                               operand.expression.range(),
                               std::nullopt});
  }
}

WrittenExpression Reading::constant(const Snippet& snippet) {
  return located(snippet, [&] {
    const Expression written = algebra::parse_expression(snippet.text, parameter_scope_);
    Expression value = with_parameters(written, numeric_parameters).at(written.range());
    // A symbolic parameter without a number leaves the value open, which is no mistake here.
    if (algebra::variables_of(value).empty()) (void)algebra::nearest_double(value);
    return WrittenExpression{snippet.text, snippet.origin, collapsed(value)};
  });
}

WrittenExpression Reading::constant(const Value& value, const std::string& what) {
  return constant(snippet(value, what));
}

double Reading::number(const Value& value, const std::string& what) {
  const WrittenExpression written = constant(value, what);
  if (!algebra::variables_of(written.expression).empty()) {
    refuse(value.range, "this depends on a symbolic parameter that has no number", what);
  }
  return algebra::nearest_double(written.expression);
}

void Reading::forbid(const WrittenExpression& written,
                     const Snippet& snippet,
                     const std::function<bool(const algebra::Variable&)>& matches,
                     const std::function<Mistake(const algebra::Variable&)>& mistake) const {
  const std::optional<Expression> found = algebra::find_variable(written.expression, matches);
  if (!found) return;
  Mistake refused = mistake(found->as_variable());
  refused.place = snippet.place(found->range());
  throw InvalidInput(std::move(refused));
}

Expression with_parameters(const Expression& expression,
                           const std::map<std::string, Expression>& values) {
  return algebra::substitute(expression, [&values](const algebra::Variable& variable) {
    const auto value = values.find(variable.name);
    const bool known = variable.role == algebra::Role::parameter && value != values.end();
    return known ? std::optional<Expression>(value->second) : std::nullopt;
  });
}

Expression collapsed(const Expression& constant) {
  if (!algebra::variables_of(constant).empty()) return constant;
  const std::optional<algebra::Surd> exact = algebra::exact_value(constant);
  const std::optional<algebra::Rational> rational = exact ? exact->as_rational() : std::nullopt;
  return rational ? Expression::number(*rational) : constant;
}

}  // namespace leafwise::pipeline::detail
