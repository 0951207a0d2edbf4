// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What calls cost on large maps, counted in pages of memory that they touch, read or written: the
// memory of a map is closed before each call and opened page by page. A call takes as many on a
// large map as on a small one of the same ground, or its header says that it grows.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS, MAP_NORESERVE

#include "support/test.h"

#include <waymark/fog.h>
#include <waymark/ground.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// Address space for one map and what is believed of it.
#define ARENA_BYTES ((size_t)1 << 30)

/// Pages that no call may need more of, whatever the map.
#define PAGES_MOST 1200u

#define TILE 64u // the ground repeats itself
#define SENSORS 20u

static struct {
    uint8_t *bytes;
    size_t used, page;
    volatile uint32_t touched;
} arena;

static void *arena_alloc(size_t size, void *user)
{
    (void)user;
    const size_t align = size < arena.page ? 64 : arena.page;
    const size_t at = (arena.used + align - 1) / align * align;
    if (at + size > ARENA_BYTES) {
        return NULL;
    }
    arena.used = at + size;
    return arena.bytes + at;
}

static void arena_free(void *pointer, size_t size, void *user)
{
    (void)pointer;
    (void)size;
    (void)user; // all at once, at the end
}

static const way_allocator arena_allocator = {arena_alloc, arena_free, NULL};

/// Opens the page that was touched.
static void arena_open(int number, siginfo_t *info, void *context)
{
    (void)context;
    uint8_t *at = info->si_addr;
    if (at < arena.bytes || at >= arena.bytes + ARENA_BYTES) {
        (void)signal(number, SIG_DFL); // not ours
        return;
    }
    uint8_t *page = arena.bytes + (size_t)(at - arena.bytes) / arena.page * arena.page;
    if (mprotect(page, arena.page, PROT_READ | PROT_WRITE)) {
        abort(); // so many pages that the system gives up
    }
    arena.touched++;
}

static void arena_start(void)
{
    arena.page = (size_t)sysconf(_SC_PAGESIZE);
    arena.used = 0;
    arena.bytes = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(arena.bytes != MAP_FAILED);
    struct sigaction action = {.sa_sigaction = arena_open, .sa_flags = SA_SIGINFO};
    assert_int_equal(sigaction(SIGSEGV, &action, NULL), 0);
}

/// What the calls are made on; the belief is an old map that lacks a few walls.
typedef struct stage {
    way_map *map;
    way_belief *belief;
    uint32_t side, profile;
    way_cell here, there, far; ///< free; 40 cells apart, and at the other end of the map
    uint32_t now;
} stage;

/// Cells that a team has yet to see.
static bool stage_is_news(uint32_t side, uint32_t x, uint32_t y)
{
    const uint32_t middle = side / 2 / TILE * TILE + TILE / 2;
    return y / 8 == middle / 8 && x / TILE == middle / TILE && x % 4 == 0;
}

static bool stage_is_wall(uint32_t x, uint32_t y)
{
    uint32_t mixed = (x % TILE * 64 + y % TILE + 1) * 2654435761u;
    mixed ^= mixed >> 15;
    return (mixed * 2246822519u >> 24) < 40; // about a sixth
}

static way_cell stage_free(const way_map *map, uint32_t x, uint32_t y)
{
    return way_map_nearest_reachable(map, way_map_nearest_passable(map, 0, 1),
                                     way_map_cell(map, x, y), 1);
}

static stage stage_create(uint32_t side)
{
    uint8_t *weights = malloc((size_t)side * side);
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            weights[(size_t)y * side + x] = !stage_is_wall(x, y) || stage_is_news(side, x, y);
        }
    }
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights;
    config.allocator = &arena_allocator;
    stage out = {.side = side};
    assert_int_equal(way_map_create(&config, &out.map), WAY_STATUS_OK);
    for (uint32_t cell = 0; cell < side * side; cell++) {
        weights[cell] = !stage_is_wall(cell % side, cell / side);
    }
    way_profile profile = way_profile_default(1);
    profile.weights[7] = 3;
    assert_int_equal(way_map_add_profile(out.map, &profile, &out.profile), WAY_STATUS_OK);
    const way_profile large = way_profile_default(3);
    uint32_t size = 0;
    assert_int_equal(way_map_add_profile(out.map, &large, &size), WAY_STATUS_OK);
    const way_belief_config seen = {
        .truth = out.map, .known = weights, .allocator = &arena_allocator};
    assert_int_equal(way_belief_create(&seen, &out.belief), WAY_STATUS_OK);
    free(weights);
    const uint32_t middle = side / 2 / TILE * TILE + TILE / 2;
    out.here = stage_free(out.map, middle, middle);
    out.there = stage_free(out.map, middle + 30, middle + 20);
    out.far = stage_free(out.map, side - 9, side - 9);
    return out;
}

