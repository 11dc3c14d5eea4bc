// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "runs.hpp"
#include "support/seed.hpp"

// Chains of bodies, some without mass, between springs: [mechanics] moves like the same equations
// written down one by one.
namespace leafwise::tests {
namespace {

class Chain {
 public:
  explicit Chain(std::mt19937_64& random) {
    const std::size_t size = 2 + random() % 3;
    masses_.resize(size);
    for (std::uint64_t& mass : masses_) mass = random() % 2 == 0 ? 0 : 1 + random() % 3;
    masses_[random() % size] = 1;
    masses_[random() % size] = 0;
    for (std::size_t i = 0; i <= size; ++i) stiffness_.push_back(1 + random() % 4);
  }

  [[nodiscard]] std::string mechanics() const {
    std::string coordinates;
    std::string masses;
    std::string forces;
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      const std::string comma = i == 0 ? "" : ", ";
      coordinates += comma + "\"" + name(i) + "\"";
      masses += comma + std::to_string(masses_[i]);
      forces += comma + "\"" + force(i) + "\"";
    }
    return "[mechanics]\ncoordinates = [" + coordinates + "]\nmass = [" + masses + "]\nforce = [" +
           forces + "]\n" + rest();
  }

  [[nodiscard]] std::string plain() const {
    std::string unknowns;
    std::string equations;
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      const std::string comma = i == 0 ? "" : ", ";
      unknowns += comma + "\"" + name(i) + "\"";
      equations +=
          comma + "\"" + std::to_string(masses_[i]) + "*" + name(i) + "'' = " + force(i) + "\"";
    }
    return "unknowns = [" + unknowns + "]\nequations = [" + equations + "]\n" + rest();
  }

 private:
  [[nodiscard]] static std::string name(std::size_t i) { return "x" + std::to_string(i + 1); }
  /// Of the springs on both sides; the ends are walls, and the last one moves.
  [[nodiscard]] std::string force(std::size_t i) const {
    const std::string left = i == 0 ? "0" : name(i - 1);
    const std::string right = i + 1 == masses_.size() ? "sin(t)" : name(i + 1);
    return std::to_string(stiffness_[i]) + "*(" + left + " - " + name(i) + ") + " +
           std::to_string(stiffness_[i + 1]) + "*(" + right + " - " + name(i) + ")";
  }
  /// Only what has mass has a start of its own.
  [[nodiscard]] std::string rest() const {
    std::string text = "[initial]\nt = 0\n";
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      if (masses_[i] == 0) continue;
      text += name(i) + " = 0.5\n\"" + name(i) + "'\" = -0.25\n";
    }
    return text + "[integrate]\nto = { t = 2 }\n";
  }

  std::vector<std::uint64_t> masses_;
  std::vector<std::uint64_t> stiffness_;
};

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("singular mass: runs are those of plain equations") {
    auto random = make_generator("singular mass runs");
    const Folder folder;
    for (std::uint64_t run = 0; run < 6 * multiplier(); ++run) {
      const Chain chain(random);
      CAPTURE(chain.mechanics());
      const Run mechanics("run " + folder.with("mechanics.toml", chain.mechanics()));
      const Run plain("run " + folder.with("plain.toml", chain.plain()));
      CAPTURE(mechanics.result.messages);
      REQUIRE(mechanics.result.exit_code == 0);
      REQUIRE(plain.result.exit_code == 0);
      const auto state = mechanics.summary()["state"];
      const auto expected = plain.summary()["state"];
      CHECK(state.size() == expected.size());
      for (const auto& [name, value] : expected.items()) {
        CAPTURE(name);
        // The same field; only the rounding of its rows may differ.
        CHECK(state.at(name).get<double>() == doctest::Approx(value.get<double>()).epsilon(1e-7));
      }
    }
  }
}

}  // namespace leafwise::tests
