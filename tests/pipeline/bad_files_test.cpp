// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/pipeline/mistake_text.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "leafwise/pipeline/source_file.hpp"
#include "support/folder.hpp"

namespace {

namespace fs = std::filesystem;
using leafwise::FilePlace;
using leafwise::InvalidInput;
using leafwise::Mistake;
using leafwise::pipeline::Parameter;
using leafwise::pipeline::Problem;
using leafwise::pipeline::read_problem;
using leafwise::pipeline::SourceFile;
using leafwise::tests::Folder;

const fs::path bad_folder = fs::path(LEAFWISE_TEST_DATA) / "bad";
const fs::path good_folder = fs::path(LEAFWISE_TEST_DATA) / "good";

std::string bytes_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  REQUIRE_MESSAGE(stream.is_open(), path.string());
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// The files in `folder` with this extension, without it, sorted.
std::set<std::string> names_in(const fs::path& folder, const std::string& extension) {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) names.insert(entry.path().stem().string());
  }
  return names;
}

/// What reading says of this text; empty if it is accepted. The name of the file is made up, so
/// that messages are the same on every machine.
std::optional<InvalidInput> refusal_of(const std::string& name, std::string text) {
  try {
    (void)read_problem(SourceFile(name, std::move(text)));
  } catch (const InvalidInput& error) {
    return error;
  }
  return std::nullopt;
}

void check_laws(const Mistake& mistake, const std::string& file) {
  CAPTURE(mistake.message);
  CHECK_FALSE(mistake.message.empty());
  CHECK_FALSE(mistake.expected.empty());
  REQUIRE(mistake.place.has_value());
  const FilePlace& place = *mistake.place;
  CHECK(place.file == file);
  CHECK(place.width >= 1);
  if (place.line == 0) {  // the file as a whole
    CHECK(place.line_text.empty());
    return;
  }
  const std::size_t length = leafwise::pipeline::character_count(place.line_text);
  CHECK(place.column >= 1);
  CHECK(place.column <= length + 1);
  CHECK(place.column + place.width <= length + 2);
  CHECK(place.line_text.find('\n') == std::string::npos);
}

InvalidInput refusal_of_path(const fs::path& path) {
  std::optional<InvalidInput> refusal;
  try {
    (void)read_problem(path);
  } catch (const InvalidInput& error) {
    refusal = error;
  }
  REQUIRE_MESSAGE(refusal.has_value(), path.string());
  for (const Mistake& mistake : refusal->mistakes()) check_laws(mistake, path.string());
  return *refusal;
}

std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

std::string in_equation(const std::string& text) {
  return "unknowns = [\"x\"]\nequations = [\"" + text + "\"]\n";
}

/// Refused, with a message that fits a screen, by little work. The limit, of processor time,
/// holds for optimised builds; instrumented ones are about ten times slower.
void check_refused_quickly(const std::string& what, std::string text) {
  CAPTURE(what);
#ifdef __SANITIZE_ADDRESS__
  constexpr double most_seconds = 20;
#else
  constexpr double most_seconds = 2;
#endif
  const std::clock_t start = std::clock();
  const std::optional<InvalidInput> refusal = refusal_of("generated.toml", std::move(text));
  CHECK(static_cast<double>(std::clock() - start) < most_seconds * CLOCKS_PER_SEC);
  REQUIRE(refusal.has_value());
  for (const Mistake& mistake : refusal->mistakes()) check_laws(mistake, "generated.toml");
  CHECK(leafwise::pipeline::describe(*refusal).size() < 20000);
}

const Parameter& parameter_of(const Problem& problem, const std::string& name) {
  const auto found = std::find_if(problem.model.parameters.begin(),
                                  problem.model.parameters.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  REQUIRE_MESSAGE(found != problem.model.parameters.end(), name);
  return *found;
}

std::string value_of(const Problem& problem, const std::string& name) {
  return to_string(parameter_of(problem, name).value.value());
}

Problem good(const std::string& name) {
  return read_problem(good_folder / (name + ".toml"));
}

}  // namespace

TEST_CASE("every wrong file has its expected text, and no text is without its file") {
  const std::set<std::string> files = names_in(bad_folder, ".toml");
  CHECK(files == names_in(bad_folder, ".txt"));
  CHECK(files.size() >= 70);
}

TEST_CASE("wrong files are refused with the expected text") {
  std::set<std::string> messages;
  for (const std::string& name : names_in(bad_folder, ".toml")) {
    CAPTURE(name);
    const std::string file = "tests/data/bad/" + name + ".toml";
    const std::optional<InvalidInput> refusal =
        refusal_of(file, bytes_of(bad_folder / (name + ".toml")));
    CHECK(refusal.has_value());
    if (!refusal) continue;
    CHECK(leafwise::pipeline::describe(*refusal) == bytes_of(bad_folder / (name + ".txt")));
    const std::vector<Mistake>& mistakes = refusal->mistakes();
    CHECK_MESSAGE(std::adjacent_find(mistakes.begin(), mistakes.end()) == mistakes.end(),
                  "a mistake is said twice");
    for (const Mistake& mistake : mistakes) {
      check_laws(mistake, file);
      messages.insert(mistake.message);
    }
  }
  CHECK(messages.size() >= 40);  // kinds of mistake, not merely files
}

