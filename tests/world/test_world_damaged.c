// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Saves with one byte changed: each is refused in words that say what is wrong and with which part,
// or makes a world that lives and can be saved.
#include "world/drawn.h"

/// Settings are the affair of way_world_create; these bytes of them come first.
#define DAMAGED_FROM 713u
#define DAMAGED_TEXTS 128u

typedef struct damaged_text {
    char text[128];
} damaged_text;

typedef struct damaged_scan {
    damaged_text told[DAMAGED_TEXTS]; ///< what refusals said, each once
    uint32_t count;
    uint32_t lived;
} damaged_scan;

/// Notes what a refusal said, but for the numbers in it.
static void damaged_note(damaged_scan *scan, const char *said)
{
    char text[sizeof scan->told->text] = "";
    for (uint32_t n = 0; *said && n + 1 < sizeof text; said++) {
        if (*said < '0' || *said > '9') {
            text[n++] = *said;
        }
    }
    uint32_t k = 0;
    while (k < scan->count && strcmp(scan->told[k].text, text) != 0) {
        k++;
    }
    if (k == scan->count) {
        assert_true(scan->count < DAMAGED_TEXTS);
        snprintf(scan->told[scan->count++].text, sizeof scan->told->text, "%s", text);
    }
}

static void damaged_seal(test_saved *saved)
{
    const uint64_t hash = way_hash_bytes(0, saved->bytes, saved->size - 8);
    for (uint32_t k = 0; k < 8; k++) {
        saved->bytes[saved->size - 8 + k] = (uint8_t)(hash >> 8 * k);
    }
}

static void damaged_try(damaged_scan *scan, const test_saved *saved)
{
    way_world *world = NULL;
    way_problem problem = {0};
    const way_status status = way_world_restore(saved->bytes, saved->size, NULL, &world, &problem);
    if (status != WAY_STATUS_OK) {
        assert_int_equal(status, WAY_STATUS_BAD_FORMAT);
        assert_null(world);
        damaged_note(scan, problem.text);
        return;
    }
    scan->lived++;
    assert_int_equal(way_world_frame(world, 100), WAY_STATUS_OK);
    twin_check(world);
    way_world_destroy(world);
}

/// Changes each byte of a save in two ways.
static void damaged_scan_world(damaged_scan *scan, const way_world *world)
{
    test_saved saved = twin_save(world);
    memset(scan, 0, sizeof *scan);
    for (size_t at = DAMAGED_FROM; at + 8 < saved.size; at++) {
        const uint8_t was = saved.bytes[at];
        const uint8_t others[] = {(uint8_t)(was + 1), (uint8_t)(was ^ 0x80u)};
        for (uint32_t k = 0; k < 2; k++) {
            saved.bytes[at] = others[k];
            damaged_seal(&saved);
            damaged_try(scan, &saved);
        }
        saved.bytes[at] = was;
    }
    free(saved.bytes);
}

static void damaged_has(const damaged_scan *scan, const char *const *texts, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        uint32_t n = 0;
        while (n < scan->count && strcmp(scan->told[n].text, texts[k]) != 0) {
            n++;
        }
        if (n == scan->count) {
            fail_msg("nothing is refused with \"%s\"", texts[k]);
        }
    }
}

// Worlds ------------------------------------------------------------------------------------------

