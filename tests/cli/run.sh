#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# run.sh <waymark> <scratch> <case> [--record]: runs one case and compares exactly.
#
# A case is a transcript, tests/cli/NAME.case: a line "$ waymark ARGUMENTS" as a shell takes it
# ("@SCRATCH@" is a folder of its own), then what is not empty of "--- stdin", "--- stdout",
# "--- stderr" and, unless it is 0, "--- exit N". A line "# waymark ARGUMENTS" before it makes what
# the case needs: it is run first, and must succeed.
# --record writes what was found as what is expected: review the difference before committing it.
# A new case is its first line; to record all:
# for c in tests/cli/*.case; do tests/cli/run.sh build/dev/bin/waymark /tmp/x \
#     "$(basename "$c" .case)" --record; done
set -eu

waymark=$1
scratch=$2/$3
case=tests/cli/$3.case
record=${4:-}
cd "$(dirname "$0")/../.."
rm -rf "$scratch"
mkdir -p "$scratch"
unset NO_COLOR COLORTERM COLUMNS LINES TERM || true

# What stands under a title.
section() {
    awk -v title="--- $1" '/^--- (stdin|stdout|stderr|exit)/ { inside = $0 == title; next } inside' \
        "$case"
}

# A title and what a file holds, if anything.
show() {
    if [ -s "$2" ]; then
        echo "--- $1"
        sed "s|$scratch|@SCRATCH@|g" "$2"
    fi
}

# Runs the arguments of a line.
run() {
    eval "set -- $(printf '%s' "${1#? waymark}" | sed "s|@SCRATCH@|$scratch|g")"
    "$waymark" "$@"
}

first=$(sed -n '1s/^# waymark/&/p' "$case")
command=$(sed -n '/^\$ waymark/{p;q;}' "$case")
section stdin >"$scratch/stdin"
[ -z "$first" ] || run "$first" >"$scratch/first"
status=0
run "$command" <"$scratch/stdin" >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
{
    [ -z "$first" ] || printf '%s\n' "$first"
    printf '%s\n' "$command"
    show stdin "$scratch/stdin"
    show stdout "$scratch/stdout"
    show stderr "$scratch/stderr"
    [ "$status" -eq 0 ] || echo "--- exit $status"
} >"$scratch/transcript"

if [ "$record" = --record ]; then
    cp "$scratch/transcript" "$case"
else
    diff -u "$case" "$scratch/transcript"
fi
