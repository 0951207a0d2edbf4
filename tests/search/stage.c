// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Grid stages, problems, and what is common to all.
#include "search/stage.h"

#include "scenes/checker.h"
#include "search/stage_graph.h"
#include "support/sizes.h"
#include "support/test.h"

#include <waymark/mesh.h>

#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_THREAD__)
#define STAGE_WATCHES_THREADS 1
#elif defined(__has_feature)
#define STAGE_WATCHES_THREADS __has_feature(thread_sanitizer)
#else
#define STAGE_WATCHES_THREADS 0
#endif

uint32_t stage_rounds(uint32_t count)
{
#if STAGE_WATCHES_THREADS
    return (count + 15) / 16; // threads meet elsewhere
#elif defined(__SANITIZE_ADDRESS__) || defined(WAY_HOSTILE)
    return (count + 7) / 8;
#else
    return count;
#endif
}

uint8_t stage_terrain(const test_stage *stage, bool passable)
{
    way_profile profile;
    assert_true(way_map_profile(stage->map, stage->size, &profile));
    uint8_t lightest = 0;
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        const uint8_t weight = profile.weights[terrain];
        if (!passable && weight == 0) {
            return (uint8_t)terrain;
        }
        if (weight && (!profile.weights[lightest] || weight < profile.weights[lightest])) {
            lightest = (uint8_t)terrain;
        }
    }
    return lightest;
}

void stage_fill_costs(const test_stage *stage, way_state from, way_cost *costs)
{
    if (stage->map) {
        assert_int_equal(oracle_costs(stage->map, from, stage->size, costs), WAY_STATUS_OK);
        return;
    }
    const oracle_graph graph = {stage->count, stage->edge_count, stage->edges};
    assert_int_equal(oracle_graph_costs(&graph, from, costs), WAY_STATUS_OK);
}

static int stage_compare_edges(const void *a, const void *b)
{
    const oracle_edge *x = a;
    const oracle_edge *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    return x->to != y->to ? (x->to < y->to ? -1 : 1) : (x->cost > y->cost) - (x->cost < y->cost);
}

void stage_sort_edges(test_stage *stage)
{
    qsort(stage->edges, stage->edge_count, sizeof *stage->edges, stage_compare_edges);
}

/// The first edge from a state, or from one behind it.
static uint32_t stage_first_edge(const test_stage *stage, way_state from)
{
    uint32_t first = 0;
    uint32_t end = stage->edge_count;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (stage->edges[middle].from < from) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

/// The map of the stage and the profile of its unit; NULL without one.
static const way_map *stage_map(const test_stage *stage, uint32_t *profile)
{
    *profile = stage->map ? stage->size : 1;
    return stage->map ? stage->map : stage->ground;
}

bool stage_is_deep(const test_stage *stage, way_state start)
{
    uint32_t profile = 0;
    const way_map *map = stage_map(stage, &profile);
    return map && oracle_is_deep(map, start, profile);
}

void stage_fill_trip_costs(const test_stage *stage, way_state from, const uint8_t *marked,
                           way_cost *costs)
{
    uint32_t profile = 0;
    way_cost deep = 0;
    const way_map *map = stage_map(stage, &profile);
    const bool is_deep = stage_is_deep(stage, from) && !marked[from];
    const way_cell gate =
        is_deep ? oracle_gate_to(map, from, marked, profile, &deep) : WAY_CELL_NONE;
    stage_fill_costs(stage, gate == WAY_CELL_NONE ? from : gate, costs);
    for (way_state state = 0; gate != WAY_CELL_NONE && state < stage->count; state++) {
        costs[state] = way_cost_add(costs[state], deep);
    }
    if (gate != WAY_CELL_NONE) {
        costs[gate] = WAY_COST_MAX; // where nobody stays
        costs[from] = 0;
    }
}

static bool stage_check_graph_path(const test_stage *stage, const way_state *states, uint32_t count,
                                   way_cost *cost, char *message)
{
    bool deep = stage_is_deep(stage, states[0]);
    *cost = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        deep = deep && !way_space_can_stand(stage->space, states[i + 1]);
        way_cost least =
            deep ? oracle_plain_cost(stage->ground, states[i], states[i + 1]) : WAY_COST_MAX;
        for (uint32_t k = stage_first_edge(stage, states[i]);
             k < stage->edge_count && stage->edges[k].from == states[i]; k++) {
            if (stage->edges[k].to == states[i + 1] && stage->edges[k].cost < least) {
                least = stage->edges[k].cost;
            }
        }
        if (least == WAY_COST_MAX) {
            snprintf(message, 160, "step %u: no link from %u to %u", i, states[i], states[i + 1]);
            return false;
        }
        *cost = way_cost_add(*cost, least);
    }
    return true;
}

