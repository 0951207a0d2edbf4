#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# ffi_header.sh: prints the public API as plain declarations, for foreign function interfaces that
# read C but know no preprocessor, attributes or inline functions. Constants that are macros in C are
# enumerators there; those with all bits set, which no enumerator holds everywhere, are left out.
set -eu

cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Empty stand-ins: such interfaces know size_t, uint32_t and bool by themselves.
for name in stdbool stddef stdint; do
    : >"$scratch/$name.h"
done
echo '#include <waymark/waymark.h>' >"$scratch/all.c"
echo "enum way_constants {"
${CC:-cc} -E -dM -nostdinc -undef -I "$scratch" -I include "$scratch/all.c" | sort |
    sed -n '/WAY_VERSION_/d; s/u\b//; s/^#define \(WAY_[A-Z0-9_]*\) \(([0-9 <]*)\|1\?[0-9]\{1,9\}\)$/    \1 = \2,/p'
echo "    WAY_CONSTANTS_END"
echo "};"
${CC:-cc} -E -P -nostdinc -undef -I "$scratch" -I include "$scratch/all.c" |
    awk '/^static inline/ { skip = 1 } !skip { print } /^}/ { skip = 0 }'
