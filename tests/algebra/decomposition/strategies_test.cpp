// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/strategies.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "decomposition/prove/certificates.hpp"

namespace leafwise::tests {
namespace {

using namespace algebra::detail;

/// The lines of the note that belong to a table: from its mark to the next empty line but one.
std::string table_after(const std::string& mark) {
  std::ifstream file(LEAFWISE_DESIGN_OF_DECOMPOSITION);
  std::ostringstream text;
  text << file.rdbuf();
  const std::string all = text.str();
  const std::string begin = "<!-- " + mark + " -->\n\n";
  const std::size_t at = all.find(begin);
  REQUIRE(at != std::string::npos);
  const std::size_t from = at + begin.size();
  return all.substr(from, all.find("\n\n", from) + 1 - from);
}

TEST_CASE("strategies: the note tells their order") {
  std::string table =
      "| strategy | stage | when | costs | proof |\n| --- | --- | --- | --- | --- |\n";
  for (const Strategy* strategy : strategies::in_order) {
    table += std::string("| ") + strategy->name + " | " + to_string(strategy->stage) + " | " +
             strategy->when + " | " + strategy->cost + " | " + strategy->proof + " |\n";
  }
  CHECK(table_after("strategies") == table);
}

TEST_CASE("certificates: the note tells their order") {
  std::string table = "| certificate | when | costs | proof |\n| --- | --- | --- | --- |\n";
  for (const Certificate* certificate : certificates::in_order) {
    table += std::string("| ") + certificate->name + " | " + certificate->when + " | " +
             certificate->cost + " | " + certificate->proof + " |\n";
  }
  CHECK(table_after("certificates") == table);
}

TEST_CASE("strategies: each is listed once, in the order of stages") {
  std::set<std::string> names;
  Stage stage = Stage::as_given;
  for (const Strategy* strategy : strategies::in_order) {
    CHECK(names.insert(strategy->name).second);
    CHECK(stage <= strategy->stage);
    CHECK(strategy->turns >= 1);
    stage = strategy->stage;
  }
}

}  // namespace
}  // namespace leafwise::tests