bool stage_check_path(const test_stage *stage, way_state start, const way_state *states,
                      uint32_t count, way_cost *cost, char *message)
{
    *cost = WAY_COST_MAX;
    if (count == 0 || !states || states[0] != start) {
        snprintf(message, 160, "the path does not begin at the start");
        return false;
    }
    if (!stage->map) {
        return stage_check_graph_path(stage, states, count, cost, message);
    }
    const checker_trip trip = {start, states[count - 1], states, count};
    checker_report report;
    assert_int_equal(checker_check(stage->map, stage->size, &trip, &report), WAY_STATUS_OK);
    *cost = report.cost;
    memcpy(message, report.message, sizeof report.message);
    return report.fault == CHECKER_FAULT_NONE;
}

void stage_print(const test_stage *stage, way_state start, way_state goal)
{
    const uint32_t width = stage->map ? way_map_width(stage->map) : 0;
    for (uint32_t cell = 0; stage->map && cell < stage->count; cell++) {
        const uint8_t weight = way_map_terrain(stage->map, cell);
        char letter = '@';
        if (weight) {
            letter = weight == 1 ? '.' : weight < 10 ? (char)('0' + weight) : '+';
        }
        letter = cell == start ? 'S' : cell == goal ? 'G' : letter;
        print_error("%c%s", letter, (cell + 1) % width == 0 ? "\n" : "");
    }
    for (uint32_t i = 0; i < stage->edge_count && stage->edge_count <= 200; i++) {
        print_error("%u>%u:%u ", stage->edges[i].from, stage->edges[i].to, stage->edges[i].cost);
    }
    print_error("\n");
}

// Problems ----------------------------------------------------------------------------------------

static bool stage_stands(const test_stage *stage, way_state state)
{
    if (!stage->map) {
        return state < stage->count;
    }
    const uint32_t width = way_map_width(stage->map);
    return oracle_stands(stage->map, state % width, state / width, stage->size);
}

/// A random state that can (or can't) be stood on, or WAY_STATE_NONE.
static way_state stage_pick(const test_stage *stage, way_rng *rng, bool standing)
{
    const way_state first = way_rng_below(rng, stage->count);
    for (uint32_t i = 0; i < stage->count; i++) {
        const way_state state = (first + i) % stage->count;
        if (stage_stands(stage, state) == standing) {
            return state;
        }
    }
    return WAY_STATE_NONE;
}

/// Costs from a state; from deep inside blocked ground for a trip to `goal`.
static bool stage_add_origin(test_stage *stage, uint32_t origin, way_state start, way_state goal)
{
    if (start == WAY_STATE_NONE) {
        return false;
    }
    assert_true(start < stage->count);
    uint8_t *marked = calloc(stage->count, 1);
    stage->costs[origin] = malloc(stage->count * sizeof(way_cost));
    assert_true(marked && stage->costs[origin]);
    marked[goal == WAY_STATE_NONE ? start : goal] = goal != WAY_STATE_NONE;
    stage_fill_trip_costs(stage, start, marked, stage->costs[origin]);
    free(marked);
    return true;
}

