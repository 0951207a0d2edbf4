#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# build_npm.sh <folder> [algorithms]: the npm package, with the library as WebAssembly inside.
set -eu

folder=$1
cd "$(dirname "$0")/.."
rm -rf "$folder/source"
mkdir -p "$folder"
cp bindings/npm/* "$folder"
cp LICENSE "$folder"
sh scripts/amalgamate.sh "$folder/source" "${2:-}"
mkdir "$folder/source/waymark"
cp "$folder/source/waymark.h" "$folder/source/waymark"
clang --target=wasm32-wasi -std=c17 -O2 -DNDEBUG -msimd128 -mbulk-memory -mnontrapping-fptoint \
    -ftls-model=local-exec -ffp-contract=off -fvisibility=hidden -DWAY_STATIC \
    -DWAY_NO_FILES -include "$folder/source/waymark.c" -I "$folder/source" -c bindings/npm/glue.c \
    -o "$folder/source/waymark.o"
# Linked without -O: clang would hand the module to any wasm-opt that it finds.
clang --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all \
    "$folder/source/waymark.o" -o "$folder/waymark.wasm"
rm -r "$folder/source"
