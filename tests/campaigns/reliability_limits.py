# SPDX-License-Identifier: GPL-3.0-or-later
"""Few descriptors, processes, memory or stack; full disks, closed streams, strange folders, hostile clocks."""

import os
import pathlib
import shutil
import subprocess

from campaign import AS_NOBODY, ANSWERED, ROOT, Skip, broken_files, loses_silently, row
from reliability_workers import SMALL, compiled

TABLE = []
NO_OUTPUT = 74
# Of the shell: the program itself has not been started.
NOT_STARTED = {126, 127}
CLOCK = pathlib.Path(__file__).resolve().parent / "jumping_clock.c"


def limited(limit, *before):
    return (*before, "bash", "-c", f'ulimit {limit} || exit 126; exec "$@"', "limited")


def try_limits(world, limits, before=(), allowed=ANSWERED | {NO_OUTPUT} | NOT_STARTED):
    for limit in limits:
        for name in SMALL[:3]:
            for command in ("decompose", "run"):
                place = world.place()
                options = ("--no-cache", "-q", "-o", place / "out")
                result = world.run(command, world.example(name), *options, before=limited(limit, *before), timeout=90)
                fault = result.fault(allowed)
                # The loader's own message where not even the program fits.
                if fault and "error while loading shared libraries" in result.err:
                    fault = None
                yield fault and f"ulimit {limit}, {command} {name}: {fault}"


@row(TABLE, "ulimit -n 4…20")
def descriptors(world):
    yield from try_limits(world, [f"-n {count}" for count in (4, 5, 6, 7, 8, 9, 10, 12, 16, 20)])


@row(TABLE, "ulimit -u 1…12 as another user")
def processes(world):
    if os.geteuid() != 0:
        raise Skip("limits of processes count all of a user's; only root can be a new one")
    for count in (1, 2, 3, 4, 5, 6, 8, 10, 12):
        # Each a user of its own: what is left of one try must not count in the next.
        user = str(200000 + count)
        before = ("setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--")
        yield from try_limits(world, [f"-u {count}"], before)


@row(TABLE, "ulimit -v 50 MB … 1 GB")
def memory(world):
    yield from try_limits(world, [f"-v {megabytes * 1024}" for megabytes in (50, 70, 100, 150, 200, 300, 500, 700, 1000)])


@row(TABLE, "ulimit -s 128 kB … 1 MB")
def stack(world):
    yield from try_limits(world, [f"-s {kilobytes}" for kilobytes in (128, 256, 512, 1024)])


@row(TABLE, "ulimit -f: files no larger than 1 kB … 100 kB")
def file_size(world):
    # SIGXFSZ is for the program to ignore: then writing fails as on a full disk.
    for blocks in (0, 1, 4, 20, 100):
        for name, command in (("pendulum", "run"), ("singular_four_bar", "run"), ("singular_four_bar", "decompose")):
            place = world.place()
            out = place / ("out" if command == "run" else "report.json")
            result = world.run(command, world.example(name), "--no-cache", "-q", *(["--json"] if command == "decompose" else []), "-o", out, before=limited(f"-f {blocks}"))
            fault = result.fault({0, NO_OUTPUT}) or broken_files(place, result.code == NO_OUTPUT)
            yield fault and f"{blocks} kB, {command} {name}: {fault}"


