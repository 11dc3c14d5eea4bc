// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace leafwise::pipeline::drawing {

namespace {

/// Beyond these the differences of two values are no numbers any more.
constexpr double largest = 1e300;
constexpr double smallest_positive = 1e-300;

/// A narrower range, relative to its values, holds too few doubles to tell places apart.
constexpr double narrowest = 1e-13;

/// Steps of anything less could not be written as multiples of powers of ten.
constexpr double least_size = 1e-290;

/// Room between the outermost points and the frame, as a share of the axis.
constexpr double room = 0.03;

double power_of_ten(int exponent) {
  return std::pow(10.0, exponent);
}

/// m·10^k for m = 1, 2 or 5.
struct RoundNumber {
  int factor = 1;
  int exponent = 0;

  /// An integer multiple, rounded once as far as powers of ten are exact.
  [[nodiscard]] double times(double count) const {
    const double scaled = count * factor;
    return exponent < 0 ? scaled / power_of_ten(-exponent) : scaled * power_of_ten(exponent);
  }
};

/// The least round number that is not below `value`. @pre value > 0
RoundNumber round_up(double value) {
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  // A hair is forgiven: 0.2 computed as 0.20000000000000004 is 0.2.
  constexpr double hair = 1 + 1e-9;
  for (const int factor : {1, 2, 5}) {
    const RoundNumber candidate{factor, exponent};
    if (candidate.times(1) * hair >= value) return candidate;
  }
  return {1, exponent + 1};
}

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

std::string raised(int exponent) {
  static constexpr std::array<std::string_view, 10> digits = {
      "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(exponent))) {
    text += digits.at(static_cast<std::size_t>(digit - '0'));
  }
  return text;
}

/// Round numbers from the lowest to the highest multiple of a step within a range.
class LinearTicks {
 public:
  LinearTicks(double low, double high, std::size_t wanted)
      : step_(round_up((high - low) / static_cast<double>(std::max<std::size_t>(wanted, 1)))) {
    const double unit = step_.times(1);
    constexpr double hair = 1e-9;
    first_ = static_cast<std::int64_t>(std::ceil(low / unit - hair));
    last_ = static_cast<std::int64_t>(std::floor(high / unit + hair));
    choose_offset(high - low);
    choose_exponent();
  }

  [[nodiscard]] std::int64_t count() const { return last_ - first_ + 1; }

  [[nodiscard]] Ticks ticks() const {
    Ticks result;
    const int decimals = std::max(0, exponent_ - step_.exponent);
    const RoundNumber shown{step_.factor, step_.exponent - exponent_};
    for (std::int64_t i = first_; i <= last_; ++i) {
      const double written = shown.times(static_cast<double>(i - offset_));
      result.ticks.push_back({step_.times(static_cast<double>(i)),
                              with_minus(fmt::format("{:.{}f}", written, decimals))});
    }
    if (exponent_ != 0) result.unit = "×10" + raised(exponent_);
    if (offset_ != 0) result.unit += offset_text();
    return result;
  }

 private:
  /// Where all numbers begin with the same many digits, these are said once.
  void choose_offset(double span) {
    constexpr std::int64_t most_readable = 200'000;  // steps from zero
    const std::int64_t farthest = std::max(std::abs(first_), std::abs(last_));
    if (farthest <= most_readable) return;
    offset_exponent_ = static_cast<int>(std::ceil(std::log10(span)));
    const double grain = power_of_ten(offset_exponent_);
    const double middle =
        step_.times(std::round((static_cast<double>(first_) + static_cast<double>(last_)) / 2));
    // A power of ten is a whole number of smaller steps: 1, 2 and 5 divide 10.
    const double steps = std::round(grain / step_.times(1));
    offset_ = std::llround(std::round(middle / grain) * steps);
  }

  void choose_exponent() {
    const std::int64_t farthest = std::max(std::abs(first_ - offset_), std::abs(last_ - offset_));
    if (farthest == 0) return;
    const double most = step_.times(static_cast<double>(farthest));
    constexpr double longest = 999'999.5;
    constexpr double shortest = 0.001;
    if (most < longest && most >= shortest && step_.exponent >= -6) return;
    constexpr double hair = 1e-9;
    exponent_ = static_cast<int>(std::floor(std::log10(most) + hair));
  }

  [[nodiscard]] std::string offset_text() const {
    const int decimals = std::max(0, -offset_exponent_);
    const double value = step_.times(static_cast<double>(offset_));
    std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
    if (decimals > 0) text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    constexpr std::size_t longest = 20;
    return (value < 0 ? " − " : " + ") +
           (text.size() > longest ? fmt::format("{:.16g}", std::abs(value)) : text);
  }

