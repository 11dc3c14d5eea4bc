# SPDX-License-Identifier: GPL-3.0-or-later
"""Systems whose leaves are known by construction: linear ones in Weierstrass' form, and hidden explicit ones."""

import math
from fractions import Fraction

from truth_claims import RIGHT, claim, decompose, false, living, problem, run, undecided
from truth_reference import Polynomial, holds_on, jets, total_derivative

TABLE = []
T = Polynomial.letter("t")


def unimodular(size, chance):
    """An integer matrix of determinant ±1, from row operations."""
    rows = [[int(i == j) for j in range(size)] for i in range(size)]
    for _ in range(2 * size):
        i, j = chance.sample(range(size), 2) if size > 1 else (0, 0)
        if i != j:
            factor = chance.choice((-2, -1, 1, 2))
            rows[i] = [a + factor * b for a, b in zip(rows[i], rows[j])]
    chance.shuffle(rows)
    return rows


def weierstrass(chance):
    """Equations E x' + A x = f of which blocks, index, freedom and a solution are known."""
    finite, blocks = chance.randint(0, 3), [chance.randint(1, 4) for _ in range(chance.randint(0, 2))]
    if not finite and not blocks:
        finite = 1
    z = [Polynomial.letter(f"z{i}") for i in range(finite + sum(blocks))]
    rates = [Polynomial.letter(f"z{i}'") for i in range(len(z))]
    lines, solution = [], []
    eigenvalues = [chance.randint(-3, 2) for _ in range(finite)]
    for i in range(finite):
        lines.append(rates[i] - eigenvalues[i] * z[i])
        solution.append(None)
    at = finite
    for size in blocks:
        # N z' + z = f: the last line first.
        known = [None] * size
        for i in reversed(range(size)):
            forcing = sum((Polynomial.of(chance.randint(-3, 3)) * T**k for k in range(chance.randint(1, 4))), Polynomial())
            following = known[i + 1].derivative("t") if i + 1 < size else Polynomial()
            known[i] = forcing - following
            lines.append((rates[at + i + 1] if i + 1 < size else Polynomial()) + z[at + i] - forcing)
        solution += known
        at += size
    return z, lines, solution, eigenvalues, max(blocks, default=0)


def mixed(z, lines, chance, units):
    """The same in other unknowns z = Q x, with combined lines, and in other units."""
    size = len(z)
    q, p = unimodular(size, chance), unimodular(len(lines), chance)
    scale = [Fraction(10) ** chance.randint(-units, units) for _ in range(size)]
    x = [f"x{i}" for i in range(size)]

    def replace(line):
        result = Polynomial()
        for key, value in line.terms.items():
            term = Polynomial.of(value)
            for name, exponent in key:
                mark = "'" if name.endswith("'") else ""
                if name == "t":
                    term = term * T**exponent
                else:
                    i = int(name.rstrip("'")[1:])
                    term = term * sum((Polynomial.letter(x[j] + mark) * (q[i][j] * scale[j]) for j in range(size)), Polynomial())
            result = result + term
        return result

    changed = [replace(line) for line in lines]
    combined = [sum((line * factor for line, factor in zip(changed, row)), Polynomial()) for row in p]
    rows = [line * Fraction(10) ** chance.randint(-units, units) for line in combined]
    return x, [f"{row} = 0" for row in rows], q, scale


def inverse_values(q, scale, values):
    """x with Q diag(scale) x = z, by elimination over the rationals."""
    size = len(values)
    rows = [[Fraction(q[i][j]) * scale[j] for j in range(size)] + [Fraction(values[i])] for i in range(size)]
    for i in range(size):
        pivot = next(k for k in range(i, size) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and rows[k][i]:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i])]
    return [row[-1] for row in rows]


@claim(TABLE, "linear systems: one leaf, free values, index as in Weierstrass' form")
def kronecker(world):
    chance = world.random("kronecker")
    for _ in range(50 * world.times):
        z, lines, _, eigenvalues, index = weierstrass(chance)
        names, equations, _, _ = mixed(z, lines, chance, chance.choice((0, 0, 6)))
        report, _ = decompose(world, problem(names, equations))
        leaves = living(report)
        facts = [(leaf["index"], leaf["initial_values"], leaf["freedom"], leaf["dimension"], leaf["status"]) for leaf in leaves]
        known = [(index, len(eigenvalues), 0, len(eigenvalues) + 1, "involutive")]
        if not report["complete"]:
            yield undecided(f"{equations}: {report['reason']}")
        else:
            yield RIGHT if facts == known else false(f"{equations}: {facts} instead of {known}")


@claim(TABLE, "linear systems in any units: a run ends where the closed form says")
def linear_runs(world):
    chance = world.random("linear runs")
    for _ in range(30 * world.times):
        z, lines, solution, eigenvalues, _ = weierstrass(chance)
        names, equations, q, scale = mixed(z, lines, chance, chance.choice((0, 3, 8)))
        begin = [Fraction(chance.randint(-9, 9), 4) if known is None else known.at({"t": Fraction(0)}) for known in solution]
        start = inverse_values(q, scale, begin)
        end = [float(value) * math.exp(rate) for value, rate in zip(begin, eigenvalues)]
        end += [float(known.at({"t": Fraction(1)})) for known in solution[len(eigenvalues) :]]
        truth = [float(value) for value in inverse_values(q, scale, [Fraction(value) for value in end])]
        how = {"method": chance.choice(("dopri54", "dop853", "taylor", "radau_iia_3")), "rtol": 1e-9, "atol": 1e-12}
        outcome = run(world, problem(names, equations, initial={name: str(value) for name, value in zip(names, start)}, to=1, integrate=how))
        what = f"{equations} from {start} with {how['method']}"
        if not outcome.reached:
            yield undecided(f"{what}: {outcome.why()}") if outcome.code == 5 else false(f"{what}: {outcome.why()}")
            continue
        # Each unknown in its own unit; what the matrix Q mixes may be larger than what is left.
        sizes = [max(1.0, *(abs(float(value)) for value in (*begin, *end))) * 100 / float(unit) for unit in scale]
        wrong = [(name, outcome.end[name], value) for name, value, size in zip(names, truth, sizes) if abs(outcome.end[name] - value) > 1e-6 * (size + 1)]
        yield false(f"{what}: {wrong}") if wrong else RIGHT


