# SPDX-License-Identifier: GPL-3.0-or-later
"""What `leafwise check --json` prints of good and bad problem files, and what no report may say."""

import copy
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]

PLAIN = b'unknowns = ["x"]\nequations = ["x\' = 1"]\n'

# Good files that no example is like: name -> (text, options).
GOOD = {
    "a symbolic parameter without a number": (
        b'unknowns = ["x"]\nequations = ["x\' = sqrt(k)/k"]\n[parameters]\nk = "symbolic"\n[initial]\nx = "k"\n',
        [],
    ),
    "an irrational parameter": (PLAIN + b'[parameters]\na = "sqrt(3)/2"\n', []),
    "functions of all kinds": (
        b'unknowns = ["x", "y"]\nequations = ["x\' = tan(y) + log(x) + atan(x)", "y\' = exp(-t)/(x + 2)"]\n'
        b"[initial]\nx = 1\n[guess]\ny = 0.5\n",
        [],
    ),
    "a high derivative": (b'unknowns = ["x"]\nequations = ["der(x, 5) = x"]\n[initial]\n"der(x, 4)" = 1\n', []),
    "values of the command line": (PLAIN, ["--set", "initial.x=sqrt(2)", "--set", "initial.x'=1"]),
    "stiff mechanics": (
        b'[mechanics]\ncoordinates = ["x"]\nmass = [1]\nforce = [0]\n[stiff]\npotential = "x^2"\nepsilon = 0.01\n',
        [],
    ),
    "an arc length, rows and a sweep": (
        PLAIN + b'[parameters]\na = 1\n[integrate]\nto = { arclength = "1/3" }\nat = [0.1, "1/7"]\n'
        b'[sweep]\na = { from = 0, to = 1, count = 4 }\n"initial.x" = [0, "sqrt(2)"]\n',
        [],
    ),
    "no equation for an unknown": (b'unknowns = ["x", "y"]\nequations = ["x = 1", "0 = 0"]\n', []),
    "inequations": (PLAIN.replace(b"equations", b'inequations = ["x/2 - 1"]\nequations'), []),
    "names beyond ASCII": ('title = "größer"\n'.encode() + PLAIN, []),
}

# Bad files: name -> (text, options).
BAD = {
    "an empty file": (b"", []),
    "not TOML": (b"unknowns = [\n", []),
    "not UTF-8": (b'title = "\xff"\n' + PLAIN, []),
    "UTF-16": ("unknowns".encode("utf-16"), []),
    "a NUL byte": (PLAIN + b"\0", []),
    "a large file": (b"#" * 5_000_000, []),
    "an unknown name": (PLAIN.replace(b"= 1", b"= y"), []),
    "an unknown key": (b'titel = "x"\n' + PLAIN, []),
    "two mistakes": (PLAIN.replace(b'"x\' = 1"', b'"x\' = y", "2x = 1"'), []),
    "more mistakes than are shown": (PLAIN.replace(b'"x\' = 1"', b'"x = y", ' * 40), []),
    "a circle of parameters": (PLAIN + b'[parameters]\na = "b"\nb = "a"\n', []),
    "a setting of nothing": (PLAIN, ["--set", "a=1"]),
    "a setting without a value": (PLAIN, ["--set", "a"]),
    "a setting that is no expression": (PLAIN + b"[parameters]\na = 1\n", ["--set", "a=1+"]),
    "a point outside the domain": (PLAIN.replace(b"= 1", b"= log(x)") + b"[initial]\nx = -1\n", []),
}


def reject_constant(text):
    raise ValueError(f"'{text}' is not JSON")


def report_of(program, file, options=(), valid=None):
    """The report as JSON. Its `valid` has to agree with the exit code, and with what is asked for.

    Raises ValueError otherwise, and if it is not JSON.
    """
    result = subprocess.run(
        [program, "check", "--json", file, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    report = json.loads(result.stdout.decode("utf-8"), parse_constant=reject_constant)
    expected = 0 if report["valid"] else 2
    if result.returncode != expected:
        raise ValueError(f"exit code {result.returncode} with \"valid\": {report['valid']}")
    if valid is not None and report["valid"] != valid:
        raise ValueError(f"should be {'valid' if valid else 'invalid'}")
    return report


def files(folder):
    """Triples of a name, a file with its options, and whether it is valid."""
    for good in (ROOT / "examples", ROOT / "tests" / "data" / "good"):
        for path in sorted(good.glob("*.toml")):
            yield path.name, (path, []), True
    for path in sorted((ROOT / "tests" / "data" / "bad").glob("*.toml")):
        yield path.name, (path, []), False
    for cases, valid in ((GOOD, True), (BAD, False)):
        for number, (name, (text, options)) in enumerate(cases.items()):
            path = folder / f"{'good' if valid else 'bad'}{number}.toml"
            path.write_bytes(text)
            yield name, (path, options), valid
    yield "a missing file", (folder / "missing.toml", []), False
    yield "a directory", (folder, []), False


def spoilt(good, bad):
    """Reports that the schema has to refuse, made from a good and a bad one."""

    def changed(report, change):
        result = copy.deepcopy(report)
        change(result)
        return result

    return {
        "another format": changed(good, lambda r: r.update(format="leafwise-check/2")),
        "no equations": changed(good, lambda r: r.pop("equations")),
        "an unknown key": changed(good, lambda r: r.update(leaves=[])),
        "mistakes in a valid file": changed(good, lambda r: r.update(mistakes=bad["mistakes"])),
        "an equation without its line": changed(good, lambda r: r["equations"][0].pop("line")),
        "an equation from nowhere": changed(good, lambda r: r["equations"][0].update(source="magic")),
        "a negative order": changed(good, lambda r: r["orders"].update(x=-1)),
        "an invalid file without mistakes": changed(bad, lambda r: r.update(mistakes=[])),
        "a system beside mistakes": changed(bad, lambda r: r.update(unknowns=["x"])),
        "a mistake without a message": changed(bad, lambda r: r["mistakes"][0].pop("message")),
        "a line as text": changed(bad, lambda r: r["mistakes"][0].update(line="4")),
    }
