// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/leaf_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

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
bool is_of_unknown_freedom(const Leaf& leaf) {
  return !leaf.numbers.degrees_of_freedom && !leaf.equations.constraints.empty() &&
         leaf.proofs.real.points != Truth::no;
}

/// What there is to choose at the start, and later.
Texts freedom_parts(const Leaf& leaf) {
  Texts parts;
  const int freedom = leaf.numbers.freedom.value_or(0);
  if (is_of_unknown_freedom(leaf)) {
    parts.emplace_back("degrees of freedom unknown");
    return parts;
  }
  if (leaf.numbers.degrees_of_freedom) {
    parts.push_back(counted(
        size_of(*leaf.numbers.degrees_of_freedom), "degree of freedom", "degrees of freedom"));
  } else if (leaf.numbers.initial_values || leaf.numbers.physical_dimension) {
    // Reports of earlier versions do not count them; the independent variable is none.
    const int values = leaf.numbers.initial_values ? *leaf.numbers.initial_values
                                                   : *leaf.numbers.physical_dimension - 1;
    parts.push_back(
        values <= 0 ? "nothing free at the start"
                    : counted(size_of(values), "initial value is free", "initial values are free"));
  }
  if (leaf.numbers.motion == Motion::free) {
    parts.push_back(counted(size_of(freedom), "function is free", "functions are free"));
  } else if (freedom > 0 && !leaf.numbers.degrees_of_freedom) {
    parts.push_back("the motion is determined, " + word_list(leaf.numbers.free, "and") +
                    (leaf.numbers.free.size() == 1 ? " is not" : " are not"));
  }
  return parts;
}

}  // namespace

std::string summary_of(const Leaf& leaf) {
  if (!leaf.is_complete()) return status_words(leaf);
  Texts parts;
  if (leaf.proofs.real.points == Truth::no) parts.emplace_back("no real points");
  for (std::string& part : freedom_parts(leaf)) parts.push_back(std::move(part));
  if (leaf.numbers.index) parts.push_back(fmt::format("index {}", *leaf.numbers.index));
  if (leaf.numbers.degrees_of_freedom && !leaf.equations.constraints.empty()) {
    parts.emplace_back(leaf.numbers.freedom.value_or(0) == 0 ? "forces unique"
                                                             : "forces not unique");
  }
  if (leaf.proofs.smooth == Truth::yes) parts.emplace_back("smooth everywhere");
  if (leaf.proofs.smooth == Truth::no) parts.emplace_back("with singular points");
  return safe_text(joined(parts));
}

std::string free_functions(std::size_t count, const Texts& among) {
  const std::string text = counted(count, "free function", "free functions");
  if (among.empty()) return text;
  return text + (among.size() > count ? " among " : ": ") + word_list(among, "and");
}

std::string status_words(const Leaf& leaf) {
  if (leaf.status == LeafStatus::involutive) return "a point of it determines the solution";
  if (leaf.status == LeafStatus::underdetermined) {
    const bool is_free = leaf.numbers.motion == Motion::free;
    const RealPoints& real = leaf.proofs.real;
    if (is_free && real.points == Truth::no) {
      return "functions are free over the complex numbers; it has no real points";
    }
    if (is_free && real.regular == Truth::no) {
      return "functions are free over the complex numbers; its real points are singular";
    }
    if (is_free && is_of_unknown_freedom(leaf)) {
      return "functions are free over the complex numbers; its real points are not known";
    }
    return leaf.numbers.motion == Motion::free
               ? "functions can be chosen freely, and they move the state"
               : "something can be chosen freely, but it does not move the state";
  }
  if (leaf.status == LeafStatus::inconsistent)
    return "no solutions: equations contradict each other";
  if (leaf.status == LeafStatus::unfinished) return "it could not be completed";
  if (leaf.status == LeafStatus::unexplored)
    return "not examined: it does not contain the initial point";
  return to_string(leaf.status);
}

std::string inside_words(const Leaf& leaf) {
  if (leaf.origin.inside.empty()) return {};
  const char* essential =
      leaf.proofs.essential == Truth::yes  ? "essential: no limit of general solutions"
      : leaf.proofs.essential == Truth::no ? "not essential: a limit of general solutions"
                                           : "whether it is essential is not known";
  return fmt::format("inside {}; {}", safe_text(leaf.origin.inside), essential);
}

std::string proof_words(const Leaf& leaf) {
  std::string proofs = leaf.proofs.prime == Truth::yes ? "prime" : "not known to be prime";
  if (leaf.proofs.absolutely_prime == Truth::yes) proofs += ", also over the complex numbers";
  if (leaf.proofs.absolutely_prime == Truth::no)
    proofs += ", but it splits over the complex numbers";
  if (leaf.proofs.real.regular == Truth::yes) proofs += "; real in its full dimension";
  if (leaf.proofs.verified) proofs += "; checked independently";
  return proofs;
}

std::string real_words(const Leaf& leaf) {
  const RealPoints& real = leaf.proofs.real;
  if (real.regular == Truth::yes) return {};
  if (real.points == Truth::no) return "none: " + safe_text(real.why);
  if (real.regular == Truth::unknown) {
    return real.points == Truth::yes ? "there are some; whether regular ones is not known"
                                     : "not known whether there are any";
  }
  const char* are = real.points == Truth::yes ? "singular ones only: " : "singular ones at most: ";
  return are + safe_text(real.why);
}

Texts warnings_of(const Leaf& leaf) {
  Texts warnings;
  if (!leaf.is_complete()) return warnings;
  if (leaf.proofs.prime != Truth::yes) {
    warnings.emplace_back("may split further (prime: unknown)");
  }
  if (leaf.proofs.rank_drops_followed == Truth::unknown) {
    warnings.emplace_back("there may be more leaves where its linear equations lose rank");
  }
  return warnings;
}

std::string leaf_counts(const DecompositionReport& report) {
  if (report.is_uncompleted()) return uncompleted_operation;
  std::map<std::string, std::size_t> counts;
  std::size_t complete = 0;
  std::size_t singular = 0;
  for (const Leaf& leaf : report.leaves) {
    if (!leaf.is_complete())
      ++counts[to_string(leaf.status)];
    else if (leaf.origin.inside.empty())
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
