#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# peers.sh [folder]: makes the programs that `waymark bench peers` asks (bench/peers) in build/peers, of
# the libraries that are installed (sh scripts/setup.sh peers). What is missing is left out, and said.
set -eu

cd "$(dirname "$0")/.."
folder=${1:-build/peers}
mkdir -p "$folder"
cp bench/peers/peer.py bench/peers/peer.mjs bench/peers/package.json "$folder"

# native <name> <libraries>...
native() {
    name=$1
    shift
    c++ -std=c++17 -O2 -DNDEBUG -I. "bench/peers/$name.cpp" -o "$folder/$name" "$@" 2>"$folder/$name.log" ||
        echo "peers: $name was not made: $(grep -m 1 error "$folder/$name.log")"
}
# script <name> <ending>
script() {
    cp "bench/peers/$1.$2" "$folder/$1"
    chmod +x "$folder/$1"
}
native boost
native tcod -ltcod
for name in networkx skimage; do
    if /usr/bin/python3 -c "import $name" 2>/dev/null; then script $name py; else echo "peers: no $name"; fi
done
if command -v npm >/dev/null 2>&1 && (cd "$folder" && npm install --silent --no-audit --no-fund); then
    for name in pathfindingjs pathfindingjs-jps easystarjs ngraph; do script $name mjs; done
else
    echo "peers: no npm, or no packages"
fi
