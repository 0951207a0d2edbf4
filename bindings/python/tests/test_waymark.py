# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""What only a binding can get wrong; walk() prints the lines of bindings/c/walk.c."""
import gc
import os
import subprocess

import numpy
import pytest

import waymark


GOAL = (31, 31)


def pillars(side=32):
    y, x = numpy.indices((side, side))
    return ((x * x + 3 * y + x * y) % 7 != 1).astype(numpy.uint8)


def mud():
    y, x = numpy.indices((32, 32))
    return pillars() * numpy.where((x + 2 * y) % 5 == 0, 3, 1).astype(numpy.uint8)


def line(name, cost, cells):
    return f"{name} {cost} {waymark.hash_cells(cells):016x}"


def walk_ground():
    ground = waymark.Map(mud())
    profile = ground.add_profile({3: 1})
    path = ground.find((0, 0), GOAL, profile=profile)
    yield line("profile", path.cost, path.cells)
    ground.add_link((2, 2), (27, 29), 500, both_ways=True)
    assert ground.links == [((2, 2), (27, 29), 500, 0), ((27, 29), (2, 2), 500, 0)]
    path = ground.find((0, 0), GOAL)
    yield line("link", path.cost, path.cells)
    ground.remove_link((2, 2), (27, 29), both_ways=True)
    danger = numpy.zeros((32, 32), numpy.uint8)
    danger[:24, 13:20] = 9
    path = ground.find((0, 0), GOAL, penalties=danger)
    yield line("penalty", path.cost, path.cells)
    field = waymark.Field(ground)
    field.begin(GOAL)
    field.run()
    places = [(0, 0)]
    while field.next(places[-1]):
        places.append(field.next(places[-1]))
    assert field.costs()[0, 0] == field.cost((0, 0)) and field.costs()[GOAL] == 0
    yield line("field", field.cost((0, 0)), [row * 32 + column for row, column in places])


def tour(name, navigator):
    unit = navigator.agent()
    unit.begin((0, 0), GOAL)
    unit.run()
    return line(name, unit.path().cost, unit.path().cells)


def walk_database(ground):
    saved = waymark.Navigator(ground, "dba(sector=8)").save()
    yield f"database {len(saved)} {waymark.hash_bytes(saved):016x}"
    opened = waymark.Navigator.open(ground, saved)
    yield tour("opened", opened)
    ground[8:18, 8:18] = 0
    assert not opened.is_current
    while not opened.repair(100):
        pass
    yield tour("repaired", opened)


def walk_world(ground):
    world = waymark.World(ground, 16)
    free = numpy.argwhere(ground.weights())[:16]
    units = [world.add(place) for place in free]
    world.order(units, "go", GOAL)
    for _ in range(60):
        world.frame(2000)
    arrived = sum(event.kind == "arrived" for event in world.events())
    yield f"world {arrived} {world.hash():016x}"


def walk():
    ground = waymark.Map(pillars())
    for algorithm in waymark.algorithms():
        try:
            path = ground.find((0, 0), GOAL, algorithm["name"])
            if path.outcome == "budget":
                yield f"{algorithm['name']} gave up"
            else:
                yield line(algorithm["name"], path.cost, path.cells)
        except waymark.Error as error:
            assert error.status == "UNSUPPORTED"
            yield f"{algorithm['name']} unsupported"
    yield from walk_ground()
    yield from walk_database(ground)
    yield from walk_world(ground)


def test_every_algorithm_gives_the_paths_of_c():
    program = os.environ.get("WAYMARK_WALK")
    if not program:
        pytest.skip("WAYMARK_WALK names no program to compare with")
    expected = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert list(walk()) == expected.splitlines()


def test_find_in_one_line():
    grid = numpy.ones((48, 48), numpy.uint8)
    grid[:47, 24] = 0
    path = waymark.find(grid, (2, 2), (2, 45))
    assert path and path.places[0].tolist() == [2, 2] and path.places[-1].tolist() == [2, 45]
    assert [47, 24] in path.places.tolist()
    assert path._repr_png_().startswith(b"\x89PNG")


def test_booleans_and_lists_are_grids():
    assert waymark.find([[True, False], [True, True]], (0, 0), (1, 1)).cost == 2 * 408


def test_weights_are_those_of_the_array():
    grid = mud()
    ground = waymark.Map(grid)
    assert (ground.weights() == grid).all()
    for key in (numpy.s_[3, 5], numpy.s_[-1, -1], numpy.s_[2:9, 4], numpy.s_[7], numpy.s_[3:1, 2:4],
                numpy.s_[1:30, 5:6], numpy.s_[:, 31]):
        assert numpy.array_equal(ground[key], grid[key])
    with pytest.raises(IndexError, match="outside the map"):
        ground[32, 0]
    with pytest.raises(OverflowError):
        ground[0, 0] = 256


