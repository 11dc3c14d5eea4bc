# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile problem files: mutated, deep, huge, degenerate; texts that other programs would execute."""

import csv
import io
import json
import re
import shutil

from campaign import ANSWERED, row

TABLE = []
NASTY = """0|-|''|1e999|1e300|1e-300|5e-324|inf|nan|9999999999999999999999999|1/0|pi|symbolic|lambda1|^|^(1/2)|^-1|^100|^10000|sqrt(|sin(x)|exp(x)
|log(x)|der(x,4)|der(x,100)|(a+b+c+d)^100|[|]|{|}|"|'|=|==|x|x''|t|1|1/3|-1|true|\\|#|\u202e|1e-16|{ arclength = 3 }|"radau5_index3"|"fixed"|samples = 10000000
|step = 1e-9""".replace("\n", "").split("|")
NUMBERS = "0 1 2 -1 1e300 1e-300 1e18 0.1 1e5 100 1000000".split()


def mutated(text, corpus, moments):
    """A problem file with up to four changes of characters, words, lines or numbers."""
    for _ in range(moments.randrange(1, 5)):
        spans = [found.span() for found in re.finditer(r"\w+'*|\s+|.", text)] or [(0, 0)]
        (begin, end), other = moments.choice(spans), moments.choice(spans)
        kind = moments.randrange(6)
        if kind == 0:
            text = text[:begin] + chr(moments.randrange(1, 127)) + text[end:]
        elif kind == 1:
            text = text[:begin] + moments.choice(NASTY) + text[moments.choice((begin, end)) :]
        elif kind == 2:
            text = text[:begin] + text[slice(*other)] + text[end:]
        elif kind == 3:
            text = text[:begin] + moments.choice(corpus)[moments.randrange(200) :]
        elif kind == 4:
            lines = text.split("\n")
            lines.insert(moments.randrange(len(lines) + 1), moments.choice(lines))
            text = "\n".join(lines)
        else:
            numbers = list(re.finditer(r"(?<![\w.])\d+\.?\d*", text))
            if numbers:
                at = moments.choice(numbers)
                text = text[: at.start()] + moments.choice(NUMBERS) + text[at.end() :]
    return text


def black_box(command, count, *options):
    def tries(world):
        moments = world.random(f"black box {command}")
        corpus = [path.read_text(encoding="utf-8") for path in sorted(world.examples.glob("*.toml"))]
        file = world.place() / "mutant.toml"
        for number in range(count * world.times):
            text = mutated(moments.choice(corpus), corpus, moments)
            file.write_text(text, encoding="utf-8")
            out = world.place() / "out"
            own = ("-o", out, "--no-cache", *options) if command != "check" else ()
            result = world.run(command, file, *own, timeout=30)
            fault = result.fault({0, 2} if command == "check" else ANSWERED)
            table = out / "trajectory.csv"
            if not fault and table.is_file() and re.search(rb"(^|,)-?(inf|nan)(,|$)", table.read_bytes().replace(b"\n", b",\n,")) and result.code == 0:
                fault = "inf or nan in the trajectory"
            if fault:
                kept = world.place() / f"{command}_{number}.toml"
                kept.write_text(text, encoding="utf-8")
                fault = f"{kept}: {fault}"
            shutil.rmtree(out.parent, ignore_errors=True) if not fault else None
            yield fault

    return tries


row(TABLE, "mutated problem files: check")(black_box("check", 200))
row(TABLE, "mutated problem files: decompose --time-limit 2")(black_box("decompose", 40, "--time-limit", "2"))
row(TABLE, "mutated problem files: run --time-limit 2 --run-time-limit 2")(black_box("run", 40, "--time-limit", "2", "--run-time-limit", "2"))


OSCILLATOR = 'unknowns = ["x", "v"]\nequations = [%s"x\' = v", "v\' = -x"]\n[initial]\nx = 1\nv = 0\n[integrate]\nto = { t = 1 }\n%s'


