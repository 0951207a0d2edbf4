// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the headers' notes do not say of structs and calls: sizes that follow from another object,
// bytes that must have come from a call before, memory that is lent for longer than the call.

// Structs -----------------------------------------------------------------------------------------

static void fill_way_cost_model(caller *c, way_cost_model *s)
{
    static const way_cost_model models[] = {{0, 0},   {2, 3},  {1, 1},       {1000, 1414}, {5, 7},
                                            {7, 200}, {1, 65}, {4096, 4096}, {65535, 1},   {3, 2}};
    *s = models[draw(c, 4) ? draw(c, 5) : draw(c, 10)];
}

static void fill_way_map_config(caller *c, way_map_config *s)
{
    *s = way_map_config_default(draw_side(c), draw_side(c));
    s->neighbours = (way_neighbours)(draw(c, 8) ? (draw(c, 2) ? 8 : 4) : draw(c, 12));
    s->corners = (way_corners)draw_enum(c, 3);
    fill_way_cost_model(c, &s->costs);
    if (draw(c, 3) && s->width <= 64 && s->height <= 64) {
        uint8_t *weights = draw_list(c, 1, s->width * s->height);
        const uint64_t walls = draw(c, 60);
        const uint64_t swamps = draw(c, 2) * draw(c, 40);
        for (uint32_t k = 0; k < s->width * s->height; k++) {
            weights[k] = draw(c, 100) < walls    ? 0
                         : draw(c, 100) < swamps ? (uint8_t)draw(c, 256)
                                                 : 1;
        }
        s->weights = weights;
    } else if (s->width <= 65535 && s->height <= 65535 &&
               (uint64_t)s->width * s->height > 1u << 11) {
        s->width = 65536; // large maps would only take time
    }
    s->allocator = draw_allocator(c);
    s->job = draw(c, 4) ? NULL : draw_job(c);
    if (draw(c, 6) == 0) {
        s->floors = (way_floors){(uint32_t)draw(c, 4), (uint32_t)draw(c, 20)};
    }
}

static void fill_way_profile(caller *c, way_profile *s)
{
    *s = way_profile_default((uint32_t)(draw(c, 6) ? 1 + draw(c, 4) : draw_number(c, "", 0, 255)));
    for (uint32_t k = 0; k < 256 && draw(c, 3); k++) {
        s->weights[draw(c, 256)] = (uint8_t)(draw(c, 2) ? draw(c, 3) : draw(c, 256));
    }
}

static void fill_way_penalty_config(caller *c, way_penalty_config *s)
{
    static const way_map *map;
    *s = (way_penalty_config){.map = draw_object(c, TYPE_way_map, true),
                              .profile = (uint32_t)draw_number(c, "profile", 0, 0),
                              .unit = (way_cost)draw_number(c, "", 0, WAY_PENALTY_UNIT_MAX),
                              .allocator = draw_allocator(c)};
    map = s->map;
    if (map) {
        const uint32_t cells = way_map_width(map) * way_map_height(map);
        uint8_t *penalties = draw_kept(c, cells); // borrowed by the space
        for (uint32_t k = 0; k < cells; k++) {
            penalties[k] = (uint8_t)(draw(c, 4) ? 0 : draw(c, 256));
        }
        s->penalties = penalties;
    }
}

static void fill_way_belief_config(caller *c, way_belief_config *s)
{
    *s = (way_belief_config){.truth = draw_object(c, TYPE_way_map, true),
                             .unseen = (uint8_t)draw(c, 3),
                             .known_links = draw(c, 2) == 0,
                             .allocator = draw_allocator(c)};
    if (s->truth && draw(c, 3) == 0) {
        const uint32_t cells = way_map_width(s->truth) * way_map_height(s->truth);
        uint8_t *known = draw_list(c, 1, cells);
        for (uint32_t k = 0; k < cells; k++) {
            known[k] = (uint8_t)draw(c, 3);
        }
        s->known = known;
    }
}

