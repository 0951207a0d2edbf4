#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# peers_test.sh <waymark> <scratch>: programs of other people's libraries are asked like contenders of our
# own; wrong paths, and programs that end or are not there, are seen.
set -eu

waymark=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/peers"
failures=0

# peer <name> <head> <answer>: a program that says so to a map, and to every question.
peer() {
    {
        echo '#!/bin/sh'
        echo 'read -r word width height'
        # shellcheck disable=SC2016
        echo 'while [ "$height" -gt 0 ]; do read -r row; height=$((height - 1)); done'
        echo "echo '$2'"
        echo "while read -r word x y to_x to_y; do echo \"$3\"; done"
    } >"$scratch/peers/$1"
    chmod +x "$scratch/peers/$1"
}
peer right 'ready 0.5 1000' 'path 0.25 3000 4 0 0 1 1 2 2 3 3'
peer jumps 'ready 0.5 1000' 'path 0.25 3000 2 0 0 3 3'
peer denies 'ready 0.5 1000' 'path 0.25 3000 0'
peer cuts 'ready 0.5 1000 cuts' 'path 0.25 3000 4 0 0 1 1 2 2 3 3'
peer silent 'hello' 'path'
peer babbles 'ready 0.5 1000' 'nonsense'
printf 'type octile\nheight 4\nwidth 4\nmap\n....\n....\n....\n....\n' >"$scratch/free.map"
printf 'version 1\n0\tfree.map\t4\t4\t0\t0\t3\t3\t4.24264069\n' >"$scratch/free.map.scen"

# expect <code> <needle> <peer>
expect() {
    status=0
    "$waymark" bench "$scratch/free.map" --algo astar --algo "peer:$3" --peers "$scratch/peers" \
        --repetitions 2 --db "$scratch/$3.db" >"$scratch/out" 2>&1 || status=$?
    if [ "$status" -ne "$1" ] || ! grep -q -e "$2" "$scratch/out"; then
        echo "peer $3: ends with $status, not $1, or does not say '$2':"
        cat "$scratch/out"
        failures=1
    fi
}
expect 0 '^peer:right .*1/1 .*0.00% .* 250 ms  *250 ms .* 500 ms .* 2.0 KiB' right
expect 1 'peer:jumps gives a walk that is no path' jumps
expect 1 'peer:denies denies that there is a path' denies
expect 0 '^peer:cuts  *1/1  *1  *0  *0 ' cuts
expect 1 'peer:silent: ' silent
expect 1 'peer:babbles: the program ended' babbles
expect 1 'there is no program .*nobody' nobody
exit $failures
