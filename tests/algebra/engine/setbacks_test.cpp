// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/setbacks.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "ideals.hpp"
#include "leafwise/algebra/engine.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/folder.hpp"

// Workers that die or answer garbage: what is said of them.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

/// A shell script in place of the worker; `exec $real "$@"` goes on as the true one.
class Impostor {
 public:
  explicit Impostor(const std::string& script)
      : path_(folder_.with("worker",
                           "#!/bin/sh\nreal='" LEAFWISE_WORKER "'\nflag='" +
                               (folder_.path() / "flag").string() + "'\n" + script + "\n")) {
    chmod(path_.c_str(), 0700);
  }

  [[nodiscard]] Engine engine() const { return Engine(path_).with_own_setbacks(); }

 private:
  Folder folder_;
  std::filesystem::path path_;
};

Outcome<std::vector<Polynomial>> basis_by(const Engine& engine) {
  const TextRing ring({"x", "y"});
  const Ideal ideal(
      ring.variables(), {ring.polynomial("x^2*y - 1"), ring.polynomial("x*y^2 - x")}, engine);
  return ideal.groebner_basis(patient());
}

TEST_CASE("setbacks: an undisturbed engine has none") {
  const Engine engine = Engine(std::filesystem::path(LEAFWISE_WORKER)).with_own_setbacks();
  CHECK(basis_by(engine));
  CHECK(engine.setbacks().all().empty());
}

TEST_CASE("setbacks: a worker that dies once is replaced, and costs nothing but time") {
  const Impostor impostor("/bin/mkdir \"$flag\" && kill -KILL $$\nexec \"$real\" \"$@\"");
  const Engine engine = impostor.engine();
  CHECK(basis_by(engine));
  const std::vector<Setback> all = engine.setbacks().all();
  REQUIRE(all.size() == 1);
  CHECK_FALSE(all.front().is_loss);
  CHECK(all.front().where == "Gröbner basis");
  CHECK(all.front().cost == "time: another worker answered");
}

TEST_CASE("setbacks: what is no worker has cost the answer, and says why") {
  for (const char* fault : {"kill -SEGV $$", "exit 3", "echo xxxxxxxxxxxx >&3"}) {
    CAPTURE(fault);
    const Impostor impostor(fault);
    const Engine engine = impostor.engine();
    CHECK_FALSE(basis_by(engine));
    REQUIRE(engine.setbacks().all().size() == 1);
    CHECK(engine.setbacks().lost_something());
    CHECK(engine.setbacks().all().front().what.find("does not start") != std::string::npos);
  }
}

TEST_CASE("setbacks: a worker that always dies has cost the answer") {
  const Impostor impostor("kill -KILL $$");
  const Engine engine = impostor.engine();
  CHECK_FALSE(basis_by(engine));
  REQUIRE(engine.setbacks().all().size() == 1);
  CHECK(engine.setbacks().lost_something());
  CHECK(engine.setbacks().all().front().what == "the algebra worker crashed (signal 9)");
  // Of another request it is not known yet.
  CHECK_FALSE(engine.with_own_setbacks().setbacks().lost_something());
}

TEST_CASE("setbacks: what another way has replaced is no loss") {
  const Setbacks whole;
  const Setbacks attempt;
  attempt.note({"it died", "there", "no answer", true});
  attempt.note({"it died", "there", "no answer", true});
  CHECK(attempt.all().size() == 1);
  whole.take(attempt, true);
  CHECK_FALSE(whole.lost_something());
  CHECK(whole.all().front().cost == "time: another way gave the answer");
  whole.take(attempt, false);
  CHECK(whole.lost_something());
  CHECK(whole.all().front().is_loss);  // losses first
  CHECK(whole.all().size() == 2);
}

TEST_CASE("setbacks: weaker answers are not kept") {
  const TextRing ring({"x", "y"});
  const std::vector<Polynomial> generators = {ring.polynomial("x*y^3 - x^2*y")};
  DecompositionOptions options;
  const Impostor impostor("kill -KILL $$");
  const Decomposition weak =
      minimal_primes(Ideal(ring.variables(), generators, impostor.engine()), options, patient());
  CHECK_FALSE(weak.complete);
  const Engine engine = Engine(std::filesystem::path(LEAFWISE_WORKER));
  const Decomposition found =
      minimal_primes(Ideal(ring.variables(), generators, engine), options, patient());
  CHECK(found.complete);
  CHECK_FALSE(found.from_cache);
  CHECK(found.components.size() == 3);
}

}  // namespace
