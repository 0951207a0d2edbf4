# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""What only a binding can get wrong; walk() prints the lines of bindings/c/walk.c."""
import gc
import os
import subprocess

import numpy
import pytest

import waymark


def pillars(side=32):
    y, x = numpy.indices((side, side))
    return ((x * x + 3 * y + x * y) % 7 != 1).astype(numpy.uint8)


def walk():
    ground = waymark.Map(pillars())
    for algorithm in waymark.algorithms():
        try:
            path = ground.find((0, 0), (31, 31), algorithm["name"])
            yield f"{algorithm['name']} {path.cost} {waymark.hash_cells(path.cells):016x}"
        except waymark.Error as error:
            assert error.status == "UNSUPPORTED"
            yield f"{algorithm['name']} unsupported"


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
        waymark.Navigator(ground, "dba(sector=0)")
    with pytest.raises(IndexError, match="outside the map"):
        ground.find((0, 0), (0, 32))
    with pytest.raises(ValueError, match="two dimensions"):
        waymark.Map(numpy.ones(5))
    with pytest.raises(waymark.Error):
        waymark.Map(numpy.ones((0, 4)))


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
