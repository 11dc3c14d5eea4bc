# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports and run folders that were changed, and are read again by integrate, inspect and plot."""

import json
import re
import shutil

from campaign import row

TABLE = []
VALUES = (None, 0, -1, 1e300, 2**63, "", "x", "1/0", "x^10000", "(x1+x2+y1+y2)^60", "der(x1,100)", "sin(x1)", [], {}, True)
VALUES += ("x1''*x2", ["x1"] * 50, "lambda1")


def mutated_bytes(data, moments):
    data = bytearray(data)
    for _ in range(moments.randrange(1, 4)):
        at = moments.randrange(len(data) or 1)
        kind = moments.randrange(4)
        if kind == 0 and data:
            data[at] ^= 1 << moments.randrange(8)
        elif kind == 1:
            del data[at:]
        elif kind == 2:
            data[at : at + moments.randrange(30)] = moments.choice((b"1e999", b"nan", b"-inf", b",", b"\n", b"\0", b"\xff", b"1e308", b""))
        else:
            data[at:at] = data[at : at + moments.randrange(200)]
    return bytes(data)


def mutated_report(report, moments):
    """A report with other values, keys left out, entries doubled."""
    report = json.loads(json.dumps(report))
    for _ in range(moments.randrange(1, 4)):
        node, holder, key = report, None, None
        for _ in range(moments.randrange(1, 7)):
            if isinstance(node, (dict, list)) and node:
                holder, key = node, moments.choice(list(node) if isinstance(node, dict) else range(len(node)))
                node = node[key]
        kind = moments.randrange(4)
        if kind < 2:
            holder[key] = moments.choice(VALUES)
        elif kind == 2:
            del holder[key]
        elif isinstance(holder, list):
            holder.append(moments.choice(holder))
        if not report:
            break
    return json.dumps(report)


@row(TABLE, "mutated reports and run folders: integrate, inspect, plot")
def reports(world):
    moments = world.random("reports")
    problem = world.example("singular_four_bar")
    good = world.place() / "run"
    world.run("run", problem, "--no-cache", "-q", "-o", good)
    text = (good / "decomposition.json").read_bytes()
    world.run("integrate", problem, "--decomposition", good / "decomposition.json", "--to", "1", "-q", "-o", good / "right")
    right = (good / "right" / "trajectory.csv").read_bytes()
    for number in range(120 * world.times):
        place = world.place()
        file = place / "report.json"
        file.write_bytes(mutated_report(json.loads(text), moments).encode() if moments.random() < 0.8 else mutated_bytes(text, moments))
        if number % 3 == 0:
            shutil.copytree(good, place / "run")
            damaged = place / "run" / moments.choice(("summary.json", "trajectory.csv", "events.csv", "decomposition.json"))
            damaged.write_bytes(mutated_bytes(damaged.read_bytes(), moments))
            kind = moments.choice(((), ("--kind", "phase"), ("--kind", "energy"), ("--kind", "steps"), ("--kind", "tree")))
            arguments = ("plot", place / "run", "-q", "-o", place / "p.svg", *kind)
        elif number % 3 == 1:
            arguments = ("inspect", file, *moments.choice(((), ("--json",), ("--node", "g1"), ("--node", "root.1"))))
        else:
            arguments = ("integrate", problem, "--decomposition", file, "--to", "1", "-q", "--run-time-limit", "5", "-o", place / "out")
        result = world.run(*arguments, timeout=40)
        fault = result.fault()
        if not fault and arguments[0] == "integrate" and result.code == 0 and (place / "out" / "trajectory.csv").read_bytes() != right:
            fault = "another trajectory, exit code 0"
        yield fault and f"{arguments[0]} {file}: {fault}"


@row(TABLE, "numbers of reports beyond double: 1e999, 1e-999, NaN, huge integers")
def report_numbers(world):
    good = json.dumps(world.undisturbed("pendulum"))
    file = world.place() / "report.json"
    for number in ("1e999", "-1e999", "1e-999", "NaN", "9" * 400, "1" + "0" * 20):
        for text in ('{"format": "leafwise-decomposition/1", "seconds": %s}' % number, re.sub(r'"seconds": [\d.e+-]+', f'"seconds": {number}', good)):
            file.write_text(text, encoding="utf-8")
            for arguments in (("inspect", file), ("integrate", world.example("pendulum"), "--decomposition", file, "-q", "-o", world.place() / "out")):
                fault = world.run(*arguments).fault({0, 2})
                yield fault and f"{number[:20]}, {arguments[0]}: {fault}"
