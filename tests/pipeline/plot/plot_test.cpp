// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "decompose_runs.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "svg_reading.hpp"

namespace {

using namespace leafwise::tests;
namespace fs = std::filesystem;

/// As in drawing_test.cpp: two digits behind the point, measured by ticks that have as many.
constexpr double pixel_tolerance = 0.06;

/// A run of an example, in a folder that goes with it.
class PlottedRun {
 public:
  explicit PlottedRun(const std::string& example, const std::string& options = {}) {
    const CommandResult result =
        run_command(program + " run " + examples + "/" + example + ".toml --quiet --no-cache -o " +
                    path() + " " + options);
    REQUIRE(result.exit_code == 0);
  }

  [[nodiscard]] std::string path(const std::string& file = {}) const {
    return folder_ / (file.empty() ? "run" : "run/" + file);
  }
  [[nodiscard]] CommandResult plot(const std::string& options) const {
    return run_command(program + " plot " + path() + " " + options);
  }
  /// The picture itself.
  [[nodiscard]] std::string svg(const std::string& options) const {
    const CommandResult result = plot(options + " -o -");
    CHECK_MESSAGE(result.exit_code == 0, result.messages);
    return result.output;
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(path(file)) << text;
  }

 private:
  Folder folder_;
};

/// x = cos t, y = sin t in coarse rows, in the place of a pendulum's trajectory.
std::string circle_rows(double step, int count) {
  std::ostringstream rows;
  rows.precision(17);
  rows << "t,x,y,lambda,x',y',_s,_h,_residual\n";
  for (int i = 0; i < count; ++i) {
    const double t = 0.1 + step * i;
    rows << t << ',' << std::cos(t) << ',' << std::sin(t) << ",nan," << -std::sin(t) << ','
         << std::cos(t) << ',' << t << ',' << (i == 0 ? 0 : step) << ",1e-16\n";
  }
  return rows.str();
}

const std::string no_events = "name,kind,direction,t,x,y,lambda,x',y',_s,_h,_residual\n";

TEST_SUITE("end-to-end") {
  TEST_CASE("plot: each kind makes a picture where it says, the same each time") {
    const PlottedRun run("pendulum");
    std::vector<std::string> files;
    for (const std::string kind :
         {"series", "phase", "poincare", "energy --y x^2+y^2", "steps", "defects", "tree"}) {
      CAPTURE(kind);
      const CommandResult result =
          run.plot("--kind '" + kind.substr(0, kind.find(' ')) + "'" +
                   (kind.find(' ') == std::string::npos ? "" : kind.substr(kind.find(' '))));
      CHECK(result.exit_code == 0);
      const std::string file = run.path(kind.substr(0, kind.find(' ')) + ".svg");
      CHECK(result.output == file + "\n");
      CHECK(result.messages.empty());
      REQUIRE(fs::exists(file));
      CHECK(run.svg("--kind " + kind) == whole_file(file));
      files.push_back(file);
    }
    CHECK(is_xml(files));
    CHECK(run.plot("--quiet").output.empty());
    const std::string other = run.path("other.svg");
    CHECK(run.plot("-o " + other).output == other + "\n");
    CHECK(whole_file(other) == whole_file(run.path("series.svg")));
  }

  TEST_CASE("plot: a problem file, or the name of its run, means its folder") {
    const Folder folder;
    const std::string in = "cd " + folder.path().string() + " && " + program;
    const std::string pendulum = examples + "/pendulum.toml";
    CHECK(contains(run_command(in + " plot " + pendulum).messages, "leafwise run " + pendulum));
    REQUIRE(run_command(in + " run " + pendulum + " --quiet --no-cache").exit_code == 0);
    for (const std::string& run :
         std::vector<std::string>{pendulum, "pendulum", "leafwise-out/pendulum/"}) {
      CHECK(run_command(in + " plot " + run).exit_code == 0);
    }
    CHECK(contains(run_command(in + " plot pendulun").messages, "leafwise-out/pendulum"));
  }

  TEST_CASE("plot: rows stand where they belong; an expression is what it says") {
    const PlottedRun run("pendulum");
    run.write("trajectory.csv", circle_rows(0.05, 200));
    const std::string svg = run.svg("--y 'y,x^2 + y^2,g*x'");
    const SvgAxis x(svg, 'x', false);
    const SvgAxis y(svg, 'y', false);
    const auto curves = curves_of(svg);
    REQUIRE(curves.size() == 3);
    for (std::size_t i = 0; i < 200; ++i) {
      const double t = 0.1 + 0.05 * static_cast<double>(i);
      const std::vector<double> values = {std::sin(t), 1, 9.81 * std::cos(t)};
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [px, py] = lines_of(curves[k]).at(0).at(i);
        CHECK(std::abs(px - x.pixel(t)) < pixel_tolerance);
        CHECK(std::abs(py - y.pixel(values[k])) < pixel_tolerance);
      }
    }
    // A column that is nowhere a number: a picture without a curve.
    CHECK(lines_of(curves_of(run.svg("--y lambda")).at(0)).empty());
  }

