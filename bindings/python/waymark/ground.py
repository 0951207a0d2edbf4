# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Maps and paths."""
import weakref

import numpy

from . import picture
from ._handle import NONE, Error, Handle, array_of, check, flag, names, number_of, whole
from ._native import ffi, lib

OUTCOMES = names("way_outcome")
EDIT = numpy.dtype({"names": ["x", "y", "width", "height", "weight"],
                    "formats": ["u4", "u4", "u4", "u4", "u1"], "itemsize": ffi.sizeof("way_edit")})


def states(pointer, count):
    """A view of states in the library's memory; nothing is copied."""
    if not count:
        return numpy.empty(0, numpy.uint32)
    view = numpy.frombuffer(ffi.buffer(pointer, count * 4), numpy.uint32)
    view.flags.writeable = False
    return view


def data(array, kind):
    """An array as what a call takes."""
    return ffi.from_buffer(kind + "[]", array)


class Path:
    """What a trip came to: outcome, cost, and the cells from start to end."""

    def __init__(self, ground, outcome, cost, cells, profile=1):
        self.map = ground
        self.outcome = outcome
        self.cost = None if cost == NONE else cost
        self.cells = cells
        self.profile = profile

    @property
    def places(self):
        """The cells as rows of (row, column), on floors of (floor, row, column)."""
        return self.map.places(self.cells)

    @property
    def length(self):
        """The real length of the line through the cells, in cell sides."""
        cells = numpy.ascontiguousarray(self.cells)
        return lib.way_path_length(self.map._pointer, data(cells, "way_cell"), len(cells))

    def holds(self):
        """Whether every step is legal on the map as it is now."""
        cells = numpy.ascontiguousarray(self.cells)
        return lib.way_path_check(self.map._pointer, self.profile, data(cells, "way_cell"),
                                  len(cells), ffi.NULL)

    def smooth(self, kind="pull", reach=0):
        """A path with fewer turns that is no costlier: by "rays", by "pull", or "any_angle", which
        leaves turning points to walk straight between."""
        cells = numpy.array(self.cells)
        config = ffi.new("way_smoothing_config *")
        config.map, config.unit_size = self.map._pointer, self.profile
        config.reach = whole(reach, "a reach", 0, NONE)
        config.kind = number_of("way_smoothing", kind, "smoothing")
        count = ffi.new("uint32_t *", len(cells))
        check(lib.way_path_smooth(config, data(cells, "way_cell"), count))
        cells = cells[:count[0]].copy()
        cost = ffi.new("way_cost *", NONE)
        if kind != "any_angle":
            lib.way_path_check(self.map._pointer, self.profile, data(cells, "way_cell"), len(cells),
                               cost)
        return Path(self.map, self.outcome, cost[0], cells, self.profile)

    def curve(self, density=4):
        """The path with its corners bent, for display: an array of (row, column)."""
        cells = numpy.ascontiguousarray(self.cells)
        config = ffi.new("way_curve_config *")
        config.map, config.unit_size = self.map._pointer, self.profile
        config.density = whole(density, "density", 1, 64)
        curve = ffi.new("way_curve *")
        points = numpy.empty((0, 2))
        for _ in range(2):  # how many there are, then all of them
            points = numpy.empty((curve.count, 2))
            curve.points, curve.capacity = ffi.cast("way_curve_point *", ffi.from_buffer(points)), len(points)
            check(lib.way_path_curve(config, data(cells, "way_cell"), len(cells), curve))
        return points[:, ::-1]

    def __len__(self):
        return len(self.cells)

    def __iter__(self):
        return (tuple(place) for place in self.places.tolist())

    def __bool__(self):
        return self.outcome == "found"

    def __repr__(self):
        return f"<waymark.Path {self.outcome}, {len(self)} cells, cost {self.cost}>"

    def _repr_png_(self):
        return picture.png(self.map._rows(), [divmod(cell, self.map.width)
                                              for cell in self.cells.tolist()])


