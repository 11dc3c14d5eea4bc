// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/zeros_in_box.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "geometry/elimination.hpp"
#include "leafwise/algebra/calculus.hpp"
#include "leafwise/core/check.hpp"
#include "local/taylor_program.hpp"

namespace leafwise::algebra {

namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of this room

constexpr slong precision = 64;

struct Interval {
  double low = 0;
  double high = 0;

  [[nodiscard]] double width() const { return high - low; }
  [[nodiscard]] double centre() const { return low + (high - low) / 2; }
};
using Box = std::vector<Interval>;

Ball ball_of(const Span& span) {
  Ball ball(span.centre);
  mag_t radius;
  mag_init(radius);
  mag_set_d(radius, span.radius);
  arb_add_error_mag(ball.raw(), radius);
  mag_clear(radius);
  return ball;
}

Ball ball_of(const Interval& interval) {
  const double centre = interval.centre();
  const double radius = std::max(interval.high - centre, centre - interval.low);
  return ball_of(Span{centre, std::nextafter(radius, HUGE_VAL)});
}

/// Rounded outwards.
Interval interval_of(const Ball& ball) {
  const double centre = ball.centre();
  const double radius = std::nextafter(ball.radius() + std::abs(centre) * 0x1p-52, HUGE_VAL);
  return {std::nextafter(centre - radius, -HUGE_VAL), std::nextafter(centre + radius, HUGE_VAL)};
}

bool holds(const Interval& outer, const Interval& inner) {
  return outer.low < inner.low && inner.high < outer.high;
}
bool holds(const Box& outer, const Box& inner) {
  for (std::size_t j = 0; j < outer.size(); ++j) {
    if (!holds(outer[j], inner[j])) return false;
  }
  return true;
}
bool are_apart(const Box& one, const Box& other) {
  for (std::size_t j = 0; j < one.size(); ++j) {
    if (one[j].high < other[j].low || other[j].high < one[j].low) return true;
  }
  return false;
}

/// Expressions whose variables are the unknowns number 0, 1, … of a graph.
Expression renamed(const Expression& expression, const std::map<Variable, std::size_t>& numbers) {
  return substitute(expression, [&](const Variable& variable) -> std::optional<Expression> {
    const auto found = numbers.find(variable);
    LEAFWISE_DEMAND(found != numbers.end(), "each variable is solved for or has a span");
    return Expression::variable({Role::unknown, "x" + std::to_string(found->second), 0});
  });
}

/// The equations and their derivatives on boxes. The plan refers to the graph.
class Enclosures {
 public:
  Enclosures(const Enclosures&) = delete;
  Enclosures& operator=(const Enclosures&) = delete;
  ~Enclosures() = default;
  Enclosures(const std::vector<Expression>& equations,
             const std::vector<Variable>& solved,
             const std::map<Variable, Span>& others)
      : size_(solved.size()), graph_(names(solved.size() + others.size())) {
    std::map<Variable, std::size_t> numbers;
    for (const Variable& variable : solved) numbers.emplace(variable, numbers.size());
    for (const auto& [variable, span] : others) {
      if (!numbers.emplace(variable, numbers.size()).second) continue;
      others_.push_back(ball_of(span));
    }
    for (const Expression& equation : equations) {
      roots_.push_back(graph_.add(renamed(equation, numbers)));
    }
    std::vector<NodeIndex> wanted = roots_;
    for (std::size_t i = 0; i < size_; ++i) {
      for (const Partial& partial : graph_.gradient(roots_[i])) {
        if (partial.jet.unknown >= size_) continue;
        slopes_.push_back({i, partial.jet.unknown, partial.node});
        wanted.push_back(partial.node);
      }
    }
    plan_.emplace(graph_, wanted, std::vector<unsigned>(wanted.size(), 0));
  }

  struct Slope {
    std::size_t row = 0;
    std::size_t column = 0;
    NodeIndex node = 0;
  };

  void compute(const std::vector<Ball>& solved) {
    values_.emplace(*plan_, field_);
    Series<Ball> series;
    for (const Ball& ball : solved) series.push_back({ball});
    for (const Ball& ball : others_) series.push_back({ball});
    values_->compute(series, Ball());
  }
  [[nodiscard]] const Ball& value(std::size_t row) const { return values_->at(roots_[row], 0); }
  [[nodiscard]] const Ball& at(const Slope& slope) const { return values_->at(slope.node, 0); }
  [[nodiscard]] const std::vector<Slope>& slopes() const { return slopes_; }
  [[nodiscard]] std::size_t cost() const { return plan_->nodes().size(); }

