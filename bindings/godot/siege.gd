# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The siege of bindings/c/siege.c for Godot: attach it to a node beside a TileMapLayer. A tile weighs
# what its custom data "weight" says; a cell without a tile is blocked.
extends Node2D

@onready var tiles := $TileMapLayer
@onready var ground := WaymarkGround.new()
var camp := Vector2i(2, 8)
var keep := Vector2i(40, 8)


func _ready():
	add_child(ground)
	ground.read_tiles(tiles, "weight")
	print("the wall stands: ", "a way" if ground.reachable(camp, keep) else "no way")
	ground.fill(Rect2i(32, 7, 1, 2), 1)
	var path := ground.find(camp, keep, "astar")
	print("on foot: ", path.size(), " cells, cost ", ground.cost())

	# A messenger who plans a little per frame.
	ground.begin(camp, keep, "dba(sector=8)")
	while ground.step(20) == 0:  # 0 working, 1 found, 2 no path, 3 as near as possible
		await get_tree().process_frame
	print("the messenger: cost ", ground.cost())
	for place in ground.path():
		$Trail.add_point(tiles.map_to_local(place))

	# One field leads a whole crowd.
	ground.lead(keep)
	while ground.lead_step(2000) == 0:
		await get_tree().process_frame

	# Everybody through the breach, by one call per frame.
	ground.populate(12)
	for row in range(2, 14):
		ground.select_unit(ground.add_unit(Vector2i(20, row)))
	ground.order("go", keep)
	for i in range(100):
		ground.frame(2000)
		await get_tree().process_frame
	print("the army: ", ground.unit_places())


func march(soldier: Vector2i) -> Vector2i:
	return ground.next(soldier)


func shoot(at: Vector2i):
	# The tile is gone; the database follows, a little per frame.
	tiles.erase_cell(at)
	ground.update_tiles(tiles, "weight", Rect2i(at, Vector2i(1, 1)))
	while not ground.repair(100):
		await get_tree().process_frame
