// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/repair_rig.h"

#include "base/alloc.h"
#include "search/registry/registry.h"
#include "search/subgoal/pilot.h"
#include "support/test.h"

#include <string.h>

#define RIG_EVENTS 100000u

static way_event rig_events[RIG_EVENTS];

void rig_fail(const repair_rig *rig, const char *what)
{
    char params[192];
    wayi_spec_format(rig->navigator->algorithm, rig->navigator->params, params, sizeof params);
    stage_print(rig->stage, WAY_CELL_NONE, WAY_CELL_NONE);
    fail_msg("%s: %s(%s) on %s after %u edits", what, rig->navigator->algorithm->info.name, params,
             rig->stage->name, rig->edits);
}

void rig_open(repair_rig *rig, const test_stage *stage, const char *spec)
{
    *rig = (repair_rig){.stage = stage, .rng = way_rng_seed(stage->count)};
    const way_navigator_config config = {.space = stage->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
}

void rig_edit(repair_rig *rig)
{
    way_map *map = rig->stage->map;
    const uint32_t width = way_map_width(map);
    const uint32_t height = way_map_height(map);
    way_edit edit = {way_rng_below(&rig->rng, width), way_rng_below(&rig->rng, height), 1, 1,
                     stage_terrain(rig->stage, way_rng_below(&rig->rng, 2))};
    switch (way_rng_below(&rig->rng, 6)) {
    case 0:
        edit.width = 1 + way_rng_below(&rig->rng, width - edit.x);
        break;
    case 1:
        edit.height = 1 + way_rng_below(&rig->rng, height - edit.y);
        break;
    case 2:
        edit.width = 1 + way_rng_below(&rig->rng, width - edit.x < 5 ? width - edit.x : 5);
        edit.height = 1 + way_rng_below(&rig->rng, height - edit.y < 5 ? height - edit.y : 5);
        break;
    case 3: {
        way_state place = WAY_STATE_NONE;
        (void)way_navigator_region(rig->navigator, edit.y * width + edit.x, &place);
        if (place != WAY_STATE_NONE) {
            edit.x = place % width;
            edit.y = place / width;
        }
        break;
    }
    default:
        break;
    }
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
    rig->edits++;
}

void rig_repair(repair_rig *rig, uint32_t budget)
{
    bool done = false;
    for (uint32_t calls = 0; !done; calls++) {
        assert_int_equal(way_navigator_repair(rig->navigator, budget, &done), WAY_STATUS_OK);
        rig_check(rig, calls < 100000);
    }
    rig_check(rig, way_navigator_is_current(rig->navigator));
}

static const wayi_atlas *rig_atlas(const repair_rig *rig)
{
    return &((const wayi_guide *)rig->navigator->database)->atlas;
}

/// The names of all regions; the caller frees them.
static uint32_t *rig_regions(const repair_rig *rig, uint32_t *count)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint32_t *names = malloc((rig->stage->count + 1) * sizeof *names);
    assert_non_null(names);
    *count = 0;
    for (uint32_t square = 0; square < atlas->square_count; square++) {
        const wayi_atlas_block *block = atlas->squares[square];
        for (uint32_t i = 0; block && i < block->region_count; i++) {
            if (wayi_atlas_regions(block)[i].place != WAY_CELL_NONE) {
                names[(*count)++] = square << atlas->bits | i;
            }
        }
    }
    assert_int_equal(*count, atlas->region_count);
    return names;
}

/// The best costs from a cell over cells of the squares up to `depth` around its own.
static void window_costs(const repair_rig *rig, way_cell from, way_cost *costs)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    const uint32_t square = wayi_atlas_square_of(atlas, from);
    const uint32_t reach = atlas->config.depth;
    oracle_edge *edges = malloc((size_t)rig->stage->count * 8 * sizeof *edges);
    assert_non_null(edges);
    uint32_t count = 0;
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        way_edge out[8 + WAY_MAP_CELL_LINKS_MAX];
        const uint32_t degree = way_space_can_stand(rig->stage->space, cell)
                                    ? rig->stage->space->type->expand(rig->stage->space, cell, out)
                                    : 0;
        for (uint32_t i = 0; i < degree; i++) {
            const uint32_t other = wayi_atlas_square_of(atlas, out[i].to);
            if (other % atlas->columns + reach - square % atlas->columns <= 2 * reach &&
                other / atlas->columns + reach - square / atlas->columns <= 2 * reach) {
                edges[count++] = (oracle_edge){cell, out[i].to, out[i].cost};
            }
        }
    }
    const oracle_graph graph = {rig->stage->count, count, edges};
    assert_int_equal(oracle_graph_costs(&graph, from, costs), WAY_STATUS_OK);
    free(edges);
}