@row(TABLE, "deep nesting and huge files")
def deep(world):
    file = world.place() / "deep.toml"
    for depth in (100, 10_000, 1_000_000):
        for what in ("(" * depth + "x" + ")" * depth, "-" * depth + "x", "sin(" * depth + "x" + ")" * depth, "x^" * depth + "2", "+".join(["x"] * depth), "*".join(["x"] * depth)):
            file.write_text(OSCILLATOR % (f'"{what} = 0", ', ""), encoding="utf-8")
            for command in ("check", "decompose"):
                own = ("--no-cache", "--time-limit", "2", "-o", "/dev/null") if command == "decompose" else ()
                fault = world.run(command, file, *own, timeout=60).fault()
                yield fault and f"{what[:12]}… {depth}, {command}: {fault}"
        for text in ("a = " + "[" * depth + "]" * depth, "a = " + "{ a = " * depth, ".".join(["a"] * depth) + " = 1", "[" + ".".join(["a"] * depth) + "]"):
            file.write_text(text, encoding="utf-8")
            fault = world.run("check", file, timeout=60).fault({2})
            yield fault and f"{text[:12]}… {depth}: {fault}"
        for text in ("[" * depth, '{"a":' * depth, "[" * depth + "]" * depth):
            file.write_text(text, encoding="utf-8")
            fault = world.run("inspect", file, timeout=60).fault({2})
            yield fault and f"inspect {text[:12]}… {depth}: {fault}"
    for size in (10**8, 10**10):
        with open(file, "wb") as sparse:
            sparse.truncate(size)
        for arguments in (("check", file), ("inspect", file)):
            fault = world.run(*arguments, timeout=60).fault({2, 4})
            yield fault and f"{arguments[0]}, {size} bytes of 0: {fault}"
    file.write_text(OSCILLATOR % ("", "#" + "x" * 10**8), encoding="utf-8")
    fault = world.run("check", file, timeout=60).fault({0, 2, 4})
    yield fault and f"a comment of 100 MB: {fault}"


@row(TABLE, "long integrations end at their limits, with what there is")
def long_runs(world):
    file = world.place() / "long.toml"
    for tail in ("to = { t = 1e300 }", "to = { arclength = 1e300 }", 'to = { t = 1 }\ncontrol = "fixed"\nstep = 1e-12', "to = { t = 1e5 }\nrtol = 1e-14\natol = 1e-14"):
        for limit in (("--run-time-limit", "1"), ("--max-steps", "1000")):
            out = world.place() / "out"
            file.write_text(OSCILLATOR.replace("to = { t = 1 }", tail) % ("", ""), encoding="utf-8")
            result = world.run("run", file, "--no-cache", "-q", "-o", out, *limit, timeout=60)
            fault = result.fault({5})
            if not fault and json.loads((out / "summary.json").read_text(encoding="utf-8"))["reason"] != "limit":
                fault = "another reason than limit"
            yield fault and f"{tail}, {limit[0]}: {fault}"


@row(TABLE, "hostile sizes: expansions, towers of roots, 20,000 events, 10⁹ samples, 500 unknowns")
def sizes(world):
    file = world.place() / "size.toml"
    many = [f"x{i}" for i in range(500)]
    chain = "unknowns = %s\nequations = %s\n[initial]\n%s\n[integrate]\nto = { t = 1 }\n" % (
        json.dumps(many), json.dumps([f"{a}' = {b}" for a, b in zip(many, many[1:] + many[:1])]), "\n".join(f"{name} = 1" for name in many))
    texts = {
        "an expansion": OSCILLATOR % ('"(x + v + x*v + 1)^90 = 1", ', ""),
        "nested powers": OSCILLATOR % ('"((((x + 1)^9 + v)^9 + 1)^9 + v)^9 = 0", ', ""),
        "a tower of roots": OSCILLATOR % ('"' + "sqrt(1 + " * 20 + "x" + ")" * 20 + ' = 2", ', ""),
        "20,000 events": OSCILLATOR % ("", "".join(f'[[events]]\nname = "e{i}"\nwhen = "x = {i}/20000"\n' for i in range(20000))),
        "1e9 samples": OSCILLATOR % ("", "samples = 1000000000\n"),
        "a number of 100,000 digits": OSCILLATOR % (f'"x = {"7" * 100000}*v", ', ""),
        "500 unknowns": chain,
    }
    for what, text in texts.items():
        file.write_text(text, encoding="utf-8")
        options = ("--no-cache", "-q", "--time-limit", "2", "--run-time-limit", "2")
        result = world.run("run", file, *options, "-o", world.place() / "out", timeout=60)
        yield result.fault() and f"{what}: {result.fault()}"


# Motion without acceleration: what the masses say, by hand. The exit code of decompose, what its text must have.
MASSLESS = (
    ("[0, 0]", '[0, -1]', "", 3, "no solutions"),
    ("[0, 1]", '[1, 0]', "", 3, "no solutions"),
    ("[1, 0]", '[0, "x^2 - 1"]', "", 0, "2 leaves"),
    ("[1, 0]", '[0, "y^2 - 1"]', "", 0, "2 leaves"),
    ("[0, 0]", '["x^2", "x - 1"]', "", 3, "no solutions"),
    ("[0, 1]", '["t - 1", 0]', "", 3, "no solutions"),
    ("[0, 0]", '["x", "x - 1"]', "", 3, "no solutions"),
    ("[[1, 1], [1, 1]]", "[0, -1]", "", 3, "no solutions"),
    ("[0, 0]", '["x - 1", "y"]', "", 0, "1 leaf"),
    ("[1, 0]", '["-x", "x - y"]', "", 0, "1 leaf"),
)


