#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# report_test.sh <waymark> <scratch>: a report is complete and stands alone.
set -eu

waymark=$1
scratch=$2
explorer=$(cd "$(dirname "$0")" && pwd)/data/explorer.html
rm -rf "$scratch"
mkdir -p "$scratch"
failures=0

fail() {
    echo "$*"
    failures=1
}

cd "$scratch"
"$waymark" bench quick --maps 2 --problems 2 --repetitions 1 --algo astar --algo jps --algo dba \
    --algo hcdps --db results.db >/dev/null || fail "bench"
"$waymark" bench incremental --set mazes --problems 4 --repetitions 1 --db results.db >/dev/null ||
    fail "bench"
"$waymark" bench sga --set rts --problems 2 --repetitions 1 --map gen:rts,width=64,height=64 \
    --db results.db >/dev/null || fail "bench"
"$waymark" bench scaling --maps 2 --problems 1 --repetitions 1 --algo astar --algo dba \
    --db results.db >/dev/null || fail "bench"
"$waymark" report --db results.db >out || fail "report"

for words in 'Summary' 'What the papers claim' 'A first look' '| rule |' '| ours |' \
    'undecided' '| algorithm | speedup | trip us |' 'KB: database and one agent' \
    "waymark bench quick --algo astar --algo jps --algo dba --algo hcdps --problems 2" \
    'Commit `' 'Mazes through the fog'; do
    grep -q "$words" waymark-report.md || fail "Markdown lacks: $words"
done
# The explorer's page, with the report and all rows in it, and nothing else changed.
[ ! -e waymark-report.html ] || fail "a page without an explorer"
"$waymark" report --db results.db --html page.html --explorer "$explorer" >/dev/null || fail "no explorer"
sed -n 's/^<script>window.WAYMARK_RESULTS=\({.*\)$/\1/p' page.html | grep -q '^{"markdown": "# Benchmarks' ||
    fail "HTML lacks the report"
for words in '<!doctype html>' '"name": "quick", "tables": {' '"name": "sga"' '"algorithm": "hcdps"' 'let last = 1'; do
    grep -q "$words" page.html || fail "HTML lacks: $words"
done
[ "$(grep -c '</script>' page.html)" -eq 2 ] || fail "a text ends a script"
status=0
"$waymark" report --db results.db --html b.html --explorer results.db >out 2>&1 || status=$?
[ "$status" -eq 3 ] || fail "a file that is no explorer ends with $status"
"$waymark" report --db results.db --suite sga --markdown suite.md >/dev/null ||
    fail "no page of a suite"
grep -q '^# SGA\*, measured$' suite.md || fail "a page is called after its suite"
# Every row of a table has as many cells as its head.
awk -F '|' '/^\|/ { if (!columns) columns = NF; if (NF != columns) bad = 1; next } { columns = 0 }
    END { exit bad }' waymark-report.md || fail "a table of the Markdown is crooked"

# Nothing to report.
"$waymark" bench quick --map nosuch/map --db none.db >/dev/null 2>&1 || true
status=0
"$waymark" report --db results.db --suite gppc >out 2>&1 || status=$?
[ "$status" -eq 1 ] || fail "a suite that was never run ends with $status"
status=0
"$waymark" report --db nosuch.db >out 2>&1 || status=$?
[ "$status" -eq 4 ] || fail "a file that is not there ends with $status"
exit $failures
