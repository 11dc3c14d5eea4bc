#!/usr/bin/python3
"""Validates the example problem files, the problem schema itself, and on request any JSON document.

usage: validate.py [--json FILE --schema FILE]...
"""

import argparse
import json
import pathlib
import sys
import tomllib

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROBLEM_SCHEMA = ROOT / "docs" / "schemas" / "problem.schema.json"

PLAIN = 'unknowns = ["x"]\nequations = ["x\' = 1"]\n'
MECHANICS = '[mechanics]\ncoordinates = ["x"]\nmass = ["1"]\nforce = ["0"]\n'

# The schema is worth something only if it also refuses.
ACCEPTED = {
    "plain equations": PLAIN,
    "mechanics": MECHANICS,
    "stiff mechanics": MECHANICS + '[stiff]\npotential = "x^2/2"\nepsilon = 1e-3\n',
    "full mass matrix": MECHANICS.replace('["1"]', '[["1"]]'),
    "high derivative as a key": PLAIN + '[initial]\n"der(x, 4)" = 1\n',
    "fixed step": PLAIN + '[integrate]\ncontrol = "fixed"\nstep = 0.1\n',
    "sweep of a velocity": PLAIN + '[sweep]\n"initial.x\'" = [0, "sqrt(2)"]\n',
}
REFUSED = {
    "an empty file": "",
    "unknowns without equations": 'unknowns = ["x"]\n',
    "equations and mechanics": PLAIN + MECHANICS,
    "an unknown key": PLAIN + 'tilte = "x"\n',
    "an unknown key in a table": PLAIN + "[integrate]\nrtoll = 1e-3\n",
    "stiff without mechanics": PLAIN + '[stiff]\npotential = "x^2"\nepsilon = 1\n',
    "stiff without epsilon": MECHANICS + '[stiff]\npotential = "x^2"\n',
    "a bad name": PLAIN.replace('["x"]', '["_x"]'),
    "an unknown named twice": PLAIN.replace('["x"]', '["x", "x"]'),
    "a date": PLAIN + "[parameters]\na = 2000-01-01\n",
    "an infinity": PLAIN + "[parameters]\na = inf\n",
    "a truth value as a parameter": PLAIN + "[parameters]\na = true\n",
    "an empty equation": PLAIN.replace("x' = 1", " "),
    "rows twice over": PLAIN + "[integrate]\nat = [1]\nsamples = 3\n",
    "a fixed step without its size": PLAIN + '[integrate]\ncontrol = "fixed"\n',
    "two goals": PLAIN + "[integrate]\nto = { t = 1, arclength = 2 }\n",
    "a tolerance of zero": PLAIN + "[integrate]\nrtol = 0\n",
    "an event without a condition": PLAIN + '[[events]]\nname = "a"\n',
    "an event's direction": PLAIN + '[[events]]\nname = "a"\nwhen = "x"\ndirection = "up"\n',
    "a link of three": PLAIN + '[view]\npoints = { A = [0, 0] }\nlinks = [["A", "A", "A"]]\n',
    "a sweep without count": PLAIN + "[sweep]\na = { from = 0, to = 1 }\n",
    "a mixed mass": MECHANICS.replace('["1"]', '["1", ["1"]]'),
}


def finite(text):
    if "inf" in text or "nan" in text:
        raise ValueError(f"'{text}' is not a number a problem file may hold")
    return float(text)


def read_toml(text):
    return tomllib.loads(text, parse_float=finite)


def reject_constant(text):
    raise ValueError(f"'{text}' is not JSON")


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8"), parse_constant=reject_constant)


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


def validate_examples(tally):
    schema = read_json(PROBLEM_SCHEMA)
    broken = schema_complaints(PROBLEM_SCHEMA.name, schema)
    tally.add(broken)
    if broken:
        return
    examples = sorted((ROOT / "examples").glob("*.toml"))
    tally.add([] if examples else ["no examples found"])
    for path in examples:
        tally.add(check(path.name, lambda: read_toml(path.read_text(encoding="utf-8")), schema))
    for name, text in ACCEPTED.items():
        tally.add(check(f"should be accepted: {name}", lambda: read_toml(text), schema))
    for name, text in REFUSED.items():
        refused = check(name, lambda: read_toml(text), schema)
        tally.add([] if refused else [f"should be refused: {name}"])


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
    parser.add_argument("--json", action="append", default=[], type=pathlib.Path, metavar="FILE", help="a JSON document to validate")
    parser.add_argument("--schema", action="append", default=[], type=pathlib.Path, metavar="FILE", help="the schema for it, in the same order")
    arguments = parser.parse_args()
    if len(arguments.json) != len(arguments.schema):
        parser.error("each --json needs one --schema")
    tally = Tally()
    validate_examples(tally)
    for document, schema in zip(arguments.json, arguments.schema):
        validate_document(tally, document, schema)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
