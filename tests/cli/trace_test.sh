#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# trace_test.sh <waymark> <json_check> <scratch>: traces keep to the search trace format 1.4.0, in
# JSON and in YAML, and tell what the search did.
set -eu

waymark=$1
check=$2
scratch=$3
cd "$(dirname "$0")/../.."
rm -rf "$scratch"
mkdir -p "$scratch"
failures=0

fail() {
    echo "$*"
    failures=1
}

# One event a line, as "type id pId x y g f", from either notation.
events() {
    sed -n 's/^ *\(- \)\{0,1\}{"\{0,1\}type"\{0,1\}: "\{0,1\}\([a-z]*\)"\{0,1\}, "\{0,1\}id"\{0,1\}: \([0-9]*\), "\{0,1\}pId"\{0,1\}: \([0-9a-z]*\), "\{0,1\}x"\{0,1\}: \([0-9]*\), "\{0,1\}y"\{0,1\}: \([0-9]*\), "\{0,1\}g"\{0,1\}: \([0-9]*\), "\{0,1\}f"\{0,1\}: \([0-9]*\)},\{0,1\}$/\2 \3 \4 \5 \6 \7 \8/p' "$1"
}

# The rules of a trace: ends first, ids that fit their cells, parents that were met before, and a
# path from the source to the end.
judge() {
    events "$1" | awk -v width="$2" '
        NR == 1 && $1 != "source" { print "the source does not come first"; bad = 1 }
        NR == 2 && $1 != "destination" { print "the destination does not come second"; bad = 1 }
        $1 !~ /^(source|destination|opening|expanding|closing|updating|moving|learning|solution|end)$/ {
            print "unknown type " $1; bad = 1
        }
        $2 != $5 * width + $4 { print "id " $2 " is not the cell " $4 "," $5; bad = 1 }
        $3 != "null" && !($3 in met) { print "the parent " $3 " of " $2 " was never met"; bad = 1 }
        $1 == "opening" && opened[$2]++ { print $2 " is opened twice"; bad = 1 }
        $1 == "updating" && !($2 in met) { print $2 " is updated before it is met"; bad = 1 }
        $1 == "closing" && $2 != expanded { print $2 " is closed but not expanded"; bad = 1 }
        $1 == "expanding" { expanded = $2 }
        { met[$2] = 1; count[$1]++ }
        $1 == "source" { source = $2 }
        $1 == "destination" { goal = $2 }
        $1 == "solution" && $3 == "null" && $2 != source { print "the path starts elsewhere"; bad = 1 }
        $1 == "end" && $2 != goal { print "the path ends elsewhere"; bad = 1 }
        END {
            if (count["end"] != 1) { print count["end"] + 0 " ends"; bad = 1 }
            if (count["expanding"] != count["closing"]) { print "not all is closed"; bad = 1 }
            if (!count["expanding"]) { print "nothing was expanded"; bad = 1 }
            exit bad
        }' || fail "$1 is no good trace"
}

map=tests/cli/data/small.map
width=$(awk '/^width/ { print $2 }' "$map")
for algo in astar jps 'lsslrta(lookahead=3)' dijkstra; do
    "$waymark" find "$map" --from 0,0 --to 11,7 --algo "$algo" --trace "$scratch/a.json" \
        >"$scratch/out" || fail "$algo: $(cat "$scratch/out")"
    "$check" <"$scratch/a.json" || fail "$algo: invalid JSON"
    grep -q '"version": "1.4.0"' "$scratch/a.json" || fail "no version"
    grep -q '"views": {"main": \[{"\$": "rect"' "$scratch/a.json" || fail "no view"
    judge "$scratch/a.json" "$width"
    "$waymark" find "$map" --from 0,0 --to 11,7 --algo "$algo" --trace "$scratch/a.yaml" >/dev/null
    head -n 1 "$scratch/a.yaml" | grep -qx 'version: 1.4.0' || fail "YAML: no version"
    grep -qx '    - \$: rect' "$scratch/a.yaml" || fail "YAML: no view"
    judge "$scratch/a.yaml" "$width"
    events "$scratch/a.json" >"$scratch/json"
    events "$scratch/a.yaml" | cmp -s - "$scratch/json" || fail "$algo: JSON and YAML differ"
done

# As many expansions as the search counts.
"$waymark" find scene:manor --algo astar --trace "$scratch/m.yaml" --json >"$scratch/found"
told=$(sed -n 's/.*"expansions": \([0-9]*\).*/\1/p' "$scratch/found")
seen=$(events "$scratch/m.yaml" | grep -c '^expanding')
[ "$told" -eq "$seen" ] || fail "$told expansions, $seen in the trace"

# A folder that is not there.
status=0
"$waymark" find "$map" --from 0,0 --to 11,7 --trace "$scratch/no/such/a.json" 2>/dev/null || status=$?
[ "$status" -eq 4 ] || fail "a trace that can't be written ends with $status"
exit $failures
