// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "completion/rows/base_forms.hpp"
#include "engine/trusted_file.hpp"
#include "engine/worker_process.hpp"
#include "leafwise/algebra/worker.hpp"
#include "support/folder.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

namespace fs = std::filesystem;

std::vector<Variable> three_variables() {
  return {{Role::unknown, "x", 0}, {Role::unknown, "y", 0}, {Role::unknown, "z", 0}};
}

Polynomial random_polynomial(std::mt19937_64& random, const std::vector<Variable>& variables) {
  Polynomial sum;
  for (int terms = 0; terms < 4; ++terms) {
    Polynomial term(Rational(static_cast<long>(random() % 19) - 9));
    for (const Variable& variable : variables) {
      term = term * Polynomial(variable).pow(static_cast<unsigned>(random() % 3));
    }
    sum = sum + term;
  }
  return sum;
}

std::vector<Polynomial> random_polynomials(std::mt19937_64& random, std::size_t count) {
  std::vector<Polynomial> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(random_polynomial(random, three_variables()));
  }
  return result;
}

TEST_SUITE("law") {
  TEST_CASE("no worker: modulo nothing nobody is asked") {
    auto random = make_generator("modulo nothing nobody is asked");
    for (std::uint64_t i = 0; i < 50 * multiplier(); ++i) {
      const Engine nobody(fs::path("/nowhere/worker"));
      const std::vector<Polynomial> polynomials = random_polynomials(random, random() % 4);
      const std::vector<Polynomial> zeros(random() % 3);
      const Ideal nothing(three_variables(), zeros, nobody);
      const auto forms = nothing.normal_forms(polynomials, Limits{});
      REQUIRE(forms.has_value());
      CHECK(forms.value() == polynomials);
      CHECK(worker_trouble(nobody).empty());
    }
  }

  TEST_CASE("no worker: forms modulo an ideal come to an end, and are right") {
    auto random = make_generator("forms modulo an ideal come to an end");
    for (std::uint64_t i = 0; i < 50 * multiplier(); ++i) {
      const Engine nobody(fs::path("/nowhere/worker"));
      const Ideal ideal(three_variables(), random_polynomials(random, 1 + random() % 3), nobody);
      std::vector<Polynomial> polynomials = random_polynomials(random, 2);
      for (const Polynomial& generator : ideal.generators()) polynomials.push_back(generator);
      // Without limits of time: it must end for want of a worker alone.
      const auto forms = detail::forms_modulo(ideal, polynomials, Limits{});
      if (!forms) {
        CHECK(worker_trouble(nobody).find("/nowhere/worker") != std::string::npos);
        continue;
      }
      for (std::size_t k = 2; k < polynomials.size(); ++k) CHECK(forms.value()[k].is_zero());
    }
  }
}

TEST_CASE("no worker: what failed to start is not tried again at once, and may come back") {
  const Folder scratch;
  const fs::path path = scratch.path() / "worker";
  const Engine engine(path);
  const auto variables = three_variables();
  const Ideal ideal(variables, {Polynomial(variables[0]) * Polynomial(variables[1])}, engine);
  CHECK_FALSE(ideal.groebner_basis(Limits{}).has_value());
  CHECK(worker_trouble(engine).find(path.string()) != std::string::npos);
  fs::create_symlink(LEAFWISE_WORKER, path);
  CHECK_FALSE(ideal.groebner_basis(Limits{}).has_value());
  bool is_back = false;
  for (int i = 0; i < 100 && !is_back; ++i) {
    usleep(100'000);
    is_back = ideal.groebner_basis(Limits{}).has_value();
  }
  CHECK(is_back);
  CHECK(worker_trouble(engine).empty());
}

TEST_CASE("trusted files: only what root and the user alone can write") {
  const Folder scratch;
  const fs::path folder = scratch.path() / "folder";
  fs::create_directory(folder);
  const fs::path file = scratch.with("folder/file", "x");
  for (const mode_t mode_of_folder : {0700U, 0755U, 0775U, 0757U, 0777U, 01777U}) {
    for (const mode_t mode : {0600U, 0755U, 0775U, 0757U, 0666U}) {
      CAPTURE(mode_of_folder);
      CAPTURE(mode);
      chmod(folder.c_str(), mode_of_folder);
      chmod(file.c_str(), mode);
      const bool others = ((mode_of_folder | mode) & 0002U) != 0;
      const bool group = ((mode_of_folder | mode) & 0020U) != 0;
      const std::string why = engine::why_not_trusted(file);
      if (others) CHECK(why.find("can be written by everybody") != std::string::npos);
      // The group is the user's own, or root's, on the machines that we know; on others it is not.
      if (!others && !group) CHECK(why.empty());
    }
  }
  CHECK(engine::why_not_trusted(folder / "missing").find("No such file") != std::string::npos);
  CHECK(engine::why_not_trusted(folder).find("is not a file") != std::string::npos);
  chmod(folder.c_str(), 0700);
  chmod(file.c_str(), 0700);
  if (geteuid() == 0) {
    REQUIRE(chown(file.c_str(), 65534, 0) == 0);
    CHECK(engine::why_not_trusted(file).find("another user") != std::string::npos);
  }
  // A link is judged by what it leads to.
  fs::create_symlink(file, folder / "link");
  CHECK(engine::why_not_trusted(folder / "link") == engine::why_not_trusted(file));
}

}  // namespace
