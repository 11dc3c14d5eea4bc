#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Validates the example problem files, those of tests/data/good, the schemas themselves, what the
program prints of good and bad files, and on request any JSON document.

usage: validate.py [--program PROGRAM] [--json FILE --schema FILE]...

Exit codes: 0 all fits, 1 something does not, or jsonschema is missing.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib

import check_reports

try:
    import jsonschema
except ImportError:
    sys.exit(
        f"{sys.executable} has no module jsonschema; it comes with scripts/bootstrap test"
        " (Debian: apt-get install python3-jsonschema)"
    )

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROBLEM_SCHEMA = ROOT / "docs" / "schemas" / "problem.schema.json"
CHECK_SCHEMA = ROOT / "docs" / "schemas" / "check.schema.json"
METHODS_SCHEMA = ROOT / "docs" / "schemas" / "methods.schema.json"

PLAIN = 'unknowns = ["x"]\nequations = ["x\' = 1"]\n'
MECHANICS = '[mechanics]\ncoordinates = ["x"]\nmass = ["1"]\nforce = ["0"]\n'

GOAL = "[integrate]\nto = { t = 1 }\n"
SWEEP = PLAIN + "[parameters]\na = 1\n[sweep]\n"

# The schema is worth something only if it also refuses; and it says the same as the program.
ACCEPTED = {
    "plain equations": PLAIN,
    "mechanics": MECHANICS,
    "stiff mechanics": MECHANICS + '[stiff]\npotential = "x^2/2"\nepsilon = 1e-3\n',
    "stiff mechanics, all said": MECHANICS
    + '[stiff]\npotential = "x^2/2"\nepsilon = 1e-3\nnewton = "guessed"\nsmooth = 0\n',
    "full mass matrix": MECHANICS.replace('["1"]', '[["1"]]'),
    "high derivative as a key": PLAIN.replace("x' =", "der(x, 5) =") + '[initial]\n"der(x, 4)" = 1\n',
    "mechanics without forces": MECHANICS.replace('force = ["0"]\n', ""),
    "fixed step": PLAIN + '[integrate]\nto = { t = 1 }\ncontrol = "fixed"\nstep = 0.1\n',
    "tolerances as text": PLAIN + '[integrate]\nto = { t = "2*pi" }\nrtol = "1/1000"\n',
    "points in space": PLAIN + '[view]\npoints = { A = ["x", 0, 1] }\n',
    "names in words": PLAIN
    + '[invariants]\n"total energy" = "x"\n"" = 1\n[impose]\ninvariants = ["total energy"]\n'
    '[[events]]\nname = "half way"\nwhen = 0\n'
    '[view]\npoints = { "the tip" = [0, "x"], "é" = [0, 1] }\nlinks = [["the tip", "é"]]\n',
    "a picture of nothing": PLAIN + "[view]\n",
    "links without points": PLAIN + "[view]\nlinks = []\n",
    "no equations": 'unknowns = ["x"]\nequations = []\n',
    "no rows": PLAIN + GOAL + "at = []\n",
    "a constant potential": MECHANICS + "[stiff]\npotential = 0\nepsilon = 1\n",
    "spaces in keys": PLAIN + '[initial]\n" der (x , 1 ) " = 1\n[sweep]\n"initial. x" = [1]\n',
    "an empty sweep": PLAIN + "[sweep]\n",
    "a sweep without quotes": PLAIN
    + "[sweep]\ninitial.x = [0, \"sqrt(2)\"]\ninitial.t = { from = 0, to = 1, count = 3 }\n",
    "a sweep of nothing initial": PLAIN + "[sweep]\ninitial = {}\n",
    "a parameter called initial": PLAIN + "[parameters]\ninitial = 1\n[sweep]\ninitial = [1, 2]\n",
    "the longest range": SWEEP + "a = { from = 0, to = 1, count = 100000 }\n",
    "sweep of a velocity": PLAIN + '[sweep]\n"initial.x\'" = [0, "sqrt(2)"]\n',
}
REFUSED = {
    "an empty file": "",
    "unknowns without equations": 'unknowns = ["x"]\n',
    "equations and mechanics": PLAIN + MECHANICS,
    "an unknown key": PLAIN + 'tilte = "x"\n',
    "an unknown key in a table": PLAIN + GOAL + "rtoll = 1e-3\n",
    "stiff without mechanics": PLAIN + '[stiff]\npotential = "x^2"\nepsilon = 1\n',
    "a smooth start of no order": MECHANICS + '[stiff]\npotential = "x^2"\nepsilon = 1\nsmooth = 11\n',
    "a Newton iteration of no name": MECHANICS + '[stiff]\npotential = "x^2"\nepsilon = 1\nnewton = "j0"\n',
    "stiff without epsilon": MECHANICS + '[stiff]\npotential = "x^2"\n',
    "a bad name": PLAIN.replace('["x"]', '["_x"]'),
    "an unknown named twice": PLAIN.replace('["x"]', '["x", "x"]'),
    "a date": PLAIN + "[parameters]\na = 2000-01-01\n",
    "an infinity": PLAIN + "[parameters]\na = inf\n",
    "a truth value as a parameter": PLAIN + "[parameters]\na = true\n",
    "an empty equation": PLAIN.replace("x' = 1", " "),
    "rows twice over": PLAIN + GOAL + "at = [1]\nsamples = 3\n",
    "a fixed step without its size": PLAIN + GOAL + 'control = "fixed"\n',
    "an integration without a goal": PLAIN + '[integrate]\nmethod = "rk4"\n',
    "a single sample": PLAIN + GOAL + "samples = 1\n",
    "two goals": PLAIN + "[integrate]\nto = { t = 1, arclength = 2 }\n",
    "a tolerance of zero": PLAIN + GOAL + "rtol = 0\n",
    "an event without a condition": PLAIN + '[[events]]\nname = "a"\n',
    "an event's direction": PLAIN + '[[events]]\nname = "a"\nwhen = "x"\ndirection = "up"\n',
    "a link of three": PLAIN + '[view]\npoints = { A = [0, 0] }\nlinks = [["A", "A", "A"]]\n',
    "a point of four": PLAIN + '[view]\npoints = { A = [0, 0, 0, 0] }\n',
    "a sweep without count": SWEEP + "a = { from = 0, to = 1 }\n",
    "too long a range": SWEEP + "a = { from = 0, to = 1, count = 100001 }\n",
    "a range under initial": SWEEP + "initial = { from = 0, to = 1, count = 2 }\n",
    "a step that is not fixed": PLAIN + GOAL + "step = 0.1\n",
    "a method that is no name": PLAIN + GOAL + 'method = "rk 4"\n',
    "a leaf that is no name": PLAIN + '[branch]\nselect = "a b"\n',
    "an event without a name": PLAIN + '[[events]]\nname = ""\nwhen = "x"\n',
    "a range of one": SWEEP + "a = { from = 0, to = 1, count = 1 }\n",
    "an empty list of values": SWEEP + "a = []\n",
    "a mixed mass": MECHANICS.replace('["1"]', '["1", ["1"]]'),
}


