#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# symbols_test.sh <headers> <library>: the functions declared with WAY_API are exactly the symbols
# that the shared library exports.
set -eu

headers=$1
library=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A declaration may span lines: join each from WAY_API to its semicolon, keep the name before "(".
cat "$headers"/*.h | sed 's|//.*||; /^#/d' | tr '\n' ' ' | tr ';{}' '[\n*]' |
    sed -n 's/.*WAY_API[^(]*[ *]\(way_[a-z0-9_]*\) *(.*/\1/p' | sort -u >"$scratch/declared"
nm -D --defined-only "$library" | awk '$2 ~ /[TDBRVW]/ { print $3 }' |
    grep -v -e '^_init$' -e '^_fini$' | sort -u >"$scratch/exported"

[ -s "$scratch/declared" ] || { echo "no declarations found in $headers" >&2; exit 2; }
if ! diff "$scratch/declared" "$scratch/exported"; then
    echo "left: declared only; right: exported only" >&2
    exit 1
fi
