// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "steppers/implicit/field_model.hpp"

namespace leafwise::integrator {

/// Results of a step for the next one, which begins at its end.
template <typename Real>
struct StageRecord {
  bool exists = false;
  std::vector<Real> start;     ///< p
  std::vector<Real> end;       ///< q
  Real size = 0;               ///< h
  std::vector<Real> stages;    ///< s × m: q_i
  FieldModel<Real> model;      ///< that the step was made with …
  bool keeps_model = false;    ///< … and whether it was good enough for another one
  std::int64_t model_age = 0;  ///< how many steps were made with it
  std::uint64_t model_number = 0;
  std::uint64_t made = 0;      ///< when, on the clock of the history
  std::uint64_t last_use = 0;  ///< likewise
};

/// The records of the last three steps that were made, accepted or not. A record is found by the
/// point where a step begins: so what a step is computed from depends on the points before it only,
/// never on attempts that were refused, and repeated attempts are the same bit for bit. Three are
/// enough for step doubling: from p, from the point in the middle, and the one being made.
template <typename Real>
class StageHistory {
 public:
  StageHistory(std::size_t coordinates, std::size_t stages, std::size_t directions);

  /// Of the last step that ended at this very point; null: there is none.
  [[nodiscard]] StageRecord<Real>* find(std::span<const Real> point);
  /// The same, without counting as a use.
  [[nodiscard]] const StageRecord<Real>* peek(std::span<const Real> point) const {
    return last_to(point);
  }
  /// To be filled: the record that was not used for the longest time.
  [[nodiscard]] StageRecord<Real>& next();

  /// The state on which steps from that point depend, as numbers, for Stepper::memory.
  void append_memory(std::span<const Real> point, std::vector<std::int64_t>& memory) const;
  [[nodiscard]] std::size_t memory_size() const;
  /// @throws InvalidInput
  void restore(std::span<const std::int64_t> memory);

 private:
  [[nodiscard]] const StageRecord<Real>* last_to(std::span<const Real> point) const;

  std::array<StageRecord<Real>, 3> records_;
  std::uint64_t uses_ = 0;
};

/// The polynomial through start, stages and end of a step, at places behind it, and its slopes. A
/// stage at 0 that is not the start (Lobatto IIIC) is left out, and so are all stages at the same
/// place but the last one.
template <typename Real>
class StageExtrapolation {
 public:
  /// The c_i of the stages that records hold.
  explicit StageExtrapolation(std::span<const Real> nodes);

  /// Out: the point at start + θ·size. @pre record.exists
  void value(const StageRecord<Real>& record, Real theta, std::span<Real> out) const;
  /// Its derivative by the parameter. @pre record.exists
  void slope(const StageRecord<Real>& record, Real theta, std::span<Real> out) const;

 private:
  /// Null: the end itself, which all others are taken as differences to.
  [[nodiscard]] const Real* point(const StageRecord<Real>& record,
                                  std::size_t i,
                                  std::size_t m) const;

  std::vector<Real> nodes_;          // different: with 0, and with 1 if no stage is there
  std::vector<std::size_t> stages_;  // at the first of them
};

}  // namespace leafwise::integrator
