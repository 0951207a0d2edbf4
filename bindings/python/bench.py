# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Processor time per path beside networkx (A*) and scikit-image (route_through_array), on one map and
in one process, the best of five rounds. Eight neighbours; waymark and the graph cut no corners, which scikit-image can't be asked
for, so its paths are a little shorter."""
import math
import time

import networkx
import numpy
from skimage.graph import route_through_array

import waymark

SIDE, PAIRS, ROUNDS = 256, 12, 5


def ground():
    """Blocks of 4 x 4 cells, about a quarter of them walls, no two of which meet at a corner alone."""
    rng = numpy.random.default_rng(7)
    coarse = (rng.random((SIDE // 4, SIDE // 4)) > 0.28).astype(numpy.uint8)
    for y in range(coarse.shape[0] - 1):
        for x in range(coarse.shape[1] - 1):
            square = coarse[y:y + 2, x:x + 2]
            if square[0, 0] == square[1, 1] != square[0, 1] == square[1, 0]:
                square[:] = 1
    return coarse.repeat(4, axis=0).repeat(4, axis=1)


def graph_of(grid):
    graph = networkx.Graph()
    for y, x in zip(*numpy.nonzero(grid)):
        for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ny, nx = y + dy, x + dx
            if ny < SIDE and 0 <= nx < SIDE and grid[ny, nx] and grid[y, nx] and grid[ny, x]:
                graph.add_edge((y, x), (ny, nx), weight=math.hypot(dy, dx))
    return graph


def octile(a, b):
    dy, dx = abs(int(a[0]) - int(b[0])), abs(int(a[1]) - int(b[1]))
    return max(dy, dx) + (math.sqrt(2) - 1) * min(dy, dx)


def timed(call, pairs):
    best = math.inf
    for _ in range(ROUNDS):
        begun = time.process_time()
        results = [call(a, b) for a, b in pairs]
        best = min(best, time.process_time() - begun)
    return best / len(pairs) * 1e6, results


def length(places):
    return sum(math.hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(places, places[1:]))


def main():
    grid = ground()
    map_ = waymark.Map(grid)
    rng = numpy.random.default_rng(11)
    free = numpy.argwhere(grid)
    pairs = []
    while len(pairs) < PAIRS:
        a, b = (tuple(int(v) for v in free[i]) for i in rng.integers(len(free), size=2))
        if map_.reachable(a, b):
            pairs.append((a, b))
    rows = []
    for name in ("astar", "jps", "dba"):
        unit = waymark.Navigator(map_, name).agent()

        def run(a, b, unit=unit):
            unit.begin(a, b)
            unit.run()
            return length(list(unit.path()))
        rows.append((f"waymark {name}", *timed(run, pairs)))
    graph = graph_of(grid)
    rows.append(("networkx astar_path", *timed(lambda a, b: length(networkx.astar_path(
        graph, a, b, octile)), pairs)))
    costs = numpy.where(grid, 1.0, -1.0)
    rows.append(("skimage route_through_array", *timed(lambda a, b: length(route_through_array(
        costs, a, b, fully_connected=True, geometric=True)[0]), pairs)))
    best = rows[0][2]
    print(f"| {SIDE} x {SIDE}, {PAIRS} paths | µs per path | times waymark astar | longer than best |")
    print("|---|---|---|---|")
    for name, time_, lengths in rows:
        excess = sum(lengths) / sum(best) - 1
        print(f"| {name} | {time_:,.0f} | {time_ / rows[0][1]:.2f} | {excess:.2%} |")


main()