/// Records are whole, cost what the best way around costs, and say so.
static void check_records(repair_rig *rig)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint32_t count = 0;
    uint32_t *names = rig_regions(rig, &count);
    way_cost *costs = malloc(rig->stage->count * sizeof *costs);
    assert_non_null(costs);
    // One look a call at each is enough: there are many calls.
    for (uint32_t i = rig->edits % 3; i < count; i += 3) {
        const wayi_atlas_region *region = wayi_atlas_region_at(atlas, names[i]);
        window_costs(rig, region->place, costs);
        for (uint32_t k = 0; k < region->link_count; k++) {
            const wayi_atlas_link link = wayi_atlas_link_at(atlas, names[i], k);
            way_cost cost = 0;
            rig_check(rig, wayi_atlas_climb(atlas, names[i], &link, &cost));
            rig_check(rig, cost == costs[wayi_atlas_region_at(atlas, link.to)->place]);
            rig_check(rig, link.cost == wayi_atlas_decode(wayi_atlas_encode(cost)));
        }
    }
    free(costs);
    free(names);
}

void rig_check_regions(repair_rig *rig)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        const uint32_t region = wayi_atlas_find(atlas, cell);
        const bool stands = way_space_can_stand(rig->stage->space, cell);
        rig_check(rig, stands == (region != WAYI_REGION_NONE));
        if (!stands) {
            continue;
        }
        const way_cell place = wayi_atlas_region_at(atlas, region)->place;
        rig_check(rig, wayi_atlas_square_of(atlas, place) == region >> atlas->bits);
        if (atlas->config.cutoff) {
            rig_check(rig, wayi_climb_reaches(atlas->grid, cell, place, UINT32_MAX, NULL));
            rig_check(rig, wayi_climb_reaches(atlas->grid, place, cell, UINT32_MAX, NULL));
        } else {
            rig_check(rig, wayi_atlas_find(atlas, place) == region);
        }
    }
}

/// Which of the regions are next to each other, by a look at every cell [count * count].
static uint8_t *fresh_borders(const repair_rig *rig, const uint32_t *names, uint32_t count)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint8_t *near = calloc((size_t)count * count + 1, 1);
    uint32_t *labels = malloc(rig->stage->count * sizeof *labels);
    assert_non_null(near);
    assert_non_null(labels);
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        const uint32_t region = wayi_atlas_find(atlas, cell);
        for (labels[cell] = 0; labels[cell] < count && names[labels[cell]] != region;) {
            labels[cell]++;
        }
    }
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
        const uint32_t degree =
            labels[cell] < count ? rig->stage->space->type->expand(rig->stage->space, cell, edges)
                                 : 0;
        for (uint32_t i = 0; i < degree; i++) {
            near[(size_t)labels[cell] * count + labels[edges[i].to]] = 1;
        }
    }
    free(labels);
    return near;
}

/// The links of a region lead to exactly the regions that a fresh look finds around it.
static void check_neighbourhoods(repair_rig *rig)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint32_t count = 0;
    uint32_t *names = rig_regions(rig, &count);
    uint8_t *near = fresh_borders(rig, names, count);
    uint8_t *reach = malloc((size_t)count * 2 + 1);
    assert_non_null(reach);
    for (uint32_t i = 0; i < count; i++) {
        memset(reach, 0, count);
        reach[i] = 1;
        for (uint32_t level = 0; level < atlas->config.depth; level++) {
            memcpy(reach + count, reach, count);
            for (uint32_t a = 0; a < count; a++) {
                for (uint32_t b = 0; reach[count + a] && b < count; b++) {
                    reach[b] |= near[(size_t)a * count + b];
                }
            }
        }
        uint32_t expected = 0;
        for (uint32_t b = 0; b < count; b++) {
            expected += reach[b] && b != i;
            rig_check(rig, b == i || !reach[b] ||
                               wayi_atlas_link_to(atlas, names[i], names[b], NULL) != UINT32_MAX);
        }
        rig_check(rig, wayi_atlas_region_at(atlas, names[i])->link_count == expected);
    }
    free(reach);
    free(near);
    free(names);
}

