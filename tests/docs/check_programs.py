#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that programs shown in the documentation are those that are built, and what they print.

usage: check_programs.py FOLDER [--update]

FOLDER holds the built examples. A part of one, between two lines "// [hand over]", and what one
prints, are code fences below such markers:

    <!-- code: examples/cpp/hand_over_leaf.cpp [hand over] -->
    <!-- printed: hand_over_leaf -->
    <!-- printed: whole_pipeline examples/singular_four_bar.toml -->

Printed numbers may differ by 1e-4 of themselves, and by rounding: they are printed with six digits,
and processors round differently. Each program in examples/cpp has to be shown and printed somewhere.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import textwrap

import markdown

CODE = re.compile(r"^code: (\S+) \[(.+)\]$")
PRINTED = re.compile(r"^printed: (\w+)((?: \S+)*)$")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def part_of(path, name):
    """What stands between the two markers of that name, without its indentation."""
    lines = (markdown.ROOT / path).read_text(encoding="utf-8").split("\n")
    marks = [index for index, line in enumerate(lines) if line.strip() == f"// [{name}]"]
    if len(marks) != 2:
        raise ValueError(f"{path} has no part [{name}]")
    return textwrap.dedent("\n".join(lines[marks[0] + 1 : marks[1]]) + "\n")


def output_of(folder, name, arguments):
    result = subprocess.run(
        [str(folder / f"leafwise_example_{name}"), *shlex.split(arguments)],
        cwd=markdown.ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    if result.returncode != 0:
        raise ValueError(f"exit code {result.returncode}: {result.stderr.decode('utf-8', 'replace')}")
    return result.stdout.decode("utf-8")


def is_near(shown, real):
    """Equal words, and numbers that are equal but for rounding."""
    if NUMBER.sub("#", shown) != NUMBER.sub("#", real):
        return False
    pairs = zip(NUMBER.findall(shown), NUMBER.findall(real))
    return all(abs(float(a) - float(b)) <= 1e-12 + 1e-4 * abs(float(a)) for a, b in pairs)


def check(path, folder, update, seen):
    """The number of quotes in a file, and what is wrong with them."""
    count, complaints = 0, []
    lines = path.read_text(encoding="utf-8").split("\n")
    # From the last to the first, so that the places of the others stay true.
    for block in reversed(markdown.blocks(path)):
        code = CODE.match(block.marker or "")
        printed = PRINTED.match(block.marker or "")
        if not code and not printed:
            continue
        count += 1
        try:
            if code:
                real = part_of(*code.groups())
                seen.add(("code", pathlib.Path(code.group(1)).stem))
            else:
                real = output_of(folder, *printed.groups())
                seen.add(("printed", printed.group(1)))
        except (ValueError, OSError, subprocess.SubprocessError) as error:
            complaints.append(f"{block.place(path)}: {error}")
            continue
        if block.text == real or (printed and is_near(block.text, real)):
            continue
        if update:
            lines[block.opening + 1 : block.closing] = real.rstrip("\n").split("\n")
        else:
            complaints.append(f"{block.place(path)}: this is not what is there (check_programs.py --update):\n{real}")
    if update:
        path.write_text("\n".join(lines), encoding="utf-8")
    return count, complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="the built examples")
    parser.add_argument("--update", action="store_true", help="write what is there into the files")
    arguments = parser.parse_args()
    checked, complaints, seen = 0, [], set()
    for path in markdown.files():
        count, wrong = check(path, arguments.folder.resolve(), arguments.update, seen)
        checked += count
        complaints += wrong
    for source in sorted((markdown.ROOT / "examples" / "cpp").glob("*.cpp")):
        for what in ("code", "printed"):
            if (what, source.stem) not in seen:
                complaints.append(f"examples/cpp/{source.name}: no document quotes it ({what})")
    return markdown.report(checked, complaints, "quotes of programs")


if __name__ == "__main__":
    sys.exit(main())
