// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "decompose_runs.hpp"
#include "support/seed.hpp"
#include "svg_reading.hpp"

namespace {

using namespace leafwise::tests;
namespace fs = std::filesystem;

struct Refusal {
  std::string options;
  std::string said;
};

/// A pendulum's run that tests may damage.
std::string pendulum_in(const Folder& folder) {
  const std::string path = folder / "run";
  REQUIRE(run_command(program + " run " + examples +
                      "/pendulum.toml --to 1 --quiet --no-cache -o " + path)
              .exit_code == 0);
  return path;
}

CommandResult plot(const std::string& arguments) {
  return run_command(program + " plot " + arguments);
}

TEST_SUITE("end-to-end") {
  TEST_CASE("plot: what cannot be drawn is refused, with what to do") {
    const Folder folder;
    const std::string run = pendulum_in(folder);
    const std::vector<Refusal> refusals = {
        {"--kind phse", "did you mean 'phase'?"},
        {"--kind ''", "--kind cannot be ''"},
        {"--y lamda", "did you mean lambda?"},
        {"--x \"y''\"", "no column y''"},
        {"--y \"y'' + 1\"", "no column y''"},
        {"--y 'x + * y'", "an operand is expected"},
        {"--y 'x,'", "a name is missing"},
        {"--y ''", "a name is missing"},
        {"--y 'q^2'", "q"},
        {"--y 'x = 1'", "error"},
        {"--section x", "does not apply to --kind series"},
        {"--equal", "does not apply to --kind series"},
        {"--kind tree --x t", "does not apply to --kind tree"},
        {"--kind steps --y x", "does not apply to --kind steps"},
        {"--kind poincare --section nowhere", "no event nowhere"},
        {"--kind poincare --section 'x = = 0'", "--section"},
        {"--kind poincare --direction up", "--direction cannot be 'up'"},
        {"--width 1e99", "pixels"},
        {"--height nan", "pixels"},
        {"--kind tree " + run, "takes one run"},
        {folder / "nowhere", "there is no such folder"},
        {"--output ''", "--output needs a file"},
        {"--kind energy --y ''", "a name is missing"},
    };
    for (const Refusal& refusal : refusals) {
      CAPTURE(refusal.options);
      const CommandResult result = plot(run + " " + refusal.options);
      CHECK(result.exit_code == 2);
      CHECK(result.output.empty());
      CHECK_MESSAGE(contains(result.messages, refusal.said), result.messages);
    }
    CHECK(!fs::exists(run + "/series.svg"));
    CHECK(plot("").exit_code == 2);
    CHECK(plot("''").exit_code == 2);
    CHECK(plot(run + " -o " + run + "/summary.json/x.svg").exit_code == 74);
    CHECK(plot(run + " -o " + run).exit_code == 74);
    CHECK(plot(run + " -o - >/dev/full").exit_code == 74);
  }

  TEST_CASE("plot: a damaged table is refused by its line") {
    const Folder folder;
    const std::string run = pendulum_in(folder);
    const std::string table = run + "/trajectory.csv";
    const std::string whole = whole_file(table);
    const auto complaint = [&](const std::string& text) {
      (void)folder.with("run/trajectory.csv", text);
      const CommandResult result = plot(run);
      CHECK(result.exit_code == 2);
      return result.messages;
    };
    const std::size_t third = whole.find('\n', whole.find('\n') + 1) + 1;
    const auto changed = [&](const std::string& text) {
      std::string damaged = whole;
      damaged.insert(third, text);
      return damaged;
    };
    CHECK(contains(complaint(changed("x")), "trajectory.csv:3"));
    CHECK(contains(complaint(changed("1,2\n")), "the row has 2 cells"));
    CHECK(contains(complaint(changed("\n")), "trajectory.csv:3"));
    CHECK(contains(complaint(changed("\"1")), "does not end"));
    CHECK(contains(complaint(whole.substr(0, third + 20)), "not whole"));
    CHECK(contains(complaint(whole.substr(0, whole.find('\n') + 1)), "no row"));
    CHECK(contains(complaint(""), "empty"));
    CHECK(contains(complaint("a,a\n1,1\n"), "twice"));
    CHECK(contains(complaint("\x1b[2J,b\n1,1\n"), "no column"));
    (void)complaint(std::string("\0\0\0\n", 4));
    fs::remove(table);
    CHECK(contains(plot(run).messages, "trajectory.csv"));
  }

  TEST_CASE("plot: bytes that are wrong anywhere never crash it") {
    const Folder folder;
    const std::string run = pendulum_in(folder);
    auto random = make_generator("plot: bytes that are wrong");
    std::uniform_int_distribution<int> byte(0, 255);
    for (const std::string file :
         {"trajectory.csv", "events.csv", "summary.json", "decomposition.json"}) {
      const std::string whole = whole_file(run + "/" + file);
      for (std::uint64_t i = 0; i < 15 * multiplier(); ++i) {
        std::string damaged = whole;
        std::uniform_int_distribution<std::size_t> place(0, whole.size() - 1);
        if (i % 3 == 0) damaged.resize(place(random));
        for (int k = 0; k < 3 && !damaged.empty(); ++k) {
          damaged[place(random) % damaged.size()] = static_cast<char>(byte(random));
        }
        (void)folder.with("run/" + file, damaged);
        for (const std::string kind : {"series", "poincare", "tree"}) {
          const int code = plot(run + " -o - --kind " + kind + " >/dev/null").exit_code;
          CHECK((code == 0 || code == 2));
        }
      }
      (void)folder.with("run/" + file, whole);
    }
  }

  TEST_CASE("plot: refused runs, sweeps and files that are no runs are told apart") {
    const Folder folder;
    const std::string run = pendulum_in(folder);
    fs::remove(run + "/summary.json");
    CHECK(contains(plot(run).messages, "summary.json"));
    CHECK(plot(run + " --kind tree").exit_code == 0);
    fs::create_directory(folder / "sweep");
    (void)folder.with("sweep/sweep.csv", "x\n");
    CHECK(contains(plot(folder / "sweep").messages, "the folder of a sweep"));
    CHECK(contains(plot(run + "/events.csv").messages, "this is a file"));
    fs::create_directory(folder / "empty");
    CHECK(plot((folder / "empty") + " --kind tree").exit_code == 2);
  }
}

/// A tree with so many nodes, of any shape.
Json random_tree(std::mt19937_64& random, int& left, const std::string& name) {
  Json node = {{"name", name},
               {"operation", "split"},
               {"why", "because of <script>&\"'"},
               {"equations", {std::string(300, 'x') + " - 1", "y"}},
               {"seconds", 0.1},
               {"leaf", nullptr},
               {"children", Json::array()}};
  std::uniform_int_distribution<int> children(0, 4);
  for (int count = children(random); count >= 0 && left > 0; --count) {
    --left;
    const std::string child = name + "." + std::to_string(node["children"].size() + 1);
    node["children"].push_back(random_tree(random, left, child));
  }
  return node;
}

TEST_SUITE("law") {
  TEST_CASE("plot: nodes of a tree of any shape do not cover each other") {
    auto random = make_generator("plot: nodes of a tree");
    const Folder folder;
    const std::string file = folder / "report.json";
    REQUIRE(run_command(program + " decompose --no-cache --json -o " + file + " " + examples +
                        "/branch_dependent_index.toml")
                .exit_code == 0);
    Json report = Json::parse(whole_file(file));
    std::vector<std::string> files;
    for (std::uint64_t i = 0; i < 20 * multiplier(); ++i) {
      int left = i == 0 ? 0 : 100;
      report["tree"] = random_tree(random, left, "root");
      const std::string picture = folder / ("tree" + std::to_string(i) + ".svg");
      const std::string made = folder.with("random.json", report.dump());
      REQUIRE(plot(made + " --kind tree -o " + picture).exit_code == 0);
      files.push_back(picture);
      const std::string svg = whole_file(picture);
      const double width = std::stod(between(svg, "width=\"", "\"").at(0));
      const double height = std::stod(between(svg, "height=\"", "\"").at(0));
      struct Box {
        double x, y, width, height;
      };
      std::vector<Box> boxes;
      for (const std::string& node : between(svg, "<g class=\"node", "</g>")) {
        const std::string rect = between(node, "<rect", "/>").at(0);
        const auto number = [&](const std::string& key) {
          return std::stod(between(rect, " " + key + "=\"", "\"").at(0));
        };
        boxes.push_back({number("x"), number("y"), number("width"), number("height")});
      }
      CHECK(boxes.size() == (i == 0 ? 1 : 101 - static_cast<std::size_t>(left)));
      for (std::size_t a = 0; a < boxes.size(); ++a) {
        CHECK(boxes[a].x >= 0);
        CHECK(boxes[a].x + boxes[a].width <= width);
        CHECK(boxes[a].y + boxes[a].height <= height);
        for (std::size_t b = 0; b < a; ++b) {
          const bool apart = boxes[a].x >= boxes[b].x + boxes[b].width ||
                             boxes[b].x >= boxes[a].x + boxes[a].width ||
                             boxes[a].y >= boxes[b].y + boxes[b].height ||
                             boxes[b].y >= boxes[a].y + boxes[a].height;
          CHECK(apart);
        }
      }
    }
    CHECK(is_xml(files));
  }
}

}  // namespace
