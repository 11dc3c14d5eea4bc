# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of the worker: files planted for it, workers that are missing, broken, silent, killed or stopped."""

import glob
import os
import pathlib
import shutil
import signal
import subprocess
import time

import check_dead_workers
from campaign import BUG, Skip, broken_files, loses_silently, row
from facts import children_of

TABLE = []
SMALL = ("pendulum", "clairaut", "singular_four_bar", "branch_dependent_index")
NO_WORKER = 4

PLANTED = """version="1"; category=""; info="LIBRARY: {name}";
static proc mod_init() {{ int rc = system("sh", "echo executed >> {mark}"); }}
proc radical(ideal I) {{ int rc = system("sh", "echo executed >> {mark}"); return(ideal(1)); }}
proc minAssGTZ(ideal I) {{ list l; l[1] = ideal(1); return(l); }}
"""
# The folders that a working directory can hold, by a trace of Singular's start (see worker_planted_test.cpp).
PLACES = (".", "$SINGULARPATH", "LIB", "MOD", "%D/singular/LIB", "%r/share/singular/LIB", "%r/lib/singular/MOD", "%b/MOD")
VARIABLES = ("SINGULARPATH", "SINGULAR_ROOT_DIR", "SINGULAR_DATA_DIR", "SINGULAR_BIN_DIR", "SINGULAR_DEFAULT_DIR", "LD_LIBRARY_PATH")
MODULE = """#include <stdio.h>
#include <string.h>
__attribute__((constructor)) static void enter(void) {
  char name[32] = "";
  FILE* self = fopen("/proc/self/comm", "r");
  if (self && fgets(name, sizeof name, self) && strncmp(name, "leafwise\\n", 9) != 0) {
    FILE* mark = fopen(MARK, "a");
    if (mark) { fputs(name, mark); fclose(mark); }
  }
}
"""


def compiled(source, target, *options):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        raise Skip("there is no C compiler")
    subprocess.run([compiler, "-O1", "-w", *options, "-x", "c", "-", "-o", str(target)], input=source.encode(), check=True)
    return target


def plant(folder, mark):
    """All of Singular's libraries, under each place of a working directory."""
    names = [pathlib.Path(path).name for path in glob.glob("/usr/share/singular/LIB/*.lib")]
    if not names:
        raise Skip("Singular's libraries are not where Debian has them")
    for place in PLACES:
        (folder / place).mkdir(parents=True, exist_ok=True)
        for name in names:
            (folder / place / name).write_text(PLANTED.format(name=name, mark=mark), encoding="utf-8")
    return folder


@row(TABLE, "libraries and modules planted in the working directory, in variables, by LD_PRELOAD")
def planted(world):
    place = world.place()
    mark = place / "mark"
    here = plant(place / "here", mark)
    ways = {"the working directory": {}, "variables": dict.fromkeys(VARIABLES, here), "HOME": {"HOME": here}}
    if shutil.which("cc"):
        module = compiled(MODULE, here / "planted.so", "-shared", "-fPIC", f'-DMARK="{mark}"')
        ways["LD_PRELOAD"] = {"LD_PRELOAD": module}
        for name in ("singmathic.so", "p_Procs_FieldQ.so", "p_Procs_FieldZp.so", "p_Procs_FieldGeneral.so", "p_Procs_FieldIndep.so"):
            for at in PLACES:
                shutil.copy(module, here / at / name)
    everything = sorted(path.stem for path in world.examples.glob("*.toml"))
    chosen = world.random("planted").sample(everything, min(len(everything), 6 * world.times))
    for way, variables in ways.items():
        for name in ("pendulum", "singular_four_bar", *chosen):
            for command in ("decompose", "run"):
                options = ("--no-cache", "-q", "--time-limit", "5", "-o", world.place() / "out")
                limit = ("--run-time-limit", "2") if command == "run" else ()
                result = world.run(command, world.example(name), *options, *limit, cwd=here, env=variables)
                fault = result.fault()
                if mark.exists():
                    fault = f"executed: {mark.read_text()[:40]}"
                    mark.unlink()
                yield fault and f"{way}, {command} {name}: {fault}"


