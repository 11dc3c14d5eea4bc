// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/motion.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"
#include "leafwise/integrator/stiff_problem.hpp"
#include "model/mechanical_system.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;
using Source = PolynomialEquation::Source;

namespace {

/// The quantities on which an entry of [mechanics] may depend.
struct Allowed {
  unsigned highest_order = 0;
  std::string what;  ///< for the error
};

class MechanicsReader {
 public:
  MechanicsReader(Reading& reading, Problem& problem, const Value& table)
      : reading_(reading), problem_(problem), table_(table) {
    mechanics_.coordinates = problem.model.unknowns;
  }

  void read() {
    reading_.attempt([&] { read_constraints(); });
    reading_.attempt([&] { read_mass(); });
    reading_.attempt([&] { read_force(); });
    reading_.attempt([&] { read_stiff(); });
    reading_.stop_if_mistaken();
    reading_.attempt([&] { write_out(); });
    problem_.model.mechanics = std::move(mechanics_);
    problem_.model.polynomial.mechanics = std::move(polynomial_);
  }

 private:
  [[nodiscard]] std::size_t size() const { return mechanics_.coordinates.size(); }

  /// An expression of [mechanics], refused if it uses more than is allowed there.
  WrittenExpression entry(const Snippet& snippet,
                          WrittenExpression written,
                          const Allowed& allowed) {
    reading_.forbid(
        written,
        snippet,
        [&](const Variable& variable) {
          return is_multiplier(variable) || variable.order > allowed.highest_order;
        },
        [&](const Variable& variable) {
          const std::string plain =
              "; write such a system as plain equations, with unknowns and equations";
          const std::string name = to_string(variable);
          Mistake mistake;
          mistake.message = is_multiplier(variable)
                                ? "the reaction force '" + name + "' cannot be used here"
                                : "the derivative \"" + name + "\" cannot be used here";
          mistake.expected = allowed.what + plain;
          return mistake;
        });
    return written;
  }

  [[nodiscard]] bool is_multiplier(const Variable& variable) const {
    const auto& names = mechanics_.coordinates;
    return variable.role == Role::unknown &&
           std::find(names.begin(), names.end(), variable.name) == names.end();
  }

  Polynomial polynomial_of(const Snippet& snippet, const Expression& expression) {
    return located(snippet, [&] { return reading_.polynomialiser->convert(expression); });
  }

  void read_mass() {
    const Entry* found = table_.find("mass");
    const std::string n = std::to_string(size());
    const std::string what = "mass = [...]: " + counted(size(), "mass", "masses") +
                             ", or a symmetric matrix of " + counted(size(), "row", "rows") +
                             " of " + n;
    if (found == nullptr) reading_.refuse(table_.range, "'mass' is missing in [mechanics]", what);
    const std::vector<Value>& items = reading_.list_of(found->value, what);
    if (items.size() != size()) {
      reading_.refuse(found->value.range,
                      "mass has " + counted(items.size(), "entry", "entries") + " for " +
                          counted(size(), "coordinate", "coordinates"),
                      what);
    }
    const bool matrix = !items.empty() && items.front().kind == Value::Kind::array;
    mechanics_.mass.assign(size(), std::vector<WrittenExpression>(size(), zero()));
    polynomial_.mass.assign(size(), std::vector<Polynomial>(size()));
    for (std::size_t row = 0; row < size(); ++row) {
      if (!matrix) {
        reading_.attempt([&] { read_mass_entry(items[row], row, row, what); });
        continue;
      }
      reading_.attempt([&] { read_mass_row(items[row], row, what); });
    }
    reading_.stop_if_mistaken();
    if (matrix) check_symmetry(items);
    for (std::size_t i = 0; i < size(); ++i) {
      const Polynomial& own = polynomial_.mass[i][i];
      if (own.is_constant() && own.constant_value().sign() <= 0) {
        problem_.source.remarks.push_back("the mass of " + mechanics_.coordinates[i] +
                                          " is not positive: " + own.constant_value().to_string());
      }
    }
  }

