# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Real-time pathfinding for games.

    import numpy, waymark
    grid = numpy.ones((64, 64), numpy.uint8)      # 0 is blocked, w costs w times as much to cross
    grid[:40, 20] = 0
    path = waymark.find(grid, (2, 2), (60, 60))   # places are (row, column), as in numpy
    path.cost, path.places                        # in a notebook `path` shows itself

Keep a Map, a Navigator and an Agent where there is more than one trip to plan.
"""
from __future__ import annotations

import numpy

from . import picture
from ._handle import NONE, Error
from ._handle import Handle as _Handle
from ._handle import check as _check
from ._library import ffi, lib

__version__ = ffi.string(lib.way_version()).decode()
__all__ = ["Agent", "Error", "Field", "Map", "Navigator", "Path", "World", "algorithms", "find",
           "hash_bytes", "hash_cells"]


def _outcome(outcome):
    return ffi.string(lib.way_outcome_name(outcome)).decode().lower()


def _states(pointer, count):
    """A view of states in the library's memory; nothing is copied."""
    if not count:
        return numpy.empty(0, numpy.uint32)
    view = numpy.frombuffer(ffi.buffer(pointer, count * 4), numpy.uint32)
    view.flags.writeable = False
    return view


def algorithms():
    """Every algorithm as a dictionary, in the order of the registry."""
    def describe(entry):
        return {key: ffi.string(getattr(entry, key)).decode()
                for key in ("name", "title", "family", "summary", "reference")}
    return [describe(lib.way_algorithm_at(i)) for i in range(lib.way_algorithm_count())]


def hash_cells(cells):
    """A hash of cell numbers: the same for every language and machine."""
    cells = numpy.ascontiguousarray(cells, "<u4")
    return lib.way_hash_bytes(0, ffi.from_buffer(cells), cells.nbytes)


def hash_bytes(data):
    """A hash of bytes: the same for every language and machine."""
    return lib.way_hash_bytes(0, ffi.from_buffer(data), len(data))


class Path:
    """What a trip came to: outcome, cost, and the cells from start to end."""

    def __init__(self, ground, outcome, cost, cells):
        self.map = ground
        self.outcome = outcome
        self.cost = None if cost == NONE else cost
        self.cells = cells

    @property
    def places(self):
        """The cells as rows of (row, column)."""
        return numpy.stack(numpy.divmod(self.cells, self.map.shape[1]), axis=1)

    def __len__(self):
        return len(self.cells)

    def __iter__(self):
        return (tuple(place) for place in self.places.tolist())

    def __bool__(self):
        return self.outcome == "arrived"

    def __repr__(self):
        return f"<waymark.Path {self.outcome}, {len(self)} cells, cost {self.cost}>"

    def _repr_png_(self):
        return picture.png(self.map.weights(), [tuple(place) for place in self.places.tolist()])


