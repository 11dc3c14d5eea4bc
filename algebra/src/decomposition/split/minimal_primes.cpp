// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <utility>

#include "decomposition/prove/modular_cover.hpp"
#include "decomposition/prove/radical_by_degree.hpp"
#include "decomposition/race/whole_race.hpp"
#include "decomposition/simplify/components.hpp"
#include "decomposition/simplify/over_parameters.hpp"
#include "decomposition/simplify/parameters.hpp"
#include "decomposition/store/store.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "number/random_choices.hpp"

namespace leafwise::algebra {

namespace {

using std::chrono::milliseconds;

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
    // A name may hold anything; with its length in front it cannot pass for something else.
    const std::string name = to_string(variable);
    text += " " + std::to_string(static_cast<int>(variable.role)) + "," +
            std::to_string(name.size()) + ":" + name;
  }
  text += " : " + detail::to_text(ideal.variables(), {ideal.generators()});
  if (options.point) text += " at " + options.point->to_string();
  text += options.parameters_in_field ? " field" : " ring";
  text += " combinations " + std::to_string(options.most_combinations);
  return text + (options.verify ? " verified" : " unverified");
}

/// Keeps a part of the time for bringing what was found into shape.
Limits with_reserve(const Limits& limits) {
  const std::optional<Limits::Time> left = limits.left();
  if (!left) return limits;
  return limits.spend(*left - std::min(*left / 6, limits.budget(&Effort::reserve)));
}

class Task {
 public:
  Task(const Ideal& ideal, const DecompositionOptions& options, const Limits& limits)
      : ideal_(ideal),
        options_(options),
        limits_(limits),
        store_(directory(), ideal.engine().setbacks()) {}

  Decomposition run() {
    const std::string question = question_about(ideal_, options_);
    if (std::optional<Decomposition> known = recalled(question)) return std::move(*known);
    if (!read(question)) {
      result_ = {};
      split();
      describe();
      if (options_.verify) verify(options_.patience);
      detail::sort_components(result_.components);
      if (options_.use_cache && is_worth_keeping()) keep(question);
      // What a limit ended goes on from there.
      if (options_.use_cache && !result_.complete) store_.keep_parts();
    }
    note_incidents(store_.incidents());
    return std::move(result_);
  }

 private:
  void describe() {
    result_.complete = result_.reason.empty();
    const Stopwatch stopwatch(result_.seconds["description"]);
    for (PrimeComponent& component : result_.components) {
      detail::describe(ideal_, component, limits_);
    }
  }

  [[nodiscard]] bool is_verified() const {
    return result_.complete && std::all_of(result_.components.begin(),
                                           result_.components.end(),
                                           [](const auto& c) { return c.verified; });
  }

  /// Not what only lacks verification for want of time: it would never get it. Nor what a worker
  /// that died may have made weaker.
  [[nodiscard]] bool is_worth_keeping() const {
    const bool had_time =
        options_.patience >= limits_.budget(&Effort::final_check) && !limits_.is_over();
    return result_.complete && !ideal_.engine().setbacks().lost_something() &&
           (!options_.verify || is_verified() || had_time);
  }

  /// On disk only what can be checked when it is read: not what covers because each step did, of
  /// which only the pieces stay.
  void keep(const std::string& question) {
    const std::string text = detail::to_text(ideal_, result_);
    store_.remember(question, text);
    if (is_verified() && !some_are_special_ && !covers_by_steps_) {
      store_.keep(question, text);
    } else {
      store_.keep_parts();
    }
  }

  [[nodiscard]] std::optional<std::filesystem::path> directory() const {
    return options_.use_cache ? options_.cache : std::nullopt;
  }

  std::optional<Decomposition> recalled(const std::string& question) {
    if (!options_.use_cache) return std::nullopt;
    const std::optional<std::string> answer = store_.recalled(question);
    if (!answer) return std::nullopt;
    std::optional<Decomposition> known = detail::decomposition_from_text(ideal_, *answer);
    if (!known) return std::nullopt;
    known->from_cache = true;
    known->incidents = store_.incidents();
    return known;
  }

  /// What another process has kept saves the search, nothing else: it is taken as an engine's
  /// answer would be, and believed if all of it is verified anew.
  [[nodiscard]] bool read(const std::string& question) {
    if (!options_.use_cache) return false;
    const std::optional<std::string> answer = store_.read(question);
    if (!answer) return false;
    const auto kept = detail::decomposition_from_text(ideal_, *answer);
    if (!kept || !have_missed_the_point(kept->unexplored)) {
      store_.disbelieve(question);
      return false;
    }
    take(parts_of(*kept));
    describe();
    verify(milliseconds::max());
    if (!result_.incidents.empty()) store_.disbelieve(question);
    if (!is_verified()) return false;
    detail::sort_components(result_.components);
    store_.remember(question, detail::to_text(ideal_, result_));
    result_.from_cache = true;
    return true;
  }

