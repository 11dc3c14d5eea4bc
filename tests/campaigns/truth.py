#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attempts to prove the program wrong: fresh random systems of each kind of claim, and references that it has no part in.

usage: truth.py PROGRAM [--only WORD]... [--jobs N]

LEAFWISE_TEST_SEED chooses the systems; LEAFWISE_TEST_MULTIPLIER tries each claim so many times as often.
Exit codes: 0 nothing was false but what KNOWN_ISSUES says, 1 something was.
"""

import argparse
import concurrent.futures
import importlib
import os
import pathlib
import shutil
import sys
import tempfile

import campaign
import truth_claims

MODULES = ("truth_sheets", "truth_numbers", "truth_events", "truth_runs", "truth_linear", "truth_leaves", "truth_facts")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    seed = int(os.environ.get("LEAFWISE_TEST_SEED", "20240131"))
    times = int(os.environ.get("LEAFWISE_TEST_MULTIPLIER", "1"))
    table = [entry for name in MODULES for entry in importlib.import_module(name).TABLE]
    table = [entry for entry in table if not options.only or any(word in entry.name for word in options.only)]
    folder = tempfile.mkdtemp(prefix="leafwise-campaign.")
    world = campaign.World(options.program.resolve(), folder, seed, times)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda entry: truth_claims.try_claim(entry, world), table))
    print(f"Seed {seed}, {times} times.\n")
    print(truth_claims.as_table(table))
    if any(entry.counts["false"] for entry in table if not entry.is_known):
        print(f"all that was tried is kept in {folder}", file=sys.stderr)
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
