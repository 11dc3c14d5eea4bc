// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <string>

#include "write/certificate_names.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Polynomial;
using algebra::Variable;

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
  std::string text =
      script_heading(claims, names, "//", "Singular -q " + leaf.name + ".sing < /dev/null");
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
  for (const auto& [name, rate] : names.derivatives(claims)) {
    text += fmt::format("rate[{}] = poly({});\n", name.substr(1), rate);
  }
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

}  // namespace leafwise::pipeline::detail
