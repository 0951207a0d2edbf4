#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# fuzz.sh <seconds> <jobs> [TARGET...]: runs libFuzzer on each target for so long and prints a table.
# What it finds stays in out/fuzz/TARGET-*; new inputs of worth go to out/fuzz/corpus/TARGET.
set -eu

seconds=$1
jobs=$2
shift 2
build=build/fuzz
cmake -S . -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g" -DWAYMARK_FUZZ=ON \
    -DWAYMARK_BUILD_BENCH=OFF -DWAYMARK_BUILD_CLI=OFF -DWAYMARK_BUILD_EXAMPLES=OFF \
    -DWAYMARK_SANITIZE=address,undefined,fuzzer-no-link >"$build.log" 2>&1 || {
    cat "$build.log" >&2
    exit 1
}
ninja -C "$build" -j "$jobs" fuzz_library >"$build.log" 2>&1 || {
    cat "$build.log" >&2
    exit 1
}
program=$build/tests/fuzz_library
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(ls tests/fuzz/corpus)
fi

echo "| target | seconds | executions | a second | edges covered | corpus | findings |"
echo "|---|--:|--:|--:|--:|--:|--:|"
findings=0
for target in "$@"; do
    mkdir -p "out/fuzz/corpus/$target"
    log=out/fuzz/$target.log
    WAYMARK_FUZZ_TARGET=$target ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 "$program" \
        -max_total_time="$seconds" -timeout=25 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
        -close_fd_mask=1 -artifact_prefix="out/fuzz/$target-" \
        "out/fuzz/corpus/$target" "tests/fuzz/corpus/$target" >"$log" 2>&1 || true
    found=$(find out/fuzz -maxdepth 1 -name "$target-*" | wc -l)
    findings=$((findings + found))
    awk -v target="$target" -v found="$found" '
        /stat::number_of_executed_units/ { units = $2 }
        /stat::average_exec_per_sec/ { rate = $2 }
        / cov: / { for (i = 1; i < NF; i++) { if ($i == "cov:") edges = $(i + 1); if ($i == "corp:") corpus = $(i + 1) } }
        / in [0-9]+ second/ { for (i = 1; i <= NF; i++) if ($i == "in") spent = $(i + 1) }
        END { sub("/.*", "", corpus); printf "| %s | %s | %s | %s | %s | %s | %s |\n", target, spent, units, rate, edges, corpus, found }
    ' "$log"
done
[ "$findings" -eq 0 ]
