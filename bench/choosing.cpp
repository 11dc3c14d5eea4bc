// SPDX-License-Identifier: GPL-3.0-or-later
// Usage: choosing [--write FOLDER | --check FOLDER]
//
// Which method for which problem: the pictures and the numbers of docs/choosing. One JSON line per
// run. --write puts the pictures and measured.csv into a folder; scripts/bench runs it without:
// then it checks against the numbers in docs/choosing. Work is counted, so the answer is the same
// on a busy machine; between processors a run may differ by some steps. Fails if a run that should
// arrive does not, or a number is not the kept one.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "choosing.hpp"

namespace leafwise::bench {
namespace {

/// Rounding differs between processors, and with it where a step is refused.
constexpr double largest_work_factor = 1.1;
constexpr double largest_error_factor = 3;
/// Errors of this size are made of rounding.
constexpr double noise = 1e-12;

std::string key_of(const Measured& run) {
  char setting[32];
  std::snprintf(setting, sizeof setting, "%.6g", run.setting);
  return run.picture + "," + run.problem + "," + run.line + "," + setting;
}

std::string csv_of(const Measured& run) {
  char numbers[96];
  std::snprintf(numbers,
                sizeof numbers,
                ",%.2e,%.0f,%llu,",
                run.error,
                run.work,
                static_cast<unsigned long long>(run.steps));
  return key_of(run) + numbers + run.ended;
}

void print_json(const Measured& run) {
  std::printf(
      "{\"bench\": \"choosing\", \"picture\": \"%s\", \"problem\": \"%s\", \"line\": \"%s\", "
      "\"setting\": %.6g, \"error\": %.2e, \"work\": %.0f, \"steps\": %llu, \"ended\": \"%s\", "
      "\"microseconds\": %.0f}\n",
      run.picture.c_str(),
      run.problem.c_str(),
      run.line.c_str(),
      run.setting,
      run.error,
      run.work,
      static_cast<unsigned long long>(run.steps),
      run.ended.c_str(),
      run.seconds * 1e6);
}

bool write(const std::string& folder, const std::vector<ChoosingPicture>& pictures) {
  std::ofstream table(folder + "/measured.csv");
  table << "picture,problem,line,setting,error,work,steps,ended\n";
  bool good = true;
  for (const ChoosingPicture& picture : pictures) {
    for (const Measured& run : picture.record.all()) table << csv_of(run) << '\n';
    std::ofstream file(folder + "/" + picture.file);
    file << svg_of(picture.charts);
    good = static_cast<bool>(file.flush()) && good;
  }
  return static_cast<bool>(table.flush()) && good;
}

bool is_near(double ours, double kept, double factor) {
  return ours <= factor * kept && kept <= factor * ours;
}

/// "error,work,steps,ended" by key
std::map<std::string, std::vector<std::string>> read_table(const std::string& file) {
  std::map<std::string, std::vector<std::string>> table;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> cells;
    std::istringstream rest(line);
    for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
    if (cells.size() < 8) continue;
    table[cells[0] + "," + cells[1] + "," + cells[2] + "," + cells[3]] = {
        cells[4], cells[5], cells[6], cells[7]};
  }
  return table;
}

bool check(const std::string& folder, const std::vector<ChoosingPicture>& pictures) {
  auto table = read_table(folder + "/measured.csv");
  bool good = true;
  for (const ChoosingPicture& picture : pictures) {
    for (const Measured& run : picture.record.all()) {
      const auto found = table.find(key_of(run));
      if (found == table.end()) {
        std::fprintf(stderr, "choosing: not in measured.csv: %s\n", csv_of(run).c_str());
        good = false;
        continue;
      }
      const std::vector<std::string>& kept = found->second;
      const double kept_error = std::stod(kept[0]);
      const bool same = run.ended == kept[3] &&
                        is_near(run.work, std::stod(kept[1]), largest_work_factor) &&
                        (std::max(run.error, kept_error) < noise ||
                         is_near(run.error, kept_error, largest_error_factor));
      if (!same) std::fprintf(stderr, "choosing: has changed: %s\n", csv_of(run).c_str());
      good = good && same;
    }
  }
  return good;
}

int run(const std::vector<std::string>& arguments) {
  const std::vector<ChoosingPicture> pictures = {smooth_motion(),
                                                 long_runs(),
                                                 energy_drift(),
                                                 folds(),
                                                 stiff_decay(),
                                                 nothing_completed(),
                                                 stiff_springs(),
                                                 rows_and_events()};
  for (const ChoosingPicture& picture : pictures) {
    for (const Measured& measured : picture.record.all()) print_json(measured);
  }
  if (arguments.empty()) return check(LEAFWISE_CHOOSING, pictures) ? 0 : 1;
  if (arguments.size() == 2 && arguments[0] == "--write") {
    return write(arguments[1], pictures) ? 0 : 1;
  }
  if (arguments.size() == 2 && arguments[0] == "--check") {
    return check(arguments[1], pictures) ? 0 : 1;
  }
  std::fprintf(stderr, "usage: choosing [--write FOLDER | --check FOLDER]\n");
  return 2;
}

}  // namespace
}  // namespace leafwise::bench

int main(int count, char** arguments) {
  return leafwise::bench::run({arguments + 1, arguments + count});
}
