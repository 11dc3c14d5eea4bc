#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that was interrupted and goes on from its checkpoint leaves what it leaves undisturbed, byte for byte,
warnings included; so does a sweep. Checkpoints of other runs and damaged ones are refused, and nothing is lost by that.

usage: check_resumed_runs.py PROGRAM

LEAFWISE_TEST_SEED chooses the moments; it is printed with each failure. Exit codes: 0 all is well, 1 not.
"""

import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

from check_killed_runs import ENDED_EARLY, ENOUGH, FAR, OSCILLATOR, PENDULUM, RUNS, STIFF, whole_lines

INTERRUPTED = 130
BAD_INPUT = 2
SAMPLES = "samples = 5000\n"

# Its multipliers and forces are columns, its energy an invariant, its axis an event.
MECHANISM = PENDULUM + """
[invariants]
energy = "1/2*(x'^2 + y'^2) + y"
[[events]]
name = "bottom"
when = "x = 0"
"""
# One step of it has many of the rows.
SAMPLED = OSCILLATOR.replace("[integrate]\n", "[integrate]\n" + SAMPLES)
# Divides by x - 1/5, and passes where it vanishes: that is a warning.
QUOTIENT = """
unknowns = ["x", "y"]
equations = ["x' = 1", "y' = sin(x - c)/(x - c)"]
[parameters]
c = 0.2
[initial]
t = 0
x = -1
y = 0
[integrate]
to = { t = 20 }
"""

# Some of its runs are finished when others are under way.
SWEPT_VALUES = tuple((x, v) for x in ("1", "2", "3") for v in ("0", "1/2"))
SWEPT = OSCILLATOR + """
[sweep]
"initial.x" = [1, 2, 3]
"initial.x'" = [0, "1/2"]
"""

# Name, problem, how far, options.
CASES = (
    ("dopri54", OSCILLATOR, "60", ()),
    ("taylor", OSCILLATOR, "200", ()),
    ("radau_iia_3", OSCILLATOR, "60", ()),
    ("rk4", OSCILLATOR, "20", ("--rtol", "1e-5")),
    ("dopri54", SAMPLED, "60", ()),
    ("taylor_tangential_3", SAMPLED, "60", ()),
    ("gauss_2", SAMPLED, "30", ("--rtol", "1e-6")),
    ("dop853", MECHANISM, "30", ()),
    ("dopri54", MECHANISM, "10", ("--leaf", "local")),
    ("dopri54", QUOTIENT, "20", ()),
    ("radau5_index3", MECHANISM, "20", ()),
    ("radau5_stiff", STIFF, "2", ()),
)
# Which differ although nothing does.
UNEQUAL = ("seconds", "command")
# Those of implicit methods count what was kept between steps and is computed once more: docs/run.md.
EXPLICIT = ("dopri54", "dop853", "rk4", "taylor", "taylor_tangential_3")


def contents(folder):
    """What a run has left. Of the page the command and the times are left out."""
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    summary = json.loads(files.pop("summary.json"))
    files["summary.json"] = {key: value for key, value in summary.items() if key not in UNEQUAL}
    page = files.pop("report.html", b"")
    files["report.html"] = re.sub(rb'"(seconds|command)":("[^"]*"|{[^}]*})', b"", page)
    return files


def demand_equal(one, other):
    if one.keys() != other.keys():
        raise ValueError(f"other files: {sorted(one.keys() ^ other.keys())}")
    for name, content in one.items():
        # The page repeats the command in texts of its own, too.
        if name not in ("report.html", "decomposition.json") and content != other[name]:
            raise ValueError(f"{name} is another")


def interrupted_once(program, command, part, moments):
    """A run with a limit of steps, or one that a signal ends at some moment. Its exit code."""
    if moments.random() < 0.7:
        limit = ["--max-steps", str(moments.randint(1, 300))]
        return subprocess.run([program, *command, *limit], stderr=subprocess.PIPE, check=False).returncode
    enough = moments.randint(0, 40_000)
    with subprocess.Popen([program, *command], stderr=subprocess.PIPE) as process:
        while process.poll() is None and not (part.exists() and part.stat().st_size > enough):
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        process.wait()
        return process.returncode


def check_parts(program, case, folder, moments):
    """A run in many parts, in its folder or from one to another."""
    method, text, far, options = case
    problem = folder / "problem.toml"
    problem.write_text(text, encoding="utf-8")
    kept = folder / "kept"
    command = ["run", str(problem), "--method", method, "--to", far, "--quiet", *options]
    subprocess.run([program, *command, "-o", str(folder / "whole")], check=True)
    parts = [folder / "parts"]
    part = parts[-1] / "trajectory.csv.part"
    code = interrupted_once(program, [*command, "-o", str(parts[-1]), "--checkpoint", str(kept)], part, moments)
    for _ in range(500):
        if code == 0:
            break
        # The last: it had not begun to wait for signals.
        if code not in (ENDED_EARLY, INTERRUPTED, -signal.SIGINT):
            raise ValueError(f"exit code {code}")
        again = [*command, "--checkpoint", str(kept)]
        if kept.exists():  # else interrupted before there was something to keep
            again += ["--resume", str(kept)]
            if moments.random() < 0.2:
                parts.append(folder / f"parts-{len(parts)}")
        # Interrupted at once, the run may not have come to its new folder: it is named again.
        again += ["-o", str(parts[-1])]
        code = interrupted_once(program, again, parts[-1] / "trajectory.csv.part", moments)
    if code != 0 or kept.exists():
        raise ValueError("it does not come to its end, or its checkpoint is left")
    both = [contents(folder / "whole"), contents(parts[-1])]
    # Where Ctrl-C came among rows explicit methods may differ, too.
    if method not in EXPLICIT or text == SAMPLED:
        for files in both:
            files["summary.json"].pop("counters", None)
    demand_equal(*both)


def prefix_of(program, command, out, size):
    """So many bytes of the rows of a run that nobody waits for."""
    part = out / "trajectory.csv.part"
    with subprocess.Popen([program, *command, "-o", str(out)], stderr=subprocess.PIPE) as process:
        while not (part.exists() and part.stat().st_size >= size):
            if process.poll() is not None:
                raise ValueError(f"it ended by itself: {process.stderr.read().decode()}")
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    return part.read_bytes()[:size]


def check_killed(program, method, text, folder):
    """A run that is killed goes on from the checkpoint that it has kept by itself."""
    problem = folder / "problem.toml"
    problem.write_text(text, encoding="utf-8")
    kept = folder / "kept"
    out = folder / "out"
    command = ["run", str(problem), "--method", method, "--to", FAR, "--quiet"]
    with subprocess.Popen([program, *command, "-o", str(out), "--checkpoint", str(kept)]) as process:
        while not kept.exists():
            if process.poll() is not None:
                raise ValueError("it ended by itself")
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    before = (out / "trajectory.csv.part").stat().st_size
    code = subprocess.run(
        [program, *command, "--resume", str(kept), "--max-steps", "1000"], stderr=subprocess.PIPE, check=False
    ).returncode
    rows = (out / "trajectory.csv").read_bytes()
    if code != ENDED_EARLY or len(rows) < before / 2 or (out / "trajectory.csv.part").exists():
        raise ValueError(f"it did not go on: exit code {code}, {len(rows)} bytes after {before}")
    if prefix_of(program, command, folder / "again", len(rows)) != rows:
        raise ValueError("the rows are others")


def warnings_of(run):
    return sorted(line for line in run.stderr.decode().splitlines() if "warning" in line)


def check_warnings(program, folder, moments):
    """What a run warns of on the screen is said again by the part of it that comes to the end."""
    problem = folder / "problem.toml"
    problem.write_text(QUOTIENT, encoding="utf-8")
    kept = str(folder / "kept")
    command = [program, "run", str(problem), "-o", str(folder / "out")]
    whole = subprocess.run(command, capture_output=True, check=True)
    if not warnings_of(whole):
        raise ValueError("the run has no warning, so this tests nothing")
    # Before and after the place that it warns of: at a sixteenth of the way.
    limit = ["--max-steps", str(moments.randint(1, 30))]
    part = subprocess.run([*command, "--checkpoint", kept, *limit], capture_output=True, check=False)
    while part.returncode == ENDED_EARLY:
        part = subprocess.run(
            [*command, "--checkpoint", kept, "--resume", kept, *limit], capture_output=True, check=False
        )
    if part.returncode != 0 or warnings_of(part) != warnings_of(whole):
        raise ValueError(f"exit code {part.returncode}, its warnings are {warnings_of(part)}")


def swept_contents(folder):
    """What a sweep has left, by file."""
    result = {"sweep.csv": (folder / "sweep.csv").read_bytes()}
    for run in sorted(folder.glob("run-*")):
        result.update({f"{run.name}/{name}": content for name, content in contents(run).items()})
    return result


def demand_same_sweep(folder, other):
    one, two = swept_contents(folder), swept_contents(other)
    # These have times and commands in them, and the rows are what the page is made of.
    leave_out = ("report.html", "decomposition.json")
    different = [name for name, content in one.items() if not name.endswith(leave_out) and content != two.get(name)]
    if one.keys() != two.keys() or different:
        raise ValueError(f"not the same: {different or sorted(one.keys() ^ two.keys())}")


def check_sweep(program, keep, folder, moments):
    """A sweep in some parts."""
    problem = folder / "problem.toml"
    problem.write_text(SWEPT, encoding="utf-8")
    kept = folder / "kept"
    out = folder / "parts"
    command = [program, "sweep", str(problem), "--to", "3000", "--quiet", "--threads", "2", *keep]
    subprocess.run([*command, "-o", str(folder / "whole")], check=True)
    command += ["-o", str(out), "--checkpoint", str(kept)]
    code = INTERRUPTED
    for _ in range(6):
        # Each part goes on from what the one before it has kept.
        again = [*command, "--resume", str(kept)] if kept.exists() else command
        enough = moments.randint(0, 400_000)
        with subprocess.Popen(again, stderr=subprocess.PIPE) as process:
            started = time.monotonic()
            while process.poll() is None:
                rows = sum(part.stat().st_size for part in out.glob("run-*/trajectory.csv*"))
                # Without rows, at some moment: nothing depends on it.
                if rows > enough or (not keep and time.monotonic() - started > enough / 2e6):
                    break
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
            process.wait()
            code = process.returncode
        if code == 0:
            break
        if code not in (INTERRUPTED, -signal.SIGINT):
            raise ValueError(f"exit code {code}")
    if code != 0:
        subprocess.run([*command, *(["--resume", str(kept)] if kept.exists() else [])], check=True)
    if list(folder.glob("kept*")):
        raise ValueError(f"left: {sorted(folder.glob('kept*'))}")
    demand_same_sweep(folder / "whole", out)


def check_killed_sweep(program, folder):
    """A sweep that is killed leaves its rows, and goes on within its runs."""
    problem = folder / "problem.toml"
    problem.write_text(SWEPT, encoding="utf-8")
    kept = folder / "kept"
    out = folder / "out"
    command = [program, "sweep", str(problem), "--keep", "--quiet", "--threads", "2", "--to"]
    with subprocess.Popen([*command, FAR, "-o", str(out), "--checkpoint", str(kept)]) as process:
        # Without those that are not yet renamed.
        while len(list(folder.glob("kept.run-[0-9][0-9][0-9][0-9]"))) < 2:
            if process.poll() is not None:
                raise ValueError("it ended by itself")
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    parts = sorted(out.glob("run-*/trajectory.csv.part"))
    if len(parts) < 2 or any(part.stat().st_size < ENOUGH for part in parts):
        raise ValueError("the runs that were under way have left no rows")
    for part in parts:
        # Not looked at when it goes on, and gone if it were made anew.
        text = part.read_bytes()
        part.write_bytes(b"T" + text[1:])
    sizes = {part.parent.name: part.stat().st_size for part in parts}
    again = [*command, FAR, "-o", str(out), "--checkpoint", str(kept), "--resume", str(kept)]
    with subprocess.Popen(again, stderr=subprocess.PIPE) as process:
        while any(part.exists() and part.stat().st_size < 2 * sizes[part.parent.name] for part in parts):
            if process.poll() is not None:
                raise ValueError(f"it ended by itself: {process.stderr.read().decode()}")
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        process.wait()
    for part in parts:
        name = part.parent.name
        if part.read_bytes()[:1] != b"T":
            raise ValueError(f"{name} did not go on")
        settings = dict(zip(("initial.x", "initial.x'"), SWEPT_VALUES[int(name[-4:]) - 1]))
        options = [f"--set={key}={value}" for key, value in settings.items()]
        rows = whole_lines(part)
        alone = prefix_of(program, ["run", str(problem), "--quiet", *options, "--to", FAR], folder / name, part.stat().st_size)
        if alone.splitlines()[1 : len(rows) - 1] != rows[1 : len(rows) - 1]:
            raise ValueError(f"the rows of {name} are others")


def check_sweep_refusals(program, folder):
    problem = folder / "problem.toml"
    problem.write_text(SWEPT, encoding="utf-8")
    command = [program, "sweep", str(problem), "--to", "10", "--quiet", "-o", str(folder / "out")]
    kept = folder / "kept"
    for text, word in ((None, b"no checkpoint"), (b"", b"another sweep"), (b"0" * 64 + b"\n", b"another sweep")):
        if text is not None:
            kept.write_bytes(text)
        run = subprocess.run([*command, "--resume", str(kept)], stderr=subprocess.PIPE, check=False)
        if run.returncode != BAD_INPUT or word not in run.stderr:
            raise ValueError(f"not refused with {word}: exit code {run.returncode}, {run.stderr.decode()}")


def check_refusals(program, folder, moments):
    problem = folder / "problem.toml"
    problem.write_text(OSCILLATOR, encoding="utf-8")
    kept = folder / "kept"
    out = folder / "out"
    common = ["run", str(problem), "--quiet"]
    first = [*common, "--to", "60", "-o", str(out), "--checkpoint", str(kept), "--max-steps", "50"]
    first += ["--leaf", "exact"]
    subprocess.run([program, *first], stderr=subprocess.PIPE, check=False)
    whole = kept.read_bytes()
    tables = {name: (out / name).read_bytes() for name in ("trajectory.csv", "events.csv")}

    def refused(word, options=("--to", "60")):
        run = subprocess.run(
            [program, *common, *options, "--resume", str(kept)], stderr=subprocess.PIPE, check=False
        )
        message = run.stderr.decode()
        if run.returncode != BAD_INPUT or word not in message:
            raise ValueError(f"not refused with '{word}': exit code {run.returncode}, {message}")
        if any((out / name).read_bytes() != text for name, text in tables.items()):
            raise ValueError(f"refused with '{word}', its rows are gone")

    refused("goal", ("--to", "61"))
    refused("method", ("--to", "60", "--method", "rk4"))
    refused("rtol", ("--to", "60", "--rtol", "1e-4"))
    refused("choice of rows", ("--to", "60", "--at", "1,2"))
    refused("--set", ("--to", "60", "--set", "initial.x=2"))
    refused("leaf", ("--to", "60", "--leaf", "local"))
    problem.write_text(OSCILLATOR + "# changed\n", encoding="utf-8")
    refused("SHA-256")
    problem.write_text(OSCILLATOR, encoding="utf-8")
    for _ in range(30):
        place = moments.randrange(len(whole))
        damaged = bytearray(whole)
        damaged[place] ^= 1 << moments.randrange(8)
        kept.write_bytes(damaged)
        refused("checkpoint")
        kept.write_bytes(whole[:place])
        refused("checkpoint")
    kept.write_bytes(whole)
    # Rows of another run, and none.
    (out / "trajectory.csv").write_bytes(b"1" + tables["trajectory.csv"])
    tables["trajectory.csv"] = (out / "trajectory.csv").read_bytes()
    refused("does not have the rows")
    (out / "trajectory.csv").write_bytes(tables["trajectory.csv"][1:])
    tables["trajectory.csv"] = tables["trajectory.csv"][1:]
    again = [program, *common, "--to", "60", "--resume", str(kept)]
    if subprocess.run(again, check=False).returncode != 0:
        raise ValueError("it does not go on after all")
    kept.unlink()
    refused_missing = subprocess.run(again, stderr=subprocess.PIPE, check=False)
    if refused_missing.returncode != BAD_INPUT or b"no checkpoint" not in refused_missing.stderr:
        raise ValueError("a checkpoint that is not there is not refused")


def main():
    program = sys.argv[1]
    seed = int(os.environ.get("LEAFWISE_TEST_SEED", "20240131"))
    moments = random.Random(seed)
    checks = [(f"{case[0]} in parts", lambda f, c=case: check_parts(program, c, f, moments)) for case in CASES]
    checks += [
        (f"{method} killed", lambda f, m=method, t=text: check_killed(program, m, t, f)) for method, text in RUNS
    ]
    checks += [
        (f"sweep {' '.join(keep)} in parts", lambda f, k=keep: check_sweep(program, k, f, moments))
        for keep in ((), ("--keep",))
    ]
    checks.append(("killed sweep", lambda f: check_killed_sweep(program, f)))
    checks.append(("warnings", lambda f: check_warnings(program, f, moments)))
    checks.append(("refusals of sweeps", lambda f: check_sweep_refusals(program, f)))
    checks.append(("refusals", lambda f: check_refusals(program, f, moments)))
    failures = 0
    for name, check in checks:
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(pathlib.Path(folder))
            except (ValueError, OSError, subprocess.SubprocessError) as error:
                print(f"{name}: {error} (LEAFWISE_TEST_SEED={seed})")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
