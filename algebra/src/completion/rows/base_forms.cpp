// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/base_forms.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "geometry/modular_point.hpp"

namespace leafwise::algebra::detail {

namespace {

/// The generators that the part does not have, modulo the part.
Outcome<std::set<Polynomial>> further_generators(const Ideal& base,
                                                 const Ideal& part,
                                                 const Limits& limits) {
  std::vector<Polynomial> further;
  const auto& known = part.generators();
  for (const Polynomial& generator : base.generators()) {
    if (std::find(known.begin(), known.end(), generator) == known.end()) {
      further.push_back(generator);
    }
  }
  const Outcome<std::vector<Polynomial>> forms = forms_modulo(part, further, limits);
  if (!forms) return Unable{forms.reason()};
  std::set<Polynomial> result;
  for (const Polynomial& form : forms.value()) result.insert(form.primitive());
  return result;
}

Outcome<std::vector<Polynomial>> forms_by_part(const Ideal& base,
                                               const Ideal& part,
                                               const std::vector<Polynomial>& polynomials,
                                               const Limits& limits) {
  Outcome<std::vector<Polynomial>> reduced = forms_modulo(part, polynomials, limits);
  if (!reduced) return Unable{reduced.reason()};
  std::vector<Polynomial> forms = std::move(reduced).value();
  const Outcome<std::set<Polynomial>> further = further_generators(base, part, limits);
  if (!further) return Unable{further.reason()};
  const auto point = modular_point(base, limits);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (forms[i].is_zero()) continue;
    if (further.value().contains(forms[i].primitive())) {
      forms[i] = Polynomial();
      continue;
    }
    std::optional<FiniteField::Element> value;
    if (point && point.value()) value = point.value()->value_of(forms[i]);
    if (!value || value->is_zero()) open.push_back(i);
  }
  if (open.empty()) return forms;
  std::vector<Polynomial> questions;
  questions.reserve(open.size());
  for (const std::size_t i : open) questions.push_back(forms[i]);
  Outcome<std::vector<Polynomial>> answers =
      base.normal_forms(questions, limits.spend(&Effort::last_normal_forms));
  if (!answers) return Unable{answers.reason()};
  for (std::size_t k = 0; k < open.size(); ++k) forms[open[k]] = answers.value()[k];
  return forms;
}

}  // namespace

Outcome<std::vector<Polynomial>> forms_modulo(const Ideal& base,
                                              const std::vector<Polynomial>& polynomials,
                                              const Limits& limits) {
  const auto part = base.known_part();
  if (!base.is_basis_out_of_reach()) {
    Outcome<std::vector<Polynomial>> forms = base.normal_forms(
        polynomials, limits.spend(part ? &Effort::base_basis : &Effort::only_basis));
    if (forms) return forms;
    if (limits.is_over()) return Unable{forms.reason()};
    base.remember_basis_is_out_of_reach();
  }
  // Every ideal has a part that is easy: nothing. A point then tells what does not vanish.
  return forms_by_part(
      base, part ? *part : Ideal(base.variables(), {}, base.engine()), polynomials, limits);
}

}  // namespace leafwise::algebra::detail
