// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/checked_parts.hpp"

#include <chrono>
#include <utility>

#include "decomposition/simplify/readable_generators.hpp"
#include "decomposition/split/splitter.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Each by few generators of its own.
PartsFound split_into(const Task& task, const std::vector<Ideal>& parts, const std::string& by) {
  PartsFound found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Piece part = task.piece;
    part.generators = readable_generators(parts[i], task.piece.generators, task.limits).polynomials;
    part.path.push_back(by + ", part " + std::to_string(i + 1) + " of " +
                        std::to_string(parts.size()));
    found.append(task.splitter.split(std::move(part), task.limits));
  }
  return found;
}

}  // namespace

std::vector<Ideal> without_redundant(std::vector<Ideal> ideals, const Limits& limits) {
  std::vector<Ideal> kept;
  kept.reserve(ideals.size());
  for (std::size_t i = 0; i < ideals.size(); ++i) {
    bool redundant = false;
    for (std::size_t k = 0; k < ideals.size() && !redundant; ++k) {
      if (k == i) continue;
      const Outcome<bool> inside = is_subset(ideals[k], ideals[i], limits);
      if (!inside || !inside.value()) continue;
      // Of equal ones the first stays.
      const Outcome<bool> equal = is_subset(ideals[i], ideals[k], limits);
      redundant = k < i || !equal || !equal.value();
    }
    if (!redundant) kept.push_back(ideals[i]);
  }
  return kept;
}

CheckedParts split_if_covered(Task& task,
                              const std::vector<Polynomials>& parts,
                              const std::string& by,
                              bool must_cover) {
  CheckedParts checked;
  if (parts.size() < 2) return checked;
  const auto start = Limits::Clock::now();
  std::vector<Ideal> ideals;
  ideals.reserve(parts.size());
  for (const Polynomials& part : parts) {
    ideals.emplace_back(task.piece.variables, part, task.splitter.engine());
  }
  const Cover cover = verify_cover(task.ideal(), ideals, task.turn);
  task.splitter.note_verification(
      std::chrono::duration<double>(Limits::Clock::now() - start).count());
  checked.covers = cover.covers;
  if (cover.contained == Truth::no || (must_cover && cover.covers == Truth::no)) {
    task.splitter.incidents().push_back({by,
                                         cover.covers == Truth::no
                                             ? "components are missing"
                                             : "a part does not contain the ideal"});
    return checked;
  }
  if (cover.covers != Truth::yes || cover.contained != Truth::yes) return checked;
  const std::vector<Ideal> kept = without_redundant(std::move(ideals), task.limits);
  if (kept.size() > 1) checked.found = split_into(task, kept, by);
  return checked;
}

}  // namespace leafwise::algebra::detail
