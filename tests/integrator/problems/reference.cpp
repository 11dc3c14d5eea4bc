// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace leafwise::tests {

Reference reference(std::string_view name) {
  std::ifstream file(std::string(LEAFWISE_TEST_DATA) + "/integrator/references.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first;
    Reference result;
    if (!(words >> first) || first != name || !(words >> result.parameter)) continue;
    // As text, then by stold: reading long doubles from a stream may go through double.
    for (std::string word; words >> word;) result.states.push_back(std::stold(word));
    return result;
  }
  throw std::runtime_error("no reference '" + std::string(name) + "'");
}

}  // namespace leafwise::tests
