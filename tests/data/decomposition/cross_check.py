#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Usage: cross_check.py [--seconds N] [--record] [NAME…]

Checks what systems.json says by Singular and Macaulay2 (Debian: singular-ui, macaulay2), which no
test needs. For each system: that every stored component contains the system, has the stored
dimension and degree and contains no other; that together they cover the zeros; whether the system
is radical; and that each engine that finishes in time (default: 60 s) finds the same ideals.
--record writes into systems.json who confirmed what.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "bench"))
sys.dont_write_bytecode = True

import peer_engines  # noqa: E402

DATA = HERE / "systems.json"

STORED = """
option(noloadLib); option(noredefine); option(redSB);
ring R = 0,({variables}),dp; short = 0;
ideal I = std(ideal({generators}));
list stored; int k; int l;
{stored}
for (k = 1; k <= size(stored); k++) {{ stored[k] = std(stored[k]); }}
"""

COVER = """
for (k = 1; k <= size(stored); k++) {{
  "COMPONENT", dim(stored[k]), mult(stored[k]), size(reduce(I, stored[k]));
  for (l = 1; l <= size(stored); l++) {{
    if (k != l) {{ if (size(reduce(stored[k], stored[l])) == 0) {{ "REDUNDANT", k, l; }} }}
  }}
}}
ideal all = stored[1];
for (k = 2; k <= size(stored); k++) {{ all = intersect(all, stored[k]); }}
all = simplify(reduce(all, I), 2);
"RADICAL", size(all) == 0;
ring S = 0,({variables},outside),dp;
ideal I = imap(R, I); ideal all = imap(R, all);
for (int m = 1; m <= size(all); m++) {{
  if (reduce(1, std(I + ideal(1 - outside*all[m]))) != 0) {{ "UNCOVERED", all[m]; }}
}}
"END"; quit;
"""

SAME = """
list found; {found}
for (k = 1; k <= size(found); k++) {{ found[k] = std(found[k]); }}
int equal; int matches;
for (k = 1; k <= size(stored); k++) {{
  equal = 0;
  for (l = 1; l <= size(found); l++) {{
    if (size(reduce(stored[k], found[l])) == 0) {{
      if (size(reduce(found[l], stored[k])) == 0) {{ equal = equal + 1; }} }}
  }}
  matches = matches + (equal == 1);
}}
"MATCHES", matches, size(stored), size(found);
"END"; quit;
"""


def singular_says(system, template, seconds, **more):
    """The lines that Singular prints; nothing when it needs too long."""
    names = peer_engines.plain_names(system["variables"])

    def ideals(name, lists):
        return "\n".join(
            f"{name}[{index}] = ideal({','.join(peer_engines.rename(t, names) for t in texts)});"
            for index, texts in enumerate(lists, 1)
        )

    program = (STORED + template).format(
        variables=",".join(names.values()),
        generators=",".join(peer_engines.rename(text, names) for text in system["equations"]),
        stored=ideals("stored", [prime["generators"] for prime in system["minimal_primes"]]),
        **{name: ideals(name, lists) for name, lists in more.items()},
    )
    try:
        run = subprocess.run(
            ["Singular", "-q", "--no-rc"],
            input=program,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return []
    lines = [line.split() for line in run.stdout.splitlines() if line.strip()]
    if ["END"] not in lines:
        raise SystemExit(f"{system['name']}: Singular broke off:\n{run.stdout}")
    return lines


def check_cover(system, seconds):
    """What is wrong with the stored components."""
    lines = singular_says(system, COVER, seconds)
    if not lines:
        print("  the cover is not checked: too long")
        return []
    wrong = [" ".join(line) for line in lines if line[0] in ("REDUNDANT", "UNCOVERED")]
    stored = [(prime["dimension"], prime["degree"], 0) for prime in system["minimal_primes"]]
    said = [tuple(map(int, line[1:])) for line in lines if line[0] == "COMPONENT"]
    if said != stored:
        wrong.append(f"dimensions and degrees: {said}, stored: {stored}")
    radical = ["RADICAL", "1"] in lines
    if radical != system["radical"]:
        wrong.append(f"radical: {radical}, stored: {system['radical']}")
    return wrong


def check_by(engine, system, seconds, confirmed):
    """What is wrong by the answer of an engine."""
    answer = peer_engines.minimal_primes(
        engine, system["variables"], system["equations"], seconds
    )
    said = answer.failure or f"{answer.milliseconds[0]:.0f} ms"
    print(f"  {engine.name}: {said}", flush=True)
    if answer.failure:
        return []
    found = [texts for _, _, texts in answer.primes]
    lines = singular_says(system, SAME, seconds, found=found)
    count = str(len(system["minimal_primes"]))
    if ["MATCHES", count, count, count] in lines:
        confirmed.append(engine.name)
        return []
    return [f"{engine.name} finds other ideals: {lines}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    data = json.loads(DATA.read_text(encoding="utf-8"))
    failures = 0
    for system in data["systems"]:
        if arguments.names and system["name"] not in arguments.names:
            continue
        print(system["name"], flush=True)
        confirmed = []
        wrong = check_cover(system, arguments.seconds)
        for engine in peer_engines.ENGINES:
            wrong += check_by(engine, system, arguments.seconds, confirmed)
        for what in wrong:
            print(f"  WRONG: {what}", flush=True)
        failures += len(wrong)
        system["confirmed_by"] = confirmed
    if arguments.record:
        DATA.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
