// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/method_list.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"
#include "methods/foreign_methods.hpp"
#include "steppers/families/family.hpp"

namespace leafwise::integrator {
namespace {

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
  static const std::vector<MethodDescription> all = [] {
    std::vector<MethodDescription> listed;
    for (const StepperFamily* family : all_families()) {
      listed.insert(listed.end(), family->descriptions().begin(), family->descriptions().end());
    }
    return listed;
  }();
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
  const StepperFamily* family = family_of(name);
  if (family == nullptr) refuse(name);
  return *family->describe(name);
}

std::string index3_code_reference() {
  return "E. Hairer and G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., Springer "
         "1996, "
         "IV.8 and VII.7";
}

std::string projection_reference() {
  return tuomela_arponen("sections 3 to 5");
}

}  // namespace leafwise::integrator