  void read_mass_row(const Value& row_value, std::size_t row, const std::string& what) {
    const std::vector<Value>& entries = reading_.list_of(row_value, what);
    if (entries.size() != size()) {
      reading_.refuse(row_value.range,
                      "row " + std::to_string(row + 1) + " of mass has " +
                          counted(entries.size(), "entry", "entries") + " for " +
                          counted(size(), "coordinate", "coordinates"),
                      what);
    }
    for (std::size_t column = 0; column < size(); ++column) {
      reading_.attempt([&] { read_mass_entry(entries[column], row, column, what); });
    }
  }

  void read_mass_entry(const Value& value,
                       std::size_t row,
                       std::size_t column,
                       const std::string& what) {
    const Snippet snippet = reading_.snippet(value, what);
    const Allowed allowed{0,
                          "masses depend on the coordinates and " + problem_.model.independent +
                              ", not on derivatives"};
    WrittenExpression written = entry(snippet, reading_.expression(snippet), allowed);
    polynomial_.mass[row][column] = polynomial_of(snippet, written.expression);
    mechanics_.mass[row][column] = std::move(written);
  }

  void check_symmetry(const std::vector<Value>& rows) {
    for (std::size_t row = 0; row < size(); ++row) {
      for (std::size_t column = 0; column < row; ++column) {
        if (polynomial_.mass[row][column] == polynomial_.mass[column][row]) continue;
        reading_.note(rows[row].items[column].range,
                      "the mass matrix is not symmetric: entry (" + std::to_string(row + 1) + ", " +
                          std::to_string(column + 1) + ") is " + mechanics_.mass[row][column].text +
                          ", entry (" + std::to_string(column + 1) + ", " +
                          std::to_string(row + 1) + ") is " + mechanics_.mass[column][row].text,
                      "a symmetric matrix");
      }
    }
  }

  void read_force() {
    mechanics_.force.assign(size(), zero());
    polynomial_.force.assign(size(), Polynomial());
    const Entry* found = table_.find("force");
    if (found == nullptr) return;
    const std::string n = std::to_string(size());
    const std::string what = "force = [...]: " + n + " expressions, one for each coordinate";
    const std::vector<Value>& items = reading_.list_of(found->value, what);
    if (items.size() != size()) {
      reading_.refuse(found->value.range,
                      "force has " + counted(items.size(), "entry", "entries") + " for " +
                          counted(size(), "coordinate", "coordinates"),
                      what);
    }
    const Allowed allowed{
        1,
        "forces depend on " + problem_.model.independent + ", coordinates and first derivatives"};
    for (std::size_t i = 0; i < size(); ++i) {
      reading_.attempt([&] {
        const Snippet snippet = reading_.snippet(items[i], what);
        WrittenExpression written = entry(snippet, reading_.expression(snippet), allowed);
        polynomial_.force[i] = polynomial_of(snippet, written.expression);
        mechanics_.force[i] = std::move(written);
      });
    }
  }

  void read_constraints() {
    const Entry* found = table_.find("constraints");
    if (found == nullptr) return;
    const std::string what = "constraints = [\"x^2 + y^2 = 1\"]";
    const Allowed allowed{0,
                          "constraints are relations of the coordinates and " +
                              problem_.model.independent + ", not of velocities"};
    for (const Value& item : reading_.list_of(found->value, what)) {
      reading_.attempt([&] {
        reading_.require_kind(item, Value::Kind::text, "text, as in " + what);
        const Snippet snippet = reading_.snippet(item, what);
        const WrittenEquation equation = reading_.equation(snippet);
        WrittenExpression written =
            entry(snippet, {equation.text, equation.origin, equation.residual}, allowed);
        polynomial_.constraints.push_back(polynomial_of(snippet, written.expression));
        constraint_snippets_.push_back(snippet);
        mechanics_.constraints.push_back(std::move(written));
        if (polynomial_.constraints.back().is_constant() &&
            !polynomial_.constraints.back().is_zero()) {
          problem_.source.remarks.push_back("constraint " +
                                            std::to_string(mechanics_.constraints.size()) +
                                            " can never hold: " + equation.text);
        }
        if (polynomial_.constraints.back().is_zero()) {
          problem_.source.remarks.push_back("constraint " +
                                            std::to_string(mechanics_.constraints.size()) +
                                            " is always true: " + equation.text);
        }
      });
    }
  }

