#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# killed_test.sh <waymark> <die> <scratch>: a run that is killed at any call that changes its store,
# before that call or amid a write, leaves a file that can be read; the same command goes on, and
# the rows in the end are those of a run that nobody killed.
set -eu

waymark=$1
die=$2
scratch=$3
step=23 # calls between one death and the next
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

measure() {
    "$waymark" bench quick --counts --problems 2 --algo astar --algo jps --db "$1" \
        --map gen:caves,width=32,height=32 --map gen:rooms,width=32,height=32 >out 2>&1
}

rows() {
    "$waymark" bench export --db "$1" --no-times --csv - >"$1.csv" 2>out || { cat out; exit 1; }
}

# killed <call> <db>: whether the run was killed there.
killed() {
    status=0
    DIE_AT=$1 LD_PRELOAD=$die measure "$2" || status=$?
    [ "$status" -eq 9 ] || [ "$status" -eq 0 ] || { cat out; exit 1; }
    [ "$status" -eq 9 ]
}

measure whole.db
rows whole.db
[ "$(wc -l <whole.db.csv)" -eq 9 ]
deaths=0
call=1
while rm -f cut.db*; killed "$call" cut.db; do
    deaths=$((deaths + 1))
    case $deaths in *[05]) killed 7 cut.db || true ;; esac
    measure cut.db || { cat out; echo "does not go on after call $call"; exit 1; }
    rows cut.db
    cmp whole.db.csv cut.db.csv || { echo "other rows after call $call"; exit 1; }
    if [ $((deaths % 2)) -eq 1 ]; then export DIE_TORN=1; else unset DIE_TORN; fi
    call=$((call + step))
done
[ "$deaths" -gt 8 ] || { echo "only $deaths deaths: does $die work?"; exit 1; }
echo "$deaths deaths, nothing lost"
