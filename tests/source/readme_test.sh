#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# readme_test.sh <root>: no page links to nothing, architecture.md draws every folder, and the first
# programs of hello.md are short.
set -eu

cd "$1"
failures=0

# Links to other sites and within the page are left alone, and so is code.
for page in *.md $(find docs -name '*.md' 2>/dev/null || true); do
    # shellcheck disable=SC2013,SC2016 # a link has no spaces; marks of code
    for link in $(sed '/^```/,/^```/d' "$page" | grep -o '](\([^)]*\))' | sed 's/^](//; s/)$//; s/#.*//'); do
        case $link in
        http*://*) ;;
        *)
            if [ ! -e "$(dirname "$page")/$link" ]; then
                echo "$page: no such file: $link"
                failures=1
            fi
            ;;
        esac
    done
done

for folder in */ src/*/ src/map/*/ src/search/*/ src/search/beacon/*/ src/world/*/ lab/*/; do
    name=$(basename "$folder")
    [ "$name" = build ] || [ "$name" = out ] || grep -qw "$name" docs/architecture.md || {
        echo "docs/architecture.md: nothing of $folder"
        failures=1
    }
done

for program in hello hello_world hello_fog; do
    lines=$(sed '1,/^#include/d' "examples/$program.c" | grep -c .)
    if [ "$lines" -gt 30 ]; then
        echo "examples/$program.c: $lines lines"
        failures=1
    fi
done
exit "$failures"
