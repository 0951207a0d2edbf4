#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# limits_test.sh <root>: every limit that a public header names is tried by a test.
set -eu

cd "$1"
failures=0
# What is no limit of anybody's, but a value beyond all, or room that a caller gives.
values="WAY_COST_MAX WAY_DATABASE_SECTIONS_MAX"
# shellcheck disable=SC2013 # a name has no blanks
for name in $(cat include/waymark/*.h | grep -oE '^#define WAY_[A-Z_]+_MAX|WAY_[A-Z_]+_MAX =' |
    grep -oE 'WAY_[A-Z_]+'); do
    case " $values " in *" $name "*) continue ;; esac
    if ! grep -rqw --include='*.c' "$name" tests; then
        echo "no test tries $name"
        failures=1
    fi
done
exit "$failures"
