#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Usage: scripts/verify_certificate.py [--problem FILE] REPORT.json|certificate.json

Checks the certificate of a leaf at the start without Leafwise: the standard library only, with its
own parser, derivatives, normal form and enclosures of functions. docs/certificate.md says what is
checked and why it is a proof. A report (decomposition.json) leads to the certificate beside it.

Exit codes: 0 accepted, 2 not readable, 3 refused (with the reason), 4 there is no certificate.
"""

import hashlib
import json
import math
import os
import random
import re
import sys
from fractions import Fraction

sys.setrecursionlimit(100000)
MOST_TERMS = 20000
MOST_DERIVATIVES = 20
MOST_ORDER = 50
# Along curves, with so many bits behind the point; a coefficient has to be known to 2^-256, so that
# containing 0 says something in small units, too.
CURVE_BITS = 1280
NARROW_BITS = 256
MOST_STAGES_ABOVE = 8


class Refused(Exception):
    """The certificate does not prove what it says."""


class Unreadable(Exception):
    """This is no certificate."""


class Undefined(Exception):
    """A function has no value somewhere in its argument."""


# ---------------------------------------------------------------- intervals
# A pair of integers, to be multiplied by 2^-P: all numbers between them. Rounded outwards.


class Intervals:
    ZERO = (0, 0)

    def __init__(self, bits):
        self.P = bits
        self.one = (1 << bits, 1 << bits)
        self.half = (1 << bits) // 2
        self.constants = {}

    def of(self, q):
        """Of a Fraction, or of an integer."""
        q = Fraction(q)
        n = q.numerator << self.P
        return n // q.denominator, -(-n // q.denominator)

    @staticmethod
    def add(a, b):
        return a[0] + b[0], a[1] + b[1]

    @staticmethod
    def sub(a, b):
        return a[0] - b[1], a[1] - b[0]

    @staticmethod
    def neg(a):
        return -a[1], -a[0]

    def mul(self, a, b):
        if a == Intervals.ZERO or b == Intervals.ZERO:
            return Intervals.ZERO
        p = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
        return min(p) >> self.P, -(-max(p) >> self.P)

    @staticmethod
    def times(a, n):
        """By an integer, without rounding."""
        return (a[0] * n, a[1] * n) if n >= 0 else (a[1] * n, a[0] * n)

    def div(self, a, b):
        if b[0] <= 0 <= b[1]:
            raise Undefined("a division by 0")
        quotients = [(x << self.P, y) for x in a for y in b]
        return min(x // y for x, y in quotients), max(-(-x // y) for x, y in quotients)

    def widened(self, a, by):
        return a[0] - by, a[1] + by

    # Functions. Each is computed with more bits than its result needs, then rounded outwards.

    def _finer(self, bits):
        return Intervals(self.P + bits)

    def _up(self, x, bits):
        return x << bits, x << bits

    def _down(self, a, bits):
        return a[0] >> bits, -(-a[1] >> bits)

    def _magnitude(self, x):
        return max(0, abs(x).bit_length() - self.P)

    def exp(self, a):
        return self._exp(a[0])[0], self._exp(a[1])[1]

    def _exp(self, x):
        size = self._magnitude(x)
        if size > 12:
            raise Undefined("an exponential of a number above 4096")
        halvings = size + 8
        bits = 2 * halvings + 40 + (2 << size)
        fine = self._finer(bits)
        y = self._up(x, bits)
        y = y[0] >> halvings, -(-y[1] >> halvings)
        total, term, n = fine.one, fine.one, 0
        while n < 4 or max(abs(term[0]), abs(term[1])) > 1:
            n += 1
            term = fine.mul(term, y)
            term = term[0] // n, -(-term[1] // n)
            total = fine.add(total, term)
        # |y| < 2^-8: what is left is less than the last term.
        total = fine.widened(total, 2)
        for _ in range(halvings):
            total = fine.mul(total, total)
        low, high = self._down(total, bits)
        return max(low, 0), high

    def sin_cos(self, a):
        middle = (a[0] + a[1]) // 2
        radius = max(a[1] - middle, middle - a[0])
        size = self._magnitude(middle)
        if size > 40:
            raise Undefined("a sine of a number above 2^40")
        halvings = size + 8
        bits = 4 * halvings + 40
        fine = self._finer(bits)
        y = self._up(middle, bits)
        y = y[0] >> halvings, -(-y[1] >> halvings)
        sine, cosine = y, fine.one
        term, n = y, 1
        while n < 4 or max(abs(term[0]), abs(term[1])) > 1:
            n += 1
            term = fine.mul(term, y)
            term = term[0] // n, -(-term[1] // n)
            if n % 2 == 0:
                cosine = fine.sub(cosine, term) if n % 4 == 2 else fine.add(cosine, term)
            else:
                sine = fine.sub(sine, term) if n % 4 == 3 else fine.add(sine, term)
        sine, cosine = fine.widened(sine, 2), fine.widened(cosine, 2)
        for _ in range(halvings):
            square = fine.mul(cosine, cosine)
            sine = fine.times(fine.mul(sine, cosine), 2)
            cosine = fine.sub(fine.times(square, 2), fine.one)
        # Both have slopes of at most 1.
        return (self.widened(self._down(sine, bits), radius),
                self.widened(self._down(cosine, bits), radius))

    def _atanh_or_atan(self, z, sign):
        """z + sign·z³/3 + z⁵/5 + …, |z| ≤ 1/3."""
        square = self.mul(z, z)
        total, power, n = z, z, 1
        while max(abs(power[0]), abs(power[1])) > 1:
            n += 2
            power = self.mul(power, square)
            if sign < 0:
                power = self.neg(power)
            total = self.add(total, (power[0] // n, -(-power[1] // n)))
        return self.widened(total, 2)

    def _log_2(self):
        if "log 2" not in self.constants:
            third = self.of(Fraction(1, 3))
            self.constants["log 2"] = self.times(self._atanh_or_atan(third, 1), 2)
        return self.constants["log 2"]

    def log(self, a):
        if a[0] <= 0:
            raise Undefined("a logarithm of what may not be positive")
        return self._log(a[0])[0], self._log(a[1])[1]

    def _log(self, x):
        fine = self._finer(80)
        shift = x.bit_length() - 1 - self.P
        wide = x << 80
        if shift >= 0:
            m = wide >> shift, -(-wide >> shift)
        else:
            m = wide << -shift, wide << -shift
        z = fine.div(fine.sub(m, fine.one), fine.add(m, fine.one))
        total = fine.times(fine._atanh_or_atan(z, 1), 2)
        total = fine.add(total, fine.times(fine._log_2(), shift))
        return self._down(total, 80)

    def atan(self, a):
        return self._atan(a[0])[0], self._atan(a[1])[1]

    def _atan(self, x):
        fine = self._finer(80)
        z = self._up(x, 80)
        halvings = 0
        while max(abs(z[0]), abs(z[1])) > fine.half >> 3:
            root = fine.sqrt(fine.add(fine.one, fine.mul(z, z)))
            z = fine.div(z, fine.add(fine.one, root))
            halvings += 1
        total = fine.times(fine._atanh_or_atan(z, -1), 1 << halvings)
        return self._down(total, 80)

    def pi(self):
        if "pi" not in self.constants:
            self.constants["pi"] = self.times(self.atan(self.one), 4)
        return self.constants["pi"]

    def sqrt(self, a):
        if a[0] <= 0:
            raise Undefined("a root of what may not be positive")
        return math.isqrt(a[0] << self.P), math.isqrt((a[1] << self.P) - 1) + 1


# ---------------------------------------------------------------- expressions
# Tuples: ("number", q), ("pi",), ("time",), ("jet", name, order), ("sum", a, b), ("product", a, b),
# ("inverse", a), ("power", a, n), ("call", f, a). Shared parts stay shared.

FUNCTIONS = ("sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan")
NUMBER = ("number", Fraction(0))
ONE = ("number", Fraction(1))
MINUS_ONE = ("number", Fraction(-1))


def is_number(e, value):
    return e[0] == "number" and e[1] == value


def sum_of(a, b):
    if is_number(a, 0):
        return b
    if is_number(b, 0):
        return a
    return ("sum", a, b)


def product_of(a, b):
    if is_number(a, 0) or is_number(b, 0):
        return NUMBER
    if is_number(a, 1):
        return b
    if is_number(b, 1):
        return a
    return ("product", a, b)


def minus(a):
    return product_of(MINUS_ONE, a)


def power_of(a, n):
    if n == 0:
        return ONE
    if n < 0:
        return ("inverse", power_of(a, -n))
    return a if n == 1 else ("power", a, n)


class Parser:
    TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)|([A-Za-z]\w*)|(.))")

    def __init__(self, text, independent, unknowns):
        self.tokens = []
        for number, name, sign in Parser.TOKEN.findall(text.strip()):
            self.tokens.append(("number", number) if number else
                               ("name", name) if name else ("sign", sign))
        self.tokens.append(("end", ""))
        self.at = 0
        self.independent, self.unknowns = independent, unknowns

    def parse(self):
        e = self.total()
        if self.tokens[self.at][0] != "end":
            raise Unreadable("an expression does not end where it should")
        return e

    def takes(self, *signs):
        kind, text = self.tokens[self.at]
        if kind == "sign" and text in signs:
            self.at += 1
            return text
        return None

    def needs(self, sign):
        if not self.takes(sign):
            raise Unreadable(f"'{sign}' is missing in an expression")

    def total(self):
        e = self.factors()
        while sign := self.takes("+", "-"):
            other = self.factors()
            e = sum_of(e, other if sign == "+" else minus(other))
        return e

    def factors(self):
        e = self.signed()
        while sign := self.takes("*", "/"):
            other = self.signed()
            e = product_of(e, other if sign == "*" else ("inverse", other))
        return e

    def signed(self):
        if self.takes("-"):
            return minus(self.signed())
        if self.takes("+"):
            return self.signed()
        return self.powers()

    def powers(self):
        base = self.atom()
        if not self.takes("^"):
            return base
        exponent = constant_value(self.signed()) * 2
        if exponent.denominator != 1 or abs(exponent) > 20000:
            raise Unreadable("an exponent is no multiple of 1/2")
        n = int(exponent)
        return power_of(base, n // 2) if n % 2 == 0 else power_of(("call", "sqrt", base), n)

    def atom(self):
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return ("number", Fraction(text))
        if kind == "sign" and text == "(":
            e = self.total()
            self.needs(")")
            return e
        if kind != "name":
            raise Unreadable("an expression has a sign where a value should be")
        if text in FUNCTIONS:
            self.needs("(")
            e = self.total()
            self.needs(")")
            return ("call", text, e)
        if text == "der":
            return self.derivative()
        if text == "pi":
            return ("pi",)
        if text == self.independent:
            return ("time",)
        order = 0
        while self.takes("'"):
            order += 1
        return self.jet(text, order)

    def derivative(self):
        self.needs("(")
        name = self.tokens[self.at][1]
        self.at += 1
        order = 1
        if self.takes(","):
            order = int(self.tokens[self.at][1])
            self.at += 1
        self.needs(")")
        return self.jet(name, order)

    def jet(self, name, order):
        if name not in self.unknowns:
            raise Unreadable(f"'{name}' is no unknown")
        return ("jet", name, order)


def constant_value(e):
    kind = e[0]
    if kind == "number":
        return e[1]
    if kind == "sum":
        return constant_value(e[1]) + constant_value(e[2])
    if kind == "product":
        return constant_value(e[1]) * constant_value(e[2])
    if kind == "power":
        return constant_value(e[1]) ** e[2]
    if kind == "inverse" and constant_value(e[1]) != 0:
        return 1 / constant_value(e[1])
    raise Unreadable("an exponent is no rational number")


def children(e):
    return [part for part in e[1:] if isinstance(part, tuple)]


def jets_of(e):
    found, seen, stack = set(), set(), [e]
    while stack:
        e = stack.pop()
        if id(e) in seen:
            continue
        seen.add(id(e))
        if e[0] == "jet":
            found.add(e)
        stack.extend(children(e))
    return found


def rebuilt(e, leaf, known):
    """With leaves replaced; shared parts once. `known` keeps what it has seen alive."""
    if id(e) in known:
        return known[id(e)][1]
    kind = e[0]
    if kind in ("number", "pi", "time", "jet"):
        result = leaf(e)
    elif kind == "sum":
        result = sum_of(rebuilt(e[1], leaf, known), rebuilt(e[2], leaf, known))
    elif kind == "product":
        result = product_of(rebuilt(e[1], leaf, known), rebuilt(e[2], leaf, known))
    elif kind == "inverse":
        result = ("inverse", rebuilt(e[1], leaf, known))
    elif kind == "power":
        result = power_of(rebuilt(e[1], leaf, known), e[2])
    else:
        result = ("call", e[1], rebuilt(e[2], leaf, known))
    known[id(e)] = (e, result)
    return result


def substituted(e, replacement):
    def leaf(of):
        value = replacement(of) if of[0] == "jet" else None
        return of if value is None else value
    return rebuilt(e, leaf, {})


def outer_slope(function, a, itself):
    """The derivative of a function at a."""
    square = power_of(itself, 2)
    if function == "sin":
        return ("call", "cos", a)
    if function == "cos":
        return minus(("call", "sin", a))
    if function == "tan":
        return sum_of(ONE, square)
    if function == "exp":
        return itself
    if function == "log":
        return ("inverse", a)
    if function == "sqrt":
        return ("inverse", product_of(("number", Fraction(2)), itself))
    if function == "tanh":
        return sum_of(ONE, minus(square))
    if function == "sinh":
        return ("call", "cosh", a)
    if function == "cosh":
        return ("call", "sinh", a)
    return ("inverse", sum_of(ONE, power_of(a, 2)))


def derived(e, leaf, known):
    """The derivation with these values on leaves."""
    if id(e) in known:
        return known[id(e)][1]
    kind = e[0]
    if kind in ("number", "pi"):
        result = NUMBER
    elif kind in ("time", "jet"):
        result = leaf(e)
    elif kind == "sum":
        result = sum_of(derived(e[1], leaf, known), derived(e[2], leaf, known))
    elif kind == "product":
        result = sum_of(product_of(derived(e[1], leaf, known), e[2]),
                        product_of(e[1], derived(e[2], leaf, known)))
    elif kind == "inverse":
        inner = derived(e[1], leaf, known)
        result = minus(product_of(inner, ("inverse", power_of(e[1], 2))))
    elif kind == "power":
        inner = derived(e[1], leaf, known)
        result = product_of(product_of(("number", Fraction(e[2])), power_of(e[1], e[2] - 1)), inner)
    else:
        inner = derived(e[2], leaf, known)
        result = NUMBER if is_number(inner, 0) else product_of(outer_slope(e[1], e[2], e), inner)
    known[id(e)] = (e, result)
    return result


def total_derivative(e):
    return derived(e, lambda of: ONE if of[0] == "time" else ("jet", of[1], of[2] + 1), {})


def partial_derivative(e, jet):
    return derived(e, lambda of: ONE if of == jet else NUMBER, {})


# ---------------------------------------------------------------- normal form
# Fractions of polynomials: {((symbol, power), …): coefficient}. Functions are symbols, with
# sin² + cos² = 1 and (√u)² = u; tan, sinh, cosh and tanh are written by sin, cos and exp.


class NormalForm:
    def __init__(self):
        self.functions = []  # (name, argument's form, symbols)
        self.squares = {}  # symbol -> polynomial
        self.count = 0

    def is_zero(self, e):
        try:
            return not self.form(e, {})[0]
        except OverflowError:
            return False

    def symbol(self):
        self.count += 1
        return f"#{self.count:06}"

    @staticmethod
    def of_symbol(symbol):
        return {((symbol, 1),): Fraction(1)}

    def plus(self, a, b):
        result = dict(a)
        for monomial, c in b.items():
            c += result.get(monomial, 0)
            if c == 0:
                del result[monomial]
            else:
                result[monomial] = c
        return result

    def times(self, a, b):
        if len(a) * len(b) > 20 * MOST_TERMS:
            raise OverflowError
        result = {}
        for m1, c1 in a.items():
            for m2, c2 in b.items():
                powers = dict(m1)
                for s, n in m2:
                    powers[s] = powers.get(s, 0) + n
                m = tuple(sorted(powers.items()))
                result[m] = result.get(m, 0) + c1 * c2
        return self.reduced({m: c for m, c in result.items() if c != 0})

    def reduced(self, a):
        for symbol in sorted(self.squares, reverse=True):
            if not any(s == symbol and n > 1 for m in a for s, n in m):
                continue
            result = {}
            for m, c in a.items():
                powers = dict(m)
                n = powers.pop(symbol, 0)
                if n % 2:
                    powers[symbol] = 1
                term = {tuple(sorted(powers.items())): c}
                for _ in range(n // 2):
                    term = self.times(term, self.squares[symbol])
                result = self.plus(result, term)
            a = result
        if len(a) > MOST_TERMS:
            raise OverflowError
        return a

    def fraction_sum(self, a, b):
        if a[1] == b[1]:
            return self.plus(a[0], b[0]), a[1]
        return (self.plus(self.times(a[0], b[1]), self.times(b[0], a[1])),
                self.times(a[1], b[1]))

    def fraction_product(self, a, b):
        return self.times(a[0], b[0]), self.times(a[1], b[1])

    def inverse(self, a):
        if not a[0]:
            raise OverflowError
        return a[1], a[0]

    def minus(self, a):
        return {m: -c for m, c in a[0].items()}, a[1]

    def form(self, e, known):
        if id(e) not in known:
            known[id(e)] = (e, self.build(e, known))
        return known[id(e)][1]

    def build(self, e, known):
        kind, one = e[0], {(): Fraction(1)}
        if kind == "number":
            return ({(): e[1]} if e[1] != 0 else {}), one
        if kind in ("pi", "time"):
            return self.of_symbol(kind), one
        if kind == "jet":
            return self.of_symbol(f"{e[1]}'{e[2]}"), one
        if kind == "sum":
            return self.fraction_sum(self.form(e[1], known), self.form(e[2], known))
        if kind == "product":
            return self.fraction_product(self.form(e[1], known), self.form(e[2], known))
        if kind == "inverse":
            return self.inverse(self.form(e[1], known))
        if kind == "power":
            base, result = self.form(e[1], known), (one, one)
            if e[2] > 60:
                raise OverflowError
            for _ in range(e[2]):
                result = self.fraction_product(result, base)
            return result
        return self.function(e[1], self.form(e[2], known))

    def function(self, name, argument):
        if name == "tan":
            return self.fraction_product(self.function("sin", argument),
                                         self.inverse(self.function("cos", argument)))
        if name in ("sinh", "cosh", "tanh"):
            up = self.function("exp", argument)
            down = self.inverse(up)
            half = ({(): Fraction(1, 2)}, {(): Fraction(1)})
            sinh = self.fraction_product(half, self.fraction_sum(up, self.minus(down)))
            cosh = self.fraction_product(half, self.fraction_sum(up, down))
            if name == "tanh":
                return self.fraction_product(sinh, self.inverse(cosh))
            return sinh if name == "sinh" else cosh
        return self.symbolic(name, argument)

    def symbolic(self, name, argument):
        one = {(): Fraction(1)}
        family = "sin" if name == "cos" else name
        for known, other, form in self.functions:
            if known != family:
                continue
            if not self.fraction_sum(argument, self.minus(other))[0]:
                return form["cos"] if name == "cos" else form["value"]
            if family in ("log", "sqrt") or self.fraction_sum(argument, other)[0]:
                continue
            if name == "cos":
                return form["cos"]
            return self.inverse(form["value"]) if name == "exp" else self.minus(form["value"])
        symbol = self.symbol()
        form = {"value": (self.of_symbol(symbol), one)}
        if family == "sin":
            cosine = self.of_symbol(self.symbol())
            form["cos"] = (cosine, one)
            square = self.times(cosine, cosine)
            self.squares[symbol] = self.plus(one, {m: -c for m, c in square.items()})
        elif family == "sqrt":
            # r = √(a/b)·b has r² = a·b.
            self.squares[symbol] = self.times(argument[0], argument[1])
            form["value"] = (self.of_symbol(symbol), argument[1])
        self.functions.append((family, argument, form))
        return form["cos"] if name == "cos" else form["value"]


def is_identically_zero(e):
    return NormalForm().is_zero(e)


# ---------------------------------------------------------------- series with slopes


class Series:
    """Taylor coefficients of expressions along series of their jets, and their partial derivatives."""

    def __init__(self, arithmetic, length, given, with_slopes=True):
        self.I, self.length, self.given = arithmetic, length, given
        self.with_slopes = with_slopes
        self.known = {}

    def zero(self):
        return [Intervals.ZERO] * self.length

    def constant(self, value):
        return [value] + [Intervals.ZERO] * (self.length - 1)

    def plus(self, a, b):
        return [Intervals.add(x, y) for x, y in zip(a, b)]

    def times(self, a, b):
        result = self.zero()
        for i, x in enumerate(a):
            if x == Intervals.ZERO:
                continue
            for j in range(self.length - i):
                if b[j] != Intervals.ZERO:
                    result[i + j] = Intervals.add(result[i + j], self.I.mul(x, b[j]))
        return result

    def scaled(self, a, n):
        return [Intervals.times(x, n) for x in a]

    def inverse(self, a):
        result = []
        for k in range(self.length):
            rest = self.I.one if k == 0 else Intervals.ZERO
            for i in range(k):
                rest = Intervals.sub(rest, self.I.mul(result[i], a[k - i]))
            result.append(self.I.div(rest, a[0]))
        return result

    def integrated(self, first, slope, u):
        """w(0) = first, w' = slope·u'."""
        result = [first]
        for k in range(1, self.length):
            total = Intervals.ZERO
            for i in range(1, k + 1):
                total = Intervals.add(total, Intervals.times(self.I.mul(u[i], slope[k - i]), i))
            result.append((total[0] // k, -(-total[1] // k)))
        return result

    def exponential(self, u):
        result = [self.I.exp(u[0])]
        while len(result) < self.length:
            k = len(result)
            total = Intervals.ZERO
            for i in range(1, k + 1):
                total = Intervals.add(total, Intervals.times(self.I.mul(u[i], result[k - i]), i))
            result.append((total[0] // k, -(-total[1] // k)))
        return result

    def sine_cosine(self, u):
        sine, cosine = ([x] for x in self.I.sin_cos(u[0]))
        for k in range(1, self.length):
            s = c = Intervals.ZERO
            for i in range(1, k + 1):
                s = Intervals.add(s, Intervals.times(self.I.mul(u[i], cosine[k - i]), i))
                c = Intervals.sub(c, Intervals.times(self.I.mul(u[i], sine[k - i]), i))
            sine.append((s[0] // k, -(-s[1] // k)))
            cosine.append((c[0] // k, -(-c[1] // k)))
        return sine, cosine

    def root(self, u):
        result = [self.I.sqrt(u[0])]
        for k in range(1, self.length):
            rest = u[k]
            for i in range(1, k):
                rest = Intervals.sub(rest, self.I.mul(result[i], result[k - i]))
            result.append(self.I.div(rest, Intervals.times(result[0], 2)))
        return result

    def function(self, name, u):
        """Value and slope."""
        if name in ("sin", "cos"):
            sine, cosine = self.sine_cosine(u)
            return (sine, cosine) if name == "sin" else (cosine, self.scaled(sine, -1))
        if name == "exp":
            w = self.exponential(u)
            return w, w
        if name == "log":
            slope = self.inverse(u)
            return self.integrated(self.I.log(u[0]), slope, u), slope
        if name == "sqrt":
            w = self.root(u)
            return w, self.inverse(self.scaled(w, 2))
        one = self.constant(self.I.one)
        if name == "atan":
            slope = self.inverse(self.plus(one, self.times(u, u)))
            return self.integrated(self.I.atan(u[0]), slope, u), slope
        if name == "tan":
            sine, cosine = self.sine_cosine(u)
            w = self.times(sine, self.inverse(cosine))
            return w, self.plus(one, self.times(w, w))
        up = self.exponential(u)
        down = self.inverse(up)
        half = self.constant(self.I.of(Fraction(1, 2)))
        sinh = self.times(half, self.plus(up, self.scaled(down, -1)))
        cosh = self.times(half, self.plus(up, down))
        if name == "sinh":
            return sinh, cosh
        if name == "cosh":
            return cosh, sinh
        w = self.times(sinh, self.inverse(cosh))
        return w, self.plus(one, self.scaled(self.times(w, w), -1))

    def of(self, e):
        if id(e) not in self.known:
            self.known[id(e)] = (e, self.computed(e))
        return self.known[id(e)][1]

    def chain(self, value, slope, slopes):
        return value, {jet: self.times(slope, inner) for jet, inner in slopes.items()}

    def computed(self, e):
        kind = e[0]
        if kind == "number":
            return self.constant(self.I.of(e[1])), {}
        if kind == "pi":
            return self.constant(self.I.pi()), {}
        if kind == "time":
            return self.given(e, self.length), {}
        if kind == "jet":
            slopes = {e: self.constant(self.I.one)} if self.with_slopes else {}
            return self.given(e, self.length), slopes
        a, a_slopes = self.of(e[2] if kind == "call" else e[1])
        if kind == "sum":
            b, b_slopes = self.of(e[2])
            slopes = dict(a_slopes)
            for jet, slope in b_slopes.items():
                slopes[jet] = self.plus(slopes[jet], slope) if jet in slopes else slope
            return self.plus(a, b), slopes
        if kind == "product":
            b, b_slopes = self.of(e[2])
            slopes = {jet: self.times(slope, b) for jet, slope in a_slopes.items()}
            for jet, slope in b_slopes.items():
                slope = self.times(slope, a)
                slopes[jet] = self.plus(slopes[jet], slope) if jet in slopes else slope
            return self.times(a, b), slopes
        if kind == "inverse":
            w = self.inverse(a)
            return self.chain(w, self.scaled(self.times(w, w), -1), a_slopes)
        if kind == "power":
            below = self.constant(self.I.one)
            for _ in range(e[2] - 1):
                below = self.times(below, a)
            return self.chain(self.times(below, a), self.scaled(below, e[2]), a_slopes)
        return self.chain(*self.function(e[1], a), a_slopes)


# ---------------------------------------------------------------- lines that follow from others


class Inverse:
    """Of a matrix of intervals A: with R about its inverse, x = R·b + C·x for C = 1 - R·A."""

    def __init__(self, arithmetic, matrix):
        self.I, n = arithmetic, len(matrix)
        self.R = self.about([[(low + high) // 2 for low, high in row] for row in matrix])
        self.q = 0
        for k in range(n):
            total = 0
            for j in range(n):
                rest = self.I.one if j == k else Intervals.ZERO
                for i in range(n):
                    if self.R[k][i] and matrix[i][j] != Intervals.ZERO:
                        factor = (self.R[k][i], self.R[k][i])
                        rest = Intervals.sub(rest, self.I.mul(factor, matrix[i][j]))
                total += max(abs(rest[0]), abs(rest[1]))
            self.q = max(self.q, total)
        if 2 * self.q >= self.I.one[0]:
            raise Refused("the equations cannot be followed along a curve")

    def about(self, left):
        """By Gauss and Jordan, in numbers."""
        n, P = len(left), self.I.P
        rows = [left[i] + [(1 << P) if i == j else 0 for j in range(n)] for i in range(n)]
        for k in range(n):
            best = max(range(k, n), key=lambda i: abs(rows[i][k]))
            rows[k], rows[best] = rows[best], rows[k]
            pivot = rows[k][k]
            if pivot == 0:
                raise Refused("the equations cannot be followed along a curve")
            rows[k] = [(value << P) // pivot if value else 0 for value in rows[k]]
            for i in range(n):
                factor = rows[i][k]
                if i == k or factor == 0:
                    continue
                rows[i] = [a - (factor * b >> P) if b else a for a, b in zip(rows[i], rows[k])]
        return [row[n:] for row in rows]

    def times(self, side):
        result = []
        for row in self.R:
            total = Intervals.ZERO
            for factor, value in zip(row, side):
                if factor and value != Intervals.ZERO:
                    total = Intervals.add(total, self.I.mul((factor, factor), value))
            result.append(total)
        # |x| <= |R·b| / (1 - q), q <= 1/2.
        size = max((max(abs(low), abs(high)) for low, high in result), default=0)
        return [self.I.widened(value, (2 * self.q * size >> self.I.P) + 1) for value in result]


class CurveInLeaf:
    """V(E) up to a stage, in the jets as coordinates, and a curve in it through the point: free jets
    move along a line, the others follow from E order by order."""

    def __init__(self, certificate, kept, last):
        self.I = Intervals(CURVE_BITS + 2 * certificate.bits)
        self.rows = []
        for (line, _, _), (_, times) in zip(kept, certificate.structure):
            for r in range(times + last + 1):
                line = total_derivative(line) if r > 0 else line
                self.rows.append((r - times, line))
        self.rows.sort(key=lambda row: row[0])
        self.columns, self.series, self.stages, self.dependent = {}, [], [], []
        for name, top in certificate.orders.items():
            for k in range(top + last + 1):
                c = certificate.columns[(name, min(k, top))]
                value = Intervals.ZERO
                if k <= top:
                    radius = Fraction(0) if certificate.free[c] else certificate.exact_radii[c]
                    low = self.I.of((certificate.exact[c] - radius) * math.factorial(k))
                    high = self.I.of((certificate.exact[c] + radius) * math.factorial(k))
                    value = low[0], high[1]
                self.columns[(name, k)] = len(self.series)
                self.series.append([value])
                self.stages.append(k - top)
                self.dependent.append(not certificate.free[c])
        self.time = self.I.of(dyadic(certificate.data["time"]))

    def given(self, e, length):
        result = [Intervals.ZERO] * length
        if e[0] == "time":
            result[0] = self.time
            if length > 1:
                result[1] = self.I.one
        else:
            # Jets above these are only written: they may have any value.
            c = self.columns.get((e[1], e[2]))
            known = self.series[c][:length] if c is not None else []
            result[:len(known)] = known
        return result

    def coefficients(self, rows, k):
        series = Series(self.I, k + 1, self.given, with_slopes=False)
        return [series.of(self.rows[i][1])[0][k] for i in rows]

    def inverse(self, rows, columns):
        place = {c: k for k, c in enumerate(columns)}
        series, matrix = Series(self.I, 1, self.given), []
        for i in rows:
            entries = [Intervals.ZERO] * len(columns)
            for jet, slope in series.of(self.rows[i][1])[1].items():
                k = place.get(self.columns.get((jet[1], jet[2])))
                if k is not None:
                    entries[k] = slope[0]
            matrix.append(entries)
        return Inverse(self.I, matrix)

    def between(self, first, last):
        rows = [i for i, (stage, _) in enumerate(self.rows) if first <= stage <= last]
        columns = [c for c, stage in enumerate(self.stages)
                   if first <= stage <= last and self.dependent[c]]
        if len(rows) != len(columns):
            raise Refused("there are not as many equations as what depends on them")
        return rows, columns

    def follow(self, order):
        above = max([0] + [stage for stage, _ in self.rows])
        self.refine(*self.between(-1000, 0))
        for stage in range(1, above + 1):
            rows, columns = self.between(stage, stage)
            values = self.inverse(rows, columns).times(self.coefficients(rows, 0))
            for c, value in zip(columns, values):
                self.series[c] = [Intervals.neg(value)]
        dice = random.Random(17)
        for c, is_dependent in enumerate(self.dependent):
            if not is_dependent:
                self.series[c].append(self.I.of(Fraction(dice.randint(128, 384), 256)))
        rows, columns = self.between(-1000, above)
        if not rows:
            return
        inverse = self.inverse(rows, columns)
        for k in range(1, order + 1):
            for c, value in zip(columns, inverse.times(self.coefficients(rows, k))):
                self.series[c].append(Intervals.neg(value))

    def refine(self, rows, columns):
        """Newton's method: the one solution of the box stays in it."""
        width = self.width(columns)
        while columns and width > 1 << NARROW_BITS:
            inverse = self.inverse(rows, columns)
            around = [self.series[c][0] for c in columns]
            middles = [(low + high) // 2 for low, high in around]
            for c, middle in zip(columns, middles):
                self.series[c] = [(middle, middle)]
            changes = inverse.times(self.coefficients(rows, 0))
            for c, old, middle, change in zip(columns, around, middles, changes):
                low, high = Intervals.sub((middle, middle), change)
                self.series[c] = [(max(low, old[0]), min(high, old[1]))]
                if self.series[c][0][0] > self.series[c][0][1]:
                    raise Refused("there is no point in the box")
            before, width = width, self.width(columns)
            if width >= before:
                break

    def width(self, columns):
        return max((self.series[c][0][1] - self.series[c][0][0] for c in columns), default=0)

    def check(self, line, source, order):
        series = Series(self.I, order + 1, self.given, with_slopes=False).of(line)[0]
        for k, (low, high) in enumerate(series):
            if not low <= 0 <= high:
                raise Refused(f"{source} does not follow from the others: it leaves their solutions "
                              f"at order {k}")
            if high - low > self.I.one[0] >> NARROW_BITS:
                raise Refused(f"{source} is not known well enough to vanish at order {k}")


# ---------------------------------------------------------------- the certificate


def dyadic(text):
    found = re.fullmatch(r"(-?\d{1,10000})\*2\^(-?\d{1,6})", text)
    if not found:
        raise Unreadable(f"'{text[:40]}' is no dyadic number")
    return Fraction(int(found[1])) * Fraction(2) ** int(found[2])


def jet(name, order):
    return name + "'" * order if order <= 3 else f"der({name},{order})"


def counted(count, one, many):
    return f"{count} {one if count == 1 else many}"


def proof_words(order):
    return "proved" if order == 0 else f"to order {order}"


def words_of(data):
    """What the numbers of a certificate say."""
    said, values = data["proved"], data["proved"]["dimension"] - 1
    if said["freedom"] > 0:
        size = counted(said["freedom"], "free function", "free functions")
    elif data["coordinates"] > 0:
        size = counted(values // 2, "degree of freedom", "degrees of freedom")
    else:
        size = counted(values, "value", "values") + " of its start to choose"
    count = sum(line["times"] for line in said["hidden"])
    hidden = counted(count, "hidden equation", "hidden equations") if count else "no hidden equations"
    return f"one smooth branch through the start (proved), {size}, {hidden}"


def natural(value, most=10**9):
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Unreadable("a number in it is none")
    return value


class Certificate:
    def __init__(self, data):
        self.data = data
        self.independent, self.unknowns = data["independent"], data["unknowns"]
        self.n = natural(data["coordinates"])
        self.sources = [equation["source"] for equation in data["equations"]]
        self.residuals = [self.parsed(equation["residual"]) for equation in data["equations"]]
        count = len(self.residuals)
        if self.n and not self.n <= count == len(self.unknowns):
            raise Unreadable("the numbers of coordinates, equations and unknowns do not fit")
        self.dependent = [natural(k) for k in data["dependent"]]
        self.structure = [(natural(line["equation"]), natural(line["times"], MOST_ORDER))
                          for line in data["structure"]["lines"]]
        self.orders = {unknown["name"]: natural(unknown["order"], MOST_ORDER)
                       for unknown in data["structure"]["unknowns"]}
        self.bits = natural(data["bits"])
        self.left_out = []  # lines that take no part, but for those that vanish
        self.order = max([0] + [natural(line["order"], MOST_ORDER)
                                for line in data["proved"]["redundant"]])
        self.I = Intervals(2 * min(max(self.bits, 64), 4000) + 64)

    def parsed(self, text):
        return Parser(text, self.independent, self.unknowns).parse()

    # Lines

    def replay(self):
        """The structure's lines after all steps, and coefficients that have to be finite."""
        lines = list(self.residuals)
        depths = [{i: 0} for i in range(len(lines))]
        present = [True] * len(lines)
        for k in self.dependent:
            if self.n == 0 or not self.n <= k < len(lines):
                raise Refused("only constraints can be set aside with their multipliers")
            present[k] = False
            self.left_out.append((lines[k], self.sources[k]))
        for k in range(self.n, len(lines) if self.n else 0):
            if present[k]:
                self.add_reaction(lines, k)
        coefficients = []
        for step in self.data["steps"]:
            self.do(step, lines, depths, present, coefficients)
        for i in self.data["aside"]:
            if not 0 <= i < len(lines) or not present[i]:
                raise Refused("a line is set aside that is not there")
            present[i] = False
            self.left_out.append((lines[i], self.sources[i]))
        kept = []
        for i, _ in self.structure:
            if i >= len(lines) or not present[i]:
                raise Refused("the structure has a line that is not there, or has it twice")
            present[i] = False
            kept.append((lines[i], self.sources[i], depths[i]))
        if any(present):
            raise Refused(f"{self.sources[present.index(True)]} is missing in the structure")
        return kept, coefficients

    def add_reaction(self, lines, k):
        multiplier = ("jet", self.unknowns[k], 0)
        for jet in sorted(jets_of(self.residuals[k])):
            q = self.unknowns.index(jet[1])
            if jet[2] == 0 and q < self.n:
                slope = partial_derivative(self.residuals[k], jet)
                lines[q] = sum_of(lines[q], product_of(slope, multiplier))

    def do(self, step, lines, depths, present, coefficients):
        at = natural(step["equation"])
        terms = [(natural(term["equation"]), natural(term["times"]),
                  self.parsed(term["coefficient"])) for term in step["terms"]]
        for i in [at] + [term[0] for term in terms]:
            if i >= len(lines) or not present[i]:
                raise Refused("a step takes or changes a line that is not there")
        if any(times > MOST_DERIVATIVES for _, times, _ in terms):
            raise Refused("a step differentiates too often")
        if step["put_in"] is None:
            self.combine(step, at, terms, lines, present, coefficients)
        else:
            self.put_in(step, at, terms, lines)
        for i, times, _ in terms:
            if i != at:
                for original, depth in depths[i].items():
                    depths[at][original] = max(depths[at].get(original, 0), depth + times)

    def combine(self, step, at, terms, lines, present, coefficients):
        if [(times, c) for i, times, c in terms if i == at] != [(0, ONE)]:
            raise Refused(f"the combination for {self.sources[at]} does not hold that line with "
                          "coefficient 1")
        total = NUMBER
        for i, times, coefficient in terms:
            row = lines[i]
            for _ in range(times):
                row = total_derivative(row)
            total = sum_of(total, product_of(coefficient, row))
            coefficients.append(coefficient)
        lines[at] = total
        if step["vanishes"]:
            if not is_identically_zero(total):
                raise Refused(f"the combination for {self.sources[at]} is not seen to be 0")
            present[at] = False

    def put_in(self, step, at, terms, lines):
        jet = self.parsed(step["put_in"])
        if len(terms) != 1 or terms[0][0] == at or jet[0] != "jet":
            raise Refused(f"one other line can be put into {self.sources[at]}")
        i, times, slope = terms[0]
        rest = substituted(lines[i], lambda of: NUMBER if of == jet else None)
        affine = sum_of(product_of(slope, jet), rest)
        if (jets_of(slope) or is_identically_zero(slope)
                or not is_identically_zero(sum_of(lines[i], minus(affine)))):
            raise Refused(f"{self.sources[i]} is not seen to be affine in {step['put_in']}")
        values = [minus(product_of(rest, ("inverse", slope)))]
        for _ in range(times):
            values.append(substituted(total_derivative(values[-1]),
                                      lambda of: values[0] if of == jet else None))

        def value(of):
            k = of[2] - jet[2]
            return values[k] if of[1] == jet[1] and 0 <= k <= times else None
        lines[at] = substituted(lines[at], value)

    # The box

    def read_box(self):
        aside = {self.unknowns[k] for k in self.dependent if k < len(self.unknowns)}
        names = [name for name in self.unknowns if name not in aside]
        if [unknown["name"] for unknown in self.data["structure"]["unknowns"]] != names:
            raise Refused("the unknowns of the structure are not those of the system")
        expected = [(name, k) for name in names for k in range(self.orders[name] + 1)]
        box = self.data["box"]
        if [(entry["of"], entry["order"]) for entry in box] != expected:
            raise Refused("the box has not all coefficients, or others")
        self.columns = {key: c for c, key in enumerate(expected)}
        self.stages = [k - self.orders[name] for name, k in expected]
        self.free = ["value" in entry for entry in box]
        self.exact = [dyadic(entry["value" if "value" in entry else "centre"]) for entry in box]
        radii = [Fraction(0) if "value" in entry else dyadic(entry["radius"]) for entry in box]
        if any(r <= 0 for r, free in zip(radii, self.free) if not free):
            raise Refused("a radius is not positive")
        self.exact_radii = radii
        self.radii = [self.I.of(r) for r in radii]
        self.centre = [self.I.of(c) for c in self.exact]
        self.box = [self.I.widened(c, r[1]) for c, r in zip(self.centre, self.radii)]
        self.time = self.I.of(dyadic(self.data["time"]))

    def given(self, values):
        def of(e, length):
            result = [Intervals.ZERO] * length
            if e[0] == "time":
                result[0] = self.time
                if length > 1:
                    result[1] = self.I.one
                return result
            # Jets above the box are only written: they may have any value.
            for k in range(length):
                column = self.columns.get((e[1], k + e[2]))
                if column is None:
                    break
                result[k] = Intervals.times(values[column], math.perm(k + e[2], e[2]))
            return result
        return of

    def has_jets_above(self, e):
        return any((jet[1], jet[2]) not in self.columns for jet in jets_of(e))

    def value_in_box(self, e):
        return Series(self.I, 1, self.given(self.box)).of(e)[0][0]

    # Checks

    def check(self):
        self.read_box()
        kept, coefficients = self.replay()
        if len(kept) > len(self.orders):
            raise Refused("there are more lines than unknowns")
        self.check_orders(kept)
        try:
            self.check_values(coefficients)
            rows, residuals, slopes = self.equations(kept)
        except Undefined as reason:
            raise Refused(f"a function has no value in the box: {reason}") from None
        self.check_stages(rows, residuals, slopes)
        self.check_order(kept)
        self.check_claims(kept, len(rows))

    def check_orders(self, kept):
        for (line, source, _), (_, times) in zip(kept, self.structure):
            for jet in sorted(jets_of(line)):
                if jet[1] not in self.orders:
                    raise Refused(f"{jet[1]} is no unknown of the structure")
                if jet[2] + times <= self.orders[jet[1]]:
                    continue
                if not is_identically_zero(partial_derivative(line, jet)):
                    raise Refused("the offsets do not fit: a derivative of order "
                                  f"{jet[2]} of {jet[1]} occurs in {source}")

    def check_values(self, coefficients):
        for coefficient in coefficients:
            if self.has_jets_above(coefficient):
                raise Refused("a coefficient of a combination may be infinite in the box")
            self.value_in_box(coefficient)
        for i in range(self.n, len(self.residuals)):
            if self.has_jets_above(self.residuals[i]):
                continue
            low, high = self.value_in_box(self.residuals[i])
            if not low <= 0 <= high:
                raise Refused(f"{self.sources[i]} is not 0 in the box")

    def equations(self, kept):
        """Stages of rows, residuals at the centre, and slopes in the box by row and column."""
        rows, residuals, slopes = [], [], {}
        for (line, _, _), (_, times) in zip(kept, self.structure):
            length, first = times + 1, len(rows)
            residuals += Series(self.I, length, self.given(self.centre)).of(line)[0]
            rows += [r - times for r in range(length)]
            for jet, slope in Series(self.I, length, self.given(self.box)).of(line)[1].items():
                if jet[2] + times > self.orders[jet[1]]:
                    continue  # 0: check_orders
                for r in range(length):
                    for q in range(r + 1):
                        column = self.columns[(jet[1], q + jet[2])]
                        if self.free[column] or slope[r - q] == Intervals.ZERO:
                            continue
                        entry = Intervals.times(slope[r - q], math.perm(q + jet[2], jet[2]))
                        key = (first + r, column)
                        slopes[key] = Intervals.add(slopes.get(key, Intervals.ZERO), entry)
        return rows, residuals, slopes

    def check_stages(self, rows, residuals, slopes):
        lowest = min([0] + rows)
        stages = self.data["stages"]
        if len(stages) != 1 - lowest:
            raise Refused("the number of stages does not fit the structure")
        if any(stage < lowest and not free for stage, free in zip(self.stages, self.free)):
            raise Refused("a coefficient below all stages is called dependent")
        for number, stage in zip(range(lowest, 1), stages):
            self.check_stage(number, stage, rows, residuals, slopes)

    def check_stage(self, number, stage, rows, residuals, slopes):
        here = [i for i, k in enumerate(rows) if k == number]
        columns = [c for c, k in enumerate(self.stages) if k == number and not self.free[c]]
        size = len(here)
        if size != len(columns):
            raise Refused(f"stage {number} has not as many dependent coefficients as equations")
        row_at = {i: k for k, i in enumerate(here)}
        column_at = {c: k for k, c in enumerate(columns)}
        opened = [residuals[i] for i in here]
        block = {}
        for (i, c), slope in slopes.items():
            if i not in row_at:
                continue
            if c in column_at:
                block[(row_at[i], column_at[c])] = slope
            else:
                r = self.radii[c][1]
                opened[row_at[i]] = Intervals.add(opened[row_at[i]], self.I.mul(slope, (-r, r)))
        inverse = self.preconditioner(number, stage, block, size)
        by_column = {}
        for (i, j), slope in block.items():
            by_column.setdefault(j, []).append((i, slope))
        for k, row in enumerate(inverse):
            total = Intervals.ZERO
            for i, factor in enumerate(row):
                if factor:
                    total = Intervals.sub(total, self.I.mul((factor, factor), opened[i]))
            for j in range(size):
                rest = self.I.one if j == k else Intervals.ZERO
                for i, slope in by_column.get(j, []):
                    if row[i]:
                        rest = Intervals.sub(rest, self.I.mul((row[i], row[i]), slope))
                r = self.radii[columns[j]][1]
                total = Intervals.add(total, self.I.mul(rest, (-r, r)))
            r = self.radii[columns[k]][0]
            if not -r < total[0] <= total[1] < r:
                of, order = list(self.columns)[columns[k]]
                raise Refused(f"stage {number} has not an image inside the box at {jet(of, order)}")

    def preconditioner(self, number, stage, block, size):
        """By rows, as integers: any numbers will do."""
        if "inverse" in stage:
            rows = [[dyadic(text) for text in row.split()] for row in stage["inverse"]]
            if [len(row) for row in rows] != [size] * size:
                raise Refused(f"stage {number} has not a preconditioner of its size")
            return [[self.I.of(value)[0] for value in row] for row in rows]
        rows, columns = stage["rows"], stage["columns"]
        pivots = [float(dyadic(text)) for text in stage["pivots"].split()]
        if sorted(rows) != list(range(size)) or sorted(columns) != list(range(size)) or \
                len(pivots) != size:
            raise Refused(f"stage {number} has not an elimination of its size")
        left = [{} for _ in range(size)]
        scale = 1 << self.I.P
        for (i, j), slope in block.items():
            left[i][j] = ((slope[0] + slope[1]) // 2) / scale
        right = [{i: 1.0} for i in range(size)]
        for row, column, recorded in zip(rows, columns, pivots):
            pivot = left[row].get(column, 0.0)
            if pivot == 0 or not abs(pivot - recorded) <= 1e-6 * abs(pivot):
                raise Refused(f"stage {number} has not the pivots that its elimination meets")
            for i in range(size):
                if i == row or not left[i].get(column):
                    continue
                factor = left[i][column] / pivot
                for side in (left, right):
                    for j, value in side[row].items():
                        side[i][j] = side[i].get(j, 0.0) - factor * value
                left[i][column] = 0.0
        inverse = [[0] * size for _ in range(size)]
        for row, column, pivot in zip(rows, columns, pivots):
            for j, value in right[row].items():
                inverse[column][j] = self.I.of(Fraction(value / pivot))[0]
        return inverse

    def check_order(self, kept):
        if self.order == 0 or not self.left_out:
            return
        last = -1000
        for line, source in self.left_out:
            for jet in jets_of(line):
                if jet[1] not in self.orders:
                    raise Refused(f"{source} has derivatives of its own")
                stage = jet[2] - self.orders[jet[1]]
                if stage > last and (stage <= 0 or
                                     not is_identically_zero(partial_derivative(line, jet))):
                    last = stage
        if last > MOST_STAGES_ABOVE:
            raise Refused("a line has derivatives of its own")
        try:
            curve = CurveInLeaf(self, kept, last)
            curve.follow(self.order)
            for line, source in self.left_out:
                curve.check(line, source, self.order)
        except Undefined as reason:
            raise Refused(f"a function has no value along the curve: {reason}") from None

    # Claims

    def check_claims(self, kept, count):
        said = self.data["proved"]
        dimension = 1 + len(self.columns) - count
        freedom = len(self.orders) - len(kept)
        index = max([0] + [depth + times for (_, _, depths), (_, times) in zip(kept, self.structure)
                           for depth in depths.values()])
        index += any(order == 0 for order in self.orders.values())
        if said["dimension"] != dimension:
            raise Refused(f"the dimension is {dimension}, not {said['dimension']}")
        if said["freedom"] != freedom:
            raise Refused(f"the freedom is {freedom}, not {said['freedom']}")
        if freedom == 0 and said["index_at_most"] < index:
            raise Refused(f"the index is proved to be at most {index}, not {said['index_at_most']}")
        hidden = [(self.sources[i], times) for i, times in self.structure if times > 0]
        if [(line["source"], line["times"]) for line in said["hidden"]] != hidden:
            raise Refused("the hidden equations are not those of the structure")
        left = {self.sources[i]: False for i in self.dependent + self.data["aside"]}
        left.update({self.sources[step["equation"]]: True
                     for step in self.data["steps"] if step["vanishes"]})
        if {line["source"]: line["order"] == 0 for line in said["redundant"]} != left:
            raise Refused("the redundant lines are not those that take no part")
        self.check_start()

    def check_start(self):
        start = self.data["start"]
        for (name, order), c in self.columns.items():
            if jet(name, order) not in start["given"]:
                continue
            value = start["given"][jet(name, order)]
            there = float(self.exact[c] * math.factorial(order))
            if not abs(there - value) / max(1.0, abs(value)) <= start["moved_at_most"]:
                raise Refused(f"the box is away from the start in {jet(name, order)}")


def loaded(name):
    try:
        with open(name, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(f"{name}: {error}") from None


def of_report(name, report):
    """The certificate that a report names, which says the same."""
    leaves = [report.get("local") or {}] + list(report.get("leaves") or [])
    leaf = next((leaf for leaf in leaves if leaf.get("certificate")), None)
    if leaf is None:
        return None
    beside = os.path.join(os.path.dirname(name), os.path.basename(leaf["certificate"]))
    data = loaded(beside)
    if data["problem"]["sha256"] != report["problem"]["sha256"]:
        raise Refused("the report is of another problem than its certificate")
    said = data["proved"]
    if any(leaf.get(key) != said[key] for key in ("dimension", "freedom", "index_at_most")):
        raise Refused("the report says other numbers than its certificate")
    hidden = [(line["source"], line["times"]) for line in leaf.get("hidden", [])]
    if hidden != [(line["source"], line["times"]) for line in said["hidden"]]:
        raise Refused("the report says other hidden equations")
    redundant = [(line["source"], line["proof"]) for line in leaf.get("redundant", [])]
    if redundant != [(line["source"], proof_words(line["order"])) for line in said["redundant"]]:
        raise Refused("the report says other redundant lines")
    return data


def verified(name, problem=None):
    """What is proved. Raises Refused or Unreadable; None: there is no certificate."""
    data = loaded(name)
    try:
        if str(data.get("format", "")).startswith("leafwise-decomposition/"):
            data = of_report(name, data)
            if data is None:
                return None
        if data.get("format") != "leafwise-certificate/1":
            raise Unreadable("this is no certificate of format leafwise-certificate/1")
        if problem is not None:
            with open(problem, "rb") as file:
                if hashlib.sha256(file.read()).hexdigest() != data["problem"]["sha256"]:
                    raise Refused("it is of another problem file: the SHA-256 sums differ")
        Certificate(data).check()
        return words_of(data)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, RecursionError,
            OverflowError, OSError) as error:
        raise Unreadable(f"{type(error).__name__}: {error}") from None


def main(arguments):
    problem = None
    if len(arguments) > 1 and arguments[0] == "--problem":
        problem = arguments[1]
        arguments = arguments[2:]
    if len(arguments) != 1 or arguments[0] in ("--help", "-h"):
        print(__doc__)
        return 0 if arguments else 2
    try:
        says = verified(arguments[0], problem)
    except Refused as reason:
        print(f"refused: {reason}")
        return 3
    except Unreadable as reason:
        print(f"this is no certificate: {reason}")
        return 2
    print("undecided: the report names no certificate" if says is None else f"accepted: {says}")
    return 4 if says is None else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
