#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""summary.json of runs fits its schema, and agrees with the tables beside it; and the schema refuses
what no summary may say.

usage: check_summaries.py PROGRAM

Exit codes: 0 all fits, 1 something does not.
"""

import copy
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import validate

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "docs" / "schemas" / "summary.schema.json"

# Runs with the exit codes that they have.
RUNS = (
    (("singular_four_bar",), 0),
    (("singular_four_bar", "--branch", "root"), 5),
    (("pendulum",), 0),
    (("kepler", "--at", "1,2"), 0),
    (("henon_heiles", "--to", "10"), 0),
    (("parameter_sweep",), 0),
    (("clairaut",), 0),
    (("pendulum", "--method", "radau5_index3"), 0),
    (("stiff_spring_pendulum",), 0),
    (("steering_wheel",), 0),
)


def run(program, arguments, expected, folder):
    """The summary of one run."""
    example, *options = arguments
    command = [program, "run", str(ROOT / "examples" / (example + ".toml")), *options]
    result = subprocess.run(
        [*command, "--no-cache", "--json", "-o", folder],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    if result.returncode != expected:
        raise ValueError(f"exit code {result.returncode}: {result.stderr.decode('utf-8', 'replace')}")
    text = (pathlib.Path(folder) / "summary.json").read_text(encoding="utf-8")
    if text != result.stdout.decode("utf-8"):
        raise ValueError("--json does not print summary.json")
    return json.loads(text)


def check_tables(summary, folder):
    """The end in the summary is the last row; events have the columns of the trajectory."""
    with open(pathlib.Path(folder) / "trajectory.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    with open(pathlib.Path(folder) / "events.csv", encoding="utf-8", newline="") as file:
        events = list(csv.reader(file))
    columns, last = rows[0], rows[-1]
    if columns[-3:] != ["_s", "_h", "_residual"]:
        raise ValueError(f"columns {columns}")
    if events[0] != ["name", "kind", "direction", *columns]:
        raise ValueError(f"columns of events {events[0]}")
    for row in events[1:]:
        if row[1] not in ("event", "watch") or row[2] not in ("rising", "falling"):
            raise ValueError(f"event {row[:3]}")
    for name, text in zip(columns, last):
        is_force = name.startswith("_force")
        if name.startswith("_") and not is_force:
            continue
        if summary["state"][name] != (float(text) if text or not is_force else None):
            raise ValueError(f"{name} ends at {text}, and at {summary['state'][name]} in the summary")
    if float(last[0]) != summary["t"] or float(rows[1][columns.index("_h")]) != 0:
        raise ValueError("the ends do not agree")


def spoilt(summary):
    """Summaries that the schema has to refuse."""

    def changed(change):
        result = copy.deepcopy(summary)
        change(result)
        return result

    return {
        "another format": changed(lambda s: s.update(format="leafwise-summary/2")),
        "no reason": changed(lambda s: s.pop("reason")),
        "another reason": changed(lambda s: s.update(reason="tired")),
        "an unknown key": changed(lambda s: s.update(mood="good")),
        "steps that are none": changed(lambda s: s.update(steps=-1)),
        "a state in words": changed(lambda s: s["state"].update(t="five")),
    }


def main():
    """Checks all runs."""
    program = sys.argv[1]
    schema = validate.read_json(SCHEMA)
    failures = list(validate.schema_complaints(SCHEMA.name, schema))
    for arguments, expected in RUNS:
        name = " ".join(arguments)
        with tempfile.TemporaryDirectory() as folder:
            try:
                summary = run(program, arguments, expected, folder)
                failures += [f"{name}: {text}" for text in validate.complaints(summary, schema)]
                check_tables(summary, folder)
            except (ValueError, OSError) as error:
                failures.append(f"{name}: {error}")
                continue
        for what, document in spoilt(summary).items():
            if not validate.complaints(document, schema):
                failures.append(f"the schema accepts {what}")
    print("\n".join(failures) or f"{len(RUNS)} runs fit")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
