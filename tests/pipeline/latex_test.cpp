// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "support/folder.hpp"
#include "support/program.hpp"

namespace {

namespace fs = std::filesystem;

using leafwise::tests::CommandResult;
using leafwise::tests::Folder;
using leafwise::tests::run_command;

const std::string program = LEAFWISE_PROGRAM;
const std::string examples = LEAFWISE_EXAMPLES;

std::string latex_of(const std::string& file) {
  const CommandResult result = run_command(
      program + " decompose --no-cache --critical --time-limit 3 --format latex " + file);
  CHECK((result.exit_code == 0 || result.exit_code == 3 || result.exit_code == 4));
  return result.output;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Braces that are not escaped are closed in order; 0 at the end, −1 once more are closed than
/// open.
int open_braces(const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth < 0) {
      return -1;
    }
  }
  return depth;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// Names and a title that mean something to LaTeX.
const std::string awkward =
    "title = \"100% of #1 & {x_1} \\\\end $ ~^\"\n"
    "unknowns = [\"alpha_max2\", \"x1\", \"I_2b_\", \"th12\"]\n"
    "equations = [\"der(alpha_max2, 4) = x1'^2\", \"x1''' = -(x1 - 1)/2\", "
    "\"I_2b_' = I_2b_^3\", \"th12' = sin(th12)\"]\n";

TEST_SUITE("end-to-end") {
  TEST_CASE("latex: jets and names are typeset as people write them") {
    const std::string pendulum = latex_of(examples + "/pendulum.toml");
    CHECK(contains(pendulum, "\\ddot{x}"));
    CHECK(contains(pendulum, "\\lambda"));
    CHECK(contains(pendulum, "{x}^{2} + {y}^{2} - 1 = 0"));
    CHECK(contains(latex_of(examples + "/clairaut.toml"), "{y'}^{2}"));
    CHECK(contains(latex_of(examples + "/pendulum_mechanics.toml"), "\\lambda_{1}"));
    const Folder folder;
    const std::string text = latex_of(folder.with("awkward.toml", awkward));
    CHECK(contains(text, "\\alpha_{\\mathrm{max},2}^{(4)}"));
    CHECK(contains(text, "\\dot{x}_{1}"));
    CHECK(contains(text, "\\dddot{x}_{1}"));
    CHECK(contains(text, "\\mathit{th}_{12}"));
    CHECK(contains(text, "100\\% of \\#1 \\& \\{x\\_1\\} \\textbackslash{}end \\$"));
  }

  TEST_CASE("latex: braces and environments are closed, and pdflatex takes it where it exists") {
    const Folder folder;
    std::vector<std::string> files = {folder.with("awkward.toml", awkward)};
    for (const auto& entry : fs::directory_iterator(examples)) {
      const std::set<std::string> slow = {"andrews_squeezer",
                                          "discharge_pressure_control",
                                          "n_four_bar_10",
                                          "n_four_bar_40",
                                          "six_points_energy"};
      const bool is_quick = !slow.contains(entry.path().stem().string());
      if (entry.path().extension() == ".toml" && is_quick) files.push_back(entry.path().string());
    }
    const bool can_compile = run_command("command -v pdflatex").exit_code == 0;
    if (!can_compile) MESSAGE("pdflatex is not installed: only braces are checked");
    for (const std::string& file : files) {
      CAPTURE(file);
      const std::string text = latex_of(file);
      CHECK(open_braces(text) == 0);
      CHECK(count_of(text, "\\left") == count_of(text, "\\right"));
      CHECK(count_of(text, "\\begin{align*}") == count_of(text, "\\end{align*}"));
      CHECK(count_of(text, "\\begin{align*}\n\n") == 0);
      if (!can_compile) continue;
      (void)folder.with("all.tex",
                        "\\documentclass{article}\\usepackage{amsmath,amssymb}\\begin{document}\n" +
                            text + "\\end{document}\n");
      CHECK(run_command("cd " + (folder / "") +
                        " && pdflatex -halt-on-error -interaction=nonstopmode all.tex")
                .exit_code == 0);
    }
  }
}

}  // namespace
