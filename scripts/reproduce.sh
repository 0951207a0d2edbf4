#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# reproduce.sh <waymark> <results> <processes> [options of waymark bench]: runs the suites by
# the plan below, or those of them that SUITES names, so many shards of a suite at once, every one on a
# processor of its own; then writes docs/reproduction.md and the page of every suite from the
# rows, also of suites that were cut short: by a limit of their own, by that of all of them (MINUTES), or
# by Ctrl-C. The same command goes on where it was; rows of another build or machine are never mixed in,
# and no page is written from them. WHOLE=1 runs all problems without limits; options replace the plan's,
# and need results of their own, as WHOLE does.
set -eu

waymark=$1
results=$2
processes=$3
shift 3
cd "$(dirname "$0")/.."
mkdir -p "$(dirname "$results")" docs/bench
part=${results%.db}-$(cksum <"$waymark" | cut -d ' ' -f 1)

# suite, one problem of how many, minutes at most on two processors. The rule: every map of a set that a claim
# is judged by is measured, and the papers' own sets are whole (subgoal, sga, gat: all levels, puzzles and
# problems; all 5,000 mazes, those of D* Lite's table on each); sets that no claim is about are thinned out
# until every map of theirs is measured. Limits are for what hangs: suites are done well within them. gat
# comes last and takes what is left: one limit of expansions for all makes those who never arrive dear.
# dao10 and beacon have all processors: one process, whose databases are made by one worker and by all, and
# whose caches nobody else shares.
plan='subgoal 1 30
sga 1 4
hierarchical 2 5
discrete 4 4
incremental 10 12
dao10 1 4
gppc 10 9
scaling 5 2
realtime 10 3
worlds 1 3
estimates 4 2
kernels 1 3
quick 1 2
beacon 4 8
living 1 8
world 1 10
ground 1 3
mesh 4 4
gat 1 70'
end=$(($(date +%s) + ${MINUTES:-150} * 60))

# finished <file> <suite>: whether the file has a run of it that came to its end.
finished() {
    "$waymark" bench runs --db "$1" 2>/dev/null |
        awk -v suite="$2" '$2 == suite && $4 == "finished" { found = 1 } END { exit !found }'
}

# shard <suite> <one in> <seconds> <number> <options>...: maps that are not there are told of and left
# out (1), and so is a suite that has none (4); who takes too long is stopped (124).
shard() {
    suite=$1
    one_in=$2
    seconds=$3
    number=$4
    shift 4
    status=0
    ! finished "$part-$number.db" "$suite" || return 0
    [ $# -gt 0 ] || [ -n "${WHOLE:-}" ] || set -- --one-in "$one_in"
    cores=$((number - 1))
    [ "$lanes" -gt 1 ] || cores=0-$((processes - 1))
    timeout --foreground -s INT "$seconds" taskset -c "$cores" "$waymark" bench "$suite" \
        --shard "$number/$lanes" --db "$part-$number.db" -j $((processes / lanes)) "$@" \
        >"$part-$number.log" 2>&1 || status=$?
    case $status in
    0 | 1) ;;
    4) tail -n 1 "$part-$number.log" ;;
    124) echo "reproduce: $suite was cut short after $seconds seconds; run again to go on" ;;
    130) exit 130 ;;
    *) cat "$part-$number.log" && exit "$status" ;;
    esac
}

# Ctrl-C stops the shards, which lose nothing; the pages are written all the same.
stopped=
trap 'stopped=1' INT
printf '%s\n' "$plan" >"$part.plan"
while read -r suite one_in minutes; do
    case " ${SUITES:-$suite} " in
    *" $suite "*) ;;
    *) continue ;;
    esac
    [ -z "$stopped" ] || break
    echo "reproduce: $suite, $(date -u +%H:%M:%S)"
    left=$((end - $(date +%s)))
    seconds=$((minutes * 60 < left ? minutes * 60 : left))
    if [ -n "${WHOLE:-}" ]; then
        seconds=0
    elif [ "$seconds" -le 0 ]; then
        echo "reproduce: no time is left for $suite"
        continue
    fi
    case $suite in
    dao10 | beacon) lanes=1 ;;
    *) lanes=$processes ;;
    esac
    jobs=
    for number in $(seq "$lanes"); do
        shard "$suite" "$one_in" "$seconds" "$number" "$@" </dev/null &
        jobs="$jobs $!"
    done
    for job in $jobs; do
        status=0
        wait "$job" || status=$?
        # A signal ends the first wait; the shards take a moment longer.
        [ -z "$stopped" ] || wait "$job" || status=0
        [ "$status" -eq 0 ] || [ -n "$stopped" ] || exit "$status"
    done
done <"$part.plan"
rm -f "$results" "$part.plan"
"$waymark" bench merge --db "$results" "$part"-*.db

"$waymark" report --db "$results" --one-build --claims --title "What the papers claim, measured again" \
    --markdown docs/reproduction.md
for suite in $("$waymark" bench runs --db "$results" | awk 'NR > 1 { print $2 }' | sort -u); do
    [ "$suite" = quick ] || "$waymark" report --suite "$suite" --db "$results" \
        --markdown "docs/bench/$suite.md"
    if [ -f "docs/bench/$suite.md" ] && ! grep -q "(bench/$suite.md)" docs/README.md; then
        sed -i "s|(bench/gat.md)|&, [$suite](bench/$suite.md)|" docs/README.md
    fi
done
sh scripts/make_docs.sh "$waymark" # figures of README.md
# What the site's explorer shows, of the same build.
for suite in quick dao10; do
    run=$("$waymark" bench runs --db "$results" | awk -v suite=$suite '$2 == suite { print $1 }')
    if [ -n "$run" ] && command -v node >/dev/null 2>&1; then
        "$waymark" bench export --db "$results" --run "$run" --json "$part-$suite.json"
        every=$([ $suite = quick ] && echo 1 || echo 10)
        node web/scripts/pack_results.mjs "$part-$suite.json" "web/results/$suite.json" "$every"
    fi
done
echo "reproduce: pages written, $(date -u +%H:%M:%S)"
