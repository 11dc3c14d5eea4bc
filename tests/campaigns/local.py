#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The leaf at the start of random systems: how many are proved, and whether the exact way agrees.

usage: tests/campaigns/local.py PROGRAM [--mechanisms N] [--daes N] [--exact N] [--seed N] [--only WORD]

N mechanisms (default 1000) of 12 families and N DAEs (200) of index 0 to 5. The first `--exact` (2) systems of
each family are completed, too, for 10 s at most. Seconds are processor time of the whole process. Fails if a
dimension is not the known one, an answer not that of the exact completion, or what is proved not accepted by `verify` (and,
of the first `--exact` ones, by scripts/verify_certificate.py).
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

import local_systems

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "verify_certificate.py"
COLUMNS = ["tried", "proved", "verified", "of these redundant to order 20", "numeric", "failed", "wrong", "median s", "worst s", "exact agrees"]


def leaves_of(program, arguments, file):
    before = os.times()
    done = subprocess.run([program, "decompose", "--json", "--no-cache", *arguments, file], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    after = os.times()
    seconds = after.children_user - before.children_user + after.children_system - before.children_system
    try:
        printed = done.stdout
        if "-o" in arguments:
            path = arguments[-1]
            printed = path.read_text()
            path.unlink()
        return json.loads(printed), seconds
    except (ValueError, OSError):
        return {"leaves": [], "complete": False}, seconds


def exact_leaf(program, file):
    report, _ = leaves_of(program, ["--steer", "--time-limit", "10"], file)
    if not report["complete"]:
        return None
    return next((leaf for leaf in report["leaves"] if leaf["status"] != "unexplored"), None)


class Tally:
    def __init__(self):
        self.seconds, self.failures = [], []
        self.proved = self.verified = self.redundant = self.numeric = self.wrong = self.agreed = self.completed = 0

    def count(self, local, seconds, dimension, redundant):
        self.seconds.append(seconds)
        leaf = local["leaves"][0] if local["leaves"] else {"status": "unfinished", "reason": "no answer"}
        if leaf["status"] != "local":
            self.failures.append(leaf["reason"])
            return None
        proved = bool(leaf["proved"])
        self.proved += proved
        self.numeric += not proved
        self.redundant += proved and any(line["proof"] != "proved" for line in leaf["redundant"])
        if leaf["dimension"] != dimension or len(leaf["redundant"]) != redundant:
            self.wrong += 1
        return leaf

    def verify(self, program, leaf, folder, by_script):
        """What is proved has a certificate that is accepted."""
        if not leaf["proved"]:
            return
        ways = [[program, "verify", "--quiet"]] + ([[sys.executable, "-B", SCRIPT]] if by_script else [])
        codes = [subprocess.run([*way, folder / "certificate.json"], check=False, stdout=subprocess.DEVNULL).returncode
                 for way in ways]
        self.verified += not any(codes)
        self.wrong += any(codes)

    def compare(self, leaf, exact):
        if exact is None:
            return
        self.completed += 1
        same = leaf["dimension"] == exact["physical_dimension"] and leaf["freedom"] == exact["freedom"]
        bounded = exact["index"] is None or exact["index"] <= leaf["index_at_most"]
        self.agreed += same and bounded
        self.wrong += not (same and bounded)

    def row(self):
        return [len(self.seconds), self.proved, self.verified, self.redundant, self.numeric, len(self.failures), self.wrong,
                f"{statistics.median(self.seconds):.3f}", f"{max(self.seconds):.3f}", f"{self.agreed} of {self.completed}"]


def try_family(options, make, count, folder, name):
    tally = Tally()
    for number in range(count):
        text, dimension, redundant = make(random.Random(f"{options.seed} {name} {number}"))
        file = folder / "system.toml"
        file.write_text(text)
        leaf = tally.count(*leaves_of(options.program, ["--local", "-o", folder / "report.json"], file), dimension, redundant)
        if leaf:
            tally.verify(options.program, leaf, folder, number < options.exact)
        if leaf and number < options.exact:
            tally.compare(leaf, exact_leaf(options.program, file))
        if options.keep and (leaf is None or tally.wrong):
            (options.keep / f"{name.replace(' ', '_')}_{number}.toml").write_text(text)
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--mechanisms", type=int, default=1000)
    parser.add_argument("--daes", type=int, default=200)
    parser.add_argument("--exact", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the files that are not proved or wrong")
    options = parser.parse_args()
    print("| family | " + " | ".join(COLUMNS) + " |\n" + "| --- " * (len(COLUMNS) + 1) + "|")
    everything, reasons = Tally(), {}
    with tempfile.TemporaryDirectory() as folder:
        for families, total in ((local_systems.MECHANISMS, options.mechanisms), (local_systems.DAES, options.daes)):
            for number, (name, make) in enumerate(families.items()):
                count = total // len(families) + (number < total % len(families))
                if options.only not in name or count == 0:
                    continue
                tally = try_family(options, make, count, pathlib.Path(folder), name)
                print(f"| {name} | " + " | ".join(map(str, tally.row())) + " |", flush=True)
                for key in ("proved", "verified", "redundant", "numeric", "wrong", "agreed", "completed", "seconds", "failures"):
                    setattr(everything, key, getattr(everything, key) + getattr(tally, key))
                for reason in tally.failures:
                    reasons[reason] = reasons.get(reason, 0) + 1
    print("| all | " + " | ".join(map(str, everything.row())) + " |")
    for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"\n{count} failed: {reason}")
    return 1 if everything.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