static void fill_way_world_config(caller *c, way_world_config *s)
{
    static const uint32_t budgets[] = {0, 1, 2, 8, 64, 65, UINT32_MAX};
    *s = (way_world_config){.map = draw_object(c, TYPE_way_map, false),
                            .kind_count = draw_count(c, 1, WAY_WORLD_KINDS_MAX),
                            .team_count = draw_count(c, 0, WAY_WORLD_TEAMS_MAX),
                            .rivals = draw(c, 2),
                            .unit_capacity =
                                (uint32_t)(draw(c, 20) ? 1 + draw(c, 40) : draw(c, 2) - 1),
                            .frames_per_tick = budgets[draw(c, 7)],
                            .lanes = draw(c, 10) ? (uint32_t)draw(c, 9) : UINT32_MAX,
                            .event_capacity = (uint32_t)draw(c, 40),
                            .event_mask = draw(c, 2) ? 0 : (uint32_t)draw(c, UINT32_MAX),
                            .algorithm = draw(c, 2) ? NULL : draw_string(c, "algorithm"),
                            .parallel_for = draw_parallel_for(c),
                            .allocator = draw_allocator(c)};
    way_world_kind *kinds = draw_list(c, sizeof *kinds, list_room(s->kind_count));
    for (uint32_t k = 0; k < list_room(s->kind_count); k++) {
        kinds[k] = (way_world_kind){.size = (uint32_t)(draw(c, 3) ? 0 : draw_number(c, "", 0, 16)),
                                    .speed = (uint32_t)draw_number(c, "", 0, 256),
                                    .turn = (uint32_t)draw_number(c, "", 0, 4096)};
        if (draw(c, 4) == 0) {
            way_profile *profile = draw_list(c, sizeof *profile, 1);
            fill_way_profile(c, profile);
            kinds[k].profile = profile;
        }
    }
    s->kinds = kinds;
    way_world_team *teams = draw_list(c, sizeof *teams, list_room(s->team_count));
    for (uint32_t k = 0; k < list_room(s->team_count); k++) {
        teams[k].fog = draw(c, 2);
        teams[k].sight_radius = (uint32_t)draw_number(c, "", 0, 64);
    }
    s->teams = draw(c, 5) ? teams : NULL;
}

static void fill_way_navigator_config(caller *c, way_navigator_config *s)
{
    const bool spacious = draw(c, 3) == 0;
    *s = (way_navigator_config){.algorithm = draw_string(c, "algorithm"),
                                .profile = (uint32_t)(draw(c, 4) ? 0 : draw(c, 4)),
                                .job = draw(c, 4) ? NULL : draw_job(c),
                                .problem = draw_problem(c),
                                .allocator = draw_allocator(c)};
    if (spacious || draw(c, 60) == 0) {
        s->space = draw_object(c, TYPE_way_space, false);
    }
    if (!spacious) {
        s->map = draw_object(c, TYPE_way_map, true);
    }
    if (draw(c, 3) == 0) {
        way_workload *workload = draw_list(c, sizeof *workload, 1);
        fill_way_workload(c, workload);
        s->workload = workload;
    }
}

static void fill_way_mover(caller *c, way_mover *s)
{
    static const int32_t edges[] = {1 << 28, -(1 << 28), (1 << 28) + 1, INT32_MIN, INT32_MAX};
    *s = (way_mover){(int32_t)draw(c, 100000),
                     (int32_t)draw(c, 100000),
                     0,
                     0,
                     (int32_t)draw(c, 4000) - 2000,
                     (int32_t)draw(c, 4000) - 2000,
                     1 + (int32_t)draw(c, 3000),
                     (int32_t)draw(c, 4000),
                     draw(c, 8) == 0};
    int32_t *const fields[] = {&s->x, &s->y, &s->velocity_x, &s->wish_y, &s->radius, &s->speed};
    if (draw(c, 40) == 0) {
        *fields[draw(c, 6)] = edges[draw(c, 5)];
    }
}

static void fill_way_barrier(caller *c, way_barrier *s)
{
    const int32_t far = draw(c, 30) ? 100000 : 1 << 28;
    *s = (way_barrier){(int32_t)draw(c, 100000), (int32_t)draw(c, 100000), (int32_t)draw(c, 100000),
                       far - (int32_t)draw(c, 1000)};
}

static void fill_way_unit_config(caller *c, way_unit_config *s)
{
    *s = (way_unit_config){draw_cell(c), (uint32_t)(draw(c, 8) ? 0 : draw(c, 20)),
                           (uint32_t)(draw(c, 4) ? draw(c, 2) : draw(c, 10))};
}

