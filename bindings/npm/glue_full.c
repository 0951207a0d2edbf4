// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The whole module: glue.c, and databases, fields, fog, walkers, smoothing, whole problems, worlds.
#include "glue.c"

/// Bytes in the module's memory that one call made and others read.
typedef struct glue_bytes {
    uint8_t *bytes;
    size_t size, capacity;
    bool lost; ///< there was no memory for a piece
} glue_bytes;

GLUE(bytes_at) const void *bytes_at(const glue_bytes *bytes)
{
    return bytes->bytes;
}

GLUE(bytes_size) uint32_t bytes_size(const glue_bytes *bytes)
{
    return (uint32_t)bytes->size;
}

GLUE(bytes_drop) void bytes_drop(glue_bytes *bytes)
{
    if (bytes) {
        free(bytes->bytes);
        free(bytes);
    }
}

static bool glue_reserve(glue_bytes *bytes, size_t size)
{
    if (size > bytes->capacity) {
        const size_t capacity = size + size / 2;
        uint8_t *larger = realloc(bytes->bytes, capacity);
        if (!larger) {
            return false;
        }
        bytes->bytes = larger;
        bytes->capacity = capacity;
    }
    return true;
}

// Databases ---------------------------------------------------------------------------------------

GLUE(navigator_open) uint32_t navigator_open(way_space *space, const void *bytes, size_t size)
{
    way_navigator *navigator = NULL;
    glue_wrong = (way_problem){0};
    const way_navigator_config config = {.space = space, .problem = &glue_wrong};
    const way_status status = way_navigator_open(&config, bytes, size, &navigator);
    return glue_leave(status, navigator);
}

GLUE(navigator_save) uint32_t navigator_save(const way_navigator *navigator)
{
    glue_bytes *saved = calloc(1, sizeof *saved);
    way_database database = {0};
    way_status status =
        saved ? way_navigator_save(navigator, NULL, &database) : WAY_STATUS_NO_MEMORY;
    if (!status && glue_reserve(saved, database.size)) {
        memcpy(saved->bytes, database.bytes, database.size);
        saved->size = database.size;
    } else if (!status) {
        status = WAY_STATUS_NO_MEMORY;
    }
    way_database_free(&database);
    if (status) {
        bytes_drop(saved);
    }
    return glue_leave(status, saved);
}

GLUE(navigator_repair)
uint32_t navigator_repair(way_navigator *navigator, uint32_t budget, uint32_t *done)
{
    bool current = false;
    const way_status status = way_navigator_repair(navigator, budget, &current);
    *done = current;
    return status;
}

/// `counts`: from, to; then the states of both.
GLUE(agent_distances)
uint32_t agent_distances(way_agent *agent, const uint32_t *counts, way_cost *out)
{
    const way_distances question = {.from = counts + 2,
                                    .from_count = counts[0],
                                    .to = counts + 2 + counts[0],
                                    .to_count = counts[1]};
    return way_agent_distances(agent, &question, out);
}

// Fields ------------------------------------------------------------------------------------------

GLUE(field_make) uint32_t field_make(way_space *space, uint32_t backward)
{
    way_field *field = NULL;
    const way_field_config config = {.space = space, .backward = backward != 0};
    const way_status status = way_field_create(&config, &field);
    return glue_leave(status, field);
}

GLUE(field_drop) void field_drop(way_field *field)
{
    way_field_destroy(field);
}

GLUE(field_begin)
uint32_t field_begin(way_field *field, const way_state *goals, uint32_t count, uint32_t limit)
{
    return way_field_begin(field, goals, count, limit);
}

GLUE(field_step) uint32_t field_step(way_field *field, uint32_t budget)
{
    return way_field_step(field, budget);
}

GLUE(field_run) uint32_t field_run(way_field *field)
{
    return way_field_run(field);
}

GLUE(field_next) uint32_t field_next(const way_field *field, uint32_t state)
{
    return way_field_next(field, state);
}

GLUE(field_cost) uint32_t field_cost(const way_field *field, uint32_t state)
{
    return way_field_cost(field, state);
}

