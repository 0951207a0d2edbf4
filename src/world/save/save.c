// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Writing a world. Nothing is written that follows from the rest: who stands where, what the layers
// of the map are, what searches have found so far.
#include "world/save/save.h"

#include <waymark/replay.h>

static void save_map(const way_map *map, wayi_parcel_writer *out)
{
    for (uint32_t cell = 0; cell < map->cell_count;) {
        const uint8_t terrain = way_map_weight(map, cell);
        uint32_t run = 1;
        while (cell + run < map->cell_count && way_map_weight(map, cell + run) == terrain) {
            run++;
        }
        wayi_parcel_put8(out, terrain);
        wayi_parcel_put32(out, run);
        cell += run;
    }
}

static void save_settings(const way_world *world, wayi_parcel_writer *out)
{
    const way_map *map = world->map;
    wayi_save_put64(out, WAYI_SAVE_MAGIC);
    wayi_parcel_put32(out, WAYI_SAVE_VERSION);
    wayi_parcel_put32(out, map->width);
    wayi_parcel_put32(out, map->height);
    wayi_parcel_put8(out, (uint32_t)map->neighbours);
    wayi_parcel_put8(out, (uint32_t)map->corners);
    wayi_parcel_put16(out, map->costs.cardinal);
    wayi_parcel_put16(out, map->costs.diagonal);
    wayi_parcel_put8(out, world->kind_count);
    for (uint32_t k = 0; k < world->kind_count; k++) {
        wayi_parcel_put8(out, world->profiles[k].unit_size);
        for (uint32_t t = 0; t < 256; t++) {
            wayi_parcel_put8(out, world->profiles[k].weights[t]);
        }
        wayi_parcel_put32(out, world->kinds[k].speed);
        wayi_parcel_put32(out, world->kinds[k].turn);
    }
    wayi_parcel_put8(out, world->team_count);
    for (uint32_t t = 0; t < world->team_count; t++) {
        wayi_parcel_put8(out, world->teams[t].fog);
        wayi_parcel_put8(out, world->teams[t].sight);
    }
    wayi_parcel_put8(out, world->rivals);
    wayi_parcel_put32(out, world->unit_capacity);
    wayi_parcel_put8(out, world->frames_per_tick);
    wayi_parcel_put8(out, world->planner.lane_count);
    wayi_parcel_put32(out, world->event_capacity);
    wayi_parcel_put32(out, world->event_mask);
    wayi_save_put64(out, (uint64_t)world->fields.block_count * sizeof(wayi_flow_block));
    for (uint32_t k = 0; k < sizeof world->algorithm; k++) {
        wayi_parcel_put8(out, (uint8_t)world->algorithm[k]);
    }
    for (uint32_t g = 0; g < world->ground_count; g++) {
        wayi_parcel_put8(out, world->grounds[g].general);
    }
}

static void save_route(const way_world *world, const wayi_trail *route, wayi_parcel_writer *out)
{
    wayi_parcel_put32(out, route->at);
    wayi_parcel_put32(out, route->end);
    wayi_parcel_put32(out, route->link);
    wayi_save_put64(out, route->blocks);
    wayi_parcel_put32(out, route->runs);
    wayi_parcel_put8(out, route->index);
    wayi_parcel_put8(out, route->taken);
    // From the start of the first chunk on, so that as many chunks are taken again.
    uint32_t chunk = route->chunk;
    for (uint32_t k = 0; route->runs && k < route->index + route->runs; k++) {
        wayi_parcel_put8(out, world->routes.chunks[chunk].runs[k % WAYI_TRAIL_BYTES]);
        if (k % WAYI_TRAIL_BYTES == WAYI_TRAIL_BYTES - 1) {
            chunk = world->routes.chunks[chunk].next;
        }
    }
}

