// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A stand-in for Godot, to test the extension without one: plays the functions of the interface
// with values of its own making, loads the extension as Godot would, and calls the node's methods
// with variants and with pointers. Counts what it hands out, so that a leak or a double destruction
// shows. Prints the lines of bindings/c/walk.c that a node can.
#include "host_interface.h"

#include <waymark/all.h>

#include <dlfcn.h>
#include <inttypes.h>

#define SIDE 32

// Calls, as a script makes them -------------------------------------------------------------------

static const host_method *host_find(const char *name)
{
    for (int i = 0; i < host_method_count; i++) {
        if (strcmp(host_methods[i].name, name) == 0) {
            return &host_methods[i];
        }
    }
    fprintf(stderr, "no method %s\n", name);
    exit(1);
}

/// With variants, as scripts without types do.
static host_variant host_call_variants(host_object *node, const host_method *method,
                                       const host_variant *arguments, int count,
                                       gd_call_error_kind expected)
{
    gd_variant given[4], result;
    const gd_variant *pointers[4];
    gd_call_error error;
    for (int i = 0; i < count; i++) {
        memcpy(&given[i], &arguments[i], sizeof arguments[i]);
        pointers[i] = &given[i];
    }
    method->info.call(method->info.userdata, node->instance, pointers, count, &result, &error);
    expect(error.error == expected, method->name);
    host_variant out;
    memcpy(&out, &result, sizeof out);
    expect(expected != GD_CALL_OK || out.type == method->result, "a result has its type");
    return out;
}

/// With pointers, as scripts with types do.
static host_variant host_call_pointers(host_object *node, const host_method *method,
                                       const host_variant *arguments)
{
    const void *pointers[4];
    host_variant out = {.type = method->result};
    gd_packed packed;
    for (uint32_t i = 0; i < method->info.argument_count; i++) {
        expect(arguments[i].type == method->arguments[i], method->name);
        pointers[i] = &arguments[i].as; // a string's pointer is all there is in it
    }
    if (method->result == GD_PACKED_VECTOR2_ARRAY) {
        host_new_packed(&packed, NULL);
        method->info.pointer_call(method->info.userdata, node->instance, pointers, &packed);
        out.as.pointer = packed.inside[0];
    } else {
        method->info.pointer_call(method->info.userdata, node->instance, pointers, &out.as);
    }
    return out;
}

static bool host_typed; ///< whether scripts have types now
static bool host_called[2][METHODS_MAX];

static host_variant host_call(host_object *node, const char *name, const host_variant *arguments,
                              int count, gd_call_error_kind expected)
{
    const host_method *method = host_find(name);
    const bool typed = host_typed && expected == GD_CALL_OK;
    host_called[typed][method - host_methods] = true;
    return typed ? host_call_pointers(node, method, arguments)
                 : host_call_variants(node, method, arguments, count, expected);
}

static bool yes(host_object *node, const char *name, const host_variant *arguments, int count)
{
    return host_call(node, name, arguments, count, GD_CALL_OK).as.boolean != 0;
}

static gd_int number(host_object *node, const char *name, const host_variant *arguments, int count)
{
    return host_call(node, name, arguments, count, GD_CALL_OK).as.integer;
}

static host_variant vector(int x, int y)
{
    return (host_variant){.type = GD_VECTOR2I, .as.vector = {x, y}};
}

static host_variant rectangle(int x, int y, int width, int height)
{
    return (host_variant){.type = GD_RECT2I, .as.rectangle = {{x, y}, {width, height}}};
}

static host_variant integer(gd_int value)
{
    return (host_variant){.type = GD_INT, .as.integer = value};
}

static host_variant text(const char *letters)
{
    return (host_variant){.type = GD_STRING, .as.pointer = (void *)(uintptr_t)letters};
}

static gd_int cost_of(host_object *node)
{
    return host_call(node, "cost", NULL, 0, GD_CALL_OK).as.integer;
}

/// The hash of a path's cells, whose array is dropped.
static uint64_t hash_of(host_variant path, uint32_t *count)
{
    const host_array *array = path.as.pointer;
    uint32_t cells[SIDE * SIDE];
    *count = (uint32_t)array->count;
    for (uint32_t i = 0; i < *count; i++) {
        cells[i] = (uint32_t)array->points[i].y * SIDE + (uint32_t)array->points[i].x;
    }
    host_drop(path.as.pointer);
    return way_hash_bytes(0, cells, *count * sizeof *cells);
}

