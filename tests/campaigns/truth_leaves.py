# SPDX-License-Identifier: GPL-3.0-or-later
"""Which leaves there are: components planted by parametrisations, leaves over rank drops, contradictions, two ways of completing."""

import itertools
from fractions import Fraction

from truth_claims import RIGHT, claim, decompose, false, living, problem, undecided
from truth_reference import Polynomial, vanish

TABLE = []
LETTERS = ["x", "y", "z"]
X, Y, Z = (Polynomial.letter(name) for name in LETTERS)


def linear_form(chance):
    while True:
        form = sum((chance.randint(-3, 3) * letter for letter in (X, Y, Z)), Polynomial()) + chance.randint(-4, 4)
        if form.names():
            return form


def rational(chance):
    return Fraction(chance.randint(-9, 9), chance.randint(1, 7))


def component(chance):
    """A prime of x, y, z: generators, and points on it by its parametrisation."""
    a, b = chance.randint(1, 4), chance.randint(-3, 3)
    kind = chance.randrange(7)
    if kind == 0:
        p, q = chance.randint(1, 3), chance.randint(-2, 2)  # a graph
        return [Z - p * X**2 - q * X * Y - b], lambda: (lambda x, y: {"x": x, "y": y, "z": p * x * x + q * x * y + b})(rational(chance), rational(chance))
    if kind == 1:  # a cuspidal curve, in a plane
        return [Y**2 - a * X**3, Z - b], lambda: (lambda s: {"x": a * s * s, "y": a * a * s**3, "z": Fraction(b)})(rational(chance))
    if kind == 2:  # the twisted cubic, stretched
        return [Y - a * X**2, Z - b * X**3 - X], lambda: (lambda s: {"x": s, "y": a * s * s, "z": b * s**3 + s})(rational(chance))
    if kind == 3:  # Whitney's umbrella
        return [X**2 - Y**2 * Z * a], lambda: (lambda s, t: {"x": a * s * t, "y": t, "z": a * s * s})(rational(chance), rational(chance))
    if kind == 4:  # a sphere
        def on_sphere():
            s, t = rational(chance), rational(chance)
            w = s * s + t * t + 1
            return {"x": 2 * a * s / w, "y": 2 * a * t / w, "z": a * (w - 2) / w}

        return [X**2 + Y**2 + Z**2 - a * a], on_sphere
    if kind == 5:  # a point
        point = {name: Fraction(chance.randint(-3, 3)) for name in LETTERS}
        return [Polynomial.letter(name) - value for name, value in point.items()], lambda: dict(point)
    # a nodal curve on a parabolic cylinder
    return [Y**2 - X**2 * (X + a), Z - X * Y], lambda: (lambda s: {"x": s * s - a, "y": s * (s * s - a), "z": s * (s * s - a) ** 2})(rational(chance))


def all_vanish(generators, point):
    return all(line.at(point) == 0 for line in generators)


@claim(TABLE, "minimal primes: products and intersections of planted components, none lost, none invented")
def primes(world):
    chance = world.random("minimal primes")
    for _ in range(75 * world.times):
        parts = [component(chance) for _ in range(chance.randint(2, 3))]
        samples = [[point() for _ in range(3)] for _, point in parts]
        # No component within another one, as far as three points of it tell.
        if any(i != j and all(all_vanish(parts[j][0], point) for point in samples[i]) for i in range(len(parts)) for j in range(len(parts))):
            continue
        products = list(itertools.product(*(generators for generators, _ in parts)))
        lines = []
        for factors in products:
            line = Polynomial.of(1)
            for factor in factors:
                line = line * factor
            lines.append(line)
        if chance.random() < 0.3:  # a thickened one
            shortest = min(range(len(lines)), key=lambda i: len(lines[i].terms))
            lines[shortest] = lines[shortest] ** 2
        report, _ = decompose(world, problem(LETTERS, [f"{line} = 0" for line in lines]), seconds=15)
        what = [str(line) for line in lines][:3]
        if not report["complete"]:
            yield undecided(f"{what}: {report['reason']}")
            continue
        leaves = [leaf["equations"] + [text for text in leaf["linear"]["equations"] if "'" not in text] for leaf in living(report)]
        on = [[all(vanish(leaf, {**point, "t": Fraction(1)}) for point in group) for leaf in leaves] for group in samples]
        good = len(leaves) == len(parts) and all(sum(row) == 1 for row in on) and all(sum(column) == 1 for column in zip(*on))
        yield RIGHT if good else false(f"{what}: {len(leaves)} leaves for {len(parts)} components, points on them: {on}")


