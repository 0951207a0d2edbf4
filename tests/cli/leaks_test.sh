#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# leaks_test.sh <waymark> <scratch>: runs each command of the tool once, as the first of its cases
# that succeeds, in a build that looks for leaks at exit. The other cases run without that look,
# which takes seconds a process on some machines.
set -eu

waymark=$1
scratch=$2
here=$(dirname "$0")
failures=0

commands=$("$waymark" help | sed -n 's/^  \([a-z]\{2,\}\)  .*/\1/p')
[ -n "$commands" ] || { echo "the help names no command"; exit 1; }
for command in $commands; do
    case=$(grep -l "^\$ waymark $command\( \|\$\)" "$here"/*.case | xargs grep -L '^--- exit' | head -n 1)
    if [ -z "$case" ]; then
        echo "$command: no case that succeeds"
        failures=1
    elif ! sh "$here/run.sh" "$waymark" "$scratch" "$(basename "$case" .case)"; then
        echo "$command: $(basename "$case" .case) fails or leaks"
        failures=1
    fi
done
exit $failures
