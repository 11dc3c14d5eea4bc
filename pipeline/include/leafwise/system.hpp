// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "leafwise/expression.hpp"
#include "leafwise/problem.hpp"

namespace leafwise {

/// When an event counts, and what it does.
struct EventKind {
  enum class Direction { both, rising, falling };

  Direction direction = Direction::both;
  bool stop = false;  ///< the run ends there
};

/// M q'' = F − Gᵀλ, g(t, q) = 0, G = ∂g/∂q.
struct MechanicalSystem {
  std::vector<Expression> coordinates;        ///< q: unknowns of the system
  std::vector<std::vector<Expression>> mass;  ///< M: one row, its diagonal; or all of them
  std::vector<Expression> force;              ///< F, as many as coordinates
  std::vector<Equation> constraints = {};
};

/// A differential system made in memory:
///
///     System s;
///     const auto [x, y, lambda] = s.unknowns("x", "y", "lambda");
///     s.add(D(x, 2) + lambda * x == 0, D(y, 2) + lambda * y + 9.81 == 0, x * x + y * y == 1);
///     s.initial(x, 1).initial(D(y), 0).to(5);
///     const Outcome<Run> motion = run(s.problem());
///
/// Names and equations are checked by `problem`, all of them at once, as those of a file are: what
/// is wrong is shown in the text of this system as a problem file.
class System {
 public:
  explicit System(const std::string& independent = "t");
  System(const System& other);
  System(System&& other) noexcept;
  System& operator=(const System& other);
  System& operator=(System&& other) noexcept;
  ~System();

  System& title(const std::string& title);

  [[nodiscard]] Expression independent() const;
  [[nodiscard]] Expression unknown(const std::string& name);
  template <typename... Names>
  [[nodiscard]] std::array<Expression, sizeof...(Names)> unknowns(const Names&... names) {
    return {unknown(names)...};
  }
  /// A named constant; `Problem::set` gives it another value.
  [[nodiscard]] Expression parameter(const std::string& name, const Expression& value);

  /// Equations; an expression alone means that it vanishes.
  template <typename... Equations>
  System& add(const Equations&... equations) {
    (add_equation(Equation(equations)), ...);
    return *this;
  }
  /// The unknowns are then the coordinates alone, and there are no other equations.
  System& mechanics(MechanicalSystem mechanics);
  /// An expression that does not vanish.
  System& nonzero(const Expression& expression);
  /// A function that should stay constant; `imposed`: as a further equation, if it is conserved.
  System& invariant(const std::string& name, const Expression& function, bool imposed = false);

  /// The value of an unknown, a derivative of one, or the independent variable, at the start.
  System& initial(const Expression& coordinate, const Expression& value);
  /// Near which of several possible starts.
  System& guess(const Expression& coordinate, const Expression& value);

  /// Where `function` vanishes.
  System& event(const std::string& name, const Expression& function, EventKind kind = {});
  /// How far a run goes, by the independent variable, or by arc length.
  System& to(const Expression& end);
  System& to_arclength(const Expression& length);

  /// As a problem file, which says the same of it.
  [[nodiscard]] std::string text() const;
  /// @throws InvalidInput with every mistake that was found
  [[nodiscard]] Problem problem() const;

 private:
  void add_equation(Equation equation);

  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace leafwise
