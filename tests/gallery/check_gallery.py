#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs examples and compares them with references and laws: tests/gallery/expected.toml.

usage: check_gallery.py PROGRAM NAME…    these examples
       check_gallery.py --entries        each example has its table, and docs/gallery.md lists it

Exit codes: 0 all is as expected, 1 something is not.
"""

import sys

import gallery


def entries():
    """Complaints about examples that are forgotten somewhere."""
    expected, groups, complaints = gallery.expectations()
    shown = (gallery.ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    for name in gallery.examples():
        if f"(../examples/{name}.toml)" not in shown:
            complaints.append(f"docs/gallery.md does not list examples/{name}.toml: scripts/gallery writes it anew")
        sentence = expected.get(name, {}).get("sentence", "")
        if sentence not in shown:
            complaints.append(f"docs/gallery.md does not have the sentence of {name}: scripts/gallery writes it anew")
    for title in groups.values():
        if f"## {title}\n" not in shown:
            complaints.append(f"docs/gallery.md has no section '{title}'")
    for name in gallery.examples():
        problem = gallery.problem(name)
        for key in ("title", "description"):
            if not problem.get(key):
                complaints.append(f"examples/{name}.toml has no {key}")
        if "mechanics" in problem and "view" not in problem:
            complaints.append(f"examples/{name}.toml is a mechanism without [view]")
    return complaints


def main():
    if sys.argv[1:] == ["--entries"]:
        complaints = entries()
        print("\n".join(complaints) or "each example has its table, and is listed")
        return 1 if complaints else 0
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, *names = sys.argv[1:]
    expected, _, complaints = gallery.expectations()
    if any(name not in expected for name in names):
        print("\n".join(complaints))
        return 1
    wrong = []
    for name in names:
        example = gallery.Example(program, name, expected[name]).study()
        for error, what, _ in example.errors:
            print(f"{name}: {error:.2g}  {what}")
        wrong += example.complaints
    print("\n".join(wrong) or f"{len(names)} as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
