#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C, SIGTERM or SIGHUP at any moment leave whole files that say so, the exit code 130, and no process.
A report that calls itself complete says what an undisturbed one says.

usage: check_interruptions.py PROGRAM

LEAFWISE_TEST_SEED chooses the moments; it is printed with each failure. Exit codes: 0 all is well,
1 something is not.
"""

import csv
import functools
import io
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from facts import admits_a_loss, facts_of, processes_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
INTERRUPTED = 130
LOADING = 0.5

OSCILLATORS = """
unknowns = ["x", "v"]
equations = ["x' = v", "v' = -k*x"]
[parameters]
k = 1
[initial]
x = 1
v = 0
[integrate]
to = { t = 300 }
[sweep]
k = { from = 1, to = 2, count = 12 }
"initial.v" = { from = 0, to = 1, count = 12 }
"""

# Long enough that there is something to interrupt; the seconds within which it is.
COMMANDS = (
    (("run", "four_bar.toml", "--to", "2000", "-o", "out"), 1.5),
    (("run", "henon_heiles.toml", "--to", "100000", "-o", "out"), 1.0),
    (("run", "squeezer.toml", "-o", "out"), 1.0),
    (("decompose", "squeezer.toml", "--json", "-o", "out/decomposition.json"), 1.0),
    (("decompose", "four_bar.toml", "--json", "-o", "out/decomposition.json"), 0.3),
    (("decompose", "pendulum.toml", "--json", "-o", "out/decomposition.json"), 0.2),
    (("integrate", "four_bar.toml", "--to", "2000", "--decomposition", "saved.json", "-o", "out"), 1.0),
    (("sweep", "oscillators.toml", "--keep", "-o", "out"), 1.5),
    # These have nothing to lose, and end at once.
    (("check", "long.toml"), 0.3),
    (("inspect", "saved.json"), 0.05),
    (("plot", "drawn", "-o", "out/series.svg"), 0.5),
    (("methods",), 0.05),
)
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
AT_ONCE = "leafwise: interrupted\n"


def prepare(program, arguments, folder):
    """The problem files, under short names, and a saved decomposition."""
    sources = {
        "four_bar": "singular_four_bar",
        "henon_heiles": "henon_heiles",
        "pendulum": "pendulum",
        "squeezer": "andrews_squeezer",
    }
    for name, example in sources.items():
        (folder / f"{name}.toml").write_bytes((ROOT / "examples" / f"{example}.toml").read_bytes())
    (folder / "oscillators.toml").write_text(OSCILLATORS, encoding="utf-8")
    command = [program, "decompose", "four_bar.toml", "--json", "--no-cache", "-q", "-o", "saved.json"]
    subprocess.run(command, cwd=folder, check=True, timeout=60)
    if "drawn" in arguments:
        command = [program, "run", "oscillators.toml", "--no-cache", "-q", "-o", "drawn"]
        subprocess.run(command, cwd=folder, check=True, timeout=60)
    events = "".join(f'[[events]]\nname = "e{i}"\nwhen = "x = {i}"\n' for i in range(3000))
    (folder / "long.toml").write_text(OSCILLATORS + events, encoding="utf-8")


def interrupted(program, arguments, folder, delays, kind):
    """The exit code after one signal after each delay, and what is left running."""
    own = () if arguments[0] in ("check", "inspect", "plot", "methods") else ("--no-cache",)
    with open(folder / "messages", "wb") as messages:
        process = subprocess.Popen(
            [program, *arguments, *own],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=messages,
            start_new_session=True,
        )
        for delay in delays:
            try:
                process.wait(timeout=delay)
            except subprocess.TimeoutExpired:
                process.send_signal(kind)
        code = process.wait(timeout=60)
    for _ in range(50):  # a worker sees that its owner is gone, and goes
        left = processes_of(process.pid)
        if not left:
            break
        time.sleep(0.1)
    return code, left


def rows_of(path):
    text = path.read_text(encoding="utf-8")
    if not text.endswith("\n"):
        raise ValueError(f"{path.name} ends within a line")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"{path.name} has rows of different lengths")
    return rows


@functools.cache
def undisturbed(program, command, file):
    """The facts in the decomposition of the same command when nobody interrupts it."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(program, (command, file), folder)
        out = folder / "out"
        short = ["--json", "-o", str(out / "decomposition.json")] if command == "decompose" else ["--to", "0.01", "-o", str(out)]
        subprocess.run([program, command, file, "--no-cache", "-q", *short], cwd=folder, check=False, timeout=300)
        return before_the_choice(json.loads((out / "decomposition.json").read_text(encoding="utf-8")))


