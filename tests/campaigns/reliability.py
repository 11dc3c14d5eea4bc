#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of every kind, done to the program as a process; the table says what it survived.

usage: reliability.py PROGRAM [--only WORD]... [--jobs N]

Rows that need root, a C compiler or Singular's libraries say so where these are missing.
LEAFWISE_TEST_SEED chooses the moments and mutations; LEAFWISE_TEST_MULTIPLIER tries each row so many times as often.
Exit codes: 0 all is survived, 1 something is not.
"""

import argparse
import pathlib
import os
import shutil
import sys
import tempfile

import campaign
import reliability_cache
import reliability_limits
import reliability_problems
import reliability_reports
import reliability_signals
import reliability_workers

# Those that wait longest begin first.
MODULES = (
    reliability_signals,
    reliability_workers,
    reliability_cache,
    reliability_limits,
    reliability_problems,
    reliability_reports,
)


def left_behind(world, shared_before):
    """The last row: what all the others have left where temporary files go."""
    yield f"{sorted(os.listdir(world.temporary))[:5]}" if os.listdir(world.temporary) else None
    new = {name for name in set(os.listdir("/dev/shm")) - shared_before if "leafwise" in name}
    yield f"/dev/shm: {new}" if new else None
    elsewhere = [name for name in os.listdir(world.home) if name not in (".cache",)]
    yield f"HOME: {elsewhere}" if elsewhere else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=4)
    options = parser.parse_args()
    seed = int(os.environ.get("LEAFWISE_TEST_SEED", "20240131"))
    times = int(os.environ.get("LEAFWISE_TEST_MULTIPLIER", "1"))
    table = [entry for module in MODULES for entry in module.TABLE]
    table = [entry for entry in table if not options.only or any(word in entry.name for word in options.only)]
    folder = tempfile.mkdtemp(prefix="leafwise-campaign.")
    world = campaign.World(options.program.resolve(), folder, seed, times)
    shared_before = set(os.listdir("/dev/shm"))
    campaign.try_all(table, world, options.jobs)
    last = campaign.Row("files left in TMPDIR, HOME or /dev/shm by all of these", lambda world: left_behind(world, shared_before))
    campaign.try_row(last, world)
    table.append(last)
    print(f"Seed {seed}, {times} times.\n")
    print(campaign.as_table(table))
    if any(entry.complaints for entry in table):
        print(f"what failed is kept in {folder}", file=sys.stderr)
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
