# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What the scripts share. To be sourced after `set -euo pipefail`.
#
# Standard output belongs to the program that a script starts: everything said here goes to
# standard error, and only when something takes time or goes wrong.

# Not by cd: relative paths in arguments are relative to where the user is.
LEAFWISE_ROOT=$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/..")

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
  say "$@"
  exit 1
}

# Prints the comment block that opens a script, which is its help.
print_help() { sed -n '1,2d; /^$/q; s/^# \{0,1\}//; p' "$0"; }

# The value of a cache variable of a configured build, empty without one.
cached() { # build_dir variable
  [[ -f $1/CMakeCache.txt ]] || return 0
  local line
  while IFS= read -r line; do
    if [[ $line == "$2":* ]]; then
      printf '%s\n' "${line#*=}"
      return 0
    fi
  done <"$1/CMakeCache.txt"
}

# Two scripts at once must not write the same build: one at a time between these.
lock_build() { # build_dir
  mkdir -p -- "$1"
  exec {build_lock}>"$1/.lock"
  flock "$build_lock"
}
unlock_build() { exec {build_lock}>&-; }

needs_configuring() { # build_dir [VARIABLE=VALUE …]
  local build=$1 setting
  shift
  # ninja itself notices changed CMakeLists, but not changed presets.
  [[ -f $build/build.ninja ]] || return 0
  [[ ! $LEAFWISE_ROOT/CMakePresets.json -nt $build/.presets ]] || return 0
  for setting in "$@"; do
    [[ $(cached "$build" "${setting%%=*}") == "${setting#*=}" ]] || return 0
  done
  # The page was left out, and could be made by now.
  if is_without_page "$build" && command -v esbuild >/dev/null; then return 0; fi
  return 1
}

# Whether a configured build leaves report.html out for want of esbuild.
is_without_page() { # build_dir
  [[ $(cached "$1" LEAFWISE_HAS_REPORT) == FALSE && $(cached "$1" LEAFWISE_WITH_REPORT) == AUTO ]]
}

# Configures a preset unless that was done already with these settings.
ensure_configured() { # preset [VARIABLE=VALUE …]
  local preset=$1 build=$LEAFWISE_ROOT/build/$1
  shift
  # Who wants no page says so in the environment, to all scripts.
  [[ -z ${LEAFWISE_WITH_REPORT-} ]] || set -- "$@" "LEAFWISE_WITH_REPORT=$LEAFWISE_WITH_REPORT"
  needs_configuring "$build" "$@" || return 0
  lock_build "$build"
  if needs_configuring "$build" "$@"; then
    say "configuring build/$preset"
    if ! (cd -- "$LEAFWISE_ROOT" && cmake --preset "$preset" "${@/#/-D}") \
      >"$build/configure.log" 2>&1; then
      cat -- "$build/configure.log" >&2
      die "build/$preset cannot be configured"
    fi
    touch -r "$LEAFWISE_ROOT/CMakePresets.json" -- "$build/.presets"
    ! is_without_page "$build" ||
      say "without report.html, which Debian's package esbuild bundles: install it and run this again"
  fi
  unlock_build
}

# Builds targets of a configured preset; silent when there is nothing to do.
ensure_built() { # preset target…
  local preset=$1 build=$LEAFWISE_ROOT/build/$1
  shift
  lock_build "$build"
  if [[ $(ninja -C "$build" -n "$@" 2>&1) != *"no work to do"* ]]; then
    say "building build/$preset"
    # On a terminal ninja shows its own progress line.
    local quiet=(--quiet)
    [[ -t 2 ]] && quiet=()
    ninja -C "$build" "${quiet[@]}" -j "${LEAFWISE_JOBS:-$(nproc)}" "$@" >&2 ||
      die "build/$preset does not build"
  fi
  unlock_build
}

# Our own C++ files, sorted.
cxx_files() { # pattern…
  local names=() pattern
  for pattern in "$@"; do
    names+=(-o -name "$pattern")
  done
  (
    cd -- "$LEAFWISE_ROOT" || exit
    find core algebra integrator pipeline tests bench examples -type f \
      \( "${names[@]:1}" \) 2>/dev/null | LC_ALL=C sort
  )
}
