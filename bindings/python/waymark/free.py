# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Ground without cells: meshes, and discs that move freely and keep out of each other's way."""
import numpy

from ._handle import NONE, Handle, array_of, check, whole
from ._native import ffi, lib
from .ground import data
from .search import budget_of

POINT = numpy.dtype([("x", "i4"), ("y", "i4")])
#: What an Avoider moves, as the library lays it out: places in 1/1024 of a cell, velocities in
#: 1/65536 of a cell a tick.
MOVER = numpy.dtype({
    "names": ["x", "y", "velocity_x", "velocity_y", "wish_x", "wish_y", "radius", "speed", "fixed"],
    "formats": ["i4"] * 8 + ["?"], "itemsize": ffi.sizeof("way_mover")})


def points_of(places):
    """(row, column) in cells as points of the library's."""
    places = numpy.asarray(places, numpy.float64).reshape(-1, 2)
    wrong = ~(numpy.abs(places) <= lib.WAY_MESH_COORDINATE_MAX / lib.WAY_MESH_UNIT).all(axis=-1)
    if wrong.any():
        raise ValueError(f"{tuple(places[wrong][0].tolist())} is not within a million cells")
    points = numpy.empty(len(places), POINT)
    points["y"], points["x"] = numpy.rint(places * lib.WAY_MESH_UNIT).T
    return points


def places_of(points):
    return numpy.stack((points["y"], points["x"]), axis=-1) / lib.WAY_MESH_UNIT


class Mesh(Handle):
    """Convex polygons, to walk on at any angle: over the free cells of a map, read from a text, or
    of points and polygons of your own. Points are (row, column) in sides of cells."""

    def __init__(self, ground, profile=1, tile=0, any_weight=False):
        config = ffi.new("way_mesh_map_config *")
        config.map, config.profile = ground._pointer, whole(profile, "a profile", 1, NONE)
        config.tile, config.any_weight = whole(tile, "a tile", 0, 65535), any_weight

        def create(out, problem):
            config.problem = problem
            return lib.way_mesh_create_for(config, out)
        self._make(create, ground)

    def _make(self, create, owner=None):
        self._hold("way_mesh", create, lib.way_mesh_destroy, owner)
        self._points = Handle()
        self._points._hold("way_space", lambda out, _: lib.way_space_create_points(
            self._pointer, 2, ffi.NULL, out), lib.way_space_destroy, self)

    @classmethod
    def parse(cls, text):
        """A mesh of what `text` gave."""
        self, text = cls.__new__(cls), text.encode()
        self._make(lambda out, problem: lib.way_mesh_parse(text, len(text), ffi.NULL, out, problem))
        return self

    @classmethod
    def of(cls, points, polygons):
        """A mesh of points and of polygons, each a list of the numbers of its points."""
        self, points = cls.__new__(cls), points_of(points)
        corners = array_of(numpy.concatenate([list(polygon) for polygon in polygons]), numpy.uint32, "corners")
        sizes = array_of([len(polygon) for polygon in polygons], numpy.uint32, "sizes")
        config = ffi.new("way_mesh_config *")
        config.points = ffi.cast("way_point *", ffi.from_buffer(points))
        config.point_count, config.polygon_count = len(points), len(sizes)
        config.corners, config.sizes = pinned = data(corners, "uint32_t"), data(sizes, "uint32_t")
        self._make(lambda out, problem: lib.way_mesh_create(config, out, problem))
        del pinned
        return self

    def text(self):
        size = lib.way_mesh_format(self._pointer, ffi.NULL, 0)
        text = ffi.new("char[]", size + 1)
        lib.way_mesh_format(self._pointer, text, size)
        return ffi.string(text).decode()

    def __reduce__(self):
        return Mesh.parse, (self.text(),)

    def __len__(self):
        """How many polygons there are."""
        return lib.way_mesh_polygon_count(self._pointer)

    def __getitem__(self, polygon):
        """The corners of a polygon, as rows of (row, column)."""
        if not -len(self) <= polygon < len(self):
            raise IndexError(f"no polygon {polygon}; there are {len(self)}")
        count = ffi.new("uint32_t *")
        points = lib.way_mesh_polygon(self._pointer, polygon % len(self), count)
        return self._places(lib.way_mesh_point(self._pointer, points[i]) for i in range(count[0]))

    @staticmethod
    def _places(points):
        return numpy.array([(point.y, point.x) for point in points]).reshape(-1, 2) / lib.WAY_MESH_UNIT

    def __contains__(self, place):
        return lib.way_mesh_locate(self._pointer, self._point(place)) != NONE

    @staticmethod
    def _point(place):
        return ffi.cast("way_point *", ffi.from_buffer(points_of(place)))[0]

    def find(self, start, goal):
        """The points of the shortest way, to walk straight between; none if there is no way."""
        for spot, place in enumerate((start, goal)):
            check(lib.way_points_set(self._points._pointer, spot, self._point(place)),
                  f"{tuple(place)} is not on the mesh")
        path = ffi.gc(ffi.new("way_path *"), lib.way_path_free)
        check(lib.way_find_in(self._points._pointer, b"polyanya", 0, 1, path))
        return self._places(lib.way_points_at(self._points._pointer, path.states[i])
                            for i in range(path.count))

    @property
    def is_current(self):
        """Whether the mesh knows of all edits."""
        return lib.way_mesh_is_current(self._pointer)

    def repair(self, budget):
        """Follows the edits of the map, with about `budget` of work; True when it has."""
        done = ffi.new("bool *")
        check(lib.way_mesh_repair(self._pointer, budget_of(budget), done))
        return bool(done[0])


class Avoider(Handle):
    """Keeps discs apart that move freely, none nearer than `horizon` ticks to a collision, nor
    `wall_horizon` to a wall."""

    def __init__(self, capacity, horizon=40, wall_horizon=10):
        config = ffi.new("way_avoider_config *", (
            whole(capacity, "a capacity", 1, 2**20), whole(horizon, "a horizon", 1, 256),
            whole(wall_horizon, "a horizon", 1, 256)))
        self.capacity = capacity
        self._hold("way_avoider", lambda out, _: lib.way_avoider_create(config, out),
                   lib.way_avoider_destroy)

    def movers(self, count):
        """An array of discs, to be filled in; `step` moves them in place."""
        return numpy.zeros(whole(count, "movers", 0, self.capacity), MOVER)

    def step(self, movers, walls=()):
        """Moves an array of MOVER by one tick; walls are rows of x1, y1, x2, y2 in 1/1024 of a cell."""
        if movers.dtype != MOVER or not movers.flags.c_contiguous or not movers.flags.writeable:
            raise ValueError("movers are a contiguous array that Avoider.movers gave")
        walls = numpy.ascontiguousarray(numpy.asarray(walls, numpy.int32).reshape(-1, 4))
        check(lib.way_avoider_step(
            self._pointer, ffi.cast("way_mover *", ffi.from_buffer(movers, require_writable=True)),
            len(movers), ffi.cast("way_barrier *", ffi.from_buffer(walls)), len(walls)),
            f"{len(movers)} movers for a capacity of {self.capacity}" if len(movers) > self.capacity
            else "a radius is from 1 to 8192, a speed to 131072, a velocity to 262144, a place to 2^28")
