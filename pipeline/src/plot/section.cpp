// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/section.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"

namespace leafwise::pipeline::detail {

namespace {

RunTable empty_like(const RunTable& table) {
  RunTable empty;
  empty.names = table.names;
  empty.values.resize(table.names.size());
  return empty;
}

void add_row(RunTable& table, const std::vector<double>& row) {
  for (std::size_t j = 0; j < row.size(); ++j) table.values[j].push_back(row[j]);
}

std::vector<double> row_of(const RunTable& table, std::size_t i) {
  std::vector<double> row;
  row.reserve(table.names.size());
  for (const std::vector<double>& column : table.values) row.push_back(column[i]);
  return row;
}

void set_row(RunTable& table, std::size_t i, const std::vector<double>& row) {
  for (std::size_t j = 0; j < row.size(); ++j) table.values[j][i] = row[j];
}

/// A change of sign between the two rows, by halving: the quantity is cheap, the points are few.
void add_passage(const RunTable& table,
                 const RowInterpolation& between,
                 Quantity& quantity,
                 RunTable& points) {
  constexpr int halvings = 60;  // more than a double has digits
  std::vector<double> row(table.names.size());
  between.at(0, row);
  const bool begins_below = quantity.at(row) < 0;
  double low = 0;
  double high = 1;
  for (int k = 0; k < halvings; ++k) {
    const double middle = low + (high - low) / 2;
    between.at(middle, row);
    ((quantity.at(row) < 0) == begins_below ? low : high) = middle;
  }
  between.at(high, row);
  add_row(points, row);
}

RunTable passages(const RunFolder& run,
                  const Quantities& names,
                  Quantity quantity,
                  const std::optional<std::string>& direction) {
  // All rows are looked at, also those that are not kept for curves.
  TrajectoryRows rows((run.path / "trajectory.csv").string());
  RunTable two = empty_like(run.trajectory);  // the last row with a sign, and the one after it
  for (std::vector<double>& column : two.values) column.resize(2);
  two.goes_one_way = run.trajectory.goes_one_way;
  const RowInterpolation between(two, names);
  RunTable points = empty_like(run.trajectory);
  const auto is_wanted = [&](bool rises) {
    return !direction || (*direction == "rising") == rises;
  };
  std::vector<double> row;
  double before = 0;      // at the first of both; 0: there is none
  std::size_t since = 0;  // how many rows ago that was
  while (rows.next(row)) {
    const double value = quantity.at(row);
    if (++since == 1) set_row(two, 1, row);
    if (!std::isfinite(value)) {
      before = 0;
    } else if (value != 0) {
      // Rows on the section itself have no sign.
      const bool rises = value > 0;
      if (before != 0 && (before > 0) != rises && is_wanted(rises)) {
        if (since == 1) {
          add_passage(two, between, quantity, points);
        } else {
          add_row(points, row_of(two, 1));
        }
      }
      before = value;
      since = 0;
      set_row(two, 0, row);
    }
  }
  return points;
}

RunTable rows_of_event(const EventTable& events,
                       const std::string& name,
                       const std::optional<std::string>& direction) {
  RunTable points = empty_like(events.table);
  for (std::size_t i = 0; i < events.names.size(); ++i) {
    const bool fits = !direction || events.directions[i] == *direction;
    if (events.names[i] == name && fits) add_row(points, row_of(events.table, i));
  }
  return points;
}

std::string words_of(const std::string& section, const std::optional<std::string>& direction) {
  return direction ? section + ", " + *direction : section;
}

/// The event of the problem file that the run met, if it is one alone.
std::string only_event(const EventTable& events, const std::string& file) {
  std::set<std::string> met;
  for (std::size_t i = 0; i < events.names.size(); ++i) {
    if (events.kinds[i] == "event") met.insert(events.names[i]);
  }
  if (met.size() == 1) return *met.begin();
  const std::string message = met.empty() ? "this run has no events: the section must be given"
                                          : "this run has several events: one must be named";
  const std::string expected =
      met.empty() ? "--section with an expression that passes zero, as in --section \"x = 0\""
                  : "--section with one of them: " + word_list({met.begin(), met.end()});
  throw InvalidInput(Mistake{message, expected, std::nullopt, FilePlace{file, 0, 0, 1, ""}});
}

}  // namespace

RowInterpolation::RowInterpolation(const RunTable& table, const Quantities& names)
    : table_(table), cubics_(table.names.size()) {
  // Else a derivative with respect to the first column has no meaning from row to row.
  if (!table.goes_one_way) return;
  for (std::size_t j = 1; j < cubics_.size(); ++j) {
    const auto& variable = names.variable(j);
    if (!variable) continue;
    if (const auto rate = names.jet(variable->name, variable->order + 1)) {
      cubics_[j] = Cubic{j, *rate, false};
    } else if (variable->order > 0) {
      const auto value = names.jet(variable->name, variable->order - 1);
      if (value) cubics_[j] = Cubic{*value, j, true};
    }
  }
}

void RowInterpolation::at(double share, std::vector<double>& row) const {
  const double s = share;
  const std::vector<double>& t = table_.values.front();
  const double h = t[1] - t[0];
  for (std::size_t j = 0; j < row.size(); ++j) {
    const std::vector<double>& straight = table_.values[j];
    row[j] = (1 - s) * straight[0] + s * straight[1];
    if (!cubics_[j]) continue;
    const std::vector<double>& value = table_.values[cubics_[j]->value];
    const std::vector<double>& rate = table_.values[cubics_[j]->rate];
    const double jump = value[1] - value[0];
    // In Hermite's form: the straight line, and what bends it to the derivatives at both ends.
    const double first = h * rate[0] - jump;
    const double last = jump - h * rate[1];
    const double cubic =
        cubics_[j]->is_rate
            ? (jump + (1 - 2 * s) * ((1 - s) * first + s * last) + s * (1 - s) * (last - first)) / h
            : (1 - s) * value[0] + s * value[1] + s * (1 - s) * ((1 - s) * first + s * last);
    // A derivative that is not known at one of the ends leaves the straight line.
    if (std::isfinite(cubic)) row[j] = cubic;
  }
}

Section section_of(const RunFolder& run,
                   const Quantities& names,
                   const std::optional<std::string>& section,
                   const std::optional<std::string>& direction) {
  const std::string file = (run.path / "events.csv").string();
  const EventTable events = read_events(file);
  if (events.table.names != run.trajectory.names) {
    throw InvalidInput(Mistake{"the columns are not those of trajectory.csv",
                               "both files of the same run",
                               std::nullopt,
                               FilePlace{file, 1, 0, 1, ""}});
  }
  const std::set<std::string> different(events.names.begin(), events.names.end());
  const std::string text = section ? *section : only_event(events, file);
  if (different.contains(text)) {
    return {words_of("event " + text, direction), rows_of_event(events, text, direction)};
  }
  if (algebra::is_name(text) && !run.trajectory.find(text)) {
    const std::string near = nearest_word(text, {different.begin(), different.end()});
    refuse_option("--section",
                  text,
                  "this run has no event " + text + ", and no column of that name",
                  near.empty() ? "the name of an event of the run, or an expression such as x = 0"
                               : "did you mean " + near + "?");
  }
  Quantity quantity = names.find_level("--section", text);
  const std::string words = text.find('=') == std::string::npos ? text + " = 0" : text;
  return {words_of(words, direction), passages(run, names, std::move(quantity), direction)};
}

}  // namespace leafwise::pipeline::detail
