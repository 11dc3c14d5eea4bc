# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs against closed forms and against Taylor's method in 40 digits: hidden terms of series, poles, accuracy."""

import math

from truth_claims import RIGHT, claim, false, problem, run, undecided
from truth_reference import Polynomial, flow, growth

TABLE = []
X, V, T = (Polynomial.letter(name) for name in "xvt")
SERIES = ("taylor", "taylor_5", "taylor_8", "taylor_10", "taylor_12", "taylor_15", "taylor_20")
ALL = ("dopri54", "dop853", "rkf45", "rk4", "bs32", "radau_iia_3", "gauss_3", "taylor", "taylor_8", "taylor_20")


def tolerances(low, high, chance):
    rtol = 10.0 ** -chance.randint(low, high)
    return {"rtol": rtol, "atol": rtol / chance.choice((1, 10, 100))}


def allowed(run_, how, worst, size):
    """docs/methods.md: at most five times the tolerance for each step made, and these errors grow like the solution's own.

    Twice that for rows of growth between the five places; round-off where it is more than the tolerance."""
    steps = run_.summary["steps"] + run_.summary["rejected"] + 1
    tolerance = how["rtol"] * size + how["atol"]
    return 10 * steps * worst * (tolerance + 1e-15 * size)


def compare(outcome, how, truth, worst, what):
    """A run against the state at its goal; None: there is a pole before it."""
    if not outcome.reached:
        if outcome.code != 5:
            return false(f"{what}: {outcome.why()}")
        return RIGHT if truth is None else undecided(f"{what}: {outcome.why()}")
    if truth is None:
        return false(f"{what}: reached beyond a pole, {outcome.end}")
    error = max(abs(outcome.end[name] - value) for name, value in truth.items())
    size = max(1.0, *(abs(value) for value in truth.values()))
    bound = allowed(outcome, how, worst, size)
    return RIGHT if error <= bound else false(f"{what}: {error:.2g} off, allowed {bound:.2g}")


def hidden_terms(chance):
    """Fields by which every coefficient up to some order may vanish at t = 0: names, field, equations, start."""
    c = chance.choice((-1, 1)) * chance.randint(1, 9)
    m = chance.randint(1, 8)
    kind = chance.randrange(5)
    if kind == 0:
        return {"x": c * T**m * X**2}, [f"x' = {c}*t^{m}*x^2"], {"x": 1.0}
    if kind == 1:
        return {"x": V, "v": -abs(c) * T**m * X}, ["x' = v", f"v' = -{abs(c)}*t^{m}*x"], {"x": 1.0, "v": 0.0}
    if kind == 2:
        return {"x": X**2 + c * T**m}, [f"x' = x^2 + {c}*t^{m}"], {"x": 0.0}
    if kind == 3:
        k = chance.randint(3, 6)
        return {"x": c * T**m - X**k}, [f"x' = {c}*t^{m} - x^{k}"], {"x": 0.0}
    return {"x": V, "v": c * T**m - X**3}, ["x' = v", f"v' = {c}*t^{m} - x^3"], {"x": 0.0, "v": 0.0}


@claim(TABLE, "Taylor series whose first coefficients vanish: right, or stopped")
def hidden(world):
    chance = world.random("hidden terms")
    for _ in range(60 * world.times):
        field, equations, start = hidden_terms(chance)
        to = round(chance.uniform(0.4, 2.2), 3)
        truth = flow(field, list(start.values()), 0, to)
        worst = growth(field, list(start.values()), 0, to) if truth else 1
        how = {"method": chance.choice(SERIES), **tolerances(2, 12, chance)}
        if truth and worst > 1e6:
            continue  # nothing can be said of the end
        what = f"{equations} from {start} to {to} with {how}"
        outcome = run(world, problem(list(start), equations, initial=start, to=to, integrate=how))
        yield compare(outcome, how, truth and dict(zip(start, truth)), worst, what)


@claim(TABLE, "no run is beyond a pole: all kinds of methods")
def poles(world):
    # x' = c t^m x^(k+1), x(0) = a: x^-k = a^-k - k c t^(m+1)/(m+1).
    chance = world.random("poles")
    for _ in range(80 * world.times):
        m, k, c, a = chance.randint(0, 8), chance.randint(1, 3), chance.randint(1, 9), round(chance.uniform(0.5, 2), 2)
        pole = ((m + 1) * a**-k / (k * c)) ** (1 / (m + 1))
        # At 1e-2 some steps over poles are known (KNOWN_ISSUES).
        how = {"method": chance.choice(ALL), **tolerances(3, 11, chance)}
        # Within its tolerance a run may have its pole elsewhere.
        to = pole * (1 + max(chance.choice((0.001, 0.01, 0.3, 1, 4)), 300 * how["rtol"]))
        outcome = run(world, problem(["x"], [f"x' = {c}*t^{m}*x^{k + 1}"], initial={"x": a}, to=to, integrate=how))
        what = f"x' = {c} t^{m} x^{k + 1} from {a}, pole {pole:.6g}, to {to:.6g} with {how}"
        end = outcome.summary.get("t", 0)
        # The pole of a solution that is off by the tolerance lies elsewhere: by the derivative of pole by a, k a^-1 pole/(m+1).
        shift = 100 * how["rtol"] * pole * max(1, k) * (1 + outcome.summary.get("steps", 0) / 10)
        beyond = [row["t"] for row in outcome.rows if row["t"] > pole + shift]
        if outcome.code == 0 or beyond:
            yield false(f"{what}: {outcome.why()}, rows at {beyond[:2]}")
        elif end < 0.9 * pole:
            yield undecided(f"{what}: stops at {end}: {outcome.why()}")
        else:
            yield RIGHT


