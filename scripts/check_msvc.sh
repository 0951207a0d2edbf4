#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# check_msvc.sh <scratch>: nothing in the library that Microsoft's compiler refuses, as far as clang in
# its place can tell: every file of src and lab, the amalgamation and the headers from C++ in syntax mode,
# without extensions of GNU's, against headers that declare what Microsoft's have and no more
# (tests/msvc); and what the preprocessor leaves names no builtin or attribute of gcc. Exits with 77
# without clang.
set -eu

scratch=$1
cd "$(dirname "$0")/.."
if ! command -v clang >/dev/null 2>&1; then
    echo "check_msvc: no clang"
    exit 77
fi
mkdir -p "$scratch"
failures=0
# As clang-cl: no __GNUC__, Microsoft's ABI and rules for declarations. C has no max_align_t there.
cl="clang --driver-mode=cl --target=x86_64-pc-windows-msvc /W3 /WX /clang:-isystemtests/msvc/include"
cl="$cl -D__CLANG_MAX_ALIGN_T_DEFINED"
refuse="-Wpedantic -Wvla -Wgnu -Wimplicit-function-declaration"

# check <flags and files>...: their syntax.
check() {
    # shellcheck disable=SC2086 # flags are words
    $cl $refuse -fsyntax-only "$@" || failures=$((failures + 1))
}

# shellcheck disable=SC2046 # names without blanks
check /std:c17 -DWAY_BUILDING -DWAY_SHARED -DWAYI_LAB -I include -I src -I . $(find src lab -name '*.c' | sort)
sh scripts/amalgamate.sh "$scratch"
check /std:c17 -Wno-unused-function -I "$scratch" -- "$scratch/waymark.c"
echo '#include <waymark/all.h>' >"$scratch/header.cpp"
check /std:c++17 -DWAY_SHARED -I include -- "$scratch/header.cpp"
check /std:c17 -DWAY_SHARED -I include bindings/c/walk.c

# What is left of all files after the preprocessor.
# shellcheck disable=SC2086
$cl /std:c17 -I "$scratch" /E -- "$scratch/waymark.c" 2>/dev/null | awk '
    /^# *(line)? *[0-9]+ "/ { foreign = /tests\/msvc|lib\/(clang|llvm)/; next }
    { gsub(/__builtin_offsetof/, "") } # is clang\x27s own offsetof
    !foreign && /__builtin_|__attribute__|__extension__|__typeof|__thread|_Thread_local|_Atomic/ {
        print "refused: " $0
        found = 1
    }
    !foreign && NF { lines++ }
    END { exit found || lines < 1000 }' || failures=$((failures + 1))
[ "$failures" -eq 0 ] || { echo "check_msvc: see above" >&2; exit 1; }
echo "check_msvc: nothing that would be refused"
