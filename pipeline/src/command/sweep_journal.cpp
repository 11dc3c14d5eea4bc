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
    state[name] = std::isfinite(value) ? Json(value) : Json(nullptr);
  }
  const Json line = {{"run", run},
                     {"code", static_cast<int>(result.code)},
                     {"branch", result.branch},
                     {"reason", result.reason},
                     {"message", result.message},
                     {"state", state}};
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
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
    for (const auto& [name, value] : json.at("state").items()) {
      result.state.emplace_back(
          name, value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
    }
    return std::pair(json.at("run").get<std::size_t>(), std::move(result));
  } catch (const Json::exception&) {
    return std::nullopt;  // the last line of a sweep that was killed
  }
}

}  // namespace

SweepJournal::SweepJournal(fs::path file, const std::string& key) : file_(std::move(file)) {
  {
    std::ifstream before(file_);
    std::string line;
    if (std::getline(before, line) && line == key) {
      while (std::getline(before, line)) {
        if (auto result = result_of(line)) finished_.insert(std::move(*result));
      }
    }
  }
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
