// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "decomposition/prove/primality.hpp"
#include "decomposition/race/engines.hpp"
#include "decomposition/race/race.hpp"
#include "decomposition/simplify/components.hpp"
#include "decomposition_checks.hpp"
#include "ideals.hpp"
#include "support/folder.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

constexpr const char* lies[] = {"drop", "add", "perturb", "widen", "merge", "whole"};
constexpr const char* liars[] = {"characteristic_series", "factorizing_basis", "minimal_primes"};

/// An engine that answers some jobs wrongly. Its worker is told by the name it is called.
class LyingEngine {
 public:
  explicit LyingEngine(const std::string& lie) : engine_(link_in(scratch_, lie)) {}

  [[nodiscard]] const Engine& engine() const { return engine_; }
  [[nodiscard]] bool has_lied() const { return std::filesystem::exists(scratch_ / "log"); }

 private:
  static std::filesystem::path link_in(const Folder& folder, const std::string& lie) {
    std::filesystem::create_symlink(LEAFWISE_LYING_WORKER, folder / lie);
    return folder / lie;
  }

  Folder scratch_;
  Engine engine_;
};

DecompositionOptions no_cache() {
  DecompositionOptions options;
  options.use_cache = false;
  return options;
}

/// Whoever does not lie can put it right.
void check_one_liar(const char* name, const std::string& lie) {
  CAPTURE(lie);
  const KnownIdeal& known = known_ideal(name);
  const LyingEngine liar(lie);
  const Decomposition found =
      minimal_primes(known.by(liar.engine()), no_cache(), Limits::within(std::chrono::seconds(20)));
  check_right(known, found);
}

/// Nobody can: then no wrong answer may be called right.
void check_all_lie(const char* name, const std::string& lie) {
  CAPTURE(lie);
  const KnownIdeal& known = known_ideal(name);
  const LyingEngine liar("all=" + lie);
  const Decomposition found = minimal_primes(
      known.by(liar.engine()), no_cache(), Limits::within(std::chrono::milliseconds(1500)));
  check_sound(known, found);
}

