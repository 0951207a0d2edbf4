# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""What peers in Python have in common: reading maps and problems, saying what came of them
(bench/measure/peer.h)."""
import resource
import sys
import time


def held():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def run(library, rules=""):
    """Answers until there are no more questions; library(rows) has find((x, y), (x, y))."""
    _, _, height = sys.stdin.readline().split()
    rows = [sys.stdin.readline().rstrip("\n") for _ in range(int(height))]
    before = held()
    begun = time.process_time()
    made = library(rows)
    print(f"ready {time.process_time() - begun:.9f} {held() - before}{rules}", flush=True)
    for line in sys.stdin:
        x, y, to_x, to_y = map(int, line.split()[1:])
        begun = time.process_time()
        way = made.find((x, y), (to_x, to_y))
        seconds = time.process_time() - begun
        cells = " ".join(f"{x} {y}" for x, y in way)
        print(f"path {seconds:.9f} {held() - before} {len(way)} {cells}", flush=True)
