#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# readme_test.sh <root>: no page links to nothing.
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
exit "$failures"