def before_the_choice(report):
    """The facts with each leaf under its global name: a run may be interrupted before it chose its own."""
    aliases = {leaf["name"]: leaf["alias"] for leaf in report["leaves"] if "alias" in leaf}

    def renamed(value, key=None):
        if isinstance(value, dict):
            return {inner: renamed(told, inner) for inner, told in value.items() if inner != "alias"}
        if isinstance(value, list):
            return [renamed(inner, key) for inner in value]
        return aliases.get(value, value) if key in ("name", "leaf") else value

    return renamed(facts_of(report))


def check_decomposition(told, program, arguments):
    """An interrupted report admits it, or lacks nothing."""
    if told["complete"]:
        if told["incidents"]:
            raise ValueError(f"complete, with incidents: {told['incidents']}")
        if before_the_choice(told) != undisturbed(program, arguments[0], arguments[1]):
            raise ValueError("it says that it is complete, but differs from the undisturbed report")
    elif [leaf["status"] for leaf in told["leaves"]] == ["local"]:
        # What is proved at the start was there before the signal, and asks for nothing else.
        if told["reason"] != "only the leaf at the start was requested" or told["incidents"]:
            raise ValueError(f"the leaf at the start, with: {told['reason']}, {told['incidents']}")
    elif told["reason"] != "cancelled" or not admits_a_loss(told):
        raise ValueError(f"the decomposition says: {told['reason']}, {told['incidents']}")


def check_files(out, code, kind, program, arguments):
    """All that is there is whole, and an interrupted run says that it is one."""
    for path in sorted(out.rglob("*")):
        if path.suffix == ".part":
            raise ValueError(f"{path.name} is left")
        if path.suffix == ".json":
            json.loads(path.read_text(encoding="utf-8"))
        if path.suffix == ".csv":
            rows_of(path)
    if code != INTERRUPTED:
        return
    summary = out / "summary.json"
    table = out / "sweep.csv"
    decomposition = out / "decomposition.json"
    if summary.exists():
        told = json.loads(summary.read_text(encoding="utf-8"))
        if told["reason"] != "cancelled":
            raise ValueError(f"the reason is {told['reason']}")
        if told["signal"] != kind.name:
            raise ValueError(f"the signal is {told['signal']}")
        last = rows_of(out / "trajectory.csv")[-1]
        if float(last[0]) != told["t"]:
            raise ValueError(f"the table ends at {last[0]}, the summary at {told['t']}")
    elif table.exists():
        if not any("cancelled" in row for row in rows_of(table)):
            raise ValueError("no row of the sweep is cancelled")
        if not (out / "sweep.journal").exists():
            raise ValueError("a sweep without a journal cannot go on")
    elif decomposition.exists():
        told = json.loads(decomposition.read_text(encoding="utf-8"))
        check_decomposition(told, program, arguments)
    else:
        raise ValueError("nothing was written")


def attempt(program, arguments, delays, kind):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(program, arguments, folder)
        code, left = interrupted(program, arguments, folder, delays, kind)
        if left:
            raise ValueError(f"still running: {left}")
        if len(delays) > 1:  # the second ends at once, whatever is being done
            if code not in (0, INTERRUPTED, -kind):
                raise ValueError(f"exit code {code}")
            if any(folder.rglob("*.part")):
                raise ValueError("an unfinished file is left")
            return
        # Before the program has begun, the signal ends it; loading it may take long beside others.
        if code == -kind and delays[0] < LOADING and not (folder / "out").exists():
            return
        if code not in (0, INTERRUPTED):
            raise ValueError(f"exit code {code}: {(folder / 'messages').read_text(encoding='utf-8')}")
        said = (folder / "messages").read_text(encoding="utf-8")
        if code == INTERRUPTED and not said:
            raise ValueError("nothing was said")
        # Before there was anything to lose; and then there is nothing but whole files.
        ended_at_once = said.endswith(AT_ONCE)
        check_files(folder / "out", 0 if ended_at_once else code, kind, program, arguments)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    # Python's handler takes a signal that comes between fork and exec, and nobody looks at it again.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    seed = int(os.environ.get("LEAFWISE_TEST_SEED", "20240131"))
    moments = random.Random(seed)
    count = 5 * int(os.environ.get("LEAFWISE_TEST_MULTIPLIER", "1"))
    complaints = []
    for arguments, within in COMMANDS:
        # Short delays as often as long ones: most happens at the start.
        attempts = [(within * moments.random() ** 2,) for _ in range(count)]
        attempts.append((within / 2, 0.4))
        for delays in attempts:
            kind = moments.choice(SIGNALS)
            try:
                attempt(program, arguments, delays, kind)
            except (ValueError, OSError, subprocess.SubprocessError) as error:
                shown = ", ".join(f"{delay:.4f}" for delay in delays)
                complaints.append(f"{' '.join(arguments)}, {kind.name} after {shown} s, seed {seed}: {error}")
    print("\n".join(complaints) or f"{len(COMMANDS)} commands stand being interrupted")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
