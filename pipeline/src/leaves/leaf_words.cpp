// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/leaf_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "leafwise/core/suggestion.hpp"
#include "read/reading.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

std::size_t size_of(int number) {
  return static_cast<std::size_t>(std::max(number, 0));
}

std::string joined(const Texts& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

/// Of a mechanism of which the report counts no degrees of freedom.
bool is_of_unknown_freedom(const ReportedLeaf& leaf) {
  return !leaf.degrees_of_freedom && !leaf.constraints.empty();
}

/// What there is to choose at the start, and later.
Texts freedom_parts(const ReportedLeaf& leaf) {
  Texts parts;
  const int freedom = leaf.freedom.value_or(0);
  if (is_of_unknown_freedom(leaf)) {
    parts.emplace_back("degrees of freedom unknown");
    return parts;
  }
  if (leaf.degrees_of_freedom) {
    parts.push_back(
        counted(size_of(*leaf.degrees_of_freedom), "degree of freedom", "degrees of freedom"));
  } else if (leaf.initial_values || leaf.physical_dimension) {
    // Reports of earlier versions do not count them; the independent variable is none.
    const int values = leaf.initial_values ? *leaf.initial_values : *leaf.physical_dimension - 1;
    parts.push_back(
        values <= 0 ? "nothing free at the start"
                    : counted(size_of(values), "initial value is free", "initial values are free"));
  }
  if (leaf.motion == "free") {
    parts.push_back(counted(size_of(freedom), "function is free", "functions are free"));
  } else if (freedom > 0 && !leaf.degrees_of_freedom) {
    parts.push_back("the motion is determined, " + word_list(leaf.free, "and") +
                    (leaf.free.size() == 1 ? " is not" : " are not"));
  }
  return parts;
}

}  // namespace

std::string summary_of(const ReportedLeaf& leaf) {
  if (!leaf.is_complete()) return status_words(leaf);
  Texts parts = freedom_parts(leaf);
  if (leaf.index) parts.push_back(fmt::format("index {}", *leaf.index));
  if (leaf.degrees_of_freedom && !leaf.constraints.empty()) {
    parts.emplace_back(leaf.freedom.value_or(0) == 0 ? "forces unique" : "forces not unique");
  }
  if (leaf.smooth == Truth::yes) parts.emplace_back("smooth everywhere");
  if (leaf.smooth == Truth::no) parts.emplace_back("with singular points");
  return safe_text(joined(parts));
}

std::string free_functions(std::size_t count, const Texts& among) {
  const std::string text = counted(count, "free function", "free functions");
  if (among.empty()) return text;
  return text + (among.size() > count ? " among " : ": ") + word_list(among, "and");
}

std::string status_words(const ReportedLeaf& leaf) {
  if (leaf.status == "involutive") return "a point of it determines the solution";
  if (leaf.status == "underdetermined") {
    if (leaf.motion == "free" && is_of_unknown_freedom(leaf)) {
      return "functions are free over the complex numbers; what is real of it are singular points";
    }
    return leaf.motion == "free" ? "functions can be chosen freely, and they move the state"
                                 : "something can be chosen freely, but it does not move the state";
  }
  if (leaf.status == "inconsistent") return "no solutions: equations contradict each other";
  if (leaf.status == "unfinished") return "it could not be completed";
  if (leaf.status == "unexplored") return "not looked into: it does not hold the initial point";
  return safe_text(leaf.status);
}

std::string inside_words(const ReportedLeaf& leaf) {
  if (leaf.inside.empty()) return {};
  const char* essential = leaf.essential == Truth::yes ? "essential: no limit of general solutions"
                          : leaf.essential == Truth::no
                              ? "not essential: a limit of general solutions"
                              : "whether it is essential is not known";
  return fmt::format("inside {}; {}", safe_text(leaf.inside), essential);
}

std::string proof_words(const ReportedLeaf& leaf) {
  std::string proofs = leaf.prime == Truth::yes ? "prime" : "not known to be prime";
  if (leaf.absolutely_prime == Truth::yes) proofs += ", also over the complex numbers";
  if (leaf.absolutely_prime == Truth::no) proofs += ", but it splits over the complex numbers";
  if (leaf.verified) proofs += "; checked independently";
  return proofs;
}

Texts warnings_of(const ReportedLeaf& leaf) {
  Texts warnings;
  if (!leaf.is_complete()) return warnings;
  if (leaf.prime != Truth::yes) {
    warnings.emplace_back("may split further (prime: unknown)");
  }
  if (leaf.rank_drops_followed == Truth::unknown) {
    warnings.emplace_back("there may be more leaves where its linear equations lose rank");
  }
  return warnings;
}

std::string leaf_counts(const DecompositionReport& report) {
  if (report.is_uncompleted()) return uncompleted_operation;
  std::map<std::string, std::size_t> counts;
  std::size_t complete = 0;
  std::size_t singular = 0;
  for (const ReportedLeaf& leaf : report.leaves) {
    if (!leaf.is_complete())
      ++counts[leaf.status];
    else if (leaf.inside.empty())
      ++complete;
    else
      ++singular;
  }
  std::string text = complete == 0 ? "no leaf" : counted(complete, "leaf", "leaves");
  if (singular > 0) text += ", " + counted(singular, "singular solution", "singular solutions");
  for (const auto* status : {"inconsistent", "unfinished", "unexplored"}) {
    if (counts[status] > 0) text += fmt::format(", {} {}", counts[status], status);
  }
  return text;
}

}  // namespace leafwise::pipeline::detail
