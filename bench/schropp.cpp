// SPDX-License-Identifier: GPL-3.0-or-later
// Usage: schropp [--pictures FOLDER] [--peer]
//
// Tables 1 and 2 of J. Schropp's paper on projected Runge-Kutta methods for index 3: evaluations of
// functions and Jacobians with and without projection, ours beside the printed ones. One JSON line
// per case on standard output, the tables on standard error. Fails if a number is more than 25 %
// off, projection does not save evaluations on the pendulum, or d1, d2 are not round-off with it.
// --pictures writes his figures 2, 3 and 5 from our runs; --peer times deSolve's radau beside us.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "leafwise/integrator/index3.hpp"
#include "leafwise/pipeline/drawing.hpp"
#include "problems/mechanisms.hpp"
#include "schropp.hpp"

namespace leafwise::bench {
namespace {

constexpr double largest_deviation = 0.25;
constexpr double round_off = 1e-14;

/// Sums of |ours / printed − 1|.
struct Deviation {
  double sum = 0;
  double worst = 0;
  int count = 0;
  void add(double ours, int printed) {
    const double here = std::abs(ours / printed - 1);
    sum += here;
    worst = std::max(worst, here);
    ++count;
  }
};

bool run_table(const SchroppTable& table, Deviation& total) {
  bool good = true;
  std::fprintf(
      stderr, "\n%s: fev and jacev without/with projection, ours (printed)\n", table.name.c_str());
  for (std::size_t i = 0; i < schropp_tolerances.size(); ++i) {
    std::array<integrator::Report<double>, 2> reports;
    for (const bool projects : {false, true}) {
      reports.at(projects) =
          integrate<double>(table.started.problem,
                            schropp_settings(table.end, schropp_tolerances.at(i), projects),
                            table.started.start);
      const auto& report = reports.at(projects);
      const SchroppTable::Printed& printed = projects ? table.with : table.without;
      const auto functions = static_cast<double>(report.counters.fields);
      const auto jacobians = static_cast<double>(report.counters.jacobians);
      Deviation here;
      for (Deviation* deviation : {&here, &total}) {
        deviation->add(functions, printed.functions.at(i));
        deviation->add(jacobians, printed.jacobians.at(i));
      }
      const bool is_clean = !projects || (report.details.largest.first <= round_off &&
                                          report.details.largest.second <= round_off);
      good = good && report.reason == integrator::Reason::reached && is_clean &&
             here.worst <= largest_deviation;
      std::printf(
          "{\"bench\": \"schropp\", \"problem\": \"%s\", \"tolerance\": %.0e, \"projected\": %s, "
          "\"fev\": %.0f, \"fev_printed\": %d, \"jacev\": %.0f, \"jacev_printed\": %d, "
          "\"steps\": %llu, \"d1\": %.2e, \"d2\": %.2e, \"d3\": %.2e}\n",
          table.name.c_str(),
          schropp_tolerances.at(i),
          projects ? "true" : "false",
          functions,
          printed.functions.at(i),
          jacobians,
          printed.jacobians.at(i),
          static_cast<unsigned long long>(report.steps),
          report.details.largest.first,
          report.details.largest.second,
          report.details.largest.third);
    }
    const auto& [without, with] = reports;
    good = good && (!table.must_save || with.counters.fields < without.counters.fields);
    std::fprintf(stderr,
                 "  %.0e  fev %6llu/%6llu (%d/%d)  jacev %5llu/%5llu (%d/%d)  d2 %.1e/%.1e\n",
                 schropp_tolerances.at(i),
                 static_cast<unsigned long long>(without.counters.fields),
                 static_cast<unsigned long long>(with.counters.fields),
                 table.without.functions.at(i),
                 table.with.functions.at(i),
                 static_cast<unsigned long long>(without.counters.jacobians),
                 static_cast<unsigned long long>(with.counters.jacobians),
                 table.without.jacobians.at(i),
                 table.with.jacobians.at(i),
                 without.details.largest.second,
                 with.details.largest.second);
  }
  return good;
}

namespace drawing = pipeline::drawing;

using Columns = std::vector<std::string>;

/// Columns over t at the ends of steps. Several constraints: the largest.
drawing::Panel panel_of(const Started& started, double end, bool projects, const Columns& columns) {
  auto settings = schropp_settings(end, 1e-8, projects);
  settings.rows = integrator::Rows::every_step;
  const auto report = integrate<double>(started.problem, settings, started.start);
  drawing::Panel panel;
  panel.title = projects ? "with projection" : "without projection";
  panel.x.label = "t";
  const auto& rows = report.trajectory;
  for (const std::string& column : columns) {
    drawing::Curve curve;
    curve.label = "|" + column + "|";
    curve.width = 1;
    const std::size_t place = *rows.column(column);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      curve.x.push_back(rows.row(i)[0]);
      curve.y.push_back(rows.row(i)[place]);
    }
    panel.curves.push_back(std::move(curve));
  }
  return panel;
}

bool write_picture(const std::string& folder,
                   const std::string& name,
                   const std::string& title,
                   const Started& started,
                   double end,
                   const Columns& columns) {
  drawing::Figure figure;
  figure.title = title;
  figure.panels = {panel_of(started, end, false, columns), panel_of(started, end, true, columns)};
  figure.columns = 2;
  figure.width = 880;
  figure.height = 330;
  std::ofstream file(folder + "/" + name);
  file << drawing::svg_of(figure);
  return static_cast<bool>(file.flush());
}

bool write_pictures(const std::string& folder, const Started& pendulum, const Started& andrews) {
  const Columns first_two = {"d1", "d2"};
  return write_picture(folder,
                       "schropp_figure_2.svg",
                       "Pendulum, tolerance 1e-8: defects of length and velocity",
                       pendulum,
                       20,
                       first_two) &&
         write_picture(folder,
                       "schropp_figure_3.svg",
                       "Pendulum, tolerance 1e-8: defect of acceleration",
                       pendulum,
                       20,
                       {"d3"}) &&
         write_picture(
             folder,
             "schropp_figure_5.svg",
             "Andrews' squeezer, tolerance 1e-8: largest defects of position and velocity",
             andrews,
             0.05,
             first_two);
}

int run(const std::vector<std::string>& arguments) {
  const std::vector<SchroppTable> tables = schropp_tables();
  const Started& pendulum = tables.at(0).started;
  const Started& andrews = tables.at(1).started;
  Deviation total;
  bool good = true;
  for (const SchroppTable& table : tables) good = run_table(table, total) && good;
  std::fprintf(stderr,
               "\ntotal deviation of %d numbers: mean %.1f %%, largest %.1f %%\n",
               total.count,
               100 * total.sum / total.count,
               100 * total.worst);
  if (!good) std::fprintf(stderr, "schropp: outside of the windows\n");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--peer") {
      good = compare_with_peer(pendulum, andrews) && good;
    } else if (arguments[i] == "--pictures" && i + 1 < arguments.size()) {
      good = write_pictures(arguments[++i], pendulum, andrews) && good;
    } else {
      std::fprintf(stderr, "usage: schropp [--pictures FOLDER] [--peer]\n");
      return 2;
    }
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace leafwise::bench

int main(int count, char** arguments) {
  return leafwise::bench::run({arguments + 1, arguments + count});
}