@row(TABLE, "full disk, read-only folder, /dev/full")
def disk(world):
    if os.geteuid() != 0:
        raise Skip("only root can mount a small disk")
    for kind in ("size=16k", "size=64k", "size=200k", "ro"):
        for name, command in (("pendulum", "run"), ("singular_four_bar", "run"), ("parameter_sweep", "sweep"), ("pendulum", "decompose")):
            place = world.place()
            script = f'mount -t tmpfs -o {kind} small "$1" || exit 125; cd "$1"; shift; "$@"; code=$?; '
            script += 'find . -name "*.part" | grep -v -e "/trajectory.csv.part" -e "/events.csv.part" && exit 99; exit $code'
            before = ("unshare", "--mount", "--propagation", "private", "bash", "-c", script, "small", place)
            target = place / ("report.json" if command == "decompose" else "out")
            result = world.run(command, world.example(name), "--no-cache", "-q", "-o", target, before=list(map(str, before)), cwd=place)
            if result.code == 125:
                raise Skip("mounting is not allowed here")
            fault = result.fault({0, NO_OUTPUT} if kind != "ro" else {NO_OUTPUT})
            yield fault and f"{kind}, {command} {name}: {fault}"
    for arguments in (("decompose", world.example("pendulum"), "--no-cache"), ("check", world.example("pendulum")), ("methods",), ("methods", "--json")):
        with open("/dev/full", "wb") as full:
            fault = world.run(*arguments, stdout=full).fault({NO_OUTPUT})
        yield fault and f"/dev/full, {arguments[0]}: {fault}"


@row(TABLE, "folders that may not be written, as another user")
def not_allowed(world):
    if os.geteuid() != 0:
        raise Skip("only root can be another user")
    for arguments in (("decompose", "-o", "report.txt"), ("decompose", "--certificate", "proofs"), ("run",), ("sweep",)):
        place = world.place()
        place.chmod(0o755)
        name = "parameter_sweep" if arguments[0] == "sweep" else "pendulum"
        command = (arguments[0], world.example(name), "--no-cache", "-q", *arguments[1:])
        fault = world.run(*command, before=AS_NOBODY, cwd=place).fault({NO_OUTPUT})
        yield fault and f"{arguments[0]}: {fault}"


@row(TABLE, "closed descriptors 0, 1, 2 and pipes that nobody reads")
def closed(world):
    report = world.place() / "report.json"
    world.run("decompose", world.example("pendulum"), "--json", "--no-cache", "-q", "-o", report)
    commands = (("decompose", world.example("pendulum"), "--no-cache"), ("check", world.example("pendulum")), ("methods",), ("inspect", report),
                ("run", world.example("pendulum"), "--no-cache", "--json"), ("sweep", world.example("parameter_sweep"), "--no-cache", "--json"))
    for arguments in commands:
        for streams in ("<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-", "| true"):
            place = world.place()
            piped = "set -o pipefail; " if "|" in streams else ""
            own = ("-o", place / "out") if arguments[0] in ("run", "sweep") else ()
            result = world.run(*arguments, *own, before=("bash", "-c", f'{piped}"$@" {streams}', "closed"), cwd=place)
            fault = result.fault({0, NO_OUTPUT, 128 + 13}) or broken_files(place)
            yield fault and f"{arguments[0]} {streams}: {fault}"


@row(TABLE, "no HOME, HOME and TMPDIR missing, not absolute, or files")
def homes(world):
    file = world.place() / "file"
    file.write_text("", encoding="utf-8")
    for env in ({"HOME": None}, {"HOME": "/nowhere/home", "TMPDIR": "/nowhere/tmp"}, {"HOME": "relative"}, {"HOME": file, "TMPDIR": file},
                {"XDG_CACHE_HOME": "relative"}, {"XDG_CACHE_HOME": "/proc"}, {"XDG_CACHE_HOME": file}, {"HOME": "", "TMPDIR": ""}):
        for command in ("decompose", "run"):
            result = world.run(command, world.example("clairaut"), "-q", "-o", world.place() / "out", env=env)
            yield result.fault({0}) and f"{env}, {command}: {result.fault({0})}"


