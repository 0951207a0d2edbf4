#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# reproduce.sh <waymark> <results> [problems]: runs every suite, on so many problems of each map, and
# writes docs/reproduction.md with its pictures. An interrupted run goes on. Without a number all
# problems are run.
set -eu

waymark=$1
results=$2
problems=${3:-}
cd "$(dirname "$0")/.."
mkdir -p "$(dirname "$results")"

# suite <name> <problems>
suite() {
    if [ -n "$problems" ]; then
        "$waymark" bench "$1" --db "$results" --problems "$2"
    else
        "$waymark" bench "$1" --db "$results"
    fi
}

for name in quick dao10 hcdps-table1 dba-figures gat-figures sga-chapter8 gppc scaling; do
    suite "$name" "$problems"
done
# One maze has one problem.
suite dstar-table1 "$((${problems:-1} * 20))"

"$waymark" report --db "$results" --title "What the papers claim, measured again" \
    --html "${results%.db}.html" --markdown docs/reproduction.md \
    --pictures docs/pictures/reproduction
