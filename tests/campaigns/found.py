#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs all problem files of folders, each as it stands and by two methods of different kind, and compares where they end.

usage: tests/campaigns/found.py PROGRAM FOLDER... [--only WORD] [--jobs N] [--limit SECONDS]

A FOLDER holds problem files (*.toml), also in folders below, and may hold references.json: {"name of the file": {"t": 2.0,
"q": {"x": 0.5}}}, ends that others have computed. Every run begins without a cache. A file is *wrong* if a run that reaches
its end is more than 1e-6 beside the reference (1e-6 and 100 times its own tolerance for the file as it stands), or, without
one, if the two methods, at rtol 1e-10 and 1e-9, are as far from each other and do not come five times nearer with a hundredth
of that; *odd* if a run ends with a signal, a bug or no word, *slow* if it has not ended after LIMIT. Where an explicit method does not come to its end in
time, an implicit one of another family takes its place. Distances are relative to values, where these are above 1.
Exit codes: 0 nothing is wrong or odd, 1 something is.
"""

import argparse
import concurrent.futures
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import tomllib

COLUMNS = ["file", "exit", "reason", "cpu s", "as it stands", "tight", "other kind", "verdict"]
TIGHT = ("dop853", 1e-10)
STIFF = ("lobatto_iiic_3", 1e-9)
OTHER = ("radau_iia_3", 1e-9)
FARTHER = 0.01
NEAR = 1e-6
ANSWERED = (0, 2, 3, 4, 5)
SLOW = "slow"


class Ended:
    """How one run ended."""

    def __init__(self, code, summary, words):
        self.code, self.summary, self.words = code, summary, words

    @property
    def reached(self):
        return self.code == 0 and self.summary is not None and self.summary["reason"] == "reached"

    @property
    def odd(self):
        return self.code not in (*ANSWERED, SLOW) or "a bug in leafwise" in self.words or (self.code != 0 and not self.why())

    def why(self):
        told = (self.summary or {}).get("message", "") or (self.summary or {}).get("reason", "")
        return told or (self.words.strip().splitlines() or [""])[-1].strip()

    def reason(self):
        return (self.summary or {}).get("reason", "") or {2: "a mistake", 3: "no such run", 4: "a limit"}.get(self.code, "")


def run(options, file, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        command = [options.program, "run", "--json", "--no-cache", "-o", folder, *arguments, file]
        try:
            done = subprocess.run(list(map(str, command)), capture_output=True, check=False, timeout=options.limit, text=True)
        except subprocess.TimeoutExpired:
            return Ended(SLOW, None, f"not ended after {options.limit:g} s")
    try:
        summary = json.loads(done.stdout)
    except ValueError:
        summary = None
    return Ended(done.returncode, summary, done.stderr)


def run_by(options, file, arguments, method, rtol):
    how = ("--method", method, "--rtol", rtol, "--atol", rtol / 100, "--run-time-limit", options.limit / 3)
    return run(options, file, *arguments, *how)


def tight_run(options, file, arguments):
    """The explicit run, or another where the system is stiff; and by which method."""
    ended = run_by(options, file, arguments, *TIGHT)
    return (run_by(options, file, arguments, *STIFF), STIFF) if ended.reason() == "limit" else (ended, TIGHT)


def comes_nearer(options, file, arguments, method, before):
    """Whether two methods that differ differ less with smaller tolerances; None: they do not end in time."""
    ends = [run_by(options, file, arguments, name, rtol * FARTHER) for name, rtol in (method, OTHER)]
    if not all(end.reached for end in ends):
        return None
    return distance(ends[0].summary["state"], ends[1].summary["state"]) < max(NEAR, before / 5)


def distance(ours, theirs):
    """How far apart two ends are, relative to what they compare; None if they share no name. Multipliers belong to the
    equations of a leaf, of which two runs may have different ones."""
    names = [name for name in theirs if name in ours and not name.startswith(("lambda", "_"))]
    if not names:
        return None
    return max(abs(ours[name] - theirs[name]) / max(1, abs(theirs[name])) for name in names)


def number(text):
    return "–" if text is None else f"{text:.1e}"


def try_file(options, file, reference):
    """One row of the table, and a complaint if there is one."""
    arguments = ("--to", reference["t"]) if reference else ()
    plain = run(options, file, *arguments)
    tight, method = tight_run(options, file, arguments) if plain.code in (0, 5) else (None, None)
    other = run_by(options, file, arguments, *OTHER) if plain.code in (0, 5) else None
    truth = reference["q"] if reference else other.summary["state"] if other and other.reached else None
    ways = [way.reached and truth is not None and distance(way.summary["state"], truth) if way else None for way in (plain, tight, other)]
    ways = [None if way is False else way for way in ways]
    settings = tomllib.loads(file.read_text(encoding="utf-8")).get("integrate", {}) if plain.code == 0 else {}
    allowed = [max(NEAR, 100 * settings.get("rtol", 1e-8)), NEAR, NEAR]
    wrong = [place for place, way in enumerate(ways) if way is not None and way > allowed[place]]
    nearer = None
    if wrong and not reference and tight.reached:
        nearer = comes_nearer(options, file, arguments, method, ways[1])
        wrong = [] if nearer or nearer is None else wrong
    odd = [way for way in (plain, tight, other) if way and way.odd]
    differ = {way.reached for way in (plain, tight, other) if way} == {True, False}
    is_open = nearer is None and not reference and any(way and way > allowed[place] for place, way in enumerate(ways))
    verdict = "undecided" if is_open and not wrong else "wrong" if wrong else "odd" if odd else "slow" if plain.code == SLOW else "some stop" if differ else "right" if plain.reached else "stops"
    seconds = (plain.summary or {}).get("seconds", {}).get("total")
    shown = [number(way) if reference or place != 2 else "–" for place, way in enumerate(ways)]
    row = [file.stem, plain.code, plain.reason(), f"{seconds:.2f}" if seconds is not None else "–", *shown, verdict]
    whys = [f"{name}: {way.reason()} at {(way.summary or {}).get('t')}: {way.why()}"
            for name, way in (("as it stands", plain), ("tight", tight), ("other kind", other)) if way and not way.reached]
    return row, wrong or odd, " / ".join(whys)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folders", type=pathlib.Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=120, help="seconds of a run")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    tried = []
    for folder in options.folders:
        known = folder / "references.json"
        references = json.loads(known.read_text(encoding="utf-8")) if known.exists() else {}
        files = sorted(file for file in folder.rglob("*.toml") if options.only in file.stem)
        tried += [(file, references.get(file.stem)) for file in files]
    print("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    rows, bad, whys = [], 0, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row, is_bad, why in pool.map(lambda one: try_file(options, *one), tried):
            rows.append(row)
            bad += bool(is_bad)
            print("| " + " | ".join(map(str, row)) + " |", flush=True)
            if why:
                whys.append(f"- {row[0]}: " + " ".join(why.split())[:400])
    verdicts = [row[-1] for row in rows]
    counts = ", ".join(f"{verdicts.count(word)} {word}" for word in ("right", "stops", "some stop", "slow", "undecided", "wrong", "odd"))
    print(f"| all | {len(rows)} | | | | | | {counts} |\n\n" + "\n".join(whys))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
