# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks of the documentation have in common: Markdown files, their markers and fences.

A marker is an HTML comment on its own line, directly above a code fence. Readers do not see it.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARKER = re.compile(r"^<!-- (.*) -->$")
FENCE = re.compile(r"^(`{3,})(\S*)$")


def files():
    """All Markdown files of the repository, in a fixed order."""
    found = []
    for path in sorted(ROOT.rglob("*.md")):
        top = path.relative_to(ROOT).parts[0]
        if top != "build" and not top.startswith("."):
            found.append(path)
    return found


def shown(path):
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


class Block:
    """A code fence: its language, the marker above it (or None), its text and its place."""

    def __init__(self, language, marker, opening):
        self.language = language
        self.marker = marker
        self.opening = opening  # index of the line that opens it
        self.closing = None  # index of the line that closes it
        self.text = ""

    def place(self, path):
        return f"{shown(path)}:{self.opening + 1}"


def blocks(path):
    """The code fences of a file. A fence that is never closed is an error."""
    found = []
    open_block = None
    fence = ""
    lines = path.read_text(encoding="utf-8").split("\n")
    for index, line in enumerate(lines):
        match = FENCE.match(line)
        if open_block is not None:
            if line == fence:
                open_block.closing = index
                found.append(open_block)
                open_block = None
            else:
                open_block.text += line + "\n"
        elif match:
            fence = match.group(1)
            above = MARKER.match(lines[index - 1]) if index > 0 else None
            open_block = Block(match.group(2), above.group(1) if above else None, index)
    if open_block is not None:
        raise ValueError(f"{open_block.place(path)}: this code fence is never closed")
    return found


def prose(path):
    """The lines outside code fences, numbered from 1."""
    inside = set()
    for block in blocks(path):
        inside.update(range(block.opening, block.closing + 1))
    for index, line in enumerate(path.read_text(encoding="utf-8").split("\n")):
        if index not in inside:
            yield index + 1, line


def report(checked, complaints, what):
    """Prints the verdict; the exit code. Nothing to check is a failure: a check that sees nothing
    proves nothing."""
    print("\n".join(complaints + [f"{checked} {what} checked, {len(complaints)} wrong"]))
    return 1 if complaints or checked == 0 else 0