/// The pillars of bindings/c/walk.c.
static void walk_ground(host_object *node)
{
    const host_variant area = rectangle(0, 0, SIDE, SIDE);
    expect(host_call(node, "setup", &area, 1, GD_CALL_OK).as.boolean, "a ground is set up");
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            if ((x * x + 3 * y + x * y) % 7 == 1) {
                const host_variant wall[] = {rectangle(x, y, 1, 1), integer(0)};
                host_call(node, "fill", wall, 2, GD_CALL_OK);
            }
        }
    }
}

static void walk(host_object *node)
{
    walk_ground(node);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const char *name = way_algorithm_at(i)->name;
        const host_variant trip[] = {vector(0, 0), vector(SIDE - 1, SIDE - 1), text(name)};
        const int errors = host_errors;
        uint32_t count = 0;
        const uint64_t hash = hash_of(host_call(node, "find", trip, 3, GD_CALL_OK), &count);
        if (host_errors > errors) {
            expect(count == 0, "a failure gives no path");
            printf("%s unsupported\n", name);
        } else if (count == 0) {
            printf("%s gave up\n", name);
        } else {
            printf("%s %" PRId64 " %016" PRIx64 "\n", name, cost_of(node), hash);
        }
    }
}

/// A trip in slices, before and after an edit that its database must follow; a field.
static void try_trips(host_object *node)
{
    const host_variant trip[] = {vector(0, 0), vector(SIDE - 1, SIDE - 1), text("dba(sector=8)")};
    const host_variant budget = integer(20);
    const host_variant wall[] = {rectangle(8, 8, 10, 10), integer(0)};
    uint32_t counts[2] = {0};
    for (int round = 0; round < 2; round++) {
        expect(host_call(node, "begin", trip, 3, GD_CALL_OK).as.boolean, "a trip begins");
        gd_int outcome = WAY_OUTCOME_WORKING;
        while (outcome == WAY_OUTCOME_WORKING) {
            outcome = host_call(node, "step", &budget, 1, GD_CALL_OK).as.integer;
        }
        expect(outcome == WAY_OUTCOME_FOUND, "a sliced trip arrives");
        (void)hash_of(host_call(node, "path", NULL, 0, GD_CALL_OK), &counts[round]);
        host_call(node, "fill", wall, 2, GD_CALL_OK);
        expect(yes(node, "favour", &trip[1], 1), "where to repair first");
        int slices = 1;
        while (!host_call(node, "repair", &budget, 1, GD_CALL_OK).as.boolean) {
            slices++;
        }
        expect(round > 0 || slices > 1, "a repair is done in slices");
    }
    expect(counts[0] >= SIDE && counts[1] > counts[0], "an edit makes the way longer");

    expect(host_call(node, "lead", &trip[1], 1, GD_CALL_OK).as.boolean, "a field begins");
    while (host_call(node, "lead_step", &budget, 1, GD_CALL_OK).as.integer == WAY_OUTCOME_WORKING) {
    }
    host_variant at = trip[0], next = trip[0];
    uint32_t led = 0;
    do {
        at = next;
        next = host_call(node, "next", &at, 1, GD_CALL_OK);
        led++;
    } while (at.as.vector.x != next.as.vector.x || at.as.vector.y != next.as.vector.y);
    // Costs of steps are coprime: ways of one cost have as many cells.
    const host_variant best[] = {trip[0], trip[1], text("astar")};
    uint32_t cells = 0;
    (void)hash_of(host_call(node, "find", best, 3, GD_CALL_OK), &cells);
    expect(at.as.vector.x == SIDE - 1 && at.as.vector.y == SIDE - 1 && led == cells,
           "a field leads there, by a cheapest way");
}

/// The same units with the same orders, in C.
static uint64_t world_in_c(host_object *node, uint32_t frames)
{
    way_map *map = NULL;
    way_world *world = NULL;
    const way_map_config ground = {.width = SIDE, .height = SIDE};
    const way_world_kind kind = {.size = 1};
    expect(way_map_create(&ground, &map) == WAY_STATUS_OK, "a map");
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        const host_variant place = vector(cell % SIDE, cell / SIDE);
        const way_edit edit = {
            (uint32_t)(cell % SIDE), (uint32_t)(cell / SIDE), 1, 1,
            (uint8_t)host_call(node, "weight", &place, 1, GD_CALL_OK).as.integer};
        expect(way_map_edit(map, &edit, 1) == WAY_STATUS_OK, "an edit");
    }
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 3};
    expect(way_world_create(&config, &world) == WAY_STATUS_OK, "a world");
    way_unit units[2];
    for (uint32_t i = 0; i < 2; i++) {
        const way_unit_config unit = {.cell = 2 * i};
        expect(way_world_add(world, &unit, &units[i]) == WAY_STATUS_OK, "a unit");
    }
    const way_order order = {.kind = WAY_ORDER_GO, .cell = SIDE * SIDE - 1};
    expect(way_world_order(world, units, 2, &order) == WAY_STATUS_OK, "an order");
    for (uint32_t i = 0; i < frames; i++) {
        expect(way_world_frame(world, 2000) == WAY_STATUS_OK, "a frame");
    }
    const uint64_t hash = way_world_hash(world);
    way_world_destroy(world);
    way_map_destroy(map);
    return hash;
}

