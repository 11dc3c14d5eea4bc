// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/core/suggestion.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Events and pictures are drawn from the state: derivatives above the order of their unknown are
/// not in it.
WrittenExpression state_expression(Reading& reading,
                                   const Model& model,
                                   const Snippet& snippet,
                                   WrittenExpression written) {
  reading.forbid(
      written,
      snippet,
      [&](const algebra::Variable& variable) {
        const auto order = model.polynomial.orders.find(variable.name);
        return variable.role == algebra::Role::unknown && order != model.polynomial.orders.end() &&
               variable.order > order->second;
      },
      [&](const algebra::Variable& variable) {
        const unsigned highest = model.polynomial.orders.at(variable.name);
        return Mistake{"\"" + to_string(variable) + "\" is not part of the state: '" +
                           variable.name + "' occurs up to order " + std::to_string(highest),
                       "derivatives up to " + algebra::jet_name(variable.name, highest),
                       std::nullopt,
                       std::nullopt};
      });
  return written;
}

Event read_event(Reading& reading,
                 const Model& model,
                 const Value& table,
                 std::set<std::string>& taken) {
  reading.require_kind(table, Value::Kind::table, "[[events]] with name and when");
  const Entry* name = table.find("name");
  const Entry* when = table.find("when");
  if (name == nullptr || when == nullptr) {
    reading.refuse(table.range,
                   std::string("an event without ") + (name == nullptr ? "a name" : "'when'"),
                   "name = \"top\" and when = \"x' = 0\"");
  }
  Event event;
  event.name = reading.text_of(name->value, "name = \"top\"");
  if (event.name.empty()) reading.refuse(name->value.range, "an empty name", "name = \"top\"");
  if (!taken.insert(event.name).second) {
    reading.refuse(
        name->value.range, "there is an event '" + event.name + "' already", "another name");
  }
  const Snippet snippet = reading.snippet(when->value, "when = \"x' = 0\"");
  const WrittenEquation equation = reading.equation(snippet);
  event.function = state_expression(
      reading, model, snippet, {equation.text, equation.origin, equation.residual});
  if (const Entry* direction = table.find("direction")) {
    event.direction = static_cast<Event::Direction>(
        reading.choice_of(direction->value, {"both", "rising", "falling"}));
  }
  if (const Entry* stop = table.find("stop")) {
    event.stop = reading.truth_of(stop->value, "stop = true or false");
  }
  return event;
}

/// [view] stands beside the exact equations, so its numbers are exact, too.
std::optional<algebra::Expression> find_pi(const algebra::Expression& expression) {
  if (expression.kind() == algebra::Expression::Kind::pi) return expression;
  for (const algebra::Expression::Operand& operand : expression.operands()) {
    if (std::optional<algebra::Expression> found = find_pi(operand.expression)) return found;
  }
  return std::nullopt;
}

void read_point(Reading& reading, const Model& model, const Entry& entry, View& view) {
  const std::string what = entry.key + " = [\"x\", \"y\"]: two or three expressions";
  const std::vector<Value>& items = reading.list_of(entry.value, what);
  const std::size_t dimension =
      view.points.empty() ? items.size() : view.points.front().coordinates.size();
  if (items.size() < 2 || items.size() > 3) {
    reading.refuse(
        entry.value.range, "a point with " + std::to_string(items.size()) + " coordinates", what);
  }
  if (items.size() != dimension) {
    reading.refuse(entry.value.range,
                   "points in the plane and in space in one view",
                   "as many coordinates as the points before");
  }
  View::Point point;
  point.name = entry.key;
  for (const Value& item : items) {
    const Snippet snippet = reading.snippet(item, what);
    WrittenExpression written =
        state_expression(reading, model, snippet, reading.expression(snippet));
    if (const auto pi = find_pi(written.expression)) {
      throw InvalidInput(Mistake{"pi cannot be used in a view",
                                 "a parameter with a decimal value",
                                 std::nullopt,
                                 snippet.place(pi->range())});
    }
    point.coordinates.push_back(std::move(written));
  }
  view.points.push_back(std::move(point));
}

void read_link(Reading& reading,
               const Value& value,
               const std::map<std::string, std::size_t>& points,
               View& view) {
  const std::string what = "a pair of points: [\"A\", \"B\"]";
  const std::vector<Value>& ends = reading.list_of(value, what);
  if (ends.size() != 2) {
    reading.refuse(value.range, "a link with " + std::to_string(ends.size()) + " ends", what);
  }
  std::vector<std::size_t> indices;
  for (const Value& end : ends) {
    const std::string name = reading.text_of(end, what);
    const auto found = points.find(name);
    if (found == points.end()) {
      std::vector<std::string> names;
      names.reserve(view.points.size());
      for (const View::Point& point : view.points) names.push_back(point.name);
      const std::string near = nearest_word(name, names);
      const std::string choices =
          names.empty() ? "a name from points, which is empty" : "one of " + word_list(names);
      reading.refuse(end.range,
                     "there is no point '" + name + "'",
                     near.empty() ? choices : "did you mean '" + near + "'?");
    }
    indices.push_back(found->second);
  }
  view.links.push_back({indices[0], indices[1]});
}

}  // namespace

void read_events(Reading& reading, Problem& problem) {
  const Entry* entry = reading.document().find("events");
  if (entry == nullptr) return;
  std::set<std::string> taken;
  for (const Value& item : reading.list_of(entry->value, "[[events]], with two brackets")) {
    reading.attempt(
        [&] { problem.plan.events.push_back(read_event(reading, problem.model, item, taken)); });
  }
}

void read_view(Reading& reading, Problem& problem) {
  const Value* table = reading.table("view");
  if (table == nullptr) return;
  View view;
  if (const Entry* points = table->find("points")) {
    reading.require_kind(points->value, Value::Kind::table, "points = { A = [0, 0] }");
    for (const Entry& entry : points->value.entries) {
      reading.attempt([&] { read_point(reading, problem.model, entry, view); });
    }
  }
  reading.stop_if_mistaken();
  std::map<std::string, std::size_t> indices;
  for (const View::Point& point : view.points) indices.emplace(point.name, indices.size());
  if (const Entry* links = table->find("links")) {
    for (const Value& item : reading.list_of(links->value, "links = [[\"A\", \"B\"]]")) {
      reading.attempt([&] { read_link(reading, item, indices, view); });
    }
  }
  problem.view = std::move(view);
}

}  // namespace leafwise::pipeline::detail
