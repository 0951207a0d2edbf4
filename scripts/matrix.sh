#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# matrix.sh <jobs>: runs tests/matrix for compilers, optimisations, stores, workers and machines (under
# qemu-user, and in node) and prints a row for each. All must agree. What is not installed is named
# and skipped; scripts/setup.sh matrix installs it.
set -eu

jobs=$1
out=build/matrix
mkdir -p "$out"
sources=$(find src lab scenes -name '*.c' | grep -v '^src/file/' | sort)
first=
failed=0

# compile NAME COMPILER FLAGS...: builds $out/NAME; false if that can't be.
compile() {
    folder=$1
    compiler=$2
    shift 2
    command -v "${compiler%% *}" >/dev/null 2>&1 || return 1
    rm -rf "$out/$folder.o"
    mkdir -p "$out/$folder.o"
    # shellcheck disable=SC2086,SC2016 # words, and words of the inner shell
    for source in $sources tests/matrix/matrix.c; do
        echo "$source $out/$folder.o/$(echo "$source" | tr / _).o"
    done | xargs -P "$jobs" -L 1 sh -c 'compiler=$0; flags=$1; exec $compiler -std=c17 $flags -DNDEBUG \
        -ffp-contract=off -Iinclude -Isrc -I. -c "$2" -o "$3"' "$compiler" "$*" &&
        $compiler "$@" "$out/$folder.o"/*.o "${maths:--lm}" -o "$out/$folder" >"$out/$folder.log" 2>&1
}

# show ROW RUNNER... : runs a row and compares.
show() {
    row=$1
    shift
    result=$("$@" 2>"$out/run.log") || result="failed: see $out/run.log"
    hash=${result%% *}
    rest=${result#* }
    [ -n "$first" ] || first=$hash
    same=yes
    [ "$hash" = "$first" ] || same=NO failed=1
    [ "$same" = yes ] || failed=1
    echo "| $row | $hash | ${rest%% *} | ${rest##* } | $same |"
}

skip() {
    echo "| $1 | skipped: $2 is not here | | | |"
}

# machine ROW COMPILER FLAGS RUNNER...
machine() {
    row=$1
    compiler=$2
    flags=$3
    shift 3
    # shellcheck disable=SC2086,SC2016 # words, and words of the inner shell
    if compile "$(echo "$row" | tr ' ' _)" "$compiler" $flags && command -v "${1:-true}" >/dev/null 2>&1; then
        show "$row" "$@" "$out/$(echo "$row" | tr ' ' _)"
    else
        skip "$row" "$compiler or ${1:-its runner}"
    fi
}

echo "| build | results | databases | trips | same |"
echo "|---|---|---|--:|---|"
native=$(uname -m)
machine "$native gcc O3" gcc "-O3 -pthread -DMATRIX_THREADS"
gcc="$out/$(echo "$native gcc O3" | tr ' ' _)"
for workers in 2 4 8; do
    show "$native gcc O3, $workers workers" "$gcc" "$workers"
done
show "$native gcc O3, dense" "$gcc" 1 dense
show "$native gcc O3, sparse" "$gcc" 1 sparse
machine "$native gcc O0" gcc "-O0"
machine "$native clang O3" clang "-O3"
machine "$native clang O0" clang "-O0"
case $native in
x86_64) machine "aarch64 gcc O3" aarch64-linux-gnu-gcc "-O3 -static" qemu-aarch64 ;;
*)
    # The libm.a that comes with this compiler is a script that names files of another package.
    maths=$(find /usr/x86_64-linux-gnu/lib -name 'libm-*.a' 2>/dev/null | head -n 1)
    machine "x86-64 gcc O3" x86_64-linux-gnu-gcc "-O3 -static" qemu-x86_64
    maths=
    ;;
esac
machine "arm 32 bit gcc O2" arm-linux-gnueabihf-gcc "-O2 -static" qemu-arm
machine "s390x big endian gcc O2" s390x-linux-gnu-gcc "-O2 -static" qemu-s390x
if [ -d /usr/include/wasm32-wasi ] && command -v node >/dev/null 2>&1 &&
    compile wasm "clang --target=wasm32-wasi" -O2 -Wl,-z,stack-size=1048576; then
    show "wasm clang O2, node" node --no-warnings tests/matrix/wasi.mjs "$out/wasm"
else
    skip "wasm clang O2, node" "wasi-libc or node"
fi
exit $failed
