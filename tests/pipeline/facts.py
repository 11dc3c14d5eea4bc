# SPDX-License-Identifier: GPL-3.0-or-later
"""What two decompositions must agree in, and what a report says that lost something."""

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