GLUE(field_costs) void field_costs(const way_field *field, uint32_t count, way_cost *out)
{
    for (uint32_t state = 0; state < count; state++) {
        out[state] = way_field_cost(field, state);
    }
}

GLUE(field_nexts) void field_nexts(const way_field *field, uint32_t count, way_state *out)
{
    for (uint32_t state = 0; state < count; state++) {
        out[state] = way_field_next(field, state);
    }
}

// Paths -------------------------------------------------------------------------------------------

GLUE(path_check)
uint32_t path_check(const glue_ground *ground, uint32_t profile, const way_cell *cells,
                    uint32_t count, way_cost *cost)
{
    return way_path_check(ground->map, profile, cells, count, cost);
}

GLUE(path_length)
double path_length(const glue_ground *ground, const way_cell *cells, uint32_t count)
{
    return way_path_length(ground->map, cells, count);
}

/// `numbers`: profile, kind, reach, count of cells; the count is overwritten.
GLUE(path_smooth)
uint32_t path_smooth(const glue_ground *ground, uint32_t *numbers, way_cell *cells)
{
    const way_smoothing_config config = {.map = ground->map,
                                         .unit_size = numbers[0],
                                         .kind = (way_smoothing)numbers[1],
                                         .reach = numbers[2]};
    return way_path_smooth(&config, cells, &numbers[3]);
}

/// `numbers`: profile, density, count of cells, capacity; the last is overwritten by the points.
GLUE(path_curve)
uint32_t path_curve(const glue_ground *ground, uint32_t *numbers, const way_cell *cells,
                    way_curve_point *points)
{
    const way_curve_config config = {
        .map = ground->map, .unit_size = numbers[0], .density = numbers[1]};
    way_curve curve = {.points = points, .capacity = numbers[3]};
    const way_status status = way_path_curve(&config, cells, numbers[2], &curve);
    numbers[3] = curve.count;
    return status;
}

GLUE(map_sees)
uint32_t map_sees(const glue_ground *ground, uint32_t a, uint32_t b, uint32_t kind,
                  uint32_t profile)
{
    return way_map_sees(ground->map, a, b, (way_sight)kind, profile);
}

// Fog ---------------------------------------------------------------------------------------------

GLUE(belief_make)
uint32_t belief_make(const glue_ground *truth, uint32_t unseen, const uint8_t *known)
{
    way_belief *belief = NULL;
    const way_belief_config config = {
        .truth = truth->map, .unseen = (uint8_t)unseen, .known = known};
    const way_status status = way_belief_create(&config, &belief);
    return glue_leave(status, belief);
}

GLUE(belief_drop) void belief_drop(way_belief *belief)
{
    way_belief_destroy(belief);
}

/// The believed map as a ground of its own.
GLUE(belief_ground) uint32_t belief_ground(way_belief *belief)
{
    return glue_ground_make(way_belief_map(belief), true);
}

/// `sensors`: cell, radius, sight of each.
GLUE(belief_look)
uint32_t belief_look(way_belief *belief, uint32_t now, const uint32_t *sensors, uint32_t count,
                     uint32_t *changed)
{
    way_sensor *given = calloc(count + 1, sizeof *given);
    if (!given) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++, sensors += 3) {
        given[i] = (way_sensor){sensors[0], sensors[1], sensors[2] != 0};
    }
    const way_status status = way_belief_look(belief, now, given, count, changed);
    free(given);
    return status;
}

GLUE(belief_share)
uint32_t belief_share(way_belief *belief, const way_belief *from, uint32_t *changed)
{
    return way_belief_share(belief, from, changed);
}

GLUE(belief_seen) uint32_t belief_seen(const way_belief *belief, uint32_t cell)
{
    return way_belief_seen(belief, cell);
}

// Walkers -----------------------------------------------------------------------------------------

GLUE(walker_make)
uint32_t walker_make(way_navigator *navigator, way_belief *belief, uint32_t radius, uint32_t sight)
{
    way_walker *walker = NULL;
    const way_walker_config config = {
        .navigator = navigator,
        .belief = belief,
        .sensor = {.radius = radius, .line_of_sight = sight != 0},
    };
    const way_status status = way_walker_create(&config, &walker);
    return glue_leave(status, walker);
}