static void stage_add_problem(test_stage *stage, const char *kind, uint32_t origin, way_state start,
                              way_state goal)
{
    if (start == WAY_STATE_NONE || goal == WAY_STATE_NONE ||
        stage->problem_count == STAGE_PROBLEMS_MAX) {
        return;
    }
    // The way out of deep inside blocked ground depends on the goal.
    for (uint32_t i = 3; stage_is_deep(stage, start) && i < STAGE_ORIGINS_MAX; i++) {
        if (!stage->costs[i]) {
            (void)stage_add_origin(stage, i, start, goal);
            origin = i;
            break;
        }
    }
    const way_cost *costs = stage->costs[origin];
    const bool can_end = goal == start || stage_stands(stage, goal);
    stage->problems[stage->problem_count++] =
        (stage_problem){kind, start, goal, can_end ? costs[goal] : WAY_COST_MAX, costs};
}

/// The costliest state that can be reached from an origin.
static way_state stage_farthest(const test_stage *stage, const way_cost *costs)
{
    way_state best = WAY_STATE_NONE;
    for (way_state state = 0; state < stage->count; state++) {
        if (costs[state] != WAY_COST_MAX &&
            (best == WAY_STATE_NONE || costs[state] > costs[best])) {
            best = state;
        }
    }
    return best;
}

static way_state stage_unreachable(const test_stage *stage, const way_cost *costs, way_rng *rng)
{
    const way_state first = way_rng_below(rng, stage->count);
    for (uint32_t i = 0; i < stage->count; i++) {
        const way_state state = (first + i) % stage->count;
        if (costs[state] == WAY_COST_MAX && stage_stands(stage, state)) {
            return state;
        }
    }
    return WAY_STATE_NONE;
}

void stage_add_problems(test_stage *stage, way_rng *rng)
{
    const way_state first = stage_pick(stage, rng, true);
    if (stage_add_origin(stage, 0, first, WAY_STATE_NONE)) {
        stage_add_problem(stage, "farthest", 0, first, stage_farthest(stage, stage->costs[0]));
        stage_add_problem(stage, "random", 0, first, stage_pick(stage, rng, true));
        stage_add_problem(stage, "unreachable", 0, first,
                          stage_unreachable(stage, stage->costs[0], rng));
        stage_add_problem(stage, "start is goal", 0, first, first);
        stage_add_problem(stage, "blocked goal", 0, first, stage_pick(stage, rng, false));
    }
    const way_state second = stage_pick(stage, rng, true);
    if (stage_add_origin(stage, 1, second, WAY_STATE_NONE)) {
        stage_add_problem(stage, "farthest", 1, second, stage_farthest(stage, stage->costs[1]));
        stage_add_problem(stage, "random", 1, second, stage_pick(stage, rng, true));
        stage_add_problem(stage, "random", 1, second, stage_pick(stage, rng, true));
    }
    const way_state blocked = stage_pick(stage, rng, false);
    if (stage_add_origin(stage, 2, blocked, WAY_STATE_NONE)) {
        stage_add_problem(stage, "blocked start", 2, blocked,
                          stage_farthest(stage, stage->costs[2]));
        stage_add_problem(stage, "blocked start", 2, blocked, stage_pick(stage, rng, true));
        stage_add_problem(stage, "blocked start is goal", 2, blocked, blocked);
        stage_add_problem(stage, "both blocked", 2, blocked, stage_pick(stage, rng, false));
    }
}

// Grids -------------------------------------------------------------------------------------------

/// Teeth from alternating sides: the longest way there is.
static void stage_draw_comb(const stage_grid_config *config, uint8_t *weights)
{
    for (uint32_t y = 0; y < config->height; y++) {
        for (uint32_t x = 0; x < config->width; x++) {
            const bool tooth = x % 4 == 2;
            const uint32_t gap = x % 8 == 2 ? 0 : config->height - 1;
            weights[y * config->width + x] = !tooth || y == gap;
        }
    }
}

static void stage_draw(const stage_grid_config *config, uint8_t *weights)
{
    if (strcmp(config->generator, "comb") == 0) {
        stage_draw_comb(config, weights);
        return;
    }
    scene_request request =
        scene_request_default(config->generator, config->width, config->height, config->seed);
    request.settings[0] = config->setting;
    scene made;
    assert_int_equal(scene_create(&request, &made, NULL), WAY_STATUS_OK);
    memcpy(weights, made.weights, (size_t)config->width * config->height);
    scene_destroy(&made);
}

