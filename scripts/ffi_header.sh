#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# ffi_header.sh: prints the public API as plain declarations, for foreign function interfaces that
# read C but know no preprocessor, attributes or inline functions.
set -eu

cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Empty stand-ins: such interfaces know size_t, uint32_t and bool by themselves.
for name in stdbool stddef stdint; do
    : >"$scratch/$name.h"
done
echo '#include <waymark/waymark.h>' |
    ${CC:-cc} -E -P -nostdinc -undef -I "$scratch" -I include - |
    awk '/^static inline/ { skip = 1 } !skip { print } /^}/ { skip = 0 }'
