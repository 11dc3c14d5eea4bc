# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs beside other sheets of their leaf, and runs to the ends of curves."""

import math
from fractions import Fraction

from truth_claims import RIGHT, claim, false, problem, run, undecided

TABLE = []
METHODS = ("dopri54", "dop853", "rkf45", "bs32", "rk4", "taylor", "taylor_8", "radau_iia_3", "gauss_3", "implicit_midpoint")
FIXED = ("dopri54", "dop853", "rk4", "taylor_8", "radau_iia_3", "gauss_2")
FINEST = {"bs32": 8, "rk4": 8, "rkf45": 9, "implicit_midpoint": 6}


def steps(chance, low=2, high=11, fixed=0.2):
    """A method with a tolerance, or with steps that are all the same."""
    if chance.random() < fixed:
        return {"method": chance.choice(FIXED), "control": "fixed", "step": chance.choice((0.9, 0.3, 0.1, 0.03))}
    method = chance.choice(METHODS)
    rtol = 10.0 ** -chance.randint(low, min(high, FINEST.get(method, high)))
    return {"method": method, "rtol": rtol, "atol": rtol / chance.choice((1, 100))}


def a_leaf(chance):
    """Mostly as every user runs it; else on the completed leaf, which is followed in another way."""
    return () if chance.random() < 0.7 else ("--leaf", "exact")


def stays(outcome, sides_of, what, how):
    """Whether every row is on the side that the run began on. Sides are signed: the half distance to the other one.

    A run that stops may have a row that cannot be told from one on its own sheet: it is as near as its tolerance."""
    if not outcome.rows:
        return undecided(f"{what}: {outcome.why()}")
    sides = [sides_of(row) for row in outcome.rows]
    told_apart = 0 if outcome.reached else how.get("rtol", 1e-7) + how.get("atol", 1e-7)

    def has_changed(row_sides):
        return any(a * b < 0 and abs(a) > told_apart for a, b in zip(row_sides, sides[0]))

    at = next((row for row, row_sides in zip(outcome.rows, sides) if has_changed(row_sides)), None)
    if at is not None:
        return false(f"{what}: at t = {at['t']} on another sheet, {outcome.why()}")
    return RIGHT if outcome.reached else undecided(f"{what}: {outcome.why()}")


def sheets(count, chance):
    """Unknowns u_i with u_i² = a²(t - c)² + e², written in sums of them, so that no line has one of them alone."""
    e = 10.0 ** -chance.randint(1, 9)
    gap = [round(chance.uniform(1, 4), 2) for _ in range(count)]
    slope = [chance.randint(1, 3) for _ in range(count)]
    at = [round(chance.uniform(-0.3, 0.3), 2) if chance.random() < 0.3 else 0 for _ in range(count)]
    names = "yzw"[:count]
    mixed = count > 1 and chance.random() < 0.5
    terms = [f"({name} + {names[i - 1]})" if mixed and i else name for i, name in enumerate(names)]
    equations = [f"{term}^2 = ({s}*(t - ({c})))^2 + ({g}*{e:.0e})^2" for term, s, c, g in zip(terms, slope, at, gap)]
    signs = [chance.choice((1, -1)) for _ in range(count)]
    values = [sign * math.hypot(s * (-1 - c), g * e) for sign, s, c, g in zip(signs, slope, at, gap)]
    start = []
    for i, value in enumerate(values):
        start.append(value - start[i - 1] if mixed and i else value)

    def sides_of(row):
        return tuple(row[name] + (row[names[i - 1]] if mixed and i else 0) for i, name in enumerate(names))

    return list(names), equations, dict(zip(names, start)), sides_of


def sheet_row(count, tries, what):
    @claim(TABLE, what)
    def stay(world):
        chance = world.random(what)
        for _ in range(tries * world.times):
            names, equations, guess, sides_of = sheets(count, chance)
            how = steps(chance)
            outcome = run(world, problem(names, equations, initial={"t": -1}, guess=guess, to=1, integrate=how), *a_leaf(chance), seconds=20)
            yield stays(outcome, sides_of, f"{equations} with {how}", how)

    return stay


sheet_row(1, 50, "a run stays on its sheet: one unknown, gaps of 0.1 to 1e-9")
sheet_row(2, 70, "a run stays on its sheets: two unknowns that come near at once")
sheet_row(3, 40, "a run stays on its sheets: three unknowns that come near at once")


def flat_four_bar(chance):
    """Crank a, coupler b, rocker c, ground d, which nearly lie in line once or twice in each turn: d + a = b + c - e, d - a = b - c + f."""
    b, c = Fraction(chance.randint(10, 30), 10), Fraction(chance.randint(5, 9), 10)
    # One of the two places, or both, are nearly flat; at the other one it is far from it.
    e, f = (Fraction(1, 10 ** chance.randint(3, 7)) if chance.random() < 0.7 else Fraction(1, 10) for _ in range(2))
    a, d = c - (e + f) / 2, b + (f - e) / 2
    equations = [f"(x - ({a})*c)^2 + (y - ({a})*s)^2 = ({b})^2", f"(x - ({d}))^2 + y^2 = ({c})^2", "c' = -s", "s' = c", "c^2 + s^2 = 1"]
    # The joint, at the crank's position (0, a): intersection of two circles, on one side of the line from crank to ground.
    away = math.hypot(a, d)
    along = float(b * b - c * c + a * a + d * d) / (2 * away)
    across = math.sqrt(float(b * b) - along * along)
    side = chance.choice((1, -1))
    x = along * float(d) / away + side * across * float(a) / away
    y = float(a) - along * float(a) / away + side * across * float(d) / away

    def sides_of(row):
        crank = (float(a) * row["c"], float(a) * row["s"])
        return ((float(d) - crank[0]) * (row["y"] - crank[1]) + crank[1] * (row["x"] - crank[0]),)

    return equations, {"x": x, "y": y}, sides_of


