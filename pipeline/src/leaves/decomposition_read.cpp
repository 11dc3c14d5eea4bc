// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leaves/report_names.hpp"
#include "text/json_reader.hpp"

namespace leafwise::pipeline {

namespace {

using Json = nlohmann::ordered_json;

using detail::ReportNames;
using Reader = detail::JsonReader;

const std::string format_name = "leafwise-decomposition/";

/// What words of a report stand for.
constexpr std::array statuses = {std::pair{"involutive", LeafStatus::involutive},
                                 std::pair{"underdetermined", LeafStatus::underdetermined},
                                 std::pair{"inconsistent", LeafStatus::inconsistent},
                                 std::pair{"unfinished", LeafStatus::unfinished},
                                 std::pair{"unexplored", LeafStatus::unexplored}};
constexpr std::array motions = {std::pair{"determined", Motion::determined},
                                std::pair{"free", Motion::free}};
constexpr std::array ways = {std::pair{"linear", CompletedBy::linear},
                             std::pair{"elimination", CompletedBy::elimination},
                             std::pair{"nothing", CompletedBy::nothing}};

/// The number that stands between two words; none if this is no such text.
std::optional<unsigned> number_in(const std::string& text,
                                  const std::string& before,
                                  const std::string& after) {
  if (!text.starts_with(before) || !text.ends_with(after)) return std::nullopt;
  const char* first = text.data() + before.size();
  const char* last = text.data() + text.size() - after.size();
  unsigned number = 0;
  const auto [end, error] = std::from_chars(first, last, number);
  if (first >= last || end != last || error != std::errc()) return std::nullopt;
  return number;
}

Knowledge knowledge_from(const Reader& json) {
  const std::string text = json.text();
  if (text == "not asked") return {Knowledge::Extent::not_asked};
  if (text == "complete") return {Knowledge::Extent::complete};
  const std::optional<unsigned> jobs = number_in(text, "cut after ", " jobs");
  if (!jobs)
    json.refuse("'" + text + "' is no knowledge", "not asked, complete or cut after N jobs");
  return {Knowledge::Extent::cut, *jobs};
}

/// Reads the leaf at the start.
class StartReader {
 public:
  explicit StartReader(const ReportNames& names) : names_(names) {}

  [[nodiscard]] StartLeaf leaf(const Reader& json) const {
    StartLeaf leaf;
    const bool is_usable = json.at("status").word(
        std::array{std::pair{"local", true}, std::pair{"unfinished", false}});
    const bool is_proved = !json.at("proved").texts().empty();
    leaf.standing = !is_usable  ? StartStanding::unfinished
                    : is_proved ? StartStanding::proved
                                : StartStanding::numeric;
    leaf.reason = json.at("reason").text_or_nothing();
    if (is_usable) leaf.size = size(json);
    if (json.has("if_regular")) leaf.size = size(json.at("if_regular"));
    leaf.hidden = json.at("hidden").list([](const Reader& line) {
      return StartHidden{count(line.at("line")), line.at("source").text(), times(line)};
    });
    leaf.redundant = json.at("redundant").list(&StartReader::redundant);
    if (json.has("combined")) {
      leaf.combined = json.at("combined").list([&](const Reader& line) { return combined(line); });
    }
    if (json.has("numeric")) leaf.numeric = json.at("numeric").texts();
    if (json.has("precision")) leaf.precision = json.at("precision").integer();
    if (json.has("certificate")) leaf.certificate = json.at("certificate").text();
    leaf.point = json.at("point").list([&](const Reader& jet) {
      return StartJet{names_.variable(jet.at("jet").text()),
                      jet.at("value").number_or_null(),
                      jet.at("radius").number_or_null(),
                      jet.at("free").boolean()};
    });
    leaf.residual = json.at("residual").number_or_null();
    leaf.moved = json.at("moved").number_or_null();
    leaf.seconds = json.at("seconds").entries([](const Reader& item) { return item.number(); });
    return leaf;
  }

