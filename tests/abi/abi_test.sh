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

# A program that prints what the declarations hold, one statement of them at a time.
CC=$cc sh scripts/ffi_header.sh lab | awk '
    { text = text " " $0 }
    END {
        print "#include <waymark/lab.h>\n#include <waymark/waymark.h>\n#include <stdio.h>\nint main(void)\n{"
        while (match(text, /(struct way_[a-z_0-9]+|enum( way_[a-z_0-9]+)?) \{[^}]*\}/)) {
            body = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            kind = body ~ /^enum/ ? "enum" : "struct"
            name = body
            sub(/^(struct|enum) /, "", name)
            sub(/ ?\{.*/, "", name)
            sub(/^[^{]*\{/, "", body)
            sub(/\}$/, "", body)
            if (name != "") {
                printf "printf(\"%s %%zu\\n\", sizeof(%s %s));\n", name, kind, name
            }
            count = split(body, parts, kind == "enum" ? "," : ";")
            for (i = 1; i <= count; i++) {
                print_part(kind, name, parts[i])
            }
        }
        print "return 0;\n}"
    }
    function print_part(kind, name, part,    fields, f, total, field) {
        gsub(/^[ \t]+|[ \t]+$/, "", part)
        if (part == "") {
            return
        }
        if (kind == "enum") {
            sub(/[ =].*/, "", part)
            printf "printf(\"%s %%d\\n\", (int)%s);\n", part, part
            return
        }
        if (match(part, /\(\*[a-z_]+\)/)) {
            total = 1
            fields[1] = substr(part, RSTART + 2, RLENGTH - 3)
        } else {
            total = split(part, fields, ",")
        }
        for (f = 1; f <= total; f++) {
            field = fields[f]
            sub(/\[.*/, "", field)
            gsub(/[ \t]+$/, "", field)
            sub(/^.*[ *]/, "", field)
            printf "printf(\"%s.%s %%zu\\n\", offsetof(struct %s, %s));\n", name, field, name, field
        }
    }' >"$scratch/layout.c"
"$cc" -std=c17 -I include "$scratch/layout.c" -o "$scratch/layout"
"$scratch/layout" >"$scratch/layout.txt"

# Constants are enumerators, but for those that no enumerator holds everywhere.
macros=$(sed -n '/VERSION/d; s/^#define \(WAY_[A-Z_]*\) [(0-9U].*/\1/p' include/waymark/*.h | sort |
    tr '\n' ' ')
[ "$macros" = "WAY_CELL_NONE WAY_COST_MAX WAY_EXPAND_FULL WAY_GAT_DURATION_MAX WAY_STATE_NONE \
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
