// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/line_choice.hpp"

#include <algorithm>
#include <utility>

#include "local/consistent_point.hpp"
#include "local/equilibrate.hpp"

namespace leafwise::algebra::detail {

namespace {

using Indices = std::vector<std::size_t>;

/// Each structure costs a transversal; sets beyond these are not looked at.
constexpr std::size_t most_structures = 2000;
/// Each set costs a point and a certificate.
constexpr std::size_t most_choices = 24;

std::vector<SignatureEntry> signature_of_lines(const std::vector<Expression>& lines,
                                               const std::vector<std::string>& unknowns) {
  LocalSystem system{TaylorGraph(unknowns), {}, {}, unknowns.size()};
  for (const Expression& line : lines) {
    system.equations.push_back(system.graph.add(line));
    system.partials.push_back(system.graph.gradient(system.equations.back()));
  }
  (void)keep_true_partials(system);
  return signature_of(system);
}

std::vector<SignatureEntry> rows_of(const std::vector<SignatureEntry>& signature,
                                    const Indices& rows) {
  std::vector<SignatureEntry> part;
  for (const SignatureEntry& entry : signature) {
    const auto place = std::find(rows.begin(), rows.end(), entry.row);
    if (place == rows.end()) continue;
    part.push_back({static_cast<std::size_t>(place - rows.begin()), entry.column, entry.order});
  }
  return part;
}

/// How many lines can be matched, by augmenting paths.
class Matching {
 public:
  Matching(std::size_t rows, std::size_t columns, const std::vector<SignatureEntry>& signature)
      : of_row_(rows), row_of_(columns, none) {
    for (const SignatureEntry& entry : signature) of_row_[entry.row].push_back(entry.column);
  }
  std::size_t size() {
    std::size_t matched = 0;
    for (std::size_t row = 0; row < of_row_.size(); ++row) {
      std::vector<bool> seen(row_of_.size(), false);
      if (augment(row, seen)) ++matched;
    }
    return matched;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  bool augment(std::size_t row, std::vector<bool>& seen) {  // NOLINT(misc-no-recursion)
    for (const std::size_t column : of_row_[row]) {
      if (seen[column]) continue;
      seen[column] = true;
      if (row_of_[column] != none && !augment(row_of_[column], seen)) continue;
      row_of_[column] = row;
      return true;
    }
    return false;
  }

  std::vector<Indices> of_row_;
  Indices row_of_;
};

/// The next set of as many, in lexicographic order; false behind the last.
bool advance(Indices& some, std::size_t all) {
  for (std::size_t i = some.size(); i-- > 0;) {
    if (some[i] + some.size() - i >= all) continue;
    ++some[i];
    for (std::size_t k = i + 1; k < some.size(); ++k) some[k] = some[k - 1] + 1;
    return true;
  }
  return false;
}

}  // namespace

std::optional<std::size_t> transversal_value(const std::vector<Expression>& lines,
                                             const std::vector<std::string>& unknowns) {
  const auto found = offsets_of(lines.size(), unknowns.size(), signature_of_lines(lines, unknowns));
  return found ? std::optional(found->value) : std::nullopt;
}

std::vector<Indices> line_choices(const std::vector<Expression>& lines,
                                  const std::vector<std::string>& unknowns) {
  const auto signature = signature_of_lines(lines, unknowns);
  const std::size_t size = Matching(lines.size(), unknowns.size(), signature).size();
  if (size == lines.size() || size == 0) return {};
  Indices some(size);
  for (std::size_t i = 0; i < size; ++i) some[i] = i;
  std::vector<std::pair<std::size_t, Indices>> found;
  std::size_t looked_at = 0;
  do {
    const auto offsets = offsets_of(size, unknowns.size(), rows_of(signature, some));
    if (offsets) found.emplace_back(offsets->value, some);
  } while (++looked_at < most_structures && advance(some, lines.size()));
  std::stable_sort(found.begin(), found.end(), [](const auto& one, const auto& other) {
    return one.first < other.first;
  });
  std::vector<Indices> choices;
  for (auto& [value, kept] : found) {
    if (choices.size() < most_choices) choices.push_back(std::move(kept));
  }
  return choices;
}

std::vector<std::size_t> independent_lines(const LocalSystem& system,
                                           const Offsets& offsets,
                                           const DerivativeArray& array,
                                           const std::vector<double>& point,
                                           double time) {
  const auto now = array.evaluate(Doubles(), point, time);
  DenseMatrix matrix(system.equations.size(), system.unknowns);
  for (std::size_t e = 0; e < now.entries.size(); ++e) {
    const auto& entry = array.entries()[e];
    const DerivativeArray::Row& row = array.rows()[entry.row];
    if (row.times != offsets.rows[row.equation] || array.columns()[entry.column].stage != 0)
      continue;
    matrix(row.equation, array.columns()[entry.column].unknown) += now.entries[e];
  }
  equilibrate(matrix);
  std::vector<std::vector<double>> rows(matrix.rows(), std::vector<double>(matrix.columns()));
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j) rows[i][j] = matrix(i, j);
  }
  return independent_rows(std::move(rows));
}

}  // namespace leafwise::algebra::detail
