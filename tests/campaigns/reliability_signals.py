# SPDX-License-Identifier: GPL-3.0-or-later
"""Signals at any moment in every command, terminals that hang up, programs that run at once, sweeps that go on."""

import os
import pty
import shutil
import signal
import subprocess
import time

import check_interruptions
from campaign import ANSWERED, broken_files, loses_silently, row
from reliability_workers import SMALL

TABLE = []
INTERRUPTED = 130


def interruptions(kind):
    """A row of the test of the suite, which has each command, with one signal."""

    def tries(world):
        moments = world.random(f"interruptions by {kind.name}")
        for arguments, within in check_interruptions.COMMANDS:
            attempts = [(within * moments.random() ** 2,) for _ in range(5 * world.times)]
            attempts.append((within / 2, 0.4))
            for delays in attempts:
                try:
                    check_interruptions.attempt(str(world.program), arguments, delays, kind)
                    yield None
                except (ValueError, OSError, subprocess.SubprocessError) as error:
                    yield f"{' '.join(arguments)} after {delays}: {error}"

    return tries


for each in check_interruptions.SIGNALS:
    row(TABLE, f"{each.name} at random moments in every command")(interruptions(each))


@row(TABLE, "stopped and continued (SIGTSTP, SIGSTOP, SIGCONT, SIGWINCH)")
def continued(world):
    moments = world.random("continued")

    def disturb(process):
        for _ in range(4):
            time.sleep(0.1 * moments.random())
            for kind in (moments.choice((signal.SIGTSTP, signal.SIGSTOP)), signal.SIGWINCH, signal.SIGCONT):
                if process.poll() is None:
                    process.send_signal(kind)
                    time.sleep(0.02)

    for _ in range(3 * world.times):
        for name in SMALL:
            out = world.place() / "report.json"
            result = world.run("decompose", world.example(name), "--json", "--no-cache", "-q", "-o", out, act=disturb)
            fault = result.fault({0}) or loses_silently(out, world.undisturbed(name))
            yield fault and f"{name}: {fault}"


@row(TABLE, "SIGHUP ignored from the start (nohup): the run goes on")
def ignored(world):
    def disturb(process):
        for _ in range(3):
            time.sleep(0.15)
            if process.poll() is None:
                process.send_signal(signal.SIGHUP)

    for name in SMALL[:2]:
        out = world.place() / "out"
        result = world.run("run", world.example(name), "--no-cache", "-q", "-o", out, before=("nohup",), act=disturb)
        fault = result.fault({0}) or broken_files(out)
        yield fault and f"{name}: {fault}"


@row(TABLE, "a terminal that hangs up, or that nobody reads")
def terminal(world):
    moments = world.random("terminal")
    commands = (("decompose", "andrews_squeezer", "--progress"), ("run", "andrews_squeezer", "--progress"), ("run", "henon_heiles", "--to", "100000"), ("check", "pendulum"))
    for arguments in commands:
        for _ in range(3 * world.times):
            place = world.place()
            own, others = pty.openpty()
            wait = 0.8 * moments.random()
            command = [str(world.program), arguments[0], world.example(arguments[1]), *arguments[2:]]
            command += ["--no-cache", "-o", str(place / "out")] if arguments[0] != "check" else []
            # A session whose terminal this is: closing the other end hangs it up.
            before = ["setsid", "--ctty", "--wait"]
            process = subprocess.Popen(before + command, stdin=others, stdout=others, stderr=others, env=world.environment(), cwd=place)
            os.close(others)
            time.sleep(wait)
            os.close(own)
            try:
                code = process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                code = "hangs"
            known = ANSWERED | {74, INTERRUPTED, 128 + signal.SIGHUP, -signal.SIGHUP}
            fault = f"exit code {code}" if code not in known else broken_files(place)
            yield fault and f"{' '.join(arguments)} after {wait:.2f} s: {fault}"


@row(TABLE, "20 programs at once, one cache")
def together(world):
    for _ in range(world.times):
        cache = world.place()
        cache.chmod(0o700)
        env = {"XDG_CACHE_HOME": cache}
        runs = []
        for number in range(20):
            name = SMALL[number % len(SMALL)]
            out = world.place() / "report.json"
            runs.append((name, out, world.start("decompose", world.example(name), "--json", "-q", "-o", out, env=env, stderr=subprocess.DEVNULL)))
        for name, out, process in runs:
            code = process.wait(timeout=300)
            fault = f"exit code {code}" if code else loses_silently(out, world.undisturbed(name))
            yield fault and f"{name}: {fault}"