static void fill_way_mesh_config(caller *c, way_mesh_config *s)
{
    *s = (way_mesh_config){.point_count = draw_count(c, 3, 24),
                           .polygon_count = draw_count(c, 1, 8),
                           .allocator = draw_allocator(c),
                           .job = draw(c, 4) ? NULL : draw_job(c)};
    // A fan of triangles, more or less.
    way_point *points = draw_list(c, sizeof *points, s->point_count + 8);
    for (uint32_t k = 0; k < s->point_count; k++) {
        points[k] = (way_point){(int32_t)(k * 4), (int32_t)(k % 2 * 8 + draw(c, 20) / 19)};
    }
    uint32_t *sizes = draw_list(c, sizeof *sizes, s->polygon_count + 8);
    uint32_t *corners = draw_list(c, sizeof *corners, (s->polygon_count + 8) * 8);
    uint32_t corner = 0;
    for (uint32_t k = 0; k < s->polygon_count; k++) {
        sizes[k] = draw(c, 30) ? 3 : (uint32_t)draw(c, 6);
        for (uint32_t i = 0; i < sizes[k]; i++) {
            const uint32_t turn = k % 2 ? i : sizes[k] - 1 - i; // alternate triangles turn about
            corners[corner++] = draw(c, 60) ? k + turn : (uint32_t)draw(c, 30);
        }
    }
    s->points = points;
    s->sizes = sizes;
    s->corners = corners;
}

static void fill_way_patch(caller *c, way_patch *s)
{
    *s = (way_patch){(uint32_t)draw(c, 6), (uint32_t)draw(c, 6), NULL};
    s->weights = draw_list(c, 1, s->width * s->height);
}

static void fill_way_tiles_config(caller *c, way_tiles_config *s)
{
    *s = (way_tiles_config){(uint32_t)(draw(c, 10) ? 2 + draw(c, 2) : draw(c, 12)),
                            (uint32_t)(draw(c, 10) ? 2 + draw(c, 2) : draw(c, 12)), NULL,
                            (uint32_t)(1 + draw(c, 5000)), draw_allocator(c)};
    uint8_t *goal = draw_list(c, 1, 64);
    for (uint32_t k = 0; k < 64; k++) {
        goal[k] = (uint8_t)(draw(c, 200) ? k : draw(c, 256));
    }
    s->goal = draw(c, 2) ? goal : NULL;
}

static void fill_way_platform_config(caller *c, way_platform_config *s)
{
    *s = (way_platform_config){draw_object(c, TYPE_way_level, true), (uint32_t)(1 + draw(c, 5000)),
                               draw_allocator(c)};
}

static void fill_way_platform_state(caller *c, way_platform_state *s)
{
    *s = (way_platform_state){(int32_t)draw_signed(c, 0, 0), (int32_t)draw_signed(c, 0, 0),
                              (int32_t)draw_signed(c, -32, 48), (uint8_t)draw(c, 10),
                              draw(c, 2) == 0};
}

static void fill_way_curve(caller *c, way_curve *s)
{
    s->capacity = (uint32_t)draw(c, 200);
    s->count = (uint32_t)draw(c, 2);
    s->points = draw_list(c, sizeof *s->points, s->capacity);
}

// Calls -------------------------------------------------------------------------------------------

static void call_way_map_read(caller *c)
{
    const way_map *map = draw_object(c, TYPE_way_map, true);
    way_rect area;
    fill_way_rect(c, &area);
    uint8_t *weights = draw_list(c, 1, 1u << 16);
    if (map) {
        (void)tell(c, CALL_way_map_read, way_map_read(map, &area, weights));
    }
}

/// A way over a map, as a search finds it or at random.
static way_cell *draw_way(caller *c, const way_map *map, uint32_t *count)
{
    way_path path = {0};
    if (draw(c, 3) && way_find(map, "astar", draw_cell(c), draw_cell(c), &path) == WAY_STATUS_OK) {
        *count = path.count;
        way_cell *cells = draw_list(c, sizeof *cells, path.count);
        if (path.count) {
            memcpy(cells, path.states, path.count * sizeof *cells);
        }
        way_path_free(&path);
        return cells;
    }
    *count = draw_count(c, 0, 0);
    return draw_walk(c, map, *count);
}

