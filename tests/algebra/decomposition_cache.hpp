// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "decomposition_checks.hpp"
#include "support/folder.hpp"

/// Caches on disk, and processes that share them.
namespace leafwise::tests {

namespace fs = std::filesystem;

inline constexpr const char* cached_names[] = {
    "m2_doc_example", "permanents_3x3", "two_rhombi_chain"};

inline algebra::Decomposition decomposed(const char* name,
                                         const fs::path& cache,
                                         const algebra::Engine& engine = truthful_engine()) {
  algebra::DecompositionOptions options;
  options.cache = cache;
  return algebra::minimal_primes(known_ideal(name).by(engine), options, generous());
}

inline bool has_cache_incident(const algebra::Decomposition& found) {
  return std::any_of(found.incidents.begin(),
                     found.incidents.end(),
                     [](const algebra::Incident& incident) { return incident.engine == "cache"; });
}

/// Everything that is kept. Paths tell which engine was first, if it was searched for twice.
inline std::string everything(const algebra::Decomposition& found, bool with_paths = true) {
  std::string text = found.complete ? "complete" : found.reason;
  text += std::string(" ") + to_string(found.radical_input) + "\n";
  for (const algebra::PrimeComponent& component : found.components) {
    for (const algebra::Polynomial& generator : component.ideal.generators()) {
      text += to_string(generator) + ", ";
    }
    text += std::to_string(component.dimension) + " " + std::to_string(component.degree) + " " +
            to_string(component.prime) + " " + to_string(component.absolutely_prime) + " " +
            to_string(component.complete_intersection) + (component.verified ? " verified" : "");
    for (const std::string& by : component.verified_by) text += "; " + by;
    if (with_paths) {
      for (const std::string& step : component.path) text += " > " + step;
    }
    text += "\n";
  }
  return text;
}

inline std::vector<fs::path> entries(const fs::path& directory) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::directory_iterator(directory)) result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

inline bool has_temporary_files(const fs::path& directory) {
  const std::vector<fs::path> all = entries(directory);
  return std::any_of(all.begin(), all.end(), [](const auto& p) { return p.extension() == ".tmp"; });
}

inline std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// What a process of its own answers; it knows nothing of ours but what was there before.
/// @pre no other thread runs: what it holds would stay locked in the child
inline pid_t start_process(const std::function<int()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    int code = 99;
    try {
      code = action();
    } catch (...) {
      code = 98;
    }
    _exit(code);
  }
  return child;
}

inline int exit_code_of(pid_t child) {
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

inline int in_another_process(const std::function<int()>& action) {
  return exit_code_of(start_process(action));
}

/// Right or not, without the macros of doctest: for threads and other processes.
inline bool is_right(const char* name, const algebra::Decomposition& found) {
  const KnownIdeal& known = known_ideal(name);
  std::multiset<std::pair<int, long>> dimensions_and_degrees;
  for (const algebra::PrimeComponent& component : found.components) {
    dimensions_and_degrees.emplace(component.dimension, component.degree);
    if (!component.verified) return false;
  }
  return found.complete && dimensions_and_degrees == known.system.dimensions_and_degrees;
}

/// A cache that was filled under one name and is read under others, so that what this process
/// remembers is not asked.
class FilledCache {
 public:
  explicit FilledCache(const char* name) : name_(name) {
    fs::create_directory(directory());
    first_ = decomposed(name, alias());
  }

  [[nodiscard]] fs::path directory() const { return scratch_.path() / "cache"; }
  [[nodiscard]] fs::path alias() {
    const fs::path link = scratch_.path() / ("alias" + std::to_string(aliases_++));
    fs::create_directory_symlink(directory(), link);
    return link;
  }
  [[nodiscard]] const algebra::Decomposition& first() const { return first_; }
  [[nodiscard]] algebra::Decomposition again() { return decomposed(name_, alias()); }

 private:
  const char* name_;
  Folder scratch_;
  algebra::Decomposition first_;
  int aliases_ = 0;
};

}  // namespace leafwise::tests
