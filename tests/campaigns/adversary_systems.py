#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Systems made to mislead whoever looks at one point, or at the structure only; what is true of them is known by construction."""

import dataclasses
import math
from fractions import Fraction

import local_systems
from adversary_references import frame_motion, inverse_arc, runge_kutta
from local_systems import quoted


@dataclasses.dataclass
class Case:
    """A problem file, and what is true of it; None is not known or not asked."""

    text: str
    dimension: int = None  # of the leaf at the start, t counted
    freedom: int = 0
    index: int = None
    redundant: int = None
    end: dict = None  # the state where the run ends
    tolerance: float = 1e-5  # of the state
    is_empty: bool = False  # nothing solves it near the start
    may_reach: bool = True  # False: the solution ends before
    leaf_only: bool = False  # only the leaf is asked for, not its motion
    starts: int = None  # that fit [initial]
    is_guessed: bool = False  # [guess] is near one of them


def file_of(tables, given, to):
    lines = [f'"{name}" = "{value}"' for name, value in given.items()]
    return "\n".join([*tables, "[initial]", *lines, "[integrate]", f"to = {{ t = {to} }}"]) + "\n"


def equations_of(unknowns, equations):
    return [f"unknowns = {quoted(unknowns)}", f"equations = {quoted(f'{line} = 0' for line in equations)}"]


def mechanics_of(coordinates, force, constraints):
    return ["[mechanics]", f"coordinates = {quoted(coordinates)}", f"mass = {[1] * len(coordinates)}",
            f"force = {quoted(force)}", f"constraints = {quoted(constraints)}"]


def tiny(random):
    return Fraction(1, 10 ** random.randint(3, 12)) * random.choice([-1, 1])


# Near singular positions.


def beside_change_point(random):
    """A parallelogram of bars that nearly lies flat: it turns evenly, on through the flat positions."""
    s, long, speed = tiny(random), random.randint(2, 5), Fraction(random.randint(5, 15), 10)
    cosine, sine = (1 - s * s) / (1 + s * s), 2 * s / (1 + s * s)
    given = {"t": 0, "a": cosine, "b": sine, "c": cosine + long, "d": sine}
    given |= {"a'": -sine * speed, "b'": cosine * speed, "c'": -sine * speed, "d'": cosine * speed}
    to = random.choice([1.5, 4])
    angle = 2 * math.atan(s) + float(speed) * to
    end = {"a": math.cos(angle), "b": math.sin(angle), "c": math.cos(angle) + long, "d": math.sin(angle)}
    bars = ["a^2 + b^2 = 1", f"(c - {long})^2 + d^2 = 1", f"(c - a)^2 + (d - b)^2 = {long ** 2}"]
    return Case(file_of(mechanics_of("abcd", "0000", bars), given, to), 3, end=end, redundant=0)


def beside_crossing(random):
    """A bead on one of two curves that cross, towards the crossing or away from it: it goes straight on."""
    slopes = random.sample(range(-3, 4), 2)
    p, r = slopes
    q, s = random.randint(-2, 2), random.randint(-2, 2)
    b, speed = tiny(random), random.choice([-1, 1])
    given = {"t": 0, "a": p * b + q * b**3, "b": b, "a'": (p + 3 * q * b * b) * speed, "b'": speed}
    constraint = f"(a - ({p})*b - ({q})*b^3)*(a - ({r})*b - ({s})*b^3) = 0"
    if random.random() < 0.5:
        constraint = f"a^2 - a*(({p + r})*b + ({q + s})*b^3) + (({p})*b + ({q})*b^3)*(({r})*b + ({s})*b^3) = 0"
    to = 0.5
    rate = lambda x: math.hypot(1, p + 3 * q * x * x)
    x = inverse_arc(rate, float(b), speed * to * rate(float(b)))
    return Case(file_of(mechanics_of("ab", "00", [constraint]), given, to), 3, end={"b": x, "a": p * x + q * x**3}, redundant=0)


