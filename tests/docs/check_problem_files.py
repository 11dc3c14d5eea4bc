#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the problem files in the documentation are valid, by the program itself.

usage: check_problem_files.py PROGRAM

Each ```toml block has a marker above it:

    <!-- problem file -->            a whole file
    <!-- problem file: NAME -->      a whole file that fragments of the same document build on
    <!-- added to NAME -->           a fragment: with NAME before it, it is a whole file
    <!-- output: cat FILE.toml -->   a quoted file (check_quotes.py sees to it that it is this file)
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import markdown

WHOLE = re.compile(r"^(?:problem file(?:: (\w+))?|output: cat \S+\.toml)$")
FRAGMENT = re.compile(r"^added to (\w+)$")


def problem_files(path):
    """Pairs of a block and the whole file that it stands for; and complaints."""
    named = {}
    found = []
    complaints = []
    for block in markdown.blocks(path):
        if block.language != "toml":
            continue
        whole = WHOLE.match(block.marker or "")
        fragment = FRAGMENT.match(block.marker or "")
        if whole:
            found.append((block, block.text))
            if whole.group(1):
                named[whole.group(1)] = block.text
        elif fragment and fragment.group(1) in named:
            found.append((block, named[fragment.group(1)] + block.text))
        else:
            complaints.append(f"{block.place(path)}: no marker says which problem file this is (part of)")
    return found, complaints


def refusal(program, folder, text):
    """What the program says against this file; empty if it accepts it."""
    file = folder / "problem.toml"
    file.write_text(text, encoding="utf-8")
    result = subprocess.run(
        [program, "check", "--quiet", file.name],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    said = result.stdout.decode("utf-8")
    return said if result.returncode == 0 else f"exit code {result.returncode}\n{said}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the program leafwise")
    program = parser.parse_args().program.resolve()
    checked = 0
    complaints = []
    with tempfile.TemporaryDirectory() as name:
        for path in markdown.files():
            found, wrong = problem_files(path)
            checked += len(found)
            complaints += wrong
            for block, text in found:
                said = refusal(program, pathlib.Path(name), text)
                if said:
                    complaints.append(f"{block.place(path)}: refused: {said}")
    return markdown.report(checked, complaints, "problem files")


if __name__ == "__main__":
    sys.exit(main())
