// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A stand-in for Godot, to test the extension without one: plays the functions of the interface
// with values of its own making, loads the extension as Godot would, and calls the node's methods
// with variants and with pointers. Counts what it hands out, so that a leak or a double destruction
// shows. Prints the lines of bindings/c/walk.c that a node can.
#include "host_interface.h"

#include <waymark/waymark.h>

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
static host_variant host_call(host_object *node, const char *name, const host_variant *arguments,
                              int count, gd_call_error_kind expected)
{
    const host_method *method = host_find(name);
    gd_variant given[4], result;
    const gd_variant *pointers[4];
    gd_call_error error;
    for (int i = 0; i < count; i++) {
        memcpy(&given[i], &arguments[i], sizeof arguments[i]);
        pointers[i] = &given[i];
    }
    method->info.call(method->info.userdata, node->instance, pointers, count, &result, &error);
    expect(error.error == expected, name);
    host_variant out;
    memcpy(&out, &result, sizeof out);
    expect(expected != GD_CALL_OK || out.type == method->result, "a result has its type");
    return out;
}

/// With pointers, as scripts with types do.
static void host_pointer_call(host_object *node, const char *name, const void *const *arguments,
                              void *result)
{
    const host_method *method = host_find(name);
    method->info.pointer_call(method->info.userdata, node->instance, arguments, result);
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

static void walk(host_object *node)
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
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const char *name = way_algorithm_at(i)->name;
        const host_variant trip[] = {vector(0, 0), vector(SIDE - 1, SIDE - 1), text(name)};
        const int errors = host_errors;
        uint32_t count = 0;
        const uint64_t hash = hash_of(host_call(node, "find", trip, 3, GD_CALL_OK), &count);
        if (host_errors > errors) {
            expect(count == 0, "a failure gives no path");
            printf("%s unsupported\n", name);
        } else {
            printf("%s %" PRId64 " %016" PRIx64 "\n", name, cost_of(node), hash);
        }
    }
}

/// Trips in slices and a field, called with pointers.
static void try_pointers(host_object *node)
{
    const gd_vector2i from = {0, 0}, to = {SIDE - 1, SIDE - 1};
    gd_string algorithm;
    string_new_with_utf8_chars(&algorithm, "jps");
    const void *const trip[] = {&from, &to, &algorithm};
    gd_bool begun = 0;
    host_pointer_call(node, "begin", trip, &begun);
    expect(begun, "a trip begins");
    const gd_int budget = 20;
    const void *const slice[] = {&budget};
    gd_int outcome = WAY_OUTCOME_MOVING, steps = 0;
    for (; outcome == WAY_OUTCOME_MOVING; steps++) {
        host_pointer_call(node, "step", slice, &outcome);
    }
    expect(outcome == WAY_OUTCOME_ARRIVED && steps > 1, "a sliced trip arrives");
    gd_packed path;
    host_new_packed(&path, NULL);
    host_pointer_call(node, "path", NULL, &path);
    const gd_int moves = ((host_array *)path.inside[0])->count - 1;
    host_destroy_value(&path);
    host_destroy_value(&algorithm);

    const void *const goal[] = {&to};
    gd_bool leads = 0;
    host_pointer_call(node, "lead", goal, &leads);
    for (outcome = WAY_OUTCOME_MOVING; outcome == WAY_OUTCOME_MOVING;) {
        host_pointer_call(node, "lead_step", slice, &outcome);
    }
    gd_vector2i at = from, next = from;
    gd_int led = -1;
    do {
        at = next;
        const void *const place[] = {&at};
        host_pointer_call(node, "next", place, &next);
        led++;
    } while (at.x != next.x || at.y != next.y);
    expect(leads && at.x == to.x && at.y == to.y && led >= SIDE - 1 && moves >= SIDE - 1,
           "a field leads there");
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

int main(int argc, char **argv)
{
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library) {
        fprintf(stderr, "usage: host EXTENSION (%s)\n", argc == 2 ? dlerror() : "");
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
    try_pointers(node);
    try_tiles(node);
    try_failures(node);
    host_class.free_instance(host_class.userdata, node->instance);
    free(node);
    expect(host_live == registered, "everything was given back");
    for (int level = 3; level >= 0; level--) {
        start.deinitialize(start.userdata, (gd_level)level);
    }
    expect(host_method_count == 0, "the class is gone");
    return failures ? 1 : 0;
}
