#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# amalgamation_test.sh <root> <cc> <scratch>: the library as one file compiles without a complaint,
# which means that no two of its files give different things the same name.
set -eu

root=$1
cc=$2
scratch=$3
check() { # <option> <algorithms>
    # shellcheck disable=SC2086 # none or one word
    sh "$root/scripts/amalgamate.sh" $1 "$scratch" "$2"
    "$cc" -std=c17 -Wall -Wextra -Werror -fsyntax-only "$scratch/waymark.c"
}
check --lab ""
grep -q wayi_algorithm_rtaa "$scratch/waymark.c"
check "" ""
if grep -q 'wayi_algorithm_rtaa\|way_platform' "$scratch/waymark.c" "$scratch/waymark.h"; then
    echo "something of the laboratory is in the library"
    exit 1
fi
check "" "astar;jps"
whole=$(sh "$root/scripts/amalgamate.sh" --lab "$scratch" "" && wc -c <"$scratch/waymark.c")

# Maps and paths alone: at most a quarter of it, with all that its header declares.
check --paths "astar jps"
[ $(($(wc -c <"$scratch/waymark.c") * 4)) -le "$whole" ] ||
    { echo "maps and paths take $(wc -c <"$scratch/waymark.c") bytes of $whole" && exit 1; }
{
    sed 's|waymark/waymark.h|waymark.h|' "$root/examples/hello.c"
    echo "extern const void *const all[];"
    echo "const void *const all[] = {"
    sed 's|//.*||' "$scratch/waymark.h" | tr '\n' ' ' | grep -o 'WAY_API [^;{]*;' |
        sed 's/.*[ *]\(way_[a-z0-9_]*\)(.*/(const void *)\1,/'
    echo "NULL};"
} >"$scratch/hello.c"
"$cc" -std=c17 -I "$scratch" "$scratch/hello.c" "$scratch/waymark.c" -lm -o "$scratch/hello"
"$scratch/hello" | grep -q "6,6 found"
if sh "$root/scripts/amalgamate.sh" "$scratch" "nosuch" 2>/dev/null; then
    echo "an unknown algorithm is taken"
    exit 1
fi