def beside_cusp(random):
    """A bead on a cusp, away from it or into it, where its motion ends."""
    s, away = abs(tiny(random)) ** Fraction(1, 1), random.random() < 0.7
    s = s * 1000 if s < Fraction(1, 10**6) else s
    speed = s * (1 if away else -1)
    given = {"t": 0, "a": s**3, "b": s**2, "a'": 3 * s * s * speed, "b'": 2 * s * speed}
    rate = lambda x: x * math.hypot(2, 3 * x)
    first = rate(float(s)) * float(speed)
    to = 0.3 / abs(first) if away else 2 * float(s) ** 2 / abs(first)
    end = None
    if away:
        x = inverse_arc(rate, float(s), 0.3)
        end = {"a": x**3, "b": x**2}
    # Below 1e-8 all of the way to the cusp is within the tolerances of a run, 1e-10.
    may_reach = away or s < Fraction(1, 10**4)
    return Case(file_of(mechanics_of("ab", "00", ["a^2 = b^3"]), given, repr(to)), 3, end=end, redundant=0, may_reach=may_reach)


def beside_vanishing_coefficient(random):
    """The coefficient of a derivative is nearly 0 at the start; the sign tells whether the solution leaves that place."""
    x, scale = tiny(random), 10 ** random.randint(-4, 4)
    y = Fraction(random.randint(11, 18), 10)
    lines = [f"{scale}*((x - 1)*x' + y' - 1)", "(x - 1)*x' + 2*y' - y"]
    to = 0.4
    square = float(x) ** 2 + 2 * (2 * to - to - (float(y) - 1) * (math.exp(to) - 1))
    end = {"x": 1 + math.copysign(math.sqrt(square), x), "y": 1 + (float(y) - 1) * math.exp(to)} if square > 0 else None
    return Case(file_of(equations_of("xy", lines), {"t": 0, "x": 1 + x, "y": y}, to), 3, end=end, may_reach=square > 0)


def touching_circles(random):
    """Bars in line hold a point that has nowhere to go."""
    r, s = random.randint(1, 3), random.randint(1, 3)
    given = {"t": 0, "a": Fraction(r) + tiny(random) * random.randint(0, 1), "b": 0}
    bars = [f"a^2 + b^2 = {r * r}", f"(a - {r + s})^2 + b^2 = {s * s}"]
    return Case(file_of(mechanics_of("ab", "00", bars), given, 1), 1, end={"a": r, "b": 0}, tolerance=1e-3)


# Structure that is not what it seems.


class Known:
    """States and outputs with a known course: y0 = c·exp(t), each y_k from the derivative of the one before."""

    def __init__(self, random, outputs=None):
        self.random = random
        self.outputs = random.randint(1, 3) if outputs is None else outputs
        self.states = random.randint(1, 2)
        self.begin = round(random.uniform(0.1, 0.9), 3)
        number = lambda: random.randint(1, 5)
        self.rates = [(number(), number()) for _ in range(self.states)]
        self.factors = [random.randint(1, 3) for _ in range(self.outputs)]
        self.given = {f"x{k}": round(random.uniform(0.1, 0.6), 3) for k in range(self.states)}
        self.unknowns = [*self.given, *(f"y{k}" for k in range(self.outputs))]

    def lines(self):
        """Each with its derivative."""
        found = []
        for k, (a, b) in enumerate(self.rates):
            found.append((f"x{k}' - {a}*y0 + x{k}^2 - {b}*sin(t)", f"x{k}'' - {a}*y0' + 2*x{k}*x{k}' - {b}*cos(t)"))
        for k, c in enumerate(self.factors):
            found.append((f"y{k} - {c}*exp(t)", f"y{k}' - {c}*exp(t)") if k == 0 else
                         (f"y{k} - {c}*y{k - 1}' - y0^2", f"y{k}' - {c}*y{k - 1}'' - 2*y0*y0'"))
        return found

    def end(self, to):
        first = self.factors[0]
        def slope(t, x):
            return [a * first * math.exp(t) - u * u + b * math.sin(t) for u, (a, b) in zip(x, self.rates)]
        x = runge_kutta(slope, self.begin, list(self.given.values()), to, 400)
        # y_k = Σ of exp(j t): kept as coefficients.
        end, course = dict(zip(self.given, x)), {1: first}
        for k in range(self.outputs):
            if k:
                course = {j: self.factors[k] * j * value for j, value in course.items()}
                course[2] = course.get(2, 0) + first**2
            end[f"y{k}"] = sum(value * math.exp(j * to) for j, value in course.items())
        return end

    def case(self, lines, to=1.2, **facts):
        lines = list(lines)
        self.random.shuffle(lines)
        facts = {"dimension": 1 + self.states, "index": self.outputs, "end": self.end(to)} | facts
        return Case(file_of(equations_of(self.unknowns, lines), {"t": self.begin, **self.given}, to), **facts)


