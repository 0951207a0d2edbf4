#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# ffi_header.sh [lab]: prints the public API, and that of the laboratory, as plain declarations, for foreign function interfaces that
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
printf '#include <waymark/%s.h>\n' waymark "$@" >"$scratch/all.c"
${CC:-cc} -E -P -nostdinc -undef -I "$scratch" -I include "$scratch/all.c" |
    awk '/^static inline/ { skip = 1 } !skip { print } /^}/ { skip = 0 }'