static void stage_weigh(const stage_grid_config *config, uint8_t *weights, way_rng *rng)
{
    const uint32_t spread = config->heaviest - config->lightest + 1;
    for (uint32_t i = 0; i < config->width * config->height; i++) {
        if (weights[i]) {
            weights[i] = (uint8_t)(config->lightest + way_rng_below(rng, spread));
        }
    }
}

static void stage_name_grid(test_stage *out, const stage_grid_config *config)
{
    static const char *const corner_names[] = {"strict", "loose", "any"};
    snprintf(out->name, sizeof out->name,
             "%s(%s=%d) %ux%u seed %llu, %d neighbours, corners %s, costs %u/%u, weights %u..%u, "
             "unit %u%s, %u links",
             config->generator, config->setting.name ? config->setting.name : "",
             config->setting.value, config->width, config->height, (unsigned long long)config->seed,
             (int)config->neighbours, corner_names[config->corners], config->costs.cardinal,
             config->costs.diagonal, config->lightest, config->heaviest, config->size,
             config->profiled ? ", profiled" : "", config->links);
}

/// Gives every weight the byte of some terrain, and the profile the weights. Of four terrains one
/// has no weight, so that plain ground and blocked ground are nothing special.
static void stage_disguise(const stage_grid_config *config, uint8_t *weights, way_profile *profile,
                           way_rng *rng)
{
    const uint32_t spread = config->heaviest - config->lightest + 1;
    profile->unit_size = (uint8_t)config->size;
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        const bool passable = way_rng_below(rng, 4) > 0;
        profile->weights[terrain] =
            passable ? (uint8_t)(config->lightest + way_rng_below(rng, spread)) : 0;
    }
    profile->weights[way_rng_below(rng, 128)] = 0;
    profile->weights[128 + way_rng_below(rng, 128)] = (uint8_t)config->lightest;
    for (uint32_t i = 0; i < config->width * config->height; i++) {
        uint32_t terrain = way_rng_below(rng, 256);
        while ((profile->weights[terrain] == 0) != (weights[i] == 0)) {
            terrain = (terrain + 1) % 256;
        }
        weights[i] = (uint8_t)terrain;
    }
}

/// Prepares the map for the unit of the stage.
static void stage_add_unit(test_stage *out, const stage_grid_config *config,
                           const way_profile *profile)
{
    if (config->profiled) {
        assert_int_equal(way_map_add_profile(out->map, profile, &out->size), WAY_STATUS_OK);
    } else {
        assert_int_equal(sizes_add(out->map, config->size), WAY_STATUS_OK);
    }
    assert_int_equal(way_space_create_grid(out->map, out->size, config->allocator, &out->space),
                     WAY_STATUS_OK);
}

/// Links of all kinds: cheap and expensive, one way and both, between any two cells. A few end
/// where nobody can stand. One-way links may lead where there is no way back.
static void stage_add_links(test_stage *out, const stage_grid_config *config, way_rng *rng)
{
    const way_cost_model costs = way_map_costs(out->map);
    for (uint32_t i = 0; i < config->links && out->count > 1; i++) {
        way_map_link link = {.from = way_rng_below(rng, out->count),
                             .to = way_rng_below(rng, out->count),
                             .cost = 1 + way_rng_below(rng, costs.cardinal * 20u),
                             .profile = way_rng_below(rng, 3) ? 0 : out->size,
                             .both_ways = way_rng_below(rng, 2) == 0};
        link.to = link.to == link.from ? (link.from + 1) % out->count : link.to;
        const way_status status = way_map_add_links(out->map, &link, 1);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE);
        out->safe = out->safe && (link.both_ways || status != WAY_STATUS_OK);
    }
}

