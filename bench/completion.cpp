// SPDX-License-Identifier: GPL-3.0-or-later
// How long does it take to complete a system? `complete` with a worker of its own, its start
// included, beside plain elimination (our second way) and, if it is there, the same loop in
// Macaulay2.
//
//   completion [FILE.toml…]
//
// Without files: the mechanisms among the examples. Of a mechanism the plain loop gets the
// equations of motion with a multiplier for each given constraint. What takes longer than
// LEAFWISE_BENCH_SECONDS (default: 20) is given up.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/completion_by_elimination.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leafwise/pipeline/read_problem.hpp"

namespace {

using namespace leafwise;
using namespace leafwise::algebra;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

int seconds_allowed() {
  const char* text = std::getenv("LEAFWISE_BENCH_SECONDS");
  return text == nullptr ? 20 : std::atoi(text);
}

double milliseconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

CompletionOptions fresh_options() {
  CompletionOptions options;
  options.use_cache = false;
  options.engine = Engine(fs::path(LEAFWISE_WORKER));
  return options;
}

/// M q'' = F − Gᵀλ, g = 0 and the auxiliaries' relations, with λ for the constraints as given.
DifferentialSystem plain(const DifferentialSystem& system) {
  if (!system.mechanics) return system;
  const MechanicalSystem& mechanics = *system.mechanics;
  DifferentialSystem result = system;
  result.mechanics.reset();
  const auto jet = [](const std::string& name, unsigned order) {
    return Polynomial(Variable{Role::unknown, name, order});
  };
  for (std::size_t k = 0; k < mechanics.constraints.size(); ++k) {
    result.unknowns.push_back("multiplier" + std::to_string(k + 1));
    result.equations.push_back(mechanics.constraints[k]);
  }
  for (std::size_t i = 0; i < mechanics.coordinates.size(); ++i) {
    Polynomial motion = -mechanics.force[i];
    for (std::size_t j = 0; j < mechanics.coordinates.size(); ++j) {
      motion += mechanics.mass[i][j] * jet(mechanics.coordinates[j], 2);
    }
    const Variable rate{Role::unknown, mechanics.coordinates[i], 1};
    for (std::size_t k = 0; k < mechanics.constraints.size(); ++k) {
      const Polynomial velocity = mechanics.constraints[k].polynomial.total_derivative();
      motion += velocity.derivative(rate) * jet("multiplier" + std::to_string(k + 1), 0);
    }
    result.equations.push_back({motion, "motion", false});
  }
  return result;
}

/// Macaulay2 knows no primes in names: v0, v1, ….
std::string in_macaulay(std::string text, const std::vector<Variable>& variables) {
  // The longest first: x'' before x'.
  std::vector<std::pair<std::string, std::string>> names;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    names.emplace_back(to_string(variables[i]), "v" + std::to_string(i));
  }
  std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) {
    return a.first.size() > b.first.size();
  });
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string mark = "\x01" + std::to_string(i) + "\x02";
    for (std::size_t at = text.find(names[i].first); at != std::string::npos;
         at = text.find(names[i].first, at + mark.size())) {
      text.replace(at, names[i].first.size(), mark);
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string mark = "\x01" + std::to_string(i) + "\x02";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
      text.replace(at, mark.size(), names[i].second);
    }
  }
  return text;
}

/// The loop I -> minimalPrimes(I + D(I ∩ lower jets)) in Macaulay2's language.
std::string macaulay_script(const DifferentialSystem& system, const Completion& completion) {
  std::vector<Variable> variables = completion.base_variables;
  variables.insert(
      variables.end(), completion.graph_variables.begin(), completion.graph_variables.end());
  std::string names;
  std::string tops;
  std::string derivation;
  for (const Variable& variable : variables) {
    const std::string name = in_macaulay(to_string(variable), variables);
    names += (names.empty() ? "" : ",") + name;
    if (variable.role == Role::unknown && variable.order == completion.orders.at(variable.name)) {
      tops += (tops.empty() ? "" : ",") + name;
      continue;
    }
    std::string rate = "0";
    if (variable.role == Role::independent) rate = "1";
    if (variable.role == Role::unknown) {
      rate = in_macaulay(to_string(next_jet(variable)), variables);
    }
    derivation += (derivation.empty() ? "" : " + ") + fmt::format("diff({},f)*{}", name, rate);
  }
  std::string equations;
  for (const SourcedEquation& equation : system.equations) {
    if (equation.polynomial.is_zero()) continue;
    equations += (equations.empty() ? "" : ",\n  ") +
                 in_macaulay(to_string(equation.polynomial.primitive()), variables);
  }
  return fmt::format(
      "R = QQ[{}];\nD = f -> {};\nleaves = {{}};\n"
      "loop = I -> for P in minimalPrimes I do (\n"
      "  L = eliminate({{{}}}, P);\n"
      "  N = ideal apply(flatten entries gens L, D);\n"
      "  if isSubset(N, P) then leaves = append(leaves, P) else loop(P + N));\n"
      "loop ideal(\n  {});\nprint(\"leaves \" | toString(#leaves));\n",
      names,
      derivation.empty() ? "0_R" : derivation,
      tops,
      equations);
}

/// Milliseconds, its start included; null: not there, or not in time.
Json by_macaulay(const std::string& script) {
  if (std::system("command -v M2 > /dev/null 2>&1") != 0) return nullptr;
  const fs::path file =
      fs::temp_directory_path() / fmt::format("leafwise-completion-{}.m2", std::rand());
  std::ofstream(file) << script;
  int status = 0;
  const double ms = milliseconds_of([&] {
    status = std::system(
        fmt::format("timeout {} M2 --script {} > /dev/null 2>&1", seconds_allowed(), file.string())
            .c_str());
  });
  fs::remove(file);
  return status == 0 ? Json(ms) : Json(nullptr);
}

void measure(const fs::path& file) {
  const pipeline::Problem problem = pipeline::read_problem(file, {});
  const DifferentialSystem system = pipeline::system_from(problem.model);
  const Limits limits = Limits::within(std::chrono::seconds(seconds_allowed()));
  Completion found;
  const double ms = milliseconds_of([&] { found = complete(system, fresh_options(), limits); });
  Json line = {{"bench", "completion"}, {"case", file.stem().string()}, {"ms", ms}};
  line["complete"] = found.complete;
  if (!found.complete) line["reason"] = found.reason;
  line["leaves"] = found.leaves.size();
  const DifferentialSystem as_equations = plain(system);
  const auto plain_limits = Limits::within(std::chrono::seconds(seconds_allowed()));
  bool finished = false;
  const double elimination_ms = milliseconds_of([&] {
    finished =
        static_cast<bool>(complete_by_elimination(as_equations, fresh_options(), plain_limits));
  });
  line["elimination_ms"] = finished ? Json(elimination_ms) : Json(nullptr);
  // Only for the division of the jets.
  const Completion jets =
      complete(as_equations, fresh_options(), Limits::within(std::chrono::milliseconds(1)));
  line["macaulay2_ms"] = by_macaulay(macaulay_script(as_equations, jets));
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<fs::path> files(arguments + 1, arguments + count);
  if (files.empty()) {
    for (const char* name : {"pendulum",
                             "branch_dependent_index",
                             "slider_crank_isosceles",
                             "pendulum_mechanics",
                             "regular_four_bar",
                             "singular_four_bar",
                             "six_points",
                             "discharge_pressure_control",
                             "andrews_squeezer"}) {
      files.push_back(fs::path(LEAFWISE_EXAMPLES) / (std::string(name) + ".toml"));
    }
  }
  for (const fs::path& file : files) measure(file);
  return 0;
}
