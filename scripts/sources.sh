#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# Lists the C and C++ files of the tree, or those of the folders named, without what builds leave in them.
set -eu

cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    set -- include src lab scenes bench bindings cli examples tests web
fi
for folder in "$@"; do
    if [ -d "$folder" ]; then
        find "$folder" \( -name node_modules -o -path '*/python/native' -o -path '*/python/build' \) -prune \
            -o -type f \( -name '*.[ch]' -o -name '*.cpp' \) -print
    fi
done | sort
