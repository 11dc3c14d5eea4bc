#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Certificates of leaves at their starts: those of all examples are accepted, by `leafwise verify` and
by scripts/verify_certificate.py, which share no line; planted wrong ones are refused by both, and what
changes nothing that matters is accepted by both.

usage: check_local_certificates.py PROGRAM

LEAFWISE_TEST_SEED chooses the plants; it is printed with each failure. Exit codes: 0 all is well,
1 something is not.
"""

import copy
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))
import verify_certificate  # noqa: E402

PLANTS = 200
HARMLESS = 30
ACCEPTED, UNREADABLE, REFUSED = 0, 2, 3
# Its 280 rows take Python a second for each plant; it is verified as it is.
LARGE = 60_000


def by_program(program, *arguments):
    return subprocess.run([program, "verify", "--quiet", *map(str, arguments)], check=False,
                          capture_output=True, timeout=120).returncode


def by_script(path, problem=None):
    try:
        return 4 if verify_certificate.verified(str(path), problem) is None else ACCEPTED
    except verify_certificate.Refused:
        return REFUSED
    except verify_certificate.Unreadable:
        return UNREADABLE


def dependent(data):
    return [entry for entry in data["box"] if "radius" in entry]


def shifted(text, by):
    """A dyadic number, and a multiple of another one more."""
    value = verify_certificate.dyadic(text) + by
    exponent = 0
    while value.denominator != 1:
        value *= 2
        exponent -= 1
    return f"{value.numerator}*2^{exponent}"


# Each plant changes the certificate so that it proves nothing any more, and returns whether it could.


def moved_box(data, dice):
    if not dependent(data):
        return False
    entry = dice.choice(dependent(data))
    # The solution is at most a radius away from the centre: not in this box.
    by = verify_certificate.dyadic(entry["radius"]) * dice.choice([3, -3, 1000, 2**40])
    entry["centre"] = shifted(entry["centre"], by)
    return True


def no_radius(data, dice):
    if not dependent(data):
        return False
    dice.choice(dependent(data))["radius"] = dice.choice(["0*2^0", "-1*2^-70"])
    return True


def called_free(data, dice):
    if not dependent(data):
        return False
    entry = dice.choice(dependent(data))
    entry["value"] = entry.pop("centre")
    del entry["radius"]
    return True


def called_dependent(data, dice):
    free = [entry for entry in data["box"] if "value" in entry]
    if not free:
        return False
    entry = dice.choice(free)
    entry["centre"] = entry.pop("value")
    entry["radius"] = "1*2^-60"
    return True


def wrong_preconditioner(data, dice):
    stages = [stage for stage in data["stages"] if stage.get("inverse")]
    if not stages:
        return False
    stage = dice.choice(stages)
    row = dice.randrange(len(stage["inverse"]))
    factor = dice.choice([0, -1, 3])  # 1 - factor: the image is not smaller than the box
    numbers = stage["inverse"][row].split()
    stage["inverse"][row] = " ".join(
        shifted("0*2^0", factor * verify_certificate.dyadic(number)) for number in numbers)
    return True


def wrong_pivot(data, dice):
    stages = [stage for stage in data["stages"] if stage.get("pivots")]
    if not stages:
        return False
    stage = dice.choice(stages)
    pivots = stage["pivots"].split()
    k = dice.randrange(len(pivots))
    pivots[k] = shifted(pivots[k], verify_certificate.dyadic(pivots[k]) / 64)
    stage["pivots"] = " ".join(pivots)
    return True


def dropped_line(data, dice):
    if len(data["structure"]["lines"]) < 2:
        return False
    data["structure"]["lines"].pop(dice.randrange(len(data["structure"]["lines"])))
    return True


def other_offset(data, dice):
    lines = data["structure"]["lines"]
    line = dice.choice(lines)
    change = dice.choice([1, -1])
    line["times"] = line["times"] + 1 if line["times"] == 0 else line["times"] + change
    return True


def other_order(data, dice):
    unknown = dice.choice(data["structure"]["unknowns"])
    unknown["order"] += dice.choice([1, 2])
    return True


def other_equation(data, dice):
    aside = set(data["dependent"]) | set(data["aside"])
    used = [i for i in range(len(data["equations"])) if i not in aside]
    equation = data["equations"][dice.choice(used)]
    equation["residual"] = f"1 + ({equation['residual']})"
    return True


def other_start(data, dice):
    given = data["start"]["given"]
    if not given:
        return False
    # Those that are not in the box are not listed.
    given[dice.choice(sorted(given))] += 1 + 10 * data["start"]["moved_at_most"]
    return True


def other_number(data, dice):
    proved = data["proved"]
    key = dice.choice(["dimension", "freedom", "index_at_most"])
    if key == "index_at_most" and (proved[key] == 0 or proved["freedom"] > 0):
        return False
    proved[key] += -1 if key == "index_at_most" else 1
    return True


def other_hidden(data, dice):
    hidden = data["proved"]["hidden"]
    if not hidden:
        hidden.append({"source": data["equations"][0]["source"], "times": 1})
    elif dice.random() < 0.5:
        hidden.pop(dice.randrange(len(hidden)))
    else:
        dice.choice(hidden)["times"] += 1
    return True


def other_redundant(data, dice):
    redundant = data["proved"]["redundant"]
    if not redundant:
        redundant.append({"source": data["equations"][-1]["source"], "order": 20})
    elif dice.random() < 0.5:
        redundant.pop()
    else:
        line = dice.choice(redundant)
        line["order"] = 0 if line["order"] else 20
    return True


def leaves_later(data, dice):
    """A line that is said to follow from the others does so at the start, and to some order."""
    redundant = [line for line in data["proved"]["redundant"] if line["order"] > 0]
    if not redundant:
        return False
    line = dice.choice(redundant)
    equation = next(e for e in data["equations"] if e["source"] == line["source"])
    free = [e for e in data["box"] if "value" in e and e["order"] == 0]
    if free and dice.random() < 0.5:
        entry = dice.choice(free)
        name, there = entry["of"], verify_certificate.dyadic(entry["value"])
    else:
        name, there = data["independent"], verify_certificate.dyadic(data["time"])
    factor = dice.choice(["1", "-3", "1/10^12"])
    power = dice.randint(1, line["order"])
    equation["residual"] += f" + {factor}*({name} - ({there}))^{power}"
    return True


def other_step(data, dice):
    if not data["steps"]:
        return False
    step = dice.choice(data["steps"])
    own = [term for term in step["terms"] if term["equation"] == step["equation"]]
    if own and dice.random() < 0.5:
        own[0]["coefficient"] = "2"
    else:
        data["steps"].remove(step)
    return True


def no_number(data, dice):
    dice.choice(data["box"])["order"] = dice.choice([-1, 10**6, "x", None])
    return True


KINDS = (moved_box, no_radius, called_free, called_dependent, wrong_preconditioner, wrong_pivot,
         dropped_line, other_offset, other_order, other_equation, other_start, other_number,
         other_hidden, other_redundant, leaves_later, other_step, no_number)


# What proves as much as before.


def rough_preconditioner(data, dice):
    for stage in data["stages"]:
        if stage.get("inverse"):
            row = dice.randrange(len(stage["inverse"]))
            numbers = stage["inverse"][row].split()
            k = dice.randrange(len(numbers))
            value = verify_certificate.dyadic(numbers[k])
            numbers[k] = shifted(numbers[k], value / 2**30)
            stage["inverse"][row] = " ".join(numbers)


def larger_radius(data, dice):
    # Radii are four times what the stages below leave open: one twice as large fits.
    if dependent(data):
        entry = dice.choice(dependent(data))
        entry["radius"] = shifted(entry["radius"], verify_certificate.dyadic(entry["radius"]))


class Laws:
    def __init__(self, program, folder, dice):
        self.program, self.folder, self.dice = program, pathlib.Path(folder), dice
        self.failures = []

    def expect(self, holds, what):
        if not holds:
            self.failures.append(what)

    def made(self, problem):
        """The certificate of a problem; None where nothing is proved."""
        folder = self.folder / problem.stem
        folder.mkdir()
        report = folder / "decomposition.json"
        subprocess.run([self.program, "decompose", "--local", "--quiet", "--json", "-o",
                        str(report), str(problem)], check=False, capture_output=True, timeout=120)
        path = folder / "certificate.json"
        if not report.exists():
            return None
        says = json.loads(report.read_text(encoding="utf-8"))["leaves"][0]
        self.expect(bool(says["proved"]) == path.exists(),
                    f"{problem.stem}: proved is not said by a certificate alone")
        if not path.exists():
            return None
        for file in (report, path):
            self.expect(by_program(self.program, file, "--problem", problem) == ACCEPTED,
                        f"{problem.stem}: {file.name} is not accepted by the program")
            self.expect(by_script(file, problem) == ACCEPTED,
                        f"{problem.stem}: {file.name} is not accepted by the script")
        return path

    def both(self, data):
        path = self.folder / "planted.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return by_program(self.program, path), by_script(path)

    def plants(self, certificates):
        done = 0
        while done < PLANTS:
            name, text = self.dice.choice(certificates)
            data = json.loads(text)
            kind = KINDS[done % len(KINDS)] if self.dice.random() < 0.8 else self.dice.choice(KINDS)
            if not kind(data, self.dice):
                # Not every certificate has steps or pivots.
                done += 1 if self.dice.random() < 0.02 else 0
                continue
            done += 1
            answers = self.both(data)
            self.expect(all(a in (REFUSED, UNREADABLE) for a in answers),
                        f"{name}: {kind.__name__} is answered {answers}")

    def harmless(self, certificates):
        for _ in range(HARMLESS):
            name, text = self.dice.choice(certificates)
            data = copy.deepcopy(json.loads(text))
            kind = self.dice.choice([rough_preconditioner, larger_radius])
            kind(data, self.dice)
            answers = self.both(data)
            self.expect(answers == (ACCEPTED, ACCEPTED),
                        f"{name}: {kind.__name__} is answered {answers}")

    def other_problems(self, paths):
        """A certificate is of one problem, and a report's is that of its problem."""
        (one, path), (other, _) = self.dice.sample(paths, 2)
        self.expect(by_program(self.program, path, "--problem", other) == REFUSED
                    and by_script(path, other) == REFUSED, f"{one.stem} is taken for {other.stem}")
        report = path.parent / "decomposition.json"
        data = json.loads(report.read_text(encoding="utf-8"))
        data["leaves"][0]["dimension"] += 1
        report.write_text(json.dumps(data), encoding="utf-8")
        self.expect(by_program(self.program, report) == REFUSED and by_script(report) == REFUSED,
                    f"{one.stem}: a report may say more than its certificate")


def main():
    program = sys.argv[1]
    seed = int(os.environ.get("LEAFWISE_TEST_SEED") or random.SystemRandom().getrandbits(32))
    with tempfile.TemporaryDirectory(prefix="leafwise-certificates-") as folder:
        laws = Laws(program, folder, random.Random(seed))
        problems = {path.stem: path for path in [*(ROOT / "examples").glob("*.toml"),
                                                 *(ROOT / "tests/data/local").glob("*.toml")]}
        made = [(problem, laws.made(problem)) for _, problem in sorted(problems.items())]
        made = [(problem, path) for problem, path in made if path]
        texts = [(problem.stem, path.read_text(encoding="utf-8")) for problem, path in made]
        laws.expect(len(made) > 40, f"only {len(made)} problems have a certificate")
        small = [(name, text) for name, text in texts if len(text) < LARGE]
        laws.plants(small)
        laws.harmless(small)
        laws.other_problems(made)
    for failure in laws.failures:
        print(f"seed {seed}: {failure}")
    return 1 if laws.failures else 0


if __name__ == "__main__":
    sys.exit(main())
