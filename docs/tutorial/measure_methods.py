#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what methods cost and how far off they end, for the tutorial's page on choosing one.

usage: measure_methods.py [PROBLEM…]

Problems are pendulum, four_bar and kepler; all by default. Runs `leafwise`, which has to be in PATH,
from the root of the repository. Work is counted, not timed: the answer is the same everywhere.

Errors are against exact solutions: a pendulum and a planet are where they began after whole periods.
The linkage's end was computed in __float128 (tests/data/integrator/references.txt).
"""

import json
import math
import subprocess
import sys

METHODS = ["rk4", "rkf45", "dopri54", "dop853", "taylor"]
TOLERANCES = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12]


def pendulum_period(g):
    """4 K(sin(pi/4)) / sqrt(g), for a pendulum that is let go from the height of its pivot."""
    a, b = 1.0, math.sqrt(0.5)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return 2 * math.pi / a / math.sqrt(g)


# Name, file, end, and what the state is there.
PROBLEMS = {
    "pendulum": (
        "five periods of examples/pendulum.toml",
        "examples/pendulum.toml",
        repr(5 * pendulum_period(9.81)),
        {"x": 1, "y": 0, "x'": 0, "y'": 0},
    ),
    "four_bar": (
        "examples/singular_four_bar.toml to t = 5, through four crossings",
        "examples/singular_four_bar.toml",
        "5",
        {"x1": 0.99217851576592153, "y1": 0.12482705176576507, "x2": 2.9317421526023842, "y2": -0.36312058749659938},
    ),
    "kepler": (
        "ten periods of examples/kepler.toml",
        "examples/kepler.toml",
        repr(20 * math.pi),
        {"x": 0.4, "y": 0, "x'": 0, "y'": 2},
    ),
}


def run(file, *options):
    """The summary of a run."""
    command = ["leafwise", "run", file, "--json", "-o", "leafwise-out/measured", *options]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True, timeout=60)
    return json.loads(result.stdout)


def error(summary, exact):
    """The largest error of a component."""
    return max(abs(summary["state"][name] - value) for name, value in exact.items())


def row(file, end, exact, method, tolerance):
    summary = run(file, "--to", end, "--method", method, "--rtol", repr(tolerance), "--atol", repr(tolerance / 100))
    return (
        f"{method:<9}{tolerance:>7.0e}{summary['steps']:>8}{summary['rejected']:>10}"
        f"{summary['counters']['fields']:>8}{error(summary, exact):>10.0e}"
    )


def main():
    wanted = sys.argv[1:] or list(PROBLEMS)
    for name in wanted:
        title, file, end, exact = PROBLEMS[name]
        print(title)
        print("method      rtol   steps  rejected  fields     error")
        for method in METHODS:
            for tolerance in TOLERANCES:
                if method in ("rk4", "rkf45") and tolerance < 1e-10:
                    continue  # thousands of steps, to no end
                print(row(file, end, exact, method, tolerance))


if __name__ == "__main__":
    main()