  TEST_CASE("plot: sections between rows are as good as cubics can be") {
    const PlottedRun run("pendulum");
    const double step = 0.2;
    run.write("trajectory.csv", circle_rows(step, 200));
    run.write("events.csv", no_events);
    const std::string section = "--kind poincare --section 'y = 1/2' ";
    // The curve passes y = 1/2 upwards at π/6 + 2πk, where x = √3/2 and x' = −1/2.
    const std::string rising = run.svg(section + "--direction rising --x t --y x");
    const SvgAxis t(rising, 'x', false);
    const auto dots = dots_of(curves_of(rising).at(0));
    CHECK(dots.size() == 7);  // until t = 39.9
    for (std::size_t k = 0; k < dots.size(); ++k) {
      const double turn = 2 * std::numbers::pi * static_cast<double>(k);
      CHECK(std::abs(dots[k].first - t.pixel(std::numbers::pi / 6 + turn)) < pixel_tolerance);
    }
    // The axis is so fine that it shows how wrong they are: h⁴/384 in y and x, h³ in x', some
    // times over as the place of the section is wrong too.
    for (const auto& [column, value, error] :
         {std::tuple{"x", std::sqrt(3.0) / 2, 2 * std::pow(step, 4) / 384},
          std::tuple{"x'", -0.5, std::pow(step, 3) / 50}}) {
      CAPTURE(column);
      const std::string fine =
          run.svg(section + "--direction rising --x t --y \"" + std::string(column) + "\"");
      const SvgAxis axis(fine, 'y', false);
      for (const auto& [px, py] : dots_of(curves_of(fine).at(0))) {
        const double per_pixel = 1 / (axis.pixel(1) - axis.pixel(0));
        CHECK(std::abs((py - axis.pixel(value)) * per_pixel) < error);
      }
    }
    CHECK(dots_of(curves_of(run.svg(section + "--direction falling --x t --y x")).at(0)).size() ==
          6);
    CHECK(dots_of(curves_of(run.svg(section + "--x t --y x")).at(0)).size() == 13);
    // Never: a picture that says so.
    CHECK(contains(run.svg("--kind poincare --section 'y = 2'"), "never passes"));
  }

  TEST_CASE("plot: a section by expression is that of the run's own event") {
    const PlottedRun run("henon_heiles", "--to 60");
    const auto points = [&](const std::string& section) {
      return dots_of(curves_of(run.svg("--kind poincare --section '" + section + "'")).at(0));
    };
    const auto exact = points("section");
    const auto found = points("x = 0");
    REQUIRE(exact.size() > 10);
    REQUIRE(exact.size() == found.size());
    for (std::size_t i = 0; i < exact.size(); ++i) {
      // Steps of this run are some 0.1 long: cubics are right to 1e-6, a pixel is 1e-3.
      CHECK(std::abs(exact[i].first - found[i].first) < pixel_tolerance);
      CHECK(std::abs(exact[i].second - found[i].second) < pixel_tolerance);
    }
    CHECK(run.svg("--kind poincare") == run.svg("--kind poincare --section section"));
  }

