// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/implicit/stage_history.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "leafwise/core/errors.hpp"
#include "linear/small_vectors.hpp"

namespace leafwise::integrator {
namespace {

[[noreturn]] void refuse_memory() {
  throw InvalidInput(Mistake{"this memory is not of a method like this one", {}, {}, {}});
}

/// A number as one or two words. A long double is the sum of two doubles, exactly: its 64 digits
/// are fewer than their 106.
template <typename Real>
constexpr std::size_t words_of_number = std::is_same_v<Real, double> ? 1 : 2;

template <typename Real>
void append(std::vector<std::int64_t>& memory, Real number) {
  const auto high = static_cast<double>(number);
  memory.push_back(std::bit_cast<std::int64_t>(high));
  if constexpr (words_of_number<Real> == 2) {
    const auto low = static_cast<double>(number - static_cast<Real>(high));
    memory.push_back(std::bit_cast<std::int64_t>(low));
  }
}

class Words {
 public:
  explicit Words(std::span<const std::int64_t> words) : words_(words) {}

  std::int64_t word() {
    if (words_.empty()) refuse_memory();
    const std::int64_t first = words_.front();
    words_ = words_.subspan(1);
    return first;
  }
  template <typename Real>
  void read(Real& number) {
    number = static_cast<Real>(std::bit_cast<double>(word()));
    if constexpr (words_of_number<Real> == 2) {
      number += static_cast<Real>(std::bit_cast<double>(word()));
    }
  }
  [[nodiscard]] bool is_empty() const { return words_.empty(); }

 private:
  std::span<const std::int64_t> words_;
};

/// Calls visit(numbers) for all vectors of a record, in the order of its memory.
template <typename Record, typename Visitor>
void for_each_vector(Record& record, Visitor&& visit) {
  visit(record.start);
  visit(record.end);
  visit(record.stages);
  visit(record.model.frame);
  visit(record.model.along);
  visit(record.model.reduced);
}

}  // namespace

template <typename Real>
StageHistory<Real>::StageHistory(std::size_t coordinates,
                                 std::size_t stages,
                                 std::size_t directions) {
  for (StageRecord<Real>& record : records_) {
    record.start.resize(coordinates);
    record.end.resize(coordinates);
    record.stages.resize(stages * coordinates);
    record.model = FieldModel<Real>(coordinates, directions);
  }
}

template <typename Real>
StageRecord<Real>* StageHistory<Real>::find(std::span<const Real> point) {
  const StageRecord<Real>* last = last_to(point);
  for (StageRecord<Real>& record : records_) {
    if (&record != last) continue;
    record.last_use = ++uses_;
    return &record;
  }
  return nullptr;
}

/// Two steps of h/2 and one of h may end at the same point: then the later one counts.
template <typename Real>
const StageRecord<Real>* StageHistory<Real>::last_to(std::span<const Real> point) const {
  const StageRecord<Real>* last = nullptr;
  for (const StageRecord<Real>& record : records_) {
    const bool is_later = last == nullptr || record.made > last->made;
    if (record.exists && is_later && std::ranges::equal(point, record.end)) last = &record;
  }
  return last;
}

template <typename Real>
StageRecord<Real>& StageHistory<Real>::next() {
  StageRecord<Real>& oldest = *std::ranges::min_element(
      records_, std::ranges::less{}, [](const auto& record) { return record.last_use; });
  oldest.made = oldest.last_use = ++uses_;
  return oldest;
}

template <typename Real>
std::size_t StageHistory<Real>::memory_size() const {
  std::size_t numbers = 1;  // the size
  for_each_vector(records_[0], [&](const std::vector<Real>& part) { numbers += part.size(); });
  constexpr std::size_t flags = 3;
  return flags + numbers * words_of_number<Real>;
}

template <typename Real>
void StageHistory<Real>::append_memory(std::span<const Real> point,
                                       std::vector<std::int64_t>& memory) const {
  const StageRecord<Real>* found = last_to(point);
  if (found == nullptr) {
    memory.resize(memory.size() + memory_size());
    return;
  }
  memory.push_back(1);
  memory.push_back(found->keeps_model ? 1 : 0);
  memory.push_back(found->model_age);
  append(memory, found->size);
  for_each_vector(*found, [&](const std::vector<Real>& part) {
    for (const Real number : part) append(memory, number);
  });
}

template <typename Real>
void StageHistory<Real>::restore(std::span<const std::int64_t> memory) {
  if (memory.size() != memory_size()) refuse_memory();
  Words words(memory);
  for (StageRecord<Real>& record : records_) record.exists = false;
  StageRecord<Real>& record = next();
  record.exists = words.word() == 1;
  record.keeps_model = words.word() == 1;
  record.model_age = words.word();
  record.model_number = 0;
  words.read(record.size);
  for_each_vector(record, [&](std::vector<Real>& part) {
    for (Real& number : part) words.read(number);
  });
}

template <typename Real>
StageExtrapolation<Real>::StageExtrapolation(std::span<const Real> nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::span<const Real> later = nodes.subspan(i + 1);
    if (nodes[i] == 0 || std::ranges::find(later, nodes[i]) != later.end()) continue;
    nodes_.push_back(nodes[i]);
    stages_.push_back(i);
  }
  if (std::ranges::find(nodes_, Real{1}) == nodes_.end()) nodes_.push_back(Real{1});
  nodes_.push_back(Real{0});
}

template <typename Real>
const Real* StageExtrapolation<Real>::point(const StageRecord<Real>& record,
                                            std::size_t i,
                                            std::size_t m) const {
  if (i < stages_.size()) return record.stages.data() + stages_[i] * m;
  return nodes_[i] == 0 ? record.start.data() : nullptr;
}

template <typename Real>
void StageExtrapolation<Real>::value(const StageRecord<Real>& record,
                                     Real theta,
                                     std::span<Real> out) const {
  const std::size_t m = out.size();
  // As differences to the end, which is the nearest: what the others weigh, may be large.
  std::ranges::copy(record.end, out.begin());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Real* from = point(record, i, m);
    if (from == nullptr) continue;
    Real weight = 1;
    for (std::size_t j = 0; j < nodes_.size(); ++j) {
      if (j != i) weight *= (theta - nodes_[j]) / (nodes_[i] - nodes_[j]);
    }
    for (std::size_t l = 0; l < m; ++l) out[l] += weight * (from[l] - record.end[l]);
  }
}

template <typename Real>
void StageExtrapolation<Real>::slope(const StageRecord<Real>& record,
                                     Real theta,
                                     std::span<Real> out) const {
  const std::size_t m = out.size();
  std::ranges::fill(out, Real{0});
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Real* from = point(record, i, m);
    if (from == nullptr) continue;
    Real weight = 0;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      if (k == i) continue;
      Real product = 1 / (nodes_[i] - nodes_[k]);
      for (std::size_t j = 0; j < nodes_.size(); ++j) {
        if (j != i && j != k) product *= (theta - nodes_[j]) / (nodes_[i] - nodes_[j]);
      }
      weight += product;
    }
    for (std::size_t l = 0; l < m; ++l) out[l] += weight * (from[l] - record.end[l]);
  }
  for (Real& entry : out) entry /= record.size;
}

template class StageHistory<double>;
template class StageHistory<long double>;
template class StageExtrapolation<double>;
template class StageExtrapolation<long double>;

}  // namespace leafwise::integrator
