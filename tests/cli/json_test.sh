#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# json_test.sh <waymark> <json_check>: everything that --json prints is valid JSON, and the checker
# itself tells good from bad.
set -eu

waymark=$1
check=$2
cd "$(dirname "$0")/../.."
map=tests/cli/data/small.map
failures=0

# expect <good|bad> <text>
expect() {
    if printf '%s' "$2" | "$check" 2>/dev/null; then found=good; else found=bad; fi
    if [ "$found" != "$1" ]; then
        echo "the checker calls $2 $found"
        failures=1
    fi
}

# valid <arguments>: the command may fail, its output may not.
valid() {
    "$waymark" "$@" 2>/dev/null | "$check" || {
        echo "invalid JSON: waymark $*"
        failures=1
    }
}

expect good '{"a": [1, -2.5e3, "\u00e9\n", true, null, {}], "b": []}'
expect bad '{"a": 1,}'
expect bad '[01]'
expect bad '[1] 2'
expect bad '"a'
expect bad '[nan]'
expect bad ''

valid algos --json
valid algos astar --json
valid info "$map" --json
valid find "$map" --from 0,0 --to 11,7 --json
valid find "$map" --from 0,0 --to 4,4 --json
valid find scene:manor --json
valid bench check tests/cli/data/good.scen --map "$map" --json
valid bench check tests/cli/data/bad.scen --map "$map" --json
valid sim gen:caves,width=40,height=30,seed=3 --units 20 --ticks 20 --json
valid mapf "$map" --random --agents 4 --json

# Records of a world: one with its own hashes, two that are the same, two that are not.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for units in 4 5; do
    "$waymark" sim "$map" --units $units --ticks 8 --record "$scratch/$units" >/dev/null
done
valid replay "$scratch/4" --json
valid replay "$scratch/4" "$scratch/4" --json
valid replay "$scratch/4" "$scratch/5" --json
"$waymark" replay "$scratch/4" --json | grep -q '"same": true' || failures=1
"$waymark" replay "$scratch/4" "$scratch/5" --json | grep -q '"differs_in": \["clock", "units' || {
    echo "two records that differ: $("$waymark" replay "$scratch/4" "$scratch/5" --json)"
    failures=1
}

# Databases, which tell what was chosen for the map where nothing was asked for.
for algorithm in dba hcdps; do
    valid build gen:rooms,width=64,height=64,seed=3 --algo $algorithm -o "$scratch/$algorithm" --json
    valid info "$scratch/$algorithm" --json
    "$waymark" info "$scratch/$algorithm" --json | grep 'depth=[1-9]' |
        grep -q '\(sector\|spacing\)=[1-9]' || {
        echo "no default: $("$waymark" info "$scratch/$algorithm")"
        failures=1
    }
done
exit $failures
