// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/invariant_values.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "write/report_columns.hpp"
#include "write/report_file.hpp"
#include "write/report_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Json = nlohmann::json;
using Found = std::optional<std::vector<InvariantValues>>;

/// A page of a million rows is a small part of this.
constexpr std::size_t most_page_bytes = std::size_t{1} << 32U;

/// The text of the page's element with this id.
std::optional<std::string_view> element(std::string_view page, const std::string& name) {
  const std::string opening = "id=\"" + name + "\">";
  const std::size_t begin = page.find(opening);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view rest = page.substr(begin + opening.size());
  const std::size_t end = rest.find("</script>");
  if (end == std::string_view::npos) return std::nullopt;
  return rest.substr(0, end);
}

/// From report.html; none if it is not there, or not the page of this run.
Found from_page(const RunFolder& run) {
  const std::filesystem::path file = run.path / "report.html";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  const std::string page = whole_text(file.string(), most_page_bytes, "the page of a run");
  const auto data = element(page, "leafwise-data");
  if (!data) return std::nullopt;
  const Json json = Json::parse(*data, nullptr, false);
  if (!json.is_object() || !json.contains("run")) return std::nullopt;
  std::vector<InvariantValues> found;
  try {
    const Json& part = json.at("run");
    if (part.at("summary").at("problem").at("sha256") != run.summary.sha256) return std::nullopt;
    const Json& columns = part.at("columns");
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].at("role") != to_string(ColumnRole::invariant)) continue;
      const auto text = element(page, "leafwise-column-" + std::to_string(i));
      auto values = text ? doubles_in_base64(*text) : std::nullopt;
      if (!values || values->size() != run.trajectory.all_rows) return std::nullopt;
      found.push_back({columns[i].at("name").get<std::string>(), std::move(*values)});
    }
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  if (found.size() != run.summary.invariants.size()) return std::nullopt;
  return found;
}

/// By the expressions of the problem file; none if it is another one by now.
Found from_problem(const RunFolder& run, const Quantities& names) {
  try {
    const SourceFile source = SourceFile::read(std::filesystem::path(run.summary.file));
    if (sha256(source.text()) != run.summary.sha256) return std::nullopt;
    const Problem problem = read_problem(source);
    std::vector<InvariantValues> found;
    for (const Invariant& invariant : problem.model.invariants) {
      Quantity quantity = names.find("[invariants]", invariant.expression.text);
      found.push_back({invariant.name, quantity.of(run.trajectory)});
    }
    return found;
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<InvariantValues> invariant_values(const RunFolder& run, const Quantities& names) {
  const auto refuse = [&](const char* file, std::string message, std::string expected) {
    throw InvalidInput(Mistake{std::move(message),
                               std::move(expected),
                               std::nullopt,
                               FilePlace{(run.path / file).string(), 0, 0, 1, ""}});
  };
  if (run.summary.invariants.empty()) {
    refuse("summary.json",
           "this run monitored no invariant",
           "[invariants] in the problem file, or --y with an expression that should be constant");
  }
  if (Found found = from_page(run)) return std::move(*found);
  if (Found found = from_problem(run, names)) return std::move(*found);
  refuse("report.html",
         "the values of the invariants are not here, and " + run.summary.file +
             " is not the file that was run",
         "the page of this run, or --y with the expression that should be constant");
  return {};
}

}  // namespace leafwise::pipeline::detail
