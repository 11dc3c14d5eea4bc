// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <string>
#include <vector>

#include "read/reading.hpp"

/// Which keys a problem file may have, table by table. Looked at first, all of them: a misspelt key
/// in one table must not wait until the mistakes in another are mended, nor hide them.
namespace leafwise::pipeline::detail {

namespace {

const std::vector<std::string> top_level = {"title",
                                            "description",
                                            "independent",
                                            "unknowns",
                                            "equations",
                                            "inequations",
                                            "parameters",
                                            "mechanics",
                                            "stiff",
                                            "initial",
                                            "guess",
                                            "branch",
                                            "integrate",
                                            "invariants",
                                            "impose",
                                            "events",
                                            "view",
                                            "sweep"};

/// Tables whose keys are fixed; in the others they are names of the user's.
const std::map<std::string, std::vector<std::string>> tables = {
    {"mechanics", {"coordinates", "mass", "force", "constraints"}},
    {"stiff", {"potential", "epsilon", "newton", "smooth"}},
    {"branch", {"select", "tolerance"}},
    {"integrate",
     {"method",
      "to",
      "parameter",
      "rtol",
      "atol",
      "control",
      "step",
      "projection",
      "at",
      "samples",
      "max_steps"}},
    {"impose", {"invariants", "force"}},
    {"view", {"points", "links"}},
};

const std::vector<std::string> event_keys = {"name", "when", "direction", "stop"};

}  // namespace

void read_structure(Reading& reading) {
  const Value& document = reading.document();
  reading.check_keys(document, top_level, "at top level");
  for (const auto& [name, keys] : tables) {
    reading.attempt([&, table_name = name, table_keys = keys] {
      const Value* table = reading.table(table_name);
      if (table != nullptr) reading.check_keys(*table, table_keys, "in [" + table_name + "]");
    });
  }
  const Entry* events = document.find("events");
  if (events != nullptr && events->value.kind == Value::Kind::array) {
    for (const Value& event : events->value.items) {
      reading.check_keys(event, event_keys, "in [[events]]");
    }
  }
  reading.defer();
}

}  // namespace leafwise::pipeline::detail
