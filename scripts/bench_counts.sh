#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# bench_counts.sh <waymark> [--record]: runs the quick suite and part of every other one, on generated
# maps, and compares what is the same on every machine (costs, expansions, states, bytes of
# databases, walks) with tests/bench/counts.csv. Quality that falls is seen here, not in a report a month later.
# --record writes what was found as what is expected: review the difference before committing it.
set -eu

case $1 in
/*) waymark=$1 ;;
*) waymark=$PWD/$1 ;;
esac
record=${2:-}
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
caves=gen:caves,width=128,height=128,seed=11
small=gen:caves,width=96,height=64,seed=4

# part <suite> <options>...: adds its rows, with the suite in front.
part() {
    suite=$1
    rm -f "$scratch/db" "$scratch/csv"
    "$waymark" bench "$@" --counts --db "$scratch/db" --csv "$scratch/csv" --no-times \
        >"$scratch/out" 2>&1 || { cat "$scratch/out" && exit 1; }
    # Bytes of agents grow with every field of a structure: states and databases say enough.
    awk -F, -v OFS=, -v suite="$suite" 'NR > 1 { $(NF - 2) = ""; print suite, $0 }' \
        "$scratch/csv" >>"$scratch/counts.csv"
}

: >"$scratch/counts.csv"
# Every set of every suite, on small maps of its kind; sets that differ in nothing but their maps stand
# for each other. A map that changes and a scenario for goal achievement times are made on the spot.
part quick --problems 1
part dao10 --map $caves --problems 2
part discrete --set dao --map gen:random,width=96,height=96,seed=6,blocked=30 --problems 1
part discrete --set coarse --map $small --problems 1
part discrete --set patches --map gen:terrain,width=128,height=128,seed=3,scale=32,rough=1,heaviest=3 --problems 1
part discrete --set rough --map gen:terrain,width=128,height=128,seed=3,scale=2,rough=1 --problems 1
part discrete --set tiny --problems 3
part discrete --set scenes --problems 1
part hierarchical --set dao --map $caves --problems 1
part hierarchical --set room --map gen:rooms,width=129,height=129,seed=8 \
    --map gen:random,width=96,height=96,seed=6,blocked=25 --problems 1
part hierarchical --set weights --map gen:terrain,width=128,height=128,seed=3 --problems 1
part hierarchical --set hexes --map $caves --problems 1
part hierarchical --set units --map gen:bunker,width=128,height=128,seed=3,corridor=8 --problems 1
part subgoal --set table1 --map $small --problems 1
part subgoal --set dao --map $caves --problems 2
part subgoal --set small --map gen:rooms,width=65,height=65,seed=8 --problems 1
part subgoal --set large --map gen:rooms,width=129,height=129,seed=8 --problems 1
part kernels --set grounds --map $caves --problems 1
part kernels --set searches --map $small --problems 1
part estimates --set made --map gen:rooms,width=65,height=65,seed=8 --problems 1
part realtime --set dao --map $small --problems 1
part realtime --set large --map gen:city,width=96,height=96,seed=5 --problems 1
part incremental --set mazes --problems 2
part incremental --set rooms --problems 1
part incremental --set far1 --map gen:rooms,width=65,height=65,seed=8 --problems 1
part incremental --set far10 --map $small --problems 1
part incremental --set far50 --map $small --problems 1
part incremental --set near1 --map $small --problems 1
part sga --set rts --map gen:rts,width=160,height=160,seed=2 --problems 2
part sga --set bunker --map gen:bunker,width=128,height=128,seed=3 \
    --map gen:field,width=128,height=128,seed=3 \
    --map gen:pockets,width=128,height=128,seed=3,pockets=30 \
    --map gen:islands,width=128,height=128,seed=3,islands=6,apart=10 --problems 1
part worlds --map level:6 --algo greedy --algo 'weighted(weight=4)'
mkdir -p "$scratch/maps"
"$waymark" info gen:caves,width=40,height=30,seed=4 --save "$scratch/maps/small.map"
printf 'version 1\n0\tsmall.map\t40\t30\t13\t0\t36\t5\t60\n' >"$scratch/maps/small.map.scen"
part gat --set puzzles --map tiles:1,walk=40,seed=2
part gat --set grid --map maps/small.map.scen --data "$scratch" --problems 1
part gat --set platform --map levels:1,side=14,seed=5
part gppc --map gen:city,width=128,height=128,seed=5 \
    --map gen:maze,width=101,height=101,seed=7 --problems 1
# A wall with a gap goes up between two queries, and another one below it.
printf 'type patch\npatches 1\npatch 0\nheight 2\nwidth 30\nmap\n%s\n%s\n' \
    '@@@@@@@@@@@@@@@@@@@@@@@.@@@@@@' '@@@@@@@.@@@@@@@@@@@@@@@@@@@@@@' >"$scratch/maps/wall.patch"
printf 'version 2\nheight 30\nwidth 40\ncost 1 octile\npatch wall.patch\ncommands\n%s\n%s\n%s\n%s\n%s\n' \
    'Q 0 2 2 37 27 45.355339059327' 'P 0 0 5 10' 'Q 0 2 2 37 27 50.041631' 'P 0 0 8 20' 'Q 0 12 2 20 27 40.213203' \
    >"$scratch/maps/wall.scen"
part gppc --set dynamic --map dynamic:wall --data "$scratch" --problems 3
part scaling --set caves --maps 1 --problems 1
part angles --map $caves --problems 2

if [ "$record" = --record ]; then
    cp "$scratch/counts.csv" tests/bench/counts.csv
    exit 0
fi
if ! diff -u tests/bench/counts.csv "$scratch/counts.csv" >"$scratch/diff"; then
    head -n 40 "$scratch/diff"
    echo "counts differ in $(grep -c '^+[^+]' "$scratch/diff") rows; if that is meant, run:"
    echo "sh scripts/bench_counts.sh WAYMARK --record"
    exit 1
fi
