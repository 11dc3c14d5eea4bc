// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

#include "support/folder.hpp"
#include "worker_jobs.hpp"

/// Libraries for the worker that it should not execute, and one that does.
namespace leafwise::tests {

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A library of Singular's that cannot be executed unnoticed: it answers wrongly what it is asked,
/// and says an error when it is loaded.
inline std::string planted_library(const std::string& name) {
  return "version=\"1\"; category=\"\"; info=\"LIBRARY: " + name +
         "\";\n"
         "static proc mod_init() { ERROR(\"PLANTED\"); }\n"
         "proc radical(ideal I) { return(ideal(1)); }\n"
         "proc minAssGTZ(ideal I) { list l; l[1] = ideal(1); return(l); }\n"
         "proc absPrimdecGTZ(ideal I) { ERROR(\"PLANTED\"); }\n";
}

inline const Answer& answered(const Result& result) {
  if (const auto* failure = std::get_if<Failure>(&result)) {
    FAIL_CHECK(to_string(failure->kind) << ": " << failure->detail);
  }
  REQUIRE(std::holds_alternative<Answer>(result));
  return std::get<Answer>(result);
}

/// Every operation that executes a library, and one that does not.
inline void check_right_answers(WorkerProcess& worker) {
  const auto x = term("1", {1, 0});
  const auto y = term("1", {0, 1});
  const WireIdeal product = {{term("1", {1, 1})}};
  const Result radical =
      worker.run(job(Operation::radical, 2, {{{term("1", {2, 0})}}}), seconds(20));
  CHECK(answered(radical).ideals == std::vector<WireIdeal>{{{x}}});
  const Result primes = worker.run(job(Operation::minimal_primes, 2, {product}), seconds(20));
  CHECK(answered(primes).ideals.size() == 2);
  const WireIdeal conjugates = {{term("1", {2, 0, 0}), term("-2", {0, 2, 0})}};
  const Result absolute = worker.run(job(Operation::absolute_primes, 3, {conjugates}), seconds(20));
  CHECK(answered(absolute).numbers == std::vector<std::int64_t>{2});
  const Result quotient = worker.run(job(Operation::quotient, 2, {product, {{y}}}), seconds(20));
  CHECK(answered(quotient).ideals.front() == WireIdeal{{x}});
}

/// A worker whose package has brought libraries along, one of them ours.
class Package {
 public:
  Package(const std::string& library, const std::string& text) {
    for (const auto& entry : std::filesystem::directory_iterator(LEAFWISE_SINGULAR_LIBRARIES)) {
      std::filesystem::create_directories(libraries());
      std::filesystem::copy_file(entry.path(), libraries() / entry.path().filename());
    }
    std::filesystem::remove(libraries() / library);
    std::ofstream(libraries() / library) << text;
    std::filesystem::create_directories(folder_.path() / "bin");
    std::filesystem::copy_file(LEAFWISE_WORKER, folder_.path() / "bin/worker");
  }

  [[nodiscard]] std::filesystem::path worker() const { return folder_.path() / "bin/worker"; }
  [[nodiscard]] std::filesystem::path libraries() const {
    return folder_.path() / "share/leafwise/singular";
  }

 private:
  Folder folder_;
};

}  // namespace leafwise::tests