void stage_create_grid(test_stage *out, const stage_grid_config *config)
{
    *out =
        (test_stage){.size = config->size, .count = config->width * config->height, .safe = true};
    stage_name_grid(out, config);
    way_rng rng = way_rng_seed(config->seed);
    uint8_t *weights = malloc(out->count);
    assert_non_null(weights);
    stage_draw(config, weights);
    stage_weigh(config, weights, &rng);
    way_profile profile = {0};
    if (config->profiled) {
        stage_disguise(config, weights, &profile, &rng);
    }
    way_map_config map = way_map_config_default(config->width, config->height);
    map.neighbours = config->neighbours;
    map.corners = config->corners;
    map.costs = config->costs;
    map.weights = weights;
    assert_int_equal(way_map_create(&map, &out->map), WAY_STATUS_OK);
    stage_add_unit(out, config, &profile);
    stage_add_links(out, config, &rng);
    free(weights);
    stage_add_problems(out, &rng);
}

void stage_destroy(test_stage *stage)
{
    way_space_destroy(stage->space);
    way_space_destroy(stage->base);
    way_map_destroy(stage->map);
    way_map_destroy(stage->ground);
    way_mesh_destroy(stage->mesh);
    free(stage->edges);
    for (uint32_t i = 0; i < STAGE_ORIGINS_MAX; i++) {
        free(stage->costs[i]);
    }
    memset(stage, 0, sizeof *stage);
}

bool stage_suits(const test_stage *stage, const way_algorithm *algorithm)
{
    const uint32_t angles = way_space_traits(stage->space) & WAY_SPACE_ANGLES;
    return way_algorithm_suits(algorithm, stage->space) && (algorithm->needs & angles) == angles;
}

// Sets --------------------------------------------------------------------------------------------

test_stage *stage_set_add(stage_set *set)
{
    if (set->count == set->capacity) {
        set->capacity = set->capacity ? set->capacity * 2 : 64;
        set->stages = realloc(set->stages, set->capacity * sizeof *set->stages);
        assert_non_null(set->stages);
    }
    return &set->stages[set->count++];
}

/// The next scene of the list: all generators there are, then the ones with settings.
static void stage_next_scene(stage_grid_config *config, uint32_t turn)
{
    static const struct {
        const char *generator;
        scene_setting setting;
    } special[] = {
        {"random", {"blocked", 10}}, {"random", {"blocked", 20}}, {"random", {"blocked", 30}},
        {"random", {"blocked", 38}}, {"random", {"blocked", 45}}, {"maze", {"braid", 20}},
        {"rooms", {"size", 4}},      {"caves", {"tunnels", 0}},   {"comb", {NULL, 0}},
    };
    static const uint16_t sides[][2] = {{13, 17}, {24, 11}, {16, 16}, {1, 1},  {9, 9},  {1, 12},
                                        {21, 21}, {70, 5},  {2, 2},   {5, 70}, {31, 8}, {12, 1},
                                        {66, 9},  {3, 3},   {19, 13}, {130, 3}};
    const uint32_t generators = scene_generator_count();
    const uint32_t specials = sizeof special / sizeof *special;
    const uint32_t pick = turn % (generators + specials);
    if (pick < generators) {
        config->generator = scene_generator_at(pick)->name;
        config->setting = (scene_setting){NULL, 0};
    } else {
        config->generator = special[pick - generators].generator;
        config->setting = special[pick - generators].setting;
    }
    const uint32_t shape = (turn * 7 + turn / 16) % (sizeof sides / sizeof *sides);
    config->width = sides[shape][0];
    config->height = sides[shape][1];
    config->seed = turn;
}

typedef struct stage_rule {
    way_neighbours neighbours;
    way_corners corners;
    way_cost_model costs;
} stage_rule;

static const stage_rule stage_rules[] = {
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, {408, 577}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, {1, 1}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, {1, 2}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, {5, 7}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, {10, 14}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE, {408, 577}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE, {1, 1}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE, {5, 7}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_ANY, {408, 577}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_ANY, {1, 2}},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_ANY, {10, 14}},
    {WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, {1, 0}},
    {WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, {408, 0}},
    {WAY_NEIGHBOURS_6, WAY_CORNERS_STRICT, {1, 0}},
    {WAY_NEIGHBOURS_6, WAY_CORNERS_STRICT, {3, 0}},
};