def added_lines(random):
    """More equations than unknowns; those beyond follow from the others, by a product or a derivative."""
    known = Known(random)
    lines = known.lines()
    added = []
    for _ in range(random.randint(1, 2)):
        one, other = random.choice(lines), random.choice(lines)
        kind = random.randrange(3)
        scale = f"{Fraction(10) ** random.randint(-6, 6)}"
        added.append([f"{scale}*(({one[0]})*({other[0]}) + ({one[0]}))", f"({one[1]})*exp(t) - ({other[0]})",
                      f"({one[0]})*cos(x0) + {scale}*({other[0]})"][kind])
    return known.case([line for line, _ in lines] + added, redundant=len(added))


def added_contradiction(random):
    """One line contradicts the others, by little."""
    known = Known(random)
    lines = known.lines()
    line = random.choice(lines[known.states:])[0] + f" + {Fraction(1, 10 ** random.randint(1, 10))}*(1 + t^2)"
    if random.random() < 0.5:
        line = f"({line})*exp(x0)"
    return known.case([line for line, _ in lines] + [line], dimension=None, index=None, end=None, is_empty=True)


def hidden_dependence(random):
    """As many lines as unknowns, and a transversal: one line follows from the others, or contradicts them."""
    known = Known(random)
    lines = [line for line, _ in known.lines()]
    known.unknowns += ["u", "v"]
    line = f"{random.randint(1, 3)}*u' + {random.choice(['v', 'exp(x0)*v', 'v^3 + v'])} - x0*y0"
    factor = random.choice(["3", "(1 + x0^2)", "exp(t)"])
    other = f"{factor}*({line}) + {random.choice(['t', '2', 'cos(t)'])}*({random.choice(lines)})"
    contradicts = random.random() < 0.5
    if contradicts:
        other += f" + {Fraction(1, 10 ** random.randint(0, 10))}"
    known.given |= {"u": 0.3}
    states = known.states
    known.states = states
    facts = {"is_empty": True} if contradicts else {"freedom": 1, "redundant": 1}
    text = Known.case(known, [*lines, line, other], dimension=None, index=None, end=None, may_reach=False, **facts)
    return text


def index_too_high(random):
    """To lines multiples of others' derivatives are added, over several stages: the structure sees indices that are not there."""
    known = Known(random)
    lines = [list(line) for line in known.lines()]
    random.shuffle(lines)
    texts = [line[0] for line in lines]
    for k in range(1, len(lines)):
        for _ in range(random.randint(0, 2)):
            factor = random.choice(["2", "t", "cos(t)", random.choice(known.unknowns), "1e8", "1e-8"])
            texts[k] += f" + {factor}*({random.choice(random.choice(lines[:k]))})"
    return known.case(texts)


def product_on_leaf(random):
    """A line beside a product of others: where it matters the product is 0, and nowhere else."""
    known = Known(random, outputs=random.randint(1, 2))
    lines = [line for line, _ in known.lines()]
    known.unknowns.append("z")
    one, other = random.choice(lines), random.choice(lines)
    power = random.choice(["", "^2"])
    lines.append(f"z - exp(t) + {random.choice(['', 'x0*'])}({one}){power}*({other})")
    to = 1.2
    return known.case(lines, to, end=known.end(to) | {"z": math.exp(to)}, index=None)


