#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that output shown in the documentation is what the program really prints.

usage: check_quotes.py PROGRAM [--update]

A quote is a code fence below a marker:

    <!-- output: leafwise check examples/pendulum.toml -->
    <!-- output (exit 2): leafwise check docs/pictures/misspelt_pendulum.toml -->

It has to equal standard output and standard error together, run from the root of the repository,
with the exit code as said (0 if nothing is said). --update writes what is printed into the files.
"""

import argparse
import difflib
import re
import shlex
import subprocess
import sys

import markdown

OUTPUT = re.compile(r"^output(?: \(exit (\d+)\))?: leafwise (.+)$")


def printed(program, arguments):
    """The program's whole output and its exit code, without colours."""
    result = subprocess.run(
        [program, *shlex.split(arguments)],
        cwd=markdown.ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    return result.stdout.decode("utf-8"), result.returncode


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
    lines = path.read_text(encoding="utf-8").split("\n")
    # From the last to the first, so that the places of the others stay true.
    for block, exit_code, arguments in reversed(found):
        real, code = printed(program, arguments)
        if code != exit_code:
            complaints.append(f"{block.place(path)}: exit code {code}, not {exit_code}")
        if real == block.text:
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
    arguments = parser.parse_args()
    checked = 0
    complaints = []
    for path in markdown.files():
        count, wrong = check(path, arguments.program, arguments.update)
        checked += count
        complaints += wrong
    return markdown.report(checked, complaints, "quotes")


if __name__ == "__main__":
    sys.exit(main())