TEST_SUITE("law") {
  TEST_CASE("decomposition lies: the proxy alone tells the truth") {
    const LyingEngine honest("nobody=drop");
    for (const char* name : {"rhombus_four_bar", "permanents_3x3", "twisted_cubic_and_line"}) {
      const KnownIdeal& known = known_ideal(name);
      check_right(known, minimal_primes(known.by(honest.engine()), no_cache(), generous()));
    }
    CHECK_FALSE(honest.has_lied());
  }

  TEST_CASE("decomposition lies: one engine lies") {
    for (const char* name : {"rhombus_four_bar", "twisted_cubic_and_line", "m2_doc_example"}) {
      for (const char* liar : liars) {
        for (const char* lie : lies) check_one_liar(name, std::string(liar) + "=" + lie);
      }
    }
  }

  TEST_CASE("decomposition lies: one engine lies about many components") {
    for (const char* liar : liars) {
      for (const char* lie : lies) check_one_liar("permanents_3x3", std::string(liar) + "=" + lie);
    }
  }

  TEST_CASE("decomposition lies: all engines lie") {
    for (const char* name :
         {"rhombus_four_bar", "twisted_cubic_and_line", "m2_doc_example", "permanents_3x3"}) {
      for (const char* lie : lies) check_all_lie(name, lie);
    }
  }

  TEST_CASE("decomposition lies: where there is one component") {
    for (const char* name : {"bricard_orthogonal_6R", "polygon5"}) {
      for (const char* lie : {"drop", "add", "perturb", "widen"}) check_all_lie(name, lie);
    }
  }

  TEST_CASE("decomposition lies: what is called irreducible") {
    for (const char* name : {"rhombus_four_bar", "twisted_cubic_and_line", "m2_doc_example"}) {
      const KnownIdeal& known = known_ideal(name);
      const LyingEngine liar("factors=whole");
      check_sound(known,
                  minimal_primes(known.by(liar.engine()),
                                 no_cache(),
                                 Limits::within(std::chrono::milliseconds(3000))));
    }
  }

  // One equation has no second engine: FLINT must agree. Whoever looks at the whole may be first,
  // so that nobody needs the factors; of some runs in one at least the lie is told.
  TEST_CASE("decomposition lies: a product is called irreducible") {
    constexpr int most_runs = 20;
    const TextRing ring({"x", "y"});
    for (const char* text : {"(x^2 - 2)*(x^2 - 3)", "(x^2 + y^2 - 1)*(x - y^3)"}) {
      CAPTURE(text);
      const LyingEngine liar("factors=whole");
      const Ideal truth = ring.ideal(std::vector<std::string>{text});
      for (int run = 0; run < most_runs && !liar.has_lied(); ++run) {
        const Decomposition found =
            minimal_primes(Ideal(truth.variables(), truth.generators(), liar.engine()),
                           no_cache(),
                           Limits::within(std::chrono::milliseconds(3000)));
        for (const PrimeComponent& component : found.components) {
          CHECK((found.components.size() == 2 || !component.verified));
        }
      }
      CHECK(liar.has_lied());
    }
  }

  // Two pairs of points, and a field: a wrong polynomial that is irreducible would prove both.
  TEST_CASE("decomposition lies: the minimal polynomial of a linear form") {
    const TextRing ring({"x", "y"});
    const LyingEngine liar("sections=perturb");
    for (const auto& texts :
         std::vector<std::vector<std::string>>{{"x^2 - 2", "y^2 - 2"}, {"x^2 - 2", "y^2 - 3"}}) {
      CAPTURE(texts.back());
      const Ideal truth = ring.ideal(texts);
      const Ideal points(truth.variables(), truth.generators(), liar.engine());
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CHECK_FALSE(detail::are_conjugate_points(points, seed, generous()));
      }
    }
    CHECK(liar.has_lied());
  }

  // The splitter gets along without engines in most cases: the race alone, face to face with them.
  TEST_CASE("decomposition lies: the race") {
    for (const char* name : {"twisted_cubic_and_line", "m2_doc_example", "permanents_3x3"}) {
      const KnownIdeal& known = known_ideal(name);
      for (const char* who : {"characteristic_series", "minimal_primes"}) {
        for (const char* lie : {"drop", "add", "perturb"}) {
          CAPTURE(name);
          CAPTURE(who);
          CAPTURE(lie);
          const LyingEngine liar(std::string(who) + "=" + lie);
          std::vector<Incident> incidents;
          const auto result = detail::race_for_primes(
              known.by(liar.engine()), 1, Limits::within(std::chrono::seconds(20)), incidents);
          REQUIRE(result);
          CHECK(result.value().verified);
          CHECK(detail::covers(known.by(truthful_engine()), result.value().primes, generous()));
        }
      }
    }
  }

  TEST_CASE("decomposition lies: all engines lie, and nobody sets a deadline") {
    const KnownIdeal& known = known_ideal("twisted_cubic_and_line");
    const LyingEngine liar("all=perturb");
    const Decomposition found = minimal_primes(known.by(liar.engine()), no_cache(), Limits{});
    CHECK(liar.has_lied());
    CHECK_FALSE(found.complete);
    CHECK_FALSE(found.incidents.empty());
    check_sound(known, found);
  }

  // What is not prime covers as well: only a proof tells.
  TEST_CASE("decomposition lies: a union of primes is called prime") {
    for (const char* who : {"characteristic_series", "minimal_primes", "all"}) {
      for (const char* lie : {"whole", "merge"}) {
        CAPTURE(who);
        CAPTURE(lie);
        const KnownIdeal& known = known_ideal("two_rhombi_chain");
        const LyingEngine liar(std::string(who) + "=" + lie);
        const Decomposition found = minimal_primes(
            known.by(liar.engine()), no_cache(), Limits::within(std::chrono::seconds(10)));
        for (const PrimeComponent& component : found.components) {
          if (component.verified) CHECK(number_among(known, component.ideal) >= 0);
        }
        check_covers(known, found);
      }
    }
  }

  // From the plane z = 0 and the line x = y = 0, and the like.
  TEST_CASE("decomposition lies: parts of lower dimension are not overlooked") {
    const TextRing ring({"x", "y", "z"});
    const std::vector<std::pair<std::vector<std::string>, bool>> cases = {
        {{"x*z", "y*z"}, false},
        {{"(x^2 + y^2 - 1)*z", "z*(z - 3)"}, false},
        {{"(x^2 + y*z - 2)*x", "(x^2 + y*z - 2)*(y - 1)"}, false},
        {{"x^2", "x*y"}, false},
        {{"x^2 - 2", "y^2 - 2"}, false},
        {{"x^2 - y*z", "y^2 - x*z", "z^2 - x*y"}, false},
        {{"x - 1", "2*y - z"}, true},
        {{"y - x^2", "z - x^3"}, true},
        {{"y^2 - x*z", "y*z - x^3", "z^2 - x^2*y"}, true},
        {{"x^2 + y^2 + z^2 - 1"}, true}};
    for (const auto& [texts, is_prime] : cases) {
      CAPTURE(texts.front());
      PrimeComponent component{ring.ideal(texts)};
      const auto known = component.ideal.known_basis(generous());
      REQUIRE(known);
      component.dimension = known.value().dimension;
      component.degree = known.value().degree;
      component.prime = Truth::yes;
      component.verified_by = {"GTZ"};
      detail::prove_again(component, 1, generous());
      CHECK(detail::is_proved_prime(component) == is_prime);
    }
  }
}

}  // namespace
