// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "plot/csv_rows.hpp"
#include "plot/quantity.hpp"
#include "plot/run_folder.hpp"
#include "plot/section.hpp"
#include "runs.hpp"
#include "support/folder.hpp"
#include "support/seed.hpp"
#include "text/csv_text.hpp"

// Tables that are read piece by piece.
namespace leafwise::tests {
namespace {

using pipeline::detail::CsvRows;

std::vector<std::vector<std::string>> read_piece_by_piece(const std::string& file) {
  CsvRows rows(file);
  std::vector<std::vector<std::string>> all;
  std::vector<std::string_view> cells;
  while (rows.next(cells)) all.emplace_back(cells.begin(), cells.end());
  return all;
}

/// A cell of any kind: mostly numbers, now and then what has to stand in quotes, or is long.
std::string random_cell(std::mt19937_64& random) {
  std::uniform_int_distribution<int> kind(0, 40);
  std::uniform_int_distribution<std::size_t> length(0, 3000);
  switch (kind(random)) {
    case 0: return "a,b";
    case 1: return "a \"quoted\" word";
    case 2: return "two\nlines";
    case 3: return std::string(length(random), 'x');
    case 4: return std::string(length(random) / 100, '"');
    case 5: return "";
    default: return std::to_string(random());
  }
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("a table read piece by piece is the table, wherever the pieces end") {
    auto random = make_generator("pieces of tables");
    for (std::uint64_t trial = 0; trial < 4 * multiplier(); ++trial) {
      // Pieces have 2^18 bytes.
      std::string text;
      while (text.size() < 1'000'000) {
        for (int j = 0; j < 7; ++j) {
          text += (j == 0 ? "" : ",") + pipeline::detail::csv_text(random_cell(random));
        }
        text += '\n';
      }
      const Folder folder;
      const std::string file = folder.with("table.csv", text);
      CHECK(read_piece_by_piece(file) == csv_rows(text));
      // Cut anywhere but at the end of a row it is refused.
      std::uniform_int_distribution<std::size_t> place(text.size() / 2, text.size() - 2);
      std::string cut = text.substr(0, place(random));
      while (cut.ends_with('\n')) cut.pop_back();
      CHECK_THROWS_AS((void)read_piece_by_piece(folder.with("cut.csv", cut)), InvalidInput);
    }
  }
}

TEST_SUITE("slow") {
  TEST_CASE(
      "of a table with more rows than are kept curves have the shape, sections all passages") {
    const Folder folder;
    const std::string file = folder.with("p.toml",
                                         "unknowns = [\"x\"]\nequations = [\"x'' + x = 0\"]\n"
                                         "[initial]\nx = 1\n\"x'\" = 0\n"
                                         "[integrate]\nto = { t = 2000 }\nsamples = 230000\n");
    const Run run("run " + file);
    REQUIRE(run.result.exit_code == 0);
    const std::string path = run.file("");
    const auto kept = pipeline::detail::read_run(path);
    CHECK(kept.trajectory.all_rows == 230'000);
    CHECK(kept.trajectory.goes_one_way);
    CHECK(kept.trajectory.rows() < kept.trajectory.all_rows);
    pipeline::detail::TrajectoryRows rows(run.file("trajectory.csv"));
    std::vector<double> lows;
    std::vector<double> highs;
    std::vector<double> row;
    std::optional<bool> was_above;
    std::size_t passages = 0;
    while (rows.next(row)) {
      if (lows.empty()) lows = highs = row;
      for (std::size_t j = 0; j < row.size(); ++j) {
        lows[j] = std::min(lows[j], row[j]);
        highs[j] = std::max(highs[j], row[j]);
      }
      const bool is_above = row[1] > 0.5;
      if (was_above && *was_above != is_above) ++passages;
      was_above = is_above;
    }
    for (std::size_t j = 0; j < lows.size(); ++j) {
      const auto [low, high] = std::ranges::minmax(kept.trajectory.values[j]);
      CHECK(low == lows[j]);
      CHECK(high == highs[j]);
    }
    const pipeline::detail::Quantities names(kept);
    const auto section = pipeline::detail::section_of(kept, names, "x = 1/2", std::nullopt);
    // Two in each of 2000/(2 pi) = 318.3 turns.
    CHECK(passages == 637);
    CHECK(section.points.rows() == passages);
    for (const double x : section.points.values[1]) CHECK(x == doctest::Approx(0.5).epsilon(1e-6));
  }
}

}  // namespace leafwise::tests
