// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/tower/tower_walk.hpp"

#include <algorithm>

namespace leafwise::algebra::detail {

namespace {

/// Of random lines, every other one meets a quadric.
constexpr int most_lines = 12;

}  // namespace

std::optional<TowerWalk> TowerWalk::modulo(const Tower& tower, std::uint32_t prime) {
  TowerWalk walk(prime);
  std::map<Variable, std::size_t>& numbers = walk.numbers_;
  for (const Variable& variable : tower.free) {
    walk.free_.push_back(numbers.size());
    numbers.emplace(variable, numbers.size());
  }
  for (const Storey& storey : tower.storeys) {
    Floor floor{storey.kind, {}, {}, storey.fresh.size() > 2};
    for (const Variable& variable : storey.fresh) {
      floor.fresh.push_back(numbers.size());
      numbers.emplace(variable, numbers.size());
    }
    for (const Polynomial& equation : storey.equations) {
      auto residues = ResiduePolynomial::of(equation, numbers, walk.field_);
      if (!residues) return std::nullopt;
      floor.equations.push_back(std::move(*residues));
    }
    walk.floors_.push_back(std::move(floor));
  }
  for (auto graph = tower.graphs.rbegin(); graph != tower.graphs.rend(); ++graph) {
    auto residues = ResiduePolynomial::of(graph->value, numbers, walk.field_);
    if (!residues) return std::nullopt;
    walk.graphs_.emplace_back(numbers.size(), std::move(*residues));
    numbers.emplace(graph->variable, numbers.size());
  }
  walk.values_.assign(numbers.size(), 0);
  return walk;
}

std::uint32_t TowerWalk::random_residue() {
  return static_cast<std::uint32_t>((*random_)() % field_.prime());
}

void TowerWalk::climb(int times,
                      std::mt19937_64& random,
                      std::vector<StoreyEvidence>& evidence,
                      long& steps) {
  random_ = &random;
  evidence_ = &evidence;
  steps_ = &steps;
  split_.assign(floors_.size(), false);
  for (int i = 0; i < times; ++i) {
    is_at_top_ = false;
    std::fill(values_.begin(), values_.end(), 0);
    for (const std::size_t variable : free_) values_[variable] = random_residue();
    enter(0);
  }
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    if (split_[i] && !evidence[i].irreducible) ++evidence[i].primes_that_split;
  }
}

std::optional<std::map<Variable, std::uint32_t>> TowerWalk::top(std::mt19937_64& random,
                                                                long steps) {
  is_at_top_ = false;
  std::vector<StoreyEvidence> nobody_asks(floors_.size());
  while (steps > 0 && !is_at_top_) climb(1, random, nobody_asks, --steps);
  if (!is_at_top_) return std::nullopt;
  for (const auto& [number, value] : graphs_) values_[number] = value.value(values_, field_);
  std::map<Variable, std::uint32_t> point;
  for (const auto& [variable, number] : numbers_) point.emplace(variable, values_[number]);
  return point;
}

void TowerWalk::enter(std::size_t storey) {
  is_at_top_ = is_at_top_ || storey == floors_.size();
  if (is_at_top_ || --*steps_ < 0) return;
  switch (floors_[storey].kind) {
    case StoreyKind::graph:
    case StoreyKind::inverse: return enter_point(storey);
    case StoreyKind::root: {
      const Floor& floor = floors_[storey];
      const ResidueForm form = floor.equations[0].form(floor.fresh, values_, field_);
      enter_on_line(storey, form, {{0}, {1}}, true);
      return;
    }
    case StoreyKind::quadric: return enter_quadric(storey);
    case StoreyKind::section: return enter_section(storey);
  }
}

void TowerWalk::enter_point(std::size_t storey) {
  const Floor& floor = floors_[storey];
  const ResidueForm form = floor.equations[0].form(floor.fresh, values_, field_);
  if (form.linear[0] == 0) return;
  (*evidence_)[storey].irreducible = true;
  (*evidence_)[storey].absolutely = true;
  const std::uint32_t opposite = field_.times(form.constant, field_.inverse(form.linear[0]));
  values_[floor.fresh[0]] = field_.minus(0, opposite);
  enter(storey + 1);
}

std::uint32_t TowerWalk::determinant(std::vector<Residues> matrix) const {
  std::uint32_t result = 1;
  for (std::size_t column = 0; column < matrix.size(); ++column) {
    std::size_t pivot = column;
    while (pivot < matrix.size() && matrix[pivot][column] == 0) ++pivot;
    if (pivot == matrix.size()) return 0;
    // The sign does not matter: only whether it is zero.
    std::swap(matrix[pivot], matrix[column]);
    result = field_.times(result, matrix[column][column]);
    const std::uint32_t inverse = field_.inverse(matrix[column][column]);
    for (std::size_t row = column + 1; row < matrix.size(); ++row) {
      const std::uint32_t factor = field_.times(matrix[row][column], inverse);
      for (std::size_t k = column; k < matrix.size(); ++k) {
        matrix[row][k] = field_.minus(matrix[row][k], field_.times(factor, matrix[column][k]));
      }
    }
  }
  return result;
}

