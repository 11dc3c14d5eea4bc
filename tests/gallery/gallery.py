# SPDX-License-Identifier: GPL-3.0-or-later
"""What the gallery knows of each example, and what a run of the program says of it.

expected.toml has one table for each file in examples/, with

    group, sentence   where the example stands in docs/gallery.md, and what it is
    picture           options of `leafwise plot` for a picture of the run
    leaves            of `leafwise decompose`, in order: status, dimension, and index, dof, if it has any;
                      other keys of the report may be added, the same ones to all leaves
    decompose         false: only `run` looks, with what the start needs; its own leaf is `leaves`
    arguments         of both commands
    exit              of `run`; of `decompose`, if the file has no [integrate]: default 0
    branch, reason    of the summary: default "here", "reached"
    events            how often each event happens
    residual          largest _residual of all rows: default 1e-12
    drift             largest change of invariants
    [[….reference]]   a state at the end, or where `arguments` lead: `state`, or `name` of a state in
                      tests/data, with the `columns` that its numbers are; `tolerance`, and `origin`
    [[….law]]         what holds in all rows: `zero`, an expression; `below`, and `origin`
    [[….refused]]     `arguments` that are no run: `exit`, and what is said, `says`
    [….order]         `steps`, tried one after the other, `to`, the `solution` of `column` at the end

Expressions are those of problem files.
"""

import csv
import json
import math
import pathlib
import re
import subprocess
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
DATA = ROOT / "tests" / "data"
# Far more than an example takes, even beside much other work.
PATIENCE = 300

KEYS = set(
    "group sentence picture leaves decompose arguments exit branch reason events residual drift reference law"
    " refused order".split()
)


def examples():
    return sorted(path.stem for path in EXAMPLES.glob("*.toml"))


def expectations():
    """What is expected of each example, and complaints about the file. A table may wait for its example."""
    with open(pathlib.Path(__file__).parent / "expected.toml", "rb") as file:
        expected = tomllib.load(file)
    groups = expected.pop("groups")
    complaints = []
    for name in sorted(set(examples()) - set(expected)):
        complaints.append(f"examples/{name}.toml has no table in tests/gallery/expected.toml")
    for name, entry in expected.items():
        for key in sorted(set(entry) - KEYS):
            complaints.append(f"tests/gallery/expected.toml: {name}: unknown key {key}")
        if entry.get("group") not in groups or not entry.get("sentence"):
            complaints.append(f"tests/gallery/expected.toml: {name}: no group of {list(groups)}, or no sentence")
        if not entry.get("leaves") and entry.get("branch") != "uncompleted":
            complaints.append(f"tests/gallery/expected.toml: {name}: no leaves")
    return expected, groups, complaints


def problem(name):
    with open(EXAMPLES / f"{name}.toml", "rb") as file:
        return tomllib.load(file)


def references():
    """States by name: numbers in their order, or by column."""
    with open(DATA / "gallery" / "references.toml", "rb") as file:
        found = tomllib.load(file)
    for line in (DATA / "integrator" / "references.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, *numbers = line.split()
            found[name] = [float(number) for number in numbers]
    return found


def python_from(expression):
    """An expression of problem files, with x' as x_1 and ^ as a power."""
    marked = re.sub(r"([A-Za-z]\w*)('+)", lambda m: f"{m[1]}_{len(m[2])}", expression)
    return marked.replace("^", "**")


FUNCTIONS = {name: getattr(math, name) for name in "sin cos tan exp sqrt tanh atan pi".split()}


def value_of(expression, values):
    names = {python_from(name): value for name, value in values.items()}
    return eval(python_from(expression), {"__builtins__": {}}, {**FUNCTIONS, **names, "abs": abs, "max": max})


class Run:
    """One execution of the program, with the files that it wrote."""

    def __init__(self, program, arguments, folder):
        command = [program, *arguments, "--no-cache"]
        self.result = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False
        )
        self.folder = pathlib.Path(folder)
        self.exit_code = self.result.returncode
        self.said = self.result.stderr.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.result.stdout)

    def rows(self, file="trajectory.csv"):
        with open(self.folder / file, encoding="utf-8", newline="") as table:
            return list(csv.DictReader(table))


