#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# bench_same.sh <waymark> <runs> [options of waymark bench quick]: the same build measured again and again,
# each run, a process of its own, compared with the one before. 30 runs take some three minutes on an idle
# core and give about 500 intervals, enough to tell 5 % from 7 %. One in twenty of the 95 % intervals may
# leave out 1.00, and nobody should be told to be slower (--fail-above 5). Ends with 1 if more than 7 % do,
# or somebody is. KEEP=DIR keeps the runs there, to be compared by another rule.
set -eu

waymark=$1
runs=$2
shift 2
[ $# -gt 0 ] || set -- -j 1 --problems 4 # most of a run is preparing: once, and by one worker
scratch=${KEEP:-$(mktemp -d)}
mkdir -p "$scratch"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$scratch"' EXIT

accused=0
: >"$scratch/pairs"
for run in $(seq "$runs"); do
    "$waymark" bench quick --db "$scratch/$run.db" "$@" >/dev/null
    [ "$run" -gt 1 ] || continue
    "$waymark" bench compare "$scratch/$((run - 1)).db" "$scratch/$run.db" --fail-above 5 \
        --json "$scratch/pair.json" >/dev/null || accused=$((accused + 1))
    # A pair for each algorithm: the ratio and its interval.
    tr -d ' ,"' <"$scratch/pair.json" | awk -F: '
        $1 == "low" { low = $2 }
        $1 == "high" { print low, $2 }' >>"$scratch/pairs"
done
awk -v accused="$accused" -v runs="$runs" '
    $1 > 1 || $2 < 1 { out++ }
    END {
        printf "%d comparisons, %d intervals: %d leave out 1.00 (%.1f %%); %d comparisons accuse somebody\n",
            runs - 1, NR, out, NR ? 100 * out / NR : 0, accused
        exit !(NR && out <= 0.07 * NR && !accused)
    }' "$scratch/pairs"
