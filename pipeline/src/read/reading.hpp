// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/polynomialiser.hpp"
#include "leafwise/algebra/scope.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/pipeline/mistake_text.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/setting.hpp"
#include "read/document.hpp"
#include "read/snippet.hpp"
#include "text/counted.hpp"

namespace leafwise::pipeline::detail {

/// One reading of one problem file: the document, the names known so far, the mistakes found so
/// far. A mistake in one entry does not hide those in others: entries are read with `attempt`.
class Reading {
 public:
  Reading(const SourceFile& source, const std::vector<Setting>& settings);

  [[nodiscard]] const SourceFile& source() const noexcept { return source_; }
  [[nodiscard]] const Value& document() const noexcept { return document_; }
  [[nodiscard]] const std::vector<Setting>& settings() const noexcept { return settings_; }

  /// Runs `action` and keeps the mistakes it throws. Does nothing once there are so many that the
  /// file is refused anyway.
  template <typename Action>
  void attempt(const Action& action) {
    if (mistakes_.size() > most_shown_mistakes) return;
    try {
      action();
    } catch (const InvalidInput& error) {
      keep(error);
    }
  }
  /// Throws what was found, if anything: nothing after this sees half-read input. The mistakes go
  /// with the exception: an `attempt` around this keeps them once, not twice.
  void stop_if_mistaken();
  /// Mistakes so far do not stop the reading; they are said with the first that does, or by
  /// `finish`.
  void defer();
  /// Throws everything that was found, deferred or not.
  void finish();

  /// @throws InvalidInput, always, at this range of the file
  [[noreturn]] void refuse(TextRange range, std::string message, std::string expected) const;
  /// Keeps such a mistake and goes on.
  void note(TextRange range, std::string message, std::string expected);

  // -- the document --
  /// Notes every key that is not among `known`, with a suggestion. `where`: "[integrate]".
  void check_keys(const Value& table,
                  const std::vector<std::string>& known,
                  const std::string& where);
  /// The table of this name at top level; null if absent. Anything else there is refused.
  [[nodiscard]] const Value* table(const std::string& name) const;
  void require_kind(const Value& value, Value::Kind kind, const std::string& what) const;
  [[nodiscard]] std::string text_of(const Value& value, const std::string& what) const;
  [[nodiscard]] bool truth_of(const Value& value, const std::string& what) const;
  [[nodiscard]] const std::vector<Value>& list_of(const Value& value,
                                                  const std::string& what) const;
  /// One of a few words, for instance "rising"; the index of it.
  [[nodiscard]] std::size_t choice_of(const Value& value,
                                      const std::vector<std::string>& words) const;
  [[nodiscard]] Snippet snippet(const Value& value, const std::string& what) const;

  // -- names --
  [[nodiscard]] algebra::Scope& parameter_scope() noexcept { return parameter_scope_; }
  /// Independent variable, unknowns, parameters; in mechanical systems also the multipliers.
  [[nodiscard]] algebra::Scope& scope() noexcept { return scope_; }
  /// Values of parameters in the algebra: symbolic ones have none.
  std::map<std::string, algebra::Expression> exact_parameters;
  /// Values of parameters in numbers: symbolic ones if they were given one.
  std::map<std::string, algebra::Expression> numeric_parameters;
  /// What belongs to the system, before monitored invariants were read.
  std::vector<algebra::AuxiliaryRelation> system_relations;
  std::size_t system_auxiliaries = 0;
  /// By these equations are multiplied, as they vanish where the run begins.
  std::vector<algebra::Expression> cleared;
  /// What an equation is divided by and vanishes there, while the equation has no pole.
  std::vector<algebra::Expression> vanishing;
  /// So does what functions, powers and divisors hold, and none of it has a pole there.
  bool divides_inside = false;
  bool has_pole = false;
  /// Functions of such a quotient have no value at the start: they have a limit.
  bool begins_at_limits = false;
  /// Of the system; created once the names are known.
  std::unique_ptr<algebra::Polynomialiser> polynomialiser;

  // -- expressions --
  /// An expression in jets, checked for constants that have no value (1/0, sqrt(-1)).
  [[nodiscard]] WrittenExpression expression(const Snippet& snippet);
  [[nodiscard]] WrittenEquation equation(const Snippet& snippet);
  /// A constant in parameters; the expression has their values put in.
  [[nodiscard]] WrittenExpression constant(const Snippet& snippet);
  [[nodiscard]] WrittenExpression constant(const Value& value, const std::string& what);
  /// The double nearest to a constant.
  [[nodiscard]] double number(const Value& value, const std::string& what);
  /// Refuses the first variable in `written` for which `matches` holds.
  void forbid(const WrittenExpression& written,
              const Snippet& snippet,
              const std::function<bool(const algebra::Variable&)>& matches,
              const std::function<Mistake(const algebra::Variable&)>& mistake) const;

 private:
  void keep(const InvalidInput& error);
  /// Checks that all parts without variables have values; tells whether the whole is one.
  [[nodiscard]] bool check_constants(const algebra::Expression& expression,
                                     std::unordered_map<const void*, bool>& known) const;
  void check_values(const algebra::Expression& expression) const;

  const SourceFile& source_;
  std::vector<Setting> settings_;
  Value document_;
  algebra::Scope parameter_scope_;
  algebra::Scope scope_;
  std::vector<Mistake> mistakes_;
  std::vector<Mistake> deferred_;
};

// The parts of a problem file, in the order in which they are read.
void read_structure(Reading& reading);
void read_names(Reading& reading, Problem& problem);
void read_parameters(Reading& reading, Problem& problem);
void read_equations(Reading& reading, Problem& problem);
void read_mechanics(Reading& reading, Problem& problem);
void read_inequations(Reading& reading, Problem& problem);
void read_invariants(Reading& reading, Problem& problem);
/// Puts the polynomial form together: relations of auxiliaries, orders.
void complete_polynomial_form(Reading& reading, Problem& problem);
void read_points(Reading& reading, Problem& problem);
void read_branch(Reading& reading, Problem& problem);
void read_integrate(Reading& reading, Problem& problem);
void read_events(Reading& reading, Problem& problem);
void read_view(Reading& reading, Problem& problem);
void read_sweep(Reading& reading, Problem& problem);

/// Reads everything but [sweep]: one run of it.
[[nodiscard]] Problem read_without_sweep(const SourceFile& source,
                                         const std::vector<Setting>& settings);

/// A declared name that may not be used twice or be reserved. @throws InvalidInput at `range`
void check_new_name(Reading& reading, const std::string& name, TextRange range, bool mechanics);

/// Refuses a derivative above the order to which its unknown occurs.
/// @throws InvalidInput with this range
void check_order(const Model& model, const algebra::Variable& variable, TextRange range);

/// Refuses values that cannot be recursed over, or that are too long to show.
/// @throws InvalidInput with this range
void check_size(const algebra::Expression& value, TextRange range);

/// Puts values in the place of parameters.
[[nodiscard]] algebra::Expression with_parameters(
    const algebra::Expression& expression,
    const std::map<std::string, algebra::Expression>& values);

/// A rational constant as one number; anything else unchanged.
[[nodiscard]] algebra::Expression collapsed(const algebra::Expression& constant);

}  // namespace leafwise::pipeline::detail
