#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# sbom_test.sh <root>: the bill of materials can be written, which it can't if the library includes more
# than the C library, and has every file of it. Skipped (77) outside a git checkout.
set -eu

cd "$1"
git rev-parse -q --verify HEAD >/dev/null 2>&1 || exit 77
bill=$(sh scripts/sbom.sh)
files=$(git ls-files src include | grep -c '\.\(c\|h\|def\)$')
listed=$(echo "$bill" | grep -cE '^FileName: \./(src|include)/')
[ "$listed" -eq "$files" ] || {
    echo "sbom: $listed of $files files are listed"
    exit 1
}
