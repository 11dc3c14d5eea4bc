#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows, events, summary and exit code of a run depend neither on what else the machine does nor on what the
algebra finds beside it: every example is run alone, waiting for knowledge, and then beside four busy processes
without asking for any.

usage: check_busy.py PROGRAM

Exit codes: 0 all is the same, 1 something differs.
"""

import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import gallery  # noqa: E402  (beside this file)

BUSY = 4
FILES = ("trajectory.csv", "events.csv", "summary.json")
# What differs between two executions by its nature: how long they took, and the options they were given.
ASIDE = ("seconds", "command")


@contextlib.contextmanager
def busy_processes(count):
    command = [sys.executable, "-c", "while True: pass"]
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            stack.callback(stack.enter_context(subprocess.Popen(command)).kill)
        yield


def without_aside(value):
    if isinstance(value, dict):
        return {key: without_aside(item) for key, item in value.items() if key not in ASIDE}
    return [without_aside(item) for item in value] if isinstance(value, list) else value


def text_of(path):
    if not path.exists():
        return None
    text = path.read_text(encoding="utf-8")
    return json.dumps(without_aside(json.loads(text)), indent=1) if path.suffix == ".json" else text


def outcome(program, name, arguments, explore):
    """The exit code of a run, and its three files."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(gallery.EXAMPLES / f"{name}.toml")
        options = ["-q", "-o", folder, "--explore", explore, *arguments]
        run = gallery.Run(program, ["run", file, *options], folder)
        return {"exit code": str(run.exit_code)} | {name: text_of(pathlib.Path(folder) / name) for name in FILES}


def runs():
    """Examples that integrate, with the arguments the gallery has for them."""
    expected, _, _ = gallery.expectations()
    for name in gallery.examples():
        if "integrate" in gallery.problem(name):
            yield name, expected.get(name, {}).get("arguments", [])


def first_difference(name, alone, beside):
    for what, text in alone.items():
        if text == beside[what]:
            continue
        lines = zip((text or "").splitlines(), (beside[what] or "").splitlines())
        where = next((f"\n  {one}\n  {other}" for one, other in lines if one != other), "")
        return f"{name}: {what} differs{where}"
    return None


def main():
    program = sys.argv[1]
    wanted = list(runs())
    alone = {name: outcome(program, name, arguments, "1") for name, arguments in wanted}
    with busy_processes(BUSY):
        beside = {name: outcome(program, name, arguments, "0") for name, arguments in wanted}
    complaints = [first_difference(name, alone[name], beside[name]) for name, _ in wanted]
    complaints = [complaint for complaint in complaints if complaint]
    print("\n".join(complaints) or f"{len(wanted)} runs are the same alone and beside {BUSY} busy processes")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
