// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arb.h>

namespace leafwise::algebra::detail {

/// A ball of Arb as a value: centre ± radius, holding 0 at first.
class Ball {
 public:
  Ball() { arb_init(&ball_); }
  explicit Ball(double centre) : Ball() { arb_set_d(&ball_, centre); }
  Ball(const Ball& other) : Ball() { arb_set(&ball_, &other.ball_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(&ball_, &other.ball_); }
  Ball& operator=(const Ball& other) {
    arb_set(&ball_, &other.ball_);
    return *this;
  }
  Ball& operator=(Ball&& other) noexcept {
    arb_swap(&ball_, &other.ball_);
    return *this;
  }
  ~Ball() { arb_clear(&ball_); }

  [[nodiscard]] arb_struct* raw() noexcept { return &ball_; }
  [[nodiscard]] const arb_struct* raw() const noexcept { return &ball_; }
  /// The double next to the centre.
  [[nodiscard]] double centre() const { return arf_get_d(arb_midref(&ball_), ARF_RND_NEAR); }
  /// At least the radius.
  [[nodiscard]] double radius() const { return mag_get_d(arb_radref(&ball_)); }

 private:
  arb_struct ball_{};
};

// Arb's functions on vectors see an array of these as an array of its own.
static_assert(sizeof(Ball) == sizeof(arb_struct));

}  // namespace leafwise::algebra::detail
