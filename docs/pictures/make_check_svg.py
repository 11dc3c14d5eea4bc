#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws docs/pictures/check.svg: a terminal that shows what `leafwise check` really prints.

usage: make_check_svg.py PROGRAM [--check]

The program runs in a pseudo-terminal, so that its colours are in the picture, too. --check writes
nothing; it fails if the picture is not what would be drawn.
"""

import argparse
import os
import pathlib
import pty
import re
import sys
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PICTURE = HERE / "check.svg"
COMMANDS = ["check examples/pendulum_angle.toml", "check docs/pictures/misspelt_pendulum.toml"]

# Pixels. A character of a monospaced font is about 0.6 em wide; `textLength` makes it exactly that,
# whatever font the reader has, so that the caret stays under its word.
SIZE = 14
ADVANCE = 8.4
LINE = 19
MARGIN = 22
BAR = 34

PLAIN = {"fill": "#d8dee9"}
PROMPT = {"fill": "#8fbf7f", "font-weight": "bold"}
COMMAND = {"fill": "#ffffff", "font-weight": "bold"}
# What the program's escape sequences stand for.
STYLES = {
    "0": PLAIN,
    "1": {"fill": "#ffffff", "font-weight": "bold"},
    "2": {"fill": "#8a93a5"},
    "1;31": {"fill": "#ff7b72", "font-weight": "bold"},
}
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def terminal_output(program, arguments):
    """What the program writes to a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        environment = {"PATH": "/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        os.chdir(ROOT)
        os.execve(program, ["leafwise", *arguments.split()], environment)
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other end is closed
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(terminal)
    os.waitpid(child, 0)
    return b"".join(pieces).decode("utf-8").replace("\r\n", "\n")


def styled_lines(text):
    """Each line as a list of (style, text)."""
    lines = [[]]
    style = PLAIN
    for index, part in enumerate(ESCAPE.split(text)):
        if index % 2 == 1:
            style = STYLES[part]
            continue
        for number, piece in enumerate(part.split("\n")):
            if number > 0:
                lines.append([])
            if piece:
                lines[-1].append((style, piece))
    return lines


def screen(program):
    lines = []
    for arguments in COMMANDS:
        if lines:
            lines.append([])
        lines.append([(PROMPT, "$ "), (COMMAND, "leafwise " + arguments)])
        lines += styled_lines(terminal_output(program, arguments).rstrip("\n"))
    return lines


def drawn_line(pieces, top):
    elements = []
    column = 0
    for style, text in pieces:
        # Runs of spaces are gaps, not characters: no reader of SVG can collapse them.
        for match in re.finditer(r"\S+(?: \S+)*", text):
            word = match.group()
            attributes = " ".join(f'{key}="{value}"' for key, value in style.items())
            elements.append(
                f'<text x="{MARGIN + (column + match.start()) * ADVANCE:.1f}" y="{top}" '
                f'textLength="{len(word) * ADVANCE:.1f}" {attributes}>{escape(word)}</text>'
            )
        column += len(text)
    return elements


def picture(lines):
    columns = max(sum(len(text) for _, text in pieces) for pieces in lines)
    width = round(2 * MARGIN + columns * ADVANCE)
    height = BAR + MARGIN + len(lines) * LINE
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="title">',
        "<!-- SPDX-License-Identifier: GPL-3.0-or-later; drawn by make_check_svg.py -->",
        '<title id="title">A terminal: leafwise check prints a pendulum as understood, and two '
        "mistakes of another file with their places</title>",
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="9" fill="#1f2430" '
        'stroke="#596273"/>',
    ]
    for index, colour in enumerate(("#ff7b72", "#e3b341", "#8fbf7f")):
        elements.append(f'<circle cx="{MARGIN + 18 * index}" cy="18" r="5.5" fill="{colour}"/>')
    elements.append(
        "<g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" "
        f'font-size="{SIZE}">'
    )
    for index, pieces in enumerate(lines):
        elements += drawn_line(pieces, BAR + (index + 1) * LINE)
    return "\n".join([*elements, "</g>", "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the program leafwise")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if it differs")
    arguments = parser.parse_args()
    try:
        drawn = picture(screen(str(arguments.program.resolve())))
    except OSError as error:  # a chroot without devpts
        print(f"docs/pictures/check.svg cannot be compared: no pseudo-terminal here ({error})")
        return 0 if arguments.check else 1
    if not arguments.check:
        PICTURE.write_text(drawn, encoding="utf-8")
        return 0
    if PICTURE.read_text(encoding="utf-8") == drawn:
        return 0
    print("docs/pictures/check.svg is not what the program prints; draw it again:")
    print("  docs/pictures/make_check_svg.py build/release/bin/leafwise")
    return 1


if __name__ == "__main__":
    sys.exit(main())
