// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/incident_words.hpp"

#include "text/output.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

nlohmann::ordered_json json_of(const std::vector<Incident>& incidents) {
  auto json = nlohmann::ordered_json::array();
  for (const Incident& incident : incidents) {
    json.push_back({{"what", incident.what}, {"where", incident.where}, {"cost", incident.cost}});
  }
  return json;
}

std::string words_for(const Incident& incident) {
  return safe_text(incident.what + ", at: " + incident.where + "; cost: " + incident.cost);
}

void warn_of(const std::vector<Incident>& incidents) {
  for (const Incident& incident : incidents) {
    write_message("leafwise: warning: " + words_for(incident) + "\n");
  }
}

}  // namespace leafwise::pipeline::detail