# Zeros that are hard to see, and what is nearly 0.

ZEROS = [
    "sin({0})^2 + cos({0})^2 - 1", "exp({0} + {1}) - exp({0})*exp({1})", "sin({0} + {1}) - sin({0})*cos({1}) - cos({0})*sin({1})",
    "cos(2*{0}) - 2*cos({0})^2 + 1", "tan({0}) - sin({0})/cos({0})", "exp(log(1 + {0}^2)) - 1 - {0}^2",
    "log((1 + {0}^2)*(2 + {1}^2)) - log(1 + {0}^2) - log(2 + {1}^2)", "tan(atan({0})) - {0}", "sin(atan({0})) - {0}/sqrt(1 + {0}^2)",
    "cosh({0})^2 - sinh({0})^2 - 1", "sinh(2*{0}) - 2*sinh({0})*cosh({0})", "tanh({0}) - (exp({0}) - exp(-{0}))/(exp({0}) + exp(-{0}))",
    "sqrt((1 + {0}^2)*(2 + {1}^2)) - sqrt(1 + {0}^2)*sqrt(2 + {1}^2)", "sqrt((1 + {0}^2)^2) - 1 - {0}^2",
    "atan({0}/9) + atan({1}/9) - atan((9*{0} + 9*{1})/(81 - {0}*{1}))", "sin(3*{0}) - 3*sin({0}) + 4*sin({0})^3",
    "sin(exp({0} + {1})) - sin(exp({0})*exp({1}))", "exp(sin({0})^2)*exp(cos({0})^2 - 1) - 1",
]


def zero_of(random, known):
    return "(" + random.choice(ZEROS).format(*random.choices([*known.given, "t"], k=2)) + ")"


def hidden_zeros(random):
    """Higher derivatives stand in the lines with factors that are 0 by an identity of functions."""
    known = Known(random)
    lines = [line for line, _ in known.lines()]
    for _ in range(random.randint(1, 2)):
        k = random.randrange(len(lines))
        lines[k] += f" + {zero_of(random, known)}*{random.choice(known.unknowns)}{random.choice(['', chr(39) * 1, chr(39) * 2])}"
    return known.case(lines)


def nearly_zeros(random):
    """The same, and 1e-5 to 1e-40 beside the zero: the order is what is written."""
    known = Known(random)
    lines = known.lines()
    k = random.randrange(known.states)
    small = Fraction(1, 10 ** random.randint(5, 40))
    texts = [line for line, _ in lines]
    texts[k] += f" + ({small}*(1 + x{k}^2) + {zero_of(random, known)})*x{k}''"
    known.given[f"x{k}'"] = 0.25
    return known.case(texts, dimension=2 + known.states, index=None, end=None, leaf_only=True)


# Mechanisms with lines too many, by scales, time, digits.


def with_disguised_rows(random, frame):
    rows = [frame.constraint(*bar).replace(" = ", " - (") + ")" for bar in frame.bars]
    added = []
    names = [frame.coordinate(n, k) for n in frame.moving for k in range(frame.dimension)]
    for _ in range(random.randint(1, 2)):
        i, j = random.randrange(len(rows)), random.randrange(len(rows))
        factor = random.choice(["1", f"(2 + {random.choice(names)})", "exp(t)", f"cos({random.choice(names)})"])
        product = random.choice(["", f" + ({rows[i]})*({rows[j]})"])
        added.append(f"{factor}*({rows[i]}) + {random.randint(1, 4)}*({rows[j]}){product}")
    order = rows + added
    random.shuffle(order)
    return [f"{Fraction(10) ** random.choice([0, 0, -10, 10, random.randint(-10, 10)])}*({row}) = 0" for row in order], len(added)


