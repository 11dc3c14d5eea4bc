#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that commands and options are the same in --help, man page, completion and documentation.

usage: check_options.py PROGRAM

--help is taken as the truth: it is made from what the program reads.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import markdown

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
LONG = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
# What only the program itself has, not a command.
GENERAL = {"help", "version"}


def text_of(*arguments):
    return subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, check=True, timeout=60).stdout.decode("utf-8")


def commands():
    """Each command with its long options, from the lines of the help that declare one."""
    listed = re.search(r"^Commands:\n(.*?)\n\n", text_of("--help"), re.MULTILINE | re.DOTALL).group(1)
    names = re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)
    found = {}
    for name in names:
        lines = re.findall(r"^  -.*$", text_of(name, "--help"), re.MULTILINE)
        # The declaration ends where the explanation begins, after two spaces.
        declarations = [re.split(r"(?<=\S) {2,}", line.strip())[0] for line in lines]
        found[name] = {option for line in declarations for option in LONG.findall(line)}
    return found


def check_man(known):
    text = (markdown.ROOT / "docs/man/leafwise.1").read_text(encoding="utf-8").replace("\\-", "-")
    # Fonts stand directly before words.
    text = re.sub(r"\\f[BIRP]", "", text)
    said = set(LONG.findall(text))
    every = set().union(*known.values()) | GENERAL
    complaints = [f"docs/man/leafwise.1: --{option} is missing" for option in sorted(every - said)]
    complaints += [f"docs/man/leafwise.1: there is no --{option}" for option in sorted(said - every)]
    for name in known:
        if not re.search(rf"^\.BI? \"?{name}\b", text, re.MULTILINE):
            complaints.append(f"docs/man/leafwise.1: the command {name} is missing")
    return complaints


def bash_offers(words):
    script = (
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _leafwise; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    file = str(markdown.ROOT / "completion/leafwise.bash")
    return ["/bin/bash", "-c", script, "bash", file, str(PROGRAM), *words]


def zsh_offers(words):
    """As the line editor would call it; what it would be given is printed."""
    script = (
        'compadd() { [[ $1 == -- ]] && shift; print -rl -- "$@" }; _files() { : }; '
        "local file=$1; shift; words=($@); CURRENT=$#; source $file"
    )
    return ["zsh", "-fc", script, "zsh", str(markdown.ROOT / "completion/_leafwise"), str(PROGRAM), *words]


def fish_offers(words):
    line = " ".join(["leafwise", *words])
    script = f"source {markdown.ROOT / 'completion/leafwise.fish'}; complete -C '{line}' | string replace -r '\\t.*' ''; true"
    return ["fish", "--no-config", "-c", script]


SHELLS = {"bash": bash_offers, "zsh": zsh_offers, "fish": fish_offers}


def completed(shell, folder, *words):
    """What a shell offers after these words, the last of which is being typed."""
    environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "HOME": folder}
    done = subprocess.run(
        SHELLS[shell](words), cwd=folder, env=environment, stdout=subprocess.PIPE, check=True, timeout=60
    )
    return set(done.stdout.decode("utf-8").split())


def check_completion(shell, known):
    complaints = []
    if not shutil.which(shell):
        print(f"not tested: {shell} is not installed")
        return complaints
    with tempfile.TemporaryDirectory() as folder:

        def compare(what, offered, wanted):
            if offered != wanted:
                complaints.append(f"{shell}, completion of {what}: {sorted(offered ^ wanted)}")

        compare("commands", completed(shell, folder, ""), set(known) | {"--help", "--version"})
        for name, options in known.items():
            compare(name, completed(shell, folder, name, "--"), {f"--{option}" for option in options})
        run = {f"--{option}" for option in known["run"]}
        compare("a file", completed(shell, folder, "pendulum.toml", "--"), run)
        methods = set(re.findall(r"^([a-z][a-z0-9_]*) ", text_of("methods").split("\n", 1)[1].split("\n\n")[0], re.MULTILINE))
        compare("methods", completed(shell, folder, "run", "--method", ""), methods)
    return complaints


def calls(path):
    """The calls of the program in a document: place, command, long options."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        for match in re.finditer(r"(?:^|[`/ ])leafwise ([a-z]+)((?: [^`|;&#]*)?)", line):
            yield number, match.group(1), LONG.findall(match.group(2))


def check_documents(known):
    complaints = []
    mentioned = set()
    count = 0
    for path in markdown.files():
        mentioned.update(LONG.findall(path.read_text(encoding="utf-8")))
        for number, name, options in calls(path):
            place = f"{markdown.shown(path)}:{number}"
            # Words after the name of the program in a sentence are no commands; options are a call.
            if name not in known:
                if options:
                    complaints.append(f"{place}: there is no command '{name}'")
                continue
            count += 1
            for option in options:
                if option not in known[name]:
                    complaints.append(f"{place}: {name} has no --{option}")
    every = set().union(*known.values())
    complaints += [f"no document mentions --{option}" for option in sorted(every - mentioned)]
    return count, complaints


def main():
    known = commands()
    count, complaints = check_documents(known)
    complaints += check_man(known)
    for shell in SHELLS:
        complaints += check_completion(shell, known)
    return markdown.report(count + sum(map(len, known.values())), complaints, "calls and options")


if __name__ == "__main__":
    sys.exit(main())
