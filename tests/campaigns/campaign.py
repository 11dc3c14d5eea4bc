# SPDX-License-Identifier: GPL-3.0-or-later
"""What campaigns share: rows of a table, each a class of faults that is tried many times, and a world to try them in.

A row is a generator that yields once for each try: None if the program stood it, else what was wrong.
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "pipeline"))

from facts import admits_a_loss, difference, facts_of, processes_of  # noqa: E402

SHOWN = 6
NOBODY = "65534"
AS_NOBODY = ("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--")
# What documentation promises; 70 is a bug of ours.
ANSWERED = frozenset({0, 2, 3, 4, 5})
BUG = "a bug in leafwise"
# What a run that cannot go on leaves of its tables (docs/run.md).
ROWS = ("trajectory.csv.part", "events.csv.part")


class Skip(Exception):
    """A row that cannot be tried on this machine, and why."""


@dataclasses.dataclass
class Row:
    """A class of faults, and what came of it."""

    name: str
    tries_of: object
    tries: int = 0
    survived: int = 0
    complaints: list = dataclasses.field(default_factory=list)
    skipped: str = ""
    seconds: float = 0


@dataclasses.dataclass
class Result:
    """How a process ended."""

    code: object  # a number, or "hangs"
    out: bytes
    err: str
    seconds: float
    left: list

    def fault(self, allowed=ANSWERED):
        """What is wrong with such an end, whatever was done; None if nothing is."""
        if self.code not in allowed:
            return f"exit code {self.code} after {self.seconds:.1f} s: {self.err.strip()[-300:]}"
        if BUG in self.err:
            return f"says {BUG}"
        if self.left:
            return f"still running: {self.left}"
        return None


def row(table, name):
    """Enters a generator of tries into a table."""

    def enter(function):
        table.append(Row(name, function))
        return function

    return enter


def broken_files(folder, may_have_rows=False):
    """Unfinished files of a folder, and those that no reader can read. Rows may be left where they could not all be written."""
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.name.endswith(".part"):
            if not (may_have_rows and path.name in ROWS):
                return f"{path.name} is left"
            if not path.read_bytes().endswith(b"\n") and path.stat().st_size:
                return f"{path.name} ends within a line"
        if path.suffix == ".json" and path.is_file() and not path.is_symlink():
            try:
                json.loads(path.read_text(encoding="utf-8"))
            except ValueError as error:
                return f"{path.name}: {error}"
    return None


def loses_silently(report, undisturbed, has_limit=False):
    """What a report lacks without saying so: in an incident, or as its reason where a limit of time was set."""
    report = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
    if facts_of(report) == facts_of(undisturbed):
        return None
    if report["complete"] or not (admits_a_loss(report) or (has_limit and report["reason"])):
        other = difference(facts_of(report), facts_of(undisturbed))
        return f"complete: {report['complete']}, {other}; incidents: {report['incidents']}"
    return None


class World:
    """The program in a place of its own, with a home, a place for temporary files, and another user's rights to read."""

    def __init__(self, program, folder, seed, times):
        self.folder = pathlib.Path(folder)
        self.times = times
        self.seed = seed
        self.built = pathlib.Path(program)
        self.examples = ROOT / "examples"
        self.folder.chmod(0o755)
        self.program = self.copy_program(self.folder / "program")
        self.home = self.folder / "home"
        self.temporary = self.folder / "temporary"
        self.home.mkdir()
        self.temporary.mkdir(mode=0o1777)
        self._undisturbed = {}
        self._lock = threading.Lock()

    def copy_program(self, place, with_worker=True):
        place.mkdir(parents=True)
        for name in ("leafwise", "leafwise-algebra-worker") if with_worker else ("leafwise",):
            shutil.copy(self.built.parent / name, place / name)
        return place / "leafwise"

    def random(self, name):
        return random.Random(f"{self.seed} {name}")

    def place(self):
        """A new folder, which everybody may write."""
        place = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        place.chmod(0o777)
        return place

    def example(self, name):
        return str(self.examples / f"{name}.toml")

    def environment(self, changes=None):
        """Ours, without what would show the program another world."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("LEAFWISE_", "XDG_", "LC_", "SINGULAR"))}
        kept.update(HOME=str(self.home), TMPDIR=str(self.temporary), LC_ALL="C.UTF-8")
        for key, value in (changes or {}).items():
            if value is None:
                kept.pop(key, None)
            else:
                kept[key] = str(value)
        return kept

    def start(self, *arguments, before=(), program=None, env=None, cwd=None, **streams):
        streams.setdefault("stdin", subprocess.DEVNULL)
        command = [*before, str(program or self.program), *map(str, arguments)]
        return subprocess.Popen(command, env=self.environment(env), cwd=cwd or self.folder, start_new_session=True, **streams)

    def run(self, *arguments, timeout=120, act=None, **how):
        """Does it, with act(process) meanwhile, and looks for what it leaves running."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            how.setdefault("stdout", out)
            how.setdefault("stderr", err)
            begin = time.monotonic()
            process = self.start(*arguments, **how)
            try:
                if act:
                    act(process)
                code = process.wait(timeout=timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                code = "hangs"
            seconds = time.monotonic() - begin
            left = self.left_of(process)
            out.seek(0)
            err.seek(0)
            return Result(code, out.read(), err.read().decode(errors="replace"), seconds, left)

    @staticmethod
    def left_of(process):
        """A worker sees that its owner is gone, and goes: five seconds on a busy machine."""
        for _ in range(50):
            left = processes_of(process.pid)
            if not left:
                return left
            time.sleep(0.1)
        return left

    def undisturbed(self, name):
        """The report of an example when nothing happens."""
        with self._lock:
            if name not in self._undisturbed:
                out = self.place() / "report.json"
                result = self.run("decompose", self.example(name), "--json", "--no-cache", "-q", "-o", out, timeout=300)
                assert result.code == 0, result
                self._undisturbed[name] = json.loads(out.read_text(encoding="utf-8"))
            return self._undisturbed[name]


def try_row(entry, world):
    begin = time.monotonic()
    try:
        for complaint in entry.tries_of(world):
            entry.tries += 1
            if complaint is None:
                entry.survived += 1
            else:
                entry.complaints.append(complaint)
                print(f"  {entry.name}: {complaint}", file=sys.stderr, flush=True)
    except Skip as reason:
        entry.skipped = str(reason)
    except Exception:  # of the campaign itself: the other rows go on
        entry.tries += 1
        entry.complaints.append("the campaign failed: " + traceback.format_exc(limit=-3))
    entry.seconds = time.monotonic() - begin
    verdict = entry.skipped or f"{entry.survived} of {entry.tries}"
    print(f"{entry.name}: {verdict} ({entry.seconds:.0f} s)", file=sys.stderr, flush=True)


def try_all(table, world, jobs):
    """All rows, some at a time. A terminal that hangs up must not end the campaign."""
    signal.signal(signal.SIGHUP, lambda *_: None)  # what is ignored would be so by the program, too
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda entry: try_row(entry, world), table))


def as_table(table):
    """In Markdown, with what went wrong below."""
    lines = ["| fault class | tries | survived | seconds |", "| --- | --- | --- | --- |"]
    for entry in table:
        survived = f"not tried: {entry.skipped}" if entry.skipped and not entry.tries else entry.survived
        lines.append(f"| {entry.name} | {entry.tries} | {survived} | {entry.seconds:.0f} |")
    tries, survived = (sum(getattr(entry, key) for entry in table) for key in ("tries", "survived"))
    lines += [f"| all | {tries} | {survived} | |", ""]
    for entry in table:
        if entry.complaints:
            lines += [f"**{entry.name}**: {len(entry.complaints)} of {entry.tries} not survived", ""]
            lines += ["- " + " ".join(str(complaint).split())[:500] for complaint in entry.complaints[:SHOWN]]
            lines.append("")
    return "\n".join(lines)
