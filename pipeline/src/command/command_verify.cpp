// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "certificate/local_certificate.hpp"
#include "command/command.hpp"
#include "command/common_options.hpp"
#include "command/documentation.hpp"
#include "command/options.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "model/analytic_system.hpp"
#include "text/json_text.hpp"
#include "text/output.hpp"
#include "text/terminal_text.hpp"
#include "write/report_file.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

po::options_description verify_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  options.add_options()  //
      ("problem",
       po::value<std::string>()->value_name("FILE"),           //
       "check also that it is a certificate of this problem")  //
      ("set",
       po::value<std::vector<std::string>>()->value_name("NAME=VALUE"),  //
       "the same as in the run or decomposition; with --problem")        //
      ("json", "print the answer as JSON")                               //
      ("quiet,q", "print nothing; the exit code is the answer")          //
      ("help,h", "show this help");
  return options;
}

std::string verify_help() {
  std::ostringstream text;
  text << "Usage: leafwise verify REPORT.json|certificate.json|FOLDER [options]\n\n"
          "Checks the certificate of a leaf at the start again, using only its equations and\n"
          "its box. For a report (decomposition.json), reads the certificate beside it and\n"
          "compares the two. FOLDER is the folder of a run.\n\n"
       << verify_options()
       << "\nExit codes: 0 accepted, 3 refused, 4 there is no certificate.\n"
          "What is proved, and how, is explained in docs/certificate.md.\n"
          "\nExample:\n  leafwise verify leafwise-out/last\n";
  return text.str();
}

struct Answer {
  ExitCode code = ExitCode::done;
  std::string words;  ///< what is proved, or why nothing is
};

Answer refused(const std::string& why) {
  return {ExitCode::mathematics, why};
}

/// Another branch of the same equations begins at another start.
std::string refused_given(const LocalCertificateFile& certificate, const Problem& problem) {
  const algebra::LocalStart start = start_or_origin(problem);
  const double time = algebra::nearest_double(start.time);
  if (algebra::to_double(certificate.proof.time) != time) return "it begins at another time";
  for (const auto& [jet, value] : start.given) {
    const auto there = std::ranges::find(
        certificate.given, to_string(jet), &std::pair<std::string, double>::first);
    // What no equation holds has no place in the box.
    if (there == certificate.given.end()) continue;
    if (there->second != algebra::nearest_double(value)) {
      return "its start is not that of the problem with these settings (--set): " + there->first;
    }
  }
  return {};
}

/// The certificate as the problem would have it.
std::string refused_problem(const LocalCertificateFile& certificate,
                            const po::variables_map& options) {
  if (options.count("problem") == 0) return {};
  const SourceFile source = SourceFile::read(fs::path(options["problem"].as<std::string>()));
  const Problem problem = read_problem(source, settings_of(options));
  if (sha256(source.text()) != certificate.sha256) {
    return "it is of another problem file: the SHA-256 sums differ";
  }
  const algebra::AnalyticSystem system = analytic_system(problem);
  if (system.unknowns != certificate.system.unknowns ||
      system.coordinates != certificate.system.coordinates ||
      system.equations.size() != certificate.system.equations.size() ||
      problem.model.independent != certificate.independent) {
    return "its unknowns or equations are not those of the problem";
  }
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    const algebra::AnalyticEquation& there = certificate.system.equations[i];
    if (to_string(system.equations[i].residual) == to_string(there.residual)) continue;
    return "its " + there.source + " is not that of the problem with these settings (--set)";
  }
  return refused_given(certificate, problem);
}

Answer answer_of(const LocalCertificateFile& certificate, const po::variables_map& options) {
  std::string why = refused_problem(certificate, options);
  if (why.empty()) why = refusal_of(certificate);
  if (!why.empty()) return refused(why);
  return {ExitCode::done, words_of(certificate.claims, certificate.system.coordinates > 0)};
}