/// Of the quadric made homogeneous, up to a constant: zero where it is degenerate.
std::uint32_t TowerWalk::discriminant(const ResidueForm& form) const {
  const std::size_t size = form.linear.size();
  std::vector<Residues> matrix(size + 1, Residues(size + 1, 0));
  for (std::size_t i = 0; i < size; ++i) {
    matrix[i][size] = matrix[size][i] = form.linear[i];
    for (std::size_t k = i; k < size; ++k) {
      matrix[i][k] = field_.plus(matrix[i][k], form.quadratic[i][k]);
      matrix[k][i] = field_.plus(matrix[k][i], form.quadratic[i][k]);
    }
  }
  for (std::size_t i = 0; i < size; ++i) matrix[i][i] = field_.times(2, form.quadratic[i][i]);
  matrix[size][size] = field_.times(2, form.constant);
  return determinant(std::move(matrix));
}

void TowerWalk::enter_quadric(std::size_t storey) {
  const Floor& floor = floors_[storey];
  const ResidueForm form = floor.equations[0].form(floor.fresh, values_, field_);
  if (floor.is_cone_at_worst || discriminant(form) != 0) {
    (*evidence_)[storey].irreducible = true;
    (*evidence_)[storey].absolutely = true;
  }
  for (int i = 0; i < most_lines; ++i) {
    Line line;
    for (std::size_t k = 0; k < floor.fresh.size(); ++k) {
      line.foot.push_back(random_residue());
      line.direction.push_back(random_residue());
    }
    if (enter_on_line(storey, form, line, false)) return;
  }
}

void TowerWalk::enter_section(std::size_t storey) {
  const Floor& floor = floors_[storey];
  const std::size_t size = floor.fresh.size();
  const ResidueForm cut = floor.equations[0].form(floor.fresh, values_, field_);
  const ResidueForm form = floor.equations[1].form(floor.fresh, values_, field_);
  std::size_t pivot = 0;
  while (pivot < size && cut.linear[pivot] == 0) ++pivot;
  if (pivot == size) return;
  const std::uint32_t inverse = field_.inverse(cut.linear[pivot]);
  // The pivot's coordinate of what the cut has there: a point of it, or a direction.
  const auto complete = [&](Residues& vector, std::uint32_t constant) {
    std::uint32_t sum = constant;
    for (std::size_t k = 0; k < size; ++k) {
      if (k != pivot) sum = field_.plus(sum, field_.times(cut.linear[k], vector[k]));
    }
    vector[pivot] = field_.minus(0, field_.times(sum, inverse));
  };
  for (int i = 0; i < (size == 2 ? 1 : most_lines); ++i) {
    Line line{Residues(size, 0), Residues(size, 0)};
    for (std::size_t k = 0; k < size; ++k) {
      line.foot[k] = random_residue();
      line.direction[k] = size == 2 ? 1 : random_residue();
    }
    complete(line.foot, cut.constant);
    complete(line.direction, 0);
    if (enter_on_line(storey, form, line, size == 2)) return;
  }
}

void TowerWalk::set(std::size_t storey, const Line& line, std::uint32_t parameter) {
  const std::vector<std::size_t>& fresh = floors_[storey].fresh;
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    values_[fresh[k]] = field_.plus(line.foot[k], field_.times(parameter, line.direction[k]));
  }
}

bool TowerWalk::enter_on_line(std::size_t storey,
                              const ResidueForm& form,
                              const Line& line,
                              bool witness) {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = form.constant;
  const std::size_t size = form.linear.size();
  for (std::size_t i = 0; i < size; ++i) {
    b = field_.plus(b, field_.times(form.linear[i], line.direction[i]));
    c = field_.plus(c, field_.times(form.linear[i], line.foot[i]));
    for (std::size_t k = i; k < size; ++k) {
      const std::uint32_t q = form.quadratic[i][k];
      const auto product = [&](const Residues& left, const Residues& right) {
        return field_.times(q, field_.times(left[i], right[k]));
      };
      a = field_.plus(a, product(line.direction, line.direction));
      b = field_.plus(b, product(line.direction, line.foot));
      b = field_.plus(b, product(line.foot, line.direction));
      c = field_.plus(c, product(line.foot, line.foot));
    }
  }
  if (a == 0) return false;
  const std::uint32_t square =
      field_.minus(field_.times(b, b), field_.times(4, field_.times(a, c)));
  const std::uint32_t half = field_.inverse(field_.times(2, a));
  const auto parameter = [&](std::uint32_t root) {
    return field_.times(field_.minus(root, b), half);
  };
  if (square == 0) {
    if (witness) note_double_point(storey, line, parameter(0));
    return false;
  }
  const std::optional<std::uint32_t> root = field_.root(square);
  if (!root) {
    if (witness) (*evidence_)[storey].irreducible = true;
    return false;
  }
  split_[storey] = split_[storey] || witness;
  set(storey, line, parameter(*root));
  enter(storey + 1);
  if (!witness || is_at_top_) return true;
  set(storey, line, parameter(field_.minus(0, *root)));
  enter(storey + 1);
  return true;
}

/// Two sheets meet at a smooth point of the storey: one component alone goes through it.
void TowerWalk::note_double_point(std::size_t storey, const Line& line, std::uint32_t parameter) {
  StoreyEvidence& seen = (*evidence_)[storey];
  if (seen.absolutely) return;
  set(storey, line, parameter);
  std::vector<Residues> rows;
  for (std::size_t i = 0; i <= storey; ++i) {
    for (const ResiduePolynomial& equation : floors_[i].equations) {
      rows.push_back(equation.gradient(values_, field_));
    }
  }
  const std::size_t count = rows.size();
  if (rank_of(std::move(rows), field_) < count) return;
  seen.irreducible = true;
  seen.absolutely = true;
}

}  // namespace leafwise::algebra::detail