static void save_order(const wayi_waiting_order *node, wayi_parcel_writer *out)
{
    const way_order *order = &node->order;
    wayi_parcel_put8(out, (uint32_t)order->kind);
    wayi_parcel_put32(out, order->cell);
    wayi_save_put64(out, order->target);
    wayi_parcel_put32(out, order->range);
    wayi_parcel_put8(out, order->cell_count);
    for (uint32_t k = 0; k < WAY_ORDER_CELLS_MAX; k++) {
        wayi_parcel_put32(out, node->cells[k]);
    }
    wayi_parcel_put8(out, order->queued);
    wayi_parcel_put8(out, order->together);
    wayi_parcel_put8(out, order->kept);
    wayi_parcel_put8(out, (uint32_t)order->formation);
    wayi_parcel_put8(out, (uint32_t)order->urgency);
    wayi_parcel_put32(out, order->period);
}

static void save_mind(const way_world *world, const wayi_mind *mind, wayi_parcel_writer *out)
{
    wayi_parcel_put8(out, mind->task);
    wayi_parcel_put8(out, mind->order);
    wayi_parcel_put8(out, mind->urgency);
    wayi_parcel_put8(out, mind->astray);
    wayi_parcel_put8(out, mind->restarts);
    wayi_parcel_put8(out, mind->displaced);
    wayi_parcel_put8(out, mind->calm);
    wayi_parcel_put16(out, mind->standing);
    wayi_parcel_put16(out, mind->patience);
    wayi_parcel_put16(out, mind->ahead);
    wayi_parcel_put32(out, mind->cell);
    wayi_parcel_put32(out, mind->goal);
    wayi_parcel_put32(out, mind->home);
    wayi_save_put64(out, mind->target);
    wayi_parcel_put32(out, mind->range);
    wayi_parcel_put32(out, mind->group);
    wayi_parcel_put32(out, mind->period);
    wayi_parcel_put32(out, mind->period_at);
    wayi_parcel_put32(out, mind->due);
    wayi_parcel_put32(out, mind->asked);
    wayi_parcel_put8(out, mind->part);
    wayi_parcel_put8(out, mind->any != WAYI_NOBODY);
    if (mind->any != WAYI_NOBODY) {
        save_order(&world->orders[mind->any], out);
    }
    uint32_t waiting = 0;
    for (uint32_t n = mind->orders_first; n != WAYI_NOBODY; n = world->orders[n].next) {
        waiting++;
    }
    wayi_parcel_put32(out, waiting);
    for (uint32_t n = mind->orders_first; n != WAYI_NOBODY; n = world->orders[n].next) {
        save_order(&world->orders[n], out);
    }
    save_route(world, &mind->route, out);
}

static void save_units(const way_world *world, wayi_parcel_writer *out)
{
    wayi_parcel_put32(out, world->place_count);
    for (uint32_t place = 0; place < world->place_count; place++) {
        const wayi_body *body = &world->bodies[place];
        const wayi_mind *mind = &world->minds[place];
        wayi_parcel_put32(out, mind->generation);
        if (mind->generation & 1u) {
            wayi_parcel_put8(out, mind->kind);
            wayi_parcel_put8(out, body->team);
            wayi_parcel_put32(out, body->cell);
            wayi_parcel_put32(out, body->stamp);
            wayi_parcel_put32(out, body->ready);
            wayi_parcel_put8(out, body->flags);
            wayi_parcel_put8(out, body->heading);
            save_mind(world, mind, out);
        }
    }
    for (uint32_t n = world->free_first; n != WAYI_NOBODY; n = world->minds[n].place) {
        wayi_parcel_put32(out, n);
    }
    wayi_parcel_put32(out, WAYI_NOBODY);
    wayi_parcel_put32(out, world->active_count - world->active_holes);
    for (uint32_t k = 0; k < world->active_count; k++) {
        if (world->active[k] != WAYI_NOBODY) {
            wayi_parcel_put32(out, world->active[k]);
        }
    }
    wayi_parcel_put32(out, world->retreat_count);
    for (uint32_t k = 0; k < world->retreat_count; k++) {
        wayi_parcel_put32(out, world->retreats[k]);
    }
    wayi_save_jams(world, out);
}

