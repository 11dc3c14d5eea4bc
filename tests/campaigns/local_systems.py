#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random mechanisms and differential-algebraic systems whose leaf is known, as problem files."""

import itertools
import math


class Frame:
    """Points joined by bars: lengths are those of the start, so that it is consistent."""

    def __init__(self, dimension, random):
        self.dimension, self.random = dimension, random
        self.at, self.moving, self.bars = {}, [], []

    def number(self, low, high):
        return round(self.random.uniform(low, high), 3)

    def fix(self, name, *place):
        self.at[name] = place

    def move(self, name, *place):
        self.at[name] = tuple(round(x + self.number(-0.2, 0.2), 3) for x in place)
        self.moving.append(name)

    def place(self, name, *place):
        self.at[name] = tuple(round(x, 6) for x in place)
        self.moving.append(name)

    def bar(self, *names):
        self.bars += itertools.pairwise(names)

    def coordinate(self, name, k):
        return f"{'xyz'[k]}{name}" if name in self.moving else f"({self.at[name][k]!r})"

    def constraint(self, a, b):
        squares = [f"({self.coordinate(a, k)} - {self.coordinate(b, k)})^2" for k in range(self.dimension)]
        lengths = [f"({self.at[a][k]!r} - ({self.at[b][k]!r}))^2" for k in range(self.dimension)]
        return " + ".join(squares) + " = " + " + ".join(lengths)

    def problem(self, redundant=0):
        names = [self.coordinate(n, k) for n in self.moving for k in range(self.dimension)]
        values = [self.at[n][k] for n in self.moving for k in range(self.dimension)]
        force = [0 if k < self.dimension - 1 else -1 for _ in self.moving for k in range(self.dimension)]
        lines = ["[mechanics]", f"coordinates = {quoted(names)}", f"mass = {[1] * len(names)}",
                 f"force = {quoted(map(str, force))}", f"constraints = {quoted(self.constraint(*b) for b in self.bars)}",
                 "[initial]", "t = 0"]
        lines += [f"{name} = {value!r}" for name, value in zip(names, values)]
        freedom = len(names) - len(self.bars) + redundant
        return "\n".join(lines) + "\n[integrate]\nto = { t = 1 }\n", 1 + 2 * freedom, redundant


def quoted(texts):
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]"


def four_bar(random):
    f = Frame(2, random)
    f.fix("O", 0, 0), f.fix("P", 3, 0), f.move("A", 0.3, 1), f.move("B", 2.6, 1.7)
    f.bar("O", "A", "B", "P")
    return f


def stephenson_frame(random):
    f = four_bar(random)
    f.fix("Q", 5, 1), f.move("C", 1.5, 2.6), f.move("D", 3.9, 2.7)
    f.bar("A", "C", "B"), f.bar("C", "D", "Q")
    return f


def watt_frame(random):
    f = four_bar(random)
    f.move("C", 1.4, 2.8), f.move("E", 3.8, 1.2), f.move("D", 3.4, 3)
    f.bar("A", "C", "B"), f.bar("B", "E", "P"), f.bar("C", "D", "E")
    return f


def eight_bar_frame(random):
    f = stephenson_frame(random)
    f.fix("R", 6, 3), f.move("E", 4.9, 4)
    f.bar("D", "E", "R")
    return f


def rrr3_frame(random):
    f = Frame(2, random)
    for k, name in enumerate("ABC"):
        c, s = math.cos(2.1 * k), math.sin(2.1 * k)
        f.fix("O" + name, round(3 * c, 3), round(3 * s, 3))
        f.move("E" + name, 2 * c - s, 2 * s + c), f.move(name, c, s)
        f.bar("O" + name, "E" + name, name)
    f.bar("A", "B", "C", "A")
    return f


def chain_frame(random, dimension, points):
    f = Frame(dimension, random)
    f.fix("O", *[0] * dimension), f.fix("P", points, *[0] * (dimension - 1))
    names = [f"A{k}" for k in range(points - 1)]
    for k, name in enumerate(names):
        f.move(name, k + 1, *[random.uniform(-1, 1) for _ in range(dimension - 1)])
    f.bar("O", *names, "P")
    return f


def stewart_frame(random):
    f = Frame(3, random)
    for k, name in enumerate("ABC"):
        f.move(name, math.cos(2.1 * k), math.sin(2.1 * k), 1.5)
    f.bar("A", "B", "C", "A")
    for k, name in enumerate("ABCAB"):
        f.fix(f"O{k}", round(2 * math.cos(1.3 * k + 0.2), 3), round(2 * math.sin(1.3 * k + 0.2), 3), 0)
        f.bar(f"O{k}", name)
    return f


