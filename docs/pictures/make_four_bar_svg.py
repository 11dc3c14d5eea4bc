#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws docs/pictures/four_bar.svg: the linkage that can lie flat, moving on both of its branches.

usage: make_four_bar_svg.py PROGRAM [--check]

All that is drawn comes from two runs of examples/singular_four_bar.toml, one for each start. --check
writes nothing; it fails if the picture is not what would be drawn, up to a tenth of a pixel.
"""

import argparse
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PICTURE = HERE / "four_bar.svg"
EXAMPLE = "examples/singular_four_bar.toml"
END = 5.0

BRANCHES = [
    ("parallelogram (g1)", "#1b6ca8", ["--set", "initial.x2=2.5", "--set", "initial.y2=sqrt(3)/2"]),
    ("antiparallelogram (g2)", "#c4511d", []),
]
# Faint poses beside the moving one, for viewers that do not animate: before the first flat position.
POSES = [0.3, 0.6, 0.8]
PERIOD = "8s"  # of the animation: five seconds of motion, slowed down a little

WIDTH, HEIGHT = 900, 430
TEXT = 'font-family="sans-serif" fill="#333"'
LINKAGE = {"left": 105, "scale": 72}
CENTRES = [125, 315]  # of the two linkages, in pixels from the top
PLOT = {"left": 440, "right": 875, "top": 40, "bottom": 375}


def run(program, options):
    """Rows of the trajectory and of the events, as dictionaries of numbers and texts."""
    times = ",".join(f"{0.02 * k:.2f}" for k in range(1, 250))
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", EXAMPLE, "--quiet", "--no-cache", "-o", folder, "--at", times, *options]
        subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=True, timeout=60)
        tables = []
        for name in ("trajectory.csv", "events.csv"):
            with open(pathlib.Path(folder) / name, encoding="utf-8", newline="") as file:
                tables.append(list(csv.DictReader(file)))
    return tables


def joints(row, centre):
    """The pixels of A, B, C and D."""
    points = [(0, 0), (float(row["x1"]), float(row["y1"])), (float(row["x2"]), float(row["y2"])), (2, 0)]
    scale = LINKAGE["scale"]
    return [(LINKAGE["left"] + scale * x, centre - scale * y) for x, y in points]


def animated(attribute, values):
    """An attribute that goes through its values, again and again; without animation it keeps its own."""
    return f'<animate attributeName="{attribute}" dur="{PERIOD}" repeatCount="indefinite" values="{";".join(values)}"/>'


def drawn_pose(row, centre):
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in joints(row, centre))


def drawn_linkage(rows, name, colour, centre):
    scale = LINKAGE["scale"]
    elements = []
    for x in (0, 2):
        elements.append(
            f'<circle cx="{LINKAGE["left"] + scale * x}" cy="{centre}" r="{scale}" fill="none" stroke="#ddd"/>'
        )
    line = f'fill="none" stroke="{colour}" stroke-linejoin="round" stroke-linecap="round"'
    for index, time in enumerate(POSES):
        row = min(rows, key=lambda row: abs(float(row["t"]) - time))
        elements.append(
            f'<polyline points="{drawn_pose(row, centre)}" {line} stroke-width="2" opacity="{0.24 - 0.06 * index:.2f}"/>'
        )
    joint = f"joint{centre}"
    elements.append(
        f'<marker id="{joint}" viewBox="-6 -6 12 12" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse">'
        f'<circle r="4.5" fill="#fff" stroke="{colour}" stroke-width="2"/></marker>'
    )
    markers = " ".join(f'marker-{place}="url(#{joint})"' for place in ("start", "mid", "end"))
    poses = [drawn_pose(row, centre) for row in rows]
    elements.append(
        f'<polyline points="{poses[0]}" {line} stroke-width="3.5" {markers}>{animated("points", poses)}</polyline>'
    )
    for (x, y), letter in zip(joints(rows[0], centre), "ABCD"):
        if letter in "AD":
            aside = -20 if letter == "A" else 11
            elements.append(f'<text x="{x + aside:.1f}" y="{y + 5:.1f}" font-size="13" {TEXT}>{letter}</text>')
    elements.append(drawn_letter([joints(row, centre)[2] for row in rows], "C"))
    elements.append(
        f'<text x="{LINKAGE["left"] + scale}" y="{centre - 88}" font-size="14" font-weight="bold" text-anchor="middle" '
        f'font-family="sans-serif" fill="{colour}">{name}</text>'
    )
    return elements


def drawn_letter(points, letter):
    """A letter that goes with a joint."""
    (x, y), aside, above = points[0], 9, 9
    across = animated("x", [f"{x + aside:.1f}" for x, _ in points])
    up = animated("y", [f"{y - above:.1f}" for _, y in points])
    return f'<text x="{x + aside:.1f}" y="{y - above:.1f}" font-size="13" {TEXT}>{letter}{across}{up}</text>'


def pixel(time, y2):
    across = (PLOT["right"] - PLOT["left"]) / END
    middle = (PLOT["top"] + PLOT["bottom"]) / 2
    up = (PLOT["bottom"] - PLOT["top"]) / 2.2
    return PLOT["left"] + across * time, middle - up * y2


def drawn_axes():
    elements = []
    for value in (-1, 0, 1):
        left, y = pixel(0, value)
        elements.append(
            f'<line x1="{left}" y1="{y:.1f}" x2="{PLOT["right"]}" y2="{y:.1f}" stroke="{"#999" if value == 0 else "#ddd"}"/>'
        )
        elements.append(f'<text x="{left - 10}" y="{y + 5:.1f}" font-size="13" text-anchor="end" {TEXT}>{value}</text>')
    for time in range(int(END) + 1):
        x, _ = pixel(time, 0)
        elements.append(
            f'<text x="{x:.1f}" y="{PLOT["bottom"] + 16}" font-size="13" text-anchor="middle" {TEXT}>{time}</text>'
        )
    elements.append(f'<text x="{PLOT["right"]}" y="{PLOT["bottom"] + 36}" font-size="14" text-anchor="end" {TEXT}>t</text>')
    elements.append(f'<text x="{PLOT["left"]}" y="{PLOT["top"] - 14}" font-size="14" {TEXT}>height of C</text>')
    elements.append(
        f'<text x="{PLOT["left"]}" y="{PLOT["bottom"] + 36}" font-size="13" {TEXT}>'
        "○ all bars in one line: here the branches cross</text>"
    )
    return elements


def drawn_curve(rows, events, colour):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (pixel(float(row["t"]), float(row["y2"])) for row in rows))
    elements = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>']
    for event in events:
        if event["kind"] == "event":
            x, y = pixel(float(event["t"]), float(event["y2"]))
            elements.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#fff" stroke="{colour}" stroke-width="2"/>')
    now = [pixel(float(row["t"]), float(row["y2"])) for row in rows]
    elements.append(
        f'<circle cx="{now[0][0]:.1f}" cy="{now[0][1]:.1f}" r="4" fill="{colour}">'
        f'{animated("cx", [f"{x:.1f}" for x, _ in now])}{animated("cy", [f"{y:.1f}" for _, y in now])}</circle>'
    )
    return elements


def picture(program):
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'role="img" aria-labelledby="title">',
        "<!-- SPDX-License-Identifier: GPL-3.0-or-later; drawn by make_four_bar_svg.py -->",
        '<title id="title">A four-bar linkage on its two branches, and the height of its joint C over time on each; '
        "the runs pass the positions where the branches cross</title>",
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="9" fill="#fff" stroke="#ccc"/>',
        *drawn_axes(),
    ]
    for (name, colour, options), centre in zip(BRANCHES, CENTRES):
        rows, events = run(program, options)
        elements += drawn_curve(rows, events, colour)
        elements += drawn_linkage(rows, name, colour, centre)
    return "\n".join([*elements, "</svg>"]) + "\n"


def same(one, other):
    """Equal but for a last digit: rounding differs between processors."""
    number = re.compile(r"-?\d+\.\d")
    return number.sub("#", one) == number.sub("#", other) and all(
        abs(float(a) - float(b)) < 0.11 for a, b in zip(number.findall(one), number.findall(other))
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the program leafwise")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if it differs")
    arguments = parser.parse_args()
    drawn = picture(str(arguments.program.resolve()))
    if not arguments.check:
        PICTURE.write_text(drawn, encoding="utf-8")
        return 0
    if same(PICTURE.read_text(encoding="utf-8"), drawn):
        return 0
    print("docs/pictures/four_bar.svg is not what the program computes; draw it again:")
    print("  docs/pictures/make_four_bar_svg.py build/release/bin/leafwise")
    return 1


if __name__ == "__main__":
    sys.exit(main())
