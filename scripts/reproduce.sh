#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# reproduce.sh <waymark> <results> [options of waymark bench]: runs every suite and writes
# docs/reproduction.md with its pictures. An interrupted run goes on where it was; rows of another
# build or machine are never mixed in, and the page is not written from them.
set -eu

waymark=$1
results=$2
shift 2
cd "$(dirname "$0")/.."
mkdir -p "$(dirname "$results")" docs/pictures/reproduction

for suite in $("$waymark" bench | awk 'NR > 1 { print $1 }'); do
    # Maps that are not there are told of and left out: the page says how many were run.
    status=0
    "$waymark" bench "$suite" --db "$results" "$@" || status=$?
    [ "$status" -le 1 ] || exit "$status"
done

"$waymark" report --db "$results" --one-build --title "What the papers claim, measured again" \
    --html "${results%.db}.html" --markdown docs/reproduction.md \
    --pictures docs/pictures/reproduction
