// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/read_problem.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/motion.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline {

namespace {

using detail::Reading;

/// The reaction forces of a mechanical system are names that events and guesses may use.
void declare_multipliers(Reading& reading) {
  const detail::Value* mechanics = reading.table("mechanics");
  const detail::Entry* constraints =
      mechanics == nullptr ? nullptr : mechanics->find("constraints");
  if (constraints == nullptr) return;
  for (const std::string& name : algebra::Multipliers::names(constraints->value.items.size())) {
    reading.scope().declare(name, algebra::Role::unknown);
  }
}

/// Constants may use parameters only: of the other names the reader says so.
void exclude_variables(Reading& reading, const Model& model) {
  algebra::Scope& constants = reading.parameter_scope();
  constants.exclude(model.independent, "is the independent variable: it has no fixed value here");
  for (const std::string& name : reading.scope().names(algebra::Role::unknown)) {
    constants.exclude(name, "is an unknown: it has no fixed value here");
  }
}

void create_polynomialiser(Reading& reading) {
  std::set<std::string> taken;
  for (const algebra::Role role :
       {algebra::Role::independent, algebra::Role::parameter, algebra::Role::unknown}) {
    const std::vector<std::string>& names = reading.scope().names(role);
    taken.insert(names.begin(), names.end());
  }
  reading.polynomialiser =
      std::make_unique<algebra::Polynomialiser>(std::move(taken), reading.exact_parameters);
}

/// Everything that the algebra works on; invariants last, so that what only they need is known.
void read_system(Reading& reading, Problem& problem) {
  reading.attempt([&] { detail::read_equations(reading, problem); });
  reading.attempt([&] { detail::read_mechanics(reading, problem); });
  reading.attempt([&] { detail::read_inequations(reading, problem); });
  reading.stop_if_mistaken();
  detail::read_invariants(reading, problem);
  reading.stop_if_mistaken();
  for (const algebra::Auxiliary& auxiliary : reading.polynomialiser->auxiliaries()) {
    AuxiliaryUnknown unknown;
    unknown.auxiliary = auxiliary;
    unknown.only_in_invariants =
        problem.model.polynomial.auxiliaries.size() >= reading.system_auxiliaries;
    problem.model.polynomial.auxiliaries.push_back(std::move(unknown));
  }
  detail::complete_polynomial_form(reading, problem);
}

void read_all_but_sweep(Reading& reading, Problem& problem) {
  problem.model.file = reading.source().name();
  problem.source.text = reading.source().text();
  detail::read_names(reading, problem);
  exclude_variables(reading, problem.model);
  detail::read_parameters(reading, problem);
  declare_multipliers(reading);
  create_polynomialiser(reading);
  read_system(reading, problem);
  reading.attempt([&] { detail::read_points(reading, problem); });
  reading.attempt([&] { detail::read_branch(reading, problem); });
  reading.attempt([&] { detail::read_integrate(reading, problem); });
  reading.attempt([&] { detail::read_events(reading, problem); });
  reading.attempt([&] { detail::read_view(reading, problem); });
}

}  // namespace

Setting parse_setting(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InvalidInput(
        Mistake{"this sets nothing",
                "name=value, as in --set g=9.81 or --set initial.x=1",
                std::nullopt,
                FilePlace{"--set", 0, 1, std::max<std::size_t>(argument.size(), 1), argument}});
  }
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

namespace {

/// Reads it as it is written; if an equation is divided by what is 0 at the start, once more with
/// the equations times that, as long as this finds further divisors.
template <typename Rest>
Problem read_cleared(const SourceFile& source,
                     const std::vector<Setting>& settings,
                     const Rest& rest) {
  std::vector<algebra::Expression> cleared;
  constexpr int most_readings = 8;  // of divisors that stand within each other
  bool begins_at_limits = false;
  for (int number = 1;; ++number) {
    Reading reading(source, settings);
    reading.cleared = cleared;
    reading.begins_at_limits = begins_at_limits;
    Problem problem;
    try {
      read_all_but_sweep(reading, problem);
      rest(reading, problem);
      reading.finish();
      return problem;
    } catch (const InvalidInput&) {
      const bool finds_more =
          !reading.vanishing.empty() || (reading.divides_inside && !begins_at_limits);
      if (!finds_more || number == most_readings) throw;
    }
    begins_at_limits = true;
    cleared.insert(cleared.end(), reading.vanishing.begin(), reading.vanishing.end());
  }
}

}  // namespace

Problem read_problem(const SourceFile& source, const std::vector<Setting>& settings) {
  return read_cleared(source, settings, [](Reading& reading, Problem& problem) {
    reading.attempt([&] { detail::read_sweep(reading, problem); });
  });
}

Problem detail::read_without_sweep(const SourceFile& source, const std::vector<Setting>& settings) {
  return read_cleared(source, settings, [](Reading&, Problem&) {});
}

Problem read_problem(const std::filesystem::path& path, const std::vector<Setting>& settings) {
  return read_problem(SourceFile::read(path), settings);
}

}  // namespace leafwise::pipeline
