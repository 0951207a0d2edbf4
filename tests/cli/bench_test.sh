#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# bench_test.sh <waymark> <json_check> <scratch>: a run that is stopped can be used and goes on;
# runs are compared, and refused if their maps differ; exports have the columns that they promise.
set -eu

waymark=$1
check=$2
scratch=$3
rm -rf "$scratch"
mkdir -p "$scratch"
failures=0

fail() {
    echo "$*"
    failures=1
}

# measure <db> <further options>...
measure() {
    db=$1
    shift
    "$waymark" bench quick --db "$db" --maps 2 --problems 2 --repetitions 1 --algo astar \
        --algo 'dba(sector=32)' "$@" >"$scratch/out" 2>&1
}

# says <code> <words> <what>: the last command ended so and said so.
says() {
    [ "$status" -eq "$1" ] || fail "$3 ends with $status"
    grep -q "$2" "$scratch/out" || fail "$3: $(cat "$scratch/out")"
}

rows() {
    "$waymark" bench export --db "$1" --csv - | wc -l
}

measure "$scratch/whole.db" || fail "a run fails: $(cat "$scratch/out")"
[ "$(rows "$scratch/whole.db")" -eq 9 ] || fail "2 maps x 2 problems x 2 algorithms make 8 rows"

# Exports.
head=$("$waymark" bench export --db "$scratch/whole.db" --csv - | head -n 1)
case $head in
map,scen,experiment_id,path_size,path_length,ref_length,time_cost,20steps_cost,max_step_time,*) ;;
*) fail "the competition's columns do not come first: $head" ;;
esac
"$waymark" bench export --db "$scratch/whole.db" --json - | "$check" || fail "invalid JSON"
"$waymark" report --db "$scratch/whole.db" --json - >"$scratch/claims.json" || fail "claims"
"$check" <"$scratch/claims.json" || fail "invalid JSON of claims"
grep -q '"verdict": "undecided"' "$scratch/claims.json" || fail "claims have no verdicts"

# Stopped from the start (it is told before the first problem is done), then gone on with. Runs are
# told apart by their plan, so the interrupted one has to be the same.
"$waymark" bench quick --db "$scratch/cut.db" --maps 3 --problems 4 --repetitions 5 --algo astar \
    --algo 'dba(sector=32)' --algo 'lsslrta(lookahead=300)' >"$scratch/out" 2>&1 &
pid=$!
sleep 0.2
kill -INT $pid 2>/dev/null || true
status=0
wait $pid || status=$?
# A fast machine may be done by then.
case $status in
0) ;;
130) grep -q 'goes on from here' "$scratch/out" || fail "a stopped run does not say so" ;;
*) fail "a stopped run ends with $status: $(cat "$scratch/out")" ;;
esac
before=$(rows "$scratch/cut.db")
"$waymark" bench quick --db "$scratch/cut.db" --maps 3 --problems 4 --repetitions 5 --algo astar \
    --algo 'dba(sector=32)' --algo 'lsslrta(lookahead=300)' >"$scratch/out" 2>&1 ||
    fail "a run can't go on: $(cat "$scratch/out")"
[ "$(rows "$scratch/cut.db")" -eq 37 ] || fail "after $before rows it did not go on to all 36"

# The same results again: nothing changed.
cp "$scratch/whole.db" "$scratch/again.db"
measure "$scratch/again.db" || fail "a second run fails"
"$waymark" bench compare "$scratch/again.db:1" "$scratch/again.db:2" >"$scratch/out" ||
    fail "the same runs compare as different: $(cat "$scratch/out")"
grep -q '2 maps and 2 algorithms' "$scratch/out" || fail "not all was compared"

