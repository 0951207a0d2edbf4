# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Real-time pathfinding for games.

    import numpy, waymark
    grid = numpy.ones((64, 64), numpy.uint8)      # 0 is blocked, w costs w times as much to cross
    grid[:40, 20] = 0
    path = waymark.find(grid, (2, 2), (60, 60))   # places are (row, column), as in numpy
    path.cost, path.places                        # in a notebook `path` shows itself

Keep a Map, a Navigator and an Agent where there is more than one trip to plan.

Threads: every call of the library lets other threads of Python run. A map or a navigator may
be used by any number of them while nobody changes it; agents, walkers, fields and worlds belong to
one thread at a time.
"""
import numpy

from ._handle import Error, array_of
from ._native import ffi, lib
from .ground import Map, Path, find
from .free import Avoider, Mesh
from .search import (Agent, Answers, Belief, Field, Navigator, Plan, Walker, solve)
from .world import Event, Replay, Unit, World

__version__ = ffi.string(lib.way_version()).decode()
__all__ = ["Agent", "Answers", "Avoider", "Belief", "Error", "Event", "Field", "Map", "Mesh",
           "Navigator", "Path", "Plan", "Replay", "Unit", "Walker", "World", "algorithms", "find", "hash_bytes",
           "hash_cells", "solve"]


def algorithms():
    """Every algorithm as a dictionary, in the order of the registry."""
    def describe(entry):
        return {key: ffi.string(getattr(entry, key)).decode()
                for key in ("name", "title", "family", "summary", "reference")}
    return [describe(lib.way_algorithm_at(i)) for i in range(lib.way_algorithm_count())]


def hash_cells(cells):
    """A hash of cell numbers: the same for every language and machine."""
    cells = array_of(cells, numpy.dtype("<u4"), "cells")
    return lib.way_hash_bytes(0, ffi.from_buffer(cells), cells.nbytes)


def hash_bytes(data):
    """A hash of bytes: the same for every language and machine."""
    return lib.way_hash_bytes(0, ffi.from_buffer(data), len(data))