def finite(text):
    if "inf" in text or "nan" in text:
        raise ValueError(f"'{text}' is not a number a problem file may hold")
    return float(text)


def read_toml(text):
    return tomllib.loads(text, parse_float=finite)


def read_json(path):
    return json.loads(
        path.read_text(encoding="utf-8"), parse_constant=check_reports.reject_constant
    )


def leaves_of(error):
    """An error of oneOf says little by itself: show the reasons below it, the deepest first."""
    if not error.context:
        return [error]
    deepest = max(len(e.absolute_path) for e in error.context)
    return [e for e in error.context if len(e.absolute_path) == deepest]


def complaints(document, schema):
    validator = jsonschema.validators.validator_for(schema)(schema)
    lines = []
    for error in sorted(validator.iter_errors(document), key=lambda e: [str(p) for p in e.absolute_path]):
        for reason in leaves_of(error):
            where = "/".join(str(p) for p in reason.absolute_path) or "top level"
            line = f"{where}: {reason.message}"
            lines.append(line if len(line) <= 400 else line[:400] + " …")
    return lines


def check(name, read, schema):
    """The complaints about a document, which `read` delivers; None means it could not be had at all."""
    try:
        document = read()
    except (OSError, ValueError) as error:
        return [f"{name}: {error}"]
    return [f"{name}: {line}" for line in complaints(document, schema)]


class Tally:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def add(self, lines):
        if lines:
            self.failed += 1
            print("\n".join(lines))
        else:
            self.passed += 1


def schema_complaints(name, schema):
    try:
        jsonschema.validators.validator_for(schema).check_schema(schema)
    except jsonschema.exceptions.SchemaError as error:
        where = "/".join(str(p) for p in error.absolute_path) or "top level"
        return [f"{name}: not a valid schema: {where}: {error.message}"]
    return []


