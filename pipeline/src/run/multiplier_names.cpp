// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/multiplier_names.hpp"

#include <fmt/format.h>

#include <cmath>

#include "leafwise/algebra/motion.hpp"
#include "leaves/shown_equations.hpp"
#include "model/run_columns.hpp"
#include "run/uncompleted_methods.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// An end line has a name and a number before it.
constexpr std::size_t most_shown = 48;

}  // namespace

std::vector<MultiplierName> multiplier_names(const RunRecord& record) {
  std::vector<MultiplierName> names;
  if (!record.problem->model.mechanics) return names;
  const auto& written = record.problem->model.mechanics->constraints;
  const auto& exact = record.selection->exact.equations.constraints;
  const bool is_of_leaf = !completes_nothing(record.problem->plan);
  const ShownEquations expressions(*record.decomposition);
  for (const RunColumn& column : run_columns(record)) {
    if (column.is_force) {
      const ForceRecord* force = &record.integration->forces[column.source];
      names.push_back({column.name, false, written.at(column.source).text, force});
      continue;
    }
    for (std::size_t k = 0; record.selection->is_local && k < written.size(); ++k) {
      if (column.name != algebra::Multipliers::name(k)) continue;
      names.push_back({column.name, false, written[k].text});
    }
    for (std::size_t k = 0; k < exact.size(); ++k) {
      if (column.name != algebra::Multipliers::name(k)) continue;
      names.push_back(
          {column.name, is_of_leaf, is_of_leaf ? expressions.shown(exact[k]) : written.at(k).text});
    }
  }
  return names;
}

std::string end_line(const RunRecord& record, const std::string& name, double value) {
  const std::string plain = fmt::format("    {:<12}{:> .15g}", name, value);
  for (const MultiplierName& known : multiplier_names(record)) {
    if (known.column != name) continue;
    const std::string of = (known.is_of_leaf ? "of the leaf's " : "of your ") +
                           shortened(safe_text(known.equation), most_shown);
    if (known.force == nullptr || std::isfinite(value))
      return fmt::format("{:<38} {}\n", plain, of);
    const char* why = known.force->ends_unbounded ? "unbounded" : "not unique";
    return fmt::format("    {:<12} {:<21} {}\n", name, why, of);
  }
  return plain + "\n";
}

}  // namespace leafwise::pipeline::detail
