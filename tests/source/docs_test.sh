#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# docs_test.sh <root> <waymark> <scratch>: the check of the pages finds what is planted, and filling
# them in puts it right.
set -eu

root=$1
waymark=$2
scratch=$3
rm -rf "$scratch"
mkdir -p "$scratch/scripts" "$scratch/src/search/registry" "$scratch/lab"
cp "$root/README.md" "$scratch"
cp -r "$root/docs" "$root/examples" "$root/bindings" "$scratch"
cp "$root/src/search/registry/registry.def" "$scratch/src/search/registry"
cp "$root/lab/lab.def" "$scratch/lab"
cp "$root/scripts/make_docs.sh" "$root/scripts/api.py" "$scratch/scripts"
cp -r "$root/include" "$scratch"
cd "$scratch"

# expect <title> <pattern>: the check fails and says so
expect() {
    if sh scripts/make_docs.sh --check "$waymark" >log 2>&1 || ! grep -q "$2" log; then
        cat log
        echo "not found: $1"
        exit 1
    fi
}

sh scripts/make_docs.sh --check "$waymark"
mv docs/algorithms/astar.md page
expect "a page that is missing" "astar.md: missing"
mv page docs/algorithms/astar.md
sed -i.old 's/parameter  default/parameter  preset/' docs/algorithms/astar.md
expect "facts that are not current" "astar.md: not current"
echo "int spare;" >>examples/hello_fog.c
sed -i.old '/algorithms\/jps.md) | discrete/d' README.md
expect "a program that changed" "hello.md: not current"
expect "a table without a line" "README.md: not current"
sed -i.old 's/^| beacon; alone |/| beacon; by itself |/' docs/bench/beacon.md
expect "a figure that no page has" "lacks a figure"
mv docs/bench/beacon.md.old docs/bench/beacon.md
echo "int spare;" >>bindings/c/one_file.c
expect "a program of a binding that changed" "bindings.md: not current"
sh scripts/make_docs.sh "$waymark" >log
sh scripts/make_docs.sh --check "$waymark"
