// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "certificate.hpp"
#include "leafwise/core/version.hpp"
#include "terminal_text.hpp"

// Both scripts do the same. With P the base and R the rows they eliminate the graph variables by
// fraction-free elimination modulo P, and reduce what has to vanish by the pivots: for a prime P
// that decides membership in (P + R) : h^∞ for what is affine in the graph variables.
namespace leafwise::pipeline::detail {

namespace {

using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

/// Names of users may mean something to an interpreter: variables get names of their own.
class ScriptNames {
 public:
  explicit ScriptNames(const LeafClaims& claims) {
    for (const Variable& variable : claims.base) add(variable, 'v');
    for (const Variable& variable : claims.leaf->graph) add(variable, 'v');
    for (const Variable& variable : claims.parameters) add(variable, 'p');
  }

  [[nodiscard]] const std::string& at(const Variable& variable) const {
    return names_.at(variable);
  }
  [[nodiscard]] bool knows(const Variable& variable) const { return names_.contains(variable); }

  [[nodiscard]] std::string list(const std::vector<Variable>& variables) const {
    std::string text;
    for (const Variable& variable : variables) text += (text.empty() ? "" : ", ") + at(variable);
    return text;
  }

  [[nodiscard]] std::string text(const Polynomial& polynomial) const {
    std::string text;
    const Polynomial whole = polynomial.primitive();
    for (const auto& [monomial, coefficient] : whole.terms()) {
      if (!text.empty()) text += " + ";
      text += "(" + coefficient.to_string() + ")";
      for (const auto& factor : monomial.factors()) {
        text += fmt::format("*{}^{}", at(factor.variable), factor.exponent);
      }
    }
    return text.empty() ? "0" : text;
  }

  [[nodiscard]] std::string texts(const std::vector<Polynomial>& polynomials) const {
    std::string text;
    for (const Polynomial& polynomial : polynomials) {
      text += (text.empty() ? "\n  " : ",\n  ") + this->text(polynomial);
    }
    return text;
  }

  /// What each name stands for, a line each.
  [[nodiscard]] std::string table(const std::string& comment) const {
    std::string text;
    for (const auto& [variable, name] : order_) {
      text += fmt::format("{} {:<5} {}\n", comment, name, to_string(variable));
    }
    return text;
  }

 private:
  void add(const Variable& variable, char letter) {
    const std::string name = letter + std::to_string(names_.size() + 1);
    names_.emplace(variable, name);
    order_.emplace_back(variable, name);
  }

