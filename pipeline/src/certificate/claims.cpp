// SPDX-License-Identifier: GPL-3.0-or-later
#include "certificate/claims.hpp"

#include <fmt/format.h>

#include "text/counted.hpp"
#include "text/proof_words.hpp"

namespace leafwise::pipeline::detail {

namespace {

struct Range {
  std::string sources;
  unsigned number = 0;
};

/// "constraint 12": its number, and where that begins; 0 if it has none.
std::pair<std::size_t, std::size_t> number_of(const std::string& source) {
  const std::size_t before = source.find_last_not_of("0123456789");
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  constexpr std::size_t most_digits = 9;
  const std::size_t digits = source.size() - begin;
  if (digits == 0 || digits > most_digits) return {0, begin};
  return {std::stoul(source.substr(begin)), begin};
}

bool follows(const std::string& source, const std::string& last) {
  const auto [number, begin] = number_of(source);
  const auto [before, last_begin] = number_of(last);
  return before > 0 && number == before + 1 &&
         source.substr(0, begin) == last.substr(0, last_begin);
}

/// Consecutive lines with the same text are combined.
std::vector<Range> ranges_of(const std::vector<std::pair<std::string, unsigned>>& said) {
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < said.size();) {
    std::size_t end = i + 1;
    while (end < said.size() && said[end].second == said[i].second &&
           follows(said[end].first, said[end - 1].first)) {
      ++end;
    }
    const std::string to = end - i == 1 ? "" : " to " + said[end - 1].first;
    ranges.push_back({said[i].first + to, said[i].second});
    i = end;
  }
  return ranges;
}

}  // namespace

CertifiedClaims claims_of(const StartLeaf& leaf) {
  CertifiedClaims claims;
  if (leaf.size) {
    claims.numbers = {static_cast<std::size_t>(leaf.size->dimension),
                      static_cast<std::size_t>(leaf.size->freedom),
                      static_cast<unsigned>(leaf.size->index_at_most)};
  }
  for (const StartHidden& hidden : leaf.hidden) {
    claims.hidden.emplace_back(hidden.source, hidden.times);
  }
  for (const StartRedundant& line : leaf.redundant) {
    claims.redundant.emplace_back(line.source, line.order);
  }
  return claims;
}

std::string times_words(unsigned times) {
  if (times == 1) return "once";
  return times == 2 ? "twice" : fmt::format("{} times", times);
}

std::string hidden_words(const CertifiedClaims& claims) {
  std::string text;
  for (const Range& range : ranges_of(claims.hidden)) {
    text +=
        (text.empty() ? "" : "; ") + range.sources + " differentiated " + times_words(range.number);
  }
  return text.empty() ? "none" : text;
}

std::string size_words(const CertifiedClaims& claims, bool is_mechanism) {
  const std::size_t values = claims.numbers.dimension - 1;
  if (claims.numbers.freedom > 0) {
    return counted(claims.numbers.freedom, "free function", "free functions");
  }
  if (is_mechanism) return counted(values / 2, "degree of freedom", "degrees of freedom");
  return counted(values, "value", "values") + " of its start to choose";
}

std::size_t count_hidden(const CertifiedClaims& claims) {
  std::size_t count = 0;
  for (const auto& [source, times] : claims.hidden) count += times;
  return count;
}

std::string words_of(const CertifiedClaims& claims, bool is_mechanism, bool is_proved) {
  const std::size_t hidden = count_hidden(claims);
  std::string text = fmt::format("one smooth branch through the start ({}), {}, ",
                                 is_proved ? "proved" : "numeric",
                                 size_words(claims, is_mechanism));
  text += hidden == 0 ? "no hidden equations"
                      : counted(hidden, "hidden equation", "hidden equations") + ": " +
                            hidden_words(claims);
  for (const Range& range : ranges_of(claims.redundant)) {
    text += "; " + range.sources + " redundant (" + redundancy_words(range.number) + ")";
  }
  return text;
}

}  // namespace leafwise::pipeline::detail
