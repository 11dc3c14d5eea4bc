// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline {

namespace {

using Json = nlohmann::ordered_json;

const std::string format_name = "leafwise-decomposition/";

/// Beyond any tree of ours: a file must not exhaust the stack.
constexpr std::size_t most_levels = 1000;

/// A value of the document with the way to it, for messages.
class Reader {
 public:
  Reader(const std::string& file, const Json& json, std::string place, std::size_t level = 0)
      : file_(file), json_(json), place_(std::move(place)), level_(level) {
    if (level_ > most_levels) refuse("more levels than a report has", "");
  }

  [[noreturn]] void refuse(const std::string& message, const std::string& expected) const {
    throw InvalidInput(Mistake{message, expected, std::nullopt, FilePlace{file_, 0, 0, 1, ""}});
  }

  [[nodiscard]] bool has(const char* key) const {
    return json_.is_object() && json_.contains(key) && !json_.at(key).is_null();
  }

  [[nodiscard]] Reader at(const char* key) const {
    if (!json_.is_object()) wrong("an object");
    if (!json_.contains(key)) {
      refuse(fmt::format("the key '{}' is missing{}", key, place_.empty() ? "" : " in " + place_),
             "a report of 'leafwise decompose --format json'");
    }
    return {file_, json_.at(key), place_.empty() ? key : place_ + "." + key, level_ + 1};
  }

  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) wrong("a text");
    return json_.get<std::string>();
  }
  [[nodiscard]] std::string text_or_nothing() const { return json_.is_null() ? "" : text(); }
  [[nodiscard]] int integer() const {
    constexpr long most = 1'000'000'000;
    if (!json_.is_number_integer()) wrong("a whole number");
    const bool fits = json_.is_number_unsigned() ? json_.get<std::uint64_t>() <= most
                                                 : json_.get<std::int64_t>() >= -most;
    if (!fits) wrong("a smaller number");
    return json_.get<int>();
  }
  [[nodiscard]] std::uint64_t natural() const {
    if (!json_.is_number_unsigned()) wrong("a whole number, not negative");
    return json_.get<std::uint64_t>();
  }
  [[nodiscard]] double number() const {
    if (!json_.is_number()) wrong("a number");
    return json_.get<double>();
  }
  [[nodiscard]] bool boolean() const {
    if (!json_.is_boolean()) wrong("true or false");
    return json_.get<bool>();
  }
  [[nodiscard]] Truth truth() const {
    const std::string word = text();
    for (const Truth truth : {Truth::no, Truth::yes, Truth::unknown}) {
      if (word == to_string(truth)) return truth;
    }
    wrong("yes, no or unknown");
  }
  [[nodiscard]] std::optional<int> integer_or_null() const {
    if (json_.is_null()) return std::nullopt;
    return integer();
  }

  /// Calls `read` with a reader of each item.
  template <typename Read>
  [[nodiscard]] auto list(const Read& read) const {
    if (!json_.is_array()) wrong("a list");
    std::vector<decltype(read(*this))> items;
    for (std::size_t i = 0; i < json_.size(); ++i) {
      items.push_back(read(Reader(file_, json_[i], fmt::format("{}[{}]", place_, i), level_ + 1)));
    }
    return items;
  }
  [[nodiscard]] Texts texts() const {
    return list([](const Reader& item) { return item.text(); });
  }
  template <typename Read>
  [[nodiscard]] auto entries(const Read& read) const {
    if (!json_.is_object()) wrong("an object");
    std::vector<std::pair<std::string, decltype(read(*this))>> all;
    for (const auto& [key, value] : json_.items()) {
      all.emplace_back(key, read(Reader(file_, value, place_ + "." + key, level_ + 1)));
    }
    return all;
  }

 private:
  [[noreturn]] void wrong(const std::string& expected) const {
    refuse((place_.empty() ? "the report" : place_) + " is not what it should be", expected);
  }

  const std::string& file_;
  const Json& json_;
  std::string place_;
  std::size_t level_;
};

void read_equations(const Reader& json, ReportedLeaf& leaf) {
  leaf.base = {json.at("variables").texts(), json.at("equations").texts()};
  const Reader linear = json.at("linear");
  leaf.linear = {linear.at("unknowns").texts(), linear.at("equations").texts()};
  if (json.has("full")) {
    const Reader full = json.at("full");
    leaf.full = ReportedEquations{full.at("variables").texts(), full.at("equations").texts()};
  }
  leaf.constraints = json.at("constraints").texts();
  if (json.has("hidden")) leaf.hidden = json.at("hidden").texts();
}

void read_numbers(const Reader& json, ReportedLeaf& leaf) {
  leaf.dimension = json.at("dimension").integer_or_null();
  leaf.codimension = json.at("codimension").integer_or_null();
  leaf.physical_dimension = json.at("physical_dimension").integer_or_null();
  if (json.has("initial_values")) {
    leaf.initial_values = json.at("initial_values").integer_or_null();
  }
  leaf.freedom = json.at("freedom").integer_or_null();
  leaf.free = json.at("free").texts();
  if (json.has("motion")) leaf.motion = json.at("motion").text();
  leaf.degrees_of_freedom = json.at("dof").integer_or_null();
  leaf.rounds = json.at("rounds").integer();
  leaf.index = json.at("index").integer_or_null();
  leaf.prolongations = json.at("prolongations").integer_or_null();
}

