# SPDX-License-Identifier: GPL-3.0-or-later
"""What is imposed, swept, or stiff."""

import csv
import math
from fractions import Fraction

from truth_claims import RIGHT, claim, false, problem, put, run, undecided
from truth_reference import Polynomial, flow

TABLE = []
X, V = Polynomial.letter("x"), Polynomial.letter("v")


def hamiltonian(chance):
    """x' = H_v, v' = -H_x with a definite H: the motion stays bounded."""
    energy = V**2 * chance.randint(1, 3) + X**4 * chance.randint(1, 3) + X**2 * chance.randint(1, 5)
    if chance.random() < 0.5:
        energy = energy + X**2 * V**2
    return energy, {"x": energy.derivative("v"), "v": -energy.derivative("x")}


@claim(TABLE, "[impose]: what is conserved holds in each row, and the end is right")
def imposed(world):
    chance = world.random("imposed")
    for _ in range(20 * world.times):
        energy, field = hamiltonian(chance)
        start = {"x": round(chance.uniform(0.2, 1), 3), "v": round(chance.uniform(-1, 1), 3)}
        how = {"method": chance.choice(("dopri54", "dop853", "taylor", "radau_iia_3")), "rtol": 1e-9, "atol": 1e-11}
        tail = f'[invariants]\nenergy = "{energy}"\n[impose]\ninvariants = ["energy"]\n'
        equations = [f"{name}' = {speed}" for name, speed in field.items()]
        outcome = run(world, problem(["x", "v"], equations, initial=start, to=2, integrate=how, tail=tail))
        what = f"{equations} from {start}, {energy}, {how['method']}"
        if not outcome.reached:
            yield undecided(f"{what}: {outcome.why()}") if outcome.code != 3 else false(f"{what}: {outcome.why()}")
            continue
        level = energy.at(start)
        off = max(abs(float(energy.at(row)) - float(level)) for row in outcome.rows)
        truth = flow(field, list(start.values()), 0, 2)
        error = max(abs(outcome.end[name] - value) for name, value in zip(start, truth))
        # Errors along the orbit grow with its twist, which is bounded here by some tens.
        bad = off > 1e-12 * max(1, float(level)) or error > 3e-6
        yield false(f"{what}: {off:.2g} off the level, {error:.2g} off at the end") if bad else RIGHT


@claim(TABLE, "[impose]: what is not conserved is refused")
def not_conserved(world):
    chance = world.random("not conserved")
    for _ in range(15 * world.times):
        energy, field = hamiltonian(chance)
        other = energy + chance.choice((X, V, X * V, X**3, V**3)) * chance.choice((1, -2, 3))
        tail = f'[invariants]\nenergy = "{other}"\n[impose]\ninvariants = ["energy"]\n'
        equations = [f"{name}' = {speed}" for name, speed in field.items()]
        outcome = run(world, problem(["x", "v"], equations, initial={"x": 0.5, "v": 0.25}, to=1, tail=tail))
        said = "conserved" in outcome.err
        yield RIGHT if outcome.code in (2, 3) and said else false(f"{equations}, {other}: {outcome.why()}")


@claim(TABLE, "sweeps: each row is its single run")
def sweeps(world):
    chance = world.random("sweeps")
    for _ in range(4 * world.times):
        w = [chance.randint(1, 9) for _ in range(3)]
        starts = [round(chance.uniform(-1, 1), 3) for _ in range(2)]
        method = chance.choice(("dopri54", "dop853", "taylor", "radau_iia_3"))
        text = problem(["x", "y"], ["x' = -k*y", "y' = k*x - x^3*y"], parameters={"k": 1}, initial={"x": 1, "y": 0}, to=3, integrate={"method": method})
        tail = f'[[events]]\nname = "half"\nwhen = "x = 1/2"\n[sweep]\nk = {w}\n"initial.y" = {starts}\n'
        file = put(world, text + tail)
        out = file.parent / "sweep"
        result = world.run("sweep", file, "--no-cache", "-q", "-o", out, "--threads", str(chance.randint(1, 3)))
        if result.fault({0, 5}):  # some of its runs may end at poles
            yield false(f"{file}: {result.fault({0, 5})}")
            continue
        with open(out / "sweep.csv", encoding="utf-8", newline="") as table:
            rows = list(csv.DictReader(table))
        if len(rows) != len(w) * len(starts):
            yield false(f"{file}: {len(rows)} rows")
        for row in rows:
            single = run(world, text, "--set", f"k={row['k']}", "--set", f"initial.y={row['initial.y']}")
            told = {name: float(row[name]) for name in single.end if name in row}
            same = told == single.end and row["reason"] == single.summary["reason"]
            yield RIGHT if same else false(f"{file}, k = {row['k']}, y = {row['initial.y']}: {told} instead of {single.end}")


def stiff_spring(chance):
    """A strong spring across a line through the origin beside a soft one; two linear oscillations, in rotated coordinates."""
    angle = chance.choice((0.0, math.asin(0.6), math.asin(5 / 13)))
    sine, cosine = {0.0: ("0", "1"), math.asin(0.6): ("3/5", "4/5"), math.asin(5 / 13): ("5/13", "12/13")}[angle]
    w, epsilon = chance.randint(1, 3), 10.0 ** -chance.randint(2, 5)
    across = f"(-({sine})*x + ({cosine})*y)"
    along = f"(({cosine})*x + ({sine})*y)"
    text = f'[mechanics]\ncoordinates = ["x", "y"]\nmass = [1, 1]\nforce = ["-{w * w}*{along}*({cosine})", "-{w * w}*{along}*({sine})"]\n'
    text += f'[stiff]\npotential = "{across}^2/2"\nepsilon = {epsilon}\n'
    return text, angle, w, epsilon