static void call_way_path_curve(caller *c)
{
    way_curve_config config;
    fill_way_curve_config(c, &config);
    config.unit_size = draw(c, 3) ? 1 : config.unit_size;
    way_curve curve;
    fill_way_curve(c, &curve);
    if (!c->lacks) {
        uint32_t count = 0;
        const way_cell *cells = draw_way(c, config.map, &count);
        (void)tell(c, CALL_way_path_curve, way_path_curve(&config, cells, count, &curve));
    }
}

static void call_way_path_smooth(caller *c)
{
    way_smoothing_config config;
    fill_way_smoothing_config(c, &config);
    config.unit_size = draw(c, 3) ? 1 : config.unit_size;
    if (!c->lacks) {
        uint32_t count = 0;
        way_cell *cells = draw_way(c, config.map, &count);
        (void)tell(c, CALL_way_path_smooth, way_path_smooth(&config, cells, &count));
    }
}

static void call_way_agent_distances(caller *c)
{
    way_agent *agent = draw_object(c, TYPE_way_agent, false);
    way_distances question;
    fill_way_distances(c, &question);
    way_cost *costs = draw_list(c, sizeof *costs, 64 * 64);
    if (!c->lacks) {
        (void)tell(c, CALL_way_agent_distances, way_agent_distances(agent, &question, costs));
    }
}

static void call_way_agent_trips(caller *c)
{
    way_agent *agent = draw_object(c, TYPE_way_agent, false);
    const uint32_t count = draw_count(c, 0, 0);
    way_trip *trips = draw_list(c, sizeof *trips, count);
    for (uint32_t k = 0; k < count; k++) {
        fill_way_trip(c, &trips[k]);
    }
    way_answer *answers = draw_list(c, sizeof *answers, count);
    const size_t capacity = draw(c, 300);
    way_state *states = draw_list(c, sizeof *states, (uint32_t)capacity);
    uint32_t done = 0;
    if (!c->lacks) {
        (void)tell(c, CALL_way_agent_trips,
                   way_agent_trips(agent, trips, count, answers, states, capacity, &done));
    }
}

/// Of any algorithm, or of the one that it is for.
static void call_way_agent_set_lookahead(caller *c)
{
    const way_map *map = draw_object(c, TYPE_way_map, true);
    if (c->lacks) {
        return;
    }
    const way_navigator_config plan = {.map = map,
                                       .algorithm = draw(c, 4) ? "lsslrta(move=dynamic)"
                                                               : draw_string(c, "algorithm"),
                                       .allocator = &plain_allocator};
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_trip trip = {.start = draw_cell(c), .goal = draw_cell(c)};
    if (way_navigator_create(&plan, &navigator) == WAY_STATUS_OK) {
        const way_agent_config config = {.navigator = navigator, .allocator = &plain_allocator};
        if (way_agent_create(&config, &agent) == WAY_STATUS_OK &&
            way_agent_begin(agent, &trip) == WAY_STATUS_OK) {
            for (uint32_t k = 0; k < 5; k++) {
                const uint32_t expansions = (uint32_t)draw_number(c, "", 1, 4096);
                (void)tell(c, CALL_way_agent_set_lookahead,
                           way_agent_set_lookahead(agent, expansions));
                (void)way_agent_step(agent, (uint32_t)draw_number(c, "", 1, 100));
            }
        }
        way_agent_destroy(agent);
    }
    way_navigator_destroy(navigator);
}

static void call_way_agent_park(caller *c)
{
    way_agent *agent = draw_object(c, TYPE_way_agent, false);
    if (c->lacks) {
        return;
    }
    size_t size = 0;
    const size_t capacity = draw(c, 4) ? 4096 : draw(c, 64);
    uint8_t *bytes = draw_list(c, 1, (uint32_t)capacity);
    if (tell(c, CALL_way_agent_park, way_agent_park(agent, bytes, capacity, &size))) {
        keep_blob(c, bytes, size);
        if (draw(c, 2)) {
            (void)tell(c, CALL_way_agent_resume, way_agent_resume(agent, bytes, size));
        }
    }
}