def random_polynomial(letters, degree, terms, chance):
    result = Polynomial()
    for _ in range(terms):
        term = Polynomial.of(chance.choice((-3, -2, -1, 1, 2, 3)))
        for _ in range(chance.randint(0, degree)):
            term = term * chance.choice(letters)
        result = result + term
    return result


def hidden_system(names, chance):
    """x' = p(x) under a triangular change of unknowns, one equation replaced by what it hides behind: equations, and how to get jets."""
    inner = [Polynomial.letter(f"u{i}") for i in range(len(names))]
    field = {f"u{i}": random_polynomial(inner[: i + 1], 2, 2, chance) for i in range(len(names))}
    # x_i = u_i + g_i(u_0 … u_{i-1}); backwards u_i is a polynomial in x.
    outer, back = {}, []
    for i, name in enumerate(names):
        shift = random_polynomial(inner[:i] or [Polynomial.of(1)], 2, 1, chance) if i else Polynomial()
        outer[name] = inner[i] + shift
        substituted = _substitute(shift, back)
        back.append(Polynomial.letter(name) - substituted)
    equations = []
    for i, name in enumerate(names):
        rate = outer[name].along(field)
        equations.append(Polynomial.letter(name + "'") - _substitute(rate, back))
    # An output that hides the first equation: w = x_0 and w' known, x_0' not given.
    outer["w"] = outer[names[0]] + outer[names[-1]] ** 2
    output = Polynomial.letter("w") - Polynomial.letter(names[0]) - Polynomial.letter(names[-1]) ** 2
    rate = _substitute(outer["w"].along(field), back)
    if len(names) > 1:
        equations[0] = Polynomial.letter("w'") - rate
    equations.append(output)
    if chance.random() < 0.5:
        i, j = chance.sample(range(len(equations)), 2)
        equations[i] = equations[i] + equations[j] * chance.choice((-1, 2))
    if chance.random() < 0.4:
        equations.append(total_derivative(chance.choice(equations[-1:]), {*names, "w"}))
    chance.shuffle(equations)
    return equations, outer, field


def _substitute(polynomial, back):
    result = Polynomial()
    for key, value in polynomial.terms.items():
        term = Polynomial.of(value)
        for name, exponent in key:
            term = term * (back[int(name[1:])] ** exponent if name != "t" else T**exponent)
        result = result + term
    return result


def sample(outer, field, chance):
    point = {name: Fraction(chance.randint(-9, 9), chance.randint(1, 5)) for name in field}
    point["t"] = Fraction(chance.randint(-3, 3))
    return jets(outer, field, point, 4)


@claim(TABLE, "hidden polynomial systems: one leaf, dimension, each equation on exact jets of solutions")
def hidden(world):
    chance = world.random("hidden systems")
    for _ in range(40 * world.times):
        names = ["x", "y", "z"][: chance.randint(1, 2)]
        equations, outer, field = hidden_system(names, chance)
        report, _ = decompose(world, problem([*names, "w"], [f"{line} = 0" for line in equations]))
        what = [str(line) for line in equations]
        leaves = living(report)
        if not report["complete"]:
            yield undecided(f"{what}: {report['reason']}")
            continue
        facts = [(leaf["dimension"], leaf["freedom"], leaf["status"]) for leaf in leaves]
        values = [sample(outer, field, chance) for _ in range(3)]
        on = [[holds_on(leaf, value) for leaf in leaves] for value in values]
        good = all(any(row) for row in on) and (len(names) + 1, 0, "involutive") in facts
        # w' = … may hold on further, singular sets, where x_0 is not determined: those are leaves, too.
        yield RIGHT if good else false(f"{what}: {facts}, solutions on leaves: {on}")


@claim(TABLE, "products of two systems: their solutions each on one leaf, and no leaf that has none")
def products(world):
    chance = world.random("products")
    for _ in range(25 * world.times):
        systems = []
        for _ in range(2):
            x = Polynomial.letter("x")
            field = {"x": random_polynomial([x, T], 2, 2, chance)}
            outer = {"x": x, "y": random_polynomial([x], 2, 2, chance) + Polynomial.letter("x") * chance.choice((1, 0))}
            systems.append((field, outer, [Polynomial.letter("x'") - field["x"], Polynomial.letter("y") - outer["y"]]))
        if str(systems[0][2]) == str(systems[1][2]):
            continue
        equations = [f"({a})*({b}) = 0" for a in systems[0][2] for b in systems[1][2]]
        report, _ = decompose(world, problem(["x", "y"], equations))
        leaves = living(report)
        if not report["complete"]:
            yield undecided(f"{equations}: {report['reason']}")
            continue
        on = []
        for field, outer, _ in systems:
            values = [sample(outer, field, chance) for _ in range(3)]
            on.append([all(holds_on(leaf, value) for value in values) for leaf in leaves])
        good = len(leaves) == 2 and sorted(on) == [[False, True], [True, False]]
        yield RIGHT if good else false(f"{equations}: {len(leaves)} leaves, solutions on them: {on}")
