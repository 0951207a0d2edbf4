#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# coverage.sh <jobs>: runs the quick unit tests with counters and prints which lines and branches of src
# they reach, file by file; the page goes to out/coverage/index.html.
set -eu

jobs=$1
build=build/coverage
mkdir -p build
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="--coverage -DNDEBUG" \
    -DCMAKE_C_FLAGS_DEBUG="-O1 -g" -DCMAKE_EXE_LINKER_FLAGS=--coverage -DWAYMARK_BUILD_BENCH=OFF \
    >"$build.log"
ninja -C "$build" -j "$jobs" >"$build.log" 2>&1 || {
    tail -50 "$build.log" >&2
    exit 1
}
find "$build" -name '*.gcda' -delete
(cd "$build" && ctest -j "$jobs" -L unit -LE slow >ctest.log 2>&1) || tail -20 "$build/ctest.log" >&2
mkdir -p out/coverage
# Threads that count at the same time may leave a count of less than nothing, which is left out.
gcovr --gcov-ignore-parse-errors --root . --filter src/ --filter lab/ --exclude-throw-branches --exclude-unreachable-branches --print-summary \
    --html-details out/coverage/index.html --fail-under-line 95 --fail-under-branch 85 "$build"
