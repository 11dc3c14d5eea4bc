# SPDX-License-Identifier: GPL-3.0-or-later
"""Caches that are damaged, forged, another user's, or that everybody may write to."""

import json
import os
import pathlib
import re
import shutil

from campaign import AS_NOBODY, Skip, difference, facts_of, row

TABLE = []
PROBLEM = """unknowns = ["x", "y", "z"]
equations = ["(x-1)*(x^2+y^2+z^2-4)*y = 0", "y' = z", "z' = x"]
[initial]
x = 1
y = 0
z = 0
[integrate]
to = { t = 1 }
"""


def sum_of(data, start):
    """FNV-1a, as algebra/src/decomposition/store/store.cpp has it."""
    for byte in data:
        start = ((start ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return start


def name_of(data):
    return b"%016x%016x" % (sum_of(data, 14695981039346656037), sum_of(data, 1099511628211 * 31 & 0xFFFFFFFFFFFFFFFF))


def unpacked(data):
    texts, at = [], 0
    while at < len(data):
        colon = data.index(b":", at)
        size = int(data[at:colon])
        texts.append(data[colon + 1 : colon + 1 + size])
        at = colon + 1 + size + 1
    return texts


def packed(texts):
    return b"".join(b"%d:%s\n" % (len(text), text) for text in texts)


def nested(data):
    """The parts of an answer, if it is one of parts."""
    try:
        parts = unpacked(data)
    except (ValueError, IndexError):
        return None
    return parts if parts and packed(parts) == data else None


def leaves_of(data, path=()):
    """Where the texts without parts stand."""
    parts = nested(data)
    if parts is None:
        yield path, data
        return
    for number, part in enumerate(parts):
        yield from leaves_of(part, (*path, number))


def with_leaf(data, path, text):
    if not path:
        return text
    parts = nested(data)
    parts[path[0]] = with_leaf(parts[path[0]], path[1:], text)
    return packed(parts)


def without_part(data, path):
    """A part left out, as if there were fewer components."""
    parts = nested(data)
    if len(path) == 1:
        del parts[path[0]]
    else:
        parts[path[0]] = without_part(parts[path[0]], path[1:])
    return packed(parts)


def forged(answer, moments):
    """An answer with one number, sign or part changed."""
    places = [place for place in leaves_of(answer) if place[1]]
    path, text = moments.choice(places)
    if moments.random() < 0.25 and path:
        return without_part(answer, path[: moments.randrange(1, len(path) + 1)])
    numbers = list(re.finditer(rb"\d+", text))
    if not numbers:
        return with_leaf(answer, path, moments.choice((b"", b"1", b"x", text + text)))
    at = moments.choice(numbers)
    other = moments.choice((b"7", b"0", b"1", b"2", b"%d" % (int(at.group()[:18]) + 1)))
    return with_leaf(answer, path, text[: at.start()] + other + text[at.end() :])


def entries_of(cache):
    return sorted(path for path in (cache / "leafwise").iterdir() if path.is_file())


def cached_problem(world):
    """A problem whose answers are in a cache, and what is said with it."""
    place = world.place()
    place.chmod(0o700)
    (place / "p.toml").write_text(PROBLEM, encoding="utf-8")
    cold, _ = report_with(world, place, place / "cache")
    warm, _ = report_with(world, place, place / "cache")
    return place, (facts_of(cold), facts_of(warm))


def report_with(world, place, cache, before=()):
    out = place / "report.json"
    out.unlink(missing_ok=True)
    result = world.run("decompose", place / "p.toml", "--json", "-o", out, env={"XDG_CACHE_HOME": cache}, before=before)
    return json.loads(out.read_text(encoding="utf-8")) if out.exists() else None, result


def try_entries(world, change, count, name):
    """Each entry of a cache in turn, changed."""
    place, known = cached_problem(world)
    moments = world.random(name)
    kept = place / "kept"
    shutil.copytree(place / "cache", kept)
    for _ in range(count):
        shutil.rmtree(place / "cache")
        shutil.copytree(kept, place / "cache")
        entry = moments.choice(entries_of(place / "cache"))
        before = entry.read_bytes()
        after = change(before, moments)
        if after == before:
            continue
        entry.write_bytes(after)
        report, result = report_with(world, place, place / "cache")
        fault = result.fault({0})
        if not fault and facts_of(report) not in known:
            admitted = report["incidents"] and not report["complete"]
            fault = None if admitted else difference(facts_of(report), known[1])
        if fault:
            asked, answer, _ = unpacked(before)
            fault += f"; asked {asked[:60]!r}; {answer[:150]!r} became {unpacked(after)[1][:150] if name == 'forged' else ''!r}"
        yield fault


@row(TABLE, "cache entries damaged at random")
def damaged(world):
    def damage(data, moments):
        data = bytearray(data)
        at = moments.randrange(len(data))
        kind = moments.randrange(4)
        if kind == 0:
            data[at] ^= 1 << moments.randrange(8)
        elif kind == 1:
            del data[at:]
        elif kind == 2:
            data[at:at] = bytes(moments.randrange(256) for _ in range(moments.randrange(1, 40)))
        else:
            data[at : at + 20] = bytes(20)
        return bytes(data)

    yield from try_entries(world, damage, 40 * world.times, "damaged")


@row(TABLE, "cache entries forged, with a right sum")
def forgeries(world):
    def forge(data, moments):
        question, answer, _ = unpacked(data)
        answer = forged(answer, moments)
        return packed([question, answer, name_of(question + answer)])

    yield from try_entries(world, forge, 60 * world.times, "forged")


@row(TABLE, "cache entries exchanged for others, for folders, pipes, links and devices")
def exchanged(world):
    place, known = cached_problem(world)
    kept = place / "kept"
    shutil.copytree(place / "cache", kept)
    for kind in ("another entry", "folder", "pipe", "link to itself", "link to /dev/zero", "empty", "huge"):
        shutil.rmtree(place / "cache")
        shutil.copytree(kept, place / "cache")
        entries = entries_of(place / "cache")
        contents = [entry.read_bytes() for entry in entries]
        for number, entry in enumerate(entries):
            entry.unlink()
            if kind == "another entry":
                entry.write_bytes(contents[number - 1])
            elif kind == "folder":
                entry.mkdir()
            elif kind == "pipe":
                os.mkfifo(entry)
            elif kind.startswith("link"):
                entry.symlink_to("/dev/zero" if "zero" in kind else entry.name)
            else:
                entry.write_bytes(b"")
                os.truncate(entry, 0 if kind == "empty" else 10**11)
        report, result = report_with(world, place, place / "cache")
        fault = result.fault({0})
        if not fault and facts_of(report) not in known:
            fault = difference(facts_of(report), known[0])
        yield fault and f"{kind}: {fault}"


@row(TABLE, "cache folders of another user, of mode 0777, links: not used, and an incident says so")
def folders(world):
    if os.geteuid() != 0:
        raise Skip("only root can make another user's folder")
    place, known = cached_problem(world)
    place.chmod(0o777)
    ways = {"mode 0777": lambda path: path.chmod(0o777), "mode 0757": lambda path: path.chmod(0o757), "owner": lambda path: os.chown(path, 65534, 65534)}
    for way, change in ways.items():
        shutil.rmtree(place / "cache")
        (place / "cache").mkdir()
        report_with(world, place, place / "cache")
        change(place / "cache" / "leafwise")
        count = len(list((place / "cache" / "leafwise").iterdir()))
        report, result = report_with(world, place, place / "cache")
        fault = result.fault({0})
        if not fault and not any("is not used" in incident["what"] for incident in report["incidents"]):
            fault = f"used, incidents: {report['incidents']}"
        if not fault and facts_of(report) != known[0]:
            fault = difference(facts_of(report), known[0])
        if not fault and len(list((place / "cache" / "leafwise").iterdir())) != count:
            fault = "was written to"
        yield fault and f"{way}: {fault}"


@row(TABLE, "another user's cache, met by that user's victim: run as nobody with root's folder")
def victim(world):
    if os.geteuid() != 0:
        raise Skip("only root can be two users")
    for way in ("root's, readable", "root's, hidden", "a third user's", "none may be made"):
        place = world.place()
        (place / "p.toml").write_text(PROBLEM, encoding="utf-8")
        cache = place / "cache"
        (cache / "leafwise").mkdir(parents=True)
        (cache / "leafwise").chmod(0o755 if "readable" in way else 0o700)
        if way == "a third user's":
            os.chown(cache / "leafwise", 65533, 65533)
        elif way == "none may be made":
            shutil.rmtree(cache / "leafwise")
        report, result = report_with(world, place, cache, AS_NOBODY)
        fault = result.fault({0})
        # Where there is none and none can be made, as in a read-only home, there is nothing to warn of.
        others = way != "none may be made"
        if not fault and others != ("belongs to another user" in json.dumps(report["incidents"])):
            fault = f"incidents: {report['incidents']}"
        yield fault and f"{way}: {fault}"


@row(TABLE, "a cache that cannot be written: full, no inodes, vanishing during a run")
def unwritable(world):
    place, known = cached_problem(world)
    for kind in ("size=4k", "nr_inodes=2", "ro"):
        if os.geteuid() != 0:
            raise Skip("only root can mount a small disk")
        small = world.place()
        script = f'mount -t tmpfs -o {kind},mode=0700 small "$1" || exit 125; shift; exec "$@"'
        before = ("unshare", "--mount", "--propagation", "private", "bash", "-c", script, "small", str(small))
        report, result = report_with(world, place, small, before)
        if result.code == 125:
            raise Skip("mounting is not allowed here")
        fault = result.fault({0})
        if not fault and facts_of(report) != known[0]:
            fault = difference(facts_of(report), known[0])
        yield fault and f"{kind}: {fault}"
    for _ in range(5 * world.times):
        moments = world.random("vanishing cache")
        cache = pathlib.Path(world.place()) / "cache"
        out = place / "report.json"

        def vanish(process):
            while process.poll() is None:
                shutil.rmtree(cache, ignore_errors=True)
                process.poll()
                if moments.random() < 0.01:
                    break

        result = world.run("decompose", place / "p.toml", "--json", "-o", out, env={"XDG_CACHE_HOME": cache}, act=vanish)
        fault = result.fault({0})
        if not fault and facts_of(json.loads(out.read_text(encoding="utf-8"))) != known[0]:
            fault = "another answer"
        yield fault and f"vanishing: {fault}"