def _kepler(e):
    start = {"x": 1 - e, "y": 0, "u": 0, "v": math.sqrt((1 + e) / (1 - e))}
    return ["x' = u", "y' = v", "u' = -x/(x^2+y^2)^(3/2)", "v' = -y/(x^2+y^2)^(3/2)"], start, "6*pi", {"x": 1 - e, "y": 0.0}


def closed_forms(chance):
    """Equations, start, goal, the truth there, growth of errors by hand."""
    w = chance.choice((1, 2, 3, 7))
    b = chance.randint(1, 5)
    to = round(chance.uniform(1, 9), 3)
    e = chance.choice((0.1, 0.3, 0.6))
    kepler, start, goal, truth = _kepler(e)
    return (
        ([f"x'' = -{w * w}*x"], {"x": 1, "x'": b}, to, {"x": math.cos(w * to) + b / w * math.sin(w * to)}, 2 * w),
        ([f"x' = -{b}*x"], {"x": 2}, to, {"x": 2 * math.exp(-b * to)}, 1),
        ([f"x' = {b}*cos({w}*t)*x"], {"x": 1}, to, {"x": math.exp(b * math.sin(w * to) / w)}, math.exp(2 * b / w)),
        (["x' = x*(1-x)"], {"x": 0.1}, to, {"x": 1 / (1 + 9 * math.exp(-to))}, 3),
        (["x^2 + y^2 = 1", f"x' = -{w}*y", f"y' = {w}*x"], {"x": 1, "y": 0}, to, {"x": math.cos(w * to), "y": math.sin(w * to)}, 2),
        (["x*y = 1", f"x' = {b}*x", "z' = x*y"], {"x": 1, "z": 0}, 1, {"x": math.exp(b), "y": math.exp(-b), "z": 1}, math.exp(b)),
        (["x' = 1/(1+t^2)", "y = tan(x)"], {"x": 0, "y": 0}, to, {"x": math.atan(to)}, 1 + to * to),
        (["x' = sqrt(x)"], {"x": 1}, to, {"x": (1 + to / 2) ** 2}, (1 + to / 2)),
        # The phase is what errors of a step go into: a revolution is 3/2·(error of energy), and energies at the pericentre count (1+e)/(1-e)-fold.
        (kepler, start, goal, truth, 200 * ((1 + e) / (1 - e)) ** 2),
    )


@claim(TABLE, "what arrives is within docs/methods.md: closed forms, all kinds of methods")
def accuracy(world):
    chance = world.random("accuracy")
    for _ in range(6 * world.times):
        for equations, start, to, truth, worst in closed_forms(chance):
            how = {"method": chance.choice(ALL), **tolerances(3, 12, chance)}
            if how["method"] in ("rk4", "bs32", "rkf45") and how["rtol"] < 1e-9:
                how["method"] = "dop853"  # millions of steps
            what = f"{equations} from {start} to {to} with {how}"
            outcome = run(world, problem(sorted({name.rstrip("'") for name in {**start, **truth}}), equations, initial=start, to=to, integrate=how))
            yield compare(outcome, how, truth, worst, what)


@claim(TABLE, "rows between steps are as good as those at steps")
def between(world):
    chance = world.random("between")
    for _ in range(20 * world.times):
        w, to = chance.randint(1, 6), round(chance.uniform(2, 20), 2)
        how = {"method": chance.choice(("dopri54", "dop853", "taylor", "taylor_8", "gauss_3")), **tolerances(3, 11, chance), "samples": 301}
        outcome = run(world, problem(["x", "y"], ["x^2 + y^2 = 1", f"x' = {w}*y", f"y' = -{w}*x"], initial={"x": 0, "y": 1}, to=to, integrate=how))
        what = f"circle, {w}, to {to} with {how}"
        if not outcome.reached:
            yield undecided(f"{what}: {outcome.why()}")
            continue
        worst = max(abs(row["x"] - math.sin(w * row["t"])) for row in outcome.rows)
        bound = allowed(outcome, how, 2, 1)
        off = max(abs(row["x"] ** 2 + row["y"] ** 2 - 1) for row in outcome.rows)
        # On the circle each row is to round-off.
        fault = worst > bound or off > 1e-13 or len(outcome.rows) != 301
        yield false(f"{what}: {worst:.2g} off, allowed {bound:.2g}, off the leaf {off:.2g}") if fault else RIGHT
