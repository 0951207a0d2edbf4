// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/ask/prices.h"

/// Trips of a length, in as many directions and from all over the map.
#define PRICES_TRIPS 8u
/// The shortest and the longest ones: powers of two of steps.
#define PRICES_FIRST 3u
#define PRICES_LAST 11u
/// Expansions of a search in the time of a piece of a question, hops in the time of one; and times
/// a question beyond which a search is not followed.
#define PRICES_PIECE 12u
#define PRICES_HOPS 4u
#define PRICES_ENOUGH 16u
static_assert(WAYI_BEACON_SAMPLES == PRICES_TRIPS * (PRICES_LAST + 1 - PRICES_FIRST), "all trips");

typedef struct prices_work {
    const wayi_beacon_index *index;
    wayi_beacon_query query;
    way_navigator *navigator; ///< of jump point search
    way_agent *agent;
    wayi_beacon_samples *samples;
    uint32_t noted;                       ///< places of the samples
    uint64_t sums[WAYI_BEACON_SCALES][3]; ///< of what a price has
    uint32_t counts[WAYI_BEACON_SCALES];
} prices_work;

static uint32_t prices_scale(const wayi_board *board, wayi_reach from, wayi_reach to)
{
    const way_cost open = wayi_board_distance(board, from.x, from.y, to.x, to.y);
    const uint32_t scale = wayi_bits_highest(open / board->cardinal | 1u);
    return scale < WAYI_BEACON_SCALES ? scale : WAYI_BEACON_SCALES - 1;
}

const wayi_beacon_price *wayi_beacon_price_of(const wayi_beacon_prices *prices,
                                              const wayi_board *board, wayi_reach from,
                                              wayi_reach to)
{
    return &prices->scales[prices_scale(board, from, to)];
}

/// The first free cell from one on, row by row; the map has some.
static wayi_reach prices_find_free(const wayi_board *still, uint64_t cell)
{
    const uint64_t cells = (uint64_t)still->width * still->height;
    wayi_reach found = {0};
    do {
        found = (wayi_reach){(uint16_t)(cell % still->width), (uint16_t)(cell / still->width), 0};
        cell = cell + 1 < cells ? cell + 1 : 0;
    } while (!wayi_board_is_free(still, found.x, found.y));
    return found;
}

/// A place so far from another in a direction, on the map.
static uint32_t prices_aside(uint32_t from, int32_t steps, uint32_t size)
{
    const int64_t to = (int64_t)from + steps;
    return to < 0 ? 0 : to >= (int64_t)size ? size - 1 : (uint32_t)to;
}

/// Asks for a way; returns pieces of work.
static uint32_t prices_question(prices_work *work, wayi_reach from, wayi_reach to)
{
    uint32_t pieces = 0;
    wayi_beacon_query_begin(&work->query, work->index, from, to);
    for (; work->query.stage != WAYI_BEACON_DONE; pieces++) {
        wayi_beacon_query_step(&work->query);
    }
    return pieces;
}

/// Notes a place of a sample, if there is room.
static void prices_note(prices_work *work, uint32_t count, uint32_t x, uint32_t y)
{
    if (work->noted + count < work->samples->room) {
        const wayi_beacon_place place = {(uint16_t)x, (uint16_t)y};
        work->samples->places[work->noted + count] = place;
    }
}

/// Walks the way of an answer, from both cells to the hub; it is a sample, if there is room for it.
/// Returns its places.
static uint32_t prices_walk(prices_work *work)
{
    const wayi_beacon_query *query = &work->query;
    const wayi_beacon_index *index = work->index;
    const wayi_beacon_node *node = &index->nodes[query->match.node];
    const uint32_t hub = node->first + query->match.hub;
    wayi_beacon_sample sample = {.cost = query->cost};
    uint32_t count = 0;
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t vertex = query->ends[side];
        prices_note(work, count++, query->cells[side].x, query->cells[side].y);
        for (uint32_t hops = 0; vertex != WAYI_BEACON_NONE && hops < index->vertex_count; hops++) {
            prices_note(work, count++, index->vertices[vertex].x, index->vertices[vertex].y);
            vertex = vertex == hub ? WAYI_BEACON_NONE
                                   : wayi_beacon_hop(index, node, vertex, query->match.hub);
        }
        sample.ends[side] = work->noted + count;
    }
    if (work->noted + count <= work->samples->room) {
        work->samples->items[work->samples->count++] = sample;
        work->noted += count;
    }
    return count;
}