def prime_numbers(low, count, chance):
    found = []
    number = low + 2 * chance.randint(0, 10**6) + 1
    while len(found) < count:
        if pow(2, number - 1, number) == 1 and pow(3, number - 1, number) == 1:
            found.append(number)
        number += 2
    return found


@claim(TABLE, "no leaf is lost where a rank drop vanishes modulo many primes")
def modular(world):
    chance = world.random("modular")
    for _ in range(10 * world.times):
        n = 1
        for prime in prime_numbers(chance.choice((2**29, 2**30, 2**31, 2**32, 2**59, 2**60, 2**61, 2**62)), chance.randint(1, 30), chance):
            n *= prime
        equations = ["a*a' + b*b' = 1", f"a*a' + b*b' - 1 + ({n}*a - 1)*(a*b' - b*a' - 3) = 0"]
        for seed in ("1", str(chance.randint(2, 10**6))):
            report, _ = decompose(world, problem(["a", "b"], equations), "--seed", seed)
            yield RIGHT if len(living(report)) == 2 else false(f"{n}, seed {seed}: {len(living(report))} leaves")


@claim(TABLE, "contradictions: named lines contradict each other, and no smaller set of them does")
def contradictions(world):
    chance = world.random("contradictions")
    for _ in range(20 * world.times):
        x, y = Polynomial.letter("x"), Polynomial.letter("y")
        p = chance.randint(1, 3) * x**2 + chance.randint(-2, 2) * y
        # x' = p, y = q(x) and a line that says another thing of y'.
        q = chance.randint(1, 3) * x**2 + chance.randint(-2, 2) * x
        wrong = q.derivative("x") * p + chance.choice((-1, 1, 2))
        guilty = [Polynomial.letter("x'") - p, y - q, Polynomial.letter("y'") - wrong]
        idle = [Polynomial.letter("u'") - chance.randint(1, 3) * Polynomial.letter("u"), Polynomial.letter("w") - Polynomial.letter("u") ** 2]
        lines = [f"{line} = 0" for line in guilty + idle]
        order = list(range(len(lines)))
        chance.shuffle(order)
        lines = [lines[i] for i in order]
        report, code = decompose(world, problem(["x", "y", "u", "w"], lines))
        if code == 4:
            yield undecided(f"{lines}: {report['reason']}")
            continue
        named = [int(word.split()[-1]) - 1 for leaf in report["leaves"] for word in leaf["because"]]
        if code != 3 or not named:
            yield false(f"{lines}: exit {code}, {named}")
            continue
        _, alone = decompose(world, problem(["x", "y", "u", "w"], [lines[i] for i in named]))
        fewer = [decompose(world, problem(["x", "y", "u", "w"], [lines[i] for i in named if i != left]))[1] for left in named] if len(named) > 1 else [0]
        innocent = [i for i in named if order[i] >= len(guilty)]
        good = alone == 3 and 3 not in fewer and not innocent
        yield RIGHT if good else false(f"{lines}: {named}, alone {alone}, one fewer {fewer}, innocent {innocent}")


@claim(TABLE, "the two ways of completing agree: leaves, dimensions, free functions")
def two_ways(world):
    chance = world.random("two ways")
    for _ in range(30 * world.times):
        names = ["x", "y"]
        letters = [Polynomial.letter(name) for name in ("x", "y", "x'", "y'", "t")]
        lines = []
        for _ in range(chance.randint(1, 3)):
            line = Polynomial()
            for _ in range(chance.randint(1, 3)):
                term = Polynomial.of(chance.choice((-2, -1, 1, 2)))
                for _ in range(chance.randint(1, 2)):
                    term = term * chance.choice(letters)
                line = line + term
            if line.names() - {"t"}:
                lines.append(f"{line} = 0")
        if not lines:
            continue
        text = problem(names, lines)
        first, code = decompose(world, text)
        second, other_code = decompose(world, text, "--completion", "elimination")
        if not (first["complete"] and second["complete"]):
            yield undecided(f"{lines}: {first['reason']}, {second['reason']}")
            continue
        facts = [sorted((leaf["dimension"] - (leaf["freedom"] or 0), leaf["freedom"]) for leaf in living(report)) for report in (first, second)]
        counts = [sorted((leaf["initial_values"], leaf["freedom"]) for leaf in living(report)) for report in (first, second)]
        yield RIGHT if counts[0] == counts[1] and code == other_code else false(f"{lines}: {counts}, {facts}, exit {code} and {other_code}")
