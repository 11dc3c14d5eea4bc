// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "book.hpp"

namespace leafwise::papers {
namespace {

constexpr const char* introduction = R"(<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- Written by `scripts/bench papers` (bench/papers/). Do not edit: change the program. -->
# The papers, item by item

Leafwise implements ideas of five papers. This page compares each table, figure and number that they
print for their examples with the result computed here. `scripts/bench papers` computes everything again,
draws the figures and writes this page; it fails if a value is outside its window.

- *deviation*: ours over the printed number, minus one;
- *agrees*: within the window of the item, or a confirmed statement;
- *differs*: the result here is different; the remark gives the reason, which was also computed.

Many printed numbers are counts of steps. They depend on choices that the papers leave open: the first
step, the norm of the error, when steps may grow. We searched for one setting that fits 28 of them at once
(`control = "classic"`: relative errors by component, the textbook rule), so part of the agreement in
tables 6.1 to 6.3 is selection; for low order methods only the tolerance is free, and it is given.
)";

std::string cell(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == '|') result += "\\";
    result += character;
  }
  return result.empty() ? " " : result;
}

std::string deviation_of(const Item& item) {
  if (!item.deviation) return "";
  return fmt::format("{:+.1f} %", 100 * *item.deviation);
}

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::agrees: return "agrees";
    case Verdict::differs: return "differs";
    case Verdict::failed: return "**failed**";
  }
  return "";
}

void append(std::string& page, const Section& section) {
  page += "\n### " + section.title + "\n";
  if (!section.text.empty()) page += "\n" + section.text + "\n";
  if (!section.items.empty()) {
    page +=
        "\n| item | printed | ours | deviation | | remark |\n| --- | --- | --- | --- | --- | --- "
        "|\n";
    for (const Item& item : section.items) {
      page += fmt::format("| {} | {} | {} | {} | {} | {} |\n",
                          cell(item.place),
                          cell(item.printed),
                          cell(item.ours),
                          deviation_of(item),
                          word(item.verdict),
                          cell(item.remark));
    }
  }
  for (const Picture& picture : section.pictures) {
    page += fmt::format(
        "\n![{}](pictures/papers/{})\n\n*{}*\n", picture.caption, picture.file, picture.caption);
  }
}

std::string summary(const Total& total) {
  std::string text = fmt::format(
      "\n**{} items: {} numbers, {} of them within 5 %, {} within 15 %, the largest deviation "
      "{:.0f} %; "
      "{} statements confirmed; {} different results, each explained; {} pictures",
      total.items,
      total.numbers,
      total.within_5_percent,
      total.within_15_percent,
      100 * total.largest,
      total.statements,
      total.explained,
      total.pictures);
  if (total.failed > 0) text += fmt::format("; {} failed", total.failed);
  return text + ".**\n";
}

/// Items whose remark says so.
std::string misprints(const Book& book) {
  std::string text = "\nMisprints found, each with a computation that shows it:\n\n";
  for (const Paper& paper : book.papers()) {
    for (const Section& section : paper.sections) {
      for (const Item& item : section.items) {
        if (!item.remark.starts_with("Misprint")) continue;
        text += fmt::format(
            "- {}: {}: *{}*, should be *{}*\n", paper.title, item.place, item.printed, item.ours);
      }
    }
  }
  return text;
}

}  // namespace

std::string markdown_of(const Book& book) {
  std::string page = introduction + summary(book.total()) + misprints(book);
  for (const Paper& paper : book.papers()) {
    page += "\n## " + paper.title + "\n\n" + paper.text + "\n";
    for (const Section& section : paper.sections) append(page, section);
  }
  return page;
}

}  // namespace leafwise::papers
