#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# symbols_test.sh <headers> <library>: the functions declared with WAY_API are exactly the symbols
# that the shared library exports, under its soname and each with the version of both.
set -eu

headers=$1
library=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A declaration may span lines: join each from WAY_API to its semicolon, keep the name before "(".
cat "$headers"/*.h | sed 's|//.*||; /^#/d' | tr '\n' ' ' | tr ';{}' '[\n*]' |
    sed -n 's/.*WAY_API[^(]*[ *]\(way_[a-z0-9_]*\) *(.*/\1/p' | sort -u >"$scratch/declared"
version=$(awk '/#define WAY_VERSION_(MAJOR|MINOR)/ { printf "%s%s", dot, $3; dot = "." }' \
    "$headers/base.h")
sed "s/\$/@@WAYMARK_$version/" "$scratch/declared" >"$scratch/versioned"
nm -D --with-symbol-versions --defined-only "$library" | awk '$2 ~ /[TDBRVW]/ { print $3 }' |
    sort -u >"$scratch/exported"

[ -s "$scratch/declared" ] || { echo "no declarations found in $headers" >&2; exit 2; }
if ! diff "$scratch/versioned" "$scratch/exported"; then
    echo "left: declared only; right: exported only" >&2
    exit 1
fi
readelf -d "$library" | grep -q "SONAME.*\[libwaymark.so.$version\]" || {
    echo "the soname is not libwaymark.so.$version" >&2
    exit 1
}
