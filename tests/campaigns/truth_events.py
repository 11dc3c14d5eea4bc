# SPDX-License-Identifier: GPL-3.0-or-later
"""Events whose times are known, and places where a run comes near another leaf."""

import math

from truth_claims import RIGHT, claim, false, problem, run, undecided

TABLE = []
METHODS = ("dopri54", "dop853", "taylor", "radau_iia_3", "rk4", "gauss_3")


def zeros(function, low, high, count=40_000):
    """Of a function that is smooth at this scale, by bisection; no double ones."""
    found = []
    times = [low + (high - low) * k / count for k in range(count + 1)]
    values = [function(time) for time in times]
    for a, b, at_a, at_b in zip(times, times[1:], values, values[1:]):
        if at_a == 0:
            found.append(a)
        elif at_a * at_b < 0:
            for _ in range(80):
                middle = (a + b) / 2
                a, b = (middle, b) if function(middle) * at_a > 0 else (a, middle)
            found.append((a + b) / 2)
    return found + ([high] if values[-1] == 0 else [])


def attacks(chance, to):
    """Conditions on t, or on x'' = -w² x with x = sin(w t): the text, the function, how exact its times are (share of rtol; 0 round-off)."""
    w, c = chance.randint(1, 40), round(chance.uniform(-0.95, 0.95), 3)
    p = round(chance.uniform(0.1, 3), 2)
    roots = sorted(round(chance.uniform(0.01, to - 0.01), 3) for _ in range(chance.randint(2, 7)))
    product = "*".join(f"(t - {root})" for root in roots)
    narrow, at = 10 ** chance.randint(1, 3), round(chance.uniform(1, to - 1), 3)
    return w, (
        (f"sin({w}*t + {p}) = {c}", lambda t: math.sin(w * t + p) - c),
        (f"{product} = 0", lambda t: math.prod(t - root for root in roots)),
        (f"tan({w}*t) = {c}", lambda t: math.sin(w * t - math.atan(c)) * (1 if c else 1)),
        (f"1/(t - {at}) = 0", lambda t: 1.0),
        (f"1/(t - {at}) = {c + 3}", lambda t: t - at - 1 / (c + 3)),
        (f"atan({narrow}*(t - {at})) = 0.5", lambda t: narrow * (t - at) - math.tan(0.5)),
        (f"tanh({narrow}*(t - {at}))^2 = 0.25", lambda t: abs(narrow * (t - at)) - math.atanh(0.5)),
        (f"1/(1 + {narrow}*(t - {at})^2) = 0.5", lambda t: narrow * (t - at) ** 2 - 1),
        (f"exp(-{narrow}*(t - {at})^2) = 0.5", lambda t: narrow * (t - at) ** 2 - math.log(2)),
        (f"sqrt((t - {at})^2 + 1e-4) = 0.02", lambda t: (t - at) ** 2 - 3e-4),
        (f"log(t + 1) = {c + 1}", lambda t: math.log(t + 1) - c - 1),
        (f"x = {c}", lambda t: math.sin(w * t) - c),
        (f"x^2 = {c * c}", lambda t: math.sin(w * t) ** 2 - c * c),
        (f"x' = {c * w}", lambda t: math.cos(w * t) - c),
        (f"x*x' = {c / 2 * w * 0.99}", lambda t: math.sin(2 * w * t) - c * 0.99),
        ("x = 0", lambda t: math.sin(w * t)),
        (f"t = {to}", lambda t: t - to),
        (f"(t - {at})^2 = 0", lambda t: 1.0),
    )


def expected(function, to, direction):
    found = []
    for time in zeros(function, 0, to):
        h = 1e-7
        slope = function(time + h) - function(time - h)
        if direction == "both" or (slope > 0) == (direction == "rising"):
            found.append(time)
    return found


def compare_times(told, known, tolerance):
    """Each event has its own zero, and the other way round."""
    known = list(known)
    for time in told:
        near = min(known, key=lambda zero: abs(zero - time), default=None)
        if near is None or abs(near - time) > tolerance:
            return f"an event at {time!r}, the nearest zero is {near!r}"
        known.remove(near)
    return f"no event at {known[:3]}" if known else None


def is_promised_nowhere(told, known, rows):
    """Whether all that is missed goes up and comes back within 1/64 of a step, which may be missed."""
    part = max(abs(row["_h"]) for row in rows) / 64
    missed = [zero for zero in known if all(abs(zero - time) > 1e-6 for time in told)]
    if len(missed) < 2 or len(missed) + len(told) != len(known):
        return False
    return all(min(abs(zero - other) for other in missed if other != zero) < part for zero in missed)


