// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <chrono>
#include <utility>

#include "decomposition/simplify/components.hpp"
#include "decomposition/store/store.hpp"
#include "ring/known_dimension.hpp"

namespace leafwise::algebra::detail {

namespace {

using Texts = std::vector<std::string>;

std::optional<Truth> truth_from(const std::string& word) {
  for (const Truth truth : {Truth::no, Truth::yes, Truth::unknown}) {
    if (word == to_string(truth)) return truth;
  }
  return std::nullopt;
}

std::optional<long> number_from(const std::string& text) {
  long value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// Generators, then the reduced basis, with the dimension and degree that belong to it (those of a
/// component over ℚ(parameters) are others), if it is known by now: writing down computes nothing.
std::string ideal_text(const Ideal& ideal) {
  const Outcome<KnownBasis> known = ideal.known_basis(Limits::within(Limits::Time::zero()));
  if (!known)
    return packed({to_text(ideal.variables(), std::vector<Polynomials>{ideal.generators()})});
  return packed({to_text(ideal.variables(),
                         std::vector<Polynomials>{ideal.generators(), known.value().polynomials}),
                 std::to_string(known.value().dimension),
                 std::to_string(known.value().degree)});
}

std::optional<Ideal> ideal_from(const Ideal& like, const std::string& text) {
  const auto texts = unpacked(text);
  if (!texts || (texts->size() != 1 && texts->size() != 3)) return std::nullopt;
  auto lists = lists_from_text(like.variables(), texts->front());
  if (!lists || lists->size() != (texts->size() + 1) / 2) return std::nullopt;
  Ideal ideal(like.variables(), std::move(lists->front()), like.engine());
  if (lists->size() == 1) return ideal;
  const auto dimension = number_from((*texts)[1]);
  const auto degree = number_from((*texts)[2]);
  if (!dimension || !degree) return std::nullopt;
  ideal.remember({std::move((*lists)[1]), static_cast<int>(*dimension), *degree});
  return ideal;
}

std::string component_text(const PrimeComponent& component) {
  return packed({ideal_text(component.ideal),
                 std::to_string(component.dimension),
                 std::to_string(component.degree),
                 to_string(component.prime),
                 to_string(component.absolutely_prime),
                 to_string(component.complete_intersection),
                 component.verified ? "1" : "0",
                 packed(component.verified_by),
                 packed(component.path)});
}

std::optional<PrimeComponent> component_from(const Ideal& like, const std::string& text) {
  const auto texts = unpacked(text);
  if (!texts || texts->size() != 9) return std::nullopt;
  auto ideal = ideal_from(like, (*texts)[0]);
  const auto dimension = number_from((*texts)[1]);
  const auto degree = number_from((*texts)[2]);
  const auto prime = truth_from((*texts)[3]);
  const auto absolutely = truth_from((*texts)[4]);
  const auto intersection = truth_from((*texts)[5]);
  auto by = unpacked((*texts)[7]);
  auto path = unpacked((*texts)[8]);
  if (!ideal || !dimension || !degree || !prime || !absolutely || !intersection || !by || !path) {
    return std::nullopt;
  }
  PrimeComponent component{std::move(*ideal), static_cast<int>(*dimension), *degree};
  // Written without its degree: a tower, whose basis is not needed.
  const bool has_basis = component.ideal.basis_so_far().has_value();
  if (!has_basis && *dimension >= 0 && *degree == 0 && *prime == Truth::yes) {
    remember_dimension(component.ideal, component.dimension);
  }
  component.prime = *prime;
  component.absolutely_prime = *absolutely;
  component.complete_intersection = *intersection;
  component.verified = (*texts)[6] == "1";
  component.verified_by = std::move(*by);
  component.path = std::move(*path);
  return component;
}

}  // namespace

std::string to_text(const Ideal& ideal, const Decomposition& decomposition) {
  Texts components;
  Texts unexplored;
  components.reserve(decomposition.components.size());
  unexplored.reserve(decomposition.unexplored.size());
  for (const PrimeComponent& component : decomposition.components) {
    components.push_back(component_text(component));
  }
  for (const UnexploredPart& part : decomposition.unexplored) {
    unexplored.push_back(packed({ideal_text(part.ideal), part.why}));
  }
  return packed(
      {packed(components),
       packed(unexplored),
       to_string(decomposition.radical_input),
       to_text(ideal.variables(), std::vector<Polynomials>{decomposition.parameter_conditions}),
       decomposition.all_parameter_conditions ? "1" : "0"});
}

std::optional<Decomposition> decomposition_from_text(const Ideal& ideal, const std::string& text) {
  const auto texts = unpacked(text);
  if (!texts || texts->size() != 5) return std::nullopt;
  const auto components = unpacked((*texts)[0]);
  const auto unexplored = unpacked((*texts)[1]);
  const auto radical = truth_from((*texts)[2]);
  auto conditions = lists_from_text(ideal.variables(), (*texts)[3]);
  if (!components || !unexplored || !radical || !conditions || conditions->size() != 1) {
    return std::nullopt;
  }
  Decomposition decomposition;
  decomposition.complete = true;
  decomposition.radical_input = *radical;
  decomposition.parameter_conditions = std::move(conditions->front());
  decomposition.all_parameter_conditions = (*texts)[4] == "1";
  for (const std::string& entry : *components) {
    auto component = component_from(ideal, entry);
    if (!component) return std::nullopt;
    decomposition.components.push_back(std::move(*component));
  }
  for (const std::string& entry : *unexplored) {
    const auto parts = unpacked(entry);
    if (!parts || parts->size() != 2) return std::nullopt;
    auto part = ideal_from(ideal, (*parts)[0]);
    if (!part) return std::nullopt;
    decomposition.unexplored.push_back({std::move(*part), (*parts)[1]});
  }
  return decomposition;
}

}  // namespace leafwise::algebra::detail
