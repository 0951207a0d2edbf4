#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# bench_answers_test.sh <waymark> <scratch>: what `waymark bench` answers to orders that it can't
# carry out: its exit code, and whether it names the file and line at fault. Maps of one's own run
# by their folder or file. Merging what is there already changes nothing.
set -u

waymark=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/data/maps/own" "$scratch/folder/deep" "$scratch/apart" "$scratch/broken"
own=$scratch/data/maps/own
caves=gen:caves,width=48,height=48,seed
few="--problems 2 --repetitions 1"
failures=0
count=0

# expect <code> <needle> <what> <words>...: the code that it ends with, what it says somewhere.
expect() {
    code=$1 needle=$2 what=$3
    shift 3
    count=$((count + 1))
    "$waymark" bench "$@" --db "$scratch/$count.db" >"$scratch/out" 2>&1 </dev/null
    status=$?
    if [ $status -ne "$code" ] || ! grep -q -e "$needle" "$scratch/out"; then
        echo "$what: ends with $status, not $code, or does not say '$needle':"
        sed 's/^/    /' "$scratch/out"
        failures=1
    fi
}

# on <name> <words>...: a suite on a map of the data.
on() {
    name=$1
    shift
    # shellcheck disable=SC2086
    expect "$@" quick --data "$scratch/data" --map "own/$name" $few --algo astar
}

# scene <path without .map> <lines of the scenario>
scene() {
    printf 'type octile\nheight 4\nwidth 4\nmap\n....\n....\n....\n....\n' >"$1.map"
    printf 'version 1\n%b' "$2" >"$1.map.scen"
}

# shellcheck disable=SC2086
{
    expect 0 '2/2' "a right order" quick --map $caves=1 $few --algo astar
    expect 2 nosuch "no such algorithm" quick --map $caves=1 $few --algo nosuch
    expect 2 nosuch "one of two is no algorithm" quick --map $caves=1 $few --algo astar --algo nosuch
    expect 2 opne "a misspelt parameter" quick --map $caves=1 $few --algo 'astar(opne=binary)'
    expect 2 binry "a misspelt value" quick --map $caves=1 $few --algo 'astar(open=binry)'
    expect 2 'at the end' "a bracket missing" quick --map $caves=1 $few --algo 'astar(open=binary'
    expect 2 2500 "a value out of range" quick --map $caves=1 $few --algo 'cpd(cells=10)'
    expect 1 'cpd(cells=2500): ' "an algorithm that can't be prepared for the map" quick \
        --map gen:caves,width=128,height=128,seed=1 $few --algo 'cpd(cells=2500)'
    expect 0 '' "a shard without a map" quick --map $caves=1 $few --algo astar --shard 2/2
    expect 4 nosuch "a missing map alone" quick --map own/nosuch $few --algo astar
    expect 1 nosuch "a missing map among others" quick --map own/nosuch --map $caves=1 $few --algo astar
    expect 2 nosuite "no such suite" nosuite
    expect 2 nosuch "no such set" quick --set nosuch
    expect 2 'name a folder' "maps of one's own without a name" own
}

scene "$own/empty" ''
on empty 3 'own/empty.map.scen: ' "an empty scenario"
scene "$own/length" '0\tlength.map\t4\t4\t0\t0\t3\t3\tx\n'
on length 3 'own/length.map.scen:2:26: ' "line 2 of a scenario malformed"
scene "$own/outside" '0\toutside.map\t9\t9\t0\t0\t8\t8\t12\n'
on outside 3 'own/outside.map.scen:2: ' "a problem outside the map"
scene "$own/lie" '0\tlie.map\t4\t4\t0\t0\t3\t3\t4.24264069\n0\tlie.map\t4\t4\t0\t0\t0\t3\t99\n'
on lie 1 'own/lie.map.scen:3: .* 99, but the shortest path is 3' "a published length that is wrong"
scene "$own/short" '0\tshort.map\t4\t4\t0\t0\t3\t3\t4.24264069\n'
printf 'type octile\nheight 4\nwidth 4\nmap\n....\n..\n' >"$own/short.map"
on short 3 'own/short.map:6:3: ' "line 6 of a map malformed"