  [[nodiscard]] static detail::PartsFound parts_of(const Decomposition& kept) {
    detail::PartsFound parts;
    for (const PrimeComponent& component : kept.components) {
      parts.primes.push_back(
          {component.ideal.generators(), Truth::unknown, {detail::kept_words}, component.path});
    }
    for (const UnexploredPart& part : kept.unexplored) {
      parts.unexplored.push_back({part.ideal.generators(), part.why, {}});
    }
    return parts;
  }

  [[nodiscard]] bool have_missed_the_point(const std::vector<UnexploredPart>& parts) const {
    return std::all_of(parts.begin(), parts.end(), [&](const UnexploredPart& part) {
      return options_.point && misses_the_point(part.ideal, limits_);
    });
  }

  [[nodiscard]] bool misses_the_point(const Ideal& ideal, const Limits& limits) const {
    std::vector<Polynomial> known = ideal.generators();
    if (const auto basis = ideal.groebner_basis(limits)) {
      known.insert(known.end(), basis.value().begin(), basis.value().end());
    }
    return std::any_of(known.begin(), known.end(), [&](const Polynomial& element) {
      return options_.point->vanishes(element) == Truth::no;
    });
  }

  void split() {
    double verification = 0;
    double splitting = 0;
    {
      const Stopwatch stopwatch(splitting);
      detail::WholeSplit found = detail::split_whole(ideal_,
                                                     {options_.point ? &*options_.point : nullptr,
                                                      options_.seed,
                                                      options_.most_combinations,
                                                      options_.use_cache ? &store_ : nullptr},
                                                     with_reserve(limits_));
      take(found.parts);
      note_incidents(found.incidents);
      verification = found.verification_seconds;
      steps_verified_ = found.all_steps_verified;
    }
    result_.seconds["splitting"] = splitting - verification;
    result_.seconds["verification"] = verification;
  }

  void take(const detail::PartsFound& found) {
    // The deadline is for splitting; bringing what was found into shape gets a moment beyond it.
    const Limits shaping = limits_.prolonged_by(limits_.budget(&Effort::shaping));
    detail::MinimalComponents minimal = detail::minimal_components(ideal_, found, shaping);
    result_.components = std::move(minimal.components);
    result_.reason = std::move(minimal.doubt);
    drop_what_is_unexplored(found, shaping);
    drop_what_misses_the_point(shaping);
    const std::size_t count = result_.components.size();
    if (options_.parameters_in_field) detail::localise_at_parameters(ideal_, result_, shaping);
    some_are_special_ = result_.components.size() < count;
    result_.unexplored.reserve(found.unexplored.size());
    for (const detail::LeftPart& part : found.unexplored) {
      result_.unexplored.push_back(
          {Ideal(ideal_.variables(), part.generators, ideal_.engine()), part.why});
    }
    const bool all_known = std::all_of(result_.components.begin(),
                                       result_.components.end(),
                                       [](const auto& c) { return c.prime == Truth::yes; });
    if (!all_known) result_.reason = "the limit was reached before the components were compared";
    if (!found.unsplit.empty()) result_.reason = found.unsplit.front().why;
  }

  /// Whoever was first, and whether he looked at the point: the answer is the same.
  void drop_what_misses_the_point(const Limits& limits) {
    if (!options_.point) return;
    std::erase_if(result_.components, [&](const PrimeComponent& component) {
      const bool misses = misses_the_point(component.ideal, limits);
      if (misses) result_.unexplored.push_back({component.ideal, "does not hold the point"});
      return misses;
    });
  }

  /// What lies in a part that does not hold the point is no component, or does not hold it either.
  void drop_what_is_unexplored(const detail::PartsFound& found, const Limits& limits) {
    for (const detail::LeftPart& part : found.unexplored) {
      const Ideal unexplored(ideal_.variables(), part.generators, ideal_.engine());
      std::erase_if(result_.components, [&](const PrimeComponent& component) {
        const Outcome<bool> inside = is_subset(unexplored, component.ideal, limits);
        return inside && inside.value();
      });
    }
  }

  void note_incidents(const std::vector<Incident>& incidents) {
    result_.incidents.insert(result_.incidents.end(), incidents.begin(), incidents.end());
  }

