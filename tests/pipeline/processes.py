# SPDX-License-Identifier: GPL-3.0-or-later
"""Which processes a program has started, by /proc."""

import pathlib


def _statuses():
    """Of each process its number, its name, and what follows in its status: state, parent, group, session …"""
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = status.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # it has ended
        before, _, after = text.rpartition(")")
        yield int(status.parent.name), before.partition("(")[2], after.split()


def children_of(process):
    """The numbers of those whose parent it is."""
    return [number for number, _, fields in _statuses() if int(fields[1]) == process]


def processes_of(session):
    """The names of those that still run in a session: workers have groups of their own, but no session."""
    return [name for _, name, fields in _statuses() if int(fields[3]) == session and fields[0] != "Z"]
