# SPDX-License-Identifier: GPL-3.0-or-later
"""References that owe nothing to the program: polynomials over the rationals, jets of solutions, Taylor's method in 40 digits."""

import decimal
import re
from fractions import Fraction

decimal.getcontext().prec = 40
decimal.getcontext().Emax = 10**6
ORDER = 26
# With 26 terms and 40 digits: far below what any run in doubles is asked for.
STEP_ERROR = decimal.Decimal("1e-24")
INFINITE = 10**9


class Polynomial:
    """A polynomial over the rationals in named letters: {((name, exponent), …): coefficient}."""

    def __init__(self, terms=None):
        self.terms = {key: value for key, value in (terms or {}).items() if value}

    @staticmethod
    def of(value):
        return value if isinstance(value, Polynomial) else Polynomial({(): Fraction(value)})

    @staticmethod
    def letter(name):
        return Polynomial({((name, 1),): Fraction(1)})

    def __add__(self, other):
        terms = dict(self.terms)
        for key, value in Polynomial.of(other).terms.items():
            terms[key] = terms.get(key, 0) + value
        return Polynomial(terms)

    __radd__ = __add__

    def __neg__(self):
        return Polynomial({key: -value for key, value in self.terms.items()})

    def __sub__(self, other):
        return self + (-Polynomial.of(other))

    def __mul__(self, other):
        terms = {}
        for left, a in self.terms.items():
            for right, b in Polynomial.of(other).terms.items():
                powers = dict(left)
                for name, exponent in right:
                    powers[name] = powers.get(name, 0) + exponent
                key = tuple(sorted(powers.items()))
                terms[key] = terms.get(key, 0) + a * b
        return Polynomial(terms)

    __rmul__ = __mul__

    def __pow__(self, exponent):
        result = Polynomial.of(1)
        for _ in range(exponent):
            result = result * self
        return result

    def names(self):
        return {name for key in self.terms for name, _ in key}

    def derivative(self, name):
        terms = {}
        for key, value in self.terms.items():
            powers = dict(key)
            exponent = powers.pop(name, 0)
            if exponent:
                if exponent > 1:
                    powers[name] = exponent - 1
                rest = tuple(sorted(powers.items()))
                terms[rest] = terms.get(rest, 0) + value * exponent
        return Polynomial(terms)

    def along(self, field):
        """The derivative in the direction of a field; t goes by 1."""
        result = self.derivative("t")
        for name, speed in field.items():
            result = result + self.derivative(name) * speed
        return result

    def at(self, values):
        total = 0
        for key, value in self.terms.items():
            for name, exponent in key:
                value = value * values[name] ** exponent
            total = total + value
        return total

    def __str__(self):
        parts = []
        for key, value in sorted(self.terms.items()):
            factors = [f"({value})" if value.denominator > 1 or value < 0 else str(value)]
            factors += [name if exponent == 1 else f"{name}^{exponent}" for name, exponent in key]
            parts.append("*".join(factors))
        return " + ".join(parts) or "0"


def total_derivative(polynomial, unknowns):
    """D of a polynomial in t and unknowns, their derivatives marked by primes."""
    result = polynomial.derivative("t")
    for name in polynomial.names() - {"t"}:
        if name.rstrip("'") in unknowns:
            result = result + polynomial.derivative(name) * Polynomial.letter(name + "'")
    return result


def jets(expressions, field, point, order):
    """Values of unknowns and of their derivatives along the solution through a rational point; exact."""
    values = {"t": point["t"]}
    for name, expression in expressions.items():
        for times in range(order + 1):
            values[name + "'" * times] = expression.at(point)
            expression = expression.along(field)
    return values


MARKED = re.compile(r"der\((\w+),\s*(\d+)\)|([A-Za-z]\w*)('*)")


