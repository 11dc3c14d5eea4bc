# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion of leafwise. The options of a command are those that its --help names, so that
# nothing here can fall behind.

_leafwise() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local program=${COMP_WORDS[0]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    local commands
    commands=$("$program" --help 2>/dev/null |
      sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p')
    mapfile -t COMPREPLY < <(compgen -f -W "$commands --help --version" -- "$current")
    return
  fi
  case $before in
    --method)
      mapfile -t COMPREPLY < <(compgen -W \
        "$("$program" methods 2>/dev/null | sed -n '2,/^$/s/^\([a-z][a-z0-9_]*\) .*/\1/p')" \
        -- "$current")
      return
      ;;
    --kind)
      mapfile -t COMPREPLY < <(compgen -W \
        "series phase poincare energy steps defects tree" -- "$current")
      return
      ;;
    -o | --output | --certificate | --decomposition | --checkpoint | --resume)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
  esac
  if [[ $current == -* ]]; then
    local command=${COMP_WORDS[1]}
    [[ $command == *.toml || -f $command ]] && command=run
    mapfile -t COMPREPLY < <(compgen -W \
      "$("$program" "$command" --help 2>/dev/null |
        sed -n 's/^  -/-/p' | sed 's/   *.*//' | grep -oE -- '--[a-z][a-z-]*' | sort -u)" \
      -- "$current")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

complete -o filenames -F _leafwise leafwise
