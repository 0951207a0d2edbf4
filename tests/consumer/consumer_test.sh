#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# consumer_test.sh <step> <source> <build> <scratch>: uses waymark as others would.
#   install       installs the build under test into a prefix of its own
#   subdirectory  a CMake project that takes the source tree in
#   package       a CMake project that finds the installed package
#   pkgconfig     compilers called by hand with pkg-config's flags
#   shared        a shared library, found as a package; a few files at a time, which CMake can
#   symbols       what the shared library exports
#   subset        a library of some algorithms, as `subdirectory` has built it
# The compilers are $CC and $CXX.
set -eu

step=$1
source=$2
build=$3
scratch=$4
version=$(awk '/#define WAY_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }' \
    "$source/include/waymark/base.h")

# check_output <program>...: each must print the version and nothing else.
check_output() {
    for program in "$@"; do
        output=$("$program")
        if [ "$output" != "$version" ]; then
            echo "$program printed '$output', not '$version'" >&2
            exit 1
        fi
    done
}

# build_consumer <folder> <cmake argument>...
build_consumer() {
    folder=$1
    shift
    rm -rf "$folder"
    cmake -G Ninja -S "$source/tests/consumer" -B "$folder" -DCMAKE_BUILD_TYPE=Debug \
        -DWAYMARK_VERSION="$version" "$@"
    cmake --build "$folder"
    check_output "$folder/consumer_c" "$folder/consumer_cxx"
}

mkdir -p "$scratch"
case $step in
install)
    rm -rf "$scratch/prefix"
    cmake --install "$build" --prefix "$scratch/prefix"
    ;;
subdirectory)
    build_consumer "$scratch/subdirectory" -DWAYMARK_SOURCE="$source" \
        -DWAYMARK_ALGORITHMS="astar;jps"
    ;;
package)
    build_consumer "$scratch/package" -DCMAKE_PREFIX_PATH="$scratch/prefix"
    ;;
pkgconfig)
    PKG_CONFIG_LIBDIR=$(dirname "$(find "$scratch/prefix" -name waymark.pc)")
    export PKG_CONFIG_LIBDIR
    [ "$(pkg-config --modversion waymark)" = "$version" ]
    # shellcheck disable=SC2046 # flags are words
    "$CC" "$source/tests/consumer/consumer.c" -o "$scratch/pkgconfig_c" \
        $(pkg-config --cflags --libs waymark)
    # shellcheck disable=SC2046
    "$CXX" "$source/tests/consumer/consumer.cpp" -o "$scratch/pkgconfig_cxx" \
        $(pkg-config --cflags --libs waymark)
    # For a shared build: the prefix is nowhere that the loader looks.
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_LIBDIR")
    export LD_LIBRARY_PATH
    check_output "$scratch/pkgconfig_c" "$scratch/pkgconfig_cxx"
    ;;
shared)
    cmake -G Ninja -S "$source" -B "$scratch/shared-build" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG="-O0 -DNDEBUG" -DWAYMARK_WERROR=ON -DBUILD_SHARED_LIBS=ON \
        -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=60 \
        -DWAYMARK_BUILD_CLI=OFF -DWAYMARK_BUILD_TESTS=OFF \
        -DWAYMARK_BUILD_BENCH=OFF -DWAYMARK_BUILD_EXAMPLES=OFF
    cmake --build "$scratch/shared-build"
    rm -rf "$scratch/shared"
    cmake --install "$scratch/shared-build" --prefix "$scratch/shared"
    build_consumer "$scratch/shared-package" -DCMAKE_PREFIX_PATH="$scratch/shared"
    ;;
symbols)
    # The library must offer what the headers declare, and nothing else.
    library=$(find "$scratch/shared" -name 'libwaymark.so' | head -n 1)
    sh "$source/tests/consumer/symbols_test.sh" "$source/include/waymark" "$library"
    ;;
subset)
    library=$(find "$scratch/subdirectory" -name 'libwaymark.a')
    "$CC" -I "$source/include" "$source/tests/consumer/subset.c" "$library" -lm -lpthread \
        -o "$scratch/subset_c"
    [ "$("$scratch/subset_c")" = "astar jps " ]

    # configure_subset <folder> <algorithms>: the library alone
    configure_subset() {
        rm -rf "${scratch:?}/$1"
        cmake -G Ninja -S "$source" -B "$scratch/$1" -DCMAKE_BUILD_TYPE=Debug \
            -DWAYMARK_ALGORITHMS="$2" -DWAYMARK_BUILD_CLI=OFF -DWAYMARK_BUILD_TESTS=OFF \
            -DWAYMARK_BUILD_BENCH=OFF -DWAYMARK_BUILD_EXAMPLES=OFF
    }
    registry=src/subset/search/registry/registry.def
    configure_subset subset-but "!polyanya;beacon"
    [ "$(grep -c 'polyanya\|beacon' "$scratch/subset-but/$registry")" -eq 0 ]
    [ "$(grep -c '^WAYI_ALGORITHM' "$source/src/search/registry/registry.def")" -eq \
        "$(($(grep -c '^WAYI_ALGORITHM' "$scratch/subset-but/$registry") + 2))" ]
    if configure_subset subset-none "astar;nosuch" >"$scratch/subset.log" 2>&1; then
        echo "an algorithm that there is not was taken" >&2
        exit 1
    fi
    grep -q "no algorithm 'nosuch'" "$scratch/subset.log"
    ;;
*)
    echo "unknown step $step" >&2
    exit 2
    ;;
esac