/// The report gives y^(k), the certificate y^(k)/k!, with balls of their own.
std::string refused_point(const StartLeaf& leaf, const algebra::LocalProof& proof) {
  for (const StartJet& jet : leaf.point) {
    const auto is_of_jet = [&](const algebra::LocalProof::Coefficient& entry) {
      return entry.unknown == jet.variable.name && entry.order == jet.variable.order;
    };
    const auto entry = std::ranges::find_if(proof.box, is_of_jet);
    const std::string away =
        "the point of the report is not in the box: " + to_string(jet.variable);
    if (entry == proof.box.end() || !jet.value) return away;
    double factorial = 1;
    for (unsigned k = 2; k <= entry->order; ++k) factorial *= k;
    const double radius = entry->is_free() ? 0 : algebra::to_double(entry->radius);
    constexpr double rounding = 1e-15;  // of a double that is written, and read
    const double allowed =
        factorial * radius + jet.radius.value_or(0) + rounding * std::abs(*jet.value);
    if (!(std::abs(*jet.value - factorial * algebra::to_double(entry->centre)) <= allowed)) {
      return away;
    }
  }
  return {};
}

/// What the report says of the leaf has to be what the certificate says.
std::string refused_report(const DecompositionReport& report,
                           const LocalCertificateFile& certificate) {
  if (report.sha256 != certificate.sha256) {
    return "the report is of another problem than its certificate";
  }
  const CertifiedClaims said = claims_of(*report.start);
  const CertifiedClaims& claims = certificate.claims;
  if (said.numbers.dimension != claims.numbers.dimension ||
      said.numbers.freedom != claims.numbers.freedom ||
      said.numbers.index_at_most != claims.numbers.index_at_most) {
    return "the numbers in the report are not those in its certificate";
  }
  if (said.hidden != claims.hidden)
    return "the hidden equations in the report are not those in its certificate";
  if (said.redundant != claims.redundant)
    return "the redundant lines in the report are not those in its certificate";
  return refused_point(*report.start, certificate.proof);
}

Answer answer_of_report(const std::string& file,
                        const std::string& text,
                        const po::variables_map& options) {
  const DecompositionReport report = read_decomposition(file, text);
  if (!report.start || report.start->certificate.empty()) {
    return {ExitCode::limit,
            "the report names no certificate: no leaf of it was proved at its start, or the "
            "report was printed and not written to a folder"};
  }
  // A name in this folder: a report must not lead elsewhere.
  const fs::path name = fs::path(report.start->certificate).filename();
  const std::string beside = (fs::path(file).parent_path() / name).string();
  const LocalCertificateFile certificate = read_local_certificate(beside, whole_report(beside));
  const std::string why = refused_report(report, certificate);
  return why.empty() ? answer_of(certificate, options) : refused(why);
}

Answer answer_of_file(std::string file, const po::variables_map& options) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) file = (fs::path(file) / "decomposition.json").string();
  const std::string text = whole_report(file);
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_object() && json.value("tree", Json()).is_object()) {
    return answer_of_report(file, text, options);
  }
  return answer_of(read_local_certificate(file, text), options);
}

}  // namespace

ExitCode run_verify(const std::vector<std::string>& arguments) {
  const po::variables_map options =
      parse_options("verify", arguments, verify_options(), "report or certificate");
  if (options.count("help") > 0) {
    write_help(verify_help());
    return ExitCode::done;
  }
  const std::string file = options["file"].as<std::vector<std::string>>().front();
  const Answer answer = answer_of_file(file, options);
  const bool is_accepted = answer.code == ExitCode::done;
  const std::string word = is_accepted                            ? "accepted"
                           : answer.code == ExitCode::mathematics ? "refused"
                                                                  : "undecided";
  if (options.count("json") > 0) {
    write_result(json_text({{"answer", word}, {is_accepted ? "says" : "why", answer.words}}));
  } else if (options.count("quiet") == 0) {
    write_result(word + ": " + safe_lines(answer.words) + "\n");
  }
  return answer.code;
}

}  // namespace leafwise::pipeline::detail
