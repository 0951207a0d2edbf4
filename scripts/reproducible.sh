#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# reproducible.sh <jobs>: builds library and command twice, from two copies of the tree in folders of
# different names, and compares the bytes.
set -eu

jobs=$1
for copy in one another-name; do
    tree=build/reproducible/$copy
    rm -rf "$tree"
    mkdir -p "$tree"
    git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$tree"
    cmake -S "$tree" -B "$tree/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_FLAGS_RELEASE="-O3 -DNDEBUG" -DWAYMARK_BUILD_TESTS=OFF -DWAYMARK_BUILD_EXAMPLES=OFF \
        -DWAYMARK_BUILD_BENCH=OFF >"$tree.log"
    ninja -C "$tree/build" -j "$jobs" waymark waymark_cli >"$tree.log" 2>&1 || {
        cat "$tree.log" >&2
        exit 1
    }
done
for file in src/libwaymark.a bin/waymark; do
    a=$(sha256sum <"build/reproducible/one/build/$file")
    b=$(sha256sum <"build/reproducible/another-name/build/$file")
    [ "$a" = "$b" ] || {
        echo "reproducible: $file differs" >&2
        exit 1
    }
    echo "$file ${a%% *}"
done