  void read_stiff() {
    const Value* stiff = reading_.table("stiff");
    if (stiff == nullptr) return;
    const Entry* potential = stiff->find("potential");
    const Entry* epsilon = stiff->find("epsilon");
    if (potential == nullptr || epsilon == nullptr) {
      reading_.refuse(stiff->range,
                      "[stiff] needs both a potential and epsilon",
                      "potential = \"…\" and epsilon = 0.01");
    }
    const Snippet snippet = reading_.snippet(potential->value, "an expression in the coordinates");
    const Allowed allowed{0, "a potential depends on the coordinates"};
    Mechanics::Stiff read;
    read.potential = entry(snippet, reading_.expression(snippet), allowed);
    read.epsilon = read_epsilon(epsilon->value);
    reading_.forbid(
        read.potential,
        snippet,
        [](const Variable& variable) { return variable.role == Role::independent; },
        [&](const Variable& variable) {
          return Mistake{"'" + variable.name + "' cannot be used in a potential",
                         allowed.what,
                         std::nullopt,
                         std::nullopt};
        });
    reading_.attempt([&] { read_newton(*stiff, read); });
    reading_.attempt([&] { read_smooth(*stiff, read); });
    stiff_snippet_ = snippet;
    mechanics_.stiff = std::move(read);
  }

  /// A constant; with symbolic parameters in it, it stays open until a run needs its number.
  WrittenExpression read_epsilon(const Value& value) {
    const Snippet snippet = reading_.snippet(value, "a positive number: epsilon = 0.01");
    if (snippet.text == "symbolic" && !reading_.parameter_scope().find("symbolic")) {
      reading_.refuse(value.range,
                      "only parameters are symbolic",
                      "epsilon = \"eps\" here, and eps = \"symbolic\" in [parameters]");
    }
    const WrittenExpression constant = reading_.constant(snippet);
    WrittenExpression written = reading_.expression(snippet);
    (void)polynomial_of(snippet, written.expression);
    if (!algebra::variables_of(constant.expression).empty()) return written;
    if (located(snippet, [&] { return algebra::sign_of(constant.expression); }) <= 0) {
      reading_.refuse(value.range, "epsilon is not positive", "epsilon = 0.01");
    }
    if (!integrator::is_epsilon(algebra::nearest_double(constant.expression))) {
      reading_.refuse(value.range,
                      "epsilon is too small or too large to be squared in double precision",
                      "epsilon between 1e-150 and 1e150");
    }
    return written;
  }

  /// This and the next one: what only radau5_stiff looks at.
  void read_newton(const Value& table, Mechanics::Stiff& read) {
    const Entry* newton = table.find("newton");
    if (newton == nullptr) return;
    read.newton = static_cast<Mechanics::Stiff::Newton>(
        reading_.choice_of(newton->value, {"outer", "fixed", "guessed", "constrained"}));
  }

  void read_smooth(const Value& table, Mechanics::Stiff& read) {
    const Entry* smooth = table.find("smooth");
    if (smooth == nullptr) return;
    const std::string what =
        "a whole number from 0 to " + std::to_string(integrator::highest_smooth_order);
    reading_.require_kind(smooth->value, Value::Kind::integer, what);
    const double order = reading_.number(smooth->value, what);
    if (order < 0 || order > static_cast<double>(integrator::highest_smooth_order)) {
      reading_.refuse(smooth->value.range, "not an order of smooth motion", what);
    }
    read.smooth = static_cast<std::size_t>(order);
  }