/// Units on the ground: the same as in C; edits are the world's; failures say what is wrong.
static void try_world(host_object *node)
{
    walk_ground(node);
    const host_variant many = integer(0), three = integer(3), budget = integer(2000);
    const host_variant goal[] = {text("go"), vector(SIDE - 1, SIDE - 1)};
    expect(!host_call(node, "populate", &many, 1, GD_CALL_OK).as.boolean, "no units, no world");
    expect(!host_call(node, "frame", &budget, 1, GD_CALL_OK).as.boolean, "and no frame");
    expect(host_call(node, "populate", &three, 1, GD_CALL_OK).as.boolean, "a world");
    gd_int units[2];
    for (int i = 0; i < 2; i++) {
        const host_variant place = vector(2 * i, 0);
        units[i] = host_call(node, "add_unit", &place, 1, GD_CALL_OK).as.integer;
        const host_variant unit = integer(units[i]);
        expect(host_call(node, "select_unit", &unit, 1, GD_CALL_OK).as.boolean, "selected");
    }
    const host_variant wall = vector(1, 0), taken = vector(0, 0), wrong[] = {text("fly"), goal[1]};
    expect(host_call(node, "add_unit", &wall, 1, GD_CALL_OK).as.integer == 0 &&
               strstr(host_message, "there is a wall"),
           "a wall is named");
    expect(host_call(node, "add_unit", &taken, 1, GD_CALL_OK).as.integer == 0 &&
               strstr(host_message, "another unit stands there"),
           "so is another unit");
    expect(host_call(node, "order", goal, 2, GD_CALL_OK).as.boolean, "they go");
    expect(!host_call(node, "order", wrong, 2, GD_CALL_OK).as.boolean &&
               strstr(host_message, "'fly'"),
           "an order that nobody knows is named");
    for (int i = 0; i < 5; i++) {
        expect(host_call(node, "frame", &budget, 1, GD_CALL_OK).as.boolean, "a frame");
    }
    expect(host_call(node, "world_tick", NULL, 0, GD_CALL_OK).as.integer == 5, "five ticks");
    expect((uint64_t)host_call(node, "world_hash", NULL, 0, GD_CALL_OK).as.integer ==
               world_in_c(node, 5),
           "the world is that of C");
    const host_variant tower[] = {rectangle(8, 8, 3, 3), integer(0)};
    expect(host_call(node, "fill", tower, 2, GD_CALL_OK).as.boolean, "an edit under units");
    for (int i = 0; i < 200; i++) {
        expect(host_call(node, "frame", &budget, 1, GD_CALL_OK).as.boolean, "frames go on");
    }
    const host_variant first = integer(units[0]), nobody = integer(77);
    const host_variant at = host_call(node, "unit_place", &first, 1, GD_CALL_OK);
    expect(at.as.vector.x >= SIDE - 2 && at.as.vector.y >= SIDE - 2, "they arrive");
    host_variant places = host_call(node, "unit_places", NULL, 0, GD_CALL_OK);
    expect(((host_array *)places.as.pointer)->count == 2, "two of them");
    host_drop(places.as.pointer);
    const host_variant away[] = {text("go"), vector(99, 99)};
    expect(host_call(node, "select_unit", &first, 1, GD_CALL_OK).as.boolean &&
               !host_call(node, "order", away, 2, GD_CALL_OK).as.boolean &&
               strstr(host_message, "off the ground: (99, 99)"),
           "an order beyond the ground names the place");
    expect(host_call(node, "remove_unit", &first, 1, GD_CALL_OK).as.boolean &&
               !host_call(node, "remove_unit", &nobody, 1, GD_CALL_OK).as.boolean &&
               strstr(host_message, "no unit 77"),
           "units go, and are named");
}

