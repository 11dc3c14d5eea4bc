# SPDX-License-Identifier: GPL-3.0-or-later
"""What a report says of its leaves: degrees of freedom, real points, singular solutions."""

import math

from truth_claims import RIGHT, claim, decompose, false, living, problem, undecided
from truth_reference import Polynomial

TABLE = []


def mechanics(points, bars, extra=()):
    """Points of mass 1 in the plane, bars between them or to fixed places."""
    names = [f"{axis}{i}" for i in range(points) for axis in "xy"]

    def at(end):
        return (f"x{end}", f"y{end}") if isinstance(end, int) else (f"({end[0]})", f"({end[1]})")

    lines = []
    for a, b, length in bars:
        (xa, ya), (xb, yb) = at(a), at(b)
        lines.append(f"({xa} - {xb})^2 + ({ya} - {yb})^2 = {length}")
    quoted = ", ".join(f'"{line}"' for line in (*lines, *extra))
    listed = ", ".join(f'"{name}"' for name in names)
    return f"[mechanics]\ncoordinates = [{listed}]\nmass = [{', '.join('1' for _ in names)}]\nconstraints = [{quoted}]\n"


def linkages(chance):
    """Files, their degrees of freedom, and lines that follow from the others; all by hand, lengths squared."""
    a, b = chance.randint(1, 9), chance.randint(1, 9)
    d, k = chance.randint(12, 15), chance.randint(2, 4)
    links = chance.randint(1, 3)
    chain = [((0, 0) if i == 0 else i - 1, i, chance.randint(1, 9)) for i in range(links)]
    yield "a chain of pendulums", mechanics(links, chain), links, 0
    # |sqrt a - sqrt b| < sqrt c < sqrt a + sqrt b holds for a = 9, b = 16, c = d: two free bars and a rigid triangle.
    yield "a rigid triangle on two bars", mechanics(2, [((0, 0), 0, 9), (0, 1, 16), ((0, 0), 1, d)]), 1, 0
    yield "a truss on two supports", mechanics(1, [((0, 0), 0, 9), ((d - 9, 0), 0, 16)]), 0, 0
    yield "a four-bar", mechanics(2, [((0, 0), 0, 4), (0, 1, 36 + a), ((7, 0), 1, 25 + b)]), 1, 0
    # A third crank on a rigid coupler, all parallel: its line follows on one component only, so is asked in coordinates of that one.
    parallel = [f"x1 - x0 = {d}", "y1 - y0 = 0"]
    yield "three parallel cranks", mechanics(2, [((0, 0), 0, a), ((d, 0), 1, a)], parallel), 1, 1
    yield "a bead on a sphere and a cylinder", _bead([f"x^2 + y^2 + z^2 = {k * k}", "x^2 + y^2 = 1"]), 1, 0
    yield "a bead on a sphere, written twice", _bead([f"x^2 + y^2 + z^2 = {k * k}", f"{k}*x^2 + {k}*y^2 + {k}*z^2 = {k**3}"]), 2, 1
    yield "a bead on a sphere and its tangent plane", _bead([f"x^2 + y^2 + z^2 = {k * k}", f"z = {k}"]), None, 0
    yield "a bead on a definite cone", _bead([f"x^2 + {a}*y^2 = 0", "z = 0"]), None, 0
    yield "a bead where a sphere meets no plane", _bead([f"x^2 + y^2 + z^2 = {k * k}", f"z = {k + 1}"]), None, 0


def _bead(lines):
    quoted = ", ".join(f'"{line}"' for line in lines)
    return f'[mechanics]\ncoordinates = ["x", "y", "z"]\nmass = [1, 1, 1]\nforce = [0, 0, -1]\nconstraints = [{quoted}]\n'


@claim(TABLE, "degrees of freedom of linkages and beads, redundant lines; none over the complex numbers only")
def freedom(world):
    chance = world.random("freedom")
    for _ in range(4 * world.times):
        for what, text, dof, redundant in linkages(chance):
            report, _ = decompose(world, text)
            leaves = living(report)
            if not report["complete"]:
                yield undecided(f"{what}: {report['reason']}")
                continue
            told = [leaf["dof"] for leaf in leaves]
            lines = [len(leaf.get("redundant", [])) for leaf in leaves]
            # None: nothing moves at real points, so no number of those over the complex ones; 0 is right as well.
            good = all(value in (None, 0) for value in told) if dof is None else told and set(told) <= {dof} and (dof == 0 or None not in told)
            good = good and (dof is None or set(lines) <= {redundant})
            if not good and dof is not None and set(told) <= {dof, None}:
                yield undecided(f"{what}: {told}")
            else:
                yield RIGHT if good else false(f"{text}: {told}, {lines} redundant; {dof} and {redundant}")


