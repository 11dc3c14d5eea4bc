// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/families/tableau_names.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/integrator/methods.hpp"

namespace leafwise::integrator {
namespace {

constexpr std::string_view other_order_mark = "_order";

/// A pair that continues with its other result: "dopri54_order4".
std::string other_name(const Tableau& pair) {
  return pair.name() + std::string(other_order_mark) + std::to_string(*pair.embedded_order());
}

bool has_other_order(const Tableau& method) {
  return method.embedded_order() && method.b_second_embedded().empty();
}

Tableau with_weights_exchanged(const Tableau& pair) {
  TableauData data = pair.data();
  data.name = other_name(pair);
  std::swap(data.b, data.embedded->b);
  std::swap(data.order, data.embedded->order);
  return Tableau::registered(std::move(data));
}

std::string error_of(const Tableau& method) {
  if (!method.b_second_embedded().empty()) return "embedded, orders 5 and 3 combined";
  if (!method.embedded_order()) return "step doubling";
  return "embedded, order " + std::to_string(*method.embedded_order());
}

/// What makes a difference to who chooses: explicit methods are known by their order.
std::string properties_of(const Tableau& method) {
  if (method.is_explicit()) return {};
  std::vector<std::string> properties;
  if (method.is_first_same_as_last()) {
    properties.emplace_back("first stage is the start, last the end");
  } else if (method.is_stiffly_accurate()) {
    properties.emplace_back("last stage is the end");
  } else if (std::ranges::all_of(method.a_row(0), [](long double a) { return a == 0.0L; })) {
    properties.emplace_back("first stage is the start");
  }
  if (method.is_symmetric()) properties.emplace_back("symmetric");
  std::string text;
  for (const std::string& property : properties) {
    text += (text.empty() ? "" : "; ") + property;
  }
  return text;
}

}  // namespace

std::vector<Tableau> usable_tableaus() {
  std::vector<Tableau> usable;
  for (const Tableau& method : all_methods()) {
    usable.push_back(method);
    if (has_other_order(method)) usable.push_back(with_weights_exchanged(method));
  }
  return usable;
}

Tableau tableau_named(std::string_view name) {
  std::vector<Tableau> usable = usable_tableaus();
  const auto found = std::ranges::find(usable, name, &Tableau::name);
  LEAFWISE_DEMAND(found != usable.end(), std::string(name));
  return std::move(*found);
}

MethodDescription description_of(const Tableau& method, std::string_view error) {
  return {method.name(),
          method.is_explicit() ? "explicit Runge-Kutta" : "implicit Runge-Kutta",
          std::to_string(method.order()),
          error.empty() ? error_of(method) : std::string(error),
          method.citation(),
          std::to_string(method.stages()),
          properties_of(method)};
}

}  // namespace leafwise::integrator
