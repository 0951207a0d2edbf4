#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# fuzz.sh <seconds> <jobs> [TARGET...]: runs libFuzzer on each target for so long, so many targets at a
# time, and prints a table. What it finds stays in out/fuzz/TARGET-*, and the target goes on for the
# rest of its time; new inputs of worth go to out/fuzz/corpus/TARGET. A run of all targets is also
# written to out/fuzz/table.md.
# The corpora are archives, tests/fuzz/corpus/TARGET.ar, laid out in build/fuzz/corpus while it runs.
# fuzz.sh --keep: adds the smallest inputs that reach what the corpora do not to them.
set -eu

build=build/fuzz
program=$build/tests/fuzz_library
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1

# unpack <target>: the inputs of its corpus as files in build/fuzz/corpus
unpack() {
    mkdir -p "$build/corpus/$1"
    archive=$(realpath "tests/fuzz/corpus/$1.ar")
    (cd "$build/corpus/$1" && ar x "$archive")
}

# pack <target>: the other way round, numbered by their contents
pack() {
    folder=$build/pack/$1
    rm -rf "$folder" && mkdir -p "$folder"
    for file in $(cd "$build/corpus/$1" && sha1sum -- * | sort | awk '{ print $2 }'); do
        cp "$build/corpus/$1/$file" "$folder/$(printf '%04d' "$(find "$folder" -type f | wc -l)")"
    done
    rm -f "tests/fuzz/corpus/$1.ar"
    (cd "$folder" && ar rcSD "$OLDPWD/tests/fuzz/corpus/$1.ar" ./*)
}

# one <target> <seconds>: until the time is over, whatever is found; then a row of the table
one() {
    target=$1 seconds=$2
    log=out/fuzz/$target.log
    mkdir -p "out/fuzz/corpus/$target"
    unpack "$target"
    rm -f "out/fuzz/$target-"* "$log"
    begun=$(date +%s)
    rest=$seconds
    while [ "$rest" -gt 0 ]; do
        WAYMARK_FUZZ_TARGET=$target "$program" -max_total_time="$rest" -timeout=25 -rss_limit_mb=2048 \
            -max_len=4096 -print_final_stats=1 -close_fd_mask=1 -artifact_prefix="out/fuzz/$target-" \
            "out/fuzz/corpus/$target" "$build/corpus/$target" >>"$log" 2>&1 && break
        rest=$((seconds - $(date +%s) + begun))
    done
    spent=$(($(date +%s) - begun))
    found=$(find out/fuzz -maxdepth 1 -name "$target-*" | wc -l)
    # The second line of `times`: user and system time of what this shell ran.
    times >"out/fuzz/$target.row"
    processor=$(tail -n 1 "out/fuzz/$target.row")
    awk -v target="$target" -v found="$found" -v spent="$spent" -v processor="$processor" '
        function seconds(text, part) { split(text, part, /[ms]/); return part[1] * 60 + part[2] }
        /stat::number_of_executed_units/ { units += $2 }
        / cov: / { for (i = 1; i < NF; i++) { if ($i == "cov:" && $(i + 1) > edges) edges = $(i + 1); if ($i == "corp:") corpus = $(i + 1) } }
        END {
            split(processor, part, " ")
            sub("/.*", "", corpus)
            printf "| %s | %d | %.0f | %d | %d | %d | %d |\n", target, spent, seconds(part[1]) + seconds(part[2]), units, edges, corpus, found
        }' "$log" >"out/fuzz/$target.row"
}

head_of_table() {
    echo "| target | seconds | of a processor | executions | edges reached | inputs kept | findings |"
    echo "|---|--:|--:|--:|--:|--:|--:|"
}

# Of the new inputs a smallest set that reaches all edges is added to the corpora, which stay as they
# are; inputs of more than 512 bytes are left out, or the replay in the tests would take long.
keep() {
    for archive in tests/fuzz/corpus/*.ar; do
        target=$(basename "$archive" .ar)
        [ -d "out/fuzz/corpus/$target" ] || continue
        WAYMARK_FUZZ_TARGET=$target "$program" -set_cover_merge=1 -use_counters=0 \
            -max_len=512 -close_fd_mask=1 \
            "$build/corpus/$target" "out/fuzz/corpus/$target" >>"out/fuzz/$target.log" 2>&1
        pack "$target"
    done
}

case $1 in
--one)
    one "$2" "$3"
    exit 0
    ;;
--keep)
    keep
    exit 0
    ;;
esac
seconds=$1
jobs=$2
shift 2
mkdir -p out/fuzz build
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
table=out/fuzz/table.md
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(basename -s .ar tests/fuzz/corpus/*.ar)
else
    table=out/fuzz/part.md
fi

printf '%s\n' "$@" | xargs -P "$jobs" -I TARGET sh "$0" --one TARGET "$seconds"
{
    head_of_table
    for target in "$@"; do
        cat "out/fuzz/$target.row"
    done
} | tee "$table"
for target in "$@"; do
    grep -q '| 0 |$' "out/fuzz/$target.row" || exit 1
done
