// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/pipeline/check_report.hpp"
#include "leafwise/pipeline/mistake_text.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "leafwise/pipeline/source_file.hpp"
#include "support/seed.hpp"

namespace {

namespace fs = std::filesystem;
using leafwise::FilePlace;
using leafwise::InvalidInput;
using leafwise::Mistake;
using leafwise::pipeline::Problem;
using leafwise::pipeline::SourceFile;

/// Files, right and wrong, from which attacks are made; in an order that no file system decides.
std::vector<std::string> read_corpus() {
  std::vector<fs::path> paths;
  for (const fs::path& folder : {fs::path(LEAFWISE_EXAMPLES),
                                 fs::path(LEAFWISE_TEST_DATA) / "bad",
                                 fs::path(LEAFWISE_TEST_DATA) / "good"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".toml") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return texts;
}

struct Span {
  std::size_t begin = 0;
  std::size_t length = 0;
};

/// Words, numbers, white space and single other characters.
std::vector<Span> tokens_of(const std::string& text) {
  const auto kind = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool word = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                      (byte >= 'A' && byte <= 'Z') || byte == '_' || byte >= 0x80;
    return word ? 1 : byte == ' ' ? 2 : 0;
  };
  std::vector<Span> tokens;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (kind(text[i]) != 0 && end < text.size() && kind(text[end]) == kind(text[i])) ++end;
    tokens.push_back({i, end - i});
    i = end;
  }
  return tokens;
}

/// What tends to be at the border of something.
constexpr std::string_view nasty_words =
    "0 - + ' '' \" \"\"\" ''' ( ) [ ] { } [[ ]] = == , . ^ ** ^(1/2) ^-1 /0 1e999 -1e-999 inf nan "
    "2026-01-31T07:32:00Z 0x \\ \\u0000 \r \n \t \xEF\xBB\xBF \xC3\xA9 \xFF sqrt( der(x,3) pi "
    "symbolic "
    "lambda1";

std::vector<std::string> split(std::string_view words) {
  std::vector<std::string> parts;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    parts.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return parts;
}

class Attacker {
 public:
  Attacker(const std::vector<std::string>& corpus, std::mt19937_64& random)
      : corpus_(corpus), random_(random) {}

  std::string operator()() {
    std::string text = any_file();
    const std::size_t changes = 1 + below(4);
    for (std::size_t i = 0; i < changes; ++i) change(text);
    return text;
  }

 private:
  /// A number in 0 … bound − 1; bound ≥ 1.
  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }

  const std::string& any_file() { return corpus_[below(corpus_.size())]; }

  Span span_of(const std::string& text, std::size_t longest) {
    const std::size_t begin = below(text.size() + 1);
    return {begin, std::min(text.size() - begin, 1 + below(longest))};
  }

  void change(std::string& text) {
    if (text.empty()) text = any_file() + " ";
    const std::vector<Span> tokens = tokens_of(text);
    const Span token = tokens[below(tokens.size())];
    const Span other = tokens[below(tokens.size())];
    switch (below(9)) {
      case 0: flip(text); return;
      case 1: text[below(text.size())] = static_cast<char>(below(256)); return;
      case 2: erase(text, span_of(text, 40)); return;
      case 3: repeat(text, span_of(text, 60)); return;
      case 4: text.replace(token.begin, token.length, nasty_[below(nasty_.size())]); return;
      case 5: text.insert(token.begin, nasty_[below(nasty_.size())]); return;
      case 6:
        text.replace(token.begin, token.length, text.substr(other.begin, other.length));
        return;
      case 7: splice(text); return;
      default: swap_lines(text); return;
    }
  }

  void flip(std::string& text) {
    char& byte = text[below(text.size())];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << below(8)));
  }

  static void erase(std::string& text, Span span) { text.erase(span.begin, span.length); }

  void repeat(std::string& text, Span span) {
    const std::string part = text.substr(span.begin, span.length);
    const std::size_t times = 1 + below(below(10) == 0 ? 300 : 3);
    std::string copies;
    for (std::size_t i = 0; i < times; ++i) copies += part;
    text.insert(span.begin, copies);
  }

  void splice(std::string& text) {
    const std::string& other = any_file();
    const std::size_t from = below(other.size() + 1);
    text = text.substr(0, below(text.size() + 1)) + other.substr(from);
  }

  void swap_lines(std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    std::swap(lines[below(lines.size())], lines[below(lines.size())]);
    text.clear();
    for (const std::string& line : lines) text += line + "\n";
    text.pop_back();
  }

  const std::vector<std::string>& corpus_;
  std::mt19937_64& random_;
  std::vector<std::string> nasty_ = split(nasty_words);
};

