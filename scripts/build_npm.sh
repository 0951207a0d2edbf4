#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# build_npm.sh <folder> [algorithms]: the npm package, with the library as WebAssembly inside: whole
# (or with the algorithms named), small, and small with meshes. The site's tools pack it: sh scripts/setup.sh web.
set -eu

folder=$1
cd "$(dirname "$0")/.."
source=$folder/source
rm -rf "$folder"
mkdir -p "$source"

# Between -O2 and -Os: searches as fast as with the one, a fifth smaller.
optimize="-O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -mllvm -inline-threshold=10"

# module <name> <glue> <scripts> <hot> [algorithms]: exports the library's functions that the scripts call, and
# says how the structs that they name lie in memory. Files that `hot` names are made fast, all others small.
module() {
    mkdir -p "$source/$1/waymark"
    sh scripts/amalgamate.sh "$source/$1" "${5:-}"
    cp "$source/$1/waymark.h" "$source/$1/waymark/all.h"
    scripts=$(for script in $3; do echo "bindings/npm/src/$script.js"; done)
    # shellcheck disable=SC2086 # a list of files
    python3 scripts/api.py js $scripts >"$folder/$1.layouts.js"
    # shellcheck disable=SC2086
    python3 scripts/api.py exports $scripts | cat - "$2" >"$source/$1/exports.c"
    awk -v hot="$4" '{ print }
        /^\/\/> / && $2 !~ hot { print "#pragma clang attribute push(__attribute__((minsize)), apply_to = function)" }
        /^\/\/< / && $2 !~ hot { print "#pragma clang attribute pop" }' "$source/$1/waymark.c" >"$source/$1/marked.c"
    # shellcheck disable=SC2086 # flags are words
    ${CCACHE_DIR:+ccache} clang --target=wasm32-wasi -std=c17 $optimize -DNDEBUG -msimd128 -mbulk-memory \
        -mnontrapping-fptoint -ftls-model=local-exec -ffp-contract=off -fvisibility=hidden -DWAY_STATIC \
        -DWAY_NO_FILES -include "$source/$1/marked.c" -I "$source/$1" -I bindings/c -c "$source/$1/exports.c" \
        -o "$source/$1.o"
    # Linked without -O: clang would hand the module to any wasm-opt that it finds.
    clang --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all -Wl,--export=malloc \
        -Wl,--export=free "$source/$1.o" -o "$folder/$1.wasm"
}

# The whole stays below what Vite warns of, 500,000 bytes of script.
few="engine/best_first[.]c|discrete/jps_expand[.]c"
many="search/(discrete|incremental|anytime|realtime|hierarchical|subgoal|anyangle|beacon/ask|engine|trip)"
many="$many|src/(space|core|mapf|steer)/|map/(grid|sight|reach)|world/(order|move|plan|body)"
module waymark bindings/npm/glue.c "engine search ground world index" "$many" "${2:-}"
module small /dev/null "engine search small" "$few" "astar jps"
module mesh /dev/null "engine search mesh" "$few|anyangle/polyanya|steer/" "astar jps polyanya"
rm -r "$source"
cp bindings/npm/package.json bindings/npm/README.md LICENSE "$folder"
node bindings/npm/build.mjs "$folder"