@claim(TABLE, "radau5_stiff: smooth motion beside a strong spring, against the closed form")
def stiff(world):
    chance = world.random("stiff")
    for _ in range(20 * world.times):
        text, angle, w, epsilon = stiff_spring(chance)
        a, b = round(chance.uniform(0.5, 1), 3), round(chance.uniform(-1, 1), 3)
        to = round(chance.uniform(1, 4), 2)
        start = {"x": a * math.cos(angle), "y": a * math.sin(angle), "x'": b * math.cos(angle), "y'": b * math.sin(angle)}
        rtol = 10.0 ** -chance.randint(4, 8)
        how = {"method": "radau5_stiff", "rtol": rtol, "atol": rtol}
        outcome = run(world, problem([], [], initial=start, to=to, integrate=how, head=text))
        what = f"w {w}, eps {epsilon}, angle {angle:.2f}, {how}"
        if not outcome.reached:
            yield undecided(f"{what}: {outcome.why()}")
            continue
        s = a * math.cos(w * to) + b / w * math.sin(w * to)
        error = max(abs(outcome.end["x"] - s * math.cos(angle)), abs(outcome.end["y"] - s * math.sin(angle)))
        # Ten for each step, as of other methods; the start is smooth up to the rounding of its sines, over epsilon.
        bound = 10 * (outcome.summary["steps"] + 1) * rtol * 3 * w + 1e-15 / epsilon
        yield false(f"{what}: {error:.2g} off, allowed {bound:.2g}") if error > bound else RIGHT


def particle(chance):
    """On a sphere, under polynomial forces: m q'' = F - 2 c q λ, where λ = (m v² + F·q)/(2 c l²); all polynomial."""
    names, speeds = "xyz", "uvw"
    q, v = ([Polynomial.letter(name) for name in letters] for letters in (names, speeds))
    m, c, l = Fraction(chance.randint(1, 6), 2), chance.choice((1, 3, Fraction(1, 2), -2)), chance.randint(1, 2)
    force = [chance.randint(-3, 3) * q[i] ** chance.randint(0, 3) + chance.randint(-2, 2) * q[i - 1] for i in range(3)]
    press = (m * sum((a * a for a in v), Polynomial()) + sum((f * a for f, a in zip(force, q)), Polynomial())) * Fraction(1, l * l)
    field = {name: v[i] for i, name in enumerate(names)}
    field |= {name: (force[i] - q[i] * press) * (1 / m) for i, name in enumerate(speeds)}
    quoted = ", ".join(f'"{f}"' for f in force)
    text = f'[mechanics]\ncoordinates = ["x", "y", "z"]\nmass = ["{m}", "{m}", "{m}"]\nforce = [{quoted}]\n'
    text += f'constraints = ["({c})*(x^2 + y^2 + z^2) = {c * l * l}"]\n'
    return text, field, press * (1 / (2 * Fraction(c))), l


@claim(TABLE, "[mechanics]: a particle on a sphere and the force that holds it, against 40 digits")
def mechanics(world):
    chance = world.random("mechanics")
    for _ in range(8 * world.times):
        text, field, reaction, l = particle(chance)
        a, s = chance.choice(((0.6, 0.8), (0.28, 0.96), (0.8, -0.6))), chance.uniform(-1, 1)
        start = {"x": l * a[0], "y": l * a[1], "z": 0.0, "x'": -s * a[1], "y'": s * a[0], "z'": round(chance.uniform(-1, 1), 2)}
        to = round(chance.uniform(0.3, 1), 2)
        values = list(start.values())
        truth = flow(field, values, 0, to)
        beside = flow(field, [value + 1e-7 for value in values], 0, to)
        # Of one direction and from the start only: ten times as much for others.
        worst = 10 * max(1.0, *(abs(a - b) / 1e-7 for a, b in zip(truth, beside)))
        method = chance.choice(("dopri54", "dop853", "taylor", "radau_iia_3", "radau5_index3"))
        rtol = 10.0 ** -chance.randint(5, 10)
        given = start if method == "radau5_index3" else {key: value for key, value in start.items() if key != "x'"}
        way = () if method == "radau5_index3" else ("--leaf", chance.choice(("exact", "local")))
        how = {"method": method, "rtol": rtol, "atol": rtol}
        if "x'" not in given and abs(a[0]) < 0.1:
            continue
        outcome = run(world, problem([], [], initial=given, to=to, integrate=how, head=text), *way)
        what = f"{text} from {start} to {to} with {how} {way}"
        if not outcome.reached:
            yield undecided(f"{what}: {outcome.why()}")
            continue
        end = dict(zip("xyzuvw", truth))
        force = float(reaction.at({name: Fraction(value) for name, value in end.items()}))
        error = max(abs(outcome.end[name] - end[letter]) for name, letter in zip(("x", "y", "z", "x'", "y'", "z'"), "xyzuvw"))
        size = max(1.0, *(abs(value) for value in truth))
        # As methods.md says of steps; the force is a polynomial of degree 4 in what has such errors, and radau5_index3 has one power less for it.
        bound = 10 * (outcome.summary["steps"] + 1) * rtol * size * worst + 1e-12
        told = outcome.end.get("_force1", outcome.end.get("lambda1"))
        slack = bound * 100 * size**3 * (1 if method != "radau5_index3" else 1e4)
        bad = error > bound or abs(told - force) > slack
        yield false(f"{what}: {error:.2g} off, allowed {bound:.2g}; force {told} instead of {force}") if bad else RIGHT
