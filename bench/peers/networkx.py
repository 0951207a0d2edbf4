#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""networkx' astar_path on a graph of cells."""
import math

import networkx

import peer


class Library:
    def __init__(self, rows):
        self.graph = networkx.Graph()
        free = {(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == "."}
        for x, y in free:
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if {(x + dx, y + dy), (x + dx, y), (x, y + dy)} <= free:
                    self.graph.add_edge((x, y), (x + dx, y + dy), weight=math.hypot(dx, dy))

    def find(self, start, goal):
        def octile(a, b):
            dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
            return max(dx, dy) + (math.sqrt(2) - 1) * min(dx, dy)

        try:
            return networkx.astar_path(self.graph, start, goal, heuristic=octile)
        except networkx.NetworkXNoPath:
            return []


peer.run(Library)