static void call_way_navigator_save(caller *c)
{
    const way_navigator *navigator = draw_object(c, TYPE_way_navigator, true);
    const way_allocator *allocator = draw_allocator(c);
    if (c->lacks) {
        return;
    }
    way_database *database = draw_value(c, sizeof *database);
    const bool ok =
        tell(c, CALL_way_navigator_save, way_navigator_save(navigator, allocator, database));
    if (ok) {
        keep_blob(c, database->bytes, database->size);
        uint8_t *bytes = draw_kept(c, (uint32_t)database->size); // borrowed by what it opens
        memcpy(bytes, database->bytes, database->size);
        const way_navigator_config config = {.space = way_navigator_space(navigator),
                                             .problem = draw_problem(c),
                                             .allocator = draw_allocator(c)};
        way_navigator *again = NULL;
        const bool opened = tell(c, CALL_way_navigator_open,
                                 way_navigator_open(&config, bytes, database->size, &again));
        made(c, TYPE_way_navigator, again, opened);
    }
    made(c, TYPE_way_database, database, ok);
}

static void call_way_mapf_improve(caller *c)
{
    way_mapf_config config;
    fill_way_mapf_config(c, &config);
    way_mapf_plan plan = {0};
    if (!c->lacks && tell(c, CALL_way_mapf_solve, way_mapf_solve(&config, &plan))) {
        if (plan.outcome == WAY_OUTCOME_FOUND) {
            (void)tell(c, CALL_way_mapf_improve, way_mapf_improve(&config, &plan, draw(c, 20000)));
        }
        way_mapf_free(&plan);
    }
}

static void call_way_points_set(caller *c)
{
    way_space *space = draw_object(c, TYPE_way_space, false);
    if (!c->lacks) {
        const way_point at = {(int32_t)draw_signed(c, 0, 40), (int32_t)draw_signed(c, 0, 12)};
        drop_users(c, space, TYPE_COUNT); // not during a trip
        (void)tell(c, CALL_way_points_set, way_points_set(space, (uint32_t)draw(c, 5), at));
    }
}

static void call_way_pool_init(caller *c)
{
    const size_t size = draw(c, 4) ? 1u << 20 : draw(c, 20000);
    way_pool *pool = way_pool_init(draw_kept(c, (uint32_t)size), size);
    if (pool) {
        lent(c, TYPE_way_pool, pool, false);
        c->pool = way_pool_allocator(pool);
    }
}

// Worlds: what is saved must load, go on the same, and save the same bytes.
static void call_way_world_save(caller *c)
{
    const way_world *world = draw_object(c, TYPE_way_world, true);
    if (c->lacks) {
        return;
    }
    size_t size = 0;
    const way_status status = way_world_save(world, NULL, 0, &size);
    (void)tell(c, CALL_way_world_save, status);
    if (status != WAY_STATUS_OUT_OF_RANGE) {
        return;
    }
    uint8_t *bytes = draw_list(c, 1, (uint32_t)size);
    CHECK(tell(c, CALL_way_world_save, way_world_save(world, bytes, size, &size)));
    keep_blob(c, bytes, size);
    const way_world_host host = {.allocator = &plain_allocator};
    way_world *again = NULL;
    way_problem problem = {0};
    const way_status restored = way_world_restore(bytes, size, &host, &again, &problem);
    if (restored != WAY_STATUS_OK) {
        fprintf(stderr, "a save is refused: %s, %s\n", way_status_name(restored), problem.text);
    }
    CHECK(restored == WAY_STATUS_OK);
    size_t second = 0;
    uint8_t *same = draw_list(c, 1, (uint32_t)size);
    CHECK(way_world_save(again, same, size, &second) == WAY_STATUS_OK);
    CHECK(second == size && memcmp(bytes, same, size) == 0);
    for (uint32_t part = 0; part < WAY_WORLD_PARTS; part++) {
        CHECK(way_world_part_hash(world, (way_world_part)part) ==
              way_world_part_hash(again, (way_world_part)part));
    }
    uint32_t place = 0;
    CHECK(!way_world_difference(world, again, &place));
    way_world_destroy(again);
}