GLUE(walker_drop) void walker_drop(way_walker *walker)
{
    way_walker_destroy(walker);
}

GLUE(walker_begin) uint32_t walker_begin(way_walker *walker, uint32_t start, uint32_t goal)
{
    return way_walker_begin(walker, start, goal);
}

GLUE(walker_retarget) uint32_t walker_retarget(way_walker *walker, uint32_t goal)
{
    return way_walker_retarget(walker, goal);
}

GLUE(walker_step) uint32_t walker_step(way_walker *walker, uint32_t budget)
{
    return way_walker_step(walker, budget);
}

GLUE(walker_state) uint32_t walker_state(const way_walker *walker)
{
    return way_walker_state(walker);
}

/// Writes moves, cost, plans, changes.
GLUE(walker_walk) void walker_walk(const way_walker *walker, uint64_t *out)
{
    const way_walk walk = way_walker_walk(walker);
    const uint64_t numbers[] = {walk.moves, walk.cost, walk.plans, walk.changes};
    memcpy(out, numbers, sizeof numbers);
}

// Whole problems ----------------------------------------------------------------------------------

/// Writes outcome, makespan, sum, bound; the plan's cells are the result, or nothing.
GLUE(problem_solve)
uint32_t problem_solve(const glue_ground *ground, const way_cell *starts, const way_cell *goals,
                       uint32_t count, uint32_t seed, uint32_t limit, uint64_t *out)
{
    const way_mapf_config config = {.map = ground->map,
                                    .starts = starts,
                                    .goals = goals,
                                    .count = count,
                                    .seed = seed,
                                    .node_limit = limit};
    way_mapf_plan plan = {0};
    way_status status = way_mapf_solve(&config, &plan);
    glue_bytes *cells = calloc(1, sizeof *cells);
    if (!status && cells && plan.cells) {
        cells->size = ((size_t)plan.makespan + 1) * plan.count * sizeof *plan.cells;
        if (glue_reserve(cells, cells->size)) {
            memcpy(cells->bytes, plan.cells, cells->size);
        } else {
            status = WAY_STATUS_NO_MEMORY;
        }
    }
    status = cells ? status : WAY_STATUS_NO_MEMORY;
    const uint64_t numbers[] = {plan.outcome, plan.makespan, plan.sum, plan.bound};
    memcpy(out, numbers, sizeof numbers);
    way_mapf_free(&plan);
    if (status) {
        bytes_drop(cells);
    }
    return glue_leave(status, cells);
}

// Worlds ------------------------------------------------------------------------------------------

static way_unit glue_unit;

