#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# reproduce.sh <waymark> <results> <processes> [options of waymark bench]: runs the suites by the plan
# below, or those of them that SUITES names, so many shards of each at once, every one on a processor of
# its own; then writes docs/reproduction.md and the page of every suite from the rows, also of suites
# that were cut short, by their limit or by Ctrl-C. The same command goes on where it was; rows of
# another build or machine are never mixed in, and no page is written from them. WHOLE=1 runs all
# problems without limits; options replace the plan's, and need results of their own, as WHOLE does.
set -eu

waymark=$1
results=$2
processes=$3
shift 3
cd "$(dirname "$0")/.."
mkdir -p "$(dirname "$results")" docs/pictures/reproduction docs/bench/pictures
part=${results%.db}-$(cksum <"$waymark" | cut -d ' ' -f 1)

# suite, one problem of how many, minutes at most. The papers' own sets come first. The mazes of the
# paper are 5,000, of which these are a fifth; the rest is short of problems, not of maps.
plan='subgoal 1 9
sga 1 4
hierarchical 2 4
discrete 4 3
incremental 5 6
gat 5 14
dao10 10 2
gppc 10 2
scaling 5 2
realtime 10 3
worlds 1 3
quick 2 1'

# shard <suite> <one in> <minutes> <number> <options>...: maps that are not there are told of and left
# out (1), and so is a suite that has none (4); who takes too long is stopped (124).
shard() {
    suite=$1
    one_in=$2
    minutes=$3
    number=$4
    shift 4
    status=0
    if "$waymark" bench runs --db "$part-$number.db" 2>/dev/null |
        awk -v suite="$suite" '$2 == suite && $4 == "finished" { found = 1 } END { exit !found }'; then
        return
    fi
    [ $# -gt 0 ] || [ -n "${WHOLE:-}" ] || set -- --one-in "$one_in"
    [ -z "${WHOLE:-}" ] || minutes=0
    timeout -s INT "${minutes}m" taskset -c $((number - 1)) "$waymark" bench "$suite" \
        --shard "$number/$processes" --db "$part-$number.db" -j 1 "$@" \
        >"$part-$number.log" 2>&1 || status=$?
    case $status in
    0 | 1) ;;
    4) tail -n 1 "$part-$number.log" ;;
    124) echo "reproduce: $suite was cut short after $minutes minutes; run again to go on" ;;
    130) exit 130 ;;
    *) cat "$part-$number.log" && exit "$status" ;;
    esac
}

# Ctrl-C stops the shards, which lose nothing; the pages are written all the same.
stopped=
trap 'stopped=1' INT
printf '%s\n' "$plan" >"$part.plan"
suites=
while read -r suite one_in minutes; do
    case " ${SUITES:-$suite} " in
    *" $suite "*) ;;
    *) continue ;;
    esac
    [ -z "$stopped" ] || break
    echo "reproduce: $suite, $(date -u +%H:%M:%S)"
    suites="$suites $suite"
    jobs=
    for number in $(seq "$processes"); do
        shard "$suite" "$one_in" "$minutes" "$number" "$@" </dev/null &
        jobs="$jobs $!"
    done
    for job in $jobs; do
        status=0
        wait "$job" || status=$?
        [ "$status" -eq 0 ] || [ -n "$stopped" ] || exit "$status"
    done
done <"$part.plan"
rm -f "$results" "$part.plan"
"$waymark" bench merge --db "$results" "$part"-[0-9]*.db

"$waymark" report --db "$results" --one-build --title "What the papers claim, measured again" \
    --html "$part.html" --markdown docs/reproduction.md --pictures docs/pictures/reproduction
for suite in $suites; do
    [ "$suite" = quick ] || "$waymark" report --suite "$suite" --db "$results" \
        --html "$part-$suite.html" --markdown "docs/bench/$suite.md" --pictures docs/bench/pictures
done
echo "reproduce: pages written, $(date -u +%H:%M:%S)"