/// Begins a record, or ends it and replays what there is.
static void call_way_world_record(caller *c)
{
    way_world *world = draw_object(c, TYPE_way_world, false);
    if (c->lacks) {
        return;
    }
    const bool ends = draw(c, 2);
    if (!ends) {
        c->record_size = 0;
        c->recorded = world;
    }
    if (!tell(c, CALL_way_world_record, way_world_record(world, ends ? NULL : take_record, c))) {
        c->recorded = ends ? c->recorded : NULL; // only half of the start may be there
        return;
    }
    if (ends && c->record_size && c->record_size < 1u << 20 && c->recorded == world) {
        keep_blob(c, c->record, c->record_size);
        uint8_t *bytes = draw_kept(c, (uint32_t)c->record_size);
        memcpy(bytes, c->record, c->record_size);
        way_replay *replay = NULL;
        const way_world_host host = {.allocator = &plain_allocator};
        const bool ok = tell(c, CALL_way_replay_create,
                             way_replay_create(bytes, c->record_size, &host, &replay, NULL));
        CHECK(ok);
        c->used_count = 0; // it stands by itself
        made(c, TYPE_way_replay, replay, ok);
    }
}

/// The bytes are borrowed for as long as the replay lives.
static void call_way_replay_create(caller *c)
{
    size_t size = 0;
    const void *drawn = draw_blob(c, &size);
    way_world_host host;
    fill_way_world_host(c, &host);
    uint8_t *bytes = draw_kept(c, (uint32_t)size);
    memcpy(bytes, drawn, size);
    way_replay *replay = NULL;
    way_problem problem = {0};
    const bool ok =
        tell(c, CALL_way_replay_create, way_replay_create(bytes, size, &host, &replay, &problem));
    look_text(problem.text);
    made(c, TYPE_way_replay, replay, ok);
}

/// Moves what is there, and too many now and then.
static void call_way_avoider_step(caller *c)
{
    way_avoider_config config;
    fill_way_avoider_config(c, &config);
    way_avoider *avoider = NULL;
    if (!tell(c, CALL_way_avoider_create, way_avoider_create(&config, &avoider))) {
        return;
    }
    const uint32_t count = (uint32_t)draw(c, 6);
    const uint32_t barrier_count = (uint32_t)draw(c, 6);
    way_mover *movers = draw_list(c, sizeof *movers, count);
    way_barrier *barriers = draw_list(c, sizeof *barriers, barrier_count);
    for (uint32_t k = 0; k < 6; k++) {
        if (k < count) {
            fill_way_mover(c, &movers[k]);
        }
        if (k < barrier_count) {
            fill_way_barrier(c, &barriers[k]);
        }
    }
    for (uint32_t k = 0; k < 4; k++) {
        (void)tell(c, CALL_way_avoider_step,
                   way_avoider_step(avoider, movers, count, barriers, barrier_count));
    }
    way_avoider_destroy(avoider);
}

/// Nobody may use the profile any more.
static void call_way_map_remove_profile(caller *c)
{
    way_map *map = draw_object(c, TYPE_way_map, false);
    if (!c->lacks) {
        drop_users(c, map, TYPE_COUNT);
        (void)tell(c, CALL_way_map_remove_profile,
                   way_map_remove_profile(map, (uint32_t)draw_number(c, "profile", 0, 0)));
    }
}

static void call_way_floors_divide(caller *c)
{
    way_map *map = draw_object(c, TYPE_way_map, false);
    if (!c->lacks) {
        const uint32_t count = (uint32_t)(draw(c, 10) ? 1 + draw(c, 3) : draw_number(c, "", 0, 0));
        const uint32_t rows = way_map_height(map) + 1;
        const way_floors floors = {count,
                                   draw(c, 10) && count ? rows / count - 1 : (uint32_t)draw(c, 30)};
        drop_users(c, map, TYPE_COUNT);
        (void)tell(c, CALL_way_floors_divide, way_floors_divide(map, &floors));
    }
}

static void call_way_links_parse(caller *c)
{
    way_map *map = draw_object(c, TYPE_way_map, false);
    size_t size = 0;
    const char *text = draw_text(c, &size);
    way_problem problem = {0};
    if (!c->lacks) {
        (void)tell(c, CALL_way_links_parse,
                   way_links_parse(text, size, map, (uint32_t)(draw(c, 6) ? 1 : draw(c, 5)),
                                   (uint32_t)(draw(c, 6) ? 0 : draw(c, 5)), &problem));
        look_text(problem.text);
    }
}