@row(TABLE, "[mechanics] with singular masses: every equation is imposed")
def massless(world):
    file = world.place() / "massless.toml"
    for mass, force, more, code, said in MASSLESS:
        file.write_text(f'[mechanics]\ncoordinates = ["x", "y"]\nmass = {mass}\nforce = {force}\n{more}', encoding="utf-8")
        result = world.run("decompose", file, "--no-cache")
        fault = result.fault({code}) or (None if said in result.out.decode() else result.out.decode()[:200])
        yield fault and f"mass {mass}, force {force}: {fault}"


HOSTILE = r"""title = "</title><script>alert(1)</script> =cmd|' /C calc'!A0 \\input{/etc/passwd} \u001b[31mred\u202E"
description = "</noscript></pre><script>alert(3)</script> ]]> --> <!-- "
unknowns = ["x", "v"]
equations = ["x' = v", "v' = -x"]
[initial]
x = 1
v = 0
[invariants]
"=HYPERLINK(1)" = "x^2+v^2"
"</script><script>alert(4)</script>" = "x^2+v^2"
"../../../escaped" = "x"
[integrate]
to = { t = 10 }
[[events]]
name = "=2+5+cmd|' /C calc'!A0"
when = "x = 0"
[[events]]
name = "+1,\"a\"\n=1"
when = "v = 0"
[[events]]
name = "@SUM(1)"
when = "x = 0.25"
[view]
points = { "</text><script>alert(6)</script>" = ["x", "v"], "../../x" = [0, 0] }
links = [["../../x", "</text><script>alert(6)</script>"]]
"""


@row(TABLE, "texts that a page, a spreadsheet or a terminal would execute")
def hostile(world):
    place = world.place()
    file = place / "hostile.toml"
    file.write_text(HOSTILE, encoding="utf-8")
    out = place / "out"
    yield world.run("run", file, "--no-cache", "-q", "-o", out).fault({0})
    for table in ("events.csv", "trajectory.csv"):
        cells = [cell for line in csv.reader(io.StringIO((out / table).read_text(encoding="utf-8"), newline="")) for cell in line]
        bad = [cell for cell in cells if cell[:1] in "=@+" and cell]
        bad += [cell for cell in cells if cell[:1] == "-" and not re.fullmatch(r"-[\d.]+(e[+-]?\d+)?", cell)]
        yield f"{table}: {bad[:3]}" if bad else None
    for form in ("html", "latex", "dot", "text", "json"):
        text = place / f"report.{form}"
        fault = world.run("decompose", file, "--no-cache", "-q", "--format", form, "-o", text).fault({0})
        said = text.read_text(encoding="utf-8")
        if form == "html" and "<script>alert" in said:
            fault = "a script in the page"
        yield fault or ("control characters" if "\x1b" in said else None)
    for path in (out / "report.html",) if (out / "report.html").exists() else ():
        yield "a script in the page" if "<script>alert" in path.read_text(encoding="utf-8") else None
    result = world.run("check", file)
    yield result.fault({0}) or ("control characters" if b"\x1b" in result.out else None)
    dots = place / "...toml"
    dots.write_text(OSCILLATOR % ("", ""), encoding="utf-8")
    before = set(place.iterdir())
    result = world.run("run", dots, "--no-cache", "-q", cwd=place)
    written = set(place.iterdir()) - before - {place / "leafwise-out"}
    yield result.fault({0, 2}) or (f"writes {written}" if written else None)


@row(TABLE, "numerical extremes: no inf, no nan where the run says it is well")
def extremes(world):
    file = world.place() / "extreme.toml"
    for start in ("1e217", "1e300", "1e-300", "5e-324", "1e308"):
        for equation in ("v' = -x", "v' = -x^3", "v' = x^2", "v' = -1/x"):
            file.write_text((OSCILLATOR % ("", "")).replace("v' = -x", equation).replace("x = 1\n", f"x = {start}\n"), encoding="utf-8")
            out = world.place() / "out"
            result = world.run("run", file, "--no-cache", "-q", "--run-time-limit", "5", "-o", out, timeout=60)
            fault = result.fault()
            if not fault and result.code == 0 and re.search(r"\b(inf|nan)\b", (out / "trajectory.csv").read_text(encoding="utf-8")):
                fault = "inf or nan, exit code 0"
            yield fault and f"{equation} from {start}: {fault}"


