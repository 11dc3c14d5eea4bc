// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <sstream>
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
  std::string result;
  for (const char character : nlohmann::json(text).dump()) {
    // But this one, which TOML escapes alone.
    result += character == '\x7f' ? "\\u007F" : std::string(1, character);
  }
  return result;
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

/// Whether a terminal, a browser or an editor would obey a character of this text; ends of lines
/// and tabs are obeyed everywhere, and wanted. Written down anew, from the tables of Unicode.
bool has_obeyed(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') || byte == 0x7F) return true;
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
    const auto third = static_cast<unsigned char>(i + 2 < text.size() ? text[i + 2] : '\0');
    if (byte == 0xC2 && next < 0xA0) return true;
    if (byte == 0xD8 && next == 0x9C) return true;
    if (byte != 0xE2) continue;
    if (next == 0x80 && (third == 0x8E || third == 0x8F)) return true;
    if (next == 0x80 && third >= 0xA8 && third <= 0xAE) return true;
    if (next == 0x81 && third >= 0xA6 && third <= 0xA9) return true;
  }
  return false;
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("names of any characters go through the tables that a run writes") {
    auto random = make_generator("names of any characters");
    for (std::uint64_t i = 0; i < 8 * multiplier(); ++i) {
      constexpr std::array known = {"a\nb\"c, d", "=2+5", "'=1", "''@x", "+1,\"a\"\n=1", "\t="};
      const std::string name = i < known.size() ? known.at(i) : odd_text(random);
      CAPTURE(quoted(name));
      const Folder folder;
      const Run run("run " + folder.with("odd.toml", oscillator(name, name, name)));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      const Table events = run.events();
      REQUIRE(events.rows.size() == 2);  // at π − arctan 0.1 and a half turn later
      for (const auto& row : events.rows) {
        CHECK(name_of_cell(row.at("name")) == name);
        CHECK(std::string("=+-@\t\r").find(row.at("name").front()) == std::string::npos);
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

  TEST_CASE("what a problem file says is shown, never obeyed") {
    auto random = make_generator("what a problem file says");
    const std::string program = LEAFWISE_PROGRAM;
    const std::string all =
        "\x1b[31m\x01\x7f\xc2\x9b\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\xa8"
        "\xe2\x80\xa9\xe2\x80\xaa\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9";
    for (std::uint64_t i = 0; i < 3 * multiplier(); ++i) {
      const std::string odd = i == 0 ? all : odd_text(random);
      CAPTURE(quoted(odd));
      const Folder folder;
      const std::string file = folder.with("odd.toml", oscillator(odd, odd, odd));
      const Run run("run " + file);
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      std::vector<std::string> shown = {run.result.output,
                                        run.result.messages,
                                        whole_file(run.file("summary.json")),
                                        whole_file(run.file("decomposition.json"))};
      if (run.has("report.html")) shown.push_back(whole_file(run.file("report.html")));
      const std::string out = run.file("");
      for (const std::string& command :
           {"check " + file,
            "check --json " + file,
            "run --json --no-cache -o " + out + " " + file,
            "decompose --no-cache " + file,
            "decompose --no-cache --format dot " + file,
            "decompose --no-cache --format latex " + file,
            "inspect " + out + "/decomposition.json",
            "plot -o - " + out,
            "plot -o - --kind energy " + out,
            "plot -o - --kind poincare " + out,
            "plot -o - --kind tree " + out,
            // Refusals that quote it.
            "plot -o - --kind poincare --section nowhere " + out,
            "check " + folder.with("bad.toml", "title = " + quoted(odd) + " " + quoted(odd)),
            "decompose " + shell_word(odd),
            shell_word(odd)}) {
        CAPTURE(command);
        const CommandResult result = run_command(program + " " + command);
        shown.push_back(result.output);
        shown.push_back(result.messages);
        CHECK_FALSE((result.output.empty() && result.messages.empty()));
      }
      for (const std::string& text : shown) {
        CAPTURE(text);
        CHECK_FALSE(has_obeyed(text));
      }
      // Programs read the same text as ever.
      CHECK(run.summary()["problem"]["title"] == odd);
      CHECK(run.json("decomposition.json")["problem"]["title"] == odd);
      if (i > 0) continue;
      for (const std::string& command : {"check " + file, "plot -o - " + out}) {
        const std::string output = run_command(program + " " + command).output;
        CHECK(contains(output, "\\u001B[31m\\u0001\\u007F\\u009B\\u061C\\u200E\\u200F\\u2028"));
        CHECK(contains(output, "\\u2029\\u202A\\u202E\\u2066\\u2069"));
      }
    }
  }

  TEST_CASE("a mistake beside what is shown by its escape is marked where it stands") {
    const Folder folder;
    const std::string file =
        folder.with("bad.toml", "unknowns = [\"x\"]\nequations = [\"x\"] # \xe2\x80\xae \x01 #\n");
    const CommandResult result = run_command(std::string(LEAFWISE_PROGRAM) + " check " + file);
    CHECK(result.exit_code == 2);
    // TOML allows the first in a comment, and not the second.
    std::istringstream lines(result.messages);
    std::string message, excerpt, marker;
    std::getline(lines, message);
    std::getline(lines, excerpt);
    std::getline(lines, marker);
    CHECK(contains(message, "bad.toml:2:"));
    CHECK(contains(excerpt, "# \\u202E \\u0001 #"));
    CHECK(excerpt.substr(marker.find('^'), marker.size() - marker.find('^')) == "\\u0001");
  }
}

}  // namespace leafwise::tests