@row(TABLE, "odd locales")
def locales(world):
    found = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout.split()
    texts = set()
    for locale in ["C", "POSIX", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_SA.UTF-8", "ja_JP.eucJP", "nowhere", "../../etc", "x" * 5000, *found[:8]]:
        place = world.place()
        env = {"LC_ALL": locale, "LANG": locale, "LANGUAGE": locale, "LC_NUMERIC": locale}
        result = world.run("run", world.example("pendulum"), "--no-cache", "-q", "-o", place / "out", env=env)
        fault = result.fault({0})
        if not fault:
            texts.add((place / "out" / "trajectory.csv").read_bytes())
            fault = "other bytes" if len(texts) > 1 else None
        yield fault and f"{locale[:20]}: {fault}"


@row(TABLE, "odd paths")
def paths(world):
    names = ["with space", "-dash", "--help", "ünïcödé", "new\nline", "tab\there", "quote'\"", "$HOME", "`id`", "%s%n", "*", "a" * 240, "\u202ereversed",
             b"\xff\xfelatin".decode("utf-8", "surrogateescape"), "...", ".hidden", "report.json", "semi;colon", "back\\slash", "trailing "]
    for name in names:
        place = world.place()
        folder = place / name
        folder.mkdir()
        file = folder / f"{name[:230]}.toml"
        shutil.copy(world.example("pendulum"), file)
        kept = set(os.listdir(place))
        for arguments in (("check", file), ("decompose", file, "--json", "-q"), ("run", file, "-q"), ("run", file, "-q", "-o", folder / "out"),
                          ("plot", folder / "out", "-o", folder / "p.svg", "-q"), ("inspect", folder / "out" / "decomposition.json")):
            result = world.run(*arguments, cwd=place)
            new = set(os.listdir(place)) - kept - {"leafwise-out"}
            fault = result.fault({0}) or broken_files(folder) or (f"writes {new}" if new else None)
            yield fault and f"{name[:20]!r}, {arguments[0]}: {fault}"


@row(TABLE, "clocks that jump by hours, forwards, backwards and at random")
def clocks(world):
    place = world.place()
    shim = compiled(CLOCK.read_text(encoding="utf-8"), place / "clock.so", "-shared", "-fPIC", "-ldl")
    for way in ("forwards", "backwards", "random", "1970", "2106"):
        for name in SMALL:
            env = {"LD_PRELOAD": shim, "JUMPING_CLOCK": way}
            out = world.place() / "report.json"
            result = world.run("decompose", world.example(name), "--json", "--no-cache", "--time-limit", "60", "-q", "-o", out, env=env)
            fault = result.fault({0}) or loses_silently(out, world.undisturbed(name))
            yield fault and f"{way}, decompose {name}: {fault}"
        for arguments in (("run", world.example("henon_heiles"), "--run-time-limit", "60"), ("sweep", world.example("parameter_sweep"))):
            places = (world.place() / "jumps", world.place() / "goes on")
            results = [world.run(*arguments, "-q", "-o", at, env=env if at is places[0] else {}) for at in places]
            fault = results[0].fault({0}) or results[1].fault({0})
            table = "sweep.csv" if arguments[0] == "sweep" else "trajectory.csv"
            if not fault and len({(at / table).read_bytes() for at in places}) > 1:
                fault = f"{table} has other bytes"
            yield fault and f"{way}, {arguments[0]}: {fault}"


@row(TABLE, "the installed package, moved")
def moved(world):
    build = world.built.parents[1]
    if not (build / "cmake_install.cmake").exists():
        raise Skip("the program is not in a build folder")
    place = world.place()
    place.chmod(0o755)
    installed = subprocess.run(["cmake", "--install", str(build), "--prefix", str(place / "first")], capture_output=True, text=True, check=False)
    if installed.returncode != 0:
        raise Skip("the build is not whole: " + installed.stderr.strip()[-100:])
    before = place / "first"
    for name in ("second", "with space", "deep/er/ünï", "again"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        before.rename(place / name)
        before = place / name
        for cwd in (before, before / "bin", pathlib.Path("/")):
            out = world.place() / "out"
            result = world.run("run", world.example("singular_four_bar"), "--no-cache", "-q", "-o", out, program=before / "bin" / "leafwise", cwd=cwd)
            yield result.fault({0}) and f"{name} from {cwd}: {result.fault({0})}"
        link = world.place() / "link"
        link.symlink_to(before / "bin" / "leafwise")
        result = world.run("decompose", ROOT / "examples" / "pendulum.toml", "--no-cache", "-q", program=link)
        yield result.fault({0}) and f"{name} by a link: {result.fault({0})}"
