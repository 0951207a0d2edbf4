#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# errors_test.sh <waymark> <scratch> [--record]: runs every line of errors.txt; stdout must stay empty, and
# stderr and the exit code be as they are written there. --record writes what was found instead: a new row is
# its arguments, and a line "    0" below them.
set -eu

waymark=$1
scratch=$2
table=tests/cli/errors.txt
cd "$(dirname "$0")/../.."
rm -rf "$scratch"
mkdir -p "$scratch"
unset NO_COLOR COLORTERM COLUMNS LINES TERM || true

while IFS= read -r line; do
    case $line in
    "    "*) continue ;;
    "#"*)
        printf '%s\n' "$line"
        continue
        ;;
    esac
    eval "set -- $(printf '%s' "$line" | sed "s|@SCRATCH@|$scratch|g")"
    status=0
    "$waymark" "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null || status=$?
    printf '%s\n    %s ' "$line" "$status"
    [ ! -s "$scratch/stdout" ] || echo "(stdout is not empty)"
    sed "s|^waymark: ||; s|$scratch|@SCRATCH@|g" "$scratch/stderr"
done <"$table" >"$scratch/found"

if [ "${3:-}" = --record ]; then
    cp "$scratch/found" "$table"
else
    diff -u "$table" "$scratch/found"
fi
