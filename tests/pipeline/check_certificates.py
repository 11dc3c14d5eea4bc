#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts of `leafwise decompose --certificate` with Singular and Macaulay2, as far as they
are installed: every claim passes, and a claim that was spoilt does not.

usage: check_certificates.py PROGRAM

Exit codes: 0 all pass, 1 something does not, 77 neither program is installed.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

EXAMPLES = [
    "pendulum",
    "pendulum_angle",
    "pendulum_mechanics",
    "singular_four_bar",
    "branch_dependent_index",
    "slider_crank_isosceles",
    "steering_wheel",
    "clairaut",
    "kepler",
    "underdetermined",
]

# Names that an interpreter knows, a symbolic parameter, an inequation.
AWKWARD = """
unknowns = ["ideal", "ring", "quit"]
equations = ["ideal*(ideal' - gb*ring) = 0", "ring' = ideal", "quit'^2 = ring"]
inequations = ["ideal"]
[parameters]
gb = "symbolic"
"""

PROGRAMS = {"sing": ["Singular", "-q"], "m2": ["M2", "--script"]}


def write_scripts(program, problem, folder):
    subprocess.run(
        [program, "decompose", "--critical", "--no-cache", "--quiet", "--certificate", folder, problem],
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=True,
    )


def last_line(script):
    """What a script says in the end."""
    result = subprocess.run(
        [*PROGRAMS[script.suffix[1:]], script.name],
        cwd=script.parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    lines = result.stdout.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "nothing"


def complaints(folder, suffixes):
    found = []
    for script in sorted(folder.glob("*/*")):
        if script.suffix[1:] not in suffixes:
            continue
        said = last_line(script)
        passes = said.startswith("ALL ") and said.endswith(" PASS")
        is_spoilt = script.parent.name == "spoilt"
        print(f"{script.parent.name}/{script.name}: {said}")
        if passes == is_spoilt:
            found.append(f"{script.parent.name}/{script.name}: {said}")
    return found


def spoil(folder):
    """The pendulum's certificate, claiming what is not so."""
    spoilt = folder / "spoilt"
    spoilt.mkdir()
    for script in sorted((folder / "pendulum").iterdir()):
        text = script.read_text(encoding="utf-8")
        # A row of the linear part with another weight.
        (spoilt / script.name).write_text(text.replace("(981)", "(982)", 1), encoding="utf-8")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_certificates.py PROGRAM")
    suffixes = [suffix for suffix, command in PROGRAMS.items() if shutil.which(command[0])]
    if not suffixes:
        print("neither Singular nor Macaulay2 is installed: nothing is checked")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        problem = folder / "awkward.toml"
        problem.write_text(AWKWARD, encoding="utf-8")
        write_scripts(sys.argv[1], problem, folder / "awkward")
        for example in EXAMPLES:
            write_scripts(sys.argv[1], ROOT / "examples" / f"{example}.toml", folder / example)
        spoil(folder)
        found = complaints(folder, suffixes)
    for complaint in found:
        print("WRONG: " + complaint)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
