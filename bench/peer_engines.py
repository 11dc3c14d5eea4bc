# SPDX-License-Identifier: GPL-3.0-or-later
"""Minimal primes by the programs of others: Singular and Macaulay2, each in a process of its own.

Who compares with them (bench/algebra_peers.py) and who checks our test data by them
(tests/data/decomposition/cross_check.py) both come here.
"""

import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

# How long a program may take until it is ready for work: far beyond a second even when the machine
# is busy.
START_SECONDS = 60
# Quick cases are repeated: one that takes a second or more is not. The scripts count microseconds.
QUICK_MICROSECONDS = 1_000_000


@dataclass(frozen=True)
class Engine:
    name: str
    program: str
    call: str

    def is_there(self):
        return shutil.which(self.program) is not None


ENGINES = (
    Engine("Singular minAssGTZ", "Singular", "minAssGTZ(I)"),
    Engine("Singular minAssChar", "Singular", "minAssChar(I)"),
    # The other hard-coded choice of minAssChar: the order of the variables as it is given.
    Engine("Singular minAssChar, given order", "Singular", "minAssChar(I, 0)"),
    # What minimalPrimes does if nothing is said.
    Engine("M2 Birational", "M2", 'minimalPrimes(I, Strategy => "Birational")'),
    Engine("M2 Legacy", "M2", 'minimalPrimes(I, Strategy => "Legacy")'),
)


def engine_named(name):
    return next(engine for engine in ENGINES if engine.name == name)


@dataclass
class Answer:
    """What an engine said. `milliseconds` has one entry per repetition that it finished."""

    milliseconds: list = field(default_factory=list)
    primes: list = field(default_factory=list)  # (dimension, degree, generators)
    failure: str = ""

    def dimensions_and_degrees(self):
        return sorted((dimension, degree) for dimension, degree, _ in self.primes)


def rename(text, names):
    """The expression with other names for its variables."""
    return re.sub(r"[A-Za-z]\w*", lambda match: names[match.group()], text)


def plain_names(variables):
    """v1, v2, …: names that mean nothing to any program."""
    return {variable: f"v{index}" for index, variable in enumerate(variables, 1)}


SINGULAR = """
option(noloadLib); option(noredefine);
LIB "primdec.lib";
system("--ticks-per-sec", 1000000);
short = 0;
ring warm_up = 0,(x,y,z),dp;
ideal I = x*y, y^2-x*z, z^2-z;
list found = {call};
ring R = 0,({variables}),dp;
short = 0;
"READY";
int repetition; int start; int spent; int k; ideal basis;
for (repetition = 1; repetition <= {repetitions}; repetition++) {{
  ideal I = {generators};
  start = rtimer;
  list found = {call};
  spent = rtimer - start;
  "TIME", spent;
  if (repetition == 1) {{
    for (k = 1; k <= size(found); k++) {{
      basis = std(found[k]);
      "PRIME", dim(basis), "|", mult(basis), "|", string(found[k]);
    }}
  }}
  kill found; kill I;
  if (spent >= {quick}) {{ break; }}
}}
"END";
quit;
"""

MACAULAY2 = """
R = QQ[x,y,z];
I = ideal(x*y, y^2-x*z, z^2-z);
{call};
R = QQ[{variables}];
<< "READY" << endl << flush;
for repetition from 1 to {repetitions} do (
  I = ideal({generators});
  timed = elapsedTiming {call};
  << "TIME " << 1000000 * timed#0 << endl << flush;
  if repetition == 1 then for P in timed#1 do
    << "PRIME " << dim P << "|" << degree P << "|" << concatenate between(",",
      apply(P_*, toString)) << endl << flush;
  if 1000000 * timed#0 >= {quick} then break;
  );
<< "END" << endl << flush;
exit 0
"""


def script(engine, variables, generators, repetitions):
    names = plain_names(variables)
    template, comma = (SINGULAR, ",") if engine.program == "Singular" else (MACAULAY2, ", ")
    return template.format(
        call=engine.call,
        variables=",".join(names[variable] for variable in variables),
        generators=comma.join(rename(text, names) for text in generators),
        repetitions=repetitions,
        quick=QUICK_MICROSECONDS,
    )


def command(engine, path):
    if engine.program == "Singular":
        return ["Singular", "-q", "--no-rc", path]
    return ["M2", "--script", path]


def lines_until(process, deadline_of):
    """The lines that a process prints. `deadline_of` is asked for each.

    @raise TimeoutError when a deadline passes
    """
    waiting = b""
    while True:
        left = deadline_of() - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            raise TimeoutError
        block = os.read(process.stdout.fileno(), 65536)
        if not block:
            return
        *whole, waiting = (waiting + block).split(b"\n")
        yield from (line.decode(errors="replace").strip() for line in whole)


def listen(process, seconds, back):
    """What the process says, with `seconds` for each repetition and for what follows it."""
    answer = Answer()
    deadline = time.monotonic() + START_SECONDS
    ended = False
    try:
        for line in lines_until(process, lambda: deadline):
            if line.startswith(("READY", "TIME", "PRIME")):
                deadline = time.monotonic() + seconds
            if line.startswith("TIME"):
                answer.milliseconds.append(float(line.split()[1]) / 1000)
            elif line.startswith("PRIME"):
                dimension, degree, generators = line[5:].split("|")
                texts = [rename(text.strip(), back) for text in generators.split(",")]
                answer.primes.append((int(dimension), int(degree), texts))
            ended = ended or line == "END"
    except TimeoutError:
        # A later repetition that takes too long does not undo the first.
        if not answer.milliseconds:
            answer.failure = f"more than {seconds:g} s"
        return answer
    if not ended:
        answer.failure = "broke off"
    return answer


def minimal_primes(engine, variables, generators, seconds, repetitions=1):
    """The answer of an engine; the first repetition tells the primes."""
    back = {plain: name for name, plain in plain_names(variables).items()}
    with tempfile.TemporaryDirectory(prefix="leafwise-peer-") as folder:
        path = os.path.join(folder, "input")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(script(engine, variables, generators, repetitions))
        # A group of its own: whatever the program starts ends with it.
        with subprocess.Popen(
            command(engine, path),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                return listen(process, seconds, back)
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass


def version(program):
    """The first line in which a program names its version."""
    said = subprocess.run(
        [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    found = re.search(r"\d+\.\d+(\.\d+)?", said.stdout) or re.search(
        r"\((\d)(\d)(\d)", said.stdout
    )
    return f"{program} {found.group() if found else '?'}"
