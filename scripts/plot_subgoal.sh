#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# Draws the plots of docs/bench/subgoal.md from what the benchmark wrote.
#
#   sh scripts/plot_subgoal.sh FILE.csv DIRECTORY
set -eu

csv=$1
out=$2

# Lines of one kind and algorithm as columns: size or cells, quality or time, ...
pick() {
    grep "^$1,\"$2" "$csv" | grep -v trim | sed 's/^[^"]*"[^"]*",//' | tr ',' ' '
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for name in hcdps 'dba(sector=16' 'dba(sector=32' 'dba(sector=64' 'dba(sector=128'; do
    pick table "$name" >"$scratch/$(echo "$name" | tr -dc 'a-z0-9')" || true
done
for name in astar dba hcdps; do
    pick large "$name" | sort -n >"$scratch/large_$name" || true
done

if [ -s "$scratch/hcdps" ]; then
    gnuplot <<END
set terminal svg size 820,420 font "sans-serif,13" background "white"
set output "$out/subgoal_size.svg"
set logscale x
set logscale y
set grid lc rgb "#dddddd"
set xlabel "database, KiB (mean of ten maps)"
set ylabel "above the best path, %"
set key outside right
plot "$scratch/hcdps" using 1:2 with linespoints lw 2 pt 7 title "HCDPS, depth 1 to 4", \
     "$scratch/dbasector16" using 1:2 with linespoints lw 2 pt 5 title "DBA*, sectors of 16", \
     "$scratch/dbasector32" using 1:2 with linespoints lw 2 pt 5 title "DBA*, sectors of 32", \
     "$scratch/dbasector64" using 1:2 with linespoints lw 2 pt 5 title "DBA*, sectors of 64", \
     "$scratch/dbasector128" using 1:2 with linespoints lw 2 pt 5 title "DBA*, sectors of 128"
END
fi
if [ -s "$scratch/large_astar" ]; then
    gnuplot <<END
set terminal svg size 820,380 font "sans-serif,13" background "white"
set output "$out/subgoal_scale.svg"
set logscale x
set logscale y
set grid lc rgb "#dddddd"
set xlabel "million cells"
set ylabel "ns for each move"
set key outside right
plot "$scratch/large_astar" using 1:2 with linespoints lw 2 pt 9 title "A*", \
     "$scratch/large_dba" using 1:2 with points lw 2 pt 5 title "DBA*, sectors of 64", \
     "$scratch/large_hcdps" using 1:2 with points lw 2 pt 7 title "HCDPS, spacing 64"
END
fi