# Maps of one's own: a folder with folders, with scenarios and without, and scenarios elsewhere.
right='0\tany.map\t4\t4\t0\t0\t3\t3\t4.24264069\n'
wrong='0\tany.map\t4\t4\t0\t0\t3\t3\t5\n'
scene "$scratch/folder/one" "$right"
scene "$scratch/folder/deep/two" "$right"
mv "$scratch/folder/deep/two.map.scen" "$scratch/folder/deep/two.scen"
# shellcheck disable=SC2086
{
    expect 0 '2/2' "a folder of one's own" "$scratch/folder" $few --algo astar
    expect 0 '1/1' "a map by its file" "$scratch/folder/one.map" $few --algo astar
    expect 0 '1/1' "a scenario by its file" "$scratch/folder/one.map.scen" $few --algo astar
    expect 0 '2/2' "two files" "$scratch/folder/one.map" "$scratch/folder/deep/two.map" $few --algo jps
    expect 0 '1/1' "a map by its file, in a suite" quick --map "$scratch/folder/one.map" $few --algo astar
    scene "$scratch/apart/one" "$wrong"
    rm "$scratch/apart/one.map"
    expect 1 'apart/one.map.scen:2: ' "scenarios in a folder" "$scratch/folder/one.map" \
        --scen "$scratch/apart" $few --algo astar
    expect 1 'apart/one.map.scen:2: ' "a scenario that is named" "$scratch/folder/one.map" \
        --scen "$scratch/apart/one.map.scen" $few --algo astar
    scene "$scratch/broken/a" "$right"
    scene "$scratch/broken/b" "$right"
    scene "$scratch/broken/c" "$right"
    sed -i '6s/.*/.q../' "$scratch/broken/a.map"
    expect 1 'a.map:6:2: ' "a map of several malformed: named" "$scratch/broken" $few --algo astar
    expect 1 'astar .* 2/2' "... and the others measured" "$scratch/broken" $few --algo astar
    rm "$scratch/broken/a.map"
    expect 1 'broken/any.map: ' "a scenario whose map is not there" "$scratch/broken" $few --algo astar
    sed -i '6s/.*/.q../' "$scratch/broken/b.map" "$scratch/broken/c.map"
    expect 3 'c.map:6:2: ' "all of them refused" "$scratch/broken/b.map" "$scratch/broken/c.map" $few
    expect 4 'apart/two.scen: ' "a scenario that is not there" "$scratch/folder/deep/two.map" \
        --scen "$scratch/apart" $few --algo astar
    rm "$scratch/folder/one.map.scen"
    expect 0 '2/2' "a map without a scenario" "$scratch/folder/one.map" $few --algo astar
    expect 4 'none.map: ' "a file that is not there" "$scratch/folder/none.map" $few --algo astar
    expect 3 'no .map files' "a folder without maps" "$scratch/apart" $few --algo astar
    expect 2 'quick' "a folder and a suite" "$scratch/folder" quick $few --algo astar
}

# Who did not solve all problems can't be on the front.
# shellcheck disable=SC2086
expect 0 '^idastar(limit=10)  *0/2' "nothing solved, not on the front" quick --map $caves=1 $few \
    --algo astar --algo 'idastar(limit=10)'

# Two shards, merged in every order and again.
order="quick --map $caves=1 --map $caves=2 $few --algo astar --algo jps"
for shard in 1 2; do
    # shellcheck disable=SC2086
    "$waymark" bench $order --shard $shard/2 --db "$scratch/part$shard.db" >/dev/null || failures=1
done
# joined <file> <what> <parts>...: it has one run, finished, with all rows.
joined() {
    file=$scratch/$1.db what=$2
    shift 2
    [ $# -eq 0 ] || "$waymark" bench merge --db "$file" "$@" >"$scratch/out" 2>&1 || failures=1
    "$waymark" bench runs --db "$file" >"$scratch/runs"
    "$waymark" bench export --db "$file" --csv "$scratch/rows.csv" --no-times >/dev/null 2>&1
    if [ "$(wc -l <"$scratch/runs")" -ne 2 ] || ! grep -q '  finished ' "$scratch/runs" ||
        [ "$(wc -l <"$scratch/rows.csv")" -ne 9 ]; then
        echo "$what: not one finished run of 8 rows:"
        cat "$scratch/runs"
        failures=1
    fi
}
joined all "both shards" "$scratch/part1.db" "$scratch/part2.db"
joined all "the first again" "$scratch/part1.db"
joined all "both again" "$scratch/part1.db" "$scratch/part2.db"
joined twice "a shard twice before the other" "$scratch/part1.db" "$scratch/part1.db" "$scratch/part2.db"
cp "$scratch/part1.db" "$scratch/copy.db"
joined copy "the second into the file of the first" "$scratch/part2.db"
joined copy "what was joined, again" "$scratch/all.db"
"$waymark" bench merge --db "$scratch/all.db" "$scratch/all.db" >"$scratch/out" 2>&1
status=$?
if [ $status -ne 1 ] || ! grep -q 'into itself' "$scratch/out"; then
    echo "a file into itself: $status, $(cat "$scratch/out")"
    failures=1
fi
joined all "after the refusal"

# Half of a run can be exported, but says that it is half.
"$waymark" bench merge --db "$scratch/half.db" "$scratch/part1.db" >/dev/null 2>&1
"$waymark" bench export --db "$scratch/half.db" --csv "$scratch/rows.csv" >"$scratch/out" 2>&1
status=$?
if [ $status -ne 1 ] || ! grep -q 'not finished' "$scratch/out"; then
    echo "an unfinished run is exported: $status, $(cat "$scratch/out")"
    failures=1
fi
exit $failures
