#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# amalgamate.sh [--lab | --paths] <folder> [algorithms]: writes the library as two files, waymark.h and
# waymark.c, with --lab the laboratory too, with --paths only maps and paths: what waymark/waymark.h declares
# but worlds, and the functions, tables and types that this and the algorithms need.
#
# `algorithms` is a list such as "astar jps"; all of them without it. What crosses files inside the
# library becomes static, so that compilers drop what the algorithms in the list do not need. With
# WAY_STATIC defined before waymark.c is included the whole API is static as well; WAY_NO_FILES leaves
# out what opens files.
set -eu

lab=
paths=
case $1 in
--lab) lab=lab && shift ;;
--paths) paths=paths && shift ;;
esac
folder=$1
wanted=${2:-}
cd "$(dirname "$0")/.."
mkdir -p "$folder"
version=$(awk '/#define WAY_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }' \
    include/waymark/base.h)
known=$(sed -n 's/^WAYI_ALGORITHM(\(.*\))$/\1/p' src/search/registry/registry.def ${lab:+lab/lab.def})
wanted=$(printf '%s' "$wanted" | tr ',;' '  ')
for name in $wanted; do
    echo "$known" | grep -qx "$name" || { echo "amalgamate: no algorithm '$name'" >&2; exit 2; }
done

told=$(mktemp) # which public headers waymark.h has
trap 'rm -f "$told"' EXIT
# One text of all files, each header once, in front of whom first includes it.
join() { # [1]: of public headers
    awk -v wanted="$wanted" -v lab="$lab" -v paths="$paths" -v told="$told" -v header="$1" '
    BEGIN { # with --paths the sources need some public headers that waymark.h leaves out
        while (!header && (getline line < told) > 0) {
            seen[line] = 1
        }
    }

    function open_own(name) { return (name ~ /^waymark\//) ? "include/" name : (name ~ /^lab\//) ? name : "src/" name }

    # Where the functions of a file begin and end, for builds that want some of them small.
    function mark(path, line) {
        if (!paths && !begun[path] && !depth[path] && !goes_on[path] && line !~ /^(\/\/|#|$)/) {
            begun[path] = 1
            print "//> " path
        }
        depth[path] += (line ~ /^#[ ]*if/) - (line ~ /^#[ ]*endif/)
        goes_on[path] = line ~ /\\$/
    }

    function take(path,    line, name) {
        if (path ~ /\.h$/) {
            if (path in seen) {
                return
            }
            seen[path] = 1
            if (header) {
                print path >told
            }
        }
        while ((getline line < path) > 0) {
            if (paths && path ~ /^include/) {
                worlds = line ~ /^\/\/ Worlds --/ || (worlds && line !~ /^#ifdef __cplusplus/)
                if (worlds || line ~ /waymark\/unit.h/) {
                    continue
                }
            }
            if (path ~ /\.c$/) {
                mark(path, line)
            }
            if (line ~ /^#pragma once|^\/\/ SPDX-|^#define _(POSIX_C|XOPEN)_SOURCE/) {
                continue
            }
            if (line ~ /lab\/lab.def/ && lab == "") {
                continue
            }
            if (line ~ /^#[ ]*include/) {
                name = line
                sub(/^[^"<]*["<]/, "", name)
                sub(/[">].*$/, "", name)
                if (line ~ /"/ || name ~ /^waymark\//) {
                    if (header || paths || name !~ /^waymark\//) {
                        take(open_own(name))
                    }
                } else if (!(name in system_header)) {
                    system_header[name] = 1
                    print "#include <" name ">"
                }
                continue
            }
            if (line ~ /^WAYI_ALGORITHM\(/ && wanted != "") {
                name = line
                gsub(/^WAYI_ALGORITHM\(|\)$/, "", name)
                if ((" " wanted " ") !~ (" " name " ")) {
                    continue
                }
            }
            if (!header) {
                # A function or table that files of the library share.
                if (line ~ /^[a-z][a-z0-9_ *]*[ *]wayi_[a-z0-9_]+\(/ && line !~ /^(static|typedef|return)/) {
                    line = "static " line
                } else if (line ~ /^(extern )?const wayi_algorithm wayi_algorithm_[a-z]+/ ||
                           line ~ /extern const wayi_algorithm wayi_algorithm_##name;/) {
                    sub(/extern const wayi_algorithm/, "static const wayi_algorithm", line)
                    sub(/^const/, "static const", line)
                }
            }
            print line
        }
        if (path in begun) {
            print "//< " path
        }
        close(path)
    }
    /^src\/file\// { print "#ifndef WAY_NO_FILES" }
    { take($0) }
    /^src\/file\// { print "#endif" }'
}

banner() {
    echo "// SPDX-FileCopyrightText: 2026 The waymark authors"
    echo "// SPDX-License-Identifier: MIT"
    echo "//"
    echo "// waymark $version as one file, made by scripts/amalgamate.sh${wanted:+ with $wanted}. $1"
}

{
    banner "Include this."
    echo "#ifndef WAYMARK_H"
    echo "#define WAYMARK_H"
    # shellcheck disable=SC2086 # none or some words
    printf 'include/waymark/%s.h\n' ${paths:+waymark} ${paths:-all file} ${lab:+lab} | sed '/paths/d' | join 1
    echo "#endif"
} >"$folder/waymark.h"

needed= # not what macros name, those that go on in the next line included
[ -z "$paths" ] || needed="$(sed -e :a -e '/\\$/{N;s/\\\n//;ba' -e '}' -e 's|//.*||; /^#/d' "$folder/waymark.h" | grep -o '\<way_[a-z_0-9]*(' | tr '(\n' '  ')
    $(for name in ${wanted:-$known}; do echo "wayi_algorithm_$name"; done)"
{
    banner "Compile this as C17, or include it."
    echo "#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)"
    echo "#define _XOPEN_SOURCE 700"
    echo "#endif"
    echo "#ifndef WAY_BUILDING"
    echo "#define WAY_BUILDING"
    echo "#endif"
    if [ -n "$lab" ]; then
        echo "#ifndef WAYI_LAB"
        echo "#define WAYI_LAB"
        echo "#endif"
    fi
    echo "#include \"waymark.h\""
    echo "#if defined(__GNUC__)"
    echo "#pragma GCC diagnostic push"
    echo "#pragma GCC diagnostic ignored \"-Wunused-function\""
    echo "#endif"
    {
        sources=$(sed -n '/^set(WAYMARK_SOURCES/,/^)/s/^    \(.*\.c\)$/src\/\1/p' src/CMakeLists.txt)
        # shellcheck disable=SC2086 # a list
        if [ "$paths" ]; then
            python3 scripts/needs.py "$needed" $sources
        else
            echo "$sources"
        fi
        [ -z "$lab" ] || sed -n 's/^    \(.*\.c\)$/lab\/\1/p' lab/sources.cmake
    } | join "" | if [ "$paths" ]; then python3 scripts/prune.py "$needed"; else cat; fi
    echo "#if defined(__GNUC__)"
    echo "#pragma GCC diagnostic pop"
    echo "#endif"
} >"$folder/waymark.c"