/// Four neighbours, corners, the nearest free place.
static void try_rules(host_object *node)
{
    const host_variant four[] = {integer(4), integer(0)}, five[] = {integer(5), integer(0)};
    const host_variant eight[] = {integer(8), integer(0)}, area = rectangle(0, 0, 9, 9);
    expect(!host_call(node, "rules", five, 2, GD_CALL_OK).as.boolean &&
               strstr(host_message, "not 5"),
           "no five neighbours");
    expect(host_call(node, "rules", four, 2, GD_CALL_OK).as.boolean, "four");
    expect(host_call(node, "setup", &area, 1, GD_CALL_OK).as.boolean, "a ground");
    const host_variant trip[] = {vector(0, 0), vector(8, 8), text("")};
    host_drop(host_call(node, "find", trip, 3, GD_CALL_OK).as.pointer);
    expect(cost_of(node) == 16, "no step is diagonal");
    const host_variant wall[] = {rectangle(3, 3, 1, 1), integer(0)}, inside = vector(3, 3);
    const host_variant heavy[] = {rectangle(3, 3, 1, 1), integer(300)};
    host_call(node, "fill", wall, 2, GD_CALL_OK);
    const host_variant near = host_call(node, "nearest", &inside, 1, GD_CALL_OK);
    expect(abs(near.as.vector.x - 3) + abs(near.as.vector.y - 3) == 1, "the nearest place");
    const host_variant far[] = {vector(0, 0), inside}, one[] = {vector(0, 0), vector(0, 1)};
    const host_variant there = host_call(node, "nearest_reachable", far, 2, GD_CALL_OK);
    expect(abs(there.as.vector.x - 3) + abs(there.as.vector.y - 3) == 1,
           "the nearest within reach");
    expect(!host_call(node, "fits", &inside, 1, GD_CALL_OK).as.boolean &&
               host_call(node, "clearance", &inside, 1, GD_CALL_OK).as.integer == 0 &&
               host_call(node, "clearance", one, 1, GD_CALL_OK).as.integer == 3,
           "units that fit");
    expect(host_call(node, "distance", one, 2, GD_CALL_OK).as.integer > 0, "over open ground");
    expect(!host_call(node, "fill", heavy, 2, GD_CALL_OK).as.boolean &&
               strstr(host_message, "from 0 to 255, not 300"),
           "a weight that is none is named");
    host_call(node, "rules", eight, 2, GD_CALL_OK);
    const host_variant steps[] = {integer(10), integer(14)}, slopes[] = {integer(10), integer(21)};
    expect(!yes(node, "costs", slopes, 2) && strstr(host_message, "not 21"), "named");
    expect(yes(node, "costs", steps, 2) && yes(node, "setup", &area, 1), "costs of steps");
    expect(number(node, "distance", one, 2) == 10, "as they were told");
    const host_variant usual[] = {integer(0), integer(0)};
    expect(yes(node, "costs", usual, 2), "as ever");
}

static void try_tiles(host_object *node)
{
    host_object layer = {.class_name = "TileMapLayer"};
    const host_variant tiles[] = {{.type = GD_OBJECT, .as.pointer = &layer}, text("weight")};
    expect(host_call(node, "read_tiles", tiles, 2, GD_CALL_OK).as.boolean, "tiles are read");
    const host_variant water = vector(6, 3), hole = vector(4, 3), plain = vector(-3, 2);
    expect(host_call(node, "weight", &water, 1, GD_CALL_OK).as.integer == 5, "data weighs");
    expect(host_call(node, "weight", &hole, 1, GD_CALL_OK).as.integer == 0, "no tile is blocked");
    expect(host_call(node, "weight", &plain, 1, GD_CALL_OK).as.integer == 1, "a tile is ground");
    const host_variant trip[] = {vector(-3, 2), vector(8, 2), text("astar")};
    host_variant path = host_call(node, "find", trip, 3, GD_CALL_OK);
    const host_array *array = path.as.pointer;
    expect(array->count > 12 && array->points[0].x == -3.0F && array->points[0].y == 2.0F &&
               array->points[array->count - 1].x == 8.0F,
           "a path is in the tiles' own coordinates");
    host_drop(path.as.pointer);
    const host_variant gap[] = {rectangle(4, 7, 1, 1), integer(0)};
    host_call(node, "fill", gap, 2, GD_CALL_OK);
    expect(!host_call(node, "reachable", trip, 2, GD_CALL_OK).as.boolean, "a shut gap is known");
    const host_variant again[] = {tiles[0], tiles[1], rectangle(-50, 7, 100, 100)};
    expect(host_call(node, "update_tiles", again, 3, GD_CALL_OK).as.boolean,
           "tiles are read again");
    expect(host_call(node, "reachable", trip, 2, GD_CALL_OK).as.boolean, "and the gap is open");
}

