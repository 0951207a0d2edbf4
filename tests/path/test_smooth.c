// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Smoothing: whatever the path and the map, the result is legal, no costlier, no longer, and ends
// where it should.
#include "map/sight/rays.h"
#include "path/smooth.h"
#include "search/stage.h"
#include "support/test.h"

#include <waymark/path.h>

#include <math.h>
#include <string.h>

#define SMOOTH_CELLS 400u

typedef struct smooth_path {
    const test_stage *stage;
    way_cell cells[SMOOTH_CELLS];
    uint32_t count;
    way_cost cost;
} smooth_path;

static stage_set smooth_stages;

static _Noreturn void smooth_fail(const smooth_path *path, const char *what)
{
    print_error("%s: %u cells from %u to %u cost %u\n", path->stage->name, path->count,
                path->cells[0], path->cells[path->count - 1], path->cost);
    stage_print(path->stage, path->cells[0], path->cells[path->count - 1]);
    fail_msg("%s", what);
    abort();
}

static void smooth_check(const smooth_path *path, bool condition, const char *what)
{
    if (!condition) {
        smooth_fail(path, what);
    }
}

/// The cost by the oracle's rules; fails if a step is not legal.
static way_cost smooth_cost(const smooth_path *path)
{
    way_cost cost = 0;
    char message[160] = "";
    if (!stage_check_path(path->stage, path->cells[0], path->cells, path->count, &cost, message)) {
        smooth_fail(path, message);
    }
    return cost;
}

/// A walk that mostly keeps its direction.
static bool smooth_wander(smooth_path *path, way_rng *rng)
{
    const test_stage *stage = path->stage;
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    path->cells[0] = way_rng_below(rng, stage->count);
    path->count = 1;
    const uint32_t length = 2 + way_rng_below(rng, SMOOTH_CELLS - 2);
    way_cell offset = 0;
    while (path->count < length) {
        const way_cell at = path->cells[path->count - 1];
        const uint32_t degree = stage->space->type->expand(stage->space, at, edges);
        if (degree == 0) {
            break;
        }
        way_cell next = edges[way_rng_below(rng, degree)].to;
        for (uint32_t i = 0; i < degree && way_rng_below(rng, 4); i++) {
            next = edges[i].to - at == offset ? edges[i].to : next;
        }
        offset = next - at;
        path->cells[path->count++] = next;
    }
    path->cost = smooth_cost(path);
    return path->count > 1;
}