static void save_planner(const way_world *world, wayi_parcel_writer *out)
{
    wayi_parcel_put32(out, world->planner.queue_count);
    for (uint32_t k = 0; k < world->planner.queue_count; k++) {
        wayi_parcel_put32(out, world->planner.queue[k]);
    }
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        const wayi_lane *lane = &world->planner.lanes[l];
        wayi_parcel_put8(out, lane->count);
        wayi_parcel_put8(out, lane->next);
        for (uint32_t k = 0; k < lane->count; k++) {
            wayi_parcel_put32(out, k < lane->next ? WAYI_NOBODY : lane->units[k]);
        }
        // A search that an edit has overtaken will begin again: let it.
        const uint32_t place = lane->next < lane->count ? lane->units[lane->next] : WAYI_NOBODY;
        const bool stale =
            lane->begun &&
            lane->revision != way_map_revision(world->grounds[wayi_world_belief(world, place)].map);
        wayi_parcel_put8(out, (uint32_t)lane->begun + (uint32_t)stale);
        wayi_parcel_put32(out, lane->begun ? lane->start : 0);
        wayi_parcel_put32(out, lane->begun ? lane->goal : 0);
        wayi_parcel_put8(out, lane->begun ? lane->part : 0);
        wayi_save_put64(out, lane->begun ? lane->limit : 0);
        wayi_save_put64(out, lane->begun ? lane->work : 0);
        const uint32_t steps = lane->begun ? lane->steps : 0;
        wayi_parcel_put32(out, steps);
        for (uint32_t k = 0; k < steps && k < WAYI_LANE_STEPS; k++) {
            wayi_parcel_put32(out, lane->budgets[k]);
        }
    }
}

static void save_groups(const way_world *world, wayi_parcel_writer *out)
{
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        const wayi_group *group = &world->groups[g];
        if (group->used) {
            wayi_parcel_put32(out, g);
            wayi_parcel_put32(out, group->goal);
            wayi_parcel_put32(out, group->field);
            wayi_parcel_put32(out, group->reach);
            wayi_parcel_put8(out, group->ground);
            wayi_parcel_put8(out, group->speed);
            wayi_parcel_put32(out, group->leader);
            wayi_parcel_put16(out, group->waited);
            wayi_parcel_put16(out, group->go);
            wayi_parcel_put8(out, group->halted);
        }
    }
    wayi_parcel_put32(out, WAYI_NOBODY);
}

static void save_list(const wayi_flows *fields, uint32_t head, wayi_parcel_writer *out)
{
    for (uint32_t e = head; e != WAYI_FLOW_NONE; e = wayi_flow_entry_at(fields, e)->next) {
        wayi_parcel_put32(out, wayi_flow_entry_at(fields, e)->cell);
    }
    wayi_parcel_put32(out, WAYI_FLOW_NONE);
}

static void save_flow(const way_world *world, const wayi_flow *field, wayi_parcel_writer *out)
{
    const wayi_flows *fields = &world->fields;
    const uint32_t values[] = {field->goal,  field->used,  field->asked,     field->since,
                               field->limit, field->cells, field->rect_count};
    for (uint32_t k = 0; k < sizeof values / sizeof *values; k++) {
        wayi_parcel_put32(out, values[k]);
    }
    for (uint32_t r = 0; r < field->rect_count; r++) {
        wayi_parcel_put32(out, field->rects[r].x);
        wayi_parcel_put32(out, field->rects[r].y);
        wayi_parcel_put32(out, field->rects[r].width);
        wayi_parcel_put32(out, field->rects[r].height);
    }
    wayi_parcel_put8(out, field->ground);
    wayi_parcel_put8(out, field->whole);
    wayi_parcel_put8(out, field->fresh);
    for (uint32_t b = 0; b < fields->columns * fields->rows; b++) {
        if (!field->table[b]) {
            continue;
        }
        const wayi_flow_block *block = field->table[b];
        wayi_parcel_put32(out, b);
        for (uint32_t k = 0; k < WAYI_BLOCK_CELLS; k++) {
            wayi_parcel_put32(out, block->costs[k]);
            wayi_parcel_put8(out, block->steps[k]);
        }
    }
    wayi_parcel_put32(out, WAYI_FLOW_NONE);
}

