// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <string>

#include "write/certificate_names.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Polynomial;
using algebra::Variable;

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

}  // namespace

std::string macaulay2_script(const LeafClaims& claims) {
  const algebra::Leaf& leaf = *claims.leaf;
  const ScriptNames names(claims);
  const bool has_parameters = !claims.parameters.empty();
  const std::string field =
      has_parameters ? "frac(QQ[" + names.list(claims.parameters) + "])" : "QQ";
  std::string text = script_heading(claims, names, "--", "M2 --script " + leaf.name + ".m2");
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
  std::string comma;
  for (const auto& [name, rate] : names.derivatives(claims)) {
    text += fmt::format("{}({}, sub({}, R))", comma, name, rate);
    comma = ", ";
  }
  text += "};\n";
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