 private:
  static std::size_t count(const Reader& json) { return json.natural(); }
  static unsigned times(const Reader& json) {
    return static_cast<unsigned>(std::max(json.at("times").integer(), 0));
  }
  static StartSize size(const Reader& json) {
    return {json.at("dimension").integer(),
            json.at("freedom").integer(),
            json.at("dof").integer_or_null(),
            json.at("index_at_most").integer()};
  }
  static StartRedundant redundant(const Reader& json) {
    const Reader proof = json.at("proof");
    const std::string text = proof.text();
    const std::optional<unsigned> order =
        text == "proved" ? std::optional(0U) : number_in(text, "to order ", "");
    if (!order) proof.refuse("'" + text + "' is no proof", "proved, or to order N");
    return {count(json.at("line")), json.at("source").text(), *order};
  }
  [[nodiscard]] StartCombined combined(const Reader& json) const {
    StartCombined line{count(json.at("line")), json.at("source").text(), {}, {}};
    line.rows = json.at("rows").list([&](const Reader& row) {
      StartCombined::Row read{row.at("source").text(), times(row), std::nullopt};
      if (row.has("coefficient"))
        read.coefficient = names_.expression(row.at("coefficient").text());
      return read;
    });
    line.put_in = json.at("put_in").text_or_nothing();
    return line;
  }

  const ReportNames& names_;
};

/// Only the leaf at the start has a bound of the index.
bool is_start(const Reader& leaf) {
  return leaf.knows("index_at_most");
}

/// It stands first among the leaves, or beside all of them.
void read_start(const Reader& json, ReportNames names, DecompositionReport& report) {
  if (json.has("knowledge")) report.knowledge = knowledge_from(json.at("knowledge"));
  const auto read = [&](const Reader& leaf) {
    // Its point determines how many multipliers there may be.
    names.declare_multipliers(leaf.at("point").list([](const Reader&) { return 0; }).size());
    report.start = StartReader(names).leaf(leaf);
  };
  if (json.has("local")) read(json.at("local"));
  (void)json.at("leaves").list([&](const Reader& leaf) {
    if (is_start(leaf)) read(leaf);
    return 0;
  });
}

/// Reads leaves and nodes; texts become polynomials in the report's names here and nowhere else.
class LeafReader {
 public:
  explicit LeafReader(ReportNames names) : names_(std::move(names)) {}

  [[nodiscard]] Leaf leaf(const Reader& json) const {
    Leaf leaf;
    leaf.name = json.at("name").text();
    if (json.has("alias")) leaf.alias = json.at("alias").text();
    leaf.status = json.at("status").word(statuses);
    leaf.equations = equations(json);
    leaf.numbers = numbers(json);
    leaf.proofs = proofs(json);
    if (json.has("redundant")) leaf.origin.redundant = json.at("redundant").texts();
    if (json.has("inside")) leaf.origin.inside = json.at("inside").text();
    leaf.origin.because = json.at("because").texts();
    leaf.origin.paths = json.at("paths").list([](const Reader& item) { return item.texts(); });
    return leaf;
  }

  [[nodiscard]] ReportNode node(const Reader& json) const {
    ReportNode node;
    node.name = json.at("name").text();
    node.operation = json.at("operation").text();
    node.why = json.at("why").text();
    node.equations = polynomials(json.at("equations"));
    node.seconds = json.at("seconds").number();
    node.leaf = json.at("leaf").text_or_nothing();
    node.children =
        json.at("children").list([this](const Reader& child) { return this->node(child); });
    if (json.has("dimension")) node.dimension = json.at("dimension").integer_or_null();
    return node;
  }

  [[nodiscard]] std::vector<algebra::Polynomial> polynomials(const Reader& json) const {
    return json.list([this](const Reader& item) { return names_.polynomial(item.text()); });
  }

 private:
  [[nodiscard]] std::vector<algebra::Variable> variables(const Reader& json) const {
    return json.list([this](const Reader& item) { return names_.variable(item.text()); });
  }

  [[nodiscard]] LeafEquations equations(const Reader& json) const {
    LeafEquations equations;
    equations.base = {variables(json.at("variables")), polynomials(json.at("equations"))};
    const Reader linear = json.at("linear");
    equations.linear = {variables(linear.at("unknowns")), polynomials(linear.at("equations"))};
    if (json.has("full")) {
      const Reader full = json.at("full");
      equations.full =
          Relations{variables(full.at("variables")), polynomials(full.at("equations"))};
    }
    equations.constraints = polynomials(json.at("constraints"));
    if (json.has("hidden")) equations.hidden = polynomials(json.at("hidden"));
    if (json.has("critical")) {
      equations.critical =
          json.at("critical").list([this](const Reader& item) { return polynomials(item); });
    }
    return equations;
  }

