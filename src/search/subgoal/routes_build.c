// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Building routes: borders, records and rows, each in pieces that may run at once. A piece writes
// into lists of its own, which are joined in the order of the regions: the result never depends on
// the threads.
#include "search/subgoal/routes.h"

#include <string.h>

/// Pieces per stage at most, and regions per piece at least. Fixed, since what a piece holds must
/// not depend on the machine.
#define BUILD_PIECES 64u
#define BUILD_REGIONS 32u

/// What one piece makes of its regions.
typedef struct build_piece {
    way_status status;
    wayi_path_buffer counts; ///< per region: neighbours, edges or runs
    wayi_path_buffer items;  ///< neighbours, or runs
    wayi_path_buffer costs;  ///< of the edges
    wayi_routes routes;      ///< edges and subgoals only
} build_piece;

typedef struct build_job {
    wayi_routes *routes;
    const wayi_partition *partition;
    wayi_job_stage stage;
    uint32_t depth;
    const wayi_climb_box *boxes;
    wayi_adjacency adjacency;
    way_cost *costs; ///< [routes->edge_count]
    size_t cost_count;
    uint32_t piece_count;
    build_piece pieces[BUILD_PIECES];
    way_allocator allocator;
} build_job;

static uint32_t build_first(const build_job *job, uint32_t piece)
{
    return (uint32_t)((uint64_t)job->partition->region_count * piece / job->piece_count);
}

static void build_begin_pieces(build_job *job)
{
    for (uint32_t i = 0; i < job->piece_count; i++) {
        build_piece *piece = &job->pieces[i];
        piece->status = WAY_STATUS_OK;
        wayi_path_buffer_init(&piece->counts, &job->allocator);
        wayi_path_buffer_init(&piece->items, &job->allocator);
        wayi_path_buffer_init(&piece->costs, &job->allocator);
        wayi_routes_init(&piece->routes, &job->allocator);
    }
}

static void build_end_pieces(build_job *job)
{
    for (uint32_t i = 0; i < job->piece_count; i++) {
        build_piece *piece = &job->pieces[i];
        wayi_path_buffer_fini(&piece->counts);
        wayi_path_buffer_fini(&piece->items);
        wayi_path_buffer_fini(&piece->costs);
        wayi_routes_fini(&piece->routes);
    }
}

/// Runs one stage over all pieces and joins them; the pieces are empty afterwards.
static way_status build_stage(build_job *job, void (*body)(uint32_t, void *),
                              way_status (*join)(build_job *))
{
    build_begin_pieces(job);
    way_status status = wayi_job_run(job->stage, job->piece_count, body, job)
                            ? WAY_STATUS_OK
                            : WAY_STATUS_CANCELLED;
    for (uint32_t i = 0; i < job->piece_count && status == WAY_STATUS_OK; i++) {
        status = job->pieces[i].status;
    }
    if (status == WAY_STATUS_OK) {
        status = join(job);
    }
    build_end_pieces(job);
    return status;
}

// Borders -----------------------------------------------------------------------------------------

static void build_borders(uint32_t index, void *argument)
{
    build_job *job = argument;
    build_piece *piece = &job->pieces[index];
    for (uint32_t region = build_first(job, index); region < build_first(job, index + 1);
         region++) {
        const uint32_t before = piece->items.count;
        if (!wayi_partition_neighbours(job->partition, job->boxes[region], region, &piece->items) ||
            !wayi_path_buffer_push(&piece->counts, piece->items.count - before)) {
            piece->status = WAY_STATUS_NO_MEMORY;
            return;
        }
    }
}

static way_status build_join_borders(build_job *job)
{
    wayi_adjacency *adjacency = &job->adjacency;
    adjacency->region_count = job->partition->region_count;
    for (uint32_t i = 0; i < job->piece_count; i++) {
        adjacency->count += job->pieces[i].items.count;
    }
    adjacency->first =
        wayi_alloc(&job->allocator, adjacency->region_count + 1, sizeof *adjacency->first);
    adjacency->list = wayi_alloc(&job->allocator, adjacency->count + 1, sizeof *adjacency->list);
    if (!adjacency->first || !adjacency->list) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t region = 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < job->piece_count; i++) {
        const build_piece *piece = &job->pieces[i];
        uint32_t first = at;
        for (uint32_t k = 0; k < piece->counts.count; k++) {
            adjacency->first[region++] = first;
            first += piece->counts.states[k];
        }
        if (piece->items.count) {
            memcpy(adjacency->list + at, piece->items.states,
                   piece->items.count * sizeof *adjacency->list);
        }
        at += piece->items.count;
    }
    adjacency->first[region] = at;
    return WAY_STATUS_OK;
}

