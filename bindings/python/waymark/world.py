# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""A world of units: give orders, call one function per frame, look.

    world = waymark.World(ground, capacity=1000)
    unit = world.add((2, 2))
    world.order([unit], "go", (60, 60))
    world.frame(8000)
    world.positions()           # of all units, as an array
"""
from collections import namedtuple

import numpy

from ._handle import NONE, Handle, check
from ._library import ffi, lib

Unit = namedtuple("Unit", "unit place goal position heading kind team size state standing")
Event = namedtuple("Event", "kind unit place other tick")

ORDERS = ("stop", "hold", "go", "near", "any", "follow", "patrol", "flee")
FORMATIONS = ("none", "box", "line", "column")
URGENCIES = ("visible", "selected", "other", "periodic")
STATES = ("idle", "planning", "walking", "holding")
EVENTS = ("moved", "arrived", "waiting", "blocked", "replanned", "unreachable", "goal_changed")


def _index(names, name, what):
    if name not in names:
        raise ValueError(f"no {what} is called {name!r}; there are {', '.join(names)}")
    return names.index(name)


class World(Handle):
    """Units on a map. While it lives only its own `edit` may change the map.

    Kinds are dictionaries of size, speed, turn, profile; teams of fog and sight."""

    def __init__(self, ground, capacity, kinds=({},), teams=(), rivals=False):
        self.map = ground
        config = ffi.new("way_world_config *")
        kind_list = ffi.new("way_world_kind[]", len(kinds))
        profiles = ffi.new("way_profile[]", len(kinds))
        for i, kind in enumerate(kinds):
            kind_list[i].size = kind.get("size", 0)
            kind_list[i].speed = kind.get("speed", 0)
            kind_list[i].turn = kind.get("turn", 0)
            if "profile" in kind:
                if not lib.way_map_profile(ground._pointer, kind["profile"], profiles + i):
                    raise ValueError(f"no profile {kind['profile']}")
                kind_list[i].profile = profiles + i
        team_list = ffi.new("way_world_team[]", [
            {"fog": team.get("fog", False), "sight": team.get("sight", 0)} for team in teams])
        config.map, config.unit_capacity, config.rivals = ground._pointer, capacity, rivals
        config.kinds, config.kind_count = kind_list, len(kinds)
        config.teams, config.team_count = team_list, len(teams)
        self._hold("way_world", lambda out, _: lib.way_world_create(config, out),
                   lib.way_world_destroy, ground)

    def add(self, place, kind=0, team=0):
        """Puts a unit on the map and gives its handle."""
        unit = ffi.new("way_unit *")
        config = ffi.new("way_unit_config *", (self.map._cell(place), kind, team))
        check(lib.way_world_add(self._pointer, config, unit))
        return unit[0]

    def remove(self, unit):
        check(lib.way_world_remove(self._pointer, unit))

    def order(self, units, kind, place=None, *, target=0, distance=0, places=(), queued=False,
              together=False, formation="none", urgency="visible", period=0):
        """Orders units to "go" to a place, "follow" a target, and so on; see ORDERS."""
        order = ffi.new("way_order *")
        cells = ffi.new("way_cell[]", [self.map._cell(one) for one in places])
        order.kind = _index(ORDERS, kind, "order")
        order.cell = 0 if place is None else self.map._cell(place)
        order.target, order.range = target, distance
        order.cells, order.cell_count = cells, len(places)
        order.queued, order.together, order.period = queued, together, period
        order.formation = _index(FORMATIONS, formation, "formation")
        order.urgency = _index(URGENCIES, urgency, "urgency")
        units = list(units)
        check(lib.way_world_order(self._pointer, ffi.new("way_unit[]", units), len(units), order))

    def edit(self, key, weight):
        """world.edit(numpy.s_[10:20, 30], 0): as an assignment to the map."""
        y, height, x, width = self.map._rectangle(key)
        if width and height:
            edit = ffi.new("way_edit *", (x, y, width, height, int(weight)))
            check(lib.way_world_edit(self._pointer, edit, 1))

    def frame(self, budget):
        """Plans for about `budget` units of work and moves all units."""
        check(lib.way_world_frame(self._pointer, budget))

    def __len__(self):
        return lib.way_world_unit_count(self._pointer)

    def __iter__(self):
        for place in range(lib.way_world_place_count(self._pointer)):
            unit = lib.way_world_unit_at(self._pointer, place)
            if unit:
                yield self.unit(unit)

    def _place(self, cell):
        return None if cell == NONE else divmod(cell, self.map.shape[1])

    def unit(self, unit):
        """What can be seen of a unit; None if it is gone. Positions are (row, column) of its
        middle, between two cells as it walks."""
        view = ffi.new("way_unit_view *")
        if not lib.way_world_unit(self._pointer, unit, view):
            return None
        return Unit(view.unit, self._place(view.cell), self._place(view.goal),
                    (view.y / 1024, view.x / 1024), view.heading, view.kind, view.team, view.size,
                    STATES[view.state], view.standing)

    def positions(self):
        """The positions of all units, in the order of iteration."""
        return numpy.array([unit.position for unit in self]).reshape(-1, 2)

    def events(self):
        """Takes the events that nobody has taken yet."""
        event = ffi.new("way_world_event *")
        while lib.way_world_event_next(self._pointer, event):
            yield Event(EVENTS[event.kind], event.unit, self._place(event.cell),
                        event.other or None, event.tick)

    def hash(self):
        """The same on every machine that made the same calls."""
        return lib.way_world_hash(self._pointer)