@row(TABLE, "8 runs, 4 sweeps at once in one folder")
def one_folder(world):
    for command, name, count in (("run", "pendulum", 8), ("sweep", "parameter_sweep", 4)):
        out = world.place() / "out"
        processes = [world.start(command, world.example(name), "--no-cache", "-q", "-o", out, stderr=subprocess.DEVNULL) for _ in range(count)]
        codes = [process.wait(timeout=300) for process in processes]
        for code in codes:
            # One may refuse a folder in which the other works.
            yield f"{command}: exit code {code}" if code not in (0, 2, 74) else broken_files(out)


@row(TABLE, "sweeps killed and taken up again, their journal cut or damaged: the same bytes")
def resumed(world):
    moments = world.random("resumed")
    place = world.place()
    file = place / "oscillators.toml"
    file.write_text(check_interruptions.OSCILLATORS, encoding="utf-8")
    command = ("sweep", file, "--no-cache", "-q")
    whole = place / "whole"
    begin = time.monotonic()
    world.run(*command, "-o", whole)
    duration = time.monotonic() - begin
    expected = (whole / "sweep.csv").read_bytes()
    for number in range(4 * world.times):
        out = place / f"out-{number}"
        for _ in range(3):
            result = world.run(*command, "-o", out, act=lambda process: (time.sleep(duration * moments.random()), process.kill()))
            fault = result.fault({0, -signal.SIGKILL})
            if fault:
                yield fault
        journal = out / "sweep.journal"
        if number % 2 and journal.exists():
            data = bytearray(journal.read_bytes())
            if number % 4 == 1:
                del data[moments.randrange(len(data) + 1) :]
            elif data:
                data[moments.randrange(len(data))] ^= 1 << moments.randrange(8)
            journal.write_bytes(bytes(data))
        result = world.run(*command, "-o", out)
        fault = result.fault({0, 2})
        if not fault and result.code == 0 and (out / "sweep.csv").read_bytes() != expected:
            fault = "another sweep.csv"
        yield fault


@row(TABLE, "symbolic links, folders, pipes and devices at the names of results")
def links(world):
    for name in ("summary.json", "trajectory.csv", "events.csv", "decomposition.json", "report.html"):
        for kind in ("link", "dangling", "folder", "pipe"):
            place = world.place()
            out = place / "out"
            out.mkdir()
            victim = place / "victim"
            victim.write_text("mine", encoding="utf-8")
            if kind == "folder":
                (out / name).mkdir()
            elif kind == "pipe":
                os.mkfifo(out / name)
            else:
                (out / name).symlink_to(victim if kind == "link" else place / "nothing")
            # Writing to a pipe waits for its reader, as everywhere; here is one.
            reader = os.open(out / name, os.O_RDWR | os.O_NONBLOCK) if kind == "pipe" else None
            result = world.run("run", world.example("pendulum"), "--no-cache", "-q", "-o", out, timeout=30)
            if reader:
                os.close(reader)
            fault = result.fault({0, 2, 74})
            if victim.read_text(encoding="utf-8") != "mine" or (place / "nothing").exists():
                fault = "followed a link"
            yield fault and f"{name}, {kind}: {fault}"


@row(TABLE, "the problem file or the results vanish or change during a run")
def vanishing(world):
    for what in ("file deleted", "file changed", "folder deleted", "folder replaced"):
        for wait in (0.0, 0.05, 0.15, 0.4):
            place = world.place()
            file = place / "problem.toml"
            shutil.copy(world.example("singular_four_bar"), file)
            out = place / "out"

            def change(_, what=what, wait=wait, file=file, out=out):
                time.sleep(wait)
                if what == "file deleted":
                    file.unlink()
                elif what == "file changed":
                    file.write_text("unknowns = 3\n", encoding="utf-8")
                else:
                    shutil.rmtree(out, ignore_errors=True)
                    if what == "folder replaced" and not out.exists():
                        out.write_text("", encoding="utf-8")

            result = world.run("run", file, "--no-cache", "-q", "-o", out, act=change)
            fault = result.fault({0, 2, 74})
            yield fault and f"{what} after {wait} s: {fault}"


@row(TABLE, "the same report each time: on one processor, at low priority, at fixed addresses")
def same_each_time(world):
    for name in SMALL:
        for before in ((), ("taskset", "-c", "0"), ("nice", "-n", "19"), ("setarch", "-R")):
            out = world.place() / "report.json"
            result = world.run("decompose", world.example(name), "--json", "--no-cache", "-q", "-o", out, before=before)
            fault = result.fault({0}) or loses_silently(out, world.undisturbed(name))
            yield fault and f"{name}, {' '.join(before)}: {fault}"


