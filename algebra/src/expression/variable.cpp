// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/variable.hpp"

#include <algorithm>
#include <utility>

#include "expression/characters.hpp"
#include "leafwise/core/check.hpp"

namespace leafwise::algebra {

std::string jet_name(const std::string& unknown, unsigned order) {
  constexpr unsigned most_marks = 3;
  if (order <= most_marks) return unknown + std::string(order, '\'');
  return "der(" + unknown + "," + std::to_string(order) + ")";
}

std::string to_string(const Variable& variable) {
  return jet_name(variable.name, variable.order);
}

Variable next_jet(Variable variable) {
  LEAFWISE_DEMAND(variable.role == Role::unknown, variable.name);
  ++variable.order;
  return variable;
}

bool is_name(const std::string& text) {
  return !text.empty() && detail::is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), detail::is_name_character);
}

}  // namespace leafwise::algebra