  /// The equations of motion, row by row: M q'' − F + Gᵀλ (+ ∇U/ε²) = 0; then g = 0.
  void write_out() {
    const std::size_t count = mechanics_.constraints.size();
    polynomial_.multipliers = algebra::Multipliers::names(count);
    const std::vector<std::set<Variable>> used = variables_of_constraints();
    std::vector<std::vector<Polynomial>> gradients(count, std::vector<Polynomial>(size()));
    for (std::size_t row = 0; row < size(); ++row) {
      const Variable coordinate{Role::unknown, mechanics_.coordinates[row], 0};
      for (std::size_t k = 0; k < count; ++k) {
        if (!used[k].contains(coordinate)) continue;
        const Expression slope =
            algebra::partial_derivative(mechanics_.constraints[k].expression, coordinate);
        gradients[k][row] = whole_place(constraint_snippets_[k], slope);
      }
      if (mechanics_.stiff) polynomial_.stiff_force.push_back(stiff_force(coordinate));
    }
    std::vector<Polynomial> motion =
        algebra::equations_of_motion(mechanical_system(mechanics_.coordinates, polynomial_),
                                     gradients,
                                     algebra::Multipliers::variables(count));
    for (std::size_t row = 0; row < size(); ++row) {
      problem_.model.polynomial.equations.push_back(
          {std::move(motion[row]), Source::dynamics, row});
    }
    for (std::size_t k = 0; k < polynomial_.constraints.size(); ++k) {
      problem_.model.polynomial.equations.push_back(
          {polynomial_.constraints[k], Source::constraint, k});
    }
  }

  Polynomial stiff_force(const Variable& coordinate) {
    const Expression& epsilon = mechanics_.stiff->epsilon.expression;
    const Expression slope =
        algebra::partial_derivative(mechanics_.stiff->potential.expression, coordinate);
    return -whole_place(stiff_snippet_, slope / Expression::power(epsilon, Expression::number(2)));
  }

  /// Each constraint is differentiated by each coordinate in it: bounds that work before it begins.
  [[nodiscard]] std::vector<std::set<Variable>> variables_of_constraints() const {
    constexpr std::size_t most_work = 20'000'000;
    std::vector<std::set<Variable>> used;
    std::size_t work = 0;
    for (std::size_t k = 0; k < mechanics_.constraints.size(); ++k) {
      const Expression& constraint = mechanics_.constraints[k].expression;
      used.push_back(algebra::variables_of(constraint));
      work += used.back().size() * constraint.size();
      if (work <= most_work) continue;
      throw InvalidInput(Mistake{"from here on the constraints are too large to differentiate",
                                 "fewer coordinates in each constraint",
                                 std::nullopt,
                                 constraint_snippets_[k].place({0, 1})});
    }
    return used;
  }

  /// A derivative's parts stand nowhere in the file: its mistakes belong to the whole text.
  Polynomial whole_place(const Snippet& snippet, const Expression& derived) {
    try {
      return reading_.polynomialiser->convert(derived);
    } catch (const InvalidInput& error) {
      Mistake mistake = error.mistakes().front();
      mistake.place = snippet.place({0, snippet.text.size()});
      mistake.message = "in a derivative of this: " + mistake.message;
      throw InvalidInput(std::move(mistake));
    }
  }

  static WrittenExpression zero() { return {"0", {}, Expression()}; }

  Reading& reading_;
  Problem& problem_;
  const Value& table_;
  Mechanics mechanics_;
  PolynomialMechanics polynomial_;
  std::vector<Snippet> constraint_snippets_;
  Snippet stiff_snippet_;
};

}  // namespace

void read_mechanics(Reading& reading, Problem& problem) {
  const Value* table = reading.table("mechanics");
  if (table == nullptr) {
    if (const Entry* stiff = reading.document().find("stiff")) {
      reading.refuse(stiff->key_range, "[stiff] without [mechanics]", "a mechanical system");
    }
    return;
  }
  MechanicsReader(reading, problem, *table).read();
}

}  // namespace leafwise::pipeline::detail