  /// Whether a root or a logarithm of what is negative is asked for everywhere.
  [[nodiscard]] bool is_nowhere_defined() const {
    return std::ranges::any_of(plan_->nodes(), [&](NodeIndex index) {
      const TaylorNode& node = graph_.node(index);
      const bool is_partial =
          node.operation == Operation::root || node.operation == Operation::logarithm;
      return is_partial && arb_is_negative(values_->at(node.left, 0).raw()) != 0;
    });
  }

 private:
  static std::vector<std::string> names(std::size_t count) {
    std::vector<std::string> result;
    result.reserve(count);
    for (std::size_t i = 0; i < count; ++i) result.push_back("x" + std::to_string(i));
    return result;
  }

  RealBalls field_{precision};
  std::size_t size_;
  TaylorGraph graph_;
  std::vector<Ball> others_;
  std::vector<NodeIndex> roots_;
  std::vector<Slope> slopes_;
  std::optional<TaylorPlan> plan_;
  std::optional<TaylorValues<RealBalls>> values_;
};

class BoxSearch {
 public:
  BoxSearch(Enclosures& enclosures, std::size_t size, std::size_t most_operations)
      : enclosures_(enclosures), size_(size), most_operations_(most_operations) {}

  ZerosInBox search(Box whole) {
    whole_ = whole;
    open_.push_back(std::move(whole));
    while (!open_.empty() && operations_ < most_operations_) {
      const Box box = std::move(open_.back());
      open_.pop_back();
      look_at(box);
    }
    result_.is_complete = open_.empty() && !is_left_undecided_;
    for (const Box& box : zeros_) {
      std::vector<Span>& zero = result_.zeros.emplace_back();
      for (const Interval& side : box) {
        const double centre = side.centre();
        zero.push_back({centre, std::max(side.high - centre, centre - side.low)});
      }
    }
    return std::move(result_);
  }

 private:
  enum class Finding { nothing, one_zero, less, undecided };

  void look_at(Box box) {
    constexpr double worth_again = 0.7;
    constexpr int most_rounds = 30;
    for (int round = 0; round < most_rounds; ++round) {
      const double before = largest_share(box);
      Box wider = box;
      // A zero on a face that two boxes share is within both then.
      for (Interval& side : wider) {
        const double more = std::max(side.width() / 64, 0x1p-40 * std::abs(side.centre()));
        side = {side.low - more, side.high + more};
      }
      Box inner;
      const Finding found = test(wider, inner);
      if (found == Finding::nothing) return;
      if (found == Finding::one_zero) return keep(wider, std::move(inner));
      if (found == Finding::undecided || !cut(box, inner)) break;
      if (is_empty(box)) return;
      if (largest_share(box) > worth_again * before) break;
    }
    halve(box);
  }

  /// Krawczyk's operator on the box: m − Y·f(m) + (1 − Y·f'(X))(X − m).
  Finding test(const Box& box, Box& inner) {
    std::vector<Ball> balls;
    std::vector<Ball> centre;
    for (const Interval& side : box) {
      balls.push_back(ball_of(side));
      centre.emplace_back(side.centre());
    }
    compute(balls);
    if (enclosures_.is_nowhere_defined()) return Finding::nothing;
    for (std::size_t i = 0; i < size_; ++i) {
      if (arb_contains_zero(enclosures_.value(i).raw()) == 0) return Finding::nothing;
    }
    std::vector<Ball> slopes(size_ * size_);
    DenseMatrix middle(size_, size_);
    for (const Enclosures::Slope& slope : enclosures_.slopes()) {
      Ball& entry = slopes[slope.row * size_ + slope.column];
      arb_add(entry.raw(), entry.raw(), enclosures_.at(slope).raw(), precision);
      if (arb_is_finite(entry.raw()) == 0) return Finding::undecided;
      middle(slope.row, slope.column) = entry.centre();
    }
    auto order = elimination_order(middle);
    if (!order) return Finding::undecided;
    const auto inverse = inverse_in_order(middle, *order);
    if (!inverse) return Finding::undecided;
    compute(centre);
    inner.clear();
    for (std::size_t i = 0; i < size_; ++i) {
      inner.push_back(krawczyk_side(i, *inverse, slopes, balls, centre));
      if (!std::isfinite(inner.back().low) || !std::isfinite(inner.back().high)) {
        return Finding::undecided;
      }
    }
    if (are_apart(box, inner)) return Finding::nothing;
    return holds(box, inner) ? Finding::one_zero : Finding::less;
  }