/// Chains by tiers arrive exactly where any chain of links does, and cost hardly more.
static void check_chains(repair_rig *rig)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint32_t count = 0;
    uint32_t edge_count = 0;
    uint32_t *names = rig_regions(rig, &count);
    oracle_edge *edges = malloc(((size_t)count * count + 1) * sizeof *edges);
    way_cost *best = malloc((count + 1) * sizeof *best);
    assert_non_null(edges);
    assert_non_null(best);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < wayi_atlas_region_at(atlas, names[i])->link_count; k++) {
            const wayi_atlas_link link = wayi_atlas_link_at(atlas, names[i], k);
            uint32_t to = 0;
            while (to < count && names[to] != link.to) {
                to++;
            }
            edges[edge_count++] = (oracle_edge){i, to, link.cost};
        }
    }
    const oracle_graph graph = {count, edge_count, edges};
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    const wayi_tiers *tiers = &((const wayi_guide *)rig->navigator->database)->tiers;
    uint64_t sum = 0;
    uint64_t least = 0;
    wayi_tiers_ask ask;
    wayi_path_buffer chain;
    wayi_tiers_ask_init(&ask, &allocator);
    wayi_path_buffer_init(&chain, &allocator);
    for (uint32_t from = 0; from < count; from++) {
        assert_int_equal(oracle_graph_costs(&graph, from, best), WAY_STATUS_OK);
        for (uint32_t to = 0; to < count; to++) {
            way_cost cost = 0;
            way_cost left = 0;
            wayi_path_buffer_clear(&chain);
            assert_true(wayi_tiers_aim(&ask, tiers, names[to]));
            assert_true(wayi_tiers_chain(&ask, names[from], UINT32_MAX, WAY_COST_MAX, &chain, &cost,
                                         &left));
            rig_check(rig, left == (best[to] == WAY_COST_MAX ? WAY_COST_MAX : 0));
            rig_check(rig, best[to] == WAY_COST_MAX || cost >= best[to]);
            sum += left == 0 ? cost : 0;
            least += left == 0 ? best[to] : 0;
        }
    }
    rig_check(rig, 100 * sum <= 104 * least);
    wayi_path_buffer_fini(&chain);
    wayi_tiers_ask_fini(&ask);
    free(edges);
    free(best);
    free(names);
}

way_agent *rig_agent(const repair_rig *rig, way_observer *observer)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = rig->navigator, .observer = observer};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    return agent;
}

void rig_check_trips(repair_rig *rig, uint32_t trips)
{
    way_observer observer = {.events = rig_events, .capacity = RIG_EVENTS};
    way_agent *agent = rig_agent(rig, &observer);
    for (uint32_t i = 0; i < trips; i++) {
        const way_trip trip = {.start = way_rng_below(&rig->rng, rig->stage->count),
                               .goal = way_rng_below(&rig->rng, rig->stage->count)};
        observer.count = 0;
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        const way_outcome outcome = way_agent_run(agent);
        const bool stands =
            trip.start == trip.goal ||
            oracle_stands(rig->stage->map, trip.goal % way_map_width(rig->stage->map),
                          trip.goal / way_map_width(rig->stage->map), rig->stage->size);
        const bool reachable = stands && oracle_cost(rig->stage->map, trip.start, trip.goal,
                                                     rig->stage->size) != WAY_COST_MAX;
        rig_check(rig, outcome == (reachable ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH));
        for (uint64_t k = 0; k < observer.count && k < RIG_EVENTS; k++) {
            rig_check(rig, rig_events[k].kind != WAY_EVENT_LEARN);
        }
    }
    way_agent_destroy(agent);
}

void rig_check_everything(repair_rig *rig)
{
    rig_check_regions(rig);
    check_records(rig);
    check_neighbourhoods(rig);
    check_chains(rig);
    rig_check_trips(rig, 6);
}