class Map(Handle):
    """A grid that can change: `map[row, column]`, slices, masks and lists of places read and write
    weights. A grid of three dimensions is a map of several floors."""

    _world = None

    def __init__(self, grid, neighbours=8, corners="strict", costs=None):
        grid = array_of(grid, numpy.uint8, "weights")
        if grid.ndim not in (2, 3) or not grid.size:
            raise ValueError(f"a grid has two dimensions, or three with floors, not {grid.shape}")
        self._shape(grid.shape)
        rows = self._spread(grid)
        config = _rules(neighbours, corners, costs)
        config.width = whole(rows.shape[1], "a width", 1, lib.WAY_MAP_SIDE_MAX)
        config.height = whole(rows.shape[0], "a height", 1, lib.WAY_MAP_SIDE_MAX)
        if grid.ndim == 3:
            config.floors.count, config.floors.height = grid.shape[:2]
        config.weights = weights = data(rows, "uint8_t")
        self._hold("way_map", lambda out, _: lib.way_map_create(config, out), lib.way_map_destroy)
        del weights

    @classmethod
    def _wrap(cls, pointer, owner, shape, destroy=lambda pointer: None):
        """The library's own map, as long as its owner."""
        self = cls.__new__(cls)
        self._shape(shape)
        self._own(pointer, destroy, owner)
        return self

    @classmethod
    def parse(cls, text, neighbours=8, corners="strict", costs=None):
        """A MovingAI .map, with floors and links."""
        config, floors = _rules(neighbours, corners, costs), ffi.new("way_floors *")
        out, problem = ffi.new("way_map **"), ffi.new("way_problem *")
        text = text.encode()
        status = lib.way_floors_parse(text, len(text), config, ffi.NULL, out, floors, problem)
        where = f"line {problem.line}: " if problem.line else ""
        check(status, where + ffi.string(problem.text).decode())
        shape = (floors.count, floors.height, lib.way_map_width(out[0]))
        return cls._wrap(out[0], None, shape if floors.count > 1 else shape[1:], lib.way_map_destroy)

    def text(self):
        """The map as a MovingAI .map."""
        floors = ffi.new("way_floors *", lib.way_map_floors(self._pointer))
        size = lib.way_floors_format(self._pointer, floors, ffi.NULL, ffi.NULL, 0)
        text = ffi.new("char[]", size + 1)
        lib.way_floors_format(self._pointer, floors, ffi.NULL, text, size)
        return ffi.string(text).decode()

    # Places -------------------------------------------------------------------------------------

    def _shape(self, shape):
        self.shape = tuple(int(side) for side in shape)
        self.width = self.shape[-1]

    def _spread(self, grid):
        """The rows of the library's map: floors below each other, a blocked row between two."""
        if grid.ndim == 2:
            return grid
        floors, height, width = grid.shape
        rows = numpy.zeros((floors, height + 1, width), grid.dtype)
        rows[:, :height] = grid
        return rows.reshape(-1, width)[:-1]

    def _gather(self, rows):
        """The grid of the library's rows."""
        if len(self.shape) == 2:
            return rows
        floors, height, width = self.shape
        whole_ = numpy.zeros((floors * (height + 1), width), rows.dtype)
        whole_[:-1] = rows
        return whole_.reshape(floors, height + 1, width)[:, :height]

    def _outside(self, place):
        return IndexError(f"{place} is outside the map of {self.shape}")

    def _cell(self, place):
        parts = tuple(whole(part, "a coordinate", -2**63, 2**63 - 1) for part in place)
        if len(parts) != len(self.shape) or not all(
                0 <= part < side for part, side in zip(parts, self.shape)):
            raise self._outside(parts)
        row = parts[-2] + (parts[0] * (self.shape[1] + 1) if len(parts) == 3 else 0)
        return row * self.width + parts[-1]

    def cells(self, places):
        """Places, the last axis (row, column), as the numbers of cells."""
        places = numpy.asarray(places)
        if not places.size:
            return numpy.empty(0, numpy.uint32)
        if places.shape[-1:] != (len(self.shape),) or places.dtype.kind not in "iu":
            raise ValueError(f"places are whole numbers, {len(self.shape)} each")
        wrong = ((places < 0) | (places >= self.shape)).any(axis=-1)
        if wrong.any():
            raise self._outside(tuple(places[wrong][0].tolist()))
        rows = places[..., -2]
        if len(self.shape) == 3:
            rows = rows + places[..., 0] * (self.shape[1] + 1)
        return (rows * self.width + places[..., -1]).astype(numpy.uint32)

    def places(self, cells):
        """The numbers of cells as places, on a last axis."""
        rows, columns = numpy.divmod(cells, numpy.uint32(self.width))
        if len(self.shape) == 2:
            return numpy.stack((rows, columns), axis=-1)
        floors, rows = numpy.divmod(rows, numpy.uint32(self.shape[1] + 1))
        return numpy.stack((floors, rows, columns), axis=-1)

    def _place(self, cell):
        return None if cell == NONE else tuple(self.places(numpy.uint32(cell)).tolist())

    # Weights ------------------------------------------------------------------------------------

    def _rectangle(self, key):
        """(y, height, x, width) of a key that is a rectangle; None for others."""
        parts = key if isinstance(key, tuple) else (key,)
        if len(self.shape) != 2 or len(parts) > 2 or not all(
                isinstance(part, (int, numpy.integer, slice)) for part in parts):
            return None
        bounds = []
        for part, length in zip(parts + (slice(None),), self.shape):
            if isinstance(part, slice):
                start, stop, step = part.indices(length)
                if step != 1:
                    return None
                bounds += [start, max(stop - start, 0)]
            else:
                row = int(part) + (length if part < 0 else 0)
                if not 0 <= row < length:
                    raise self._outside(part)
                bounds += [row, 1]
        return bounds

    def _edits(self, key, value):
        """An assignment as edits: a rectangle, or the runs of cells that differ."""
        area = self._rectangle(key)
        if area and numpy.ndim(value) == 0:
            y, height, x, width = area
            edits = numpy.zeros(1 if width and height else 0, EDIT)
            weight = whole(value, "a weight", 0, 255)
            edits[:] = (x, y, width, height, weight)
            return edits
        new = self.weights()
        new[key] = array_of(value, numpy.uint8, "weights")
        new, old = self._spread(new), self._rows()
        rows, columns = (new != old).nonzero()
        weights = new[rows, columns]
        starts = numpy.flatnonzero(numpy.concatenate((
            [len(rows) > 0], (numpy.diff(rows) != 0) | (numpy.diff(columns) != 1)
            | (numpy.diff(weights) != 0))))
        edits = numpy.zeros(len(starts), EDIT)
        edits["x"], edits["y"], edits["height"] = columns[starts], rows[starts], 1
        edits["width"] = numpy.diff(numpy.append(starts, len(rows)))
        edits["weight"] = weights[starts]
        return edits

    def _refuse(self, call):
        """Editing by hand would leave a world behind its map."""
        if self._world is not None and self._world() is not None:
            raise Error(lib.WAY_STATUS_WRONG_STATE,
                        f"a world lives on this map; edit it by {call}")

    def __setitem__(self, key, value):
        self._refuse("world.edit(key, weight)")
        edits = self._edits(key, value)
        if len(edits):
            check(lib.way_map_edit(self._pointer, ffi.cast("way_edit *", ffi.from_buffer(edits)),
                                   len(edits)))

    def __getitem__(self, key):
        area = self._rectangle(key)
        if not area:
            return self.weights()[key]
        y, height, x, width = area
        parts = key if isinstance(key, tuple) else (key,)
        cells = self._read(x, y, width, height)
        return cells[tuple(slice(None) if isinstance(part, slice) else 0 for part in parts)]

    def _read(self, x, y, width, height):
        cells = numpy.empty((height, width), numpy.uint8)
        if cells.size:
            area = ffi.new("way_rect *", (x, y, width, height))
            check(lib.way_map_read(self._pointer, area, data(cells, "uint8_t")))
        return cells

    def _rows(self):
        return self._read(0, 0, self.width, lib.way_map_height(self._pointer))

    def weights(self):
        """All weights as an array of their own."""
        return self._gather(self._rows())

    def __array__(self, dtype=None, copy=None):
        return self.weights().astype(dtype or numpy.uint8)

    # What holds on it ---------------------------------------------------------------------------

    @property
    def neighbours(self):
        return lib.way_map_neighbours(self._pointer)

    @property
    def corners(self):
        return names("way_corners")[lib.way_map_corners(self._pointer)]

    @property
    def costs(self):
        """Of a straight and of a diagonal step."""
        costs = lib.way_map_costs(self._pointer)
        return costs.cardinal, costs.diagonal

    @property
    def revision(self):
        return lib.way_map_revision(self._pointer)

    @property
    def bytes(self):
        return lib.way_map_bytes(self._pointer)

    def hash(self):
        """Of everything that decides paths; the same on every machine."""
        return lib.way_map_hash(self._pointer)

    def reachable(self, start, goal, profile=1):
        """Whether a walk exists; answered without a search."""
        return lib.way_map_is_reachable(self._pointer, self._cell(start), self._cell(goal),
                                        self._known(profile))

    def nearest_passable(self, place, profile=1):
        """The place nearest to one on which a unit can stand; None if there is none."""
        return self._place(lib.way_map_nearest_passable(self._pointer, self._cell(place),
                                                        self._known(profile)))

    def nearest_reachable(self, start, goal, profile=1):
        """The place nearest to `goal` that can be reached; `goal` itself if it can."""
        return self._place(lib.way_map_nearest_reachable(self._pointer, self._cell(start),
                                                         self._cell(goal), self._known(profile)))

    def fits(self, place, profile=1):
        """Whether a unit can stand with its top left corner there."""
        return self.weight(place, profile) != 0

    def sees(self, a, b, kind="any_angle", profile=1):
        """Whether nothing is between two places."""
        return lib.way_map_sees(self._pointer, self._cell(a), self._cell(b),
                                number_of("way_sight", kind, "sight"), self._known(profile))

    def weight(self, place, profile=1):
        """What a place weighs for units of a profile; 0 where they may not go."""
        return lib.way_map_weight(self._pointer, self._cell(place), self._known(profile))

    def clearance(self, place, profile=1):
        """The largest unit that can stand with its top left corner there."""
        return lib.way_map_clearance(self._pointer, self._cell(place), self._known(profile))

    def distance(self, a, b):
        """The cost over open ground."""
        return lib.way_map_estimate(self._pointer, self._cell(a), self._cell(b))

    # Profiles and links -------------------------------------------------------------------------

    def add_profile(self, weights=None, unit_size=1):
        """Prepares the map for a kind of unit and gives its number. `weights` says what terrains
        weigh that weigh other than themselves, such as {3: 1, 4: 0}; 0 may not be entered."""
        profile = ffi.new("way_profile *", lib.way_profile_default(
            whole(unit_size, "a unit's size", 1, lib.WAY_MAP_UNIT_MAX)))
        for terrain, weight in (weights or {}).items():
            profile.weights[whole(terrain, "a terrain", 0, 255)] = whole(weight, "a weight", 0, 255)
        return self._add_profile(profile)

    def _add_profile(self, profile):
        number = ffi.new("uint32_t *")
        check(lib.way_map_add_profile(self._pointer, profile, number))
        return number[0]

    def remove_profile(self, profile):
        check(lib.way_map_remove_profile(self._pointer, self._known(profile)), f"profile {profile}")

    def _profile(self, number):
        """What a profile is; None if none has that number."""
        profile = ffi.new("way_profile *")
        return profile if lib.way_map_profile(self._pointer, number, profile) else None

    def _known(self, number):
        """The number of a profile that the map was prepared for; plain units are always 1."""
        if number != 1 and not self._profile(whole(number, "a profile", 1, NONE)):
            raise ValueError(f"the map has no profile {number}; add_profile prepares them")
        return number

    def _link(self, start, goal, cost, both_ways, profile):
        if tuple(start) == tuple(goal):
            raise ValueError(f"a link from {tuple(start)} to itself")
        link = ffi.new("way_map_link *")
        link[0] = (self._cell(start), self._cell(goal), whole(cost, "a link's cost", 1, 2**22),
                   self._known(profile) if profile else 0, flag(both_ways, "both_ways"))
        return link

    def add_link(self, start, goal, cost, both_ways=False, profile=0):
        """A step between places that need not be neighbours: a ladder, a jump, a teleport. For all
        units, or for those of one profile."""
        self._refuse("world.add_link(start, goal, cost)")
        check(lib.way_map_add_links(self._pointer,
                                    self._link(start, goal, cost, both_ways, profile), 1))

    def remove_link(self, start, goal, both_ways=False, profile=0):
        self._refuse("world.remove_link(start, goal)")
        check(lib.way_map_remove_links(self._pointer,
                                       self._link(start, goal, 1, both_ways, profile), 1),
              f"a link from {tuple(start)} to {tuple(goal)}")

    @property
    def links(self):
        """All links, one way each, as (start, goal, cost, profile)."""
        links = (lib.way_map_link_at(self._pointer, i)
                 for i in range(lib.way_map_link_count(self._pointer)))
        return [(self._place(getattr(link, "from")), self._place(link.to), link.cost, link.profile)
                for link in links]

    # Trips --------------------------------------------------------------------------------------

    def find(self, start, goal, algorithm="auto", profile=1, penalties=None, unit=0):
        """One trip, prepared from scratch."""
        from .search import Navigator
        agent = Navigator(self, algorithm, profile, penalties, unit).agent()
        agent.begin(start, goal)
        agent.run()
        path = agent.path()
        path.cells = path.cells.copy()
        return path

    def _repr_png_(self):
        return picture.png(self._rows(), [])

    # Copies -------------------------------------------------------------------------------------

    def __reduce__(self):
        first = lib.WAY_PROFILE_FIRST
        numbers = [*range(2, lib.WAY_MAP_UNIT_MAX + 1),
                   *range(first, first + lib.WAY_MAP_PROFILES_MAX)]
        profiles = [(number, ffi.buffer(self._profile(number))[:]) for number in numbers
                    if self._profile(number)]
        return _remake, (type(self), self.weights(), self.neighbours, self.corners, self.costs,
                         profiles, self.links)