/// What a trip from one corner of a ground to the other costs; -1 without one.
static gd_int across(host_object *node, int x, int y, const char *algorithm)
{
    const host_variant trip[] = {vector(0, 0), vector(x, y), text(algorithm)};
    host_drop(host_call(node, "find", trip, 3, GD_CALL_OK).as.pointer);
    return cost_of(node);
}

static void build(host_object *node, int x, int y, int width, int height, int weight)
{
    const host_variant wall[] = {rectangle(x, y, width, height), integer(weight)};
    expect(yes(node, "fill", wall, 2), "an edit");
}

/// Profiles, links, penalties; each is the library's own.
static void try_layers(host_object *node)
{
    const host_variant area = rectangle(0, 0, 12, 12), one = integer(1), size = integer(1);
    yes(node, "setup", &area, 1);
    build(node, 5, 0, 1, 12, 3);
    expect(across(node, 11, 0, "astar") > 11 * 408, "mud costs");
    const host_variant mud[] = {integer(3), integer(1)}, wrong[] = {integer(3), integer(256)};
    expect(!yes(node, "weigh", wrong, 2) && strstr(host_message, "not 256"), "a weight is named");
    expect(yes(node, "weigh", mud, 2), "mud is road");
    const host_variant boat = integer(number(node, "profile", &size, 1)), none = integer(99);
    expect(boat.as.integer > 1 && yes(node, "walk_as", &boat, 1), "a profile");
    expect(across(node, 11, 0, "astar") == 11 * 408, "to whom mud is road");
    expect(!yes(node, "walk_as", &none, 1) && strstr(host_message, "no profile 99"), "named");
    expect(!yes(node, "forget_profile", &boat, 1), "somebody walks as it");
    expect(yes(node, "walk_as", &one, 1), "plain units again");
    expect(yes(node, "forget_profile", &boat, 1) && !yes(node, "walk_as", &boat, 1), "forgotten");
    const host_variant tunnel[] = {vector(0, 0), vector(11, 0), integer(500)};
    expect(yes(node, "add_link", tunnel, 3) && across(node, 11, 0, "astar") == 500, "a tunnel");
    expect(yes(node, "remove_link", tunnel, 2) && across(node, 11, 0, "astar") > 500, "is gone");
    expect(!yes(node, "remove_link", tunnel, 2), "and can't go twice");
    const gd_int before = across(node, 0, 11, "astar");
    for (int x = 0; x < 12; x++) {
        const host_variant danger[] = {vector(x, 6), integer(9)};
        expect(yes(node, "penalize", danger, 2), "danger");
    }
    expect(across(node, 0, 11, "astar") == before + 9 * 408, "is paid for");
}

/// Fog, walkers, sight, smoothing.
static void try_sight(host_object *node)
{
    const host_variant area = rectangle(0, 0, 12, 12), budget = integer(500), all = integer(2);
    const host_variant far = vector(11, 5), back = vector(0, 0), kind = integer(9);
    yes(node, "setup", &area, 1);
    build(node, 4, 4, 4, 4, 0);
    const host_variant through[] = {vector(0, 5), far}, beside[] = {vector(0, 0), vector(11, 0)};
    expect(!yes(node, "sees", through, 2) && yes(node, "sees", beside, 2), "walls hide");
    const host_variant trip[] = {vector(0, 5), far, text("dstarlite")};
    uint32_t whole = 0, straight = 0;
    (void)hash_of(host_call(node, "find", trip, 3, GD_CALL_OK), &whole);
    (void)hash_of(host_call(node, "smooth", &all, 1, GD_CALL_OK), &straight);
    expect(straight > 1 && straight < whole, "turning points");
    host_drop(host_call(node, "smooth", &kind, 1, GD_CALL_OK).as.pointer);
    expect(strstr(host_message, "from 0 to 2, not 9") != NULL, "a kind that is none is named");
    const host_variant eyes[] = {integer(2), {.type = GD_BOOL, .as.boolean = 1}};
    const host_variant few = integer(4), below = integer(-1);
    expect(yes(node, "foresee", &few, 1) && !yes(node, "foresee", &below, 1), "not so far ahead");
    expect(yes(node, "see", eyes, 2) && !yes(node, "knows", &far, 1), "fog");
    expect(yes(node, "walk", trip, 3), "a walk");
    while (number(node, "walk_step", &budget, 1) == WAY_OUTCOME_WORKING) {
    }
    host_variant at = host_call(node, "walker_place", NULL, 0, GD_CALL_OK);
    expect(at.as.vector.x == 11 && at.as.vector.y == 5 && yes(node, "knows", &far, 1), "ends");
    expect(yes(node, "walk_to", &back, 1), "and goes on");
    while (number(node, "walk_step", &budget, 1) == WAY_OUTCOME_WORKING) {
    }
    at = host_call(node, "walker_place", NULL, 0, GD_CALL_OK);
    expect(at.as.vector.x == 0 && at.as.vector.y == 0, "back");
}