ReportedLeaf leaf_from(const Reader& json) {
  ReportedLeaf leaf;
  leaf.name = json.at("name").text();
  leaf.status = json.at("status").text();
  read_equations(json, leaf);
  read_numbers(json, leaf);
  leaf.prime = json.at("prime").truth();
  leaf.absolutely_prime = json.at("absolutely_prime").truth();
  leaf.radical_input = json.at("radical_input").truth();
  leaf.complete_intersection = json.at("complete_intersection").truth();
  leaf.smooth = json.at("smooth").truth();
  // Keys that other programs need not write.
  if (json.has("rank_drops_followed")) {
    leaf.rank_drops_followed = json.at("rank_drops_followed").truth();
  }
  if (json.has("redundant")) leaf.redundant = json.at("redundant").texts();
  if (json.has("alias")) leaf.alias = json.at("alias").text();
  if (json.has("inside")) leaf.inside = json.at("inside").text();
  if (json.has("essential")) leaf.essential = json.at("essential").truth();
  if (json.has("critical")) {
    leaf.critical = json.at("critical").list([](const Reader& item) { return item.texts(); });
  }
  leaf.verified = json.at("verified").boolean();
  leaf.verified_by = json.at("verified_by").texts();
  if (json.has("probable")) leaf.probable = json.at("probable").texts();
  leaf.because = json.at("because").texts();
  leaf.paths = json.at("paths").list([](const Reader& item) { return item.texts(); });
  return leaf;
}

ReportedNode node_from(const Reader& json) {
  ReportedNode node;
  node.name = json.at("name").text();
  node.operation = json.at("operation").text();
  node.why = json.at("why").text();
  node.equations = json.at("equations").texts();
  node.seconds = json.at("seconds").number();
  node.leaf = json.at("leaf").text_or_nothing();
  node.children = json.at("children").list(&node_from);
  if (json.has("dimension")) node.dimension = json.at("dimension").integer_or_null();
  return node;
}

ReportedIncident incident_from(const Reader& json) {
  return {json.at("what").text(), json.at("where").text(), json.at("cost").text()};
}

void check_format(const Reader& json) {
  const std::string format = json.at("format").text();
  if (format == format_name + "1") return;
  const bool other_version = format.starts_with(format_name);
  json.refuse(fmt::format("{} '{}'",
                          other_version ? "this version of the format is not known:"
                                        : "this is no decomposition report, but",
                          format),
              other_version ? "'" + format_name + "1'; a newer leafwise may read it"
                            : "'" + format_name + "1', from 'leafwise decompose --format json'");
}

FilePlace place_of(const std::string& file, const std::string& text, std::size_t byte) {
  const std::string before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line_start =
      before.rfind('\n') == std::string::npos ? 0 : before.rfind('\n') + 1;
  const auto lines = std::count(before.begin(), before.end(), '\n');
  // A line of a report that is not ours may be very long: it is not shown.
  return {file,
          static_cast<std::size_t>(lines) + 1,
          std::max<std::size_t>(before.size() - line_start, 1),
          1,
          ""};
}

}  // namespace

DecompositionReport read_decomposition(const std::string& file, const std::string& text) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw InvalidInput(Mistake{"this is not JSON",
                               "a report of 'leafwise decompose --format json'",
                               std::nullopt,
                               place_of(file, text, error.byte)});
  } catch (const Json::exception&) {
    // All that is left of parsing: 1e999.
    throw InvalidInput(Mistake{"a number in it is larger than numbers of the machine",
                               "a report of 'leafwise decompose --format json'",
                               std::nullopt,
                               place_of(file, text, 0)});
  }
  const Reader json(file, document, "");
  check_format(json);
  DecompositionReport report;
  report.file = file;
  report.version = json.at("version").text();
  report.title = json.at("problem").at("title").text();
  report.sha256 = json.at("problem").at("sha256").text();
  report.independent = json.at("independent").text();
  report.unknowns = json.at("unknowns").texts();
  report.orders = json.at("orders").entries(
      [](const Reader& item) { return static_cast<unsigned>(std::max(item.integer(), 0)); });
  const auto text_of = [](const Reader& item) { return item.text(); };
  report.parameters = json.at("parameters").entries(text_of);
  report.auxiliary = json.at("auxiliary").entries(text_of);
  if (json.has("definitions")) report.definitions = json.at("definitions").texts();
  if (json.has("completion")) report.method = json.at("completion").text();
  if (json.has("complete")) report.complete = json.at("complete").boolean();
  if (json.has("reason")) report.reason = json.at("reason").text();
  if (json.has("incidents")) report.incidents = json.at("incidents").list(&incident_from);
  if (json.has("redundant")) report.redundant = json.at("redundant").texts();
  report.seconds = json.at("seconds").number();
  report.seed = json.at("seed").natural();
  report.leaves = json.at("leaves").list(&leaf_from);
  report.tree = node_from(json.at("tree"));
  return report;
}

}  // namespace leafwise::pipeline