class Map(_Handle):
    """A grid that can change: `map[row, column]` and slices read and write weights."""

    def __init__(self, grid, neighbours=8, corners=0):
        grid = numpy.ascontiguousarray(grid, numpy.uint8)
        if grid.ndim != 2:
            raise ValueError(f"a grid has two dimensions, not {grid.ndim}")
        config = lib.way_map_config_default(grid.shape[1], grid.shape[0])
        config.neighbours = neighbours
        config.corners = corners
        bytes_ = ffi.from_buffer("uint8_t[]", grid) if grid.size else ffi.NULL
        config.weights = bytes_
        self._hold("way_map", lambda out, _: lib.way_map_create(
            ffi.new("way_map_config *", config), out), lib.way_map_destroy)
        self.shape = grid.shape

    def _cell(self, place):
        row, column = (int(part) for part in place)
        if not (0 <= row < self.shape[0] and 0 <= column < self.shape[1]):
            raise IndexError(f"{(row, column)} is outside the map of {self.shape}")
        return row * self.shape[1] + column

    def _rectangle(self, key):
        rows, columns = key if isinstance(key, tuple) else (key, slice(None))
        bounds = []
        for part, length in ((rows, self.shape[0]), (columns, self.shape[1])):
            if isinstance(part, slice):
                start, stop, step = part.indices(length)
                if step != 1:
                    raise IndexError("rectangles have steps of 1")
                bounds += [start, max(stop - start, 0)]
            else:
                part = int(part) + (length if part < 0 else 0)
                if not 0 <= part < length:
                    raise IndexError(f"{part} is outside the map of {self.shape}")
                bounds += [part, 1]
        return bounds

    def __setitem__(self, key, weight):
        y, height, x, width = self._rectangle(key)
        if width and height:
            edit = ffi.new("way_edit *", (x, y, width, height, int(weight)))
            _check(lib.way_map_edit(self._pointer, edit, 1))

    def __getitem__(self, key):
        y, height, x, width = self._rectangle(key)
        parts = key if isinstance(key, tuple) else (key, slice(None))
        cells = self._read(x, y, width, height)
        return cells[tuple(slice(None) if isinstance(part, slice) else 0 for part in parts)]

    def _read(self, x, y, width, height):
        cells = numpy.empty((height, width), numpy.uint8)
        if cells.size:
            area = ffi.new("way_rect *", (x, y, width, height))
            _check(lib.way_map_read(self._pointer, area, ffi.from_buffer("uint8_t[]", cells)))
        return cells

    def weights(self):
        """All weights as an array of their own."""
        return self._read(0, 0, self.shape[1], self.shape[0])

    @property
    def revision(self):
        return lib.way_map_revision(self._pointer)

    def reachable(self, start, goal, profile=1):
        """Whether a walk exists; answered without a search."""
        return lib.way_map_is_reachable(self._pointer, self._cell(start), self._cell(goal), profile)

    def add_profile(self, weights=None, unit_size=1):
        """Prepares the map for a kind of unit and gives its number. `weights` says what terrains
        weigh that weigh other than themselves, such as {3: 1, 4: 0}; 0 may not be entered."""
        profile = ffi.new("way_profile *", lib.way_profile_default(unit_size))
        for terrain, weight in (weights or {}).items():
            profile.weights[terrain] = weight
        number = ffi.new("uint32_t *")
        _check(lib.way_map_add_profile(self._pointer, profile, number))
        return number[0]

    def remove_profile(self, profile):
        _check(lib.way_map_remove_profile(self._pointer, profile))

    def _link(self, change, start, goal, cost, both_ways, profile):
        link = ffi.new("way_map_link *")
        link[0] = (self._cell(start), self._cell(goal), cost, profile, both_ways)
        _check(change(self._pointer, link, 1))

    def add_link(self, start, goal, cost, both_ways=False, profile=0):
        """A step between places that need not be neighbours: a ladder, a jump, a teleport. For all
        units, or for those of one profile."""
        self._link(lib.way_map_add_links, start, goal, cost, both_ways, profile)

    def remove_link(self, start, goal, both_ways=False, profile=0):
        self._link(lib.way_map_remove_links, start, goal, 1, both_ways, profile)

    @property
    def links(self):
        """All links, one way each, as (start, goal, cost, profile)."""
        links = (lib.way_map_link_at(self._pointer, i)
                 for i in range(lib.way_map_link_count(self._pointer)))
        return [(divmod(getattr(link, "from"), self.shape[1]),
                 divmod(link.to, self.shape[1]), link.cost, link.profile) for link in links]

    def find(self, start, goal, algorithm="astar", profile=1, penalties=None, unit=0):
        """One trip, prepared from scratch."""
        space = _Space(self, profile, penalties, unit)
        path = ffi.gc(ffi.new("way_path *"), lib.way_path_free)
        _check(lib.way_find_in(space._pointer, algorithm.encode(), self._cell(start),
                               self._cell(goal), path))
        cells = _states(path.states, path.count).copy()
        return Path(self, _outcome(path.outcome), path.cost, cells)

    def _repr_png_(self):
        return picture.png(self.weights(), [])


def find(grid, start, goal, algorithm="astar", penalties=None, unit=0):
    """The path over a grid from `start` to `goal`, both (row, column)."""
    ground = grid if isinstance(grid, Map) else Map(grid)
    return ground.find(start, goal, algorithm, penalties=penalties, unit=unit)


class _Space(_Handle):
    """What units of a profile walk on. Penalties are an array of bytes that is borrowed: write to
    it whenever you like."""

    def __init__(self, ground, profile=1, penalties=None, unit=0):
        if penalties is None:
            self._hold("way_space", lambda out, _: lib.way_space_create_grid(
                ground._pointer, profile, ffi.NULL, out), lib.way_space_destroy, ground)
            return
        if (penalties.shape != ground.shape or penalties.dtype != numpy.uint8
                or not penalties.flags.c_contiguous):
            raise ValueError(f"penalties are a contiguous array of uint8, {ground.shape}")
        buffer = ffi.from_buffer("uint8_t[]", penalties)
        config = ffi.new("way_penalty_config *")
        config.map, config.profile = ground._pointer, profile
        config.penalties, config.unit = buffer, unit
        self._hold("way_space", lambda out, _: lib.way_space_create_penalty(config, out),
                   lib.way_space_destroy, ground, (penalties, buffer))


