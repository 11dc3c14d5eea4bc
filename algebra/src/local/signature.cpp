// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/signature.hpp"

#include <algorithm>
#include <utility>

#include "local/transversal.hpp"

namespace leafwise::algebra::detail {

namespace {

std::optional<std::vector<std::optional<std::size_t>>> matched(
    std::size_t rows, std::size_t columns, const std::vector<SignatureEntry>& signature) {
  unsigned top = 0;
  for (const SignatureEntry& entry : signature) top = std::max(top, entry.order);
  const bool turned = rows > columns;
  std::vector<CostEntry> costs;
  costs.reserve(signature.size());
  for (const SignatureEntry& entry : signature) {
    const auto cost = static_cast<std::int64_t>(top - entry.order);
    costs.push_back({turned ? entry.column : entry.row, turned ? entry.row : entry.column, cost});
  }
  const auto found = cheapest_transversal(std::min(rows, columns), std::max(rows, columns), costs);
  if (!found) return std::nullopt;
  std::vector<std::optional<std::size_t>> match(rows);
  for (std::size_t i = 0; i < found->size(); ++i) {
    if (turned) {
      match[(*found)[i]] = i;
    } else {
      match[i] = (*found)[i];
    }
  }
  return match;
}

using Rows = std::vector<std::vector<SignatureEntry>>;

/// From c = 0 upwards; ends, since T is of largest value.
void settle(Offsets& offsets, const Rows& of_row) {
  std::vector<bool> taken(offsets.columns.size(), false);
  for (const auto& column : offsets.match) {
    if (column) taken[*column] = true;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < of_row.size(); ++i) {
      if (!offsets.match[i]) continue;
      for (const SignatureEntry& entry : of_row[i]) {
        unsigned& d = offsets.columns[entry.column];
        d = std::max(d, entry.order + offsets.rows[i]);
      }
    }
    for (std::size_t i = 0; i < of_row.size(); ++i) {
      if (!offsets.match[i]) continue;
      for (const SignatureEntry& entry : of_row[i]) {
        if (entry.column != *offsets.match[i]) continue;
        const unsigned c = offsets.columns[entry.column] - entry.order;
        changed = changed || c != offsets.rows[i];
        offsets.rows[i] = c;
      }
    }
  }
}

/// Strong components by Tarjan's algorithm, with its recursion written out.
class StrongComponents {
 public:
  explicit StrongComponents(const std::vector<std::vector<std::size_t>>& successors)
      : successors_(successors),
        number_(successors.size(), 0),
        low_(successors.size(), 0),
        component_(successors.size(), 0),
        open_(successors.size(), false) {
    for (std::size_t node = 0; node < successors.size(); ++node) {
      if (number_[node] == 0) explore(node);
    }
  }

  std::vector<std::size_t> component_of() && { return std::move(component_); }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  void enter(std::size_t node) {
    low_[node] = number_[node] = ++numbered_;
    stack_.push_back(node);
    open_[node] = true;
    path_.emplace_back(node, 0);
  }

  void explore(std::size_t root) {
    enter(root);
    while (!path_.empty()) {
      const std::size_t node = path_.back().first;
      if (path_.back().second < successors_[node].size()) {
        const std::size_t next = successors_[node][path_.back().second++];
        if (number_[next] == 0) {
          enter(next);
        } else if (open_[next]) {
          low_[node] = std::min(low_[node], number_[next]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) {
        std::size_t& low = low_[path_.back().first];
        low = std::min(low, low_[node]);
      }
      if (low_[node] == number_[node]) close(node);
    }
  }

  void close(std::size_t node) {
    while (open_[node]) {
      const std::size_t member = stack_.back();
      stack_.pop_back();
      open_[member] = false;
      component_[member] = count_;
    }
    ++count_;
  }

  const std::vector<std::vector<std::size_t>>& successors_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> low_;
  std::vector<std::size_t> component_;
  std::vector<bool> open_;
  std::vector<std::size_t> stack_;
  std::vector<std::pair<std::size_t, std::size_t>> path_;
  std::size_t numbered_ = 0;
  std::size_t count_ = 0;
};

void find_blocks(Offsets& offsets, const std::vector<SignatureEntry>& signature) {
  std::vector<std::optional<std::size_t>> row_of(offsets.columns.size());
  for (std::size_t i = 0; i < offsets.match.size(); ++i) {
    if (offsets.match[i]) row_of[*offsets.match[i]] = i;
  }
  std::vector<std::vector<std::size_t>> successors(offsets.rows.size());
  for (const SignatureEntry& entry : signature) {
    const bool is_top = entry.order + offsets.rows[entry.row] == offsets.columns[entry.column];
    if (is_top && row_of[entry.column]) successors[entry.row].push_back(*row_of[entry.column]);
  }
  StrongComponents components(successors);
  offsets.blocks = components.count();
  offsets.block = std::move(components).component_of();
}

}  // namespace

unsigned Offsets::most_times() const {
  return rows.empty() ? 0 : *std::max_element(rows.begin(), rows.end());
}

unsigned Offsets::index_at_most() const {
  const bool some_zero = std::any_of(match.begin(), match.end(), [&](const auto& column) {
    return column && columns[*column] == 0;
  });
  return most_times() + (some_zero ? 1 : 0);
}

std::optional<Offsets> offsets_of(std::size_t rows,
                                  std::size_t columns,
                                  const std::vector<SignatureEntry>& signature) {
  auto match = matched(rows, columns, signature);
  if (!match) return std::nullopt;
  Offsets offsets;
  offsets.rows.assign(rows, 0);
  offsets.columns.assign(columns, 0);
  offsets.match = std::move(*match);
  Rows of_row(rows);
  for (const SignatureEntry& entry : signature) of_row[entry.row].push_back(entry);
  settle(offsets, of_row);
  for (const SignatureEntry& entry : signature) {
    if (offsets.match[entry.row] == entry.column) offsets.value += entry.order;
  }
  find_blocks(offsets, signature);
  return offsets;
}

std::vector<std::size_t> free_columns(const Offsets& offsets,
                                      const std::vector<SignatureEntry>& signature) {
  std::vector<bool> is_free(offsets.columns.size(), true);
  for (const auto& column : offsets.match) {
    if (column) is_free[*column] = false;
  }
  // Along alternating paths: a row with a free unknown may determine that one instead of its own.
  for (bool changed = true; changed;) {
    changed = false;
    for (const SignatureEntry& entry : signature) {
      const auto& own = offsets.match[entry.row];
      if (!is_free[entry.column] || !own || is_free[*own]) continue;
      is_free[*own] = true;
      changed = true;
    }
  }
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < is_free.size(); ++j) {
    if (is_free[j]) columns.push_back(j);
  }
  return columns;
}

}  // namespace leafwise::algebra::detail
