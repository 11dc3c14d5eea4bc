// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/checkpoint.hpp"

#include <cerrno>
#include <cstdlib>
#include <ios>
#include <map>
#include <sstream>
#include <type_traits>

namespace leafwise::integrator {
namespace {

constexpr std::string_view heading = "leafwise-checkpoint/3";

/// The scalar is part of the format: a double read into a long double would continue differently.
template <typename Real>
constexpr const char* scalar_name() {
  return std::is_same_v<Real, double> ? "double" : "long-double";
}

/// Calls visit(name, entry) for each entry, in the order of the text.
template <typename Subject, typename Visitor>
void for_each_entry(Subject& subject, Visitor&& visit) {
  visit("method", subject.method);
  visit("point", subject.point);
  visit("field", subject.field);
  visit("next_size", subject.next_size);
  visit("is_retry", subject.is_retry);
  visit("parameter", subject.parameter);
  visit("arclength", subject.arclength);
  visit("last_size", subject.last_size);
  visit("last_error", subject.control.last_error);
  visit("after_rejection", subject.control.after_rejection);
  visit("quality_smallest", subject.quality.smallest);
  visit("quality_second", subject.quality.second_smallest);
  visit("quality_side", subject.quality.side);
  visit("quality_largest", subject.largest_quality);
  visit("quality_rate", subject.quality_rate);
  visit("geometry_memory", subject.geometry_memory);
  visit("stepper_memory", subject.stepper_memory);
  visit("row_memory", subject.row_memory);
  visit("numbers", subject.numbers);
  visit("event_values", subject.event_values);
  visit("standing", subject.standing);
  visit("steps", subject.steps);
  visit("rejected", subject.rejected);
  visit("failed", subject.failed);
  visit("requested_rows", subject.requested_rows);
  visit("events_ahead", subject.events_ahead);
  visit("last_row", subject.last_row);
  visit("largest_residual", subject.largest_residual);
  visit("monitors", subject.monitors);
  visit("passed_divisors", subject.passed_divisors);
  visit("passed_places", subject.passed_places);
  visit("passed_singular", subject.passed_singular);
  visit("has_singular_start", subject.has_singular_start);
  visit("fields", subject.counters.fields);
  visit("values", subject.counters.values);
  visit("jacobians", subject.counters.jacobians);
  visit("factorizations", subject.counters.factorizations);
  visit("newton", subject.counters.newton);
  visit("projections", subject.counters.projections);
}

class Writer {
 public:
  Writer() { out_ << std::hexfloat; }

  template <typename Entry>
  void operator()(const char* name, const Entry& entry) {
    out_ << name << ' ' << entry << '\n';
  }
  template <typename Number>
  void operator()(const char* name, const std::vector<Number>& entries) {
    out_ << name;
    for (const Number entry : entries) out_ << ' ' << entry;
    out_ << '\n';
  }

  [[nodiscard]] std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

class Reader {
 public:
  explicit Reader(std::map<std::string, std::string> lines) : lines_(std::move(lines)) {}

  template <typename Entry>
  void operator()(const char* name, Entry& entry) {
    const auto line = lines_.find(name);
    if (line == lines_.end()) {
      problem_ = problem_.empty() ? name : problem_;
      return;
    }
    std::istringstream words(line->second);
    read(words, entry);
    std::string rest;
    const bool is_wrong = failed_ || (words >> rest);
    if (is_wrong && problem_.empty()) problem_ = name;
    failed_ = false;
  }

  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 private:
  void read(std::istringstream& words, std::string& entry) { failed_ = !(words >> entry); }
  void read(std::istringstream& words, std::uint64_t& entry) { failed_ = !(words >> entry); }
  void read(std::istringstream& words, bool& entry) { failed_ = !(words >> entry); }
  void read(std::istringstream& words, int& entry) { failed_ = !(words >> entry); }
  void read(std::istringstream& words, std::vector<std::int64_t>& entries) {
    std::string word;
    while (words >> word) {
      char* end = nullptr;
      entries.push_back(std::strtoll(word.c_str(), &end, 10));
      failed_ = failed_ || end != word.c_str() + word.size();
    }
    words.clear();
  }

  template <typename Real>
  requires std::is_floating_point_v<Real>
  void read(std::istringstream& words, Real& entry) {
    std::string word;
    failed_ = !(words >> word) || !to_number(word, entry);
  }
  template <typename Real>
  void read(std::istringstream& words, std::vector<Real>& entries) {
    std::string word;
    while (words >> word) failed_ = !to_number(word, entries.emplace_back()) || failed_;
    words.clear();
  }

  /// Streams do not read the hexadecimal notation that they write.
  template <typename Real>
  static bool to_number(const std::string& word, Real& number) {
    char* end = nullptr;
    if constexpr (std::is_same_v<Real, double>) {
      number = std::strtod(word.c_str(), &end);
    } else {
      number = std::strtold(word.c_str(), &end);
    }
    return end == word.c_str() + word.size();
  }

  std::map<std::string, std::string> lines_;
  std::string problem_;
  bool failed_ = false;
};

}  // namespace

template <typename Real>
std::string to_text(const Checkpoint<Real>& checkpoint) {
  Writer writer;
  writer(heading.data(), std::string(scalar_name<Real>()));
  for_each_entry(checkpoint, writer);
  return writer.text();
}

template <typename Real>
Outcome<Checkpoint<Real>> parse_checkpoint(std::string_view text) {
  std::map<std::string, std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    const std::size_t space = line.find(' ');
    const std::string name = line.substr(0, space);
    lines[name] = space == std::string::npos ? std::string() : line.substr(space + 1);
  }
  if (lines[std::string(heading)] != scalar_name<Real>()) {
    return Undefined{"this is not a checkpoint of a run in " + std::string(scalar_name<Real>())};
  }
  Reader reader(std::move(lines));
  Checkpoint<Real> checkpoint;
  for_each_entry(checkpoint, reader);
  if (!reader.problem().empty()) {
    return Undefined{"the checkpoint's entry '" + reader.problem() + "' is missing or wrong"};
  }
  checkpoint.quality.defined = true;
  return checkpoint;
}

template std::string to_text(const Checkpoint<double>&);
template std::string to_text(const Checkpoint<long double>&);
template Outcome<Checkpoint<double>> parse_checkpoint(std::string_view);
template Outcome<Checkpoint<long double>> parse_checkpoint(std::string_view);

}  // namespace leafwise::integrator