/// The way an algorithm found.
static bool smooth_search(smooth_path *path, const char *spec, const stage_problem *problem)
{
    const test_stage *stage = path->stage;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = stage->space, .algorithm = spec};
    const way_status status = way_navigator_create(&plan, &navigator);
    if (status == WAY_STATUS_UNSUPPORTED) {
        return false;
    }
    assert_int_equal(status, WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const bool arrived = way_agent_run(agent) == WAY_OUTCOME_FOUND;
    const way_state *cells = way_agent_path(agent, &path->count);
    const bool fits = arrived && path->count <= SMOOTH_CELLS;
    if (fits) {
        memcpy(path->cells, cells, path->count * sizeof *cells);
        path->cost = smooth_cost(path);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return fits;
}

static way_smoothing_config smooth_config(const test_stage *stage, way_smoothing kind,
                                          uint32_t reach)
{
    return (way_smoothing_config){
        .map = stage->map, .unit_size = stage->size, .kind = kind, .reach = reach};
}

static void check_steps(const smooth_path *path, way_smoothing kind, uint32_t reach)
{
    const way_smoothing_config config = smooth_config(path->stage, kind, reach);
    smooth_path smooth = *path;
    assert_int_equal(way_path_smooth(&config, smooth.cells, &smooth.count), WAY_STATUS_OK);
    smooth_check(path, smooth.count <= path->count, "more cells");
    smooth_check(path, smooth.cells[0] == path->cells[0], "another start");
    smooth_check(path, smooth.cells[smooth.count - 1] == path->cells[path->count - 1],
                 "another end");
    smooth.cost = smooth_cost(&smooth);
    smooth_check(path, smooth.cost <= path->cost, "costlier");
    way_cost told = 0;
    assert_true(
        way_path_check(path->stage->map, path->stage->size, smooth.cells, smooth.count, &told));
    assert_int_equal(told, smooth.cost);
    smooth_path again = smooth;
    assert_int_equal(way_path_smooth(&config, again.cells, &again.count), WAY_STATUS_OK);
    smooth_check(path, smooth_cost(&again) <= smooth.cost, "costlier the second time");
}

static double curve_length(const way_curve *curve)
{
    double length = 0;
    for (uint32_t i = 1; i < curve->count; i++) {
        const double x = curve->points[i].x - curve->points[i - 1].x;
        const double y = curve->points[i].y - curve->points[i - 1].y;
        length += sqrt(x * x + y * y);
    }
    return length;
}

/// Looks at many points of every piece of a curve, a dozen for each cell of its length.
static void check_curve_is_free(const smooth_path *path, const way_curve *curve)
{
    const test_stage *stage = path->stage;
    const bool linked = way_map_link_count(stage->map) > 0;
    for (uint32_t i = 1; i < curve->count; i++) {
        const way_curve_point *a = &curve->points[i - 1];
        const way_curve_point *b = &curve->points[i];
        const double length = fabs(a->x - b->x) + fabs(a->y - b->y);
        const uint32_t samples = 2 + (uint32_t)(12 * length);
        const way_cell from = way_map_cell(stage->map, (int64_t)a->x, (int64_t)a->y);
        const way_cell to = way_map_cell(stage->map, (int64_t)b->x, (int64_t)b->y);
        if (linked && length > 2 &&
            way_map_step_cost(stage->map, from, to, stage->size) != WAY_COST_MAX) {
            continue; // along a link
        }
        for (uint32_t k = 0; k <= samples; k++) {
            const double part = (k + 0.01) / (samples + 0.02);
            const double x = a->x + part * (b->x - a->x) + 0.5;
            const double y = a->y + part * (b->y - a->y) + 0.5;
            // Along a border between cells, or through their corner, it touches both.
            if (fabs(x - round(x)) < 1e-6 || fabs(y - round(y)) < 1e-6) {
                continue;
            }
            const way_cell cell = way_map_cell(stage->map, (int64_t)floor(x), (int64_t)floor(y));
            smooth_check(path,
                         cell == path->cells[0] || way_map_weight(stage->map, cell, stage->size) ||
                             oracle_is_deep(stage->map, path->cells[0], stage->size),
                         "the curve leaves the free cells");
        }
    }
}

static void check_curve(const smooth_path *path)
{
    static way_curve_point points[SMOOTH_CELLS * 40];
    const test_stage *stage = path->stage;
    const bool square = way_map_neighbours(stage->map) != WAY_NEIGHBOURS_6;
    const way_curve_config config = {.map = stage->map, .unit_size = stage->size, .density = 3};
    way_curve curve = {0};
    assert_int_equal(way_path_curve(&config, path->cells, path->count, &curve), WAY_STATUS_OK);
    const uint32_t needed = curve.count;
    assert_true(needed <= sizeof points / sizeof *points);
    curve = (way_curve){.points = points, .capacity = needed};
    assert_int_equal(way_path_curve(&config, path->cells, path->count, &curve), WAY_STATUS_OK);
    assert_int_equal(curve.count, needed);
    if (square) {
        const double length = way_path_length(stage->map, path->cells, path->count);
        smooth_check(path, curve_length(&curve) <= length + 1e-6, "the curve is longer");
        check_curve_is_free(path, &curve);
    }
}

/// What the ground along a straight line between cells weighs: each cell for as long as the line is
/// in it.
static double line_burden(const test_stage *stage, way_cell from, way_cell to)
{
    const way_cell ends[] = {from, to};
    uint32_t x[2];
    uint32_t y[2];
    way_map_position(stage->map, from, &x[0], &y[0]);
    way_map_position(stage->map, to, &x[1], &y[1]);
    const double run_x = (double)x[1] - x[0];
    const double run_y = (double)y[1] - y[0];
    // It leaves a column or row half a cell after its start, and then after every whole one.
    const double step_x = x[0] != x[1] ? 1 / fabs(run_x) : 4;
    const double step_y = y[0] != y[1] ? 1 / fabs(run_y) : 4;
    double next_x = step_x / 2;
    double next_y = step_y / 2;
    double sum = 0;
    for (double at = 0; at < 1;) {
        const double end = fmin(1, fmin(next_x, next_y));
        const double middle = (at + end) / 2;
        const way_cell cell = way_map_cell(stage->map, (int64_t)floor(x[0] + middle * run_x + 0.5),
                                           (int64_t)floor(y[0] + middle * run_y + 0.5));
        const uint32_t weight = way_map_weight(stage->map, cell, stage->size);
        // A blocked start weighs what the step leads to; corners of cells may be passed.
        sum += (end - at) * (weight ? weight : way_map_weight(stage->map, to, stage->size));
        next_x += next_x <= end ? step_x : 0;
        next_y += next_y <= end ? step_y : 0;
        at = end;
    }
    return way_path_length(stage->map, ends, 2) * sum;
}

/// What the ground along a path weighs: its steps' lengths times the mean weight of both ends.
static double path_burden(const smooth_path *path, bool lines)
{
    double sum = 0;
    for (uint32_t i = 1; i < path->count; i++) {
        const way_cell a = path->cells[i - 1];
        const way_cell b = path->cells[i];
        if (lines) {
            sum += line_burden(path->stage, a, b);
            continue;
        }
        const uint32_t to = way_map_weight(path->stage->map, b, path->stage->size);
        const uint32_t from = way_map_weight(path->stage->map, a, path->stage->size);
        sum += way_path_length(path->stage->map, path->cells + i - 1, 2) *
               ((from ? from : to) + to) / 2;
    }
    return sum;
}

static void check_points(const smooth_path *path, uint32_t reach)
{
    const test_stage *stage = path->stage;
    const way_smoothing_config config = smooth_config(stage, WAY_SMOOTHING_ANY_ANGLE, reach);
    smooth_path points = *path;
    assert_int_equal(way_path_smooth(&config, points.cells, &points.count), WAY_STATUS_OK);
    smooth_check(path, points.cells[0] == path->cells[0], "another start");
    smooth_check(path, points.cells[points.count - 1] == path->cells[path->count - 1],
                 "another end");
    const uint32_t lead = oracle_lead(stage->map, path->cells, path->count, stage->size);
    for (uint32_t i = 1 + lead; i < points.count; i++) {
        const way_cell a = points.cells[i - 1];
        const way_cell b = points.cells[i];
        smooth_check(path,
                     oracle_step_cost(stage->map, a, b, stage->size) != WAY_COST_MAX ||
                         way_map_sees(stage->map, a, b, WAY_SIGHT_ANY_ANGLE, stage->size),
                     "turning points that don't see each other");
    }
    const double before = way_path_length(stage->map, path->cells, path->count);
    const double after = way_path_length(stage->map, points.cells, points.count);
    smooth_check(path, after <= before + 1e-6, "longer");
    if (way_map_neighbours(stage->map) != WAY_NEIGHBOURS_6 && !way_map_link_count(stage->map)) {
        const double burden = path_burden(path, false);
        smooth_check(path, path_burden(&points, true) <= burden * (1 + 1e-9), "costlier");
    }
    check_curve(&points);
}

static void check_all(const smooth_path *path, uint32_t turn)
{
    static const uint32_t reaches[] = {0, 1, 5, 20};
    const uint32_t reach = reaches[turn % 4];
    check_steps(path, WAY_SMOOTHING_RAYS, reach);
    check_steps(path, WAY_SMOOTHING_PULL, reach);
    check_points(path, reach);
    check_curve(path);
}

static void wandering_paths(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(7);
    uint32_t paths = 0;
    for (uint32_t i = 0; i < smooth_stages.count; i++) {
        for (uint32_t k = 0; k < 12; k++) {
            smooth_path path = {.stage = &smooth_stages.stages[i]};
            if (smooth_wander(&path, &rng)) {
                check_all(&path, k);
                paths++;
            }
        }
    }
    print_message("%u paths\n", paths);
    assert_true(paths > smooth_stages.count);
}

static void paths_of_algorithms(void **state)
{
    (void)state;
    static const char *const specs[] = {"astar", "sgastar(informed=off)", "greedy",
                                        "sgastar(variant=v1, informed=off)"};
    uint32_t paths = 0;
    for (uint32_t i = 0; i < smooth_stages.count; i++) {
        const test_stage *stage = &smooth_stages.stages[i];
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            smooth_path path = {.stage = stage};
            if (smooth_search(&path, specs[(i + k) % 4], &stage->problems[k])) {
                check_all(&path, i);
                paths++;
            }
        }
    }
    print_message("%u paths\n", paths);
    assert_true(paths > smooth_stages.count);
}

