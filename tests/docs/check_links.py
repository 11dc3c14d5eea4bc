#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that local links in Markdown files point to files that exist, and to headings in them.

usage: check_links.py
"""

import re
import sys

import markdown

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`[^`]*`")
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:")


def anchor_of(heading):
    """The anchor that code hosts make of a heading: lower case, spaces to hyphens, no punctuation."""
    plain = re.sub(r"[^\w\- ]", "", heading.lower())
    return plain.replace(" ", "-")


def anchors(path):
    found = set()
    for _, line in markdown.prose(path):
        match = HEADING.match(line)
        if match:
            found.add(anchor_of(match.group(1)))
    return found


def complaint(path, target):
    """What is wrong with a link from this file; None if nothing is."""
    name, _, anchor = target.partition("#")
    file = (path.parent / name).resolve() if name else path
    if not file.is_relative_to(markdown.ROOT):
        return f"'{target}' leads out of the repository"
    if not file.exists():
        return f"'{target}' does not exist"
    if anchor and file.suffix == ".md" and anchor not in anchors(file):
        return f"'{target}': there is no such heading"
    return None


def main():
    checked = 0
    complaints = []
    for path in markdown.files():
        for number, line in markdown.prose(path):
            for target in LINK.findall(CODE.sub("", line)):
                if ELSEWHERE.match(target):
                    continue
                checked += 1
                wrong = complaint(path, target)
                if wrong:
                    complaints.append(f"{markdown.shown(path)}:{number}: {wrong}")
    return markdown.report(checked, complaints, "links")


if __name__ == "__main__":
    sys.exit(main())
