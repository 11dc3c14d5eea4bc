// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace leafwise::papers {

Book::Book(std::filesystem::path pictures) : pictures_(std::move(pictures)) {
  std::filesystem::create_directories(pictures_);
}

void Book::paper(const std::string& title, const std::string& text) {
  papers_.push_back({title, text, {}});
}

void Book::section(const std::string& title, const std::string& text) {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point start = Clock::now();
  fmt::print(stderr,
             "{:4.0f} s  {}\n",
             std::chrono::duration<double>(Clock::now() - start).count(),
             title);
  papers_.back().sections.push_back({title, text, {}, {}});
}

void Book::add(Item item) {
  if (item.verdict == Verdict::failed) {
    fmt::print(stderr,
               "  outside of its window: {}: printed {}, ours {}\n",
               item.place,
               item.printed,
               item.ours);
  }
  papers_.back().sections.back().items.push_back(std::move(item));
}

void Book::number(const std::string& place,
                  double printed,
                  double ours,
                  double window,
                  const std::string& remark) {
  const double deviation = ours / printed - 1;
  add({place,
       shown(printed),
       shown(ours),
       deviation,
       remark,
       std::abs(deviation) <= window ? Verdict::agrees : Verdict::failed});
}

void Book::statement(const std::string& place,
                     const std::string& printed,
                     const std::string& ours,
                     bool holds,
                     const std::string& remark) {
  add({place, printed, ours, std::nullopt, remark, holds ? Verdict::agrees : Verdict::failed});
}

void Book::difference(const std::string& place,
                      const std::string& printed,
                      const std::string& ours,
                      bool is_confirmed,
                      const std::string& remark) {
  add({place,
       printed,
       ours,
       std::nullopt,
       remark,
       is_confirmed ? Verdict::differs : Verdict::failed});
}

void Book::figure(const std::string& place,
                  const std::string& file,
                  const Plot& plot,
                  const std::string& caption) {
  std::ofstream stream(pictures_ / file);
  stream << svg_of(plot);
  if (!stream.flush()) throw std::runtime_error("cannot write " + (pictures_ / file).string());
  papers_.back().sections.back().pictures.push_back({file, place + ": " + caption});
}

void Total::count(const Item& item) {
  ++items;
  if (item.verdict == Verdict::failed) ++failed;
  if (item.verdict == Verdict::differs) ++explained;
  if (item.verdict != Verdict::agrees) return;
  if (!item.deviation) {
    ++statements;
    return;
  }
  const double size = std::abs(*item.deviation);
  ++numbers;
  if (size <= 0.05) ++within_5_percent;
  if (size <= 0.15) ++within_15_percent;
  largest = std::max(largest, size);
}

Total Book::total() const {
  Total total;
  for (const Paper& paper : papers_) {
    for (const Section& section : paper.sections) {
      total.pictures += static_cast<int>(section.pictures.size());
      for (const Item& item : section.items) total.count(item);
    }
  }
  return total;
}

std::string shown(double value) {
  return fmt::format("{:.{}g}", value, std::abs(value) >= 1e4 && std::abs(value) < 1e7 ? 7 : 5);
}

}  // namespace leafwise::papers
