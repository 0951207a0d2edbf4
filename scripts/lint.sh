#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# lint.sh quick|all <build folder> <jobs>: the checks that read the sources, the quick ones or those of the
# analysers too; fails if one of them complains.
set -eu

which=$1
build=$2
jobs=$3
cd "$(dirname "$0")/.."
failures=0

# check <title> <command>...
check() {
    title=$1
    shift
    if "$@" >"$build/lint.log" 2>&1; then
        echo "lint: $title: clean"
    else
        cat "$build/lint.log"
        echo "lint: $title: FAILED"
        failures=$((failures + 1))
    fi
}

format_check() {
    sh scripts/sources.sh | xargs -P "$jobs" -n 50 clang-format --dry-run -Werror
}

# Only files that the build knows: the others have no flags to read them with.
tidy_check() {
    sh scripts/sources.sh src lab scenes bench cli examples tests | grep '\.c$' |
        while read -r file; do
            if grep -qF "/$file\"" "$build/compile_commands.json"; then
                echo "$file"
            fi
        done |
        xargs -n 1 -P "$jobs" clang-tidy --quiet -p "$build" \
            --extra-arg=-Wno-unused-command-line-argument
}

# uninitvar, legacyUninitvar: version 2.10 does not see arrays filled in a loop or by a writer; the
# compilers and clang-tidy do.
# zerodiv: sides and counts are not 0 by construction; UBSan watches.
# internalAstError: it stumbles over compound literals in conditional expressions.
# preprocessorErrorDirective in the table of claims: it counts arguments of macros after expanding them.
cppcheck_check() {
    cppcheck --project="$build/compile_commands.json" --enable=warning,performance,portability \
        --std=c11 --inline-suppr --quiet --error-exitcode=1 -j "$jobs" \
        --suppress=uninitvar --suppress=legacyUninitvar --suppress=zerodiv --suppress=internalAstError \
        --suppress=missingIncludeSystem --suppress=preprocessorErrorDirective:bench/claims/table.c \
        --suppress='*:/usr/*'
}

shell_check() {
    find scripts tests cli -name "*.sh" -exec shellcheck {} + && shellcheck .ci/run
}

check format format_check
check floors sh scripts/check_floors.sh
check circles python3 scripts/check_circles.py "$build/src/CMakeFiles/waymark.dir"
check symbols python3 scripts/check_symbols.py "$build"
check draws python3 scripts/check_draws.py
check sizes sh scripts/size_report.sh
check shellcheck shell_check
if [ "$which" = all ]; then
    check cppcheck cppcheck_check
    check clang-tidy tidy_check
fi
[ "$failures" -eq 0 ]
