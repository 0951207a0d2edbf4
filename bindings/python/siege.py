# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""The siege of bindings/c/siege.c in Python. Places are (row, column), as in numpy."""
import numpy

import waymark

CAMP, KEEP = (8, 2), (8, 40)


def draw(ground, marks):
    rows = numpy.array(list("#.?~"))[ground.weights()]
    for place in marks:
        rows[tuple(place)] = "o"
    print("\n".join("".join(row) for row in rows))


def tell(name, path):
    print(f"{name}: {len(path)} cells, cost {path.cost}")


# Plain ground, a river with a bridge, a town behind a wall.
grid = numpy.ones((16, 48), numpy.uint8)
grid[:, 12:16] = 3
grid[14, 12:16] = 1
grid[2:14, 32:46] = 0
grid[3:13, 33:45] = 1
ground = waymark.Map(grid)
print("the wall stands:", "a way" if ground.reachable(CAMP, KEEP) else "no way")
ground[7:9, 32] = 1  # an edit

# Those on foot wade, boats need not; archers above the breach; a tunnel.
tell("on foot", waymark.find(ground, CAMP, KEEP))  # an array will do as well
boat = ground.add_profile({3: 1})
tell("by boat", ground.find(CAMP, KEEP, profile=boat))
danger = numpy.zeros(ground.shape, numpy.uint8)  # borrowed: write to it at any time
danger[5:11, 26:36] = 20
tell("under fire", ground.find(CAMP, KEEP, penalties=danger))
ground.add_link((3, 20), (4, 38), 4000, both_ways=True)
tell("by the tunnel", ground.find(CAMP, KEEP, penalties=danger))
ground.remove_link((3, 20), (4, 38), both_ways=True)

# A messenger who plans a little per frame, by a database that was saved and opened.
saved = waymark.Navigator(ground, "dba(sector=8)").save()
rider = waymark.Navigator.open(ground, saved).agent()
rider.begin(CAMP, KEEP)
while rider.step(20) == "working":
    pass  # the next frame
path = rider.path()  # in a notebook it shows itself as a picture
print("the messenger: cost", path.cost)
draw(ground, path)

# Everybody through the breach, by one call per frame.
world = waymark.World(ground, capacity=12)
army = [world.add((row, 20)) for row in range(2, 14)]
world.order(army, "go", KEEP)
for _ in range(100):
    world.frame(2000)
print("the army:")
draw(ground, [unit.place for unit in world])