# Other maps under the same name are refused.
map=$scratch/data/maps/own/field
mkdir -p "$scratch/data/maps/own"
printf 'type octile\nheight 2\nwidth 4\nmap\n....\n....\n' >"$map.map"
printf 'version 1\n0\tfield.map\t4\t2\t0\t0\t3\t1\t3.41421\n' >"$map.map.scen"
measure "$scratch/a.db" --map own/field --data "$scratch/data" || fail "own maps: $(cat "$scratch/out")"
printf 'type octile\nheight 2\nwidth 4\nmap\n....\n.@..\n' >"$map.map"
measure "$scratch/b.db" --map own/field --data "$scratch/data" || fail "own maps: $(cat "$scratch/out")"
status=0
"$waymark" bench compare "$scratch/a.db" "$scratch/b.db" >"$scratch/out" 2>&1 || status=$?
[ "$status" -eq 1 ] || fail "different maps are compared: $(cat "$scratch/out")"
grep -q 'not the same in both runs' "$scratch/out" || fail "it does not say why"

# Parts make the same rows as the whole, more of them than there are maps, and other builds are refused.
parts=''
for shard in 1 2 3 4 5 6 7; do
    "$waymark" bench quick --problems 1 --counts --shard $shard/7 --db "$scratch/part$shard.db" \
        >"$scratch/out" 2>&1 || fail "shard $shard: $(cat "$scratch/out")"
    parts="$parts $scratch/part$shard.db"
done
"$waymark" bench quick --problems 1 --counts --db "$scratch/one.db" >/dev/null || fail "counts"
# shellcheck disable=SC2086
"$waymark" bench merge --db "$scratch/joined.db" $parts >"$scratch/out" 2>&1 ||
    fail "merge: $(cat "$scratch/out")"
grep -q '  finished .* merged ' "$scratch/out" || fail "not finished: $(cat "$scratch/out")"
for file in one joined; do
    "$waymark" bench export --db "$scratch/$file.db" --csv "$scratch/$file.csv" --no-times
done
cmp "$scratch/one.csv" "$scratch/joined.csv" || fail "parts differ from the whole"
if command -v sqlite3 >/dev/null 2>&1; then
    sqlite3 "$scratch/part1.db" "UPDATE runs SET build = 'other'"
    status=0
    "$waymark" bench merge --db "$scratch/mixed.db" "$scratch/part2.db" "$scratch/part1.db" \
        >"$scratch/out" 2>&1 || status=$?
    [ "$status" -eq 1 ] || fail "another build is joined: $status"
    grep -q 'another build' "$scratch/out" || fail "it does not say why: $(cat "$scratch/out")"
fi

# A saved database runs like the algorithm that made it, on its map only.
rooms=gen:rooms,width=64,height=64,seed
"$waymark" build "$rooms=3" --algo dba --output "$scratch/rooms.way" >/dev/null || fail "build"
"$waymark" bench quick --map "$rooms=3" --database "$scratch/rooms.way" --problems 3 --counts \
    --db "$scratch/saved.db" >"$scratch/out" 2>&1 || fail "database: $(cat "$scratch/out")"
grep -q '^astar .* 3/3' "$scratch/out" || fail "no astar: $(cat "$scratch/out")"
grep -q '^dba(sector=8, .* 3/3' "$scratch/out" ||
    fail "a database does not run: $(cat "$scratch/out")"
"$waymark" bench quick --map "$rooms=4" --database "$scratch/rooms.way" --problems 3 --counts \
    --db "$scratch/other.db" >"$scratch/out" 2>&1 && fail "a database of another map is taken"
grep -q 'rooms.way: the database was made for another map' "$scratch/out" || fail "another map: $(cat "$scratch/out")"

# Where there is nothing it says so.
"$waymark" bench runs --db "$scratch/again.db" --json - | "$check" || fail "runs: invalid JSON"
"$waymark" bench compare "$scratch/again.db:1" "$scratch/again.db:2" --json - | "$check" ||
    fail "compare: invalid JSON"
status=0
"$waymark" bench export --db "$scratch/one.db" --run 99 --csv - >"$scratch/out" 2>&1 || status=$?
says 1 'no run 99' "export of no run"
status=0
measure "$scratch/c.db" --map own/field --map own/none --data "$scratch/data" || status=$?
says 1 'own/none' "a missing map"
status=0
measure "$scratch/d.db" --map gen:caves,height=50x || status=$?
says 3 'height=50x' "a number that is none"

# Something that is no results file.
echo "no database" >"$scratch/text.db"
status=0
measure "$scratch/text.db" || status=$?
[ "$status" -eq 3 ] || fail "a text file is taken for results: $status"
exit $failures
