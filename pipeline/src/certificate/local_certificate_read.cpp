// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "certificate/local_certificate.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/core/errors.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Json = nlohmann::ordered_json;
using algebra::LocalProof;

/// Beyond all that is written; what is read costs memory and time.
constexpr std::size_t most_derivatives = 100;

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

class CertificateReader {
 public:
  explicit CertificateReader(const Json& json) : json_(json) {}

  LocalCertificateFile read() {
    LocalCertificateFile file;
    file.title = json_.at("problem").at("title").get<std::string>();
    file.sha256 = json_.at("problem").at("sha256").get<std::string>();
    file.independent = json_.at("independent").get<std::string>();
    file.system.unknowns = json_.at("unknowns").get<std::vector<std::string>>();
    file.system.coordinates = json_.at("coordinates").get<std::size_t>();
    declare(file);
    for (const Json& equation : json_.at("equations")) {
      file.system.equations.push_back({expression(equation.at("residual")),
                                       equation.at("source").get<std::string>(),
                                       equation.at("line").get<std::size_t>()});
    }
    check_shape(file.system);
    for (const auto& [jet, value] : json_.at("start").at("given").items()) {
      file.given.emplace_back(jet, value.get<double>());
    }
    file.moved_at_most = json_.at("start").at("moved_at_most").get<double>();
    file.proof = proof();
    file.claims = claims(json_.at("proved"));
    return file;
  }

 private:
  [[noreturn]] static void refuse(const std::string& what) {
    throw InvalidInput(Mistake{what, "names and equations of a system", std::nullopt, FilePlace{}});
  }

  void declare(const LocalCertificateFile& file) {
    const auto add = [&](const std::string& name, algebra::Role role) {
      const bool is_new = algebra::is_name(name) && !algebra::Scope::is_reserved(name) &&
                          !scope_.find(name).has_value();
      if (!is_new) refuse("'" + name + "' cannot be a name here");
      scope_.declare(name, role);
    };
    add(file.independent, algebra::Role::independent);
    for (const std::string& unknown : file.system.unknowns) add(unknown, algebra::Role::unknown);
  }

  /// Of a mechanism: a motion for each coordinate, then a multiplier for each constraint.
  static void check_shape(const algebra::AnalyticSystem& system) {
    const std::size_t n = system.coordinates;
    const bool fits = n == 0 || (n <= system.equations.size() &&
                                 system.equations.size() == system.unknowns.size());
    if (!fits) refuse("the numbers of coordinates, equations and unknowns do not fit");
  }

  [[nodiscard]] algebra::Expression expression(const Json& text) const {
    return algebra::parse_expression(text.get<std::string>(), scope_);
  }

  [[nodiscard]] LocalProof::Step step(const Json& json) const {
    LocalProof::Step step;
    step.line = json.at("equation").get<std::size_t>();
    step.vanishes = json.at("vanishes").get<bool>();
    for (const Json& term : json.at("terms")) {
      step.terms.push_back({term.at("equation").get<std::size_t>(),
                            times(term.at("times")),
                            expression(term.at("coefficient"))});
    }
    step.puts_in = !json.at("put_in").is_null();
    if (step.puts_in) {
      step.jet = algebra::parse_variable(json.at("put_in").get<std::string>(), scope_);
    }
    return step;
  }

  static unsigned times(const Json& json) {
    const auto number = json.get<std::size_t>();
    if (json.is_number_unsigned() && number <= most_derivatives) {
      return static_cast<unsigned>(number);
    }
    refuse("a number of derivatives is none");
  }

  static LocalProof::Stage stage(const Json& json) {
    LocalProof::Stage stage;
    if (json.contains("inverse")) {
      for (const Json& row : json.at("inverse")) {
        stage.inverse.push_back(words_in(row.get<std::string>()));
      }
      return stage;
    }
    stage.rows = json.at("rows").get<std::vector<std::size_t>>();
    stage.columns = json.at("columns").get<std::vector<std::size_t>>();
    stage.pivots = words_in(json.at("pivots").get<std::string>());
    return stage;
  }

  [[nodiscard]] LocalProof proof() const {
    LocalProof proof;
    proof.time = json_.at("time").get<std::string>();
    proof.bits = json_.at("bits").get<long>();
    proof.dependent = json_.at("dependent").get<std::vector<std::size_t>>();
    proof.aside = json_.at("aside").get<std::vector<std::size_t>>();
    for (const Json& each : json_.at("steps")) proof.steps.push_back(step(each));
    for (const Json& line : json_.at("structure").at("lines")) {
      proof.lines.push_back({line.at("equation").get<std::size_t>(), times(line.at("times"))});
    }
    for (const Json& unknown : json_.at("structure").at("unknowns")) {
      proof.unknowns.push_back({unknown.at("name").get<std::string>(), times(unknown.at("order"))});
    }
    for (const Json& entry : json_.at("box")) {
      const bool is_free = entry.contains("value");
      proof.box.push_back({entry.at("of").get<std::string>(),
                           times(entry.at("order")),
                           entry.at(is_free ? "value" : "centre").get<std::string>(),
                           is_free ? std::string() : entry.at("radius").get<std::string>()});
    }
    for (const Json& each : json_.at("stages")) proof.stages.push_back(stage(each));
    for (const Json& line : json_.at("proved").at("redundant")) {
      proof.order = std::max(proof.order, times(line.at("order")));
    }
    return proof;
  }