@claim(TABLE, "a run stays in its assembly: four-bars that nearly lie in line, two turns")
def four_bars(world):
    chance = world.random("four-bars")
    for _ in range(40 * world.times):
        equations, guess, sides_of = flat_four_bar(chance)
        how = steps(chance, 2, 9, 0)
        file = problem(["x", "y", "c", "s"], equations, initial={"t": 0, "c": 0, "s": 1}, guess=guess, to=13, integrate=how)
        yield stays(run(world, file, *a_leaf(chance), seconds=20), sides_of, f"{equations} from {guess} with {how}", how)


def nested(chance, coarse):
    """Three circles, or four sheets of one quartic, nearer to each other than rough steps are accurate."""
    how = {"method": chance.choice(("dopri54", "dop853", "taylor", "radau_iia_3"))}
    e = chance.choice((0.01, 0.003, 0.001))
    # Below the sheets' distances, which are e of circles and e² of the quartic; or far above.
    how["rtol"] = 10.0 ** -chance.randint(2, 3) if coarse else e * e / 10.0 ** chance.randint(1, 4)
    how["atol"] = how["rtol"] / 100
    if chance.random() < 0.5:
        radii = [1 - e, 1, 1 + e]
        product = "*".join(f"(x^2 + y^2 - ({r})^2)" for r in radii)
        # A small coupling makes it one irreducible curve; its ovals stay within e/10 of the circles.
        equations, start = [f"{product} = ({e}/10)^3*x/100", "c' = -s", "s' = c", "c^2 + s^2 = 1", "x*s = y*c"], {"x": 1, "y": 0}

        def sides_of(row):
            distance = math.hypot(row["x"], row["y"])
            return (-1 if abs(distance - 1) > e / 2 else 1, row["x"] * row["c"] + row["y"] * row["s"])

        return ["x", "y", "c", "s"], equations, {"c": 1, "s": 0}, start, 7, how, sides_of
    b = e * e
    equations = [f"(y^2 - t^2 - {b})*(y^2 - t^2 - 4*{b}) = {b}^2/100"]
    start = {"y": chance.choice((1, -1)) * math.sqrt(1 + chance.choice((1, 4)) * b)}

    def sheet(row):
        share = (row["y"] ** 2 - row["t"] ** 2) / b
        return (row["y"], 2.5 - share)

    return ["y"], equations, {"t": -1}, start, 1, how, sheet


def nested_row(coarse, what):
    @claim(TABLE, what, is_known=coarse)
    def stay(world):
        chance = world.random(what)
        for _ in range(24 * world.times):
            names, equations, initial, guess, to, how, sides_of = nested(chance, coarse)
            file = problem(names, equations, initial=initial, guess=guess, to=to, integrate=how)
            yield stays(run(world, file, seconds=20), sides_of, f"{equations} from {guess} with {how}", how)


nested_row(False, "a run stays on its sheet: three circles, a quartic with four sheets, tolerances below their distance")
nested_row(True, "the same at rtol 1e-2 and 1e-3: known to change sheets (KNOWN_ISSUES), counted only")

# f(u, v) = 0, and v at u = 1: cusps, folds, a ramphoid cusp, a cissoid. There is nothing real just below u = 0.
CURVES = (
    ("v^2 - u^3", 1), ("v^2 - u", 1), ("v^4 - u", 1), ("v^4 - u^3", 1), ("v^2 - u^5", 1), ("v^4 - u^5", 1),
    ("v^2 - u^3*(1 + u)", math.sqrt(2)), ("v^6 - u", 1), ("v^2 - u^7", 1), ("(v - u^2)^2 - u^5", 2), ("v^2*(2 - u) - u^3", 1),
)


@claim(TABLE, "at the end of a curve: no row off it, none beyond, no 'reached'")
def ends(world):
    chance = world.random("ends")
    for _ in range(70 * world.times):
        text, v = chance.choice(CURVES)
        # Seen from elsewhere: u = (x - b·w)/k, v = w is what a shear and a change of units make of it.
        shear, unit, speed = chance.choice((0, 0, 0.5, -2)), chance.choice((1, 1, 0.01, 100)), chance.choice((0.5, 1, 3))
        letters = {"u": f"(x/{unit} - ({shear})*y)", "v": "y"}
        equations = [f"x' - {unit}*({shear})*y' = {speed * unit}", "".join(letters.get(letter, letter) for letter in text) + " = 0"]
        how = steps(chance, 2, 10, 0)  # of steps that are all the same nothing is estimated
        file = problem(["x", "y"], equations, initial={"t": 0, "x": (1 + shear * v) * unit}, guess={"y": v}, to=-3 / speed, integrate=how)
        outcome = run(world, file, seconds=10)
        what = f"{equations} with {how}"
        # u = 1 + speed·t by the equations; rows end at t = -1/speed, up to what the curve's root makes of round-off.
        late = -1 / speed - 1e-3 - (100 * how.get("rtol", 1e-3))
        bad = [row for row in outcome.rows if row["t"] < late or not abs(row["_residual"]) < 1e-6 or not abs(row["y"]) < 10]
        if bad or outcome.code == 0:
            yield false(f"{what}: {outcome.why()}, {bad[:1]}")
        elif outcome.code != 5 or not outcome.rows or outcome.summary["reason"] == "limit":
            yield undecided(f"{what}: {outcome.why()}")
        else:
            yield RIGHT if outcome.rows[-1]["t"] < -0.5 / speed else undecided(f"{what}: stops at {outcome.rows[-1]['t']}")
