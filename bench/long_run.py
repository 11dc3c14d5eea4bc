#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory and time of a run with ten million rows, and how long its end takes after Ctrl-C.

usage: bench/long_run.py [PROGRAM]    (default build/release/bin/leafwise; a minute, and 1 GB in TMPDIR)

Prints one JSON line. The wish: below 200 MB with the page, and Ctrl-C below 0.5 s.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

OSCILLATOR = """
unknowns = ["x"]
equations = ["x'' + x = 0"]
[initial]
x = 1
"x'" = 0
[invariants]
energy = "x^2 + x'^2"
[integrate]
method = "rk4"
control = "fixed"
step = 0.001
max_steps = 20000000
to = { t = 10000 }
"""
MEGABYTE = 1e6


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    program = sys.argv[1] if len(sys.argv) > 1 else str(root / "build/release/bin/leafwise")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "long.toml").write_text(OSCILLATOR, encoding="utf-8")
        command = [program, "run", str(folder / "long.toml"), "--quiet", "-o", str(folder / "out")]
        start = time.monotonic()
        with subprocess.Popen(command) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        table = folder / "out" / "trajectory.csv"
        with open(table, "rb") as lines:
            rows = sum(1 for _ in lines) - 1
        told = {
            "exit": process.returncode,
            "rows": rows,
            "table_mb": round(table.stat().st_size / MEGABYTE),
            "page_mb": round((folder / "out" / "report.html").stat().st_size / MEGABYTE, 1),
            "peak_mb": round(usage.ru_maxrss * 1024 / MEGABYTE),
            "seconds": round(seconds, 1),
        }
        part = folder / "out" / "trajectory.csv.part"
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            while not (part.exists() and part.stat().st_size > 100 * MEGABYTE):
                if process.poll() is not None:
                    break
                time.sleep(0.05)
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.wait()
            told["seconds_after_interrupt"] = round(time.monotonic() - start, 3)
        print(json.dumps(told))


if __name__ == "__main__":
    main()