constexpr const char* file_name = "attack.toml";

/// What is wrong with this mistake; empty if nothing is.
std::string complaint_about(const Mistake& mistake) {
  if (mistake.message.empty()) return "no message";
  if (mistake.expected.empty()) return "nothing expected: " + mistake.message;
  if (!mistake.place) return "no place: " + mistake.message;
  const FilePlace& place = *mistake.place;
  if (place.file != file_name) return "another file: " + place.file;
  if (place.line == 0) return place.line_text.empty() ? "" : "text without a line";
  const std::size_t length = leafwise::pipeline::character_count(place.line_text);
  const bool inside = place.column >= 1 && place.width >= 1 && place.column <= length + 1 &&
                      place.column + place.width <= length + 2;
  return inside ? "" : "outside its line: " + leafwise::pipeline::describe(mistake);
}

/// Reads and prints; what went wrong with the program (not: in the text) is the result.
std::string complaint_about(const std::string& text) {
  try {
    const Problem problem = leafwise::pipeline::read_problem(SourceFile(file_name, text));
    if (leafwise::pipeline::check_text(problem).empty()) return "nothing printed";
    if (leafwise::pipeline::check_json(problem).empty()) return "no JSON printed";
  } catch (const InvalidInput& error) {
    if (error.mistakes().empty()) return "no mistakes";
    const auto& mistakes = error.mistakes();
    const auto twice = std::adjacent_find(mistakes.begin(), mistakes.end());
    if (twice != mistakes.end()) return "said twice: " + twice->message;
    if (leafwise::pipeline::check_json(file_name, error).empty()) return "no JSON printed";
    for (const Mistake& mistake : error.mistakes()) {
      const std::string complaint = complaint_about(mistake);
      if (!complaint.empty()) return complaint;
    }
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("broken files are read or refused, never worse") {
  // An optimised build reads each of these in some milliseconds; instrumented ones are ten times
  // slower. Seconds mean that something grows without a limit.
#ifdef __SANITIZE_ADDRESS__
  constexpr double most_seconds = 20;
#else
  constexpr double most_seconds = 2;
#endif
  const std::vector<std::string> corpus = read_corpus();
  REQUIRE(corpus.size() > 80);
  std::mt19937_64 random =
      leafwise::tests::make_generator("broken files are read or refused, never worse");
  Attacker attacker(corpus, random);
  const std::uint64_t attacks = 2000 * leafwise::tests::multiplier();
  for (std::uint64_t i = 0; i < attacks; ++i) {
    const std::string text = attacker();
    const auto start = std::chrono::steady_clock::now();
    const std::string complaint = complaint_about(text);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (complaint.empty() && elapsed.count() < most_seconds) continue;
    INFO("attack " << i << ", " << elapsed.count() << " s, on this file:\n" << text);
    FAIL_CHECK(complaint);
  }
}

TEST_CASE("a file cut anywhere is read or refused") {
  for (const fs::directory_entry& entry : fs::directory_iterator(LEAFWISE_EXAMPLES)) {
    if (entry.path().filename() != "singular_four_bar.toml") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)),
                           std::istreambuf_iterator<char>());
    REQUIRE_FALSE(text.empty());
    for (std::size_t length = 0; length < text.size(); length += 3) {
      CAPTURE(length);
      CHECK(complaint_about(text.substr(0, length)).empty());
    }
  }
}