  std::map<Variable, std::string> names_;
  std::vector<std::pair<Variable, std::string>> order_;
};

/// A text for a comment or between quotes.
std::string plain(const std::string& text) {
  std::string result;
  for (const std::string& character : safe_characters(text)) {
    const bool has_meaning = character == "\"" || character == "\\";
    result += character.size() > 1 || has_meaning ? "?" : character;
  }
  return result;
}

std::vector<Variable> coordinates_of(const LeafClaims& claims) {
  std::vector<Variable> all = claims.base;
  all.insert(all.end(), claims.leaf->graph.begin(), claims.leaf->graph.end());
  return all;
}

std::string heading(const LeafClaims& claims,
                    const ScriptNames& names,
                    const std::string& comment,
                    const std::string& run) {
  return fmt::format(
      "{0} Checks the leaf {1} of \"{2}\", found by leafwise {3}.\n"
      "{0} Run it with: {4}\n"
      "{0} It prints PASS or FAIL for each claim, and a summary.\n{0}\n{5}\n",
      comment,
      claims.leaf->name,
      plain(claims.title),
      version,
      run,
      names.table(comment));
}

/// The derivative of each coordinate that has one, as `(v2, v4)`, by `line`.
template <typename Line>
std::string derivatives(const LeafClaims& claims, const ScriptNames& names, const Line& line) {
  std::string text;
  for (const Variable& variable : coordinates_of(claims)) {
    if (variable.role == Role::independent) {
      text += line(names.at(variable), "1");
    } else if (const Variable next = algebra::next_jet(variable); names.knows(next)) {
      text += line(names.at(variable), names.at(next));
    }
  }
  return text;
}

std::string singular_checks(const LeafClaims& claims, const ScriptNames& names) {
  std::string text;
  for (const NamedPolynomial& claim : claims.vanish) {
    text += fmt::format(
        "tell(\"{} holds\", lies({}));\n", plain(claim.name), names.text(claim.polynomial));
  }
  for (const NamedPolynomial& claim : claims.do_not_vanish) {
    text += fmt::format("tell(\"{} does not vanish\", not(lies({})));\n",
                        plain(claim.name),
                        names.text(claim.polynomial));
  }
  for (const std::string& words : claims.not_checked) {
    text += "print(\"SKIP " + plain(words) + "\");\n";
  }
  return text;
}

constexpr const char* singular_procedures = R"(
proc tell(string what, int holds)
{
  checks = checks + 1;
  if (holds) { print("PASS " + what); }
  else { failures = failures + 1; print("FAIL " + what); }
}

// Rows with pivots; what is left of the others.
list pivotRow, pivotColumn, pivotFactor, work;
proc condense()
{
  int i, j, best, column, cost, least;
  poly c, row;
  for (i = 1; i <= size(rows); i++) { work[i] = reduce(rows[i], G); }
  while (1)
  {
    best = 0;
    for (i = 1; i <= size(work); i++)
    {
      for (j = firstGraph; j <= nvars(basering); j++)
      {
        c = diff(work[i], var(j));
        if (c != 0)
        {
          cost = 1000 * deg(c) + size(c);
          if (best == 0 or cost < least) { best = i; column = j; least = cost; }
        }
      }
    }
    if (best == 0) { return(); }
    row = work[best];
    c = diff(row, var(column));
    pivotRow[size(pivotRow) + 1] = row;
    pivotColumn[size(pivotColumn) + 1] = column;
    pivotFactor[size(pivotFactor) + 1] = c;
    work = delete(work, best);
    for (i = 1; i <= size(work); i++)
    {
      work[i] = reduce(c * work[i] - diff(work[i], var(column)) * row, G);
    }
  }
}

// Whether f lies in the leaf's ideal.
proc lies(poly f)
{
  int i;
  f = reduce(f, G);
  for (i = 1; i <= size(pivotRow); i++)
  {
    f = reduce(pivotFactor[i] * f - diff(f, var(pivotColumn[i])) * pivotRow[i], G);
  }
  return(f == 0);
}

// The total derivative.
proc D(poly f)
{
  int i;
  poly s = 0;
  for (i = 1; i <= nvars(basering); i++)
  {
    if (rate[i] != 0) { s = s + diff(f, var(i)) * rate[i]; }
  }
  return(s);
}
)";

constexpr const char* macaulay2_functions = R"(
tell = (what, holds) -> (
  checks = checks + 1;
  if holds then print("PASS " | what) else (failures = failures + 1; print("FAIL " | what)));

-- Rows with pivots; what is left of the others.
found = {};
work = apply(rows, f -> f % G);
while true do (
  best = null;
  least = infinity;
  for i from 0 to #work - 1 do for w in graph do (
    c = diff(w, work#i);
    if c != 0 then (
      cost = 1000 * (first degree c) + #(terms c);
      if cost < least then (best = (i, w, c); least = cost)));
  if best === null then break;
  place = best#0;
  column = best#1;
  pivot = best#2;
  row = work#place;
  work = apply(drop(work, {place, place}), r -> (pivot * r - diff(column, r) * row) % G);
  found = append(found, (column, pivot, row)));

-- Whether f lies in the leaf's ideal.
lies = f -> (
  f = f % G;
  for p in found do f = (p#1 * f - diff(p#0, f) * p#2) % G;
  f == 0);

-- The total derivative.
D = f -> sum(rate, r -> diff(r#0, f) * r#1);
)";

std::string macaulay2_checks(const LeafClaims& claims, const ScriptNames& names) {
  std::string text;
  for (const NamedPolynomial& claim : claims.vanish) {
    text += fmt::format(
        "tell(\"{} holds\", lies(sub({}, R)));\n", plain(claim.name), names.text(claim.polynomial));
  }
  for (const NamedPolynomial& claim : claims.do_not_vanish) {
    text += fmt::format("tell(\"{} does not vanish\", not lies(sub({}, R)));\n",
                        plain(claim.name),
                        names.text(claim.polynomial));
  }
  for (const std::string& words : claims.not_checked) {
    text += "print \"SKIP " + plain(words) + "\";\n";
  }
  return text;
}

/// How many a script checks: an interpreter that goes on after an error must not say that all is
/// well.
std::size_t claims_in(const std::string& text) {
  const std::string start = "\ntell(\"";
  std::size_t count = 0;
  for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
    ++count;
  }
  return count;
}

std::string product_of(const std::vector<Variable>& variables, const ScriptNames& names) {
  std::string text;
  for (const Variable& variable : variables) text += (text.empty() ? "" : "*") + names.at(variable);
  return text;
}

/// The last check, since it can take longer than all others.
std::string singular_prime_check(const algebra::Leaf& leaf) {
  if (leaf.base.generators().empty()) return {};
  if (leaf.prime != Truth::yes) return "print(\"SKIP whether the base is prime\");\n";
  return "setring Z;\nlist parts = minAssGTZ(B);\nint baseIsPrime = size(parts) == 1;\n"
         "if (baseIsPrime) { baseIsPrime = size(reduce(parts[1], std(B))) == 0; }\n"
         "tell(\"the base is prime\", baseIsPrime);\n";
}

/// A polynomial of each row, in braces or as arguments; "" if there are none.
std::string ideal_text(const std::vector<Polynomial>& generators, const ScriptNames& names) {
  return generators.empty() ? "0" : names.texts(generators);
}

}  // namespace

std::string singular_script(const LeafClaims& claims) {
  const algebra::Leaf& leaf = *claims.leaf;
  const ScriptNames names(claims);
  const std::string field =
      claims.parameters.empty() ? "0" : "(0, " + names.list(claims.parameters) + ")";
  std::string text = heading(claims, names, "//", "Singular -q " + leaf.name + ".sing < /dev/null");
  text += "LIB \"primdec.lib\";\noption(redSB);\nint checks = 0;\nint failures = 0;\n";
  text += fmt::format("int firstGraph = {};\n", claims.base.size() + 1);
  text += fmt::format("\nring Z = {}, ({}), dp;\n", field, names.list(claims.base));
  text += "ideal B = " + ideal_text(leaf.base.generators(), names) + ";\n";
  text += fmt::format("\nring R = {}, ({}), dp;\n", field, names.list(coordinates_of(claims)));
  text += "ideal B = imap(Z, B);\nideal G = std(B);\nlist rows;\nlist rate;\n";
  for (std::size_t i = 0; i < leaf.linear.size(); ++i) {
    text += fmt::format("rows[{}] = {};\n", i + 1, names.text(leaf.linear[i]));
  }
  for (std::size_t i = 1; i <= coordinates_of(claims).size(); ++i) {
    text += fmt::format("rate[{}] = poly(0);\n", i);
  }
  text += derivatives(claims, names, [](const std::string& name, const std::string& rate) {
    return fmt::format("rate[{}] = poly({});\n", name.substr(1), rate);
  });
  text += singular_procedures;
  text += "\ncondense();\n";
  text +=
      fmt::format("tell(\"dimension {0}\", dim(G) - nvars(basering) + firstGraph - 1 == {0});\n",
                  leaf.dimension);
  text += fmt::format("tell(\"{0} independent linear equations\", size(pivotRow) == {0});\n",
                      leaf.rank);
  text +=
      "int k;\nint nothingMore = 1;\n"
      "for (k = 1; k <= size(work); k++) { if (work[k] != 0) { nothingMore = 0; } }\n"
      "tell(\"they imply nothing more on the base\", nothingMore);\n";
  text += claims.tops.empty() ? "ideal L = B;\n"
                              : "ideal L = eliminate(B, " + product_of(claims.tops, names) + ");\n";
  text +=
      "int involutive = 1;\n"
      "for (k = 1; k <= ncols(L); k++) { if (not(lies(D(L[k])))) { involutive = 0; } }\n"
      "tell(\"derivatives of the state's relations follow\", involutive);\n";
  text += singular_checks(claims, names);
  text += singular_prime_check(leaf);
  const std::size_t count = claims_in(text);
  text +=
      fmt::format("if (failures == 0 and checks == {0}) {{ print(\"ALL {0} PASS\"); }}\n", count);
  text += fmt::format(
      "else {{ print(\"FAIL: \" + string(checks - failures) + \" of {} PASS\"); }}\nquit;\n",
      count);
  return text;
}

std::string macaulay2_script(const LeafClaims& claims) {
  const algebra::Leaf& leaf = *claims.leaf;
  const ScriptNames names(claims);
  const bool has_parameters = !claims.parameters.empty();
  const std::string field =
      has_parameters ? "frac(QQ[" + names.list(claims.parameters) + "])" : "QQ";
  std::string text = heading(claims, names, "--", "M2 --script " + leaf.name + ".m2");
  text += "checks = 0;\nfailures = 0;\n";
  text += fmt::format("K = {};\nZ = K[{}];\n", field, names.list(claims.base));
  text += "BZ = ideal(sub(0, Z)";
  for (const Polynomial& generator : leaf.base.generators()) {
    text += ",\n  sub(" + names.text(generator) + ", Z)";
  }
  text += ");\n";
  const bool is_claimed = leaf.prime == Truth::yes && !has_parameters;
  text += fmt::format("R = K[{}];\n", names.list(coordinates_of(claims)));
  text += "B = sub(BZ, R);\nG = gb B;\nrows = {";
  for (std::size_t i = 0; i < leaf.linear.size(); ++i) {
    text += (i == 0 ? "\n  sub(" : ",\n  sub(") + names.text(leaf.linear[i]) + ", R)";
  }
  text += "};\ngraph = {" + names.list(leaf.graph) + "};\nrate = {";
  std::string rates =
      derivatives(claims, names, [](const std::string& name, const std::string& rate) {
        return fmt::format(", ({}, sub({}, R))", name, rate);
      });
  text += (rates.empty() ? rates : rates.substr(2)) + "};\n";
  text += macaulay2_functions;
  text += fmt::format("tell(\"dimension {0}\", dim B - #graph == {0});\n", leaf.dimension);
  text += fmt::format("tell(\"{0} independent linear equations\", #found == {0});\n", leaf.rank);
  text += "tell(\"they imply nothing more on the base\", all(work, f -> f == 0));\n";
  text +=
      claims.tops.empty() ? "L = B;\n" : "L = eliminate({" + names.list(claims.tops) + "}, B);\n";
  text +=
      "tell(\"derivatives of the state's relations follow\", "
      "all(flatten entries gens L, f -> lies(D f)));\n";
  text += macaulay2_checks(claims, names);
  text += is_claimed ? "tell(\"the base is prime\", isPrime BZ);\n"
                     : "print \"SKIP whether the base is prime\";\n";
  const std::size_t count = claims_in(text);
  text += fmt::format("if failures == 0 and checks == {0} then print \"ALL {0} PASS\" ", count);
  text += fmt::format(
      "else print(\"FAIL: \" | toString(checks - failures) | \" of {0} PASS\");\n"
      "exit(if failures == 0 and checks == {0} then 0 else 1)\n",
      count);
  return text;
}

}  // namespace leafwise::pipeline::detail