/// What any algorithm of the registry finds on a map that suits it can be smoothed.
static void paths_of_every_algorithm(void **state)
{
    (void)state;
    uint32_t smoothed = 0;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        uint32_t paths = 0;
        uint32_t suited = 0;
        for (uint32_t k = 0; k < smooth_stages.count && paths < 3; k++) {
            const test_stage *stage = &smooth_stages.stages[k];
            if (!way_algorithm_suits(way_algorithm_at(i), stage->space) || suited > 12) {
                continue;
            }
            suited++;
            for (uint32_t j = 0; j < stage->problem_count && paths < 3; j++) {
                smooth_path path = {.stage = stage};
                if (stage->problems[j].best != WAY_COST_MAX && stage->problems[j].best > 0 &&
                    smooth_search(&path, way_algorithm_at(i)->name, &stage->problems[j])) {
                    check_all(&path, j);
                    paths++;
                }
            }
        }
        if (suited && !paths) {
            fail_msg("no path of %s", way_algorithm_at(i)->name);
        }
        smoothed += paths > 0;
    }
    print_message("%u algorithms\n", smoothed);
    assert_true(smoothed > 20);
}

// Work --------------------------------------------------------------------------------------------

/// Places that rays start from.
static uint32_t work_of_rays(const test_stage *stage, const way_cell *cells, uint32_t count,
                             uint32_t reach)
{
    way_cell *copy = malloc(count * sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, cells, count * sizeof *copy);
    wayi_rays rays;
    uint32_t budget = UINT32_MAX;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_rays_init(&rays, stage->map, wayi_map_layer(stage->map, stage->size), &allocator);
    assert_true(wayi_rays_begin(&rays, reach ? reach : UINT32_MAX, copy, count));
    assert_true(wayi_rays_step(&rays, &budget));
    wayi_rays_fini(&rays);
    free(copy);
    return UINT32_MAX - budget;
}