// Calls -------------------------------------------------------------------------------------------

static way_edit stage_edit(const stage *on, uint32_t right, uint8_t weight)
{
    way_edit edit = {0, 0, 1, 1, weight};
    way_map_position(on->map, on->here, &edit.x, &edit.y);
    edit.x += right;
    return edit;
}

static void call_facts(stage *on)
{
    (void)way_map_width(on->map);
    (void)way_map_height(on->map);
    (void)way_map_neighbours(on->map);
    (void)way_map_corners(on->map);
    (void)way_map_costs(on->map);
    (void)way_map_bytes(on->map);
    (void)way_map_hash(on->map);
    (void)way_map_is_uniform(on->map);
    (void)way_map_passable_count(on->map);
    (void)way_map_revision(on->map);
    (void)way_map_link_count(on->map);
    (void)way_map_floors(on->map);
    (void)way_belief_map(on->belief);
    (void)way_belief_bytes(on->belief);
}

static void call_cells(stage *on)
{
    uint32_t x = 0;
    uint32_t y = 0;
    uint8_t weight = 0;
    way_profile profile;
    way_map_position(on->map, on->there, &x, &y);
    const way_rect one = {x, y, 1, 1};
    const way_floors floors = way_map_floors(on->map);
    (void)way_map_cell(on->map, x, y);
    (void)way_map_terrain(on->map, on->there);
    (void)way_map_is_passable(on->map, on->there);
    assert_int_equal(way_map_read(on->map, &one, &weight), WAY_STATUS_OK);
    (void)way_map_profile(on->map, on->profile, &profile);
    (void)way_map_weight(on->map, on->there, on->profile);
    (void)way_map_clearance(on->map, on->there, on->profile);
    (void)way_map_step_cost(on->map, on->there, on->there + 1, 1);
    (void)way_map_estimate(on->map, on->here, on->far);
    (void)way_floors_rows(&floors);
    (void)way_floors_cell(on->map, &floors, 0, x, y);
    (void)way_floors_position(on->map, &floors, on->there, NULL, NULL, NULL);
    (void)way_belief_seen(on->belief, on->there);
}

static void call_reach(stage *on)
{
    assert_true(way_map_is_reachable(on->map, on->here, on->far, 1));
    (void)way_map_component(on->map, on->far, on->profile);
    (void)way_map_nearest_reachable(on->map, on->here, on->far, 1);
    (void)way_map_nearest_passable(on->map, on->there, on->profile);
}

static void call_sight(stage *on)
{
    (void)way_map_sees(on->map, on->here, on->there, WAY_SIGHT_ANY_ANGLE, 1);
    (void)way_map_sees(on->map, on->here, on->there, WAY_SIGHT_GRID, 3);
}

static void call_edit(stage *on, uint32_t right, uint8_t weight)
{
    const way_edit edit = stage_edit(on, right, weight);
    assert_int_equal(way_map_edit(on->map, &edit, 1), WAY_STATUS_OK);
}

static void call_wall(stage *on)
{
    call_edit(on, 0, 0);
}

static void call_wall_away(stage *on)
{
    call_edit(on, 0, 1);
}

static void call_weight(stage *on)
{
    call_edit(on, 1, 5);
}

static void call_terrain(stage *on)
{
    call_edit(on, 2, 7);
}

static void call_many(stage *on)
{
    way_edit edits[8];
    for (uint32_t i = 0; i < 8; i++) {
        edits[i] = stage_edit(on, i, (uint8_t)(i % 3));
    }
    assert_int_equal(way_map_edit(on->map, edits, 8), WAY_STATUS_OK);
}

static void call_changes(stage *on)
{
    way_rect rects[16];
    uint32_t count = 0;
    assert_int_equal(way_map_changes(on->map, 1, rects, 16, &count), WAY_STATUS_OK);
}

static void call_link(stage *on)
{
    const way_map_link link = {.from = on->there, .to = on->far, .cost = 408, .both_ways = true};
    assert_int_equal(way_map_add_links(on->map, &link, 1), WAY_STATUS_OK);
    (void)way_map_link_at(on->map, 0);
}

