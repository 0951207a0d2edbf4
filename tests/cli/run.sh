#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# run.sh <waymark> <scratch> <case> [--record]: runs one case and compares exactly.
#
# A case is tests/cli/NAME.args (one argument a line; "@SCRATCH@" is a folder of its own), with
# NAME.expected_stdout, NAME.expected_stderr, NAME.exit and, if it reads stdin, NAME.stdin.
# --record writes what was found as what is expected: review the difference before committing it.
# To record all: for c in tests/cli/*.args; do tests/cli/run.sh build/dev/bin/waymark /tmp/x
# "$(basename "$c" .args)" --record; done
set -eu

waymark=$1
scratch=$2/$3
case=tests/cli/$3
record=${4:-}
cd "$(dirname "$0")/../.."
rm -rf "$scratch"
mkdir -p "$scratch"
unset NO_COLOR COLORTERM COLUMNS LINES TERM || true

set --
while IFS= read -r argument || [ -n "$argument" ]; do
    case $argument in
    *@SCRATCH@*) argument=$(printf '%s' "$argument" | sed "s|@SCRATCH@|$scratch|") ;;
    esac
    set -- "$@" "$argument"
done <"$case.args"

stdin=/dev/null
[ -f "$case.stdin" ] && stdin=$case.stdin
status=0
"$waymark" "$@" <"$stdin" >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
sed "s|$scratch|@SCRATCH@|g" "$scratch/stderr" >"$scratch/stderr.clean"
sed "s|$scratch|@SCRATCH@|g" "$scratch/stdout" >"$scratch/stdout.clean"

if [ "$record" = --record ]; then
    cp "$scratch/stdout.clean" "$case.expected_stdout"
    cp "$scratch/stderr.clean" "$case.expected_stderr"
    echo "$status" >"$case.exit"
    exit 0
fi

failures=0
if [ "$status" != "$(cat "$case.exit")" ]; then
    echo "exit code $status, expected $(cat "$case.exit")"
    failures=1
fi
diff -u "$case.expected_stdout" "$scratch/stdout.clean" || failures=1
diff -u "$case.expected_stderr" "$scratch/stderr.clean" || failures=1
exit $failures
