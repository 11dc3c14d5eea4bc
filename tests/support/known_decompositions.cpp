// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/known_decompositions.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/polynomialiser.hpp"

namespace leafwise::tests {

namespace {

using Json = nlohmann::json;

class PolynomialReader {
 public:
  explicit PolynomialReader(const std::vector<algebra::Variable>& variables) {
    for (const algebra::Variable& variable : variables)
      scope_.declare(variable.name, variable.role);
  }

  /// @pre the texts have no functions and divide by numbers only
  [[nodiscard]] std::vector<algebra::Polynomial> read(const Json& texts) const {
    algebra::Polynomialiser polynomialiser({}, {});
    std::vector<algebra::Polynomial> polynomials;
    for (const Json& text : texts) {
      polynomials.push_back(polynomialiser.convert(
          algebra::parse_expression(text.get_ref<const std::string&>(), scope_)));
    }
    if (!polynomialiser.auxiliaries().empty()) {
      throw std::runtime_error("not polynomial: " + texts.dump());
    }
    return polynomials;
  }

 private:
  algebra::Scope scope_;
};

KnownDecomposition read_system(const Json& system) {
  KnownDecomposition known;
  known.name = system.at("name").get<std::string>();
  for (const Json& name : system.at("variables")) {
    known.variables.push_back({algebra::Role::unknown, name.get<std::string>(), 0});
  }
  const PolynomialReader reader(known.variables);
  known.generators = reader.read(system.at("equations"));
  for (const Json& prime : system.at("minimal_primes")) {
    known.dimensions_and_degrees.emplace(prime.at("dimension").get<int>(),
                                         prime.at("degree").get<long>());
    if (prime.contains("generators")) known.primes.push_back(reader.read(prime.at("generators")));
  }
  if (!known.primes.empty() && known.primes.size() != known.dimensions_and_degrees.size()) {
    throw std::runtime_error(known.name + ": generators of some primes only");
  }
  if (const Json& radical = system.at("radical"); !radical.is_null()) {
    known.radical = radical.get<bool>();
  }
  return known;
}

}  // namespace

std::vector<KnownDecomposition> read_known_decompositions(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  const Json document = Json::parse(stream);
  std::vector<KnownDecomposition> systems;
  for (const Json& system : document.at("systems")) systems.push_back(read_system(system));
  return systems;
}

}  // namespace leafwise::tests
