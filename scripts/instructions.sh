#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# instructions.sh [PROGRAM [MAP...]]: instructions per expansion of A* and jump point search on the
# benchmark maps, as callgrind counts them. A run without queries is subtracted, so that reading the
# map and setting up do not count. PROGRAM is waymark_foundations. Prints a section of Markdown.
set -eu

program=${1:-build/release/bench/waymark_foundations}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- orz100d hrt000d ost100d
queries=20

echo "## Instructions"
echo
if ! command -v valgrind >/dev/null 2>&1; then
    echo "Skipped: no valgrind."
    exit 0
fi

# count MAP SPEC QUERIES: instructions, then expansions.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --queries "$@" 2>&1 |
        awk '/Collected/ { instructions = $NF } /^[0-9]+$/ { expansions = $1 }
             END { print instructions, expansions }'
}

if ! "$program" --queries "$1" astar 0 >/dev/null 2>&1; then
    echo "Skipped: the data is not there."
    exit 0
fi
echo "$queries of the longest problems of each map, as callgrind counts them; reading the map is"
echo "not counted. Jump point search has just begun to know the map."
echo
echo "| map | search | instructions a path | expansions a path | instructions an expansion |"
echo "|---|---|--:|--:|--:|"
for map in "$@"; do
    for spec in astar jps; do
        echo "$(count "$map" "$spec" 0) $(count "$map" "$spec" $queries)" |
            awk -v map="$map" -v spec="$spec" -v queries=$queries '{
                printf "| %s | %s | %.0f | %.1f | %.1f |\n", map, spec, ($3 - $1) / queries,
                       $4 / queries, ($3 - $1) / $4 }'
    done
done
