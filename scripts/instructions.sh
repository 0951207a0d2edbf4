#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# instructions.sh [WAYMARK] [MAP]...: instructions a path and an expansion, as callgrind counts them,
# for some of all problems of dao maps. What one problem takes is taken off, so reading the map and
# setting up do not count. Prints a section of Markdown.
set -eu

program=${1:-build/release/bin/waymark}
data=${WAYMARK_DATA:-../shared}/maps/dao
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- orz100d hrt000d ost100d
queries=21

echo "## Instructions"
echo
if ! command -v valgrind >/dev/null 2>&1; then
    echo "Skipped: no valgrind."
    exit 0
fi
if [ ! -f "$data/$1.map.scen" ]; then
    echo "Skipped: the data is not there."
    exit 0
fi

# count MAP SPEC QUERIES: instructions, then expansions.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" bench check \
        "$data/$1.map.scen" --algo "$2" --sample "$3" --json --no-times 2>&1 |
        awk '/Collected/ { instructions = $NF }
             /"expansions"/ { gsub(",", "", $2); expansions = $2 }
             END { print instructions, expansions }'
}

echo "$queries problems of each map, evenly spread, less one, as callgrind counts them."
echo
echo "| map | search | instructions a path | expansions a path | instructions an expansion |"
echo "|---|---|--:|--:|--:|"
for map in "$@"; do
    for spec in astar jps; do
        echo "$(count "$map" "$spec" 1) $(count "$map" "$spec" $queries)" |
            awk -v map="$map" -v spec="$spec" -v queries=$((queries - 1)) '{
                printf "| %s | %s | %.0f | %.1f | %.1f |\n", map, spec, ($3 - $1) / queries,
                       ($4 - $2) / queries, ($3 - $1) / ($4 - $2) }'
    done
done
