// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <string>

#include "leafwise/pipeline/run_files.hpp"
#include "terminal_text.hpp"

namespace leafwise::pipeline {

namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += character;
    }
  }
  return result;
}

std::string section(const std::string& heading, const std::string& text) {
  return "<h2>" + escaped(heading) + "</h2>\n<pre>" + escaped(detail::safe_lines(text)) +
         "</pre>\n";
}

constexpr const char* style =
    "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "pre{background:#f6f6f4;padding:1em;overflow-x:auto}h1{font-size:1.6em}h2{font-size:1.2em}";

}  // namespace

std::string report_html(const RunRecord& record) {
  const Problem& problem = *record.problem;
  const std::string title = problem.title.empty() ? problem.file : problem.title;
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
      escaped(detail::safe_text(title)) + "</title>\n<style>" + style +
      "</style>\n</head>\n<body>\n<h1>" + escaped(detail::safe_text(title)) + "</h1>\n";
  if (!problem.description.empty()) {
    text += "<p>" + escaped(detail::safe_lines(problem.description)) + "</p>\n";
  }
  text += section("The run", summary_text(record));
  if (const ReportedLeaf* leaf = record.decomposition->find_leaf(record.selection->branch)) {
    text += section("The leaf", leaf_text(*record.decomposition, *leaf, {}));
  }
  text += section("All leaves", decomposition_text(*record.decomposition, {}));
  text += section("Made by", record.command + "\nproblem sha256 " + record.sha256);
  return text + "</body>\n</html>\n";
}

}  // namespace leafwise::pipeline
