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
CC=$cc sh scripts/ffi_header.sh | awk '
    { text = text " " $0 }
    END {
        print "#include <waymark/waymark.h>\n#include <stdio.h>\nint main(void)\n{"
        while (match(text, /(typedef )?(struct|enum) way_[a-z_0-9]+ \{[^}]*\}/)) {
            body = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            kind = body ~ /^(typedef )?enum/ ? "enum" : "struct"
            name = body
            sub(/^(typedef )?(struct|enum) /, "", name)
            sub(/ .*/, "", name)
            sub(/^[^{]*\{/, "", body)
            sub(/\}$/, "", body)
            if (name != "way_constants") {
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
            if (part == "WAY_CONSTANTS_END") {
                return
            }
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

# Every config is tried with zeros.
# shellcheck disable=SC2013 # a name has no blanks
for config in $(sed -n 's/^\(way_[a-z_]*_config\) .*/\1/p' "$scratch/layout.txt"); do
    grep -q "\b$config\b" tests/abi/test_defaults.c ||
        { echo "test_defaults.c does not try $config" >&2; exit 1; }
done

if [ "${4:-}" = --record ]; then
    cp "$scratch/layout.txt" "$recorded"
else
    diff -u "$recorded" "$scratch/layout.txt"
fi
