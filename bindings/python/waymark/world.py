# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""A world of units: give orders, call one function per frame, look.

    world = waymark.World(ground, capacity=1000)
    unit = world.add((2, 2))
    world.order([unit], "go", (60, 60))
    world.frame(8000)
    world.positions()           # of all units, as an array
"""
import weakref
from collections import namedtuple

import numpy

from ._handle import Error, Handle, array_of, check, flag, known, names, number_of, whole
from ._native import ffi, lib
from .ground import Map, data
from .search import budget_of

Unit = namedtuple("Unit", "unit place goal position heading kind team size state standing")
Event = namedtuple("Event", "kind unit place other tick")

STATES = names("way_unit_state")
EVENTS = names("way_world_event_kind")
KIND = ("size", "speed", "turn", "profile")
TEAM = ("fog", "sight")
#: What orders can't do without.
NEEDS = {"go": "place", "near": "place", "patrol": "place", "any": "places", "follow": "target"}
#: What can be seen of a unit, as the library lays it out.
VIEW = numpy.dtype({
    "names": ["unit", "cell", "goal", "x", "y", "heading", "kind", "team", "size", "state",
              "standing"],
    "formats": ["u8", "u4", "u4", "i4", "i4", "u1", "u1", "u1", "u1", "u4", "u4"],
    "offsets": [ffi.offsetof("way_unit_view", name) for name in (
        "unit", "cell", "goal", "x", "y", "heading", "kind", "team", "size", "state", "standing")],
    "itemsize": ffi.sizeof("way_unit_view")})


def handle_of(unit, what="a unit"):
    return whole(unit, what, 0, 2**64 - 1)


@ffi.def_extern()
def waymark_record(bytes_, size, user):
    ffi.from_handle(user).append(ffi.buffer(bytes_, size)[:])


class World(Handle):
    """Units on a map. While it lives only its own `edit` may change the map.

    Kinds are dictionaries of size, speed, turn, profile; teams of fog and sight. A step is drawn
    over `frames_per_tick` frames."""

    def __init__(self, ground, capacity, kinds=({},), teams=(), rivals=False, algorithm=None,
                 frames_per_tick=1):
        ground._refuse("that world; there is one to a map")
        config = ffi.new("way_world_config *")
        whole(len(kinds), "a number of kinds", 1, lib.WAY_WORLD_KINDS_MAX)
        whole(len(teams), "a number of teams", 0, lib.WAY_WORLD_TEAMS_MAX)
        kind_list = ffi.new("way_world_kind[]", len(kinds))
        profiles = []
        for entry, kind in zip(kind_list, kinds):
            known(kind, KIND, "a kind")
            entry.size = whole(kind.get("size", 0), "a unit's size", 0, lib.WAY_MAP_UNIT_MAX)
            entry.speed = whole(kind.get("speed", 0), "a speed", 0, lib.WAY_SPEED_FULL)
            entry.turn = whole(kind.get("turn", 0), "a turn", 0, 4096)
            if "profile" in kind:
                profiles.append(ground._profile(ground._known(kind["profile"])))
                entry.profile = profiles[-1]
        team_list = ffi.new("way_world_team[]", len(teams))
        for entry, team in zip(team_list, teams):
            known(team, TEAM, "a team")
            entry.fog = flag(team.get("fog", False), "fog")
            entry.sight_radius = whole(team.get("sight", 0), "a sight", 0, 64)
        config.map, config.rivals = ground._pointer, flag(rivals, "rivals")
        config.unit_capacity = whole(capacity, "a capacity", 1, lib.WAY_WORLD_UNITS_MAX)
        config.frames_per_tick = whole(frames_per_tick, "frames", 1, 64)
        config.kinds, config.kind_count = kind_list, len(kinds)
        config.teams, config.team_count = team_list, len(teams)
        name = ffi.new("char[]", algorithm.encode()) if algorithm else ffi.NULL
        config.algorithm = name
        out = ffi.new("way_world **")
        check(lib.way_world_create(config, out), repr(algorithm) if algorithm else "")
        self._own(out[0], lib.way_world_destroy, ground)
        self._at(ground, max(len(teams), 1))

    def _at(self, ground, teams=8):
        self.map, self._teams = ground, teams
        self._record = None
        ground._world = weakref.ref(self)

    # Units --------------------------------------------------------------------------------------

    def add(self, place, kind=0, team=0):
        """Puts a unit on the map and gives its handle."""
        unit = ffi.new("way_unit *")
        config = ffi.new("way_unit_config *", (self.map._cell(place), whole(kind, "a kind", 0, 15),
                                               whole(team, "a team", 0, 7)))
        status = lib.way_world_add(self._pointer, config, unit)
        if status:
            raise Error(status, self._hindrance(place, kind, team, status))
        return unit[0]

    def _hindrance(self, place, kind, team, status):
        """Why no unit can be put there, in words."""
        place = tuple(place)
        if status == lib.WAY_STATUS_OUT_OF_RANGE:
            return f"no kind {kind} or no team {team}"
        if status == lib.WAY_STATUS_TOO_LARGE:
            return f"there are {len(self)} units already"
        other = lib.way_world_unit_on(self._pointer, self.map._cell(place))
        if other:
            return f"unit {other} stands on {place}"
        if not self.map.fits(place, lib.way_world_kind_profile(self._pointer, kind)):
            return f"a unit of kind {kind} can't stand on {place}: there is a wall"
        return f"another unit is in the way at {place}"

    def remove(self, unit):
        check(lib.way_world_remove(self._pointer, handle_of(unit)), f"no unit {unit}")

    def order(self, units, kind, place=None, *, target=0, distance=0, places=(), queued=False,
              together=False, kept=False, patient=False, formation="none", urgency="visible", period=0):
        """Orders units to "go" to a place, "follow" a target, and so on. Who is `patient` and
        can't get there keeps the order, as near as can be, and goes on when a way opens."""
        order = ffi.new("way_order *")
        need = NEEDS.get(kind, "place" if kind == "flee" and not target else "")
        if need and not {"place": place is not None, "places": len(places), "target": target}[need]:
            raise ValueError(f"an order to {kind} needs {'a ' * (need != 'places')}{need}")
        target = handle_of(target, "a target")
        if target and not self.unit(target):
            raise Error(lib.WAY_STATUS_NOT_FOUND, f"no unit {target} to {kind}")
        cells = ffi.new("way_cell[]", [self.map._cell(one) for one in places])
        order.kind = number_of("way_order_kind", kind, "order")
        order.cell = 0 if place is None else self.map._cell(place)
        order.target, order.range = target, whole(distance, "a distance", 0, 2**32 - 1)
        order.cells, order.cell_count = cells, whole(len(places), "a number of places", 0,
                                                     lib.WAY_ORDER_CELLS_MAX)
        order.queued, order.keep_pace = flag(queued, "queued"), flag(together, "together")
        order.keep_formation, order.patient = flag(kept, "kept"), flag(patient, "patient")
        order.period = whole(period, "a period", 0, 2**32 - 1)
        order.formation = number_of("way_formation", formation, "formation")
        order.urgency = number_of("way_urgency", urgency, "urgency")
        units = array_of(list(units) if not isinstance(units, numpy.ndarray) else units,
                         numpy.uint64, "units")
        status = lib.way_world_order(self._pointer, data(units, "way_unit"), len(units), order)
        gone = [unit for unit in units.tolist() if not self.unit(unit)] if status else []
        check(status, f"no unit {gone[0]}" if gone else "")

    # The map ------------------------------------------------------------------------------------

    def edit(self, key, weight):
        """world.edit(numpy.s_[10:20, 30], 0): as an assignment to the map."""
        edits = self.map._edits(key, weight)
        if len(edits):
            check(lib.way_world_edit(self._pointer, ffi.cast("way_edit *", ffi.from_buffer(edits)),
                                     len(edits)))

    def add_link(self, start, goal, cost, both_ways=False, profile=0, capacity=0):
        """As the map's, under units; with a capacity at most so many are on it at once (a lift)."""
        check(lib.way_world_add_links(
            self._pointer, self.map._link(start, goal, cost, both_ways, profile), 1,
            whole(capacity, "a capacity", 0, lib.WAY_WORLD_LIFT_MAX)))

    def remove_link(self, start, goal, both_ways=False, profile=0):
        check(lib.way_world_remove_links(
            self._pointer, self.map._link(start, goal, 1, both_ways, profile), 1),
              f"a link from {tuple(start)} to {tuple(goal)}")

    def knows(self, team, place):
        """Whether a team has ever seen a place."""
        return lib.way_world_team_knows(self._pointer, self._team(team), self.map._cell(place))

    def _team(self, team):
        return whole(team, "a team", 0, self._teams - 1)

    def team_map(self, team):
        """The map as a team knows it, to look at."""
        pointer = ffi.cast("way_map *", lib.way_world_team_map(self._pointer, self._team(team)))
        seen = Map._wrap(pointer, self, self.map.shape)
        seen._world = weakref.ref(self)
        return seen

    # Frames -------------------------------------------------------------------------------------

    def frame(self, budget):
        """Plans for about `budget` units of work and moves all units."""
        check(lib.way_world_frame(self._pointer, budget_of(budget)))

    def __len__(self):
        return lib.way_world_unit_count(self._pointer)

    def __iter__(self):
        for unit in self.views()["unit"].tolist():
            yield self.unit(unit)

    def views(self):
        """All units as an array with a field for everything that can be seen of them; x and y are
        in 1/1024 of a cell."""
        views = numpy.empty(len(self), VIEW)
        lib.way_world_views(self._pointer, ffi.cast("way_unit_view *", ffi.from_buffer(views)),
                            len(views))
        return views

    def unit(self, unit):
        """What can be seen of a unit; None if it is gone. Positions are (row, column) of its
        middle, between two cells as it walks."""
        view = ffi.new("way_unit_view *")
        if not lib.way_world_unit(self._pointer, handle_of(unit), view):
            return None
        return Unit(view.unit, self.map._place(view.cell), self.map._place(view.goal),
                    (view.y / 1024, view.x / 1024), view.heading, view.kind, view.team, view.size,
                    STATES[view.state], view.standing)

    def unit_on(self, place):
        """The unit on a place; None if there is none."""
        return lib.way_world_unit_on(self._pointer, self.map._cell(place)) or None

    def path(self, unit):
        """The places that a unit means to walk, as far as it knows."""
        cells = numpy.empty(65536, numpy.uint32)
        count = lib.way_world_unit_path(self._pointer, handle_of(unit), data(cells, "way_cell"), len(cells))
        return self.map.places(cells[:count])

    def positions(self):
        """The positions of all units, in the order of iteration."""
        views = self.views()
        positions = numpy.empty((len(views), 2))
        numpy.multiply(views["y"], 1 / 1024, out=positions[:, 0])
        numpy.multiply(views["x"], 1 / 1024, out=positions[:, 1])
        return positions

    def events(self):
        """Takes the events that nobody has taken yet."""
        event = ffi.new("way_world_event *")
        while lib.way_world_event_next(self._pointer, event):
            yield Event(EVENTS[event.kind], event.unit, self.map._place(event.cell),
                        event.other or None, event.tick)

    @property
    def tick(self):
        return lib.way_world_statistics(self._pointer).tick

    def hash(self):
        """The same on every machine that made the same calls."""
        return lib.way_world_hash(self._pointer)

    # Kept ---------------------------------------------------------------------------------------

    def save(self):
        """Everything that decides what will happen, as bytes."""
        size = ffi.new("size_t *")
        status = lib.way_world_save(self._pointer, ffi.NULL, 0, size)
        if status != lib.WAY_STATUS_OUT_OF_RANGE:
            check(status)
        saved = bytearray(size[0])
        check(lib.way_world_save(self._pointer, ffi.from_buffer(saved), len(saved), size))
        return bytes(saved)

    @classmethod
    def restore(cls, saved):
        """A world as it was saved, with a map of its own."""
        self = cls.__new__(cls)
        self._hold("way_world", lambda out, problem: lib.way_world_restore(
            ffi.from_buffer(saved), len(saved), ffi.NULL, out, problem), lib.way_world_destroy)
        self._at(_map_of(self))
        return self

    def __reduce__(self):
        return World.restore, (self.save(),)

    def record(self):
        """Records everything from now on; `stop_record` gives the bytes."""
        if self._record:
            raise Error(lib.WAY_STATUS_WRONG_STATE, "this world is being recorded")
        pieces = []
        handle = ffi.new_handle(pieces)
        check(lib.way_world_record(self._pointer, lib.waymark_record, handle))
        self._record = (pieces, handle)

    def stop_record(self):
        if not self._record:
            raise Error(lib.WAY_STATUS_WRONG_STATE, "this world is not being recorded")
        check(lib.way_world_record(self._pointer, ffi.NULL, ffi.NULL))
        pieces, self._record = self._record[0], None
        return b"".join(pieces)


