// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sweep_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "model/start_values.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Not a number where a symbolic parameter takes part.
double number_of_value(const std::string& text) {
  try {
    return algebra::nearest_double(algebra::parse_expression(text, algebra::Scope()));
  } catch (const InvalidInput&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// Of a value that mentions parameters: as the run has it. Not a number where a symbolic
/// parameter takes part.
double number_beside_others(const std::string& target, const std::function<Problem()>& read) {
  constexpr std::string_view prefix = "initial.";
  try {
    const Problem problem = read();
    if (target.starts_with(prefix)) {
      for (const auto& [variable, value] : start_numbers(problem.model, problem.start).given) {
        if (to_string(variable) == target.substr(prefix.size())) return value;
      }
    }
    for (const auto& [name, text] : parameter_texts(problem.model)) {
      if (name == target) return number_of_value(text);
    }
  } catch (const InvalidInput&) {
    // The run says so.
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

std::vector<double> numbers_of(const std::vector<Setting>& settings,
                               const std::function<Problem()>& problem) {
  std::vector<double> row;
  row.reserve(settings.size());
  for (const Setting& setting : settings) {
    double value = number_of_value(setting.value);
    if (std::isnan(value)) value = number_beside_others(setting.target, problem);
    row.push_back(value);
  }
  return row;
}

std::string brief_values(const std::vector<Setting>& settings) {
  constexpr std::size_t most_shown = 24;
  std::string text;
  for (const Setting& setting : settings) {
    if (!text.empty()) text += ", ";
    text +=
        setting.target + " = " +
        (setting.value.size() <= most_shown ? setting.value
                                            : fmt::format("{:g}", number_of_value(setting.value)));
  }
  return text;
}

}  // namespace leafwise::pipeline::detail
