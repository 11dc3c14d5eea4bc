// SPDX-License-Identifier: GPL-3.0-or-later
#include "saved/start_read.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace leafwise::pipeline::detail {

namespace {

using Reader = JsonReader;

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

StartOption option_from(const Reader& json, const ReportNames& names) {
  StartOption option;
  if (json.has("leaf")) option.leaf = json.at("leaf").text();
  for (const auto& [jet, value] :
       json.at("values").entries([](const Reader& item) { return item.number(); })) {
    option.values.emplace(names.variable(jet), value);
  }
  return option;
}

}  // namespace

StartLeaf start_leaf_from(const Reader& json, const ReportNames& names) {
  return StartReader(names).leaf(json);
}

StartChoice start_choice_from(const Reader& json, const ReportNames& names) {
  constexpr std::array choosers = {std::pair{"initial", false}, std::pair{"guess", true}};
  constexpr std::array answers = {std::pair{"proved", std::optional(Truth::yes)},
                                  std::pair{"numeric", std::optional(Truth::unknown)},
                                  std::pair{"no", std::optional(Truth::no)},
                                  std::pair{"not asked", std::optional<Truth>()}};
  StartChoice choice;
  if (json.has("chosen_by")) choice.by_guess = json.at("chosen_by").word(choosers);
  choice.is_only_one = json.at("only_one").word(answers);
  if (json.has("chosen")) choice.chosen = option_from(json.at("chosen"), names);
  choice.others =
      json.at("others").list([&](const Reader& other) { return option_from(other, names); });
  choice.is_cut = json.at("may_be_more").boolean();
  return choice;
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

}  // namespace leafwise::pipeline::detail
