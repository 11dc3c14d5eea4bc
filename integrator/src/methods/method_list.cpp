// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/method_list.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/integrator/methods.hpp"
#include "methods/foreign_methods.hpp"
#include "methods/method_names.hpp"

namespace leafwise::integrator {
namespace {

constexpr const char* implicit_euler = "implicit_euler";
constexpr const char* implicit_euler_at_start = "implicit_euler_adjoint";
constexpr const char* midpoint_rule = "implicit_midpoint";
constexpr std::string_view other_order_mark = "_order";
constexpr std::string_view series_prefix = "taylor_";
constexpr std::size_t lowest_series_order = 2;
constexpr std::size_t highest_series_order = 40;

const char* const jorba_zou =
    "A. Jorba and M. Zou, A software package for the numerical integration of ODEs by means of "
    "high-order Taylor methods, Experimental Mathematics 14 (2005) 99-117";

std::string tuomela_arponen(const std::string& place) {
  return "J. Tuomela and T. Arponen, On the numerical solution of involutive ordinary differential "
         "systems: higher order methods, BIT 41 (2001) 599-628, " +
         place;
}

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

std::vector<Tableau> usable_tableaus() {
  std::vector<Tableau> usable;
  for (const Tableau& method : all_methods()) {
    usable.push_back(method);
    if (has_other_order(method)) usable.push_back(with_weights_exchanged(method));
  }
  return usable;
}

std::string error_of(const Tableau& method) {
  if (method.name() == midpoint_rule) {
    return "step doubling; with control 'classic', implicit Euler from the middle";
  }
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

MethodDescription describe(const Tableau& method) {
  return {method.name(),
          method.is_explicit() ? "explicit Runge-Kutta" : "implicit Runge-Kutta",
          std::to_string(method.order()),
          error_of(method),
          method.citation(),
          std::to_string(method.stages()),
          properties_of(method)};
}

std::vector<MethodDescription> describe_all() {
  std::vector<MethodDescription> all;
  for (const Tableau& method : usable_tableaus()) {
    all.push_back(describe(method));
    if (method.name() != implicit_euler) continue;
    all.push_back({implicit_euler_at_start,
                   "implicit Euler, other normals",
                   "1",
                   "step doubling",
                   "J. Tuomela and T. Arponen, On the numerical solution of involutive ordinary "
                   "differential systems, IMA J. Numer. Anal. 20 (2000), (5.3), left",
                   "1",
                   "adjoint of explicit_euler"});
  }
  const char* const doubling = "step doubling";
  const char* const geometric = "Taylor, tangential directions";
  all.push_back({"taylor_tangential_1", geometric, "1", doubling, tuomela_arponen("Prop. 3.7")});
  all.push_back({"taylor_tangential_2", geometric, "2", doubling, tuomela_arponen("Cor. 3.4")});
  all.push_back({"taylor_tangential_3", geometric, "3", doubling, tuomela_arponen("Prop. 3.5")});
  all.push_back({"taylor_normal_3",
                 "Taylor, with normal correction",
                 "3",
                 doubling,
                 tuomela_arponen("Prop. 3.9")});
  all.push_back({"taylor", "Taylor, recurrences", "by tolerance", "last terms", jorba_zou});
  all.push_back({"taylor_N", "Taylor, recurrences", "N = 2 to 40", "last terms", jorba_zou});
  return all;
}

std::optional<std::size_t> series_order_of(std::string_view name) {
  if (!name.starts_with(series_prefix)) return std::nullopt;
  const std::string_view digits = name.substr(series_prefix.size());
  std::size_t order = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), order);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  // A leading zero would give the same method two names.
  if (!is_number || digits.front() == '0') return std::nullopt;
  if (order < lowest_series_order || order > highest_series_order) return std::nullopt;
  return order;
}

[[noreturn]] void refuse(std::string_view name) {
  if (const std::string advice = detail::foreign_advice(name); !advice.empty()) {
    throw InvalidInput(Mistake{"there is no method '" + std::string(name) + "' to integrate with",
                               advice + "; all are listed by 'leafwise methods'",
                               {},
                               {}});
  }
  constexpr std::size_t suggestion_count = 3;
  std::vector<std::pair<std::size_t, std::string>> nearest;
  for (const MethodDescription& method : method_descriptions()) {
    nearest.emplace_back(edit_distance(name, method.name), method.name);
  }
  for (const auto* special : {&index3_method_descriptions(), &stiff_method_descriptions()}) {
    for (const MethodDescription& method : *special) {
      nearest.emplace_back(edit_distance(name, method.name), method.name);
    }
  }
  std::ranges::sort(nearest);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(suggestion_count, nearest.size()); ++i) {
    names.push_back(nearest[i].second);
  }
  throw InvalidInput(Mistake{"there is no method '" + std::string(name) + "' to integrate with",
                             "a method; the nearest names are " + word_list(names, "and"),
                             {},
                             {}});
}

}  // namespace

