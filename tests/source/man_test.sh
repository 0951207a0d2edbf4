#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# man_test.sh <root> <scratch>: every function of the public headers has a manual page that leads to
# its declaration and what is said of it, and the pages are sound where `man` is there to judge.
set -eu

root=$1
pages=$2/man3
sh "$root/scripts/make_man.sh" "$pages"

functions=$(cat "$root"/include/waymark/*.h | sed 's|//.*||; /^#/d' | tr '\n' ' ' |
    tr ';{}' '[\n*]' | sed -n 's/.*WAY_API[^(]*[ *]\(way_[a-z0-9_]*\) *(.*/\1/p' | sort -u)
[ "$(echo "$functions" | wc -l)" -gt 200 ] || { echo "too few functions found" >&2; exit 1; }
for name in $functions; do
    page=$pages/$(sed -n 's|^.so man3/||p' "$pages/$name.3")
    grep -q "^\.SS $name\$" "$page" || { echo "$name: nothing in $page" >&2; exit 1; }
done
grep -q "^Whether a walk exists, links and their directions included" "$pages/waymark_waymark.3"
[ ! -e "$pages/waymark_map.3" ] || { echo "a page for the old name of a header" >&2; exit 1; }

command -v man >/dev/null 2>&1 && command -v groff >/dev/null 2>&1 || exit 0
for page in "$pages"/waymark*.3; do
    if MANROFFSEQ='' man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null | grep .; then
        echo "$page: see above" >&2
        exit 1
    fi
done
