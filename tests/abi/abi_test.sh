#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# abi_test.sh <root> <cc> <scratch> [--record]: the size of every public struct and enum, the offset of
# every field and the value of every enumerator and constant are as recorded in layout.txt, for
# machines with 64-bit pointers. A difference breaks programs that were compiled before: decide, then
# record.
set -eu

root=$1
cc=$2
scratch=$3
recorded=$root/tests/abi/layout.txt
mkdir -p "$scratch"
cd "$root"

python3 scripts/api.py layout >"$scratch/layout.c"
"$cc" -std=c17 -I include "$scratch/layout.c" -o "$scratch/layout"
"$scratch/layout" >"$scratch/layout.txt"

# Constants are enumerators, but for those that no enumerator holds everywhere.
macros=$(sed -n '/VERSION/d; s/^#define \(WAY_[A-Z_]*\) [(0-9U].*/\1/p' include/waymark/*.h | sort |
    tr '\n' ' ')
[ "$macros" = "WAY_CELL_NONE WAY_COST_MAX WAY_EXPAND_FULL WAY_STATE_NONE \
WAY_UNIT_NONE " ] || { echo "constants that are macros: $macros" >&2; exit 1; }

# Every config says what zero means, and is tried with zeros.
# shellcheck disable=SC2013 # a name has no blanks
for config in $(sed -n 's/^\(way_[a-z_]*_config\) .*/\1/p' "$scratch/layout.txt"); do
    cat include/waymark/*.h | grep -B 1 "^typedef struct $config {" | grep -q 'zero is the default' ||
        { echo "$config does not say that zero is the default" >&2; exit 1; }
    grep -q "\b$config\b" tests/abi/test_defaults.c ||
        { echo "test_defaults.c does not try $config" >&2; exit 1; }
done

if [ "${4:-}" = --record ]; then
    cp "$scratch/layout.txt" "$recorded"
else
    diff -u "$recorded" "$scratch/layout.txt"
fi
