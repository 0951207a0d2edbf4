#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# package_npm.sh <folder>: packs the npm package into the folder, installs it into a clean one
# (WAYMARK_NPM, or one that is removed again) and uses it from there, as a module and by `require`.
set -eu

mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
sh scripts/build_npm.sh build/npm
package=$folder/$(cd build/npm && npm pack --silent --pack-destination "$folder")
clean=${WAYMARK_NPM:-$(mktemp -d)}
[ -n "${WAYMARK_NPM:-}" ] || trap 'rm -rf "$clean"' EXIT
rm -rf "$clean"
mkdir -p "$clean"
cd "$clean"
echo '{"private": true}' >package.json
npm install --silent --offline --no-audit --no-fund "$package"
cat >use.mjs <<'END'
import { Ground } from 'waymark'
import { Pool } from 'waymark/pool'
const pool = new Pool({ width: 64, height: 64 })
const [path, again] = [new Ground(64, 64).find([2, 2], [60, 2]), await pool.find([2, 2], [60, 2])]
await pool.close()
console.log(path.cost, again.cost)
END
cat >use.cjs <<'END'
const { Ground } = require('waymark')
const small = require('waymark/small')
console.log(new Ground(64, 64).find([2, 2], [60, 2]).cost, new small.Ground(64, 64).find([2, 2], [60, 2]).cost)
END
for program in use.mjs use.cjs; do
    [ "$(node $program)" = "23664 23664" ] || { echo "package: $program does not run from a clean folder" >&2; exit 1; }
done
echo "$package"