/// Polygons one beside the other, mostly.
static void call_way_mesh_pull(caller *c)
{
    const way_mesh *mesh = draw_object(c, TYPE_way_mesh, true);
    if (c->lacks) {
        return;
    }
    way_state polygons[6];
    const uint32_t all = way_mesh_polygon_count(mesh);
    uint32_t count = 0;
    uint32_t at = (uint32_t)draw(c, all + 1);
    while (count < 6 && at != WAY_STATE_NONE && draw(c, 5)) {
        polygons[count++] = at;
        at = way_mesh_neighbour(mesh, at, (uint32_t)draw(c, 4));
    }
    const way_mesh_chain chain = {{(int32_t)draw_signed(c, 0, 40), (int32_t)draw_signed(c, 0, 12)},
                                  {(int32_t)draw_signed(c, 0, 40), (int32_t)draw_signed(c, 0, 12)},
                                  polygons,
                                  count};
    const uint32_t capacity = (uint32_t)draw(c, 12);
    way_point *points = draw_list(c, sizeof *points, capacity);
    uint32_t points_count = 0;
    (void)tell(c, CALL_way_mesh_pull, way_mesh_pull(mesh, &chain, points, capacity, &points_count));
}

/// Some of the links that there are, and some that are not.
static way_map_link *draw_links(caller *c, const way_map *map, uint32_t count)
{
    way_map_link *links = draw_list(c, sizeof *links, count);
    for (uint32_t k = 0; k < count; k++) {
        fill_way_map_link(c, &links[k]);
        if (map && draw(c, 4)) {
            links[k] = way_map_link_at(map, (uint32_t)draw(c, way_map_link_count(map) + 1));
        }
    }
    return links;
}

static void call_way_map_remove_links(caller *c)
{
    way_map *map = draw_object(c, TYPE_way_map, false);
    const uint32_t count = (uint32_t)draw(c, 3);
    if (!c->lacks) {
        way_map_link *links = draw_links(c, map, count);
        (void)tell(c, CALL_way_map_remove_links, way_map_remove_links(map, links, count));
    }
}

static void call_way_world_remove_links(caller *c)
{
    way_world *world = draw_object(c, TYPE_way_world, false);
    const uint32_t count = (uint32_t)draw(c, 3);
    if (!c->lacks) {
        way_map_link *links = draw_links(c, way_world_map(world), count);
        (void)tell(c, CALL_way_world_remove_links, way_world_remove_links(world, links, count));
    }
}

static void call_way_tiles_find(caller *c)
{
    way_space *space = draw_object(c, TYPE_way_space, false);
    uint8_t *board = draw_list(c, 1, 64);
    for (uint32_t k = 0; k < 64; k++) {
        board[k] = (uint8_t)(draw(c, 50) ? k ^ 1 : draw(c, 256));
    }
    if (!c->lacks && is_space(c, space, "tiles")) {
        (void)way_tiles_find(space, board);
    }
}

static void call_way_tiles_get(caller *c)
{
    way_space *space = draw_object(c, TYPE_way_space, false);
    if (!c->lacks && is_space(c, space, "tiles")) {
        way_tiles_get(space, draw_cell(c), draw_list(c, 1, 64));
    }
}

/// A graph of waypoints, and two cells joined to it.
static void call_way_space_attach(caller *c)
{
    way_waypoints_config config;
    fill_way_waypoints_config(c, &config);
    way_space *graph = NULL;
    if (!c->lacks &&
        tell(c, CALL_way_space_create_waypoints, way_space_create_waypoints(&config, &graph))) {
        way_space *space = NULL;
        made(c, TYPE_way_space, graph, true);
        if (find(c, graph) &&
            tell(c, CALL_way_space_attach,
                 way_space_attach(graph, &config, draw_cell(c), draw_cell(c), &space))) {
            made_of(c, TYPE_way_space, space, graph);
        }
    }
}

static void call_way_file_write(caller *c)
{
    way_problem problem = {0};
    (void)tell(
        c, CALL_way_file_write,
        way_file_write(draw(c, 2) ? "caller.tmp" : "/nowhere/caller.tmp", "text", 4, &problem));
    look_text(problem.text);
}