// Records -----------------------------------------------------------------------------------------

/// What a piece needs to make records.
typedef struct build_tools {
    wayi_record_maker maker;
    uint32_t *seen;
    wayi_path_buffer targets;
} build_tools;

static way_status build_region_records(build_job *job, build_piece *piece, build_tools *tools,
                                       uint32_t region)
{
    const way_cell *places = job->partition->places;
    wayi_path_buffer_clear(&tools->targets);
    if (!wayi_adjacency_within(&job->adjacency, region, job->depth, tools->seen, &tools->targets)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (tools->targets.count > UINT16_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    for (uint32_t i = 0; i < tools->targets.count; i++) {
        const uint32_t target = tools->targets.states[i];
        const way_status status = wayi_record_make(&tools->maker, places[region], places[target]);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        const wayi_path_buffer *subgoals = &tools->maker.subgoals;
        if (!wayi_routes_add_edge(&piece->routes, target, subgoals->states, subgoals->count) ||
            !wayi_path_buffer_push(&piece->costs, tools->maker.cost)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return wayi_path_buffer_push(&piece->counts, tools->targets.count) ? WAY_STATUS_OK
                                                                       : WAY_STATUS_NO_MEMORY;
}

static void build_records(uint32_t index, void *argument)
{
    build_job *job = argument;
    build_piece *piece = &job->pieces[index];
    const uint32_t first = build_first(job, index);
    const uint32_t end = build_first(job, index + 1);
    if (first == end) {
        return;
    }
    build_tools tools = {0};
    wayi_path_buffer_init(&tools.targets, &job->allocator);
    tools.seen = wayi_alloc_zero(&job->allocator, job->partition->region_count, sizeof(uint32_t));
    piece->status =
        wayi_record_maker_init(&tools.maker, job->partition->space, true, &job->allocator);
    if (!tools.seen) {
        piece->status = WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t region = first; region < end && piece->status == WAY_STATUS_OK; region++) {
        piece->status = build_region_records(job, piece, &tools, region);
    }
    wayi_record_maker_fini(&tools.maker);
    wayi_free(&job->allocator, tools.seen, job->partition->region_count, sizeof(uint32_t));
    wayi_path_buffer_fini(&tools.targets);
}

/// Takes exactly the memory that all pieces together need.
static bool build_make_room(build_job *job)
{
    wayi_routes *routes = job->routes;
    uint32_t edges = 0;
    uint32_t subgoals = 0;
    for (uint32_t i = 0; i < job->piece_count; i++) {
        edges += job->pieces[i].routes.edge_count;
        subgoals += job->pieces[i].routes.subgoal_count;
    }
    routes->edges = wayi_alloc(&job->allocator, edges, sizeof *routes->edges);
    routes->edge_capacity = routes->edges ? edges : 0;
    routes->subgoals = wayi_alloc(&job->allocator, subgoals, sizeof *routes->subgoals);
    routes->subgoal_capacity = routes->subgoals ? subgoals : 0;
    job->cost_count = (size_t)edges + 1;
    job->costs = wayi_alloc(&job->allocator, job->cost_count, sizeof *job->costs);
    return job->costs && routes->edge_capacity == edges && routes->subgoal_capacity == subgoals;
}

static way_status build_join_records(build_job *job)
{
    wayi_routes *routes = job->routes;
    if (!build_make_room(job)) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t region = 0;
    for (uint32_t i = 0; i < job->piece_count; i++) {
        const build_piece *piece = &job->pieces[i];
        uint32_t edge = 0;
        for (uint32_t k = 0; k < piece->counts.count; k++, region++) {
            routes->regions[region].edge_first = routes->edge_count;
            routes->regions[region].edge_count = (uint16_t)piece->counts.states[k];
            for (uint32_t n = 0; n < piece->counts.states[k]; n++, edge++) {
                wayi_route_edge copy = piece->routes.edges[edge];
                copy.subgoals += copy.subgoal_count > 1 ? routes->subgoal_count : 0;
                job->costs[routes->edge_count] = piece->costs.states[edge];
                routes->edges[routes->edge_count++] = copy;
            }
        }
        const uint32_t subgoals = piece->routes.subgoal_count;
        if (subgoals) {
            memcpy(routes->subgoals + routes->subgoal_count, piece->routes.subgoals,
                   subgoals * sizeof *routes->subgoals);
        }
        routes->subgoal_count += subgoals;
    }
    return WAY_STATUS_OK;
}

// Rows --------------------------------------------------------------------------------------------

static void build_rows(uint32_t index, void *argument)
{
    build_job *job = argument;
    build_piece *piece = &job->pieces[index];
    const uint32_t first = build_first(job, index);
    const uint32_t end = build_first(job, index + 1);
    if (first == end) {
        return;
    }
    wayi_row_maker maker;
    piece->status = wayi_row_maker_init(&maker, job->routes, job->costs, &job->allocator);
    for (uint32_t region = first; region < end && piece->status == WAY_STATUS_OK; region++) {
        bool fits = wayi_row_make(&maker, region) &&
                    wayi_path_buffer_push(&piece->counts, maker.runs.count);
        for (uint32_t i = 0; fits && i < maker.runs.count; i++) {
            fits = wayi_path_buffer_push(&piece->items, maker.runs.states[i]);
        }
        piece->status = fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    }
    wayi_row_maker_fini(&maker);
}

static way_status build_join_rows(build_job *job)
{
    wayi_routes *routes = job->routes;
    uint32_t runs = 0;
    for (uint32_t i = 0; i < job->piece_count; i++) {
        runs += job->pieces[i].items.count;
    }
    routes->runs = wayi_alloc(&job->allocator, runs, sizeof *routes->runs);
    routes->run_capacity = routes->runs ? runs : 0;
    if (routes->run_capacity != runs) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t region = 0;
    for (uint32_t i = 0; i < job->piece_count; i++) {
        const build_piece *piece = &job->pieces[i];
        uint32_t first = routes->run_count;
        for (uint32_t k = 0; k < piece->counts.count; k++, region++) {
            routes->regions[region].run_first = first;
            routes->regions[region].run_count = (uint16_t)piece->counts.states[k];
            first += piece->counts.states[k];
        }
        if (piece->items.count) {
            memcpy(routes->runs + routes->run_count, piece->items.states,
                   piece->items.count * sizeof *routes->runs);
        }
        routes->run_count = first;
    }
    return WAY_STATUS_OK;
}

// All of it ---------------------------------------------------------------------------------------

static way_status build_regions(build_job *job)
{
    wayi_routes *routes = job->routes;
    const uint32_t count = job->partition->region_count;
    routes->regions = wayi_alloc_zero(&job->allocator, count, sizeof *routes->regions);
    if (!routes->regions) {
        return WAY_STATUS_NO_MEMORY;
    }
    routes->region_count = count;
    routes->region_capacity = count;
    for (uint32_t i = 0; i < count; i++) {
        routes->regions[i].place = job->partition->places[i];
    }
    return WAY_STATUS_OK;
}

static way_status build_all(build_job *job, wayi_job_stage whole)
{
    const uint32_t span = whole.last - whole.first;
    way_status status = build_regions(job);
    if (status == WAY_STATUS_OK) {
        job->stage = (wayi_job_stage){whole.job, whole.first, whole.first + span / 20};
        status = build_stage(job, build_borders, build_join_borders);
    }
    if (status == WAY_STATUS_OK) {
        job->stage = (wayi_job_stage){whole.job, job->stage.last, whole.first + span / 2};
        status = build_stage(job, build_records, build_join_records);
    }
    if (status == WAY_STATUS_OK) {
        job->stage = (wayi_job_stage){whole.job, job->stage.last, whole.last};
        status = build_stage(job, build_rows, build_join_rows);
    }
    return status;
}

way_status wayi_routes_build(wayi_routes *routes, const wayi_partition *partition, uint32_t depth,
                             wayi_job_stage stage)
{
    if (partition->region_count == 0) {
        return WAY_STATUS_OK;
    }
    const way_allocator allocator = routes->allocator;
    build_job *job = wayi_alloc_zero(&allocator, 1, sizeof *job);
    wayi_climb_box *boxes = wayi_alloc(&allocator, partition->region_count, sizeof *boxes);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (job && boxes) {
        wayi_partition_boxes(partition, boxes);
        job->routes = routes;
        job->partition = partition;
        job->depth = depth;
        job->boxes = boxes;
        job->allocator = allocator;
        job->piece_count = 1 + partition->region_count / BUILD_REGIONS;
        job->piece_count = job->piece_count < BUILD_PIECES ? job->piece_count : BUILD_PIECES;
        status = build_all(job, stage);
        const wayi_adjacency *adjacency = &job->adjacency;
        wayi_free(&allocator, adjacency->first, (size_t)adjacency->region_count + 1,
                  sizeof *adjacency->first);
        wayi_free(&allocator, adjacency->list, (size_t)adjacency->count + 1,
                  sizeof *adjacency->list);
        wayi_free(&allocator, job->costs, job->cost_count, sizeof *job->costs);
    }
    wayi_free(&allocator, boxes, partition->region_count, sizeof *boxes);
    wayi_free(&allocator, job, 1, sizeof *job);
    return status;
}