  TEST_CASE("plot: invariants are those of the run, with its page or without") {
    const PlottedRun run("henon_heiles", "--to 10");
    const auto value_curve = [&] {
      const std::string svg = run.svg("--kind energy");
      REQUIRE(panels_of(svg).size() == 2);
      return curves_of(panels_of(svg)[0]).at(0);
    };
    const std::string with_page = value_curve();
    if (leafwise::pipeline::has_report_html()) {
      const std::string page = whole_file(run.path("report.html"));
      run.write("report.html", page.substr(0, page.size() / 3));
      CHECK(run.plot("--kind energy").exit_code == 0);
    }
    fs::remove(run.path("report.html"));
    // The same expression in the same rows, to a few roundings: the picture of energies that are
    // equal to 13 digits may differ, their size not.
    const std::string without = value_curve();
    CHECK(lines_of(without).at(0).size() == lines_of(with_page).at(0).size());
    Json summary = Json::parse(whole_file(run.path("summary.json")));
    summary["problem"]["sha256"] = std::string(64, '0');
    run.write("summary.json", summary.dump());
    const CommandResult refused = run.plot("--kind energy");
    CHECK(refused.exit_code == 2);
    CHECK(contains(refused.messages, "is not the file that was run"));
    CHECK(run.plot("--kind energy --y \"x'^2\"").exit_code == 0);
  }

  TEST_CASE("plot: the page of a run without completion has the invariants, not the defects") {
    if (!leafwise::pipeline::has_report_html()) return;
    for (const auto& [example, options] : {std::pair{"pendulum", "--to 5 --method radau5_index3"},
                                           std::pair{"stiff_spring_pendulum", "--to 5"}}) {
      CAPTURE(example);
      const PlottedRun run(example, options);
      // What it is, and not a leaf of this name.
      for (const std::string kind : {"series", "defects", "tree"}) {
        const std::string svg = run.svg("--kind " + kind);
        CHECK(contains(svg, ">not completed"));
        CHECK_FALSE(contains(svg, "uncompleted"));
        CHECK_FALSE(contains(svg, "on the leaf"));
      }
      const auto values = [&] {
        return lines_of(curves_of(panels_of(run.svg("--kind energy"))[0]).at(0)).at(0);
      };
      const auto with_page = values();
      fs::remove(run.path("report.html"));
      // From the problem file: energies that change by 1e-7 and more, far above round-off.
      const auto without = values();
      REQUIRE(with_page.size() == without.size());
      for (std::size_t i = 0; i < without.size(); ++i) {
        CHECK(std::abs(with_page[i].second - without[i].second) < pixel_tolerance);
      }
    }
  }

  TEST_CASE("plot: several runs come into one picture") {
    const PlottedRun one("pendulum", "--to 2");
    const PlottedRun other("pendulum", "--to 3 --method rk4 --set g=1.62");
    const std::string svg = one.svg(other.path() + " --y y");
    CHECK(curves_of(svg).size() == 2);
    CHECK(contains(svg, one.path()));
    const SvgAxis t(svg, 'x', false);
    CHECK(std::abs(lines_of(curves_of(svg)[1]).at(0).back().first - t.pixel(3)) < pixel_tolerance);
    for (const std::string kind : {"phase", "poincare", "steps", "defects", "energy --y y"}) {
      CHECK(one.plot(other.path() + " -o - --kind " + kind).exit_code == 0);
    }
  }

  TEST_CASE("plot: odd runs make a picture all the same") {
    const PlottedRun run("pendulum");
    const std::string whole = circle_rows(0.1, 50);
    const std::string header = whole.substr(0, whole.find('\n') + 1);
    run.write("events.csv", no_events);
    const std::vector<std::string> odd = {header + "0,1,0,9,0,0,0,0,0\n",
                                          header + "0,1,0,9,0,0,0,0,0\n0,1,0,9,0,0,0,0,0\n",
                                          header + "nan,nan,nan,nan,nan,nan,nan,nan,nan\n",
                                          header +
                                              "0,inf,-inf,1e308,-1e308,5e-324,0,1,1\n"
                                              "1,-inf,0,-1e308,1e308,0,0,1,1\n",
                                          header + "0,1,2,3,4,5,6,7,8\r\n1,1,2,3,4,5,6,7,8\r\n"};
    std::vector<std::string> files;
    for (const std::string& rows : odd) {
      run.write("trajectory.csv", rows);
      for (const std::string kind :
           {"series", "phase", "poincare --section 'x = 0'", "energy --y y", "steps", "defects"}) {
        CAPTURE(rows);
        CAPTURE(kind);
        files.push_back(run.path("odd" + std::to_string(files.size()) + ".svg"));
        CHECK(run.plot("-o " + files.back() + " --kind " + kind).exit_code == 0);
        CHECK(!contains(whole_file(files.back()), "\"nan"));
      }
    }
    CHECK(is_xml(files));
  }
}

}  // namespace
