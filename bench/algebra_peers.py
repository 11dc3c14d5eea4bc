#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long do others take to decompose the same systems into primes?

Usage: algebra_peers [CASE…]

Runs each case through our own benchmark `algebra`, which must lie beside this program, then through
Singular and Macaulay2, one after the other. An answer counts if number, dimensions and degrees of
the primes are right. Loading libraries is not timed; cases below a second are repeated, and the
time is the median. Prints one JSON line per case, and a table on standard error at the end.

LEAFWISE_BENCH_SECONDS: how long each engine may take for a case (default: 30).
"""

import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import peer_engines  # noqa: E402

SYSTEMS = HERE.parent / "tests" / "data" / "decomposition" / "systems.json"
# Not resolved: the program is found by a link in the build.
OURS = pathlib.Path(sys.argv[0]).absolute().parent / "algebra"
PEERS = ("Singular minAssGTZ", "M2 Birational", "M2 Legacy")
REPETITIONS = 5
# Ours may take this much more than the best peer.
MOST_RATIO = 1.5
MOST_EXTRA_MS = 30


def say(text):
    print(f"algebra_peers: {text}", file=sys.stderr, flush=True)


def our_time(name, seconds):
    """Milliseconds without verification, and why there is no time."""
    try:
        run = subprocess.run(
            [OURS, name],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "LEAFWISE_BENCH_SECONDS": str(seconds)},
            # It keeps its limit by itself; this is for when it does not.
            timeout=60 + (REPETITIONS + 1) * seconds,
        )
    except subprocess.TimeoutExpired:
        return None, "wrong: the limit was not kept"
    if run.returncode != 0:
        return None, run.stderr.strip() or f"exit code {run.returncode}"
    line = json.loads(run.stdout)
    return line.get("ms"), line.get("reason", "")


def known(system):
    return sorted((prime["dimension"], prime["degree"]) for prime in system["minimal_primes"])


def peer_time(name, system, seconds):
    """The same for a peer."""
    answer = peer_engines.minimal_primes(
        peer_engines.engine_named(name),
        system["variables"],
        system["equations"],
        seconds,
        REPETITIONS,
    )
    if answer.failure:
        return None, answer.failure
    if answer.dimensions_and_degrees() != known(system):
        return None, f"wrong: {answer.dimensions_and_degrees()}"
    return statistics.median(answer.milliseconds), ""


def is_within(ours, best):
    return ours is not None and (best is None or ours <= MOST_RATIO * best + MOST_EXTRA_MS)


def measure(system, peers, seconds):
    """One line of the results."""
    line = {"bench": "algebra_peers", "case": system["name"], "ms": {}, "failures": {}}
    engines = {"ours": lambda: our_time(system["name"], seconds)} if OURS.is_file() else {}
    for name in peers:
        engines[name] = lambda name=name: peer_time(name, system, seconds)
    for name, time in engines.items():
        line["ms"][name], failure = time()
        if failure:
            line["failures"][name] = failure
    finished = [line["ms"][name] for name in peers if line["ms"][name] is not None]
    line["best_peer_ms"] = best = min(finished, default=None)
    if "ours" in engines:
        ours = line["ms"]["ours"]
        line["ratio"] = ours / best if ours is not None and best else None
        line["within"] = is_within(ours, best)
    print(json.dumps(line), flush=True)
    return line


def print_table(lines, columns):
    def cell(value):
        return "–" if value is None else f"{value:.1f}" if value < 100 else f"{value:.0f}"

    header = ["case (ms)", *columns, "best peer", "ours/best", "within"]
    rows = [header]
    for line in lines:
        ratio = line.get("ratio")
        rows.append(
            [
                line["case"],
                *(cell(line["ms"].get(column)) for column in columns),
                cell(line["best_peer_ms"]),
                "–" if ratio is None else f"{ratio:.2f}",
                {True: "yes", False: "NO"}.get(line.get("within"), "–"),
            ]
        )
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [text.rjust(width) for text, width in zip(row[1:], widths[1:])]
        print("  ".join(cells), file=sys.stderr)


def print_summary(lines):
    ratios = [line["ratio"] for line in lines if line.get("ratio")]
    if ratios:
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        print(
            f"geometric mean of ours/best over the {len(ratios)} cases that ours and a peer "
            f"finish: {mean:.2f}",
            file=sys.stderr,
        )
    outside = [line["case"] for line in lines if line.get("within") is False]
    if outside:
        print(
            f"beyond {MOST_RATIO} · best + {MOST_EXTRA_MS} ms: {', '.join(outside)}",
            file=sys.stderr,
        )
    failures = [
        f"{line['case']}, {name}: {why}"
        for line in lines
        for name, why in line["failures"].items()
    ]
    if failures:
        print("without a time:\n  " + "\n  ".join(failures), file=sys.stderr)


def main():
    if sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    seconds = float(os.environ.get("LEAFWISE_BENCH_SECONDS", "30"))
    systems = json.loads(SYSTEMS.read_text(encoding="utf-8"))["systems"]
    unknown = set(sys.argv[1:]) - {system["name"] for system in systems}
    if unknown:
        say(f"there is no case called {', '.join(sorted(unknown))}")
        return 1
    peers = []
    for name in PEERS:
        engine = peer_engines.engine_named(name)
        if engine.is_there():
            peers.append(name)
        else:
            say(f"{name} is skipped: there is no {engine.program} here")
    if not OURS.is_file():
        say(f"ours is skipped: there is no {OURS}")
    chosen = [system for system in systems if not sys.argv[1:] or system["name"] in sys.argv[1:]]
    lines = [measure(system, peers, seconds) for system in chosen]
    print_table(lines, ["ours", *peers])
    print_summary(lines)
    programs = sorted({peer_engines.engine_named(name).program for name in peers})
    print(", ".join(map(peer_engines.version, programs)), file=sys.stderr)
    wrong = [line for line in lines if "wrong" in str(line["failures"].get("ours", ""))]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
