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
for algorithms in "" "astar;jps"; do
    sh "$root/scripts/amalgamate.sh" "$scratch" "$algorithms"
    "$cc" -std=c17 -Wall -Wextra -Werror -fsyntax-only "$scratch/waymark.c"
done
if sh "$root/scripts/amalgamate.sh" "$scratch" "nosuch" 2>/dev/null; then
    echo "an unknown algorithm is taken"
    exit 1
fi
