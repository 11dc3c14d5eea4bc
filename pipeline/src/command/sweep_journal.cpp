// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/sweep_journal.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "text/output.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

std::string line_of(std::size_t run, const SweptResult& result) {
  Json state = Json::object();
  for (const auto& [name, value] : result.state) {
    // JSON knows neither infinity nor not-a-number; all others come back bit for bit.
    state[name] = std::isfinite(value) ? Json(value)
                  : std::isnan(value)  ? Json(nullptr)
                                       : Json(value > 0 ? "inf" : "-inf");
  }
  const Json line = {{"run", run},
                     {"code", static_cast<int>(result.code)},
                     {"branch", result.branch},
                     {"reason", result.reason},
                     {"message", result.message},
                     {"by_guess", result.is_by_guess},
                     {"state", state}};
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

double number_of(const Json& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (value.is_string()) return value == "inf" ? infinity : -infinity;
  return value.get<double>();
}

std::optional<std::pair<std::size_t, SweptResult>> result_of(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    SweptResult result;
    result.code = static_cast<ExitCode>(json.at("code").get<int>());
    result.branch = json.at("branch").get<std::string>();
    result.reason = json.at("reason").get<std::string>();
    result.message = json.at("message").get<std::string>();
    result.is_by_guess = json.at("by_guess").get<bool>();
    for (const auto& [name, value] : json.at("state").items()) {
      result.state.emplace_back(name, number_of(value));
    }
    return std::pair(json.at("run").get<std::size_t>(), std::move(result));
  } catch (const Json::exception&) {
    return std::nullopt;  // the last line of a sweep that was killed
  }
}

}  // namespace

std::optional<FinishedRuns> finished_runs(const fs::path& journal, const std::string& key) {
  std::ifstream stream(journal);
  std::string line;
  if (!std::getline(stream, line) || line != key) return std::nullopt;
  FinishedRuns finished;
  while (std::getline(stream, line)) {
    if (auto result = result_of(line)) finished.insert(std::move(*result));
  }
  return finished;
}

SweepJournal::SweepJournal(fs::path file, const std::string& key, FinishedRuns finished)
    : file_(std::move(file)), finished_(std::move(finished)) {
  // Written anew: what was broken is left out.
  std::string text = key + "\n";
  for (const auto& [run, result] : finished_) text += line_of(run, result);
  write_file(file_, text);
  stream_.open(file_, std::ios::binary | std::ios::app);
}

void SweepJournal::add(std::size_t run, const SweptResult& result) {
  stream_ << line_of(run, result) << std::flush;
}

void SweepJournal::remove() {
  stream_.close();
  std::error_code ignored;
  fs::remove(file_, ignored);
}

}  // namespace leafwise::pipeline::detail
