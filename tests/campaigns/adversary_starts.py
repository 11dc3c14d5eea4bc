#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files whose [initial] fits one start or several, known by construction: is one of several ever taken in silence?"""

import math
from fractions import Fraction

from adversary_systems import Case, equations_of, file_of


def with_guess(random, text, starts):
    """Half of them with a guess at one of the starts: beside it by a tenth of the way to the next one."""
    if random.random() < 0.5:
        return text, False
    meant = random.choice(starts)
    others = [start for start in starts if start is not meant]
    lines = []
    for name, value in meant.items():
        step = min((abs(value - other[name]) for other in others), default=1) / 10
        lines.append(f'"{name}" = {value + step!r}')
    return text.replace("[integrate]", "\n".join(["[guess]", *lines, "[integrate]"])), True


def case_of(random, unknowns, equations, given, starts, **facts):
    text, is_guessed = with_guess(random, file_of(equations_of(unknowns, equations), given, 0.01), starts)
    return Case(text, starts=len(starts), is_guessed=is_guessed, **facts)


def twins(random):
    """Two starts that differ in one sign of one unknown of many."""
    size, given = random.randint(1, 4), Fraction(random.randint(-20, 20), 10)
    height = Fraction(random.randint(1, 30), 10)
    lines = ["x' - y", f"y^2 - {height ** 2}"]
    names, starts = ["x", "y"], [{"y": float(height)}, {"y": -float(height)}]
    for k in range(size):
        # Even in y: both starts agree in it.
        lines.append(f"z{k} - {random.randint(1, 5)}*y^2 - {'sin(x)' if k % 2 else 'x'}")
        names.append(f"z{k}")
    return case_of(random, names, lines, {"t": 0, "x": given}, starts)


def near_twins(random):
    """Two starts, closer than any try would tell apart: 1e-3 to 1e-7 of their size."""
    root, gap = Fraction(random.randint(-30, 30), 10), Fraction(1, 10 ** random.randint(3, 7))
    lines = ["x' - y", f"(y - ({root}))*(y - ({root + gap}))"]
    return case_of(random, ["x", "y"], lines, {"t": 0, "x": 1}, [{"y": float(root)}, {"y": float(root + gap)}])


def beside_fold(random):
    """A circle given three digits, or 1e-12, beside the point where both halves meet."""
    share = random.choice([Fraction(1, 1000), Fraction(1, 10 ** random.randint(4, 12))])
    x = 1 - share
    y = math.sqrt(float(1 - x * x))
    return case_of(random, ["x", "y"], ["x' - y", "x^2 + y^2 - 1"], {"t": 0, "x": x}, [{"y": y}, {"y": -y}])


def seven_open(random, size=7):
    """Seven unknowns that hang together: quadratic, mixed so that none is determined before all are."""
    bend = [random.randint(1, 3) for _ in range(size)]
    # v1^2 = 1, v_k = bend*v_(k-1)^2 − 1 but for v2, which is odd in v1: two solutions.
    roots = []
    for sign in (1, -1):
        v = [Fraction(sign)]
        for k in range(1, size):
            v.append(bend[k] * v[-1] if k == 1 else Fraction(bend[k], 4 ** k) * v[-1] ** 2 - 1)
        roots.append(v)
    # u = the sum of v up to it: v_k = u_k − u_(k−1).
    v = [f"(u{k}{f' - u{k - 1}' if k else ''})" for k in range(size)]
    lines = ["x' - u0", f"{v[0]}^2 - 1", f"{v[1]} - {bend[1]}*{v[0]}"]
    lines += [f"{v[k]} - {Fraction(bend[k], 4 ** k)}*{v[k - 1]}^2 + 1" for k in range(2, size)]
    # Each with the next one: no part of them has as many equations as unknowns.
    rows = lines[1:]
    mixed = lines[:1] + [f"{row} + {random.randint(1, 3)}*({after})" for row, after in zip(rows, rows[1:])] + rows[-1:]
    starts = [{f"u{k}": float(sum(root[:k + 1])) for k in range(size)} for root in roots]
    return case_of(random, ["x", *(f"u{k}" for k in range(size))], mixed, {"t": 0, "x": 1}, starts)


def only_one(random):
    """One start, of equations that are not affine."""
    a, b = random.randint(1, 9), random.randint(1, 9)
    y = random.choice([-1.5, 0.25, 2.0])
    right = a * Fraction(y) ** 3 + b * Fraction(y)
    lines = ["x' - y", f"{a}*y^3 + {b}*y - ({right})", "exp(z) + z - y"]
    return case_of(random, ["x", "y", "z"], lines, {"t": 0, "x": 1}, [{"y": y}])


def without_start(random):
    """Beyond the edge by more than the tolerance: nothing is there."""
    over = Fraction(1, 10 ** random.randint(1, 4))
    text = file_of(equations_of(["x", "y"], ["x' - y", "x^2 + y^2 - 1"]), {"t": 0, "x": 1 + over}, 0.01)
    return Case(text, is_empty=True)


FAMILIES = {
    "starts: a sign": twins,
    "starts: close together": near_twins,
    "starts: beside a fold": beside_fold,
    "starts: seven open unknowns": seven_open,
    "starts: only one": only_one,
    "starts: none": without_start,
}
