// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <utility>

#include "decomposition/components.hpp"
#include "decomposition/parameters.hpp"
#include "decomposition/splitter.hpp"
#include "decomposition/store.hpp"
#include "decomposition/whole_race.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra {

namespace {

using std::chrono::milliseconds;

/// For checks of the whole: those of the single steps have been made already.
constexpr milliseconds final_check_time{3000};
constexpr milliseconds shaping_time{1000};
/// With more parts than this the intersection takes longer than all the rest.
constexpr std::size_t most_parts_to_intersect = 40;

class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total) {}
  ~Stopwatch() { total_ += std::chrono::duration<double>(Limits::Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& total_;
  Limits::Clock::time_point start_ = Limits::Clock::now();
};

/// All that the answer depends on, except time.
std::string question_about(const Ideal& ideal, const DecompositionOptions& options) {
  std::string text = "minimal primes";
  for (const Variable& variable : ideal.variables()) {
    text += " " + to_string(variable);
    if (variable.role == Role::parameter) text += "*";
  }
  text += " : " + detail::to_text(ideal.variables(), {ideal.generators()});
  if (options.point) text += " at " + options.point->to_string();
  text += options.parameters_in_field ? " field" : " ring";
  text += " combinations " + std::to_string(options.most_combinations);
  return text + (options.verify ? " verified" : " unverified");
}

/// Whether generically reduced and unmixed: then I is radical without any intersection. A larger
/// degree than its components have together: it is not.
Truth radical_by_degree(const Ideal& ideal,
                        const Decomposition& decomposition,
                        const Limits& limits) {
  if (!decomposition.complete || !decomposition.unexplored.empty()) return Truth::unknown;
  const Outcome<detail::KnownBasis> known = ideal.known_basis(limits);
  if (!known) return Truth::unknown;
  long degree = 0;
  for (const PrimeComponent& component : decomposition.components) {
    if (component.dimension == known.value().dimension) degree += component.degree;
  }
  if (degree < known.value().degree) return Truth::no;
  const auto dimension = static_cast<std::size_t>(std::max(0, known.value().dimension));
  const bool unmixed = ideal.generators().size() + dimension == ideal.variables().size();
  return unmixed && degree == known.value().degree ? Truth::yes : Truth::unknown;
}

class Task {
 public:
  Task(const Ideal& ideal, const DecompositionOptions& options, const Limits& limits)
      : ideal_(ideal), options_(options), limits_(limits), store_(directory()) {}

  Decomposition run() {
    const std::string question = question_about(ideal_, options_);
    if (std::optional<Decomposition> known = recalled(question)) return std::move(*known);
    split();
    result_.complete = result_.reason.empty();
    {
      const Stopwatch stopwatch(result_.seconds["description"]);
      for (PrimeComponent& component : result_.components) {
        detail::describe(ideal_, component, limits_);
      }
    }
    if (options_.verify) verify();
    detail::sort_components(result_.components);
    if (options_.use_cache && is_worth_keeping()) {
      store_.keep(question, detail::to_text(ideal_, result_));
    }
    note_incidents(store_.incidents());
    return std::move(result_);
  }

 private:
  /// Not what only lacks verification for want of time: it would never get it.
  [[nodiscard]] bool is_worth_keeping() const {
    const bool is_verified = std::all_of(result_.components.begin(),
                                         result_.components.end(),
                                         [](const auto& c) { return c.verified; });
    return result_.complete && (!options_.verify || is_verified || !limits_.is_over());
  }

  [[nodiscard]] std::optional<std::filesystem::path> directory() const {
    return options_.use_cache ? options_.cache : std::nullopt;
  }

  std::optional<Decomposition> recalled(const std::string& question) {
    if (!options_.use_cache) return std::nullopt;
    const std::optional<std::string> answer = store_.find(question);
    if (!answer) return std::nullopt;
    std::optional<Decomposition> known = detail::decomposition_from_text(ideal_, *answer);
    if (!known) return std::nullopt;
    known->from_cache = true;
    known->incidents = store_.incidents();
    return known;
  }

  void split() {
    double verification = 0;
    double splitting = 0;
    {
      const Stopwatch stopwatch(splitting);
      detail::Splitter splitter(ideal_.engine(),
                                {options_.point ? &*options_.point : nullptr,
                                 options_.seed,
                                 options_.most_combinations,
                                 options_.use_cache ? &store_ : nullptr});
      detail::Piece whole;
      whole.variables = ideal_.variables();
      whole.generators = ideal_.generators();
      whole.set_least_dimension();
      const detail::PartsFound found =
          options_.point ? splitter.split_whole(whole, limits_)
                         : detail::split_beside_series(splitter, whole, ideal_, limits_);
      take(found);
      note_incidents(splitter.incidents());
      verification = splitter.verification_seconds();
      steps_verified_ = splitter.unverified_steps() == 0;
    }
    result_.seconds["splitting"] = splitting - verification;
    result_.seconds["verification"] = verification;
  }

  void take(const detail::PartsFound& found) {
    // The deadline is for splitting; bringing what was found into shape gets a moment beyond it.
    Limits limits = limits_;
    limits.deadline = std::max(limits.deadline, Limits::Clock::now() + shaping_time);
    detail::MinimalComponents minimal = detail::minimal_components(ideal_, found, limits);
    result_.components = std::move(minimal.components);
    result_.reason = std::move(minimal.doubt);
    if (options_.parameters_in_field) detail::localise_at_parameters(ideal_, result_, limits);
    result_.unexplored.reserve(found.unexplored.size());
    for (const detail::LeftPart& part : found.unexplored) {
      result_.unexplored.push_back(
          {Ideal(ideal_.variables(), part.generators, ideal_.engine()), part.why});
    }
    if (!found.unsplit.empty()) result_.reason = found.unsplit.front().why;
  }

  void note_incidents(const std::vector<Incident>& incidents) {
    result_.incidents.insert(result_.incidents.end(), incidents.begin(), incidents.end());
  }

  void verify() {
    const Stopwatch stopwatch(result_.seconds["verification"]);
    const Limits limits = limits_.at_most(final_check_time);
    std::vector<bool> inside;  // first: it is cheap, and what follows may use up the time
    inside.reserve(result_.components.size());
    for (PrimeComponent& component : result_.components) {
      const Outcome<bool> contains = is_subset(ideal_, component.ideal, limits);
      inside.push_back(contains && contains.value());
    }
    for (PrimeComponent& component : result_.components) {
      detail::prove_again(component, options_.seed, limits);
    }
    result_.radical_input = radical_by_degree(ideal_, result_, limits);
    const Cover cover = check_the_whole(limits);
    if (result_.radical_input == Truth::unknown) result_.radical_input = cover.radical;
    const bool covered =
        cover.covers == Truth::yes || (cover.covers == Truth::unknown && steps_verified_);
    for (std::size_t i = 0; i < result_.components.size(); ++i) {
      PrimeComponent& component = result_.components[i];
      if (inside[i]) component.verified_by.emplace_back("contains the ideal");
      if (cover.covers == Truth::yes) {
        component.verified_by.emplace_back("with the others it covers the ideal's zeros");
      } else if (covered) {
        component.verified_by.emplace_back("each step of splitting was checked");
      }
      component.verified = component.prime == Truth::yes && inside[i] && covered &&
                           detail::is_proved_prime(component);
    }
    if (cover.contained == Truth::no) take_back("a component found does not contain the ideal");
    if (cover.covers == Truth::no) {
      take_back("the components found do not cover the zeros of the ideal");
    }
  }

  /// A wrong answer got through: what does not belong goes, nothing is called prime any more, and
  /// the whole is listed, so that no zeros are lost.
  void take_back(std::string why) {
    std::erase_if(result_.components, [&](const PrimeComponent& component) {
      const Outcome<bool> contains = is_subset(ideal_, component.ideal, limits_);
      return !contains || !contains.value();
    });
    for (PrimeComponent& component : result_.components) {
      component.prime = Truth::unknown;
      component.verified = false;
    }
    PrimeComponent whole{ideal_};
    if (const auto known = ideal_.known_basis(limits_)) {
      whole.dimension = known.value().dimension;
      whole.degree = known.value().degree;
    }
    result_.components.push_back(std::move(whole));
    result_.radical_input = Truth::unknown;
    result_.complete = false;
    result_.reason = std::move(why);
    result_.incidents.push_back({"splitting", result_.reason});
  }

  Cover check_the_whole(const Limits& limits) {
    const std::size_t count = result_.components.size() + result_.unexplored.size();
    const bool over_field = !result_.parameter_conditions.empty();
    if (over_field || count > most_parts_to_intersect || !result_.unexplored.empty()) return {};
    std::vector<Ideal> parts;
    parts.reserve(count);
    for (const PrimeComponent& component : result_.components) parts.push_back(component.ideal);
    return verify_cover(ideal_, parts, limits);
  }

  const Ideal& ideal_;
  const DecompositionOptions& options_;
  Limits limits_;
  detail::Store store_;
  Decomposition result_;
  bool steps_verified_ = false;
};

}  // namespace

Decomposition minimal_primes(const Ideal& ideal,
                             const DecompositionOptions& options,
                             const Limits& limits) {
  return Task(ideal, options, limits).run();
}

}  // namespace leafwise::algebra