@row(TABLE, "workers killed by SIGKILL and SIGSEGV")
def killed(world):
    moments = world.random("killed")
    for name in SMALL:
        undisturbed, duration, _ = check_dead_workers.report_of(str(world.program), name, world.place())
        for _ in range(8 * world.times):
            kind = moments.choice((signal.SIGKILL, signal.SIGSEGV))
            begin = duration * moments.random() ** 1.5
            end = begin + moments.choice((0, duration))
            try:
                found, _, said = check_dead_workers.report_of(
                    str(world.program), name, world.place(), lambda process: check_dead_workers.kill_workers(process, kind, begin, end)
                )
                check_dead_workers.check(found, undisturbed, said)
                yield None
            except (ValueError, OSError, subprocess.SubprocessError) as error:
                yield f"{name}, {kind.name} from {begin:.3f} to {end:.3f} s: {error}"


@row(TABLE, "no fault: control")
def control(world):
    for name in SMALL:
        for _ in range(4 * world.times):
            out = world.place() / "report.json"
            result = world.run("decompose", world.example(name), "--json", "--no-cache", "-q", "-o", out)
            yield result.fault({0}) or loses_silently(out, world.undisturbed(name))


@row(TABLE, "workers stopped by SIGSTOP, --time-limit 4")
def stopped(world):
    moments = world.random("stopped")

    def stop(process):
        time.sleep(0.3 * moments.random() ** 1.5)
        for worker in children_of(process.pid):
            try:
                os.kill(worker, signal.SIGSTOP)
            except OSError:
                pass

    for _ in range(8 * world.times):
        name = moments.choice(SMALL)
        out = world.place() / "report.json"
        options = ("--json", "--no-cache", "-q", "--time-limit", "4", "-o", out)
        result = world.run("decompose", world.example(name), *options, act=stop, timeout=60)
        fault = result.fault({0, 4})
        if not fault and out.exists():
            fault = loses_silently(out, world.undisturbed(name), has_limit=True)
        yield fault and f"{name}: {fault}"


@row(TABLE, "program killed by SIGKILL: no worker, no half file")
def owner_killed(world):
    moments = world.random("owner killed")
    for _ in range(15 * world.times):
        name = moments.choice(SMALL)
        place = world.place()
        command = moments.choice(("decompose", "run"))
        options = ("--json", "-o", place / "report.json") if command == "decompose" else ("-o", place / "out")

        def kill(process):
            time.sleep(0.4 * moments.random() ** 1.5)
            process.kill()

        result = world.run(command, world.example(name), "--no-cache", "-q", *options, act=kill)
        # A kill leaves what was being written under its name for that, and nothing else half.
        broken = broken_files(place) if command == "decompose" else None
        yield result.fault({0, -signal.SIGKILL}) or broken


# Each is a program of its own: scripts are refused at once.
STAND_INS = {
    "exits at once": "int main() { return 0; }",
    "fails at once": "int main() { return 1; }",
    "aborts": "#include <stdlib.h>\nint main() { abort(); }",
    "writes garbage": '#include <unistd.h>\nint main() { for (;;) for (int i = 0; i < 9; ++i) if (write(i, "garb\\377age 12:x", 15) < 0 && i == 8) sleep(1); }',
    "writes zeros": "#include <unistd.h>\nint main() { char z[4096] = {0}; for (;;) for (int i = 0; i < 9; ++i) if (write(i, z, 4096) < 0 && i == 8) sleep(1); }",
    "claims a huge answer": '#include <unistd.h>\nint main() { for (int i = 0; i < 9; ++i) (void)!write(i, "\\377\\377\\377\\377\\377\\377\\377\\177", 8); pause(); }',
    "is silent": "#include <unistd.h>\nint main() { for (;;) pause(); }",
    "spins": "int main() { for (volatile int i = 0;; ++i) {} }",
    "echoes": "#include <unistd.h>\nint main() { char b[4096]; for (;;) { int n = read(3, b, 4096); if (n <= 0) return 0; (void)!write(3, b, n); } }",
    "ends after the first question": "#include <unistd.h>\nint main() { char b[64]; (void)!read(3, b, 64); return 0; }",
}