  static CertifiedClaims claims(const Json& json) {
    CertifiedClaims claims;
    claims.numbers = {json.at("dimension").get<std::size_t>(),
                      json.at("freedom").get<std::size_t>(),
                      times(json.at("index_at_most"))};
    for (const Json& hidden : json.at("hidden")) {
      claims.hidden.emplace_back(hidden.at("source").get<std::string>(), times(hidden.at("times")));
    }
    for (const Json& line : json.at("redundant")) {
      claims.redundant.emplace_back(line.at("source").get<std::string>(), times(line.at("order")));
    }
    return claims;
  }

  const Json& json_;
  algebra::Scope scope_;
};

[[noreturn]] void refuse_file(const std::string& file, const std::string& why) {
  throw InvalidInput(Mistake{why,
                             "a certificate that 'leafwise run' or 'decompose --local' wrote",
                             std::nullopt,
                             FilePlace{file, 0, 0, 1, ""}});
}

/// Hidden equations are the derivatives of the structure's lines.
std::string refused_hidden(const LocalCertificateFile& file) {
  std::vector<std::pair<std::string, unsigned>> hidden;
  for (const LocalProof::Line& line : file.proof.lines) {
    if (line.times > 0) hidden.emplace_back(file.system.equations[line.line].source, line.times);
  }
  return hidden == file.claims.hidden ? "" : "the hidden equations are not those of the structure";
}

/// Each line that takes no part is said to be redundant: proved where a combination is 0.
std::string refused_redundant(const LocalCertificateFile& file) {
  std::map<std::string, bool> left;  // whether it is proved
  const auto name = [&](std::size_t line) { return file.system.equations[line].source; };
  for (const std::size_t line : file.proof.dependent) left[name(line)] = false;
  for (const std::size_t line : file.proof.aside) left[name(line)] = false;
  for (const LocalProof::Step& step : file.proof.steps) {
    if (step.vanishes) left[name(step.line)] = true;
  }
  std::map<std::string, bool> said;
  for (const auto& [source, order] : file.claims.redundant) said[source] = order == 0;
  return left == said ? "" : "the redundant lines are not those that take no part";
}

std::string refused_start(const LocalCertificateFile& file) {
  for (const auto& [jet, value] : file.given) {
    double factorial = 1;
    for (const LocalProof::Coefficient& coefficient : file.proof.box) {
      factorial = coefficient.order < 2 ? 1 : factorial * coefficient.order;
      if (algebra::jet_name(coefficient.unknown, coefficient.order) != jet) continue;
      const double there = algebra::to_double(coefficient.centre) * factorial;
      const double moved = std::abs(there - value) / std::max(1.0, std::abs(value));
      if (!(moved <= file.moved_at_most)) {
        return fmt::format("the box is {:.1e} away from the start in {}", moved, jet);
      }
    }
  }
  return {};
}

}  // namespace

LocalCertificateFile read_local_certificate(const std::string& file, const std::string& text) {
  std::string why = "it has another format";
  try {
    const Json json = Json::parse(text);
    if (json.at("format") == "leafwise-certificate/1") return CertificateReader(json).read();
  } catch (const Json::exception& error) {
    why = error.what();
  } catch (const InvalidInput& error) {
    why = error.what();
  }
  refuse_file(file, "this is no certificate: " + why);
}

std::string refusal_of(const LocalCertificateFile& file) {
  const algebra::ProofCheck check = algebra::check_local_proof(file.system, file.proof);
  if (!check.accepted) return check.why_not;
  const algebra::ProvedNumbers& said = file.claims.numbers;
  if (said.dimension != check.numbers.dimension) {
    return fmt::format("the dimension is {}, not {}", check.numbers.dimension, said.dimension);
  }
  if (said.freedom != check.numbers.freedom) {
    return fmt::format("the freedom is {}, not {}", check.numbers.freedom, said.freedom);
  }
  // (Of a leaf with free functions there is no index.)
  if (said.freedom == 0 && said.index_at_most < check.numbers.index_at_most) {
    return fmt::format("the index is proved to be at most {}, not {}",
                       check.numbers.index_at_most,
                       said.index_at_most);
  }
  for (const auto& refused : {refused_hidden(file), refused_redundant(file), refused_start(file)}) {
    if (!refused.empty()) return refused;
  }
  return {};
}

}  // namespace leafwise::pipeline::detail