@claim(TABLE, "events: each zero once, none elsewhere, 18 kinds of conditions (conditions, not zeros, are counted)")
def events(world):
    chance = world.random("events")
    for _ in range(10 * world.times):
        to = round(chance.uniform(3, 12), 2)
        w, conditions = attacks(chance, to)
        direction = chance.choice(("both", "both", "rising", "falling"))
        # Poles and squares change the sign of their slope elsewhere than the functions that stand for them.
        plain = [index for index, (text, _) in enumerate(conditions) if text[:3] != "tan" and text[0] not in "1(" and "^2" not in text]
        chosen = range(len(conditions)) if direction == "both" else plain
        how = {"method": chance.choice(METHODS), "rtol": 1e-9, "atol": 1e-11}
        asked = [{"name": f"e{index}", "when": conditions[index][0], "direction": direction} for index in chosen]
        outcome = run(world, problem(["x"], [f"x'' = -{w * w}*x"], initial={"x": 0, "x'": w}, to=to, integrate=how, events=asked))
        for index in chosen:
            text, function = conditions[index]
            what = f"{text}, {direction}, w = {w}, to {to} with {how['method']}"
            if not outcome.reached:
                yield undecided(f"{what}: {outcome.why()}")
                continue
            told = [row["t"] for row in outcome.events if row["name"] == f"e{index}"]
            steps = outcome.summary["steps"]
            # Of x: the run's own error, in time; of t: round-off, which a polynomial's terms multiply.
            exact = 10 * steps * how["rtol"] * (1 + 1 / max(0.05, 1 - abs(math.sin(1)))) if "x" in text.replace("exp", "") else 1e-9
            known = expected(function, to, direction)
            fault = compare_times(told, known, max(exact, 1e-9))
            if fault and is_promised_nowhere(told, known, outcome.rows):
                yield undecided(f"{what}: {fault}, within 1/64 of a step (docs/problem-files.md)")
            else:
                yield false(f"{what}: {fault}") if fault else RIGHT


@claim(TABLE, "an event that stops ends the run at its first zero")
def stops(world):
    chance = world.random("stops")
    for _ in range(15 * world.times):
        w, c, to = chance.randint(1, 9), round(chance.uniform(0.05, 0.95), 3), 7
        rising = chance.random() < 0.5
        first = (math.asin(c) if rising else math.pi - math.asin(c)) / w
        how = {"method": chance.choice(METHODS), "rtol": 1e-10, "atol": 1e-12}
        event = {"name": "there", "when": f"x = {c}", "stop": True, "direction": "rising" if rising else "falling"}
        pole = {"name": "never", "when": f"1/(t - {round(first / 2, 4)}) = 0", "stop": True}
        outcome = run(world, problem(["x"], [f"x'' = -{w * w}*x"], initial={"x": 0, "x'": w}, to=to, integrate=how, events=[pole, event]))
        good = outcome.summary.get("reason") == "event:there" and abs(outcome.summary["t"] - first) < 1e-6
        yield RIGHT if good else false(f"{w}, {c}, {rising}: {outcome.summary.get('t')} instead of {first}, {outcome.why()}")


def _value(text, time):
    return eval(text, {"t": time})  # pylint: disable=eval-used


@claim(TABLE, "watch: each crossing with another leaf is named once, none elsewhere")
def watch(world):
    # (y - f(t))·(y - g(t)) = 0: two leaves that cross where f = g; a run stays on its own. Only who has completed the
    # system knows of the other one.
    chance = world.random("watch")
    for _ in range(25 * world.times):
        roots = sorted(round(chance.uniform(0.3, 4.7), 2) for _ in range(chance.randint(1, 3)))
        if any(b - a < 0.4 for a, b in zip(roots, roots[1:])):
            continue
        slope = chance.choice((-2, -1, 1, 3))
        f = f"({slope}*t + {chance.randint(-3, 3)})"
        g = f"({f} + {chance.choice((1, 2, 0.5))}*" + "*".join(f"(t - {root})" for root in roots) + ")"
        how = {"method": chance.choice(METHODS), "rtol": 1e-8, "atol": 1e-10}
        at = _value(f, 0)
        outcome = run(world, problem(["y"], [f"(y - {f})*(y - {g}) = 0"], initial={"t": 0, "y": at}, to=5, integrate=how), "--leaf", "exact")
        what = f"{f} beside {g} with {how['method']}"
        if not outcome.reached:
            yield undecided(f"{what}: {outcome.why()}") if outcome.code in (3, 5) else false(f"{what}: {outcome.why()}")
            continue
        wrong = max(abs(row["y"] - _value(f, row["t"])) for row in outcome.rows)
        told = [row["t"] for row in outcome.events if row["kind"] == "watch"]
        # The event is where the other leaf comes near, not yet where it crosses: within some hundredths of the point's size.
        far = [time for time in told if abs(_value(g, time) - _value(f, time)) > 0.06 * max(1, abs(_value(f, time)))]
        fault = compare_times(told, roots, 0.39) or (f"{wrong} off its leaf" if wrong > 1e-9 else None) or (f"far at {far}" if far else None)
        yield false(f"{what}: {fault}") if fault else RIGHT
