#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `leafwise decompose --format json` prints of all examples fits its schema; and the schema
refuses what no report may say.

usage: check_decompositions.py PROGRAM

Exit codes: 0 all fits, 1 something does not.
"""

import copy
import json
import pathlib
import subprocess
import sys

import check_reports
import validate

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "docs" / "schemas" / "decomposition.schema.json"

# Some examples need minutes: what there is after this many seconds is a report as well.
TIME_LIMIT = "5"


def report_of(program, file, options=()):
    """The report as JSON. Its leaves have to agree with the exit code."""
    result = subprocess.run(
        [program, "decompose", "--format", "json", "--no-cache", "--time-limit", TIME_LIMIT, file, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    if result.returncode not in (0, 3, 4):
        raise ValueError(f"exit code {result.returncode}: {result.stderr.decode('utf-8', 'replace')}")
    report = json.loads(result.stdout.decode("utf-8"), parse_constant=check_reports.reject_constant)
    statuses = {leaf["status"] for leaf in report["leaves"]}
    # A limit is forgiven where the leaf at the start is proved.
    if ("unfinished" in statuses) != (result.returncode == 4) and statuses and "local" not in statuses:
        raise ValueError(f"exit code {result.returncode} with leaves that are {sorted(statuses)}")
    if result.returncode == 0 and not statuses & {"involutive", "underdetermined", "local"}:
        raise ValueError("exit code 0 without a leaf")
    return report


def spoilt(report):
    """Reports that the schema has to refuse."""

    def changed(change):
        result = copy.deepcopy(report)
        change(result)
        return result

    return {
        "another format": changed(lambda r: r.update(format="leafwise-decomposition/2")),
        "no tree": changed(lambda r: r.pop("tree")),
        "an unknown key": changed(lambda r: r.update(mistakes=[])),
        "half a hash": changed(lambda r: r["problem"].update(sha256="12ab")),
        "a leaf of no kind": changed(lambda r: r["leaves"][0].update(status="fine")),
        "a truth that is a boolean": changed(lambda r: r["leaves"][0].update(prime=True)),
        "an inconsistent leaf with equations": changed(lambda r: r["leaves"][0].update(status="inconsistent")),
        "a negative index": changed(lambda r: r["leaves"][0].update(index=-1)),
        "a variable that is an expression": changed(lambda r: r["leaves"][0]["variables"].append("x+1")),
        "a singular solution inside nothing": changed(lambda r: r["leaves"][0].update(essential="yes")),
        "another completion": changed(lambda r: r.update(completion="magic")),
        "a node without children": changed(lambda r: r["tree"].pop("children")),
        "a node below no root": changed(lambda r: r["tree"].update(name="leaf")),
    }


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_decompositions.py PROGRAM")
    program = sys.argv[1]
    schema = validate.read_json(SCHEMA)
    tally = validate.Tally()
    tally.add(validate.schema_complaints(SCHEMA.name, schema))
    for path in sorted((ROOT / "examples").glob("*.toml")):
        tally.add(validate.check(path.name, lambda: report_of(program, path), schema))
    # What plain elimination does not finish has no leaf; mechanics it refuses.
    for name in ("clairaut.toml", "branch_dependent_index.toml", "pendulum.toml", "underdetermined.toml"):
        path = ROOT / "examples" / name
        for options in (["--critical"], ["--completion", "elimination"]):
            words = f"{name} {' '.join(options)}"
            tally.add(validate.check(words, lambda p=path, o=options: report_of(program, p, o), schema))
    for name in ("pendulum.toml", "redundant_parallelogram.toml", "monomial_curve.toml"):
        path = ROOT / "examples" / name
        tally.add(validate.check(f"{name} --local", lambda p=path: report_of(program, p, ["--local"]), schema))
    good = report_of(program, ROOT / "examples" / "pendulum.toml")
    for name, report in spoilt(good).items():
        tally.add([] if validate.complaints(report, schema) else [f"should be refused: a report with {name}"])
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