class Navigator(_Handle):
    """An algorithm prepared for a map, such as "jps" or "dba(sector=16)"."""

    def __init__(self, ground, algorithm="astar", profile=1, penalties=None, unit=0):
        name = ffi.new("char[]", algorithm.encode())
        self._prepare(_Space(ground, profile, penalties, unit), ground, name,
                      lib.way_navigator_create)

    def _prepare(self, space, ground, name, create, keep=None):
        self.map = ground

        def prepare(out, problem):
            config = ffi.new("way_navigator_config *")
            config.space, config.algorithm, config.problem = space._pointer, name, problem
            return create(config, out)
        self._hold("way_navigator", prepare, lib.way_navigator_destroy, space, keep)

    @classmethod
    def open(cls, ground, data, profile=1):
        """A navigator of what `save` gave."""
        navigator = cls.__new__(cls)
        words = ffi.new("uint64_t[]", len(data) // 8 + 1)
        ffi.memmove(words, data, len(data))
        navigator._prepare(
            _Space(ground, profile), ground, ffi.NULL,
            lambda config, out: lib.way_navigator_open(config, words, len(data), out), words)
        return navigator

    def save(self):
        """The database as bytes, to be kept in a file."""
        saved = ffi.gc(ffi.new("way_database *"), lib.way_database_free)
        _check(lib.way_navigator_save(self._pointer, ffi.NULL, saved))
        return ffi.buffer(saved.bytes, saved.size)[:]

    @property
    def is_current(self):
        """Whether the database knows of all edits."""
        return lib.way_navigator_is_current(self._pointer)

    @property
    def bytes(self):
        """Bytes of the database, shared by all agents."""
        return lib.way_navigator_bytes(self._pointer)

    def repair(self, budget):
        """Brings the database up to date with edits; True when it is."""
        done = ffi.new("bool *")
        _check(lib.way_navigator_repair(self._pointer, budget, done))
        return bool(done[0])

    def agent(self):
        return Agent(self)


class Agent(_Handle):
    """One trip at a time, planned a little per frame."""

    def __init__(self, navigator):
        self.map = navigator.map

        def create(out, _):
            config = ffi.new("way_agent_config *")
            config.navigator = navigator._pointer
            return lib.way_agent_create(config, out)
        self._hold("way_agent", create, lib.way_agent_destroy, navigator)

    def begin(self, start, goal, nearest=False, partial=False):
        trip = ffi.new("way_trip *")
        trip.start, trip.goal = self.map._cell(start), self.map._cell(goal)
        trip.nearest_instead, trip.partial = nearest, partial
        _check(lib.way_agent_begin(self._pointer, trip))

    def step(self, budget):
        """Works for up to `budget` expansions: "moving" while there is more to do."""
        return _outcome(lib.way_agent_step(self._pointer, budget))

    def run(self):
        return _outcome(lib.way_agent_run(self._pointer))

    @property
    def expansions(self):
        return lib.way_agent_stats(self._pointer).expansions

    def path(self):
        """The moves so far. `cells` is a view that is good until the next call on the agent."""
        count = ffi.new("uint32_t *")
        states = lib.way_agent_path(self._pointer, count)
        return Path(self.map, _outcome(lib.way_agent_outcome(self._pointer)),
                    lib.way_agent_cost(self._pointer), _states(states, count[0]))


class Field(_Handle):
    """Costs and next steps to some goals from everywhere; with backward=False from some places to
    everywhere, for ranges."""

    def __init__(self, ground, profile=1, penalties=None, unit=0, backward=True):
        space = _Space(ground, profile, penalties, unit)
        self.map = ground

        def create(out, _):
            config = ffi.new("way_field_config *")
            config.space, config.backward = space._pointer, backward
            return lib.way_field_create(config, out)
        self._hold("way_field", create, lib.way_field_destroy, space)

    def begin(self, *goals, limit=None):
        """Starts over; places that cost more than `limit` are left out."""
        cells = ffi.new("way_state[]", [self.map._cell(goal) for goal in goals])
        _check(lib.way_field_begin(self._pointer, cells, len(goals), NONE if limit is None else limit))

    def step(self, budget):
        return _outcome(lib.way_field_step(self._pointer, budget))

    def run(self):
        return _outcome(lib.way_field_run(self._pointer))

    def cost(self, place):
        """The cost of a cheapest way to a goal; None where there is none."""
        cost = lib.way_field_cost(self._pointer, self.map._cell(place))
        return None if cost == NONE else cost

    def next(self, place):
        """The next place on a cheapest way; None at a goal or where there is no way."""
        cell = lib.way_field_next(self._pointer, self.map._cell(place))
        return None if cell == NONE else divmod(cell, self.map.shape[1])

    def costs(self):
        """All costs as an array, inf where there is no way."""
        count = ffi.new("uint32_t *")
        states = lib.way_field_states(self._pointer, count)
        costs = numpy.full(self.map.shape, numpy.inf)
        for state in _states(states, count[0]):
            costs.flat[state] = lib.way_field_cost(self._pointer, state)
        return costs


from .world import World  # noqa: E402 (it needs what is above)
