#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# build.sh <preset> <jobs>: configures and builds, and is quiet unless something is wrong.
set -eu

preset=$1
jobs=$2
log=build/$preset.log
mkdir -p build

run() {
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        exit 1
    fi
}

echo "build: $preset"
run cmake --preset "$preset"
run cmake --build --preset "$preset" -j "$jobs"
# Warnings do not stop every build; let nobody miss them.
grep -A 5 'warning:' "$log" >&2 || true