class Example:
    """One example: what is expected, what is found, and what differs."""

    def __init__(self, program, name, expected):
        self.program = str(program)
        self.name = name
        self.expected = expected
        self.complaints = []
        self.errors = []  # (error, what it is measured against, how: "reference", "law" or "drift")
        self.leaves = None
        self.leaf = None
        self.summary = None
        self.algebra_seconds = 0.0

    def complain(self, text):
        self.complaints.append(f"{self.name}: {text}")

    def measure(self, error, allowed, what, how):
        """An error that may not be larger than this."""
        self.errors.append((error, what, how))
        if not error <= allowed:  # nan is larger than all
            self.complain(f"{what}: off by {error:.3g}, more than {allowed:g}")

    def execute(self, command, folder, arguments=(), file=None):
        file = file or EXAMPLES / f"{self.name}.toml"
        arguments = [*self.expected.get("arguments", []), *arguments]
        if command == "run":
            arguments += ["-o", str(folder)]
        return Run(self.program, [command, str(file), "--json", *arguments], folder)

    def study(self):
        """Runs the example and compares all that is expected."""
        with tempfile.TemporaryDirectory() as folder:
            integrates = "integrate" in problem(self.name)
            if self.expected.get("decompose", True):
                self.decompose(folder, 0 if integrates else self.expected.get("exit", 0))
            if integrates:
                self.run(pathlib.Path(folder) / "run")
            for number, refused in enumerate(self.expected.get("refused", [])):
                self.refuse(pathlib.Path(folder) / f"refused{number}", refused)
            if "order" in self.expected:
                self.find_order(pathlib.Path(folder), self.expected["order"])
        return self

    def decompose(self, folder, exit_code):
        run = self.execute("decompose", folder, ("--time-limit", "none"))
        if run.exit_code != exit_code:
            return self.complain(f"decompose: exit code {run.exit_code}, not {exit_code}: {run.said}")
        if run.said:
            self.complain(f"decompose says: {run.said}")
        report = run.json()
        self.algebra_seconds = report["seconds"]
        self.compare_leaves(report["leaves"])
        for leaf in self.leaves:
            if leaf["full"] is None:
                self.complain(f"leaf {leaf['name']} is not given in all jets")
        return None

    def compare_leaves(self, leaves):
        self.leaves = leaves
        expected = self.expected["leaves"]
        if [leaf["status"] for leaf in leaves] == ["local"]:
            # What is proved at the start: functions are no unknowns there, so dimensions differ by them.
            if leaves[0]["dof"] != expected[0].get("dof", leaves[0]["dof"]):
                self.complain(f"{leaves[0]['dof']} degrees of freedom at the start, not {expected[0]['dof']}")
            return
        wanted = [{"index": None, "dof": None, **leaf} for leaf in expected]
        keys = {"status", "dimension"}.union(*wanted)
        found = [{key: leaf[key] for key in keys} for leaf in leaves]
        if found != wanted:
            self.complain(f"leaves {found}, not {wanted}")

    def run(self, folder):
        run = self.execute("run", folder)
        exit_code = self.expected.get("exit", 0)
        if run.exit_code != exit_code:
            return self.complain(f"run: exit code {run.exit_code}, not {exit_code}: {run.said}")
        self.summary = run.json()
        for key, value in (("branch", "here"), ("reason", "reached")):
            if self.summary[key] != self.expected.get(key, value):
                self.complain(f"{key} {self.summary[key]}, not {self.expected.get(key, value)}")
        leaves = json.loads((folder / "decomposition.json").read_text(encoding="utf-8"))["leaves"]
        taken = [leaf for leaf in leaves if leaf["name"] == self.summary["branch"]]
        self.leaf = taken[0] if taken else None
        if not self.expected.get("decompose", True):
            self.compare_leaves(taken)
        if not self.summary["max_residual"] <= self.expected.get("residual", 1e-12):
            self.complain(f"off the leaf by {self.summary['max_residual']:.3g}")
        self.check_tables(run)
        for reference in self.expected.get("reference", []):
            self.compare(folder, reference)
        return None

    def check_tables(self, run):
        happened = [row["name"] for row in run.rows("events.csv") if row["kind"] == "event"]
        for name, count in self.expected.get("events", {}).items():
            if happened.count(name) != count:
                self.complain(f"event {name} happens {happened.count(name)} times, not {count}")
        for name, allowed in self.expected.get("drift", {}).items():
            self.measure(self.summary["invariants"][name]["drift"], allowed, f"{name} is conserved", "drift")
        if "law" in self.expected:
            rows = [{key: float(text) for key, text in row.items() if text} for row in run.rows()]
        for law in self.expected.get("law", []):
            error = max(abs(value_of(law["zero"], row)) for row in rows)
            self.measure(error, law["below"], law["origin"], "law")

    def compare(self, folder, reference):
        """The end of a run with a state that is known."""
        arguments = reference.get("arguments", [])
        summary = self.summary
        if arguments:
            run = self.execute("run", folder, arguments)
            if run.exit_code != 0:
                return self.complain(f"run {' '.join(arguments)}: exit code {run.exit_code}: {run.said}")
            summary = run.json()
        state = reference.get("state")
        if state is None:
            known = references().get(reference["name"])
            if known is None:
                return self.complain(f"no reference is called {reference['name']}")
            state = known if isinstance(known, dict) else dict(zip(reference["columns"], known))
        errors = [
            abs(summary["state"][column] - (value_of(value, {}) if isinstance(value, str) else value))
            for column, value in state.items()
            if column not in ("origin", "_")
        ]
        what = reference["origin"] + (f" ({' '.join(arguments)})" if arguments else "")
        self.measure(max(errors), reference["tolerance"], what, "reference")
        return None

    def refuse(self, folder, refused):
        run = self.execute("run", folder, refused["arguments"])
        if run.exit_code != refused["exit"] or refused["says"] not in run.said:
            self.complain(f"run {' '.join(refused['arguments'])}: exit code {run.exit_code}, and says: {run.said}")

    def find_order(self, folder, order):
        """By which power of the step the error at the end falls."""
        text = (EXAMPLES / f"{self.name}.toml").read_text(encoding="utf-8")
        errors = []
        for step in order["steps"]:
            file = folder / "step.toml"
            file.write_text(re.sub(r"(?m)^step = .*$", f"step = {step}", text), encoding="utf-8")
            run = self.execute("run", folder / "step", ["--to", str(order["to"])], file)
            if run.exit_code != 0:
                return self.complain(f"step {step}: exit code {run.exit_code}: {run.said}")
            state = run.json()["state"]
            errors.append(abs(state[order["column"]] - value_of(order["solution"], state)))
        for i in range(1, len(errors)):
            found = math.log(errors[i - 1] / errors[i]) / math.log(order["steps"][i - 1] / order["steps"][i])
            if abs(found - order["expected"]) > order["window"]:
                self.complain(f"order {found:.2f}, not {order['expected']}")
        return None