  [[nodiscard]] static LeafNumbers numbers(const Reader& json) {
    LeafNumbers numbers;
    for (const LeafFact& fact : leaf_facts) {
      if (!fact.is_in_all && !json.knows(fact.key)) continue;
      numbers.*fact.value = json.at(fact.key).integer_or_null();
    }
    numbers.free = json.at("free").texts();
    if (json.has("motion")) numbers.motion = json.at("motion").word(motions);
    // Reports of earlier versions have this one only.
    if (!json.knows("generic_dof")) numbers.generic_degrees_of_freedom = numbers.degrees_of_freedom;
    numbers.rounds = json.at("rounds").integer();
    return numbers;
  }

  [[nodiscard]] static RealPoints real_points(const Reader& json) {
    RealPoints real;
    real.points = json.at("points").truth();
    real.regular = json.at("regular").truth();
    if (json.has("why")) real.why = json.at("why").text();
    if (json.has("sample")) {
      real.sample = json.at("sample").entries([](const Reader& item) { return item.text(); });
    }
    return real;
  }

  [[nodiscard]] static LeafProofs proofs(const Reader& json) {
    LeafProofs proofs;
    proofs.prime = json.at("prime").truth();
    proofs.absolutely_prime = json.at("absolutely_prime").truth();
    proofs.radical_input = json.at("radical_input").truth();
    proofs.complete_intersection = json.at("complete_intersection").truth();
    proofs.smooth = json.at("smooth").truth();
    // Keys that other programs need not write.
    if (json.has("real")) proofs.real = real_points(json.at("real"));
    if (json.has("rank_drops_followed")) {
      proofs.rank_drops_followed = json.at("rank_drops_followed").truth();
    }
    if (json.has("essential")) proofs.essential = json.at("essential").truth();
    proofs.verified = json.at("verified").boolean();
    proofs.verified_by = json.at("verified_by").texts();
    if (json.has("probable")) proofs.probable = json.at("probable").texts();
    return proofs;
  }

  ReportNames names_;
};

Incident incident_from(const Reader& json) {
  return {json.at("what").text(), json.at("where").text(), json.at("cost").text()};
}

/// What is said in the report's names, which are known by now.
void read_leaves(const Reader& json, DecompositionReport& report) {
  const auto auxiliary =
      json.at("auxiliary").entries([](const Reader& item) { return item.text(); });
  for (const auto& [name, text] : auxiliary) report.auxiliary.push_back({name, {}});
  ReportNames names(report);
  for (std::size_t i = 0; i < auxiliary.size(); ++i) {
    report.auxiliary[i].original = names.expression(auxiliary[i].second);
  }
  read_start(json, names, report);
  for (const std::size_t count : json.at("leaves").list([&](const Reader& leaf) {
         if (is_start(leaf)) return std::size_t{0};
         return leaf.at("constraints").list([](const Reader&) { return 0; }).size();
       })) {
    names.declare_multipliers(count);
  }
  const LeafReader reader(std::move(names));
  if (json.has("definitions")) report.definitions = reader.polynomials(json.at("definitions"));
  for (auto& leaf : json.at("leaves").list([&](const Reader& one) {
         return is_start(one) ? std::optional<Leaf>() : std::optional(reader.leaf(one));
       })) {
    if (leaf) report.leaves.push_back(std::move(*leaf));
  }
  report.tree = reader.node(json.at("tree"));
  // Reports of earlier versions call that linear.
  const bool is_of_start = report.start && report.tree.operation == "local";
  if (report.leaves.empty() && (is_of_start || report.tree.operation == uncompleted_operation)) {
    report.completed_by = CompletedBy::nothing;
  }
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
  if (json.has("completion")) report.completed_by = json.at("completion").word(ways);
  if (json.has("complete")) report.complete = json.at("complete").boolean();
  if (json.has("reason")) report.reason = json.at("reason").text();
  if (json.has("incidents")) report.incidents = json.at("incidents").list(&incident_from);
  if (json.has("redundant")) report.redundant = json.at("redundant").texts();
  report.seconds = json.at("seconds").number();
  report.seed = json.at("seed").natural();
  read_leaves(json, report);
  return report;
}

}  // namespace leafwise::pipeline
