# SPDX-License-Identifier: GPL-3.0-or-later
"""What two decompositions must agree in, what a report says that lost something, which processes are left."""

import pathlib

# How long it took, and what happened on the way.
NO_FACTS = {"seconds", "incidents"}


def facts_of(report):
    """All that is said of the system."""
    if isinstance(report, dict):
        return {key: facts_of(value) for key, value in report.items() if key not in NO_FACTS}
    if isinstance(report, list):
        return [facts_of(value) for value in report]
    return report


def admits_a_loss(report):
    """Whether an incident says that something is missing, not only time."""
    return any(not incident["cost"].startswith("time") for incident in report["incidents"])


def difference(first, second, path="report"):
    """Where two reports first say something else."""
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        found = (difference(first[key], second[key], f"{path}.{key}") for key in first)
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        found = (difference(a, b, f"{path}[{number}]") for number, (a, b) in enumerate(zip(first, second)))
    else:
        return None if first == second else f"{path}: {str(first)[:120]} instead of {str(second)[:120]}"
    return next((text for text in found if text), None)


def _statuses():
    """Of each process, by /proc, its number, its name, and what follows in its status: state, parent, group, session …"""
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