/// `numbers`: capacity, rivals; size, speed, turn, profile of each kind; fog, sight of each team.
/// `algorithm` may be NULL.
GLUE(world_make)
uint32_t world_make(const glue_ground *ground, const uint32_t *numbers, uint32_t kind_count,
                    uint32_t team_count, const char *algorithm)
{
    way_world_kind kinds[WAY_WORLD_KINDS_MAX] = {{0}};
    way_profile profiles[WAY_WORLD_KINDS_MAX];
    way_world_team teams[WAY_WORLD_TEAMS_MAX] = {{0}};
    if (kind_count > WAY_WORLD_KINDS_MAX || team_count > WAY_WORLD_TEAMS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    const way_world_config config = {.map = ground->map,
                                     .kinds = kinds,
                                     .kind_count = kind_count,
                                     .teams = teams,
                                     .team_count = team_count,
                                     .rivals = numbers[1] != 0,
                                     .unit_capacity = numbers[0],
                                     .algorithm = algorithm};
    numbers += 2;
    for (uint32_t i = 0; i < kind_count; i++, numbers += 4) {
        kinds[i] = (way_world_kind){.size = numbers[0], .speed = numbers[1], .turn = numbers[2]};
        if (numbers[3] != 0) {
            if (!way_map_profile(ground->map, numbers[3], &profiles[i])) {
                return WAY_STATUS_NOT_FOUND;
            }
            kinds[i].profile = &profiles[i];
        }
    }
    for (uint32_t i = 0; i < team_count; i++, numbers += 2) {
        teams[i] = (way_world_team){.fog = numbers[0] != 0, .sight_radius = numbers[1]};
    }
    way_world *world = NULL;
    const way_status status = way_world_create(&config, &world);
    return glue_leave(status, world);
}

GLUE(world_drop) void world_drop(way_world *world)
{
    way_world_destroy(world);
}

GLUE(world_add)
uint32_t world_add(way_world *world, uint32_t cell, uint32_t kind, uint32_t team)
{
    return way_world_add(world, &(way_unit_config){.cell = cell, .kind = kind, .team = team},
                         &glue_unit);
}

GLUE(world_added) way_unit world_added(void)
{
    return glue_unit;
}

GLUE(world_remove) uint32_t world_remove(way_world *world, way_unit unit)
{
    return way_world_remove(world, unit);
}

/// `numbers`: kind, cell, range, queued, together, kept, formation, urgency, period, count of
/// cells, cells.
GLUE(world_order)
uint32_t world_order(way_world *world, const way_unit *units, uint32_t count, way_unit target,
                     const uint32_t *numbers)
{
    const way_order order = {.kind = (way_order_kind)numbers[0],
                             .cell = numbers[1],
                             .target = target,
                             .range = numbers[2],
                             .queued = numbers[3] != 0,
                             .keep_pace = numbers[4] != 0,
                             .keep_formation = numbers[5] != 0,
                             .formation = (way_formation)numbers[6],
                             .urgency = (way_urgency)numbers[7],
                             .period = numbers[8],
                             .cell_count = numbers[9],
                             .cells = numbers + 10};
    return way_world_order(world, units, count, &order);
}

GLUE(world_edit) uint32_t world_edit(way_world *world, const way_edit *edit)
{
    return way_world_edit(world, edit, 1);
}

GLUE(world_paint)
uint32_t world_paint(way_world *world, const uint32_t *area, const uint8_t *weights)
{
    uint32_t count = 0;
    way_edit *edits = glue_runs(area, weights, &count);
    const way_status status = edits ? way_world_edit(world, edits, count) : WAY_STATUS_NO_MEMORY;
    free(edits);
    return status;
}

GLUE(world_link)
uint32_t world_link(way_world *world, const uint32_t *link, uint32_t add, uint32_t capacity)
{
    const way_map_link given = glue_link(link);
    return add ? way_world_add_links(world, &given, 1, capacity)
               : way_world_remove_links(world, &given, 1);
}

GLUE(world_frame) uint32_t world_frame(way_world *world, uint32_t budget)
{
    return way_world_frame(world, budget);
}

GLUE(world_count) uint32_t world_count(const way_world *world)
{
    return way_world_unit_count(world);
}

/// Writes all units, by place, and says how many.
GLUE(world_units) uint32_t world_units(const way_world *world, way_unit *out)
{
    uint32_t count = 0;
    for (uint32_t place = 0; place < way_world_slot_count(world); place++) {
        const way_unit unit = way_world_unit_in_slot(world, place);
        if (unit != WAY_UNIT_NONE) {
            out[count++] = unit;
        }
    }
    return count;
}

/// Writes the middles of all units, in cells, in the order of world_units.
GLUE(world_positions) void world_positions(const way_world *world, float *out)
{
    for (uint32_t place = 0; place < way_world_slot_count(world); place++) {
        way_unit_view view;
        if (way_world_unit(world, way_world_unit_in_slot(world, place), &view)) {
            *out++ = (float)view.x / 1024;
            *out++ = (float)view.y / 1024;
        }
    }
}

/// Writes cell, goal, x, y, heading, kind, team, size, state, standing; 0 if the unit is gone.
GLUE(world_unit) uint32_t world_unit(const way_world *world, way_unit unit, int32_t *out)
{
    way_unit_view view;
    if (!way_world_unit(world, unit, &view)) {
        return 0;
    }
    const int32_t numbers[] = {(int32_t)view.cell,
                               (int32_t)view.goal,
                               view.x,
                               view.y,
                               view.heading,
                               view.kind,
                               view.team,
                               view.size,
                               (int32_t)view.state,
                               (int32_t)view.standing};
    memcpy(out, numbers, sizeof numbers);
    return 1;
}

GLUE(world_unit_on) way_unit world_unit_on(const way_world *world, uint32_t cell)
{
    return way_world_unit_on(world, cell);
}

GLUE(world_unit_path)
uint32_t world_unit_path(const way_world *world, way_unit unit, way_cell *cells, uint32_t capacity)
{
    return way_world_unit_path(world, unit, cells, capacity);
}

GLUE(world_knows) uint32_t world_knows(const way_world *world, uint32_t team, uint32_t cell)
{
    return way_world_team_knows(world, team, cell);
}

/// Takes the oldest event: kind, tick, unit, cell, other at bytes 0, 4, 8, 16, 24.
GLUE(world_event) uint32_t world_event(way_world *world, way_world_event *out)
{
    return way_world_event_next(world, out);
}

GLUE(world_hash) uint64_t world_hash(const way_world *world)
{
    return way_world_hash(world);
}

// Worlds that are kept ----------------------------------------------------------------------------

GLUE(world_save) uint32_t world_save(const way_world *world)
{
    glue_bytes *saved = calloc(1, sizeof *saved);
    size_t size = 0;
    way_status status = way_world_save(world, NULL, 0, &size);
    if (status == WAY_STATUS_OUT_OF_RANGE) {
        status = saved && glue_reserve(saved, size)
                     ? way_world_save(world, saved->bytes, size, &saved->size)
                     : WAY_STATUS_NO_MEMORY;
    }
    if (status) {
        bytes_drop(saved);
    }
    return glue_leave(status, saved);
}

GLUE(world_restore) uint32_t world_restore(const void *bytes, size_t size)
{
    way_world *world = NULL;
    glue_wrong = (way_problem){0};
    const way_status status = way_world_restore(bytes, size, NULL, &world, &glue_wrong);
    return glue_leave(status, world);
}

/// The map of a world as a ground; nobody but the world edits it.
GLUE(world_ground) uint32_t world_ground(way_world *world)
{
    return glue_ground_make((way_map *)(uintptr_t)way_world_map(world), true);
}

/// Writes width, height, neighbours, corners, count and height of floors.
GLUE(map_rules) void map_rules(const glue_ground *ground, uint32_t *out)
{
    const way_map *map = ground->map;
    const way_floors floors = way_map_floors(map);
    const uint32_t numbers[] = {way_map_width(map),   way_map_height(map), way_map_neighbours(map),
                                way_map_corners(map), floors.count,        floors.height};
    memcpy(out, numbers, sizeof numbers);
}

static void glue_record(const void *bytes, size_t size, void *user)
{
    glue_bytes *record = user;
    if (!record->lost && glue_reserve(record, record->size + size)) {
        memcpy(record->bytes + record->size, bytes, size);
        record->size += size;
    } else {
        record->lost = true;
    }
}

GLUE(world_record) uint32_t world_record(way_world *world)
{
    glue_bytes *record = calloc(1, sizeof *record);
    const way_status status =
        record ? way_world_record(world, glue_record, record) : WAY_STATUS_NO_MEMORY;
    if (status) {
        bytes_drop(record);
    }
    return glue_leave(status, record);
}

/// Ends a record; whether all of it is there.
GLUE(world_recorded) uint32_t world_recorded(way_world *world, const glue_bytes *record)
{
    const way_status status = way_world_record(world, NULL, NULL);
    return status ? status : record->lost ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
}

GLUE(replay_make) uint32_t replay_make(const void *bytes, size_t size)
{
    way_replay *replay = NULL;
    glue_wrong = (way_problem){0};
    const way_status status = way_replay_create(bytes, size, NULL, &replay, &glue_wrong);
    return glue_leave(status, replay);
}

GLUE(replay_drop) void replay_drop(way_replay *replay)
{
    way_replay_destroy(replay);
}

GLUE(replay_world) way_world *replay_world(way_replay *replay)
{
    return way_replay_world(replay);
}

/// Writes whether it is over, and whether the hash is the recorded one.
GLUE(replay_frame) uint32_t replay_frame(way_replay *replay, uint32_t *out)
{
    bool over = false;
    bool same = false;
    const way_status status = way_replay_frame(replay, &over, &same);
    out[0] = over;
    out[1] = same;
    return status;
}