def frame_case(random, frame, constraints, redundant, digits=None, **facts):
    names = [frame.coordinate(n, k) for n in frame.moving for k in range(frame.dimension)]
    values = [frame.at[n][k] for n in frame.moving for k in range(frame.dimension)]
    force = [0 if k < frame.dimension - 1 else -1 for _ in frame.moving for k in range(frame.dimension)]
    given = dict(zip(names, (value if digits is None else round(value, digits) for value in values)))
    given = {"t": 0, **given, **{name + "'": 0 for name in names}}
    to = 0.5
    end = dict(zip(names, frame_motion(frame, values, force, to)))
    freedom = len(names) - len(frame.bars)
    return Case(file_of(mechanics_of(names, map(str, force), constraints), given, to), 1 + 2 * freedom, end=end,
                redundant=redundant, **facts)


FRAMES = [local_systems.four_bar, local_systems.stephenson_frame, lambda random: local_systems.chain_frame(random, 2, 5),
          local_systems.four_bar_row]


def disguised_constraints(random):
    """Constraints follow from the others, by multiples, functions, products; each in units of its own."""
    frame = random.choice(FRAMES)(random)
    constraints, added = with_disguised_rows(random, frame)
    return frame_case(random, frame, constraints, added)


def three_digits(random):
    """A start that was read off a drawing: near the mechanism, not on it."""
    frame = random.choice(FRAMES)(random)
    for name in frame.moving:
        frame.at[name] = tuple(round(x + random.uniform(-5e-4, 5e-4), 9) for x in frame.at[name])
    # A change of 1e-3 at the start grows a hundredfold at most.
    text = "\n[branch]\ntolerance = 0.01\n" if random.random() < 0.7 else ""
    case = frame_case(random, frame, [frame.constraint(*bar) for bar in frame.bars], 0, digits=3, tolerance=0.1)
    case.text = case.text.replace("[initial]", text + "[initial]")
    return case


def driven(random):
    """A pendulum whose length changes in time, with multiples of its constraint."""
    size, often = Fraction(random.randint(1, 3), 10), random.randint(1, 3)
    s = Fraction(random.randint(-8, 8), 10)
    cosine, sine = (1 - s * s) / (1 + s * s), 2 * s / (1 + s * s)
    spin = Fraction(random.randint(-10, 10), 10)
    radius = f"(1 + {size}*sin({often}*t))"
    growth = size * often
    given = {"t": 0, "a": cosine, "b": sine, "a'": growth * cosine - sine * spin, "b'": growth * sine + cosine * spin}
    row = f"a^2 + b^2 - {radius}^2"
    rows = [row] + [f"{Fraction(10) ** random.randint(-10, 10)}*{random.choice(['(2 + sin(t))', 'exp(t)', '(3 + a)'])}*({row})"
                    for _ in range(random.randint(0, 2))]
    random.shuffle(rows)
    def slope(t, state):
        angle, rate = state
        r, r1 = 1 + float(size) * math.sin(often * t), float(growth) * math.cos(often * t)
        return [rate, (-math.cos(angle) - 2 * r1 * rate) / r]
    to = 1.5
    angle, _ = runge_kutta(slope, 0, [2 * math.atan(s), float(spin)], to, 2000)
    r = 1 + float(size) * math.sin(often * to)
    return Case(file_of(mechanics_of("ab", ["0", "-1"], [f"{row} = 0" for row in rows]), given, to), 3,
                end={"a": r * math.cos(angle), "b": r * math.sin(angle)}, redundant=len(rows) - 1)


FAMILIES = {
    "beside a change point": beside_change_point,
    "beside a crossing": beside_crossing,
    "beside a cusp": beside_cusp,
    "beside a vanishing coefficient": beside_vanishing_coefficient,
    "circles that touch": touching_circles,
    "lines too many": added_lines,
    "a line that contradicts": added_contradiction,
    "dependent, structure regular": hidden_dependence,
    "structural index too high": index_too_high,
    "products that vanish on the leaf": product_on_leaf,
    "zeros by identities": hidden_zeros,
    "nearly zeros": nearly_zeros,
    "constraints in disguise": disguised_constraints,
    "starts of three digits": three_digits,
    "driven by time": driven,
}