@row(TABLE, "no worker, or one that cannot start: its cause within seconds, exit code 4")
def missing(world):
    place = world.place()
    lonely = world.copy_program(place / "lonely", with_worker=False)
    text = place / "text"
    text.write_text("no program at all\n", encoding="utf-8")
    interpreter = place / "interpreter"
    interpreter.write_text("#!/nowhere/interpreter\n", encoding="utf-8")
    truncated = place / "truncated"
    truncated.write_bytes((world.program.parent / "leafwise-algebra-worker").read_bytes()[:5000])
    for path in (text, interpreter, truncated):
        path.chmod(0o755)
    unreadable = place / "unreadable"
    unreadable.write_bytes(b"")
    ways = ("", "/nowhere/worker", "relative", "/bin/false", "/bin/true", "/tmp", "/dev/null", text, interpreter, truncated, unreadable)
    for way in ways:
        for name in SMALL:
            for command in ("decompose", "run"):
                options = ("--no-cache", "-q", "-o", world.place() / "out")
                result = world.run(command, world.example(name), *options, program=lonely, env={"LEAFWISE_ALGEBRA_WORKER": way}, timeout=60)
                fault = result.fault({0, NO_WORKER})
                if not fault and result.code == NO_WORKER and "LEAFWISE_ALGEBRA_WORKER" not in result.err:
                    fault = f"does not say what to do: {result.err[-200:]}"
                yield fault and f"worker {way!r}, {command} {name}: {fault}"


@row(TABLE, "workers that exit, abort, write garbage, are silent or spin")
def broken(world):
    place = world.place()
    place.chmod(0o755)
    for number, (way, source) in enumerate(STAND_INS.items()):
        worker = compiled(source, place / f"worker-{number}")
        for name in SMALL[:2] if world.times == 1 else SMALL:
            for limit in ((), ("--time-limit", "4")):
                if not limit and way in ("is silent", "spins"):
                    continue  # without a limit they are waited for
                out = world.place() / "report.json"
                options = ("--json", "--no-cache", "-o", out, *limit)
                result = world.run("decompose", world.example(name), *options, env={"LEAFWISE_ALGEBRA_WORKER": worker}, timeout=60)
                fault = result.fault({0, NO_WORKER})
                if not fault and result.code == 0:
                    fault = loses_silently(out, world.undisturbed(name), has_limit=bool(limit))
                if not fault and result.code == NO_WORKER and BUG in result.err:
                    fault = result.err
                yield fault and f"{way}, {name} {' '.join(limit)}: {fault}"


@row(TABLE, "workers that others can write, or that belong to another user")
def foreign(world):
    if os.geteuid() != 0:
        raise Skip("only root can make another user's files")
    for way in ("0757", "folder 0757", "owner"):
        place = world.place()
        place.chmod(0o755)
        worker = place / "worker"
        shutil.copy(world.program.parent / "leafwise-algebra-worker", worker)
        if way == "0757":
            worker.chmod(0o757)
        elif way == "folder 0757":
            place.chmod(0o757)
        else:
            os.chown(worker, 65534, 65534)
        result = world.run("decompose", world.example("clairaut"), "--no-cache", "-q", "-o", "/dev/null", env={"LEAFWISE_ALGEBRA_WORKER": worker})
        yield result.fault({NO_WORKER}) and f"{way}: exit code {result.code}"
