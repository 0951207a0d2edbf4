#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# instructions.sh [PROGRAM [MAP...]]: instructions per expansion of A* and jump point search on the
# benchmark maps, as callgrind counts them. A run without queries is subtracted, so that reading the
# map and setting up do not count. PROGRAM is waymark_foundations.
set -eu

program=${1:-build/release/bench/waymark_foundations}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- orz100d hrt000d ost100d
queries=20

if ! command -v valgrind >/dev/null 2>&1; then
    echo "instructions: skipped, no valgrind"
    exit 0
fi

# count MAP SPEC QUERIES: instructions, then expansions.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --queries "$@" 2>&1 |
        awk '/Collected/ { instructions = $NF } /^[0-9]+$/ { expansions = $1 }
             END { print instructions, expansions }'
}

"$program" --queries "$1" astar 0 >/dev/null || exit 0
printf '%-10s %-8s %18s %18s %18s\n' map search instructions/path expansions/path \
    instructions/expansion
for map in "$@"; do
    for spec in astar jps; do
        echo "$(count "$map" "$spec" 0) $(count "$map" "$spec" $queries)" |
            awk -v map="$map" -v spec="$spec" -v queries=$queries '{
                printf "%-10s %-8s %18.0f %18.1f %18.1f\n", map, spec, ($3 - $1) / queries,
                       $4 / queries, ($3 - $1) / $4 }'
    done
done
