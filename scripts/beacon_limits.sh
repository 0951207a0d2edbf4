#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# beacon_limits.sh [BENCH_BEACON]: instructions, cache misses and branch misses of what beacon does, one
# line for each task, as cachegrind counts them: the difference between doing a task once and four times.
# About a minute. Without valgrind or maps it prints nothing.
set -eu

program=${1:-build/release/bin/bench_beacon}
data=${WAYMARK_DATA:-../shared}
maps="dao/orz100d sc1/Aftershock"

if ! command -v valgrind >/dev/null 2>&1; then
    echo "beacon_limits: skipped, no valgrind" >&2
    exit 0
fi

# count TASK MAP TIMES: instructions, misses of the first level and of the last, of data, and branches.
count() {
    valgrind --tool=cachegrind --cache-sim=yes --branch-sim=yes --cachegrind-out-file=/dev/null \
        --I1=65536,4,64 --D1=65536,4,64 --LL=33554432,16,64 \
        "$program" --task "$1" --map "$2" --times "$3" 2>&1 |
        awk '{ gsub(",", "") }
            /I +refs:/ { i = $4 }
            /D1 +misses:/ { d = $4 }
            /LLd misses:/ { l = $4 }
            /Mispredicts:/ { b = $3 }
            END { print i + 0, d + 0, l + 0, b + 0 }'
}

# row TASK NAME OF MAP: OF is how many one time is.
row() {
    once=$(count "$1" "$data/maps/$4.map" 1)
    more=$(count "$1" "$data/maps/$4.map" 4)
    echo "$once $more" | awk -v name="$2" -v of="$3" -v map="$4" '{
        n = 3 * of
        i = ($5 - $1) / n; d = ($6 - $2) / n; l = ($7 - $3) / n; b = ($8 - $4) / n
        work = i / 3; near = 10 * d; far = 100 * l; turns = 15 * b
        all = work + near + far + turns
        by = ""
        if (work * 3 > all) by = by ", instructions"
        if ((near + far) * 3 > all) by = by ", cache misses"
        if (turns * 3 > all) by = by ", branch misses"
        printf "%s %s %.0f %.1f %.1f %.1f %s\n", map, name, i, d, l, b, by == "" ? "all three" : substr(by, 3)
    }'
}

for map in $maps; do
    [ -f "$data/maps/$map.map" ] || continue
    row first a_first_move 100 "$map"
    row runs a_path_as_runs 100 "$map"
    row cells a_path_as_cells 100 "$map"
    row jps a_path_of_jps 100 "$map"
    row distances a_distance_of_a_table 400 "$map"
    row after a_path_after_10_edits 100 "$map"
    row edits an_edit 25 "$map"
    row build preparation 1 "$map"
done