def cranks(random, count):
    """A rigid strip on parallel cranks of one length: all but two are redundant."""
    f = Frame(2, random)
    step = f.number(0.5, 1), f.number(0.5, 1)
    for k in range(count):
        x, y = round(k + f.number(-0.2, 0.2), 3), (k % 2) * f.number(0.5, 1)
        f.fix(f"O{k}", x, y), f.place(f"A{k}", x + step[0], y + step[1])
        f.bar(f"O{k}", f"A{k}")
        for before in range(max(0, k - 2), k):
            f.bar(f"A{before}", f"A{k}")
    return f


def tree_frame(random):
    f = Frame(2, random)
    f.fix("O", 0, 0)
    names = ["O"]
    for k in range(random.randint(4, 8)):
        f.move(f"A{k}", random.uniform(-3, 3), random.uniform(-3, 3))
        f.bar(random.choice(names), f"A{k}")
        names.append(f"A{k}")
    # Loops over points of their own: each closes with one dyad, which is always independent.
    for k in range(random.randint(1, 2)):
        f.move(f"L{k}", random.uniform(-3, 3), random.uniform(-3, 3))
        one, two = random.sample(names[1:], 2)
        f.bar(one, f"L{k}", two)
    return f


def four_bar_row(random):
    f = Frame(2, random)
    for k in range(random.randint(2, 5)):
        f.fix(f"O{k}", 3 * k, 0), f.move(f"A{k}", 3 * k + 0.3, 1)
        f.bar(f"O{k}", f"A{k}")
        if k > 0:
            f.bar(f"A{k - 1}", f"A{k}")
    return f


def plain(make):
    return lambda random: make(random).problem()


def redundant(low, high):
    def problem(random):
        count = random.randint(low, high)
        return cranks(random, count).problem(count - 2)

    return problem


MECHANISMS = {
    "four-bar": plain(four_bar),
    "Watt's six-bar": plain(watt_frame),
    "Stephenson's six-bar": plain(stephenson_frame),
    "eight-bar": plain(eight_bar_frame),
    "3-RRR": plain(rrr3_frame),
    "closed chain": plain(lambda random: chain_frame(random, 2, random.randint(5, 20))),
    "chain in space": plain(lambda random: chain_frame(random, 3, random.randint(4, 10))),
    "platform on five legs": plain(stewart_frame),
    "three parallel cranks": redundant(3, 3),
    "many parallel cranks": redundant(4, 6),
    "tree with loops": plain(tree_frame),
    "row of four-bars": plain(four_bar_row),
}


class Line:
    """A line and its derivative, as texts."""

    def __init__(self, text, derivative):
        self.orders = text, derivative


def disguised_dae(random, index):
    """States, and outputs that are derivatives of a given function: of this index. To each line multiples of
    earlier ones and of their derivatives are added, in a random order: that can be undone."""
    unknowns, lines, given = [], [], {}
    a, b = (random.randint(1, 5) for _ in range(2))
    for k in range(random.randint(1, 2)):
        x = f"x{k}"
        unknowns.append(x)
        given[x] = round(random.uniform(0.1, 0.6), 3)
        drive = "y0" if index > 0 else "t"
        slope = "y0'" if index > 0 else "1"
        lines.append(Line(f"{x}' - {a}*{drive} + {x}^2 - {b}*sin(t)", f"{x}'' - {a}*{slope} + 2*{x}*{x}' - {b}*cos(t)"))
    for k in range(index):
        y, c = f"y{k}", random.randint(1, 3)
        unknowns.append(y)
        lines.append(Line(f"{y} - {c}*exp(t)", f"{y}' - {c}*exp(t)") if k == 0 else
                     Line(f"{y} - {c}*y{k - 1}' - y0^2", f"{y}' - {c}*y{k - 1}'' - 2*y0*y0'"))
    random.shuffle(lines)
    texts = [line.orders[0] for line in lines]
    for k in range(1, len(lines)):
        for _ in range(random.randint(0, 2)):
            other = random.choice(lines[:k])
            factor = random.choice([str(random.randint(1, 5)), "t", "cos(t)", random.choice(unknowns)])
            texts[k] += f" + {factor}*({random.choice(other.orders)})"
    random.shuffle(texts)
    text = [f"unknowns = {quoted(unknowns)}", f"equations = {quoted(line + ' = 0' for line in texts)}", "[initial]",
            f"t = {round(random.uniform(0.1, 0.9), 3)}"]
    text += [f"{name} = {value!r}" for name, value in given.items()]
    return "\n".join(text) + "\n[integrate]\nto = { t = 2 }\n", 1 + len(given), 0


DAES = {f"DAE of index {k}": (lambda random, k=k: disguised_dae(random, k)) for k in range(6)}