def value_of(text, values):
    """An equation of a report at given jets; raises KeyError where it has letters that are not among them."""

    def in_python(found):
        name = found[1] + "'" * int(found[2]) if found[1] else found[3] + found[4]
        return f"_v[{name!r}]"

    code = re.sub(r"(?<![\w.])(\d+)", r"_F(\1)", MARKED.sub(lambda found: "\0" + in_python(found) + "\0", text))
    # Letters first, numbers second: what stands between the marks holds no numbers of its own.
    parts = code.split("\0")
    for index in range(1, len(parts), 2):
        parts[index] = re.sub(r"_F\((\d+)\)", r"\1", parts[index])
    code = re.sub(r"\^_F\((\d+)\)", r"**\1", "".join(parts))
    return eval(code, {"__builtins__": {}}, {"_v": values, "_F": Fraction})  # pylint: disable=eval-used


def vanish(texts, values):
    """Whether all equations hold at these jets."""
    return all(value_of(text, values) == 0 for text in texts)


def holds_on(leaf, values):
    return vanish(leaf["equations"], values) and vanish(leaf["linear"]["equations"], values)


def _series(field, names, t, state, order):
    """Taylor coefficients of the solution; products of letters are expanded once per monomial, factor by factor."""
    series = {name: [value] for name, value in zip(names, state)}
    series["t"] = [t, decimal.Decimal(1)] + [decimal.Decimal(0)] * order
    chains = []
    for name in names:
        for key, value in field[name].terms.items():
            letters = [letter for letter, exponent in key for _ in range(exponent)]
            chains.append((name, decimal.Decimal(value.numerator) / value.denominator, letters, [[] for _ in letters]))
    for k in range(order):
        speed = dict.fromkeys(names, decimal.Decimal(0))
        for name, value, letters, products in chains:
            last = None
            for depth, letter in enumerate(letters):
                factor = series[letter]
                if depth == 0:
                    last = factor[k]
                else:
                    before = products[depth - 1]
                    last = sum((before[i] * factor[k - i] for i in range(k + 1)), decimal.Decimal(0))
                products[depth].append(last)
            speed[name] += value * (last if letters else (1 if k == 0 else 0))
        for name in names:
            series[name].append(speed[name] / (k + 1))
    return [series[name] for name in names]


def _safe_step(coefficients, scale):
    """The root test over the upper half: terms that happen to vanish hide nothing."""
    sizes = [max(abs(series[k]) for series in coefficients) for k in range(ORDER + 1)]
    steps = [float(STEP_ERROR * scale / size) ** (1 / k) for k, size in enumerate(sizes) if k > ORDER // 2 and size > 0]
    return min(steps, default=float("inf"))


def flow(field, start, t0, t1):
    """The solution at t1 as floats, or None if it becomes infinite on the way: field is {name: Polynomial}."""
    names = list(field)
    t, state = decimal.Decimal(t0), [decimal.Decimal(value) for value in start]
    goal = decimal.Decimal(t1)
    while t != goal:
        coefficients = _series(field, names, t, state, ORDER)
        scale = max(decimal.Decimal(1), *(abs(value) for value in state))
        step = _safe_step(coefficients, scale)
        if step < 1e-7 or scale > INFINITE:
            return None
        step = min(abs(goal - t), decimal.Decimal(step)) * (1 if goal > t else -1)
        state = [_horner(series, step) for series in coefficients]
        t = goal if abs(goal - t - step) < decimal.Decimal("1e-30") else t + step
    return [float(value) for value in state]


def _horner(series, step):
    value = decimal.Decimal(0)
    for coefficient in reversed(series):
        value = value * step + coefficient
    return value


def growth(field, start, t0, t1):
    """How much the end moves with the state, at most, at five places on the way: what errors of steps grow by."""
    worst, state = 1.0, start
    times = [t0 + (t1 - t0) * k / 5 for k in range(5)]
    for here, after in zip(times, times[1:] + [t1]):
        end = flow(field, state, here, t1)
        for i in range(len(start)):
            size = 1e-7 * max(1.0, abs(state[i]))
            moved = flow(field, [value + (size if k == i else 0) for k, value in enumerate(state)], here, t1)
            if moved is None or end is None:
                return float("inf")
            worst = max(worst, max(abs(a - b) for a, b in zip(moved, end)) / size)
        state = flow(field, state, here, after)
    return worst
