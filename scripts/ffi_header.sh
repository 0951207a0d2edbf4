#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# ffi_header.sh: prints the public API as plain declarations, for foreign function interfaces that
# read C but know no preprocessor, attributes or inline functions. Constants are enumerators; those
# that no enumerator holds everywhere are macros, and left out.
set -eu

cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Empty stand-ins: such interfaces know size_t, uint32_t and bool by themselves.
for name in stdbool stddef stdint; do
    : >"$scratch/$name.h"
done
echo '#include <waymark/waymark.h>' >"$scratch/all.c"
${CC:-cc} -E -P -nostdinc -undef -I "$scratch" -I include "$scratch/all.c" |
    awk '/^static inline/ { skip = 1 } !skip { print } /^}/ { skip = 0 }'
