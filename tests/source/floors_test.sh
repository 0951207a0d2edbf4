#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# floors_test.sh <check_floors.sh> <scratch>: plants includes, good and bad, and expects the checker
# to tell them apart.
set -eu

checker=$1
scratch=$2
failures=0

# plant <file> <include line>: a tree of one good file and one more.
plant() {
    rm -rf "$scratch"
    mkdir -p "$scratch/src/core" "$scratch/$(dirname "$1")"
    printf '#include "base/alloc.h"\n#include <string.h>\n' >"$scratch/src/core/heap.c"
    printf '#include %s\n' "$2" >"$scratch/$1"
}

# expect <good|bad> <file> <include>
expect() {
    plant "$2" "$3"
    if sh "$checker" "$scratch" >"$scratch/output" 2>&1; then
        found=good
    else
        found=bad
    fi
    if [ "$found" != "$1" ] || { [ "$found" = bad ] && ! grep -q "^$2:1: " "$scratch/output"; }; then
        echo "FAILED: $2 with #include $3 should be $1, was $found:"
        cat "$scratch/output"
        failures=$((failures + 1))
    fi
}

expect good src/map/grid.c '"map/grid.h"'
expect good src/map/grid.c '"core/bitset.h"'
expect good src/map/grid.c '<waymark/map.h>'
expect good src/map/grid.c '<string.h>'
expect bad src/map/grid.c '"space/space.h"'
expect bad src/map/grid.c '"world/world.h"'
expect bad src/core/arena.c '"map/grid.h"'
expect bad src/core/arena.c '"arena.h"'
expect bad src/core/arena.c '"../base/alloc.h"'
expect bad src/core/arena.c '<core/arena.h>'
expect bad src/core/arena.c '"scenes/maze.h"'
expect bad src/core/arena.c '"cli/draw.h"'
expect bad src/core/arena.c '<stdio.h>'
expect bad src/world/world.c '<pthread.h>'
expect bad src/world/world.c '<sys/stat.h>'
expect good src/file/file.c '<stdio.h>'
expect good src/file/file.c '"format/movingai.h"'
expect bad src/attic/old.c '"base/alloc.h"'
expect good src/search/discrete/astar.c '"search/trip/algorithm.h"'
expect good src/search/discrete/astar.c '"search/discrete/open.h"'
expect bad src/search/discrete/astar.c '"search/realtime/tbastar.h"'
expect bad src/search/subgoal/regions.c '"search/anyangle/polyanya.h"'
expect good lab/realtime/rtaa.c '"search/trip/algorithm.h"'
expect good lab/realtime/rtaa.c '"search/realtime/local_search.h"'
expect good lab/realtime/rtaa.c '"lab/realtime/timebound.h"'
expect bad lab/realtime/rtaa.c '"lab/subgoal/sweep.h"'
expect bad lab/realtime/rtaa.c '"cli/draw.h"'
expect bad src/search/discrete/astar.c '"lab/discrete/deepening.h"'
expect good src/search/registry/registry.c '"lab/lab.def"'
expect bad src/search/search.c '"search/discrete/open.h"'
expect bad src/search/search.c '"path/smooth.h"'
expect good include/waymark/map.h '<waymark/base.h>'
expect bad include/waymark/map.h '"map/grid.h"'
expect bad include/waymark/map.h '<stdio.h>'
expect good cli/draw.c '"cli/draw.h"'
expect good cli/draw.c '"scenes/maze.h"'
expect good cli/draw.c '<png.h>'
expect bad cli/draw.c '"core/heap.h"'
expect good bench/runner.c '"scenes/maze.h"'
expect bad bench/runner.c '"cli/draw.h"'
expect bad scenes/maze.c '"core/heap.h"'
expect bad scenes/maze.c '"bench/runner.h"'
expect bad examples/hello.c '"scenes/maze.h"'
expect good tests/core/test_heap.c '"core/heap.h"'
expect bad tests/core/test_heap.c '"../helper.h"'

rm -rf "$scratch"
[ "$failures" -eq 0 ]