const std::vector<MethodDescription>& method_descriptions() {
  static const std::vector<MethodDescription> all = describe_all();
  return all;
}

const std::vector<MethodDescription>& index3_method_descriptions() {
  static const std::vector<MethodDescription> all = {
      {"radau5_index3",
       "Radau IIA, nothing completed",
       "5",
       "at the beginning of the step, order 3",
       "J. Schropp, Projected Runge-Kutta methods for index 3 differential-algebraic equations",
       "3",
       "the last stage is the end",
       SystemKind::index3}};
  return all;
}

const std::vector<MethodDescription>& stiff_method_descriptions() {
  static const std::vector<MethodDescription> all = {
      {"radau5_stiff",
       "Radau IIA, stiff mechanics",
       "5",
       "at the beginning of the step, order 3",
       "Ch. Lubich, Integration of stiff mechanical systems by Runge-Kutta methods, ZAMP 44 (1993) "
       "1022-1053",
       "3",
       "the last stage is the end",
       SystemKind::stiff}};
  return all;
}

MethodDescription describe_method(std::string_view name) {
  for (const auto* special : {&index3_method_descriptions(), &stiff_method_descriptions()}) {
    for (const MethodDescription& method : *special) {
      if (method.name == name) return method;
    }
  }
  const auto& all = method_descriptions();
  const auto found = std::ranges::find(all, name, &MethodDescription::name);
  if (found != all.end() && name != "taylor_N") return *found;
  const std::optional<std::size_t> order = series_order_of(name);
  if (!order) refuse(name);
  MethodDescription series = all.back();
  series.name = name;
  series.order = std::to_string(*order);
  return series;
}

std::string index3_code_reference() {
  return "E. Hairer and G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., Springer "
         "1996, "
         "IV.8 and VII.7";
}

std::string projection_reference() {
  return tuomela_arponen("sections 3 to 5");
}

std::optional<MethodName> parse_method_name(std::string_view name) {
  MethodName method;
  const bool at_start = name == implicit_euler_at_start;
  const std::string_view wanted = at_start ? implicit_euler : name;
  for (const Tableau& tableau : usable_tableaus()) {
    if (tableau.name() != wanted) continue;
    method.tableau = tableau;
    if (at_start) method.variant = ImplicitVariant::start_normals;
    if (name == midpoint_rule) method.variant = ImplicitVariant::midpoint;
    return method;
  }
  if (const auto order = series_order_of(name)) {
    method.is_series = true;
    method.series_order = *order;
    return method;
  }
  method.is_series = name == "taylor";
  method.is_normal = name == "taylor_normal_3";
  if (name == "taylor_tangential_1") method.geometric_order = 1;
  if (name == "taylor_tangential_2") method.geometric_order = 2;
  if (name == "taylor_tangential_3" || method.is_normal) method.geometric_order = 3;
  if (!method.is_series && method.geometric_order == 0) return std::nullopt;
  return method;
}

}  // namespace leafwise::integrator