/// Floors with a ladder; whole problems; the cost of a field.
static void try_floors(host_object *node)
{
    const host_variant three = integer(3), one = integer(1), none = integer(0);
    const host_variant area = rectangle(0, 0, 8, 14), attic[] = {integer(2), vector(7, 3)};
    expect(yes(node, "floors", &three, 1) && yes(node, "setup", &area, 1), "three floors");
    const host_variant top = host_call(node, "on_floor", attic, 2, GD_CALL_OK);
    expect(top.as.vector.x == 7 && top.as.vector.y == 13, "of four rows");
    expect(across(node, 7, 13, "astar") == -1, "no way up");
    const host_variant ladder[] = {vector(7, 3), top, integer(900)};
    expect(yes(node, "add_link", ladder, 3) && across(node, 7, 13, "astar") > 900, "a ladder");
    expect(!yes(node, "floors", &none, 1) && yes(node, "floors", &one, 1), "one floor again");
    const host_variant four[] = {integer(4), integer(0)}, eight[] = {integer(8), integer(0)};
    const host_variant swap[] = {vector(0, 0), vector(7, 0), vector(0, 0)};
    yes(node, "rules", four, 2);
    yes(node, "setup", &area, 1);
    yes(node, "rules", eight, 2);
    expect(number(node, "solve", NULL, 0) == -1 && strstr(host_message, "pose units"), "none");
    expect(yes(node, "pose", swap, 2) && yes(node, "pose", &swap[1], 2), "two that change places");
    const host_variant last = integer(number(node, "solve", NULL, 0));
    expect(last.as.integer >= 7, "a plan");
    const host_variant work = integer(100000);
    const host_variant better = integer(number(node, "improve", &work, 1));
    expect(better.as.integer >= 7 && better.as.integer <= last.as.integer, "no worse");
    host_variant places = host_call(node, "solved", &better, 1, GD_CALL_OK);
    const host_array *array = places.as.pointer;
    expect(array->count == 2 && array->points[0].x == 7 && array->points[1].x == 0, "they did");
    host_drop(places.as.pointer);
    const host_variant budget = integer(100000);
    yes(node, "lead", swap, 1);
    number(node, "lead_step", &budget, 1);
    expect(number(node, "cost_to", &swap[1], 1) == 7, "what it costs to the field's place");
}

/// A world that was saved is the same; a record is played again; databases come from files.
static void try_kept(host_object *node)
{
    const host_variant saved = text("host.world"), record = text("host.record");
    const host_variant budget = integer(2000), four = integer(4), nowhere = text("no/such/file");
    const host_variant base[] = {text("host.database"), text("mine")};
    const host_variant place = vector(0, 0), goal[] = {text("go"), vector(SIDE - 1, SIDE - 1)};
    walk_ground(node);
    const gd_int cost = across(node, SIDE - 1, SIDE - 1, "dba(sector=8)");
    expect(yes(node, "save_database", base, 1), "a database is saved");
    expect(yes(node, "open_database", base, 2), "and opened");
    expect(across(node, SIDE - 1, SIDE - 1, "mine") == cost, "to the same paths");
    expect(!yes(node, "save_world", &saved, 1) && strstr(host_message, "populate"), "no world yet");
    yes(node, "populate", &four, 1);
    const host_variant unit = integer(number(node, "add_unit", &place, 1));
    expect(yes(node, "record", &record, 1) && !yes(node, "record", &record, 1), "one record");
    yes(node, "select_unit", &unit, 1);
    yes(node, "order", goal, 2);
    for (int i = 0; i < 20; i++) {
        yes(node, "frame", &budget, 1);
    }
    uint32_t ahead = 0;
    (void)hash_of(host_call(node, "unit_path", &unit, 1, GD_CALL_OK), &ahead);
    expect(ahead > 5 && yes(node, "stop_record", NULL, 0), "a record");
    expect(!yes(node, "stop_record", NULL, 0), "that ends once");
    expect(yes(node, "save_world", &saved, 1), "a world is saved");
    yes(node, "frame", &budget, 1);
    const gd_int hash = number(node, "world_hash", NULL, 0);
    expect(yes(node, "restore_world", &saved, 1), "and restored");
    yes(node, "frame", &budget, 1);
    expect(number(node, "world_hash", NULL, 0) == hash, "to the same future");
    for (int i = 0; i < 100; i++) {
        yes(node, "frame", &budget, 1);
    }
    gd_int who = 0;
    bool arrived = false;
    while ((who = number(node, "next_event", NULL, 0)) != 0) {
        const host_variant at = host_call(node, "event_place", NULL, 0, GD_CALL_OK);
        arrived = arrived || (who == unit.as.integer && at.as.vector.x == SIDE - 1 &&
                              number(node, "event_kind", NULL, 0) == WAY_WORLD_ARRIVED);
    }
    expect(arrived && cost == across(node, SIDE - 1, SIDE - 1, "astar"), "it arrives, on its map");
    expect(yes(node, "replay", &record, 1), "a record is played");
    int frames = 0;
    while (number(node, "replay_frame", NULL, 0) == 1) {
        frames++;
    }
    const host_variant tower[] = {rectangle(0, 0, 1, 1), integer(0)};
    expect(frames == 20 && !yes(node, "fill", tower, 2) && !yes(node, "frame", &budget, 1),
           "as it was, to look at alone");
    expect(!yes(node, "restore_world", &nowhere, 1) && !yes(node, "replay", &nowhere, 1) &&
               !yes(node, "populate", &four, 1),
           "no file, no world");
}