TEST_CASE("what is no problem file at all is refused by name") {
  const Folder folder;
  CHECK(refusal_of_path(folder / "missing.toml").mistakes().front().place->line == 0);
  CHECK(refusal_of_path(folder / ".").mistakes().front().message == "this is a directory");
  if (fs::exists("/dev/zero")) {
    CHECK(refusal_of_path("/dev/zero").mistakes().front().place->line == 0);
  }
  const std::string large = folder.with("large.toml", repeated("# comments\n", 5'000'000));
  CHECK(refusal_of_path(large).mistakes().front().place->line == 0);
}

TEST_CASE("nesting is limited wherever a file can nest") {
  constexpr std::size_t deep = 100000;
  const std::size_t most = SourceFile::most_bytes - 100;
  check_refused_quickly("parentheses", in_equation(repeated("(", most)));
  check_refused_quickly("signs", in_equation(repeated("-", most - 1) + "x"));
  check_refused_quickly("powers", in_equation("x" + repeated("^1", most / 2 - 10)));
  check_refused_quickly("functions", in_equation(repeated("sin(", most / 4 - 10)));
  check_refused_quickly("dotted keys", "a" + repeated(".a", deep) + " = 1\n");
  check_refused_quickly("dotted table", "[a" + repeated(".a", deep) + "]\n");
  check_refused_quickly("dotted inline keys", "x = { a" + repeated(".a", deep) + " = 1 }\n");
  check_refused_quickly("arrays", "x = " + repeated("[", deep) + repeated("]", deep) + "\n");
  check_refused_quickly("inline tables",
                        "x = " + repeated("{a=", deep) + "1" + repeated("}", deep) + "\n");
}

TEST_CASE("long lines and many entries are refused in good time") {
  const std::size_t most = SourceFile::most_bytes - 100;
  check_refused_quickly("one line of 3 MB", in_equation(repeated("x + ", 750'000)));
  check_refused_quickly("4 MB without a line end", repeated("x", most));
  check_refused_quickly("4 MB of characters of three bytes",
                        "# 日本\nx = " + repeated("日", most / 3 - 20));
  std::string unknowns = "unknowns = [\n";
  for (int i = 0; i < 1'000'000; ++i) unknowns += "\"x" + std::to_string(i) + "\",\n";
  check_refused_quickly("a million unknowns", unknowns + "]\nequations = [\"x1\"]\n");
  std::string keys = "unknowns = [\"x\"]\nequations = [\"x\"]\n";
  for (int i = 0; i < 100'000; ++i) keys += "key" + std::to_string(i) + " = 1\n";
  check_refused_quickly("a hundred thousand unknown keys", keys);
}

TEST_CASE("odd but valid files are accepted") {
  const std::set<std::string> names = names_in(good_folder, ".toml");
  CHECK(names.size() >= 15);
  for (const std::string& name : names) {
    CAPTURE(name);
    const fs::path path = good_folder / (name + ".toml");
    const std::optional<InvalidInput> refusal = refusal_of(name + ".toml", bytes_of(path));
    CHECK_MESSAGE(!refusal.has_value(), leafwise::pipeline::describe(*refusal));
    CHECK_MESSAGE(bytes_of(path).find("# odd: ") != std::string::npos, "says why it is odd");
  }
}

TEST_CASE("odd files mean what they say: numbers") {
  const Problem numbers = good("numbers");
  CHECK(value_of(numbers, "hexadecimal") == "255");
  CHECK(value_of(numbers, "octal") == "8");
  CHECK(value_of(numbers, "binary") == "5");
  CHECK(value_of(numbers, "grouped") == "1000");
  CHECK(value_of(numbers, "plus") == "17");
  CHECK(value_of(numbers, "tenth") == "0.1");
  CHECK(value_of(numbers, "small") == "0.0015");
  CHECK(value_of(numbers, "last") == "9.81");
  CHECK(value_of(numbers, "commented") == "2.5");
  CHECK(value_of(good("nested_roots"), "rational") == "3");
}

TEST_CASE("odd files mean what they say: bytes and lines") {
  const Problem windows = good("windows_line_ends");
  CHECK(value_of(windows, "g") == "9.81");
  CHECK(windows.model.equations.at(0).origin.line == 3);
  const Problem marked = good("byte_order_mark");
  CHECK(value_of(marked, "g") == "9.81");
  CHECK(marked.model.unknowns == std::vector<std::string>{"x"});
  CHECK(good("unicode_title").source.title == "Pendel – 振り子 ✓");
  CHECK(value_of(good("unicode_title"), "g") == "9.81");
  CHECK(good("text_of_several_lines").model.equations.size() == 2);
}

TEST_CASE("odd files mean what they say: names and tables") {
  CHECK(good("names_like_constants").model.unknowns == std::vector<std::string>{"e", "I", "D"});
  CHECK(good("fourth_derivative").model.polynomial.orders.at("w") == 4);
  CHECK(good("symbolic_parameter").model.parameters.front().symbolic);
  CHECK_FALSE(good("symbolic_parameter").model.parameters.front().value.has_value());
  CHECK(good("inequations").model.inequations.size() == 2);
  CHECK(good("no_constraints").model.mechanics->constraints.empty());
  CHECK(good("sweep_nested_table").sweep.at(0).target == "initial.x");
  CHECK(good("sweep_nested_table").sweep.at(0).values.size() == 3);
  CHECK(good("quoted_tables").start.initial.size() == 3);
  CHECK(good("parameters_backwards").model.equations.size() == 1);
  CHECK(value_of(good("parameters_backwards"), "a") == "7");
  CHECK(good("arclength_as_time").plan.integrate->goal ==
        leafwise::pipeline::IntegrationSettings::Goal::independent);
}