def test_slices_and_edits():
    ground = waymark.Map(numpy.ones((48, 48), numpy.uint8))
    ground[:47, 24] = 0
    assert ground[5, 24] == 0 and ground[47, 24] == 1
    navigator = waymark.Navigator(ground, "dba(sector=16)")
    unit = navigator.agent()
    unit.begin((2, 2), (2, 45))
    while unit.step(50) == "moving":
        pass
    assert unit.path()
    ground[47, 24] = 0
    assert not ground.reachable((2, 2), (2, 45))
    while not navigator.repair(500):
        pass
    unit.begin((2, 2), (2, 45))
    assert unit.run() == "no_path" and unit.path().cost is None
    unit.begin((2, 2), (2, 45), nearest=True)
    assert unit.run() == "partial" and unit.path().places[-1][1] == 23


def test_field_costs_are_those_of_paths():
    ground = waymark.Map(pillars())
    field = waymark.Field(ground)
    field.begin((31, 31))
    assert field.run() == "arrived"
    assert field.cost((0, 0)) == ground.find((0, 0), (31, 31)).cost
    place, moves = (0, 0), 0
    while field.next(place):
        place, moves = field.next(place), moves + 1
    assert place == (31, 31) and moves >= 31


def test_paths_of_agents_are_views():
    unit = waymark.Navigator(waymark.Map(pillars()), "jps").agent()
    unit.begin((0, 0), (31, 31))
    unit.run()
    cells = unit.path().cells
    assert not cells.flags.owndata and not cells.flags.writeable


def test_failures_say_what_is_wrong():
    ground = waymark.Map(pillars())
    with pytest.raises(waymark.Error, match="nosuch"):
        waymark.Navigator(ground, "nosuch")
    with pytest.raises(waymark.Error, match="sector"):
        waymark.Navigator(ground, "dba(sector=1000)")
    with pytest.raises(IndexError, match="outside the map"):
        ground.find((0, 0), (0, 32))
    with pytest.raises(ValueError, match="two dimensions"):
        waymark.Map(numpy.ones(5))
    with pytest.raises(waymark.Error):
        waymark.Map(numpy.ones((0, 4)))


def test_penalties_are_read_where_they_are():
    danger = numpy.zeros((32, 32), numpy.uint8)
    unit = waymark.Navigator(waymark.Map(numpy.ones((32, 32))), penalties=danger).agent()
    unit.begin((0, 0), (0, 31))
    unit.run()
    assert unit.path().cost == 31 * 408
    danger[0, 16] = 200
    unit.begin((0, 0), (0, 31))
    unit.run()
    assert [0, 16] not in unit.path().places.tolist()
    with pytest.raises(ValueError, match="uint8"):
        waymark.find(numpy.ones((4, 4)), (0, 0), (3, 3), penalties=numpy.zeros((4, 4)))


def test_world_of_two_teams():
    ground = waymark.Map(numpy.ones((24, 24), numpy.uint8))
    heavy = ground.add_profile(unit_size=2)
    world = waymark.World(ground, 8, kinds=[{"size": 1}, {"profile": heavy}],
                          teams=[{}, {"fog": True, "sight": 4}], rivals=True)
    scout, tank = world.add((2, 2)), world.add((10, 10), kind=1, team=1)
    world.order([scout], "go", (2, 20))
    world.order([tank], "hold")
    with pytest.raises(ValueError, match="march"):
        world.order([tank], "march")
    world.edit(numpy.s_[0:5, 10], 0)
    for _ in range(60):
        world.frame(2000)
    assert world.unit(scout).place == (2, 20) and world.unit(tank).size == 2
    assert len(world) == 2 and world.positions().shape == (2, 2)
    world.remove(scout)
    assert world.unit(scout) is None and [unit.unit for unit in world] == [tank]
    with pytest.raises(waymark.Error, match="no such"):
        world.remove(scout)


def test_databases_of_other_maps_are_refused():
    ground = waymark.Map(pillars())
    saved = waymark.Navigator(ground, "dba(sector=8)").save()
    with pytest.raises(waymark.Error) as refused:
        waymark.Navigator.open(waymark.Map(numpy.ones((32, 32))), saved)
    assert refused.value.status == "STALE"
    with pytest.raises(waymark.Error) as refused:
        waymark.Navigator.open(ground, saved[:100])
    assert refused.value.status == "BAD_FORMAT"


def test_collection_in_any_order():
    for _ in range(50):
        unit = waymark.Navigator(waymark.Map(pillars()), "jps").agent()
        gc.collect()
        unit.begin((0, 0), (31, 31))
        assert unit.run() == "arrived"
        cycle = [unit]
        cycle.append(cycle)
        del unit, cycle
        gc.collect()
