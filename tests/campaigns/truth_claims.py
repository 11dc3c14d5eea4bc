# SPDX-License-Identifier: GPL-3.0-or-later
"""What the rows of the campaign on truth share: claims, verdicts, problems written as text, and answers read back.

A claim is a generator that yields a verdict for each try: right, false, or undecided, which is a refusal or a stop that says so.
"""

import csv
import dataclasses
import json
import sys
import time
import traceback

SHOWN = 6
RIGHT = ("right", "")
# Endings of a run that are no claim to have arrived.
STOPPED = 5


def false(text):
    return ("false", text)


def undecided(text):
    return ("undecided", text)


@dataclasses.dataclass
class Claim:
    """Something the program says, and how often it was found right, false, or left open."""

    name: str
    tries_of: object
    counts: dict = dataclasses.field(default_factory=lambda: {"right": 0, "false": 0, "undecided": 0})
    said: dict = dataclasses.field(default_factory=lambda: {"false": [], "undecided": []})
    seconds: float = 0
    is_known: bool = False  # KNOWN_ISSUES says that it is false at times: counted, and no failure

    @property
    def tries(self):
        return sum(self.counts.values())


def claim(table, name, is_known=False):
    """Enters a generator of verdicts into a table."""

    def enter(function):
        table.append(Claim(name, function, is_known=is_known))
        return function

    return enter


def try_claim(entry, world):
    begin = time.monotonic()
    try:
        for verdict, text in entry.tries_of(world):
            entry.counts[verdict] += 1
            if verdict != "right":
                entry.said[verdict].append(text)
            if verdict == "false":
                print(f"  {entry.name}: {text}", file=sys.stderr, flush=True)
    except Exception:  # of the campaign itself: the other rows go on
        entry.counts["false"] += 1
        entry.said["false"].append("the campaign failed: " + traceback.format_exc(limit=-3))
        print(entry.said["false"][-1], file=sys.stderr, flush=True)
    entry.seconds = time.monotonic() - begin
    print(f"{entry.name}: {entry.counts} ({entry.seconds:.0f} s)", file=sys.stderr, flush=True)


def as_table(table):
    """In Markdown, with what was false below, and why what is open is so."""
    lines = ["| claim | tries | right | false | undecided | seconds |", "| --- | --- | --- | --- | --- | --- |"]
    for entry in table:
        lines.append(f"| {entry.name} | {entry.tries} | {entry.counts['right']} | {entry.counts['false']} | {entry.counts['undecided']} | {entry.seconds:.0f} |")
    sums = [sum(entry.counts[key] for entry in table) for key in ("right", "false", "undecided")]
    lines += [f"| all | {sum(sums)} | {sums[0]} | {sums[1]} | {sums[2]} | |", ""]
    for kind in ("false", "undecided"):
        for entry in table:
            if entry.said[kind]:
                lines += [f"**{entry.name}**: {len(entry.said[kind])} of {entry.tries} {kind}", ""]
                lines += ["- " + " ".join(str(text).split())[:400] for text in entry.said[kind][: SHOWN if kind == "false" else 2]]
                lines.append("")
    return "\n".join(lines)


def _value(value):
    """As TOML has it: constants that are no numbers in quotes."""
    return repr(value) if isinstance(value, (int, float)) else json.dumps(str(value))


def _table(name, values):
    return f"[{name}]\n" + "".join(f'"{key}" = {_value(value)}\n' for key, value in values.items()) if values else ""


def problem(unknowns, equations, *, initial=None, guess=None, to=None, integrate=None, parameters=None, events=(), head="", tail=""):
    """A problem file."""
    text = head + (f"unknowns = {json.dumps(list(unknowns))}\nequations = {json.dumps(list(equations))}\n" if unknowns else "")
    text += _table("parameters", parameters) + _table("initial", initial) + _table("guess", guess)
    if to is not None:
        goal = to if isinstance(to, dict) else {"t": to}
        text += "[integrate]\nto = { " + ", ".join(f"{key} = {_value(value)}" for key, value in goal.items()) + " }\n"
        text += "".join(f"{key} = {_value(value)}\n" for key, value in (integrate or {}).items())
    for event in events:
        text += "[[events]]\n" + "".join(f"{key} = {str(value).lower() if isinstance(value, bool) else json.dumps(value)}\n" for key, value in event.items())
    return text + tail


@dataclasses.dataclass
class Run:
    """What a run has written."""

    code: object
    summary: dict
    rows: list
    events: list
    err: str

    @property
    def reached(self):
        return self.code == 0 and (self.summary.get("reason") == "reached" or self.summary.get("reason", "").startswith("event:"))

    @property
    def end(self):
        return self.summary.get("state") or {}

    def why(self):
        return f"exit {self.code}: {self.summary.get('reason', '')} {self.summary.get('message', '') or self.err.strip()[-200:]}"


def _read_rows(path):
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [{key: _number(text) for key, text in row.items()} for row in rows]


def _number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


def put(world, text, name="problem"):
    file = world.place() / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file


def run(world, text, *options, seconds=60):
    """Runs a problem; what is wrong with the process itself is a false claim of its own, so raised."""
    file = put(world, text)
    out = file.parent / "out"
    result = world.run("run", file, "--no-cache", "-q", "-o", out, "--run-time-limit", str(seconds), *options, timeout=3 * seconds)
    if result.fault():
        raise AssertionError(f"{file}: {result.fault()}")
    summary = out / "summary.json"
    data = json.loads(summary.read_text(encoding="utf-8")) if summary.exists() else {}
    return Run(result.code, data, _read_rows(out / "trajectory.csv"), _read_rows(out / "events.csv"), result.err)


def decompose(world, text, *options, seconds=20):
    """The report of a system, and the exit code."""
    file = put(world, text)
    out = file.parent / "report.json"
    result = world.run("decompose", file, "--json", "--no-cache", "-q", "-o", out, "--time-limit", str(seconds), *options, timeout=4 * seconds)
    if result.fault():
        raise AssertionError(f"{file}: {result.fault()}")
    return (json.loads(out.read_text(encoding="utf-8")) if out.exists() else None), result.code


def living(report):
    """Leaves that have points."""
    return [leaf for leaf in report["leaves"] if leaf["status"] not in ("inconsistent",) and "inside" not in leaf]
