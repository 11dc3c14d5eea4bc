// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "runs.hpp"
#include "support/seed.hpp"
#include "svg_reading.hpp"

// Names and titles of any characters: what a run writes, and what reads it.
namespace leafwise::tests {
namespace {

/// What divides cells, rows and texts, and what terminals and pages obey.
const std::vector<std::string> odd_pieces = {",",
                                             "\"",
                                             "\"\"",
                                             "\n",
                                             "\r",
                                             "\r\n",
                                             "\t",
                                             " ",
                                             "'",
                                             "=",
                                             "a",
                                             "b",
                                             "\\",
                                             "<b>",
                                             "&amp;",
                                             "é",
                                             "漢",
                                             "\x1b[31m",
                                             "\x01",
                                             "\xc2\x9b",
                                             "\xe2\x80\xae",
                                             "\xd8\x9c",
                                             "\xe2\x80\xa8",
                                             "\xe2\x81\xa6",
                                             "\xe2\x80\x8f"};

std::string odd_text(std::mt19937_64& random) {
  std::uniform_int_distribution<std::size_t> piece(0, odd_pieces.size() - 1);
  std::uniform_int_distribution<std::size_t> length(1, 12);
  std::string text;
  for (std::size_t left = length(random); left > 0; --left) text += odd_pieces[piece(random)];
  return text;
}

/// As TOML takes it: all that JSON escapes, TOML escapes in the same way.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump();
}

/// x = sin t, with the event and the invariant of these names.
std::string oscillator(const std::string& title,
                       const std::string& event,
                       const std::string& invariant) {
  return "title = " + quoted(title) + "\ndescription = " + quoted(title) +
         "\nunknowns = [\"x\"]\nequations = [\"x'' = -x\"]\n[initial]\nx = 0.1\n\"x'\" = 1\n"
         "[integrate]\nto = { t = 9 }\n[invariants]\n" +
         quoted(invariant) + " = \"x^2 + x'^2\"\n[[events]]\nname = " + quoted(event) +
         "\nwhen = \"x = 0\"\n";
}

/// As one word of a shell.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char character : text) word += character == '\'' ? "'\\''" : std::string(1, character);
  return word + "'";
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("names of any characters go through the tables that a run writes") {
    auto random = make_generator("names of any characters");
    for (std::uint64_t i = 0; i < 8 * multiplier(); ++i) {
      const std::string name = i == 0 ? "a\nb\"c, d" : odd_text(random);
      CAPTURE(quoted(name));
      const Folder folder;
      const Run run("run " + folder.with("odd.toml", oscillator(name, name, name)));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      const Table events = run.events();
      REQUIRE(events.rows.size() == 2);  // at π − arctan 0.1 and a half turn later
      for (const auto& row : events.rows) {
        CHECK(row.at("name") == name);
        CHECK(row.at("kind") == "event");
      }
      CHECK(run.summary()["invariants"].contains(name));
      // The section is found by itself, and by the name.
      const std::string plot =
          std::string(LEAFWISE_PROGRAM) + " plot " + run.file("") + " --kind poincare -o - ";
      const CommandResult alone = run_command(plot);
      REQUIRE_MESSAGE(alone.exit_code == 0, alone.messages);
      CHECK(dots_of(curves_of(alone.output).at(0)).size() == 2);
      const CommandResult named = run_command(plot + "--section " + shell_word(name));
      CHECK(named.output == alone.output);
      CHECK(is_xml({folder.with("picture.svg", alone.output)}));
    }
  }
}

}  // namespace leafwise::tests
