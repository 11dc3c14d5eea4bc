// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/job.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace leafwise::algebra::engine {

namespace {

constexpr std::string_view job_word = "leafwise-job-2";
constexpr std::string_view answer_word = "leafwise-answer-1";

void append(std::string& text, std::string_view word) {
  text += word;
  text += ' ';
}

template <typename Number>
void append_number(std::string& text, Number number) {
  append(text, std::to_string(number));
}

/// Texts carry their length, so that they may hold anything.
void append_text(std::string& text, std::string_view content) {
  append_number(text, content.size());
  append(text, content);
}

void append_ideals(std::string& text, const std::vector<WireIdeal>& ideals) {
  append_number(text, ideals.size());
  for (const WireIdeal& ideal : ideals) {
    append_number(text, ideal.size());
    for (const WirePolynomial& polynomial : ideal) {
      append_number(text, polynomial.size());
      for (const WireTerm& term : polynomial) {
        append(text, term.coefficient);
        for (const unsigned exponent : term.exponents) append_number(text, exponent);
      }
    }
  }
}

bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_rational(std::string_view text) {
  const std::size_t bar = text.find('/');
  if (bar == std::string_view::npos) return is_integer(text);
  const std::string_view denominator = text.substr(bar + 1);
  return is_integer(text.substr(0, bar)) && is_integer(denominator) &&
         !denominator.starts_with('-') &&
         denominator.find_first_not_of('0') != std::string_view::npos;
}

/// Reads words that end in one blank each; remembers whether all was well.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  std::string_view word() {
    const std::size_t blank = rest_.find(' ');
    if (blank == std::string_view::npos) {
      good_ = false;
      return {};
    }
    const std::string_view word = rest_.substr(0, blank);
    rest_.remove_prefix(blank + 1);
    return word;
  }

  template <typename Number>
  Number number() {
    const std::string_view text = word();
    Number value{};
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size()) good_ = false;
    return good_ ? value : Number{};
  }

  /// A count of things that take at least two characters each: a wrong one cannot make us reserve
  /// the memory of the machine.
  std::size_t count() {
    const auto value = number<std::size_t>();
    if (value > rest_.size() / 2) good_ = false;
    return good_ ? value : 0;
  }

  std::string text() {
    const auto length = number<std::size_t>();
    if (length >= rest_.size() || rest_[length] != ' ') good_ = false;
    if (!good_) return {};
    std::string content(rest_.substr(0, length));
    rest_.remove_prefix(length + 1);
    return content;
  }

  WireTerm term(std::size_t variables) {
    WireTerm term;
    term.coefficient = word();
    if (!is_rational(term.coefficient)) good_ = false;
    for (std::size_t i = 0; i < variables && good_; ++i) {
      term.exponents.push_back(number<unsigned>());
    }
    return term;
  }

  std::vector<WireIdeal> ideals(std::size_t variables) {
    std::vector<WireIdeal> ideals(count());
    for (WireIdeal& ideal : ideals) {
      ideal.resize(count());
      for (WirePolynomial& polynomial : ideal) {
        const std::size_t terms = count();
        for (std::size_t i = 0; i < terms && good_; ++i) polynomial.push_back(term(variables));
      }
    }
    return ideals;
  }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace

std::string to_wire(const Job& job) {
  std::string text;
  append(text, job_word);
  append_number(text, job.id);
  append_number(text, static_cast<unsigned>(job.operation));
  append_number(text, static_cast<unsigned>(job.order));
  append_number(text, job.variables);
  append_number(text, job.chosen.size());
  for (const std::size_t variable : job.chosen) append_number(text, variable);
  append_number(text, job.characteristic);
  append_number(text, job.count);
  append_ideals(text, job.ideals);
  return text;
}

std::string to_wire(const Answer& answer, std::size_t variables) {
  std::string text;
  append(text, answer_word);
  append_number(text, answer.id);
  append_number(text, variables);
  append_text(text, answer.refusal);
  append_number(text, answer.numbers.size());
  for (const std::int64_t number : answer.numbers) append_number(text, number);
  append_ideals(text, answer.ideals);
  return text;
}

std::optional<Job> job_from_wire(std::string_view text) {
  WordReader reader(text);
  if (reader.word() != job_word) return std::nullopt;
  Job job;
  job.id = reader.number<std::uint64_t>();
  const auto operation = reader.number<unsigned>();
  const auto order = reader.number<unsigned>();
  if (operation > static_cast<unsigned>(Operation::normal_forms)) return std::nullopt;
  if (order > static_cast<unsigned>(Order::blocks)) return std::nullopt;
  job.operation = static_cast<Operation>(operation);
  job.order = static_cast<Order>(order);
  job.variables = reader.number<std::size_t>();
  job.chosen.resize(reader.count());
  for (std::size_t& variable : job.chosen) {
    variable = reader.number<std::size_t>();
    if (variable >= job.variables) return std::nullopt;
  }
  job.characteristic = reader.number<std::uint32_t>();
  job.count = reader.number<std::size_t>();
  job.ideals = reader.ideals(job.variables);
  if (!reader.good() || !reader.at_end()) return std::nullopt;
  return job;
}

std::optional<Answer> answer_from_wire(std::string_view text, std::size_t variables) {
  WordReader reader(text);
  if (reader.word() != answer_word) return std::nullopt;
  Answer answer;
  answer.id = reader.number<std::uint64_t>();
  if (reader.number<std::size_t>() != variables) return std::nullopt;
  answer.refusal = reader.text();
  answer.numbers.resize(reader.count());
  for (std::int64_t& number : answer.numbers) number = reader.number<std::int64_t>();
  answer.ideals = reader.ideals(variables);
  if (!reader.good() || !reader.at_end()) return std::nullopt;
  return answer;
}

const char* words_for(Operation operation) noexcept {
  switch (operation) {
    case Operation::ping: return "a question for the worker";
    case Operation::standard_basis: return "Gröbner basis";
    case Operation::eliminate: return "elimination";
    case Operation::saturate: return "saturation";
    case Operation::quotient: return "ideal quotient";
    case Operation::intersect: return "intersection";
    case Operation::radical: return "radical";
    case Operation::dimension: return "dimension";
    case Operation::factorizing_basis: return "factorising Gröbner basis";
    case Operation::characteristic_series:
    case Operation::characteristic_order: return "characteristic series";
    case Operation::minimal_primes: return "minimal primes (GTZ)";
    case Operation::section_polynomials: return "sections";
    case Operation::factors: return "factors";
    case Operation::absolute_primes: return "components over the complex numbers";
    case Operation::normal_forms: break;
  }
  return "normal forms";
}

}  // namespace leafwise::algebra::engine
