#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# build_web.sh <jobs>: the engine, then the pages, into build/site; quiet unless something is wrong.
set -eu

cd "$(dirname "$0")/.."
sh scripts/build.sh wasm "$1"
rm -rf build/site
cd web
log=../build/site.log

run() {
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        exit 1
    fi
}

echo "build: site"
run npm run --silent check
run npm run --silent build
run env SITE_PAGE=bench npm run --silent build
run node scripts/collect_results.mjs
run node scripts/one_file.mjs
echo "build: docs"
run node scripts/assemble_docs.mjs
run npm run --silent docs
run node scripts/relative_docs.mjs
