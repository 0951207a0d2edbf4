#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# by_value.sh: the functions of the API that return or take a struct by value, which some languages
# can't call, as a list for docs/bindings.md.
set -eu

sh "$(dirname "$0")/ffi_header.sh" | awk '
    { text = text " " $0 }
    END {
        while (match(text, /typedef struct way_[a-z0-9_]+ \{/)) {
            name = substr(text, RSTART + 15, RLENGTH - 17)
            struct[name] = 1
            text = substr(text, 1, RSTART - 1) " ; " cut(substr(text, RSTART + RLENGTH))
        }
        count = split(text, statements, ";")
        for (i = 1; i <= count; i++) {
            look(statements[i])
        }
    }
    # What follows the closing brace of a struct.
    function cut(rest,    depth, at, letter) {
        depth = 1
        for (at = 1; depth > 0; at++) {
            letter = substr(rest, at, 1)
            depth += (letter == "{") - (letter == "}")
        }
        return substr(rest, at)
    }
    function look(statement,    name, words, parts, n, p, part) {
        gsub(/__attribute__\(\(.*\)\)|[ \t]+/, " ", statement)
        if (!match(statement, /way_[a-z0-9_]+\(/)) {
            return
        }
        name = substr(statement, RSTART, RLENGTH - 1)
        split(substr(statement, 1, RSTART - 1), words, " ")
        if (words[1] in struct && words[2] !~ /^\*/) {
            print "- `" name "` returns a `" words[1] "`"
        }
        n = split(substr(statement, RSTART + RLENGTH), parts, ",")
        for (p = 1; p <= n; p++) {
            part = parts[p]
            sub(/^ *(const )?/, "", part)
            split(part, words, " ")
            if (words[1] in struct && part !~ /\*/) {
                print "- `" name "` takes a `" words[1] "`"
            }
        }
    }' | sort
