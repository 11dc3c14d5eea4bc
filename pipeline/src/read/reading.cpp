// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/reading.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/suggestion.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;

namespace {

/// The key that was meant: a habit from other programs, or else the nearest word.
std::string meant_by(const std::string& key, const std::vector<std::string>& known) {
  static const std::map<std::string, std::string> habits = {{"tol", "rtol"},
                                                            {"reltol", "rtol"},
                                                            {"abstol", "atol"},
                                                            {"dt", "step"},
                                                            {"h", "step"},
                                                            {"tend", "to"},
                                                            {"t_end", "to"},
                                                            {"solver", "method"},
                                                            {"variables", "unknowns"},
                                                            {"forces", "force"},
                                                            {"masses", "mass"}};
  const auto habit = habits.find(key);
  if (habit != habits.end() &&
      std::find(known.begin(), known.end(), habit->second) != known.end()) {
    return habit->second;
  }
  return nearest_word(key, known);
}

}  // namespace

Reading::Reading(const SourceFile& source, const std::vector<Setting>& settings)
    : source_(source), settings_(settings), document_(parse_document(source)) {}

void Reading::keep(const InvalidInput& error) {
  for (const Mistake& mistake : error.mistakes()) {
    if (mistakes_.size() <= most_shown_mistakes) mistakes_.push_back(mistake);
  }
}

void Reading::stop_if_mistaken() {
  if (!mistakes_.empty()) finish();
}

void Reading::defer() {
  deferred_.insert(deferred_.end(), mistakes_.begin(), mistakes_.end());
  mistakes_.clear();
}

void Reading::finish() {
  defer();
  if (deferred_.empty()) return;
  std::vector<Mistake> sorted = std::exchange(deferred_, {});
  std::stable_sort(sorted.begin(), sorted.end(), [](const Mistake& a, const Mistake& b) {
    const auto position = [](const Mistake& mistake) {
      return mistake.place ? std::pair(mistake.place->line, mistake.place->column)
                           : std::pair(std::size_t{0}, std::size_t{0});
    };
    return position(a) < position(b);
  });
  // A mistake may be found twice: in the structure and in the values.
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
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
    const std::string near = meant_by(entry.key, known);
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
  refuse(value.range, describe(value.kind) + " where " + describe(kind) + " is expected", what);
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
    check_values(expression);
    return WrittenExpression{snippet.text, snippet.origin, std::move(expression)};
  });
}

WrittenEquation Reading::equation(const Snippet& snippet) {
  return located(snippet, [&] {
    Expression residual = algebra::parse_equation(snippet.text, scope_).residual();
    check_values(residual);
    return WrittenEquation{snippet.text, snippet.origin, std::move(residual)};
  });
}

/// Every exponent must be allowed, and every part without variables must have a value. Parameters
/// count as what they stand for.
void Reading::check_values(const Expression& expression) const {
  const Expression valued = with_parameters(expression, numeric_parameters);
  std::unordered_map<const void*, bool> known;
  if (check_constants(valued, known)) (void)algebra::exact_value(valued);
}

bool Reading::check_constants(const Expression& expression,
                              std::unordered_map<const void*, bool>& known) const {
  const Expression::Kind kind = expression.kind();
  if (expression.operands().empty()) return kind != Expression::Kind::variable;
  // Values of parameters are shared: look at each once.
  if (const auto seen = known.find(expression.identity()); seen != known.end()) {
    return seen->second;
  }
  std::vector<bool> constant;
  constant.reserve(expression.operands().size());
  for (const Expression::Operand& operand : expression.operands()) {
    constant.push_back(check_constants(operand.expression, known));
  }
  const bool all = std::find(constant.begin(), constant.end(), false) == constant.end();
  known.emplace(expression.identity(), all);
  if (kind == Expression::Kind::power) (void)algebra::exponent_value(expression.operand(1));
  if (all) return true;
  // The largest parts that are constant: each is computed once.
  for (std::size_t i = 0; i < constant.size(); ++i) {
    if (!constant[i]) continue;
    const Expression::Operand& operand = expression.operands()[i];
    const bool divides = kind == Expression::Kind::product && operand.inverted;
    if (divides && algebra::sign_of(operand.expression) == 0) {
      throw InvalidInput(Mistake{"division by zero",
                                 "a divisor that is not zero",
                                 operand.expression.range(),
                                 std::nullopt});
    }
    if (!divides && !operand.expression.operands().empty()) {
      (void)algebra::exact_value(operand.expression);
    }
  }
  return false;
}

WrittenExpression Reading::constant(const Snippet& snippet) {
  return located(snippet, [&] {
    const Expression written = algebra::parse_expression(snippet.text, parameter_scope_);
    const Expression value = with_parameters(written, numeric_parameters);
    check_size(value, written.range());
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
  const auto open = algebra::variables_of(written.expression);
  if (!open.empty()) {
    refuse(value.range,
           "this depends on a symbolic parameter that has no number",
           "--set " + open.begin()->name + "=…, or " + what);
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

void check_size(const Expression& value, TextRange range) {
  constexpr unsigned most_nesting = 1000;
  constexpr std::size_t most_nodes = 100'000;
  if (value.nesting() <= most_nesting && value.size() <= most_nodes) return;
  throw InvalidInput(Mistake{"too large when the parameters in it are written out",
                             "simpler expressions",
                             range,
                             std::nullopt});
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
