#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# report_test.sh <waymark> <scratch>: a report is complete and stands alone.
set -eu

waymark=$1
scratch=$2
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
for words in '<!doctype html>' '<style>' '<table>' 'prefers-color-scheme:dark' 'aria-sort' \
    'Filter rows'; do
    grep -q "$words" waymark-report.html || fail "HTML lacks: $words"
done
"$waymark" report --db results.db --suite sga --markdown suite.md --html suite.html >/dev/null ||
    fail "no page of a suite"
grep -q '^# SGA\*, measured$' suite.md || fail "a page is called after its suite"
# Nothing that has to be fetched.
if grep -q 'src="\|href="[^#]' waymark-report.html; then fail "HTML refers to other files"; fi
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