/// Cells that pulling looks at.
static uint64_t work_of_pulling(const test_stage *stage, const way_cell *cells, uint32_t count,
                                uint32_t reach, bool any_angle)
{
    wayi_smoother smoother = {.map = stage->map,
                              .layer = wayi_map_layer(stage->map, stage->size),
                              .reach = reach ? reach : UINT32_MAX,
                              .cells = malloc(count * sizeof *cells),
                              .costs = calloc(count, sizeof *smoother.costs),
                              .count = count};
    assert_true(smoother.cells && smoother.costs);
    memcpy(smoother.cells, cells, count * sizeof *cells);
    for (uint32_t i = 1; i < count; i++) {
        smoother.costs[i] = smoother.costs[i - 1] +
                            way_map_step_cost(stage->map, cells[i - 1], cells[i], stage->size);
    }
    const uint32_t kept =
        any_angle ? wayi_smooth_any_angle(&smoother) : wayi_smooth_pull(&smoother);
    assert_in_range(kept, 1, count);
    free(smoother.cells);
    free(smoother.costs);
    return smoother.looked;
}

/// The logarithm of two, rounded up.
static uint32_t work_log(uint32_t value)
{
    uint32_t log = 0;
    while ((UINT64_C(1) << log) < value) {
        log++;
    }
    return log;
}

