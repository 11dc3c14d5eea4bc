// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/wanted_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"

namespace leafwise::pipeline::detail {

Constants::Constants(const Model& model) : parameters_(parameter_values(model)) {}

double Constants::of(const WrittenExpression& written) const {
  return algebra::nearest_double(algebra::substitute(
      written.expression,
      [&](const algebra::Variable& variable) -> std::optional<algebra::Expression> {
        const auto found = parameters_.find(variable.name);
        return found == parameters_.end() ? std::nullopt : std::optional(found->second);
      }));
}

std::optional<std::vector<double>> wanted_rows(const IntegrationSettings& wanted,
                                               const Constants& constants,
                                               double start,
                                               double to) {
  if (wanted.at.empty() && !wanted.samples) return std::nullopt;
  std::vector<double> at;
  at.reserve(wanted.at.size() + wanted.samples.value_or(0));
  for (const WrittenExpression& row : wanted.at) at.push_back(constants.of(row));
  if (wanted.samples) {
    const auto last = static_cast<double>(*wanted.samples - 1);
    for (std::size_t i = 1; i + 1 < *wanted.samples; ++i) {
      at.push_back(start + (to - start) * (static_cast<double>(i) / last));
    }
  }
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  std::erase_if(
      at, [&](double value) { return value < std::min(start, to) || value > std::max(start, to); });
  if (to < start) std::reverse(at.begin(), at.end());
  return at;
}

std::string rows_out_of_reach(const IntegrationSettings& wanted,
                              const Constants& constants,
                              double start,
                              double to) {
  std::string values;
  for (const WrittenExpression& row : wanted.at) {
    const double value = constants.of(row);
    if (value >= std::min(start, to) && value <= std::max(start, to)) continue;
    values += (values.empty() ? "" : ", ") + fmt::format("{}", value);
  }
  if (values.empty()) return {};
  return fmt::format(
      "no row at {}: the run goes from {} to {} (--to goes further)", values, start, to);
}

}  // namespace leafwise::pipeline::detail
