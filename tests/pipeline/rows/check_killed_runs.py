#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that is killed leaves its rows; the same run again is whole, and nothing of the killed one is left.
Memory does not grow with the number of rows, neither of runs nor of pictures.

usage: check_killed_runs.py PROGRAM [sanitized]     (sanitizers have memory of their own)

Runs are killed (SIGKILL) when so many bytes are there, not at a time. Exit codes: 0 all is well, 1 not.
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

FAR = "1e7"  # nobody waits for it

# One of each kind of run: explicit, Taylor, implicit, and those that complete nothing.
OSCILLATOR = """
unknowns = ["x"]
equations = ["x'' + x = 0"]
[initial]
x = 1
"x'" = 0
[integrate]
to = { t = 1e7 }
[[events]]
name = "through"
when = "x = 0"
"""
PENDULUM = """
[mechanics]
coordinates = ["x", "y"]
mass = ["1", "1"]
force = ["0", "-1"]
constraints = ["x^2 + y^2 = 1"]
[initial]
x = 1
y = 0
"x'" = 0
"y'" = 0
[integrate]
to = { t = 1e7 }
"""
STIFF = """
[mechanics]
coordinates = ["x", "y"]
mass = ["1", "1"]
force = ["0", "-1"]
[stiff]
potential = "(x^2 + y^2 - 1)^2"
epsilon = 0.01
[initial]
x = 1
y = 0
"x'" = 0
"y'" = 0
[integrate]
to = { t = 1e7 }
"""
RUNS = (
    ("dopri54", OSCILLATOR),
    ("taylor", OSCILLATOR),
    ("radau_iia_3", OSCILLATOR),
    ("radau5_index3", PENDULUM),
    ("radau5_stiff", STIFF),
)
ENOUGH = 100_000  # bytes of rows
ENDED_EARLY = 5


def whole_lines(path):
    """What the system had begun to write when the process was killed may end within a line."""
    text = path.read_bytes()
    return text[: text.rfind(b"\n") + 1].splitlines()


def killed(program, arguments, part):
    """Kills a run when it has written enough."""
    with subprocess.Popen([program, *arguments, "--to", FAR], stderr=subprocess.PIPE) as process:
        while not (part.exists() and part.stat().st_size > ENOUGH):
            if process.poll() is not None:
                raise ValueError(f"it ended by itself: {process.stderr.read().decode()}")
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)


def check(program, method, text, folder):
    problem = folder / "problem.toml"
    problem.write_text(text, encoding="utf-8")
    out = folder / "out"
    arguments = ("run", str(problem), "--method", method, "-o", str(out), "--quiet")
    part = out / "trajectory.csv.part"
    killed(program, arguments, part)
    rows = whole_lines(part)
    if (out / "trajectory.csv").exists() or (out / "summary.json").exists():
        raise ValueError("a killed run has files of a whole one")
    events = whole_lines(out / "events.csv.part") if (out / "events.csv.part").exists() else []
    shorter = [program, *arguments, "--to", FAR, "--max-steps", "1000"]
    code = subprocess.run(shorter, stderr=subprocess.DEVNULL, check=False).returncode
    if code != ENDED_EARLY:
        raise ValueError(f"the same run with fewer steps has exit code {code}")
    again = whole_lines(out / "trajectory.csv")
    count = min(len(again), len(rows))
    if count < 100 or again[:count] != rows[:count]:
        raise ValueError("the rows of the killed run are others")
    if events and whole_lines(out / "events.csv")[1:2] != events[1:2]:
        raise ValueError("the events of the killed run are others")
    left = [path.name for path in out.iterdir() if path.suffix == ".part"]
    if left:
        raise ValueError(f"left: {left}")


def peak_of(program, problem, count, out):
    """The largest resident set of a run with so many steps, in MB."""
    arguments = [program, "run", str(problem), "--max-steps", str(count), "-o", str(out), "--quiet"]
    with subprocess.Popen(arguments, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != ENDED_EARLY:
        raise ValueError(f"a run of {count} steps has exit code {process.returncode}")
    # Not all at once: the peak of a process begins with the size of the one that starts it.
    with open(out / "trajectory.csv", "rb") as lines:
        rows = sum(1 for _ in lines)
    if rows < count // 2:
        raise ValueError(f"{count} steps have {rows} rows")
    return usage.ru_maxrss / 1024


def peak_of_plot(program, out, kind):
    arguments = [program, "plot", str(out), "-o", str(out / "picture.svg"), *kind]
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise ValueError(f"plot {kind}: exit code {process.returncode}")
    return usage.ru_maxrss / 1024


def check_memory(program, folder):
    problem = folder / "problem.toml"
    problem.write_text(OSCILLATOR, encoding="utf-8")
    few = peak_of(program, problem, 400_000, folder / "few")
    many = peak_of(program, problem, 900_000, folder / "many")
    # Both have more than is kept. 500,000 rows of six numbers would be 24 MB; the allocator has 8.
    if many > few + 8:
        raise ValueError(f"memory grows with rows: {few:.0f} MB, {many:.0f} MB")
    for kind in ((), ("--kind", "poincare", "--section", "x = 1/2")):
        few = peak_of_plot(program, folder / "few", kind)
        many = peak_of_plot(program, folder / "many", kind)
        # The events, one in six steps, are read as a whole: 5 MB more.
        if many > few + 16:
            raise ValueError(f"memory of plot {kind} grows with rows: {few:.0f} MB, {many:.0f} MB")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    complaints = []
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        if "sanitized" not in sys.argv[2:]:
            with tempfile.TemporaryDirectory() as name:
                try:
                    check_memory(program, pathlib.Path(name))
                except ValueError as error:
                    complaints.append(str(error))
        for method, text in RUNS:
            with tempfile.TemporaryDirectory() as name:
                try:
                    check(program, method, text, pathlib.Path(name))
                except (ValueError, OSError, subprocess.SubprocessError) as error:
                    complaints.append(f"{method}: {error}")
    print("\n".join(complaints) or f"{len(RUNS)} runs were killed, and left their rows")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