def _rules(neighbours, corners, costs):
    if neighbours not in (4, 6, 8):
        raise ValueError(f"a cell has 4, 6 or 8 neighbours, not {neighbours!r}")
    config = ffi.new("way_map_config *")
    config.neighbours = int(neighbours)
    config.corners = number_of("way_corners", corners, "rule for corners")
    if costs:
        if len(costs) != 2:
            raise ValueError(f"costs are those of a straight and of a diagonal step, not {costs!r}")
        config.costs.cardinal = whole(costs[0], "the cost of a straight step", 1, 4096)
        config.costs.diagonal = whole(costs[1], "the cost of a diagonal step",
                                      costs[0] if neighbours == 8 else 0, 2 * costs[0])
    return config


def _remake(cls, weights, neighbours, corners, costs, profiles, links):
    """A map as it was pickled."""
    self = cls(weights, neighbours, corners, costs)
    for number, saved in profiles:
        profile = ffi.new("way_profile *")
        ffi.memmove(profile, saved, len(saved))
        if self._add_profile(profile) != number:
            raise ValueError("profiles that were removed left a gap; their numbers are lost")
    for start, goal, cost, profile in links:
        self.add_link(start, goal, cost, False, profile)
    return self


def find(grid, start, goal, algorithm="auto", penalties=None, unit=0):
    """The path over a grid from `start` to `goal`, both (row, column)."""
    ground = grid if isinstance(grid, Map) else Map(grid)
    return ground.find(start, goal, algorithm, penalties=penalties, unit=unit)
