#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# leaks_test.sh <waymark> <scratch>: drives each command of the tool once, in a build that looks for
# leaks at exit. The cases run without that look, which takes seconds a process on some machines.
set -eu

waymark=$1
scratch=$2
cd "$(dirname "$0")/../.."
rm -rf "$scratch"
mkdir -p "$scratch"
map=tests/cli/data/small.map
driven=""
failures=0

# drive <command> <arguments>: must succeed, which a leak prevents.
drive() {
    driven="$driven $1"
    if ! "$waymark" "$@" >"$scratch/log" 2>&1; then
        cat "$scratch/log"
        echo "fails or leaks: waymark $*"
        failures=1
    fi
}

drive demo --out "$scratch/demo"
drive find "$map" --from 0,0 --to 11,7 --algo jps
drive draw "$map" --from 0,0 --to 11,7 --output "$scratch/a.png"
drive sim "$map" --units 6 --ticks 40 --edits 200 --output "$scratch/sim.gif" --record "$scratch/a.replay"
drive replay "$scratch/a.replay" "$scratch/a.replay"
drive replay "$scratch/a.replay"
drive mapf "$map" --random --agents 4 --plan "$scratch/plan.txt"
drive info "$map"
drive info gen:caves,width=24,height=24 --save "$scratch/caves.map"
drive bench check tests/cli/data/good.scen --map "$map"
drive build "$map" --algo dba --output "$scratch/dba.way"
drive info "$scratch/dba.way"
drive bench quick --db "$scratch/results.db" --problems 1 --maps 1 --repetitions 1 --algo astar
drive report --db "$scratch/results.db" --html "$scratch/report.html" --explorer tests/cli/data/explorer.html --markdown "$scratch/report.md"
drive algos astar
drive completion bash
drive help find

for command in $("$waymark" help | sed -n 's/^  \([a-z]\{2,\}\)  .*/\1/p'); do
    case "$driven " in
    *" $command "*) ;;
    *)
        echo "$command: not driven here"
        failures=1
        ;;
    esac
done
exit $failures
