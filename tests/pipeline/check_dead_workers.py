#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workers that die at any moment: the report has the same facts as the undisturbed one, or says what it lost.

usage: check_dead_workers.py PROGRAM

LEAFWISE_TEST_SEED chooses the moments; it is printed with each failure. Exit codes: 0 all is well,
1 something is not.
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from facts import admits_a_loss, children_of, difference, facts_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ("pendulum", "clairaut", "singular_four_bar", "branch_dependent_index")
BETWEEN_KILLS = 0.03
LONGEST = 120


def kill_workers(process, kind, begin, end):
    """All there are, again and again from one moment to the other."""
    time.sleep(begin)
    until = time.monotonic() + end - begin
    while process.poll() is None:
        for worker in children_of(process.pid):
            try:
                os.kill(worker, kind)
            except OSError:
                pass  # it was gone
        if time.monotonic() >= until:
            return
        time.sleep(BETWEEN_KILLS)


def report_of(program, example, folder, disturb=lambda process: None):
    """The report, how long it took, and what was said."""
    out = folder / "report.json"
    out.unlink(missing_ok=True)
    file = ROOT / "examples" / f"{example}.toml"
    command = [program, "decompose", str(file), "--json", "--no-cache", "-o", str(out)]
    start = time.monotonic()
    with open(folder / "messages", "wb") as messages:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=messages)
        disturb(process)
        process.wait(timeout=LONGEST)
    said = (folder / "messages").read_text(encoding="utf-8")
    return json.loads(out.read_text(encoding="utf-8")), time.monotonic() - start, said


def check(found, undisturbed, said):
    """The property: nothing is missing that is not said to be."""
    incidents = found["incidents"]
    if admits_a_loss(found) and found["complete"]:
        raise ValueError(f"complete, although it lost something: {incidents}")
    if not found["complete"] and not incidents:
        raise ValueError(f"not complete, but no incident: {found['reason']}")
    if found["complete"] and facts_of(found) != facts_of(undisturbed):
        other = difference(facts_of(found), facts_of(undisturbed))
        raise ValueError(f"complete, but {other}; incidents: {incidents}")
    for incident in incidents:
        # A worker that never started is the message itself, with its cause behind a colon.
        alone = incident["what"].replace(" (", ": ", 1).removesuffix(")")
        if incident["what"] not in said and alone not in said:
            raise ValueError(f"nobody was told of {incident}: {said}")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    seed = int(os.environ.get("LEAFWISE_TEST_SEED", "20240131"))
    moments = random.Random(seed)
    count = 5 * int(os.environ.get("LEAFWISE_TEST_MULTIPLIER", "1"))
    complaints = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for example in EXAMPLES:
            undisturbed, duration, _ = report_of(program, example, folder)
            if undisturbed["incidents"]:
                complaints.append(f"{example}, undisturbed: {undisturbed['incidents']}")
            for _ in range(count):
                kind = moments.choice((signal.SIGKILL, signal.SIGSEGV))
                begin = duration * moments.random() ** 1.5
                end = begin + moments.choice((0, duration))
                try:
                    found, _, said = report_of(
                        program, example, folder, lambda process: kill_workers(process, kind, begin, end)
                    )
                    check(found, undisturbed, said)
                except (ValueError, OSError, subprocess.SubprocessError) as error:
                    complaints.append(f"{example}, {kind.name} from {begin:.4f} to {end:.4f} s, seed {seed}: {error}")
    print("\n".join(complaints) or f"{len(EXAMPLES)} examples stand the death of workers")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
