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