def undescribed(schema, place=""):
    """Keys of which an editor could say nothing."""
    missing = []
    for key, inner in schema.get("properties", {}).items():
        if "description" not in inner:
            missing.append(f"{place}{key}: no description")
        missing += undescribed(inner, f"{place}{key}.")
    return missing + undescribed(schema["items"], place) if isinstance(schema.get("items"), dict) else missing


def editor_complaints(schema):
    """Editors find a schema by its $id, and by the first line of a file; they show descriptions."""
    lines = undescribed(schema)
    lines += [f"{path.name}: no $id" for path in PROBLEM_SCHEMA.parent.glob("*.json") if "$id" not in read_json(path)]
    for path in sorted((ROOT / "examples").glob("*.toml")):
        if not path.read_text(encoding="utf-8").startswith("#:schema ../docs/schemas/problem.schema.json\n"):
            lines.append(f"{path.name}: its first line does not name the schema")
    return lines


def validate_examples(tally):
    schema = read_json(PROBLEM_SCHEMA)
    broken = schema_complaints(PROBLEM_SCHEMA.name, schema) + editor_complaints(schema)
    tally.add(broken)
    if broken:
        return
    for folder in (ROOT / "examples", ROOT / "tests" / "data" / "good"):
        paths = sorted(folder.glob("*.toml"))
        tally.add([] if paths else [f"no files found in {folder}"])
        for path in paths:
            # tomllib does not know the byte order mark, which TOML allows.
            read = lambda: read_toml(path.read_text(encoding="utf-8-sig"))
            tally.add(check(path.name, read, schema))
    for name, text in ACCEPTED.items():
        tally.add(check(f"should be accepted: {name}", lambda: read_toml(text), schema))
    for name, text in REFUSED.items():
        refused = check(name, lambda: read_toml(text), schema)
        tally.add([] if refused else [f"should be refused: {name}"])


def validate_reports(tally, program):
    """What `check --json` prints of all examples and of bad files."""
    schema = read_json(CHECK_SCHEMA)
    broken = schema_complaints(CHECK_SCHEMA.name, schema)
    tally.add(broken)
    if broken:
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, (file, options), valid in check_reports.files(pathlib.Path(folder)):
            read = lambda: check_reports.report_of(program, file, options, valid)
            tally.add(check(name, read, schema))
        for texts, valid in ((ACCEPTED, True), (REFUSED, False)):
            for name, text in texts.items():
                path = pathlib.Path(folder) / "problem.toml"
                path.write_text(text, encoding="utf-8")
                agreed = check_reports.report_of(program, path)["valid"] == valid
                tally.add([] if agreed else [f"{name}: the program and the schema disagree"])
        good = check_reports.report_of(program, ROOT / "examples" / "pendulum.toml")
        bad = check_reports.report_of(program, pathlib.Path(folder) / "missing.toml")
    for name, report in check_reports.spoilt(good, bad).items():
        tally.add([] if complaints(report, schema) else [f"should be refused: a report with {name}"])


def validate_methods(tally, program):
    """What `methods --json` prints."""
    schema = read_json(METHODS_SCHEMA)
    tally.add(schema_complaints(METHODS_SCHEMA.name, schema))
    printed = subprocess.run([program, "methods", "--json"], check=True, capture_output=True).stdout
    report = json.loads(printed)
    tally.add(complaints(report, schema))
    report["methods"][0].pop("order")
    tally.add([] if complaints(report, schema) else ["should be refused: a method without its order"])


def validate_document(tally, document, schema_path):
    try:
        schema = read_json(schema_path)
    except (OSError, ValueError) as error:
        tally.add([f"{schema_path}: {error}"])
        return
    broken = schema_complaints(schema_path, schema)
    tally.add(broken or check(document, lambda: read_json(document), schema))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", help="the program leafwise, whose reports are validated, too")
    parser.add_argument("--json", action="append", default=[], type=pathlib.Path, metavar="FILE", help="a JSON document to validate")
    parser.add_argument("--schema", action="append", default=[], type=pathlib.Path, metavar="FILE", help="the schema for it, in the same order")
    arguments = parser.parse_args()
    if len(arguments.json) != len(arguments.schema):
        parser.error("each --json needs one --schema")
    tally = Tally()
    validate_examples(tally)
    if arguments.program:
        validate_reports(tally, arguments.program)
        validate_methods(tally, arguments.program)
    for document, schema in zip(arguments.json, arguments.schema):
        validate_document(tally, document, schema)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
