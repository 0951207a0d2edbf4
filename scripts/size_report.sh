#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# size_report.sh: names functions over 60 lines and files over 800, and then fails.
# A function is excused by NOLINT(readability-function-size) on the line before it, with a reason.
set -eu

cd "$(dirname "$0")/.."
sources=$(sh scripts/sources.sh)

# The line before each function is looked up in the file itself, for the excuse.
long_functions() {
    # shellcheck disable=SC2086 # a list of words
    ctags -x --kinds-C=f --kinds-C++=f --_xformat='%{input} %{name} %{line} %{end}' $sources |
        while read -r file name first last; do
            lines=$((last - first + 1))
            [ "$lines" -gt 60 ] || continue
            sed -n "$((first - 1)),${first}p" "$file" | grep -q 'NOLINT.*function-size' && continue
            echo "$file:$first: $name has $lines lines; 60 is the limit"
        done
}

long_files() {
    # shellcheck disable=SC2086
    wc -l $sources | awk '$2 != "total" && $1 > 800 {
        printf "%s:1: the file has %d lines; 800 is the limit\n", $2, $1
    }'
}

found=$(long_functions; long_files)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi
