#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same command gives the same bytes, times aside: whichever engine wins a race, on one core or
all, beside other work or alone, with a cold cache, a warm one or none. A run that finds its leaf in the
cache repeats no proof, and does not call the leaf verified; all else is the same.

usage: check_reproducible.py PROGRAM

Exit codes: 0 all is the same, 1 something differs.
"""

import contextlib
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"

# Systems that split, whose splits several engines can find. None that needs seconds: proofs have
# limits of time, and what these cut off beside much other work is missing.
COMMANDS = (
    ("decompose", "singular_four_bar.toml", "--json", "-q", "-o", "out/decomposition.json"),
    ("decompose", "singular_four_bar.toml", "--json", "-q", "--steer", "-o", "out/decomposition.json"),
    ("decompose", "branch_dependent_index.toml", "--json", "-q", "-o", "out/decomposition.json"),
    ("decompose", "clairaut.toml", "--json", "-q", "--critical", "-o", "out/decomposition.json"),
    ("decompose", "rhombus_four_bar.toml", "--json", "-q", "-o", "out/decomposition.json"),
    ("decompose", "slider_crank_isosceles.toml", "--json", "-q", "-o", "out/decomposition.json"),
    ("run", "singular_four_bar.toml", "--to", "1", "-q", "-o", "out"),
    ("run", "kepler.toml", "--to", "1", "-q", "-o", "out"),
    ("run", "pendulum.toml", "--to", "1", "-q", "-o", "out"),
    ("run", "double_pendulum_angles.toml", "--to", "0.2", "-q", "-o", "out"),
    ("sweep", "parameter_sweep.toml", "-q", "-o", "out"),
)


def without_seconds(value):
    """A JSON value without its times."""
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [without_seconds(item) for item in value]
    return value


def text_of(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        # The page repeats the times of the summary and of the tree, and says how long a completion took.
        text = re.sub(r"^(\d+ lea(?:f|ves)); \d+ s$", r"\1", text, flags=re.MULTILINE)
        text = re.sub(r'"seconds":\{[^{}]*\}', '"seconds":{}', text)
        return re.sub(r'"seconds":[-+0-9.e]+', '"seconds":0', text)
    return json.dumps(without_seconds(json.loads(text)), indent=1) if path.suffix == ".json" else text


def files_of(folder):
    """What was written, by name."""
    return {path.relative_to(folder).as_posix(): text_of(path) for path in sorted(folder.rglob("*")) if path.is_file()}


@contextlib.contextmanager
def other_work(wanted):
    """A process that keeps a core busy, if wanted."""
    if not wanted:
        yield
        return
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            yield
        finally:
            busy.kill()


def written(program, command, cache, cores, busy):
    """The files of one execution. The command is the same each time: summaries quote it."""
    name, example, *options = command
    if cache is None:
        options = [*options, "--no-cache"]
    with tempfile.TemporaryDirectory() as folder, other_work(busy):
        (pathlib.Path(folder) / example).write_bytes((EXAMPLES / example).read_bytes())
        (pathlib.Path(folder) / "out").mkdir()
        result = subprocess.run(
            [program, name, example, *options],
            cwd=folder,
            env=dict(os.environ, XDG_CACHE_HOME=str(cache or "/nonexistent")),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
        if result.returncode != 0:
            raise ValueError(f"exit code {result.returncode}: {result.stderr.decode('utf-8', 'replace')}")
        return files_of(pathlib.Path(folder) / "out")


def difference(first, other):
    if first.keys() != other.keys():
        return f"files {sorted(first)}, then {sorted(other)}"
    for name, text in first.items():
        if text != other[name]:
            lines = difflib.unified_diff(text.splitlines(), other[name].splitlines(), "once", "again", lineterm="", n=1)
            return f"{name}:\n" + "\n".join(list(lines)[:30])
    return None


def same_but_command(files):
    """With a cache the command is another one, by one option."""
    return {name: text.replace(" --no-cache", "") for name, text in files.items()}


def without_verification(files):
    """Without what of a leaf is said only by those who have proved it themselves."""
    pattern = re.compile(r'"verified": ?(true|false),\s*"verified_by": ?\[[^\]]*\],?')
    def without_second_proofs(text):
        return text.replace("; checked independently", "").replace(
            "not asked     a second proof of: ", "proved        ")
    return {name: without_second_proofs(pattern.sub("", text)) for name, text in files.items()}


def check(program, command):
    """Complaints about one command."""
    every = sorted(os.sched_getaffinity(0))
    one = every[:1]
    with tempfile.TemporaryDirectory() as cache:
        cases = (
            ("again", None, every, False),
            ("on one core", None, one, False),
            ("beside other work", None, one, True),
            ("with a cold cache", cache, every, False),
            ("with a warm cache", cache, every, True),
        )
        first = same_but_command(written(program, command, None, every, False))
        complaints = []
        for what, kept, cores, busy in cases:
            other = same_but_command(written(program, command, kept, cores, busy))
            is_kept = what == "with a warm cache" and command[0] == "run"
            wrong = difference(*map(without_verification, (first, other))) if is_kept else difference(first, other)
            if wrong:
                complaints.append(f"{' '.join(command)}: {what}: {wrong}")
        return complaints


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    complaints = []
    for command in COMMANDS:
        try:
            complaints += check(program, command)
        except (ValueError, OSError, subprocess.TimeoutExpired) as error:
            complaints.append(f"{' '.join(command)}: {error}")
    print("\n".join(complaints) or f"{len(COMMANDS)} commands always write the same")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