  RoundNumber step_;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::int64_t offset_ = 0;  ///< in steps
  int offset_exponent_ = 0;
  int exponent_ = 0;
};

/// There may be room for two numbers only, but a single one does not show the scale.
Ticks linear_ticks(const Range& range, std::size_t wanted) {
  constexpr std::int64_t fewest = 3;
  constexpr std::size_t most_more = 6;
  std::size_t more = 0;
  while (more < most_more && LinearTicks(range.low, range.high, wanted + more).count() < fewest) {
    ++more;
  }
  return LinearTicks(range.low, range.high, wanted + more).ticks();
}

/// "0.002", or "2·10⁻³"
std::string logarithmic_label(RoundNumber number, bool is_plain) {
  if (is_plain) {
    return fmt::format("{:.{}f}", number.times(1), std::max(0, -number.exponent));
  }
  const std::string power = "10" + raised(number.exponent);
  return number.factor == 1 ? power : fmt::format("{}·{}", number.factor, power);
}

/// Decades, each or some of them with numbers.
struct DecadeTicks {
  int every = 1;           ///< so many decades from number to number
  bool has_parts = false;  ///< numbers at 2 and 5 times a power of ten as well
  bool has_marks = false;  ///< marks at the other multiples

  [[nodiscard]] Ticks within(const Range& range) const {
    constexpr double hair = 1e-9;
    constexpr double farthest = 3;  // decades from one, for numbers written out
    const double low = std::log10(range.low);
    const double high = std::log10(range.high);
    const bool is_plain = low >= -farthest && high <= farthest + 1;
    Ticks result;
    for (int exponent = static_cast<int>(std::floor(low)); exponent <= high + hair; ++exponent) {
      for (int factor = 1; factor < 10; ++factor) {
        const double place = exponent + std::log10(factor);
        if (place < low - hair || place > high + hair) continue;
        const bool is_labelled =
            factor == 1 ? exponent % every == 0 : has_parts && (factor == 2 || factor == 5);
        if (!is_labelled && factor > 1 && !has_marks) continue;
        const RoundNumber number{factor, exponent};
        const std::string label = is_labelled ? logarithmic_label(number, is_plain) : "";
        result.ticks.push_back({number.times(1), label});
      }
    }
    return result;
  }
};

std::ptrdiff_t count_labels(const Ticks& ticks) {
  return std::count_if(
      ticks.ticks.begin(), ticks.ticks.end(), [](const Tick& tick) { return !tick.label.empty(); });
}

Ticks logarithmic_ticks(const Range& range, std::size_t wanted) {
  constexpr double hair = 1e-9;
  constexpr double most_marked = 12;  // decades
  constexpr std::ptrdiff_t too_few = 2;
  const double decades = std::log10(range.high) - std::log10(range.low);
  const auto fitting = static_cast<double>(std::max<std::size_t>(wanted, 1));
  DecadeTicks choice;
  choice.every = std::max(1, static_cast<int>(std::ceil(decades / fitting - hair)));
  choice.has_marks = choice.every == 1 && decades <= most_marked;
  choice.has_parts = choice.every == 1 && decades * 3 <= fitting;
  Ticks result = choice.within(range);
  // Where every third decade is one number only, every second may be two.
  while (count_labels(result) < too_few && choice.every > 1) {
    --choice.every;
    result = choice.within(range);
  }
  if (count_labels(result) >= too_few) return result;
  choice = {1, true, true};
  result = choice.within(range);
  if (count_labels(result) >= too_few) return result;
  // From end to end less than three times as much: round numbers at their logarithmic places.
  return linear_ticks(range, wanted);
}

double to_place(double value, Scale scale) {
  return scale == Scale::logarithmic ? std::log10(value) : value;
}

double from_place(double place, Scale scale) {
  return scale == Scale::logarithmic ? std::pow(10.0, place) : place;
}

}  // namespace

bool is_drawable(double value, Scale scale) {
  const bool is_small_enough = std::abs(value) <= largest;  // false of what is no number
  return is_small_enough && (scale == Scale::linear || value >= smallest_positive);
}

double Range::share(double value) const {
  const double begin = to_place(low, scale);
  return (to_place(value, scale) - begin) / (to_place(high, scale) - begin);
}

Range Range::between(double from, double to) const {
  const double begin = to_place(low, scale);
  const double length = to_place(high, scale) - begin;
  return {from_place(begin + from * length, scale), from_place(begin + to * length, scale), scale};
}

void Extent::include(double value) {
  if (!is_drawable(value, scale_)) return;
  low_ = std::min(low_.value_or(value), value);
  high_ = std::max(high_.value_or(value), value);
}

Range Extent::range(const Axis& axis) const {
  const bool has_low = axis.from && is_drawable(*axis.from, scale_);
  const bool has_high = axis.to && is_drawable(*axis.to, scale_);
  const double usual = scale_ == Scale::linear ? 0 : 0.1;
  double low = to_place(has_low ? *axis.from : low_.value_or(usual), scale_);
  double high = to_place(has_high ? *axis.to : high_.value_or(1), scale_);
  if (low > high) std::swap(low, high);
  const double size = std::max(std::abs(low), std::abs(high));
  // One value alone stands in the middle of a range of its own size.
  if (high - low <= std::max(narrowest * size, least_size)) {
    const double half = scale_ == Scale::logarithmic ? 0.5 : size > least_size ? size / 10 : 1;
    low -= half;
    high += half;
  } else {
    const double more = room * (high - low);
    if (!has_low) low -= more;
    if (!has_high) high += more;
  }
  return {from_place(low, scale_), from_place(high, scale_), scale_};
}

Ticks ticks_of(const Range& range, std::size_t wanted) {
  if (range.scale == Scale::logarithmic) return logarithmic_ticks(range, wanted);
  return linear_ticks(range, wanted);
}

}  // namespace leafwise::pipeline::drawing
