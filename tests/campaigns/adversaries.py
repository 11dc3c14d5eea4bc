#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Systems made to mislead the leaf at the start: is what is certified true, and does a run end where it must?

usage: tests/campaigns/adversaries.py PROGRAM [--cases N] [--seed N] [--only WORD] [--keep FOLDER] [--jobs N]

N systems (default 2100) of 21 families. Each is proved (`decompose --local`) and run; the leaf is *proved*, *numeric* (it
says so), or *refused* with a reason; the run *reaches* its end on the local leaf or on the *exact* one, or is *refused* or
stops with a reason. Fails if a dimension, a freedom, a redundant line, a bound of the index or an end is not the known one,
if something is proved or reached that does not exist, if one start of several is taken without a word or called the only one,
or if a refusal has no reason.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

import adversary_starts
import adversary_systems

COLUMNS = ["tried", "proved", "numeric", "refused", "wrong", "run: local", "exact", "refused or stopped", "wrong end", "worst s"]
LIMIT = 60


def call(program, *arguments):
    begin = time.monotonic()
    try:
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, check=False, timeout=LIMIT, text=True)
        return done.returncode, done.stdout, done.stderr, time.monotonic() - begin
    except subprocess.TimeoutExpired:
        return "hangs", "", f"not ended after {LIMIT} s", time.monotonic() - begin


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def start_complaint(case, start):
    """What is wrong with what is said of the start."""
    if case.starts == 1:
        return None if start["only_one"] in ("proved", "numeric") else f"{start} where there is one start"
    if start["only_one"] == "proved":
        return "called the only start, and there is another one"
    if start["chosen_by"] != "guess" and start["only_one"] != "numeric":
        return f"one of {case.starts} starts is taken without a word"
    return None


def leaf_verdict(case, program, file):
    """How the leaf at the start came out, and what is wrong with that."""
    code, out, err, _ = call(program, "decompose", "--local", "--json", "--no-cache", file)
    report = parsed(out)
    if code == 3 and "[guess] does not choose" in err:
        # Close together they are one point to some: refused all the same.
        return "refused", None if case.starts != 1 and not case.is_guessed else "asks for a start that is known"
    if report is None or code not in (0, 3, 4, 5):
        return "wrong", f"decompose ends with {code}: {err.strip()[-200:]}"
    leaf = report["leaves"][0] if report["leaves"] else None
    if leaf is None or leaf["status"] != "local":
        reason = leaf["reason"] if leaf else report["reason"]
        return ("refused", None) if reason else ("wrong", "refused without a reason")
    kind = "proved" if leaf["proved"] else "numeric"
    if case.starts is not None:
        return kind, start_complaint(case, report["start"])
    if case.is_empty:
        return kind, f"{kind}, and nothing solves it"
    if case.freedom != leaf["freedom"]:
        return kind, f"freedom {leaf['freedom']} for {case.freedom}"
    if case.dimension is not None and leaf["dimension"] != case.dimension:
        return kind, f"dimension {leaf['dimension']} for {case.dimension}"
    if case.redundant is not None and len(leaf["redundant"]) != case.redundant:
        return kind, f"{len(leaf['redundant'])} redundant lines for {case.redundant}"
    if case.index is not None and leaf["index_at_most"] < case.index:
        return kind, f"index at most {leaf['index_at_most']} for {case.index}"
    return kind, None


def run_verdict(case, program, file, folder):
    """How the run came out, and what is wrong with that."""
    if case.leaf_only:
        return "not asked", None
    code, out, err, _ = call(program, "run", "--json", "--no-cache", "--time-limit", 3, "--run-time-limit", 20, "-o", folder, file)
    summary = parsed(out)
    if code not in (0, 3, 4, 5):
        return "wrong", f"run ends with {code}: {err.strip()[-200:]}"
    if code != 0:
        words = err.strip() or (summary or {}).get("message", "") or (summary or {}).get("reason", "")
        return ("refused", None) if words else ("wrong", "refused without a word")
    way = "exact" if summary["alias"] else "local"
    if case.is_empty or not case.may_reach:
        return way, "reached an end that does not exist"
    for name, value in (case.end or {}).items():
        distance = abs(summary["state"][name] - value) / max(1, abs(value))
        if not distance <= case.tolerance:
            return way, f"{name} ends {distance:.1e} beside ({way} leaf)"
    return way, None


class Tally:
    def __init__(self):
        self.leaves, self.runs, self.complaints, self.seconds = [], [], [], []
        self.wrong_leaf = self.wrong_end = 0

    def add(self, other):
        for key in ("leaves", "runs", "complaints", "seconds", "wrong_leaf", "wrong_end"):
            setattr(self, key, getattr(self, key) + getattr(other, key))

    def row(self):
        return [len(self.leaves), *map(self.leaves.count, ("proved", "numeric", "refused")), self.wrong_leaf,
                *map(self.runs.count, ("local", "exact", "refused")), self.wrong_end, f"{max(self.seconds):.2f}"]


def try_case(options, name, make, number):
    case = make(random.Random(f"{options.seed} {name} {number}"))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "system.toml"
        file.write_text(case.text)
        begin = time.monotonic()
        leaf = leaf_verdict(case, options.program, file)
        run = run_verdict(case, options.program, file, pathlib.Path(folder) / "out")
        seconds = time.monotonic() - begin
    complaints = [text for _, text in (leaf, run) if text]
    kept = complaints or (options.keep_refused and "refused" in (leaf[0], run[0]))
    if options.keep and kept:
        comment = f"# {leaf}\n# {run}\n# {case.end}\n"
        (options.keep / f"{name.replace(' ', '_').replace(',', '')}_{number}.toml").write_text(comment + case.text)
    tally = Tally()
    tally.leaves, tally.runs, tally.seconds = [leaf[0]], [run[0]], [seconds]
    tally.wrong_leaf, tally.wrong_end = int(bool(leaf[1])), int(bool(run[1]))
    tally.complaints = [f"{name} {number}: {text}" for text in complaints]
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--cases", type=int, default=2100)
    parser.add_argument("--seed", default=os.environ.get("LEAFWISE_TEST_SEED", "1"))
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the files that are wrong")
    parser.add_argument("--keep-refused", action="store_true", help="and for those that are refused")
    options = parser.parse_args()
    print("| family | " + " | ".join(COLUMNS) + " |\n" + "| --- " * (len(COLUMNS) + 1) + "|")
    everything = Tally()
    families = adversary_systems.FAMILIES | adversary_starts.FAMILIES
    for place, (name, make) in enumerate(families.items()):
        count = options.cases // len(families) + (place < options.cases % len(families))
        if options.only not in name or count == 0:
            continue
        tally = Tally()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for one in pool.map(lambda number: try_case(options, name, make, number), range(count)):
                tally.add(one)
        print(f"| {name} | " + " | ".join(map(str, tally.row())) + " |", flush=True)
        everything.add(tally)
    print("| all | " + " | ".join(map(str, everything.row())) + " |")
    print(f"\nSeed {options.seed}; median {statistics.median(everything.seconds):.2f} s a case, in real time.")
    for text in everything.complaints:
        print(f"\n- {text}")
    return 1 if everything.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