def _map_of(world):
    """The map that a restored world owns."""
    pointer = ffi.cast("way_map *", lib.way_world_map(world._pointer))
    floors = lib.way_map_floors(pointer)
    shape = (floors.count, floors.height, lib.way_map_width(pointer))
    return Map._wrap(pointer, world, shape if floors.count > 1 else shape[1:])


class _Watched(World):
    """The world of a replay, to look at."""

    def _refused(self, *values, **options):
        raise Error(lib.WAY_STATUS_WRONG_STATE,
                    "the world of a replay is to look at; next(replay) moves it on")

    add = remove = order = edit = add_link = remove_link = frame = record = _refused


class Replay(Handle):
    """A record that is played again: for same in replay: ... says after each frame whether the
    `world`, which is to look at, is the recorded one."""

    def __init__(self, record):
        buffer = ffi.from_buffer(record)
        self._hold("way_replay", lambda out, problem: lib.way_replay_create(
            buffer, len(record), ffi.NULL, out, problem), lib.way_replay_destroy, keep=buffer)
        self.world = _Watched.__new__(_Watched)
        self.world._own(lib.way_replay_world(self._pointer), lambda pointer: None, self)
        self.world._at(_map_of(self.world))

    def __iter__(self):
        return self

    def __next__(self):
        over, same = ffi.new("bool *"), ffi.new("bool *")
        check(lib.way_replay_frame(self._pointer, over, same))
        if over[0]:
            raise StopIteration
        return bool(same[0])

    def hash(self):
        """Of the world as it is after the last frame."""
        return self.world.hash()