def definite(letters, chance):
    """A sum of squares of linear forms, more of them than letters, and a constant."""
    def form():
        return sum((chance.randint(-3, 3) * letter for letter in letters), Polynomial()) + chance.randint(-2, 2)

    return sum((form() ** 2 for _ in range(len(letters) + 1)), Polynomial()), form


@claim(TABLE, "real points: none where there is one, or one where there is none, is never said")
def real_points(world):
    chance = world.random("real points")
    for _ in range(60 * world.times):
        names = ["x", "y", "z"][: chance.randint(1, 3)]
        letters = [Polynomial.letter(name) for name in names]
        squares, form = definite(letters, chance)
        kind = chance.randrange(5)
        if kind == 0:
            polynomial, has = squares + chance.randint(1, 9), False
        elif kind == 1:  # an even power of something, plus a definite rest
            polynomial, has = form() ** 4 + squares + 1, False
        elif kind == 2:  # a rational point, planted
            point = {name: chance.randint(-3, 3) for name in names}
            polynomial = squares * chance.choice((1, -1)) + sum((chance.randint(-5, 5) * letter for letter in letters), Polynomial())
            polynomial, has = polynomial - polynomial.at(point), True
        elif kind == 3:  # changes its sign
            polynomial, has = letters[0] ** 3 + squares, True
        else:  # touches zero at one point
            polynomial, has = sum(((letter - chance.randint(-3, 3)) ** 2 for letter in letters), Polynomial()), True
        if not polynomial.names():
            continue
        # u' keeps a motion on each point.
        rates = [f"{name}' = 0" for name in names]
        report, code = decompose(world, problem([*names, "u"], [f"{polynomial} = 0", "u' = u", *rates]))
        if not report["complete"]:
            yield undecided(f"{polynomial}: {report['reason']}")
            continue
        told = {leaf["real"]["points"] for leaf in living(report)}
        truth = "yes" if has else "no"
        if told <= {truth} or (has and "yes" in told):
            yield RIGHT if told or not has else false(f"{polynomial}: no leaf")
        elif "unknown" in told:
            yield undecided(f"{polynomial}: {told}")
        else:
            yield false(f"{polynomial}: {told}, it {'has' if has else 'has no'} real points")


@claim(TABLE, "singular solutions: essential or not, by the low-power theorem")
def essential(world):
    # y'^n = y^m·(unit), m < n: y = 0 is essential; m > n: it is not. Shifted by a polynomial, and scaled.
    chance = world.random("essential")
    for _ in range(30 * world.times):
        n = chance.randint(2, 3)
        m = chance.choice([value for value in range(1, 5) if value != n and math.gcd(value, n) == 1])
        a, b, c = chance.randint(1, 5), chance.randint(-2, 2), chance.randint(-2, 2)
        y, t = Polynomial.letter("y"), Polynomial.letter("t")
        shift = b * t**2 + c * t
        unit = Polynomial.of(1) if chance.random() < 0.5 else 1 + (y - shift)
        line = (Polynomial.letter("y'") - shift.derivative("t")) ** n - a * (y - shift) ** m * unit
        report, _ = decompose(world, problem(["y"], [f"{line} = 0"]), "--critical")
        what = f"{line}, m = {m}, n = {n}"
        if not report["complete"]:
            yield undecided(f"{what}: {report['reason']}")
            continue
        zero = [leaf for leaf in report["leaves"] if "inside" in leaf and leaf["dimension"] == 1 and _holds(leaf, shift)]
        told = zero[0]["essential"] if zero else None
        if told == "unknown":
            yield undecided(f"{what}: not known")
        elif m < n:
            yield RIGHT if told == "yes" else false(f"{what}: {told}")
        else:
            # Where it is a limit it may be a point of the leaf like others, and no singular solution at all.
            yield RIGHT if told in ("no", None) else false(f"{what}: {told}")


def _holds(leaf, shift):
    from fractions import Fraction

    from truth_reference import vanish

    values = {"t": Fraction(3, 7)}
    for times in range(4):
        values["y" + "'" * times] = shift.at(values)
        shift = shift.derivative("t")
    return vanish(leaf["equations"], values)
