// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/suggestion.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;

namespace {

/// A parameter while it is read: its own text, not yet the values of others put in.
struct Draft {
  Snippet snippet;
  Expression written;
  bool symbolic = false;
  bool has_value = true;
};

using Drafts = std::map<std::string, Draft>;

/// Chains of parameters that use each other are followed by recursion; this bounds it.
constexpr std::size_t longest_chain = 100;

Draft read_draft(Reading& reading, const Entry& entry) {
  Draft draft;
  draft.snippet = reading.snippet(entry.value, "a number, or text: \"1/3\", \"sqrt(3)/2\"");
  if (entry.value.kind == Value::Kind::text && entry.value.text == "symbolic") {
    draft.symbolic = true;
    draft.has_value = false;
    return draft;
  }
  const bool misspelt = entry.value.kind == Value::Kind::text &&
                        !reading.parameter_scope().find(entry.value.text) &&
                        !nearest_word(entry.value.text, {"symbolic"}).empty();
  if (misspelt) {
    reading.refuse(entry.value.range,
                   "'" + entry.value.text + "' is not a value",
                   "did you mean \"symbolic\"?");
  }
  draft.written = located(draft.snippet, [&] {
    return algebra::parse_expression(draft.snippet.text, reading.parameter_scope());
  });
  return draft;
}

/// `--set name=value` replaces the text of the file; a symbolic parameter stays symbolic.
void apply_settings(Reading& reading, Drafts& drafts) {
  for (const Setting& setting : reading.settings()) {
    if (setting.target.starts_with("initial.")) continue;
    const std::string argument = setting.target + "=" + setting.value;
    reading.attempt([&] {
      const auto found = drafts.find(setting.target);
      if (found == drafts.end()) {
        const std::vector<std::string>& names =
            reading.parameter_scope().names(algebra::Role::parameter);
        const std::string near = nearest_word(setting.target, names);
        std::string expected = near.empty() ? "" : "did you mean '" + near + "'? ";
        expected += names.empty() ? "this file has no parameters; initial.NAME sets initial values"
                                  : "a parameter (" + word_list(names) + ") or initial.NAME";
        throw InvalidInput(Mistake{"'" + setting.target + "' is not a parameter",
                                   expected,
                                   std::nullopt,
                                   FilePlace{"--set", 0, 1, setting.target.size(), argument}});
      }
      Draft& draft = found->second;
      if (setting.value == "symbolic") {
        throw InvalidInput(Mistake{"only the file can make a parameter symbolic",
                                   "a number: --set " + setting.target + "=1/2",
                                   std::nullopt,
                                   FilePlace{"--set", 0, 1, argument.size(), argument}});
      }
      draft.snippet = snippet_of_argument("--set", argument, setting.target.size() + 1);
      draft.has_value = true;
      draft.written = located(draft.snippet, [&] {
        return algebra::parse_expression(draft.snippet.text, reading.parameter_scope());
      });
    });
  }
}

/// Orders the parameters so that each comes after those it uses.
class Order {
 public:
  explicit Order(const Drafts& drafts) : drafts_(drafts) {
    for (const auto& [name, draft] : drafts_) visit(name);
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  void visit(const std::string& name) {
    if (done_.contains(name)) return;
    const Draft& draft = drafts_.at(name);
    const auto open = std::find(path_.begin(), path_.end(), name);
    if (open != path_.end()) {
      std::string cycle;
      for (auto step = open; step != path_.end(); ++step) cycle += *step + " -> ";
      refuse(draft,
             "these parameters use each other in a circle: " + cycle + name,
             "parameters that end in numbers");
    }
    if (path_.size() >= longest_chain) {
      refuse(draft,
             "parameters use each other in too long a chain",
             "chains of at most " + std::to_string(longest_chain));
    }
    path_.push_back(name);
    for (const algebra::Variable& used : algebra::variables_of(draft.written)) visit(used.name);
    path_.pop_back();
    done_.insert(name);
    names_.push_back(name);
  }

  [[noreturn]] static void refuse(const Draft& draft, std::string message, std::string expected) {
    throw InvalidInput(Mistake{std::move(message),
                               std::move(expected),
                               std::nullopt,
                               draft.snippet.place({0, draft.snippet.text.size()})});
  }

  const Drafts& drafts_;
  std::vector<std::string> path_;
  std::set<std::string> done_;
  std::vector<std::string> names_;
};

/// A value with those of other parameters put in, small enough to recurse over.
Expression resolved(const Draft& draft, const std::map<std::string, Expression>& others) {
  const TextRange whole = draft.written.range();
  const Expression value = with_parameters(draft.written, others).at(whole);
  check_size(value, whole);
  return value;
}

/// Parameters stand in equations: pi and other transcendental numbers are refused, with the decimal
/// number to write instead.
void check_exact(Reading& reading, const Draft& draft, algebra::Polynomialiser& exactness) {
  try {
    (void)exactness.convert(draft.written);
  } catch (const InvalidInput& error) {
    Mistake mistake = error.mistakes().front();
    const Expression number = with_parameters(draft.written, reading.numeric_parameters);
    if (!algebra::variables_of(number).empty()) throw;
    try {
      const std::string digits = algebra::decimal_value(number, 17);
      mistake.expected = "an exact number; as a decimal this parameter is " + digits;
    } catch (const InvalidInput&) {
      throw InvalidInput(std::move(mistake));
    }
    throw InvalidInput(std::move(mistake));
  }
}

/// Puts in the values of the parameters before it and checks that an exact value comes out.
void evaluate(Reading& reading,
              const std::string& name,
              const Draft& draft,
              algebra::Polynomialiser& exactness) {
  located(draft.snippet, [&] {
    if (!draft.symbolic) {
      check_exact(reading, draft, exactness);
      reading.exact_parameters.insert_or_assign(
          name, collapsed(resolved(draft, reading.exact_parameters)));
    }
    if (!draft.has_value) return;
    const Expression number = resolved(draft, reading.numeric_parameters);
    if (!algebra::variables_of(number).empty()) return;
    (void)algebra::nearest_double(number);
    reading.numeric_parameters.insert_or_assign(name, collapsed(number));
  });
}

}  // namespace

void read_parameters(Reading& reading, Problem& problem) {
  const Value* table = reading.table("parameters");
  Drafts drafts;
  if (table != nullptr) {
    for (const Entry& entry : table->entries) {
      reading.attempt([&] { drafts.emplace(entry.key, read_draft(reading, entry)); });
    }
  }
  reading.stop_if_mistaken();
  apply_settings(reading, drafts);
  reading.stop_if_mistaken();
  reading.attempt([&] {
    const Order order(drafts);
    std::map<std::string, Expression> exact;
    for (const auto& [name, draft] : drafts) {
      if (!draft.symbolic) exact.emplace(name, draft.written);
    }
    algebra::Polynomialiser exactness({}, std::move(exact));
    for (const std::string& name : order.names()) {
      reading.attempt([&] { evaluate(reading, name, drafts.at(name), exactness); });
    }
  });
  reading.stop_if_mistaken();
  if (table == nullptr) return;
  for (const Entry& entry : table->entries) {
    const Draft& draft = drafts.at(entry.key);
    const bool has_number = reading.numeric_parameters.contains(entry.key);
    const bool has_exact = reading.exact_parameters.contains(entry.key);
    Parameter parameter{entry.key, draft.snippet.text, draft.symbolic, std::nullopt};
    if (has_number) {
      parameter.value = reading.numeric_parameters.at(entry.key);
    } else if (has_exact) {
      parameter.value = reading.exact_parameters.at(entry.key);
    }
    problem.model.parameters.push_back(std::move(parameter));
  }
}

}  // namespace leafwise::pipeline::detail