static void call_link_away(stage *on)
{
    const way_map_link link = {.from = on->there, .to = on->far, .cost = 408, .both_ways = true};
    assert_int_equal(way_map_remove_links(on->map, &link, 1), WAY_STATUS_OK);
}

static void call_look(stage *on)
{
    way_sensor sensors[SENSORS];
    for (uint32_t i = 0; i < SENSORS; i++) {
        sensors[i] = (way_sensor){on->here + i, 8, i % 2};
    }
    assert_int_equal(way_belief_look(on->belief, ++on->now, sensors, SENSORS, NULL), WAY_STATUS_OK);
}

typedef struct call {
    const char *what;
    void (*make)(stage *on);
} call;

static const call calls[] = {
    {"facts", call_facts},
    {"a cell", call_cells},
    {"reach", call_reach},
    {"sight", call_sight},
    {"a first look", call_look},
    {"a wall", call_wall},
    {"a look at it", call_look},
    {"the wall away", call_wall_away},
    {"the first weight", call_weight},
    {"terrain of a profile", call_terrain},
    {"a look at weights", call_look},
    {"eight edits", call_many},
    {"changes", call_changes},
    {"a link", call_link},
    {"a wall where there are links", call_wall},
    {"the link away", call_link_away},
};
enum { CALLS = sizeof calls / sizeof *calls };

static uint32_t pages_of(const call *one, stage *on)
{
    arena.touched = 0;
    assert_int_equal(mprotect(arena.bytes, ARENA_BYTES, PROT_NONE), 0);
    one->make(on);
    const uint32_t pages = arena.touched;
    assert_int_equal(mprotect(arena.bytes, ARENA_BYTES, PROT_READ | PROT_WRITE), 0);
    return pages;
}

static void pages_when_the_map_grows(void **state)
{
    (void)state;
    uint32_t small[CALLS];
    for (uint32_t side = 512; side <= 2048; side *= 2) {
        arena_start();
        stage on = stage_create(side);
        for (uint32_t i = 0; i < CALLS; i++) {
            const uint32_t pages = pages_of(&calls[i], &on);
            small[i] = side == 512 ? pages : small[i];
            // Fewer rows of a larger map lie on one page.
            if (pages > small[i] * 3 / 2 + 16 || pages > PAGES_MOST) {
                fail_msg("%s at %u x %u touches %u pages; at 512 x 512 %u", calls[i].what, side,
                         side, pages, small[i]);
            }
        }
        (void)signal(SIGSEGV, SIG_DFL);
        assert_int_equal(munmap(arena.bytes, ARENA_BYTES), 0);
    }
}

// Headers -----------------------------------------------------------------------------------------

/// Functions that may go through the map: their headers must say so.
static const char *const growing[] = {
    "way_map_create",    "way_map_add_profile",       "way_map_remove_profile",
    "way_floors_divide", "way_map_nearest_reachable", "way_belief_create",
    "way_belief_share",
};

/// Where a function is declared, and where the comment before it begins; NULL if it is not.
static char *headers_find(char *text, const char *function, char **start)
{
    char name[64];
    (void)snprintf(name, sizeof name, " %s(", function);
    *start = text;
    for (char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        *start = *line == '\n' ? line : *start;
        char *at = strncmp(line, "WAY_API", 7) == 0 ? strstr(line, name) : NULL;
        if (at && at < line + strcspn(line, "\n")) {
            return at;
        }
    }
    return NULL;
}

static void headers_say_what_grows(void **state)
{
    (void)state;
    static const char *const headers[] = {"waymark.h", "ground.h", "fog.h"};
    static char text[3][1 << 16];
    for (uint32_t i = 0; i < 3; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "include/waymark/%s", headers[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        text[i][fread(text[i], 1, sizeof text[i] - 1, file)] = 0;
        (void)fclose(file);
    }
    for (uint32_t g = 0; g < sizeof growing / sizeof *growing; g++) {
        char *start = NULL;
        char *at = NULL;
        for (uint32_t i = 0; i < 3 && !at; i++) {
            at = headers_find(text[i], growing[g], &start);
        }
        assert_non_null(at);
        *at = 0;
        if (!strstr(start, "grow") && !strstr(start, "Grow") && !strstr(start, "through all")) {
            fail_msg("the header of %s does not say that it grows", growing[g]);
        }
        *at = ' ';
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_when_the_map_grows),
        cmocka_unit_test(headers_say_what_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
