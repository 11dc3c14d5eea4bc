// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace leafwise::algebra {

/// Something that happened beside the mathematics while a question was answered: a worker died, an
/// entry of the cache could not be believed. An undisturbed computation has none.
struct Setback {
  std::string what;      ///< "the algebra worker died (signal 9)"
  std::string where;     ///< the interrupted operation: "Gröbner basis"
  std::string cost;      ///< to the answer: "time: another worker answered"
  bool is_loss = false;  ///< a question has no answer because of it

  friend bool operator==(const Setback&, const Setback&) = default;
};

/// A list of setbacks. Copies share the list; thread-safe.
class Setbacks {
 public:
  Setbacks();

  void note(Setback setback) const;
  /// Each one once, losses first; otherwise in no particular order.
  [[nodiscard]] std::vector<Setback> all() const;
  [[nodiscard]] bool lost_something() const;
  /// Takes over those of one of several ways to the same answer. @param was_replaced another way
  /// gave the answer, so that nothing is lost
  void take(const Setbacks& attempt, bool was_replaced) const;

  /// Whether they are the same place, not whether the same is noted there.
  friend bool operator==(const Setbacks&, const Setbacks&) = default;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace leafwise::algebra
