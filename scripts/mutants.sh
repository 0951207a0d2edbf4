#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# mutants.sh <jobs> [WORD]: puts each fault of tests/mutants/mutants.txt (whose line has WORD in it)
# into a copy of the tree and sees that its test fails. The tests must pass without them first.
set -eu

jobs=$1
word=${2:-}
tree=build/mutants/tree
build=build/mutants/build
list=tests/mutants/mutants.txt

# Only what differs is copied, so that what was built before stays built.
mkdir -p "$tree" "$build"
git ls-files --cached --others --exclude-standard | while read -r file; do
    if [ -f "$file" ] && ! cmp -s "$file" "$tree/$file"; then
        mkdir -p "$tree/$(dirname "$file")"
        cp "$file" "$tree/$file"
    fi
done
cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O2 -g" -DWAYMARK_BUILD_BENCH=OFF -DWAYMARK_BUILD_CLI=OFF \
    -DWAYMARK_BUILD_EXAMPLES=OFF >"$build.log"

# run TEST ONLY: whether a test passes. A minute is plenty; a mutant may well never end.
run() {
    (cd "$tree" && WAYMARK_ONLY="$2" timeout 120 "../build/tests/$1" >../run.log 2>&1)
}

echo "| fault | file | caught by |"
echo "|---|---|---|"
missed=0
count=0
while IFS= read -r fault; do
    case $fault in '' | '#'*) continue ;; esac
    IFS= read -r file && IFS= read -r from && IFS= read -r to && IFS= read -r where
    case $fault in *"$word"*) ;; *) continue ;; esac
    test=${where%% *}
    only=${where#* }
    count=$((count + 1))
    if ! ninja -C "$build" -j "$jobs" "$test" >"$build.log" 2>&1; then
        cat "$build.log" >&2
        exit 1
    fi
    if ! run "$test" "$only"; then
        echo "mutants: $test fails without any fault; see build/mutants/run.log" >&2
        exit 1
    fi
    cp "$tree/$file" build/mutants/original
    from=$from to=$to awk 'BEGIN { from = ENVIRON["from"]; to = ENVIRON["to"] }
        $0 == from { hits++; print to; next }
        { print }
        END { exit hits > 0 ? 0 : 3 }' build/mutants/original >"$tree/$file" || {
        echo "mutants: no such line in $file any more: $from" >&2
        exit 1
    }
    if ! ninja -C "$build" -j "$jobs" "$test" >"$build.log" 2>&1; then
        cat "$build.log" >&2
        echo "mutants: $fault: does not build" >&2
        exit 1
    fi
    if run "$test" "$only"; then
        echo "| $fault | \`$file\` | **nobody** |"
        missed=$((missed + 1))
    else
        echo "| $fault | \`$file\` | \`$test\` ($only) |"
    fi
    cp build/mutants/original "$tree/$file"
done <"$list"
echo
echo "$((count - missed)) of $count faults were caught."
[ "$missed" -eq 0 ]