/// Four starts a cell; and of each straight piece what is found by doubling and halving.
static void check_work(const smooth_path *path, uint32_t reach)
{
    const test_stage *stage = path->stage;
    const uint32_t most = reach && reach < path->count ? reach : path->count;
    const uint64_t looks = (uint64_t)path->count * (6 + 4 * work_log(most));
    smooth_check(path, work_of_rays(stage, path->cells, path->count, reach) <= 4 * path->count,
                 "too many rays");
    smooth_check(path, work_of_pulling(stage, path->cells, path->count, reach, false) <= looks,
                 "too much pulling");
    if (way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST) {
        smooth_check(path, work_of_pulling(stage, path->cells, path->count, reach, true) <= looks,
                     "too many looks");
    }
}

static void work_is_proportional_to_the_path(void **state)
{
    (void)state;
    static const uint32_t reaches[] = {0, 3, 20};
    way_rng rng = way_rng_seed(23);
    uint32_t paths = 0;
    for (uint32_t i = 0; i < smooth_stages.count; i++) {
        for (uint32_t k = 0; k < 6; k++) {
            smooth_path path = {.stage = &smooth_stages.stages[i]};
            if (way_map_link_count(path.stage->map) == 0 && smooth_wander(&path, &rng)) {
                check_work(&path, reaches[k % 3]);
                paths++;
            }
        }
    }
    assert_true(paths > smooth_stages.count);
}

/// To and fro between walls, row by row: the more rows, the longer the path.
static uint32_t snake(const way_map *map, uint32_t rows, way_cell *cells)
{
    const uint32_t width = way_map_width(map);
    uint32_t count = 0;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t x = 0; x < width; x++) {
            cells[count++] = way_map_cell(map, row % 2 ? width - 1 - x : x, 2 * (int64_t)row);
        }
        cells[count++] = way_map_cell(map, row % 2 ? 0 : width - 1, 2 * (int64_t)row + 1);
    }
    return count;
}

/// A path eight times as long takes eight times the work, however far one looks.
static void long_paths_take_as_much_longer(void **state)
{
    (void)state;
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(100, 130);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    for (uint32_t row = 0; row < 65; row++) {
        const way_edit wall = {row % 2 ? 1 : 0, 2 * row + 1, 99, 1, 0};
        assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    }
    const test_stage stage = {.map = map, .size = 1};
    way_cell *cells = malloc((size_t)100 * 130 * sizeof *cells);
    assert_non_null(cells);
    const uint32_t longer = snake(map, 64, cells);
    const uint32_t shorter = longer / 8;
    for (uint32_t reach = 0; reach <= 40; reach += 20) {
        assert_true(work_of_rays(&stage, cells, longer, reach) <=
                    9 * work_of_rays(&stage, cells, shorter, reach));
        for (uint32_t any = 0; any < 2; any++) {
            assert_true(work_of_pulling(&stage, cells, longer, reach, any) <=
                        9 * work_of_pulling(&stage, cells, shorter, reach, any));
        }
    }
    free(cells);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wandering_paths),
        cmocka_unit_test(paths_of_algorithms),
        cmocka_unit_test(paths_of_every_algorithm),
        cmocka_unit_test(work_is_proportional_to_the_path),
        cmocka_unit_test(long_paths_take_as_much_longer),
    };
    stage_set_add_grids(&smooth_stages, stage_rounds(4), stage_rounds(100));
    stage_set_add_linked(&smooth_stages, stage_rounds(2));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&smooth_stages);
    return failed;
}
