#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that output shown in the documentation is what the program really prints.

usage: check_quotes.py PROGRAM [--update] [FILE.md…]

A quote is a code fence below a marker:

    <!-- output: leafwise check examples/pendulum.toml -->
    <!-- output (exit 2): leafwise check docs/pictures/misspelt_pendulum.toml -->
    <!-- output: cut -d, -f1,4 leafwise-out/pendulum/events.csv -->

It has to be what a shell prints, standard output and standard error together, with the exit code as
said (0 if nothing is said). The quotes of a document are run in their order, in one scratch folder
that looks like the root of the repository: a quote may open what an earlier one has written.
--update writes what is printed into the files.
"""

import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import markdown

OUTPUT = re.compile(r"^output(?: \(exit (\d+)\))?: (.+)$")
# The heading of a decomposition has its time where that is a second or more: on a busy machine.
TIME = re.compile(r"^(\d+ lea(?:f|ves)\b.*); \d+ s$", re.MULTILINE)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def printed(program, command, folder):
    """What a command prints, and its exit code; no colours, no files of the user."""
    path = f"{pathlib.Path(program).resolve().parent}:/usr/bin:/bin"
    environment = {**os.environ, "PATH": path, "HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache"}
    result = subprocess.run(
        ["/bin/bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=200,
        check=False,
    )
    return TIME.sub(r"\1", result.stdout.decode("utf-8")), result.returncode


def same(shown, real):
    """Equal but for the last digits of numbers with a point or an exponent.

    Processors with and without fused multiplication, and mathematical libraries, may differ in the
    last bit; a trajectory of some hundred steps magnifies that by a few powers of ten, and what
    should be zero is any number of the size of rounding.
    """
    if NUMBER.sub("#", shown) != NUMBER.sub("#", real):
        return shown == real
    for one, other in zip(NUMBER.findall(shown), NUMBER.findall(real)):
        if one != other and not any(mark in one + other for mark in ".e"):
            return False
        if abs(float(one) - float(other)) > 1e-12 + 1e-7 * abs(float(one)):
            return False
    return True


def make_scratch(folder):
    for entry in markdown.ROOT.iterdir():
        if entry.name not in ("build", "leafwise-out", ".git"):
            os.symlink(entry, os.path.join(folder, entry.name))


def quotes(path):
    """The quotes of a file, and complaints about markers that are none."""
    found = []
    complaints = []
    for block in markdown.blocks(path):
        match = OUTPUT.match(block.marker or "")
        if match:
            found.append((block, int(match.group(1) or 0), match.group(2)))
    marked = {block.opening for block, _, _ in found}
    for number, line in markdown.prose(path):
        if line.startswith("<!-- output") and number not in marked:
            complaints.append(f"{markdown.shown(path)}:{number}: a marker without a code fence below, or misspelt")
    return found, complaints


def difference(block, path, real):
    lines = difflib.unified_diff(
        block.text.splitlines(), real.splitlines(), "in the documentation", "printed", lineterm=""
    )
    return f"{block.place(path)}: this is not what is printed (check_quotes.py --update)\n" + "\n".join(lines)


def check(path, program, update):
    """The number of quotes in a file, and what is wrong with them."""
    found, complaints = quotes(path)
    if not found:
        return 0, complaints
    with tempfile.TemporaryDirectory() as folder:
        make_scratch(folder)
        results = [printed(program, command, folder) for _, _, command in found]
    lines = path.read_text(encoding="utf-8").split("\n")
    # From the last to the first, so that the places of the others stay true.
    for (block, exit_code, _), (real, code) in reversed(list(zip(found, results))):
        if code != exit_code:
            complaints.append(f"{block.place(path)}: exit code {code}, not {exit_code}")
        if same(block.text, real):
            continue
        if update:
            lines[block.opening + 1 : block.closing] = real.splitlines()
        else:
            complaints.append(difference(block, path, real))
    if update:
        path.write_text("\n".join(lines), encoding="utf-8")
    return len(found), complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the program leafwise")
    parser.add_argument("--update", action="store_true", help="write what is printed into the files")
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="default: all of the repository")
    arguments = parser.parse_intermixed_args()
    checked = 0
    complaints = []
    for path in [file.resolve() for file in arguments.files] or markdown.files():
        count, wrong = check(path, arguments.program, arguments.update)
        checked += count
        complaints += wrong
    return markdown.report(checked, complaints, "quotes")


if __name__ == "__main__":
    sys.exit(main())
