# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion of leafwise. The options of a command are those that its --help names, so that
# nothing here can fall behind.

function __leafwise_commands
    leafwise --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p'
end

function __leafwise_options
    set -l words (commandline -opc)
    set -l command $words[2]
    if string match -q -- '*.toml' $command; or test -f "$command"
        set command run
    end
    leafwise $command --help 2>/dev/null | sed -n 's/^  -/-/p' | sed 's/   *.*//' |
        grep -oE -- '--[a-z][a-z-]*' | sort -u
end

function __leafwise_methods
    leafwise methods 2>/dev/null | sed -n '2,/^$/s/^\([a-z][a-z0-9_]*\) .*/\1/p'
end

function __leafwise_after
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[-1] = $argv[1]
end

complete -c leafwise -n 'test (count (commandline -opc)) -eq 1' -a '(__leafwise_commands) --help --version'
complete -c leafwise -n 'test (count (commandline -opc)) -ge 2; and string match -q -- "-*" (commandline -ct)' \
    -a '(__leafwise_options)'
complete -c leafwise -f -n '__leafwise_after --method' -a '(__leafwise_methods)'
complete -c leafwise -f -n '__leafwise_after --kind' -a 'series phase poincare energy steps defects tree'