void stage_set_add_grids(stage_set *set, uint32_t rounds, uint32_t extra)
{
    static const uint8_t weights[][2] = {{1, 1}, {1, 3}, {1, 1}, {2, 5}, {1, 1}, {1, 255}};
    uint32_t turn = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t rule = 0; rule < sizeof stage_rules / sizeof *stage_rules; rule++) {
            for (uint32_t kind = 0; kind < 6; kind++, turn++) {
                stage_grid_config config = {.neighbours = stage_rules[rule].neighbours,
                                            .corners = stage_rules[rule].corners,
                                            .costs = stage_rules[rule].costs,
                                            .lightest = weights[kind][0],
                                            .heaviest = weights[kind][1],
                                            .size = 1 + kind / 2};
                stage_next_scene(&config, turn + round);
                stage_create_grid(stage_set_add(set), &config);
            }
        }
    }
    for (uint32_t i = 0; i < rounds * 15; i++, turn++) {
        const stage_rule *rule = &stage_rules[i % 15];
        stage_grid_config config = {.neighbours = rule->neighbours,
                                    .corners = rule->corners,
                                    .costs = rule->costs,
                                    .lightest = weights[i % 6][0],
                                    .heaviest = weights[i % 6][1],
                                    .size = 1 + i / 6 % 2,
                                    .profiled = true};
        stage_next_scene(&config, turn);
        stage_create_grid(stage_set_add(set), &config);
    }
    for (uint32_t i = 0; i < extra; i++) {
        const stage_rule *rule = &stage_rules[i % 5];
        stage_grid_config config = {.neighbours = rule->neighbours,
                                    .corners = rule->corners,
                                    .costs = rule->costs,
                                    .lightest = 1,
                                    .heaviest = 1,
                                    .size = 1};
        stage_next_scene(&config, turn + i);
        stage_create_grid(stage_set_add(set), &config);
    }
}

void stage_set_add_linked(stage_set *set, uint32_t rounds)
{
    static const uint8_t weights[][2] = {{1, 1}, {1, 3}, {2, 5}};
    for (uint32_t i = 0; i < rounds * 15; i++) {
        const stage_rule *rule = &stage_rules[i % 15];
        stage_grid_config config = {.neighbours = rule->neighbours,
                                    .corners = rule->corners,
                                    .costs = rule->costs,
                                    .lightest = weights[i % 3][0],
                                    .heaviest = weights[i % 3][1],
                                    .size = 1 + i / 6 % 2,
                                    .links = 1 + i % 9,
                                    .profiled = i % 4 == 0};
        stage_next_scene(&config, 7 * i + 3);
        stage_create_grid(stage_set_add(set), &config);
    }
}

void stage_set_add_graphs(stage_set *set, uint32_t rounds)
{
    static const uint32_t sizes[][2] = {{1, 0}, {2, 1}, {12, 20}, {30, 45}, {40, 160}, {60, 70}};
    for (uint32_t i = 0; i < rounds * STAGE_GRAPH_KINDS; i++) {
        const uint32_t *size = sizes[i / STAGE_GRAPH_KINDS % (sizeof sizes / sizeof *sizes)];
        const bool ring = i / 12 % 2 == 0;
        const stage_graph_config config = {.kind = (stage_graph_kind)(i % STAGE_GRAPH_KINDS),
                                           .node_count = size[0],
                                           .link_count = size[1] + (ring ? size[0] : 0),
                                           .ring = ring,
                                           .directed = i / 6 % 2 == 0,
                                           .costliest = i % 5 == 0 ? 1
                                                        : i % 2    ? 9
                                                                   : 100000,
                                           .seed = i};
        stage_create_graph(stage_set_add(set), &config);
    }
}

void stage_set_destroy(stage_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        stage_destroy(&set->stages[i]);
    }
    free(set->stages);
    *set = (stage_set){0};
}
