#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/gallery.md: runs all examples and says what was found.

usage: write_gallery.py PROGRAM

All numbers come from the program's own reports, and the pictures in docs/pictures/gallery/ are drawn by
`leafwise plot`.
Exit codes: 0 written, 1 something is not as expected: docs/gallery.md stays as it was.
"""

import datetime
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

import gallery

HEAD = """\
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- Written by scripts/gallery from runs of the program; sentences come from tests/gallery/expected.toml. -->
# The gallery

Every problem file in [examples/](../examples/), by kind: find yours, copy the file, change it. Each has a
description that says what to look at, and is run by

```sh
scripts/run examples/singular_four_bar.toml    # one of them
scripts/test --gallery                         # all, compared with references and laws
scripts/gallery                                # all, and this page is written anew
```

| column | says |
| --- | --- |
| leaves | of `leafwise decompose`: how many, and the dimension of each, the independent variable counted; *u*: underdetermined. *here*: only the leaf of the start was looked for |
| taken | which leaf holds the start, its dimension and index; *here*: it was reached by following the start, and all are not known |
| method | with accepted steps |
| error | the largest deviation, and from what; where several things are compared, the worst |
| seconds | algebra, then integration. {machine} |

[TA00], [TA01] and [Schropp] are the first three papers of the list in the [README](../README.md#cite).
"""

def seconds(value):
    return f"{value:.2f}" if value >= 0.005 else "0.00"


def leaves_of(example):
    if not example.expected.get("decompose", True):
        return "here"
    dimensions = [
        str(leaf["dimension"]) + (" *u*" if leaf["status"] == "underdetermined" else "") for leaf in example.leaves
    ]
    if example.leaves[0]["status"] == "inconsistent":
        return "none: inconsistent"
    return f"{len(dimensions)}: {', '.join(dimensions)}"


def taken_by(example):
    """The leaf of the run, under the name that `decompose` gives it."""
    if example.leaf is None:
        return example.summary["branch"] if example.summary else "–"
    words = f"{example.leaf.get('alias') or example.leaf['name']}: dimension {example.leaf['dimension']}"
    index = example.leaf.get("index")
    if index is not None:
        return f"{words}, index {index}"
    # Of the leaf at the start a bound is known; with free functions there is no index.
    bound = example.leaf.get("index_at_most")
    return words + (f", index at most {bound}" if bound is not None else "")


def error_of(example):
    """The worst of what is known from elsewhere; of what holds by law, if nothing is."""
    known = [error for error in example.errors if error[2] == "reference"] or example.errors
    if not known:
        return "–"
    error, what, _ = max(known)
    return f"{error:.0e}: {what}"


def row_of(example):
    link = f"[{example.name}](../examples/{example.name}.toml)"
    cells = [f"{link}: {example.expected['sentence']}", leaves_of(example), taken_by(example)]
    if example.summary is None:
        return [*cells, "–", "–", seconds(example.algebra_seconds)]
    cells.append(f"{example.summary['method']}, {example.summary['steps']}")
    cells.append(error_of(example))
    spent = example.summary["seconds"]
    cells.append(f"{seconds(spent.get('algebra', 0) + spent.get('local', 0))} + {seconds(spent.get('integration', 0))}")
    return cells


PICTURES = gallery.ROOT / "docs" / "pictures" / "gallery"


def draw(example):
    """The picture of an example as Markdown; empty if there is none."""
    options = example.expected.get("picture")
    if not options:
        return ""
    file = PICTURES / f"{example.name}.svg"
    with tempfile.TemporaryDirectory() as folder:
        example.execute("run", folder)
        command = [example.program, "plot", folder, *options, "-o", str(file)]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
        if result.returncode != 0:
            example.complain(f"no picture: {result.stderr.decode('utf-8', 'replace')}")
    return f"![{example.name}: {example.expected['sentence']}](pictures/gallery/{file.name})\n"


def machine():
    names = []
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            names.append(line.partition(":")[2].strip())
    busy = os.getloadavg()[0] > 1.2
    note = f"Measured {datetime.date.today()} on {len(names)} × {names[0] if names else platform.machine()}"
    return note + (", busy with other work: idle it takes less" if busy else "")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).resolve()
    expected, groups, wrong = gallery.expectations()
    PICTURES.mkdir(exist_ok=True)
    text = HEAD.format(machine=machine())
    for group, title in groups.items():
        pictures = ""
        text += f"\n## {title}\n\n| example | leaves | taken | method | error | seconds |\n"
        text += "| --- | --- | --- | --- | --- | --- |\n"
        for name, entry in expected.items():
            if entry.get("group") != group or name not in gallery.examples():
                continue
            print(name, file=sys.stderr)
            example = gallery.Example(program, name, entry).study()
            pictures += draw(example)
            wrong += example.complaints
            if not example.complaints:
                text += "| " + " | ".join(row_of(example)) + " |\n"
        text += f"\n{pictures}" if pictures else ""
    if wrong:
        print("\n".join(wrong))
        return 1
    (gallery.ROOT / "docs" / "gallery.md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
