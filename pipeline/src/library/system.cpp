// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "leafwise/algebra/memory.hpp"
#include "leafwise/algebra/variable.hpp"

namespace leafwise {

namespace {

/// A text of TOML.
std::string toml_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string toml_text(const Expression& expression) {
  return toml_text(to_string(expression));
}

std::string toml_text(const Equation& equation) {
  return toml_text(to_string(equation.left) + " = " + to_string(equation.right));
}

/// One item a line: the places of mistakes are lines.
template <typename Items>
std::string listed(const std::string& key, const Items& items) {
  std::string text = key + " = [\n";
  for (const auto& item : items) text += "  " + toml_text(item) + ",\n";
  return text + "]\n";
}

std::string in_one_line(const std::vector<Expression>& items) {
  std::string text;
  for (const Expression& item : items) text += (text.empty() ? "" : ", ") + toml_text(item);
  return "[" + text + "]";
}

using Values = std::vector<std::pair<Expression, Expression>>;

std::string table_of(const std::string& name, const Values& values) {
  if (values.empty()) return {};
  std::string text = "\n[" + name + "]\n";
  for (const auto& [coordinate, value] : values) {
    text += toml_text(coordinate) + " = " + toml_text(value) + "\n";
  }
  return text;
}

struct NamedEvent {
  std::string name;
  Expression function;
  EventKind kind;
};

struct NamedFunction {
  std::string name;
  Expression function;
  bool imposed = false;
};

const char* word_for(EventKind::Direction direction) {
  switch (direction) {
    case EventKind::Direction::rising: return "rising";
    case EventKind::Direction::falling: return "falling";
    case EventKind::Direction::both: break;
  }
  return "both";
}

}  // namespace

struct System::Content {
  std::string title;
  std::string independent;
  std::vector<std::string> unknowns;
  std::vector<std::pair<std::string, Expression>> parameters;
  std::vector<Equation> equations;
  std::optional<MechanicalSystem> mechanics;
  std::vector<Expression> nonzero;
  std::vector<NamedFunction> invariants;
  Values initial;
  Values guess;
  std::vector<NamedEvent> events;
  std::optional<std::pair<std::string, Expression>> goal;

  /// Whether there is nothing beside [mechanics]; what there is the reader of files refuses.
  [[nodiscard]] bool is_mechanical_alone() const;
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string mechanics_table() const;
  [[nodiscard]] std::string invariant_tables() const;
  [[nodiscard]] std::string event_tables() const;
};

System::System(const std::string& independent) : content_(std::make_unique<Content>()) {
  algebra::release_numbers_with_thread();
  content_->independent = independent;
}

System::System(const System& other) : content_(std::make_unique<Content>(*other.content_)) {}
System::System(System&& other) noexcept = default;
System& System::operator=(const System& other) {
  if (this != &other) *content_ = *other.content_;
  return *this;
}
System& System::operator=(System&& other) noexcept = default;
System::~System() = default;

System& System::title(const std::string& title) {
  content_->title = title;
  return *this;
}

Expression System::independent() const {
  return Expression(
      algebra::Expression::variable({algebra::Role::independent, content_->independent, 0}));
}

Expression System::unknown(const std::string& name) {
  content_->unknowns.push_back(name);
  return Expression(algebra::Expression::variable({algebra::Role::unknown, name, 0}));
}

Expression System::parameter(const std::string& name, const Expression& value) {
  content_->parameters.emplace_back(name, value);
  return Expression(algebra::Expression::variable({algebra::Role::parameter, name, 0}));
}

void System::add_equation(Equation equation) {
  content_->equations.push_back(std::move(equation));
}

System& System::mechanics(MechanicalSystem mechanics) {
  content_->mechanics = std::move(mechanics);
  return *this;
}

System& System::nonzero(const Expression& expression) {
  content_->nonzero.push_back(expression);
  return *this;
}

System& System::invariant(const std::string& name, const Expression& function, bool imposed) {
  content_->invariants.push_back({name, function, imposed});
  return *this;
}

System& System::initial(const Expression& coordinate, const Expression& value) {
  content_->initial.emplace_back(coordinate, value);
  return *this;
}

System& System::guess(const Expression& coordinate, const Expression& value) {
  content_->guess.emplace_back(coordinate, value);
  return *this;
}

System& System::event(const std::string& name, const Expression& function, EventKind kind) {
  content_->events.push_back({name, function, kind});
  return *this;
}

System& System::to(const Expression& end) {
  content_->goal.emplace(content_->independent, end);
  return *this;
}

System& System::to_arclength(const Expression& length) {
  content_->goal.emplace("arclength", length);
  return *this;
}

bool System::Content::is_mechanical_alone() const {
  const auto is_coordinate = [&](const std::string& unknown) {
    return std::ranges::any_of(mechanics->coordinates, [&](const Expression& coordinate) {
      return to_string(coordinate) == unknown;
    });
  };
  return equations.empty() && std::ranges::all_of(unknowns, is_coordinate);
}

std::string System::Content::head() const {
  std::string text;
  if (!title.empty()) text += "title = " + toml_text(title) + "\n";
  text += "independent = " + toml_text(independent) + "\n";
  if (!mechanics || !is_mechanical_alone()) {
    text += listed("unknowns", unknowns);
    text += listed("equations", equations);
  }
  if (!nonzero.empty()) text += listed("inequations", nonzero);
  if (!parameters.empty()) text += "\n[parameters]\n";
  for (const auto& [name, value] : parameters) {
    text += toml_text(name) + " = " + toml_text(value) + "\n";
  }
  return text;
}

std::string System::Content::mechanics_table() const {
  if (!mechanics) return {};
  std::string text = "\n[mechanics]\n" + listed("coordinates", mechanics->coordinates);
  if (mechanics->mass.size() == 1) {
    text += listed("mass", mechanics->mass.front());
  } else {
    text += "mass = [\n";
    for (const std::vector<Expression>& row : mechanics->mass) {
      text += "  " + in_one_line(row) + ",\n";
    }
    text += "]\n";
  }
  text += listed("force", mechanics->force);
  return text + listed("constraints", mechanics->constraints);
}

std::string System::Content::invariant_tables() const {
  if (invariants.empty()) return {};
  std::string text = "\n[invariants]\n";
  std::string imposed;
  for (const NamedFunction& invariant : invariants) {
    text += toml_text(invariant.name) + " = " + toml_text(invariant.function) + "\n";
    if (invariant.imposed) imposed += (imposed.empty() ? "" : ", ") + toml_text(invariant.name);
  }
  if (!imposed.empty()) text += "\n[impose]\ninvariants = [" + imposed + "]\n";
  return text;
}

std::string System::Content::event_tables() const {
  std::string text;
  for (const NamedEvent& event : events) {
    text += fmt::format("\n[[events]]\nname = {}\nwhen = {}\ndirection = \"{}\"\nstop = {}\n",
                        toml_text(event.name),
                        toml_text(to_string(event.function) + " = 0"),
                        word_for(event.kind.direction),
                        event.kind.stop);
  }
  return text;
}

std::string System::text() const {
  const Content& content = *content_;
  std::string text = content.head() + content.mechanics_table() + content.invariant_tables() +
                     table_of("initial", content.initial) + table_of("guess", content.guess);
  if (content.goal) {
    const auto& [scale, end] = *content.goal;
    text += "\n[integrate]\nto = { " + toml_text(scale) + " = " + toml_text(end) + " }\n";
  }
  return text + content.event_tables();
}

Problem System::problem() const {
  return Problem::from_text(text(), "system in memory");
}

}  // namespace leafwise