  [[nodiscard]] Interval krawczyk_side(std::size_t i,
                                       const DenseMatrix& inverse,
                                       const std::vector<Ball>& slopes,
                                       const std::vector<Ball>& balls,
                                       const std::vector<Ball>& centre) const {
    Ball side = centre[i];
    Ball term;
    for (std::size_t k = 0; k < size_; ++k) {
      const Ball factor(inverse(i, k));
      arb_submul(side.raw(), factor.raw(), enclosures_.value(k).raw(), precision);
    }
    for (std::size_t j = 0; j < size_; ++j) {
      Ball rest(i == j ? 1.0 : 0.0);
      for (std::size_t k = 0; k < size_; ++k) {
        const Ball factor(inverse(i, k));
        arb_submul(rest.raw(), factor.raw(), slopes[k * size_ + j].raw(), precision);
      }
      arb_sub(term.raw(), balls[j].raw(), centre[j].raw(), precision);
      arb_addmul(side.raw(), rest.raw(), term.raw(), precision);
    }
    return interval_of(side);
  }

  void compute(const std::vector<Ball>& balls) {
    enclosures_.compute(balls);
    operations_ += enclosures_.cost() + size_ * size_ * size_;
  }

  /// The one zero in `unique` lies in `inner`.
  void keep(const Box& unique, Box inner) {
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
      Box narrower;
      if (test(inner, narrower) == Finding::nothing || narrower.empty()) break;
      if (!cut(inner, narrower) || is_empty(inner)) break;
    }
    for (const Box& known : zeros_) {
      if (holds(unique, known)) return;  // the same
      if (are_apart(known, inner)) continue;
      is_left_undecided_ = true;
      return;
    }
    zeros_.push_back(std::move(inner));
  }

  /// What both have. @return whether there is anything less
  static bool cut(Box& box, const Box& inner) {
    bool is_less = false;
    for (std::size_t j = 0; j < box.size(); ++j) {
      is_less = is_less || inner[j].low > box[j].low || inner[j].high < box[j].high;
      box[j] = {std::max(box[j].low, inner[j].low), std::min(box[j].high, inner[j].high)};
    }
    return is_less;
  }
  static bool is_empty(const Box& box) {
    return std::ranges::any_of(box, [](const Interval& side) { return side.low > side.high; });
  }

  [[nodiscard]] double share(const Box& box, std::size_t j) const {
    return box[j].width() / std::max(whole_[j].width(), 1e-300);
  }
  [[nodiscard]] double largest_share(const Box& box) const {
    double largest = 0;
    for (std::size_t j = 0; j < size_; ++j) largest = std::max(largest, share(box, j));
    return largest;
  }

  /// Not in the middle: symmetric systems have zeros there.
  void halve(const Box& box) {
    constexpr double smallest = 1e-11;
    constexpr double where = 0.4921875;
    std::size_t widest = 0;
    for (std::size_t j = 1; j < size_; ++j) {
      if (share(box, j) > share(box, widest)) widest = j;
    }
    if (share(box, widest) < smallest) {
      is_left_undecided_ = true;
      return;
    }
    const double place = box[widest].low + where * box[widest].width();
    Box first = box;
    Box second = box;
    first[widest].high = place;
    second[widest].low = place;
    open_.push_back(std::move(first));
    open_.push_back(std::move(second));
  }

  Enclosures& enclosures_;
  std::size_t size_;
  std::size_t most_operations_;
  std::size_t operations_ = 0;
  bool is_left_undecided_ = false;
  Box whole_;
  std::vector<Box> open_;
  std::vector<Box> zeros_;
  ZerosInBox result_;
};

}  // namespace

ZerosInBox zeros_in_box(const std::vector<Expression>& equations,
                        const std::vector<Variable>& solved,
                        const std::vector<Span>& box,
                        const std::map<Variable, Span>& others,
                        std::size_t most_operations) {
  LEAFWISE_DEMAND(equations.size() == solved.size() && box.size() == solved.size(),
                  "a square system, and a span for each unknown");
  Box whole;
  for (const Span& span : box) {
    whole.push_back({span.centre - span.radius, span.centre + span.radius});
  }
  Enclosures enclosures(equations, solved, others);
  return BoxSearch(enclosures, solved.size(), most_operations).search(std::move(whole));
}

}  // namespace leafwise::algebra
