#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# rules_test.sh <waymark> <scratch>: the page of what papers claim was made by the rules of today, and
# rows of a run that began with other rules are not judged.
set -eu

waymark=$1
scratch=$2
cd "$(dirname "$0")/../.."
rm -rf "$scratch"
mkdir -p "$scratch"
failures=0

"$waymark" report --rules >"$scratch/rules"
[ -s "$scratch/rules" ] || { echo "no rules" && exit 1; }
while read -r suite hash; do
    grep -q "^| $suite | $hash | " docs/reproduction.md || {
        echo "docs/reproduction.md was made by other rules for $suite than $hash: run make reproduction"
        failures=1
    }
    # However long its command is, a run tells what it was made of.
    if grep "^| $suite | $hash | " docs/reproduction.md | grep -v 'finished, .* commit [0-9a-f]'; then
        echo "docs/reproduction.md does not tell the commit of a run of $suite"
        failures=1
    fi
done <"$scratch/rules"

"$waymark" bench discrete --set tiny --problems 3 --counts --db "$scratch/rows.db" >/dev/null
"$waymark" report --claims --db "$scratch/rows.db" --markdown "$scratch/a.md" >/dev/null
grep -q "| discrete | $(sed -n 's/^discrete //p' "$scratch/rules") | " "$scratch/a.md" ||
    { echo "a page does not tell the rules of its run" && failures=1; }
# Another set by itself: each is judged by the last run that has it.
# It is told to the end, though its command is long.
set --
for queue in heap4 bucket binary skew sorted unsorted; do
    set -- "$@" --algo "astar(open=$queue, tie=high_g, fast=on, estimate=space)" \
        --algo "astar(open=$queue, tie=low_g, fast=on, estimate=space)"
done
"$waymark" bench discrete --set scenes --maps 1 --problems 1 --algo astar "$@" --counts \
    --db "$scratch/rows.db" >/dev/null
"$waymark" report --claims --db "$scratch/rows.db" --markdown "$scratch/c.md" >/dev/null
if [ "$(grep -c "^| discrete | $(sed -n 's/^discrete //p' "$scratch/rules") | .*, finished, " "$scratch/c.md")" -ne 2 ] ||
    [ "$(grep 'takes 50 % off the nodes' "$scratch/c.md")" != "$(grep 'takes 50 % off the nodes' "$scratch/a.md")" ]; then
    echo "a run of one set hides that of another"
    failures=1
fi
command -v sqlite3 >/dev/null 2>&1 || exit $failures
sqlite3 "$scratch/rows.db" "UPDATE runs SET rules = 'others'"
for options in "--claims --markdown $scratch/b.md" "--json -"; do
    status=0
    # shellcheck disable=SC2086
    "$waymark" report $options --db "$scratch/rows.db" >"$scratch/out" 2>&1 || status=$?
    if [ "$status" -eq 0 ] || ! grep -q 'rules' "$scratch/out" || [ -e "$scratch/b.md" ]; then
        echo "rows of other rules are judged: $status, $(tail -n 1 "$scratch/out")"
        failures=1
    fi
done
exit $failures