/// What is asked for is refused, and the console says these words.
static void refused(host_object *node, const char *name, const host_variant *arguments, int count,
                    const char *words)
{
    host_message[0] = '\0';
    const host_variant result = host_call(node, name, arguments, count, GD_CALL_OK);
    expect(result.type != GD_BOOL || !result.as.boolean, name);
    expect(strstr(host_message, words) && !strstr(host_message, "out of order"), words);
    if (result.type == GD_PACKED_VECTOR2_ARRAY) {
        host_drop(result.as.pointer);
    }
}

/// Whatever is out of range is refused with the value and the range; fractions are no integers.
static void try_errors(host_object *node)
{
    const host_variant area = rectangle(0, 0, 8, 8), away[] = {vector(0, 0), vector(8, -1)};
    const host_variant empty = rectangle(0, 0, 0, 9), below = integer(-5), none = integer(0);
    const host_variant half = {.type = (gd_type)3}, some = integer(2); // 3 is a float
    const host_variant file = text("no/such/file"), opened[] = {file, text("mine")};
    refused(node, "setup", &empty, 1, "0 x 9 cells; a side is from 1 to 65535");
    refused(node, "populate", &some, 1, "set up a ground first");
    yes(node, "setup", &area, 1);
    const host_variant out[] = {rectangle(6, 0, 3, 1), none}, trip[] = {away[0], away[1], text("")};
    refused(node, "fill", out, 2, "(6, 0) and 3 x 1 places from there are not on the ground of 8");
    refused(node, "begin", trip, 3, "(8, -1) is off the ground");
    refused(node, "walk", trip, 3, "(8, -1) is off the ground");
    refused(node, "find", trip, 3, "(8, -1) is off the ground");
    refused(node, "lead", &away[1], 1, "(8, -1) is off the ground");
    refused(node, "pose", away, 2, "(8, -1) is off the ground");
    const host_variant link[] = {away[0], away[1], integer(5)},
                       free[] = {away[0], vector(7, 7), none};
    refused(node, "add_link", link, 3, "(8, -1) is off the ground");
    refused(node, "add_link", free, 3, "a cost is from 1 to 4194304, not 0");
    refused(node, "remove_link", free, 2, "no such name: a link from (0, 0) to (7, 7)");
    const host_variant points[] = {away[0], integer(256)};
    refused(node, "penalize", points, 2, "from 0 to 255, not 256");
    const host_variant eyes[] = {integer(65), {.type = GD_BOOL}};
    refused(node, "see", eyes, 2, "a radius is from 0 to 64, not 65");
    refused(node, "floors", &none, 1, "from 1 to 65535, not 0");
    const host_variant large = integer(17);
    refused(node, "profile", &large, 1, "a size is from 1 to 16, not 17");
    for (const char *const *name =
             (const char *const[]){"step", "lead_step", "walk_step", "repair", "frame", NULL};
         *name; name++) {
        refused(node, *name, &below, 1, "a budget is from 1 to 4294967295, not -5");
        host_call(node, *name, &half, 1, GD_CALL_INVALID_ARGUMENT);
    }
    refused(node, "walk_to", away, 1, "walk first");
    refused(node, "favour", away, 1, "begin or find first");
    refused(node, "favour", &away[1], 1, "(8, -1) is off the ground");
    refused(node, "add_unit", away, 1, "populate the ground first");
    refused(node, "populate", &none, 1, "from 1 to 4194304, not 0");
    refused(node, "open_database", opened, 2, "no/such/file");
    refused(node, "restore_world", &file, 1, "no/such/file");
    yes(node, "populate", &some, 1);
    refused(node, "add_unit", &away[1], 1, "(8, -1) is off the ground");
    refused(node, "record", &file, 1, "no/such/file");
    build(node, 0, 0, 1, 1, 0);
    refused(node, "add_unit", &away[0], 1, "there is a wall");
    refused(node, "save_world", &file, 1, "no/such/file");
}