static void save_flows(const way_world *world, wayi_parcel_writer *out)
{
    const wayi_flows *fields = &world->fields;
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        if (fields->fields[f].live) {
            wayi_parcel_put32(out, f);
            save_flow(world, &fields->fields[f], out);
        }
    }
    wayi_parcel_put32(out, WAYI_FLOW_NONE);
    wayi_parcel_put32(out, fields->current);
    if (fields->current == WAYI_FLOW_NONE) {
        return;
    }
    wayi_parcel_put8(out, fields->stage);
    wayi_parcel_put32(out, fields->scan);
    wayi_parcel_put32(out, fields->level);
    for (uint32_t b = 0; b < WAYI_FLOW_BUCKETS; b++) {
        if (fields->heads[b] != WAYI_FLOW_NONE) {
            wayi_parcel_put32(out, b);
            save_list(fields, fields->heads[b], out);
        }
    }
    wayi_parcel_put32(out, WAYI_FLOW_NONE);
    save_list(fields, fields->raising, out);
    save_list(fields, fields->raised, out);
}

static void save_team(const way_world *world, const wayi_team *team, wayi_parcel_writer *out)
{
    save_map(team->map, out);
    for (uint32_t w = 0; w < (world->map->cell_count + 63u) / 64u; w++) {
        wayi_save_put64(out, team->seen[w]);
    }
    wayi_parcel_put8(out, team->news_lost);
    wayi_parcel_put32(out, team->news_count);
    for (uint32_t k = 0; k < team->news_count; k++) {
        wayi_parcel_put32(out, team->news[k].x);
        wayi_parcel_put32(out, team->news[k].y);
        wayi_parcel_put32(out, team->news[k].width);
        wayi_parcel_put8(out, team->news[k].weight);
    }
}

static void save_links(const way_world *world, wayi_parcel_writer *out)
{
    for (uint32_t k = 0; k < way_map_link_count(world->map); k++) {
        const way_map_link link = way_map_link_at(world->map, k);
        const uint32_t kind = wayi_world_link_kind(world, link.profile);
        if (kind != WAYI_NOBODY) {
            wayi_parcel_put32(out, link.from);
            wayi_parcel_put32(out, link.to);
            wayi_parcel_put32(out, link.cost);
            wayi_parcel_put8(out, kind);
        }
    }
    wayi_parcel_put32(out, WAY_CELL_NONE);
    wayi_parcel_put32(out, world->lift_count);
    for (uint32_t k = 0; k < world->lift_count; k++) {
        const wayi_lift *lift = &world->lifts[k];
        wayi_parcel_put32(out, lift->ends[0]);
        wayi_parcel_put32(out, lift->ends[1]);
        wayi_parcel_put8(out, lift->capacity);
        for (uint32_t u = 0; u < WAY_WORLD_LIFT_MAX; u++) {
            wayi_parcel_put32(out, lift->until[u]);
        }
    }
}

static void save_databases(const way_world *world, wayi_parcel_writer *out)
{
    for (uint32_t g = 0; g < world->ground_count; g++) {
        const way_database *database = &world->grounds[g].database;
        if (database->bytes) {
            wayi_parcel_put32(out, g);
            wayi_save_put64(out, database->size);
            for (size_t k = 0; k < database->size; k++) {
                wayi_parcel_put8(out, ((const uint8_t *)database->bytes)[k]);
            }
        }
    }
    wayi_parcel_put32(out, WAYI_NOBODY);
}

way_status way_world_save(const way_world *world, void *bytes, size_t capacity, size_t *size)
{
    if (way_map_revision(world->map) != world->revision) {
        return WAY_STATUS_STALE;
    }
    wayi_parcel_writer out = {bytes, bytes ? capacity : 0, 0};
    save_settings(world, &out);
    save_map(world->map, &out);
    save_links(world, &out);
    save_databases(world, &out);
    wayi_parcel_put32(&out, world->tick);
    wayi_parcel_put32(&out, world->frame);
    wayi_parcel_put32(&out, world->work_owed);
    save_groups(world, &out);
    save_flows(world, &out);
    save_units(world, &out);
    for (uint32_t t = 0; t < world->team_count; t++) {
        if (world->teams[t].fog) {
            save_team(world, &world->teams[t], &out);
        }
    }
    save_planner(world, &out);
    const bool fits = out.at + 8 <= out.capacity;
    wayi_save_put64(&out, fits ? way_hash_bytes(0, bytes, out.at) : 0);
    *size = out.at;
    return fits ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
}
