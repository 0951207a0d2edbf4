#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# reproduce.sh <waymark> <results> <processes> [options of waymark bench]: runs every suite, or those
# that SUITES names, so many shards of it at once, each on a processor of its own; then writes docs/reproduction.md and the page
# of every suite from the rows. An interrupted run goes on where it was; rows of another build or
# machine are never mixed in, and no page is written from them. Options that change what is run need
# results of their own.
set -eu

waymark=$1
results=$2
processes=$3
shift 3
cd "$(dirname "$0")/.."
mkdir -p "$(dirname "$results")" docs/pictures/reproduction docs/bench/pictures
part=${results%.db}-$(cksum <"$waymark" | cut -d ' ' -f 1)

# shard <suite> <number> <options>...: maps that are not there are told of and left out (1), and so is a
# suite that has none (4).
shard() {
    suite=$1
    number=$2
    shift 2
    status=0
    if "$waymark" bench runs --db "$part-$number.db" 2>/dev/null |
        awk -v suite="$suite" '$2 == suite && $4 == "finished" { found = 1 } END { exit !found }'; then
        return
    fi
    taskset -c $((number - 1)) "$waymark" bench "$suite" --shard "$number/$processes" \
        --db "$part-$number.db" -j 1 "$@" >"$part-$number.log" 2>&1 || status=$?
    case $status in
    0 | 1) ;;
    4) tail -n 1 "$part-$number.log" ;;
    *) cat "$part-$number.log" && exit "$status" ;;
    esac
}

suites=${SUITES:-$("$waymark" bench | awk 'NR > 1 { print $1 }')}
for suite in $suites; do
    echo "reproduce: $suite"
    jobs=
    for number in $(seq "$processes"); do
        shard "$suite" "$number" "$@" &
        jobs="$jobs $!"
    done
    for job in $jobs; do
        wait "$job"
    done
done
rm -f "$results"
"$waymark" bench merge --db "$results" "$part"-[0-9]*.db

"$waymark" report --db "$results" --one-build --title "What the papers claim, measured again" \
    --html "$part.html" --markdown docs/reproduction.md --pictures docs/pictures/reproduction
for suite in $suites; do
    [ "$suite" = quick ] || "$waymark" report --suite "$suite" --db "$results" \
        --html "$part-$suite.html" --markdown "docs/bench/$suite.md" --pictures docs/bench/pictures
done