static void try_failures(host_object *node)
{
    const host_variant trip[] = {vector(-3, 2), vector(8, 2), text("nosuch"), integer(1)};
    host_drop(host_call(node, "find", trip, 3, GD_CALL_OK).as.pointer);
    expect(strstr(host_message, "nosuch") != NULL, "a failure names what is wrong");
    host_call(node, "find", trip, 2, GD_CALL_TOO_FEW_ARGUMENTS);
    host_call(node, "find", trip, 4, GD_CALL_TOO_MANY_ARGUMENTS);
    host_call(node, "step", trip, 1, GD_CALL_INVALID_ARGUMENT);
    const host_variant none[] = {rectangle(0, 0, -4, 9), integer(7)};
    expect(!host_call(node, "setup", none, 1, GD_CALL_OK).as.boolean, "no ground without cells");
    expect(!host_call(node, "fill", none, 2, GD_CALL_OK).as.boolean, "nothing to fill then");
    host_object camera = {.class_name = "Camera2D"};
    const host_variant wrong[] = {{.type = GD_OBJECT, .as.pointer = &camera}, text("")};
    expect(!host_call(node, "read_tiles", wrong, 2, GD_CALL_OK).as.boolean, "no tiles, no ground");
    const gd_int after = cost_of(node);
    expect(after == -1, "a ground that is gone has no path");
}

/// The arguments of a call in a script, which starts behind its bracket.
static uint32_t script_arguments(const char *call)
{
    uint32_t count = *call != ')';
    for (int depth = 1; *call && depth > 0; call++) {
        depth += (*call == '(') - (*call == ')');
        count += depth == 1 && *call == ',';
    }
    return count;
}

/// What a script calls on its ground is there and takes as many arguments.
static void try_script(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256];
    uint32_t calls = 0;
    while (file && fgets(line, sizeof line, file)) {
        for (const char *at = strstr(line, "ground."); at; at = strstr(at, "ground.")) {
            char name[32];
            int length = 0;
            at += strlen("ground.");
            if (sscanf(at, "%31[a-z_](%n", name, &length) == 1 && length > 0) {
                expect(script_arguments(at + length) == host_find(name)->info.argument_count, line);
                calls++;
            }
        }
    }
    expect(calls > 10, "a script calls methods");
    if (file) {
        (void)fclose(file);
    }
}

int main(int argc, char **argv)
{
    void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library) {
        fprintf(stderr, "usage: host EXTENSION SCRIPT (%s)\n", argc == 3 ? dlerror() : "");
        return 2;
    }
    gd_bool (*entry)(gd_get_proc_address, void *, gd_initialization *) = NULL;
    *(void **)&entry = dlsym(library, "waymark_godot_init");
    gd_initialization start = {0};
    expect(!entry(host_get_nothing, &host_class, &start), "a Godot without a function is refused");
    expect(entry(host_get, &host_class, &start) && start.minimum_level == GD_LEVEL_SCENE, "loaded");
    for (int level = 0; level < 4; level++) {
        start.initialize(start.userdata, (gd_level)level);
    }
    const int registered = host_live;
    host_object *node = host_class.create_instance(host_class.userdata);
    expect(node && node->instance && strcmp(node->class_name, "WaymarkGround") == 0, "a node");
    walk(node);
    for (int typed = 0; typed < 2; typed++) {
        host_typed = typed;
        walk_ground(node);
        try_trips(node);
        try_world(node);
        try_rules(node);
        try_layers(node);
        try_sight(node);
        try_floors(node);
        try_kept(node);
        try_tiles(node);
        try_failures(node);
        try_errors(node);
    }
    for (int i = 0; i < host_method_count; i++) {
        expect(host_called[0][i] && host_called[1][i], host_methods[i].name);
    }
    try_script(argv[2]);
    host_class.free_instance(host_class.userdata, node->instance);
    free(node);
    expect(host_live == registered, "everything was given back");
    for (int level = 3; level >= 0; level--) {
        start.deinitialize(start.userdata, (gd_level)level);
    }
    expect(host_method_count == 0, "the class is gone");
    return failures ? 1 : 0;
}
