#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# extending_test.sh: docs/extending.md names every entry of an algorithm's table and every trait, and
# a page without one of them would be noticed.
set -eu

cd "$(dirname "$0")/../.."
page=docs/extending.md

entries=$(awk '
    /^typedef struct wayi_algorithm \{/ { inside = 1; next }
    /^\} wayi_algorithm;/ { inside = 0 }
    !inside || /^ *\/\/\// { next }
    match($0, /\(\*[a-z_]+\)\(/) { print substr($0, RSTART + 2, RLENGTH - 4); next }
    match($0, /[a-z_]+;/) && !/\)/ { print substr($0, RSTART, RLENGTH - 1) }
    ' src/search/trip/algorithm.h)
traits=$(sed -n 's/^ *WAY_TRAIT_\([A-Z_]*\) = .*/\1/p' include/waymark/algorithm.h)

# missing <page>: the names that it does not have in backquotes
missing() {
    for name in $entries $traits; do
        grep -q "\`$name\`" "$1" || echo "$name"
    done
}

count=$(echo "$entries $traits" | wc -w)
if [ "$count" -lt 40 ]; then
    echo "only $count entries and traits found: has the table moved?"
    exit 1
fi
lost=$(missing "$page")
if [ -n "$lost" ]; then
    echo "$page does not name: $lost"
    exit 1
fi
planted=$(mktemp)
trap 'rm -f "$planted"' EXIT
# shellcheck disable=SC2016 # marks of code
sed 's/`outlives`//' "$page" >"$planted"
missing "$planted" | grep -qx outlives || {
    echo "a page without a hook was not noticed"
    exit 1
}