/// A trip by both; one without a way, or between cells that see each other, says nothing.
static way_status prices_ask(prices_work *work, wayi_reach from, wayi_reach to)
{
    const wayi_beacon_query *query = &work->query;
    const wayi_board *still = &work->index->still;
    const uint32_t pieces = prices_question(work, from, to);
    if (query->cost == WAY_COST_MAX || query->sees) {
        return WAY_STATUS_OK;
    }
    const uint32_t question = PRICES_PIECE * pieces + prices_walk(work) / PRICES_HOPS;
    const way_trip trip = {.start = from.y * still->width + from.x,
                           .goal = to.y * still->width + to.x};
    const way_status status = way_agent_begin(work->agent, &trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (way_agent_step(work->agent, PRICES_ENOUGH * question) == WAY_OUTCOME_CAPACITY) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t scale = prices_scale(still, from, to);
    const way_cost open = wayi_board_distance(still, from.x, from.y, to.x, to.y);
    work->sums[scale][0] += question;
    work->sums[scale][1] += way_agent_stats(work->agent).expansions;
    work->sums[scale][2] += (uint64_t)query->cost * 16 / open;
    work->counts[scale]++;
    return WAY_STATUS_OK;
}

static way_status prices_ask_all(prices_work *work)
{
    const wayi_board *still = &work->index->still;
    const uint64_t cells = (uint64_t)still->width * still->height;
    const uint32_t total = (PRICES_LAST + 1 - PRICES_FIRST) * PRICES_TRIPS;
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < total && status == WAY_STATUS_OK; i++) {
        // The lengths take turns, so that each comes from all over the map.
        const int32_t steps = 1 << (PRICES_FIRST + i % (PRICES_LAST + 1 - PRICES_FIRST));
        const uint32_t direction = i / (PRICES_LAST + 1 - PRICES_FIRST) % WAYI_DIRECTIONS;
        const wayi_reach from = prices_find_free(still, i * cells / total);
        const uint32_t x = prices_aside(from.x, steps * wayi_direction_x[direction], still->width);
        const uint32_t y = prices_aside(from.y, steps * wayi_direction_y[direction], still->height);
        status = prices_ask(work, from, prices_find_free(still, (uint64_t)y * still->width + x));
    }
    return status;
}

/// Makes room for samples, as far as memory allows.
static bool prices_open_samples(const prices_work *work)
{
    wayi_beacon_samples *samples = work->samples;
    const wayi_beacon_index *index = work->index;
    const uint64_t bytes = wayi_beacon_index_bytes(index);
    const uint64_t fits =
        index->memory > bytes ? (index->memory - bytes) / sizeof *samples->places : 0;
    const uint32_t room =
        fits < WAYI_BEACON_SAMPLE_PLACES ? (uint32_t)fits : WAYI_BEACON_SAMPLE_PLACES;
    samples->places = wayi_alloc(&index->allocator, room, sizeof *samples->places);
    samples->room = samples->places ? room : 0;
    return samples->room == room;
}

/// Means of the trips of a length and of those half and twice as long; without any, those of the
/// length before.
static void prices_settle(wayi_beacon_prices *prices, const prices_work *work)
{
    wayi_beacon_price last = {.question = PRICES_PIECE, .winding = 16};
    for (uint32_t scale = 0; scale < WAYI_BEACON_SCALES; scale++) {
        uint64_t sums[3] = {0};
        uint64_t count = 0;
        for (uint32_t i = scale ? scale - 1 : 0; i <= scale + 1 && i < WAYI_BEACON_SCALES; i++) {
            for (uint32_t k = 0; k < 3; k++) {
                sums[k] += work->sums[i][k];
            }
            count += work->counts[i];
        }
        if (count) {
            last = (wayi_beacon_price){(uint32_t)(sums[0] / count), (uint32_t)(sums[1] / count),
                                       (uint32_t)(sums[2] / count)};
        }
        prices->scales[scale] = last;
        prices->most = last.question > prices->most ? last.question : prices->most;
    }
}

way_status wayi_beacon_prices_measure(wayi_beacon_prices *prices, wayi_beacon_samples *samples,
                                      const way_navigator *navigator,
                                      const wayi_beacon_index *index)
{
    prices_work work = {.index = index, .samples = samples};
    const way_navigator_config plan = {
        .space = navigator->space, .algorithm = "jps", .allocator = &navigator->allocator};
    way_status status = wayi_beacon_query_init(&work.query, &index->still, &navigator->allocator)
                            ? navigator->roof->create(&plan, &work.navigator)
                            : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK) {
        const way_agent_config config = {.navigator = work.navigator,
                                         .allocator = &navigator->allocator};
        status = way_agent_create(&config, &work.agent);
    }
    if (status == WAY_STATUS_OK && index->vertex_count) {
        status = prices_open_samples(&work) ? prices_ask_all(&work) : WAY_STATUS_NO_MEMORY;
    }
    way_agent_destroy(work.agent);
    way_navigator_destroy(work.navigator);
    wayi_beacon_query_fini(&work.query);
    prices_settle(prices, &work);
    return status;
}