  void verify(milliseconds patience) {
    const Stopwatch stopwatch(result_.seconds["verification"]);
    const Limits limits = limits_.spend(std::min(limits_.budget(&Effort::final_check), patience));
    std::vector<bool> inside;  // first: it is cheap, and what follows may use up the time
    inside.reserve(result_.components.size());
    for (PrimeComponent& component : result_.components) {
      const Outcome<bool> contains = is_subset(ideal_, component.ideal, limits);
      inside.push_back(contains && contains.value());
    }
    for (PrimeComponent& component : result_.components) {
      detail::prove_in_own_words(component, options_.seed, limits);
    }
    const Cover cover = check_the_whole(limits);
    const bool modular = cover.covers == Truth::unknown && !steps_verified_ && !some_are_special_ &&
                         covers_modulo(limits);
    result_.radical_input = radical(cover, limits);
    const bool by_steps = cover.covers == Truth::unknown && steps_verified_;
    covers_by_steps_ = by_steps;
    for (std::size_t i = 0; i < result_.components.size(); ++i) {
      PrimeComponent& component = result_.components[i];
      if (inside[i]) component.verified_by.emplace_back("contains the ideal");
      if (cover.covers == Truth::yes) {
        component.verified_by.emplace_back("with the others it covers the ideal's zeros");
      } else if (modular || (by_steps && component.prime == Truth::yes)) {
        // The same words for both: which of them it was depends on who was first.
        component.verified_by.emplace_back(detail::modular_cover_words);
      }
      const bool covered = cover.covers == Truth::yes || by_steps || modular;
      component.verified = component.prime == Truth::yes && inside[i] && covered &&
                           detail::is_proved_prime(component) && !may_lie_in_another(component);
    }
    if (cover.contained == Truth::no) take_back("a component found does not contain the ideal");
    if (cover.covers == Truth::no) {
      take_back("the components found do not cover the zeros of the ideal");
    }
  }

  [[nodiscard]] Truth radical(const Cover& cover, const Limits& limits) const {
    // Without those that exist only for special parameters the sum of degrees tells nothing.
    const bool by_degree = !some_are_special_ && cover.radical != Truth::yes;
    Truth in_ring = by_degree ? detail::radical_by_degree(ideal_, result_, limits) : Truth::unknown;
    if (in_ring == Truth::unknown && result_.complete) in_ring = cover.radical;
    if (in_ring == Truth::yes || !is_over_parameters()) return in_ring;
    // Not radical over ℚ[parameters] may be radical over ℚ(parameters): a·x, x².
    const bool all_known = result_.complete && result_.unexplored.empty() &&
                           result_.components.size() <= detail::most_parts_to_intersect;
    if (!all_known) return Truth::unknown;
    return detail::is_radical_over_parameters(ideal_, parts(), limits);
  }

  /// In a part that was not split: then it is prime, but maybe not minimal.
  [[nodiscard]] bool may_lie_in_another(const PrimeComponent& component) const {
    return std::any_of(
        result_.components.begin(), result_.components.end(), [&](const PrimeComponent& other) {
          if (other.prime == Truth::yes) return false;
          const Outcome<bool> inside = is_subset(other.ideal, component.ideal, limits_);
          return !inside || inside.value();
        });
  }

  [[nodiscard]] bool is_over_parameters() const {
    const std::vector<Variable>& variables = ideal_.variables();
    return options_.parameters_in_field &&
           std::any_of(variables.begin(), variables.end(), [](const Variable& variable) {
             return variable.role == Role::parameter;
           });
  }

  [[nodiscard]] std::vector<Ideal> parts() const {
    std::vector<Ideal> parts;
    parts.reserve(result_.components.size() + result_.unexplored.size());
    for (const PrimeComponent& component : result_.components) parts.push_back(component.ideal);
    for (const UnexploredPart& part : result_.unexplored) parts.push_back(part.ideal);
    return parts;
  }

  [[nodiscard]] bool covers_modulo(const Limits& limits) const {
    const Outcome<bool> covers =
        detail::covers_modulo_primes(ideal_, parts(), options_.seed, limits);
    return covers && covers.value();
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
    if (some_are_special_ || count > detail::most_parts_to_intersect) return {};
    if (result_.unexplored.empty()) return verify_cover(ideal_, parts(), limits);
    // What was not looked into is neither prime nor radical: of the whole this tells one thing.
    const Cover with_rest = verify_cover(ideal_, parts(), limits.spend(&Effort::rest_check));
    Cover cover;
    if (with_rest.covers == Truth::yes) cover.covers = Truth::yes;
    return cover;
  }

  const Ideal& ideal_;
  const DecompositionOptions& options_;
  Limits limits_;
  detail::Store store_;
  Decomposition result_;
  bool steps_verified_ = false;
  bool covers_by_steps_ = false;   ///< nothing else shows it
  bool some_are_special_ = false;  ///< components that exist only for special parameters
};

}  // namespace

Decomposition minimal_primes(const Ideal& ideal,
                             const DecompositionOptions& options,
                             const Limits& limits) {
  Decomposition found = Task(ideal, options, limits).run();
  for (PrimeComponent& component : found.components) {
    const auto& by = component.verified_by;
    if (std::find(by.begin(), by.end(), detail::modular_cover_words) != by.end()) {
      component.probable.push_back(detail::probably("no component is missing"));
    }
  }
  return found;
}

}  // namespace leafwise::algebra