/// Two formations, orders of all kinds, a link that bears one, a team in the fog, one unit removed.
static void damaged_make(drawn_stage *stage)
{
    static const way_world_kind kinds[] = {{.size = 1}, {.size = 2}};
    static const way_world_team teams[] = {{0}, {.fog = true, .sight = 3}};
    const way_world_config config = {.kinds = kinds,
                                     .kind_count = 2,
                                     .teams = teams,
                                     .team_count = 2,
                                     .frames_per_tick = 2,
                                     .lanes = 1,
                                     .algorithm = "jps"};
    drawn_create(stage, "............/.####.####../............/......#...../............",
                 &config);
    way_unit units[9];
    for (uint32_t k = 0; k < 9; k++) {
        units[k] = drawn_add(stage, k, k == 8 ? 3 : k % 2 ? 2 : 0, k == 8, k % 4 == 3);
    }
    const way_map_link link = {.from = 24, .to = 47, .cost = 900, .both_ways = true};
    assert_int_equal(way_world_add_links(stage->world, &link, 1, 2), WAY_STATUS_OK);
    const way_cell cells[] = {58, 11, 30};
    const way_order orders[] = {
        {.kind = WAY_ORDER_GO, .cell = 59, .keep_formation = true, .formation = WAY_FORMATION_BOX},
        {.kind = WAY_ORDER_ANY, .cells = cells, .cell_count = 3},
        {.kind = WAY_ORDER_PATROL, .cell = 11},
        {.kind = WAY_ORDER_FOLLOW, .target = units[0], .range = 2},
        {.kind = WAY_ORDER_FLEE, .target = units[1], .range = 4},
        {.kind = WAY_ORDER_NEAR, .cell = 50, .range = 1, .queued = true}};
    assert_int_equal(way_world_order(stage->world, units, 3, &orders[0]), WAY_STATUS_OK);
    for (uint32_t k = 1; k < 6; k++) {
        assert_int_equal(way_world_order(stage->world, &units[k + 2], 1, &orders[k]),
                         WAY_STATUS_OK);
        assert_int_equal(way_world_order(stage->world, &units[k], 1, &orders[5]), WAY_STATUS_OK);
    }
    assert_int_equal(way_world_order(stage->world, &units[8], 1, &orders[2]), WAY_STATUS_OK);
    assert_int_equal(way_world_remove(stage->world, units[5]), WAY_STATUS_OK);
    for (uint32_t frame = 0; frame < 5; frame++) {
        assert_int_equal(way_world_frame(stage->world, 6), WAY_STATUS_OK);
    }
}

/// What is to be told, but for numbers.
static const char *const damaged_texts[] = {
    "active unit : there is no such unit",
    "active unit: there are more than there can be",
    "ground: there are too many databases",
    "group : goal is , which it can't be",
    "group : ground is , which it can't be",
    "group : its leader is nobody",
    "group: there is one twice, or too many",
    "lane : its search is for nobody, or from nowhere",
    "lane : more wait in it than can",
    "lift : capacity is , which it can't be",
    "lift : ends is , which it can't be",
    "lift: there are more than there can be",
    "lift: two join the same cells",
    "link: invalid argument",
    "link: value out of range",
    "map: the runs of its terrain are not as long as it is",
    "news: there are more than there can be",
    "order: there are more than there can be",
    "request : there is no such unit",
    "request: there are more than there can be",
    "rescue : it has too many units or steps",
    "retreat: there are more than there can be",
    "save: it is longer or shorter than that",
    "team : its news are off the map",
    "unit : an order that waits could not be given",
    "unit : at is , which it can't be",
    "unit : cell is , which it can't be",
    "unit : dir is , which it can't be",
    "unit : end is , which it can't be",
    "unit : goal is , which it can't be",
    "unit : group is , which it can't be",
    "unit : heading is , which it can't be",
    "unit : home is , which it can't be",
    "unit : hops.at is , which it can't be",
    "unit : hops.end is , which it can't be",
    "unit : hops.goal is , which it can't be",
    "unit : hops.link is , which it can't be",
    "unit : instead is , which it can't be",
    "unit : it asks for a rescue and is gone",
    "unit : it has a goal and nowhere to go, or none and is to go",
    "unit : it is active and not listed once, or listed and not active",
    "unit : it lies on another, or is not where it stands",
    "unit : it stands in a wall and is not trapped",
    "unit : its cells to choose from are not those of its order",
    "unit : its order has something in what it does not use",
    "unit : its place is said to be free",
    "unit : its request is out of order",
    "unit : its route is longer than the save",
    "unit : its route leaves the map, or ends elsewhere",
    "unit : link is , which it can't be",
    "unit : order is , which it can't be",
    "unit : part is , which it can't be",
    "unit : restarts is , which it can't be",
    "unit : taken is , which it can't be",
    "unit : task is , which it can't be",
    "unit : team is , which it can't be",
    "unit : there is no such kind",
    "unit : urgency is , which it can't be",
    "unit: there are more than there can be",
    "world: frame is , which it can't be",
};

static void save_when_a_byte_is_other(void **state)
{
    (void)state;
    static damaged_scan scan;
    drawn_stage stage;
    damaged_make(&stage);
    damaged_scan_world(&scan, stage.world);
    damaged_has(&scan, damaged_texts, sizeof damaged_texts / sizeof *damaged_texts);
    assert_true(scan.lived > 100);
    drawn_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(save_when_a_byte_is_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
