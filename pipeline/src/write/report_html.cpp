// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include "leafwise/core/check.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "text/terminal_text.hpp"
#include "write/report_bundle.hpp"
#include "write/report_columns.hpp"
#include "write/report_data.hpp"
#include "write/report_text.hpp"

namespace leafwise::pipeline {

namespace {

using detail::ReportBundle;

std::string data_element(const std::string& json) {
  return "<script type=\"application/json\" id=\"leafwise-data\">" + detail::json_in_html(json) +
         "</script>\n";
}

/// For those whose browser runs no scripts.
std::string plain_element(const std::string& text) {
  return "<noscript><pre>" + detail::html_text(detail::safe_lines(text)) + "</pre></noscript>\n";
}

std::string column_element(const detail::ReportColumn& column, std::size_t index) {
  const bool is_single = detail::is_short(column.role);
  return "<script type=\"text/plain\" id=\"leafwise-column-" + std::to_string(index) + "\">" +
         (is_single ? detail::base64_floats(column.values)
                    : detail::base64_doubles(column.values)) +
         "</script>\n";
}

/// Values, and where they are, counted from the first row: so far single precision tells places on
/// a screen apart, also of a run that begins at a large time.
std::string curve_element(const CurvePoints& curve, std::size_t index) {
  std::vector<double> places;
  for (const double place : curve.along) places.push_back(place - curve.along.front());
  return "<script type=\"text/plain\" id=\"leafwise-curve-" + std::to_string(index) + "\">" +
         detail::base64_doubles(curve.values) + "</script>\n" +
         "<script type=\"text/plain\" id=\"leafwise-places-" + std::to_string(index) + "\">" +
         detail::base64_floats(places) + "</script>\n";
}

std::string opening(const ReportBundle& bundle, const Problem& problem) {
  const std::string& title =
      problem.source.title.empty() ? problem.model.file : problem.source.title;
  return std::string(bundle.before_title) + detail::html_text(detail::safe_text(title)) +
         std::string(bundle.before_data);
}

const ReportBundle& bundle_of_this_build() {
  const ReportBundle* bundle = detail::report_bundle();
  LEAFWISE_DEMAND(bundle != nullptr, "this build has no report; has_report_html tells");
  return *bundle;
}

}  // namespace

bool has_report_html() {
  return detail::report_bundle() != nullptr;
}

std::string report_html(const RunRecord& record) {
  const ReportBundle& bundle = bundle_of_this_build();
  const detail::ReportTable table = detail::report_table(record);
  std::string text = opening(bundle, *record.problem);
  const DecompositionReport* known =
      record.knowledge == nullptr ? record.decomposition : record.knowledge;
  text += plain_element(summary_text(record) + "\n" + decomposition_text(*known, {}) + "\n" +
                        record.command);
  text += data_element(detail::report_data(record, table));
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const detail::ReportColumn& column = table.columns[i];
    text += column_element(column, i);
    if (column.curve != nullptr) text += curve_element(*column.curve, i);
  }
  return text += bundle.after_data;
}

std::string decomposition_html(const Problem& problem,
                               const DecompositionReport& report,
                               const std::string& command) {
  const ReportBundle& bundle = bundle_of_this_build();
  return opening(bundle, problem) + plain_element(decomposition_text(report, {})) +
         data_element(detail::report_data(problem, report, command)) +
         std::string(bundle.after_data);
}

}  // namespace leafwise::pipeline
