// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ground of a game, before and after: what went wrong when a game was tried on it, measured
// again. Behind `make bench SUITE=ground`.
//
//     waymark_ground --db FILE
#include "bench/ground/study.h"

#include "bench/kit/stopwatch.h"
#include "bench/store/study.h"
#include "scenes/scene.h"

#include <waymark/database.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STUDY_BUDGET 10000u
#define STUDY_FRAMES 600u

// Maps --------------------------------------------------------------------------------------------

/// Long walls with gaps at alternating ends, and rocks: a trip over it takes most of the map.
static way_map *study_walls(void)
{
    uint8_t *weights = malloc((size_t)STUDY_SIDE * STUDY_SIDE);
    way_rng rng = way_rng_seed(1);
    bench_hold(weights != NULL, "no memory");
    memset(weights, 1, (size_t)STUDY_SIDE * STUDY_SIDE);
    for (uint32_t i = 0; i < 20000; i++) {
        weights[way_rng_below(&rng, STUDY_SIDE * STUDY_SIDE)] = 0;
    }
    for (uint32_t k = 0; k < 8; k++) {
        for (uint32_t y = 0; y < STUDY_SIDE; y++) {
            if (k % 2 ? y > 20 : y < 490) {
                weights[y * STUDY_SIDE + 50 + k * 50] = 0;
            }
        }
    }
    way_map_config config = way_map_config_default(STUDY_SIDE, STUDY_SIDE);
    config.weights = weights;
    way_map *map = NULL;
    bench_hold(!way_map_create(&config, &map), "map");
    free(weights);
    return map;
}

way_map *study_scene(const char *request)
{
    char words[128];
    scene made;
    scene_request parsed;
    way_problem problem = {0};
    way_map *map = NULL;
    (void)snprintf(words, sizeof words, "%s", request);
    bench_hold(!scene_request_parse(words, &parsed, &problem) &&
                   !scene_create(&parsed, &made, NULL) &&
                   !scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map),
               request);
    scene_destroy(&made);
    return map;
}

static way_trip study_long_trip(const way_map *map, uint32_t profile)
{
    return (way_trip){.start = way_map_nearest_passable(map, way_map_cell(map, 5, 5), profile),
                      .goal = way_map_nearest_passable(map, way_map_cell(map, 430, 500), profile)};
}

// Edits -------------------------------------------------------------------------------------------

/// What a team knows that has seen all but the east of a map.
static way_belief *study_belief(const way_map *truth)
{
    uint8_t *known = malloc((size_t)STUDY_SIDE * STUDY_SIDE);
    way_belief *belief = NULL;
    bench_hold(known != NULL, "no memory");
    for (way_cell cell = 0; cell < STUDY_SIDE * STUDY_SIDE; cell++) {
        known[cell] = cell % STUDY_SIDE < 440 ? way_map_terrain(truth, cell) : 1;
    }
    const way_belief_config config = {.truth = truth, .unseen = 1, .known = known};
    bench_hold(!way_belief_create(&config, &belief), "belief");
    free(known);
    return belief;
}

/// Steps a trip, which begins again when it is stale; databases follow first.
static way_outcome study_step(const bench_rig *rig, const way_trip *trip)
{
    const way_algorithm *algorithm = way_navigator_algorithm(rig->navigator);
    bool done = true;
    bench_hold(!(algorithm->traits & WAY_TRAIT_PREPARED) ||
                   !way_navigator_repair(rig->navigator, STUDY_BUDGET, &done),
               "repair");
    const way_outcome outcome = way_agent_step(rig->agent, STUDY_BUDGET);
    if (outcome != WAY_OUTCOME_STALE) {
        return outcome;
    }
    const way_status status = way_agent_begin(rig->agent, trip);
    bench_hold(!status || status == WAY_STATUS_STALE, "begin");
    return status ? WAY_OUTCOME_STALE : way_agent_step(rig->agent, STUDY_BUDGET);
}

/// In which frame a sliced search arrives while something is edited; 0 = never.
static uint32_t study_frames(const char *spec, uint32_t size, uint32_t every, bool fog)
{
    way_map *truth = study_walls();
    way_belief *belief = NULL;
    way_map *map = truth;
    if (fog) {
        belief = study_belief(truth);
        map = way_belief_map(belief);
    }
    const way_profile unit = way_profile_default(size);
    uint32_t profile = 0;
    bench_rig rig;
    bench_hold(!way_map_add_profile(map, &unit, &profile) &&
                   !bench_rig_try(map, profile, spec, &rig),
               spec);
    const way_trip trip = study_long_trip(map, profile);
    uint32_t arrived = 0;
    bench_hold(!way_agent_begin(rig.agent, &trip), "begin");
    for (uint32_t frame = 1; frame <= STUDY_FRAMES && !arrived; frame++) {
        if (every && frame % every == 0) {
            const way_edit door = {510, 510, 1, 1, (uint8_t)(frame / every % 2)};
            const way_sensor scout = {way_map_cell(truth, 470, frame % STUDY_SIDE), 6, false};
            bench_hold(fog ? !way_belief_look(belief, frame, &scout, 1, NULL)
                           : !way_map_edit(map, &door, 1),
                       "edit");
        }
        arrived = study_step(&rig, &trip) == WAY_OUTCOME_FOUND ? frame : 0;
    }
    bench_rig_close(&rig);
    way_belief_destroy(belief);
    way_map_destroy(truth);
    return arrived;
}

static void study_starving(bench_page *page)
{
    static const struct {
        const char *what, *spec, *before;
        uint32_t size, every;
        bool fog;
    } rows[] = {{"A*, no edits", "astar", "20", 1, 0, false},
                {"A*, a far-off door every 10 frames", "astar", "never", 1, 10, false},
                {"SGA*, a far-off door every 5 frames", "sgastar", "never", 1, 5, false},
                {"A* in the fog, one scout elsewhere, every frame", "astar", "never", 1, 1, true},
                {"the same, a unit of two by two cells", "astar", "not there", 2, 1, true},
                {"Jump point search in the fog, the same", "jps", "not there", 1, 1, true},
                {"HPA* in the fog, the same", "hpastar", "not there", 1, 1, true},
                {"PRA* in the fog, the same", "prastar", "not there", 1, 1, true},
                {"Sectors in the fog, the same", "sectors", "not there", 1, 1, true}};
    bench_page_table(page, "<trip >before >now");
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t frames =
            study_frames(rows[i].spec, rows[i].size, rows[i].every, rows[i].fog);
        char now[32];
        (void)snprintf(now, sizeof now, frames ? "%u" : "never", frames);
        bench_page_row(page, "%s|%s|%s", rows[i].what, rows[i].before, now);
    }
    bench_page_end_table(page);
}

// Weights -----------------------------------------------------------------------------------------

/// What trips cost above the best, in per cent, and how many expansions they take, with those of A*
/// as 1.
typedef struct study_trips {
    double above, work;
} study_trips;

static study_trips study_above(const way_map *map, const char *spec)
{
    bench_rig best;
    bench_rig rig;
    bench_hold(!bench_rig_try(map, 1, "astar", &best) && !bench_rig_try(map, 1, spec, &rig), spec);
    way_rng rng = way_rng_seed(12345);
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    double sum = 0;
    double work = 0;
    double all = 0;
    for (uint32_t trips = 0; trips < 60;) {
        const way_trip trip = {.start = way_rng_below(&rng, cells),
                               .goal = way_rng_below(&rng, cells)};
        if (trip.start == trip.goal || !way_map_is_passable(map, trip.start) ||
            !way_map_is_reachable(map, trip.start, trip.goal, 1)) {
            continue;
        }
        bench_hold(!way_agent_begin(best.agent, &trip) && !way_agent_begin(rig.agent, &trip) &&
                       way_agent_run(best.agent) == WAY_OUTCOME_FOUND &&
                       way_agent_run(rig.agent) == WAY_OUTCOME_FOUND,
                   spec);
        sum += 100.0 * way_agent_cost(rig.agent) / way_agent_cost(best.agent) - 100;
        work += (double)way_agent_stats(rig.agent).expansions;
        all += (double)way_agent_stats(best.agent).expansions;
        trips++;
    }
    bench_rig_close(&best);
    bench_rig_close(&rig);
    return (study_trips){sum / 60, work / all};
}

static void study_weights(bench_page *page)
{
    static const char *const specs[][2] = {{"hpastar", "4"},
                                           {"sectors", "58"},
                                           {"sgastar", "84"},
                                           {"hcdps", "refused"},
                                           {"dba", "refused"}};
    way_map *map = study_scene("rts,width=384,height=384,seed=88,swamps=60");
    bench_page_table(page, "<algorithm >before,_% >now,_% >expansions,_of_A*'s");
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        const study_trips trips = study_above(map, specs[i][0]);
        bench_page_row(page, "%s|%s|%.1f|%.2f", specs[i][0], specs[i][1], trips.above, trips.work);
    }
    bench_page_end_table(page);
    way_map_destroy(map);
}

/// Who takes a map of which one cell is a swamp.
static void study_one_cell(bench_page *page)
{
    static const char *const specs[] = {"hcdps", "dba", "cpd", "regioncpd"};
    const way_map_config config = way_map_config_default(40, 40);
    const way_edit swamp = {20, 20, 1, 1, 5};
    way_map *map = NULL;
    bench_hold(!way_map_create(&config, &map) && !way_map_edit(map, &swamp, 1), "map");
    bench_page_table(page, "<what >before >now");
    for (uint32_t i = 0; i < 4; i++) {
        bench_rig rig;
        const way_status status = bench_rig_try(map, 1, specs[i], &rig);
        bench_page_row(page, "%s|%s|%s", specs[i], "UNSUPPORTED", way_status_name(status));
        bench_rig_close(&rig);
    }
    way_path path = {0};
    bench_hold(!way_find(map, "astar", 0, 40 * 40 - 1, &path), "path");
    const way_smoothing_config angle = {
        .map = map, .unit_size = 1, .kind = WAY_SMOOTHING_ANY_ANGLE};
    bench_page_row(page, "%s|%s|%s", "smoothing at any angle", "UNSUPPORTED",
                   way_status_name(way_path_smooth(&angle, path.states, &path.count)));
    way_path_free(&path);
    bench_page_end_table(page);
    way_map_destroy(map);
}

// Doors, fields, starts ---------------------------------------------------------------------------

/// The least time of an expansion of A* over five long trips, in ns.
static double study_expansion(const way_map *map, uint32_t profile)
{
    bench_rig rig;
    bench_hold(!bench_rig_try(map, profile, "astar", &rig), "astar");
    const way_trip trip = study_long_trip(map, 1);
    double least = 1e9;
    for (uint32_t i = 0; i < 5; i++) {
        const double from = stopwatch_worked();
        bench_hold(!way_agent_begin(rig.agent, &trip) &&
                       way_agent_run(rig.agent) == WAY_OUTCOME_FOUND,
                   "trip");
        const double spent = stopwatch_worked() - from;
        const double each = spent * 1e9 / (double)way_agent_stats(rig.agent).expansions;
        least = each < least ? each : least;
    }
    bench_rig_close(&rig);
    return least;
}

/// Doors of one team, and a goal that they ring.
static void study_doors(bench_page *page)
{
    way_map *map = study_walls();
    way_profile team = way_profile_default(1);
    team.weights[10] = 1;
    team.weights[11] = 0;
    uint32_t number = 0;
    bench_hold(!way_map_add_profile(map, &team, &number), "profile");
    bench_page_row(
        page,
        "an expansion of A*, ns: plain ground, and with doors of one team|86 and 238|%.0f and %.0f",
        study_expansion(map, 1), study_expansion(map, number));
    bench_rig jumps;
    bench_hold(!bench_rig_try(map, number, "jps", &jumps), "jps");
    const way_trip through = study_long_trip(map, number);
    bench_hold(!way_agent_begin(jumps.agent, &through), "jps");
    bench_page_row(page, "%s|%s|%s", "jump point search with doors of one team", "UNSUPPORTED",
                   way_outcome_name(way_agent_run(jumps.agent)));
    bench_rig_close(&jumps);
    const way_edit ring[] = {{428, 498, 5, 5, 11}, {429, 499, 3, 3, 1}};
    bench_hold(!way_map_edit(map, ring, 2), "ring");
    bench_rig rig;
    bench_hold(!bench_rig_try(map, number, "astar", &rig), "astar");
    const way_trip trip = study_long_trip(map, 1);
    bench_hold(!way_agent_begin(rig.agent, &trip) &&
                   way_agent_run(rig.agent) == WAY_OUTCOME_NO_PATH,
               "ring");
    bench_page_row(page, "expansions for a goal that is ringed for this team|202,185|%llu",
                   (unsigned long long)way_agent_stats(rig.agent).expansions);
    bench_rig_close(&rig);
    way_map_destroy(map);
}

/// Steps that a field hands out though they are not legal now.
static uint32_t study_illegal(const way_map *map, const way_field *field)
{
    uint32_t illegal = 0;
    for (way_cell cell = 0; cell < STUDY_SIDE * STUDY_SIDE; cell++) {
        const way_state next = way_field_next(field, cell);
        illegal += next != WAY_STATE_NONE && way_map_step_cost(map, cell, next, 1) == WAY_COST_MAX;
    }
    return illegal;
}

/// A wall across a finished field, and one across a field half made.
static void study_fields(bench_page *page)
{
    way_map *map = study_walls();
    way_space *space = NULL;
    way_field *field = NULL;
    const way_trip trip = study_long_trip(map, 1);
    bench_hold(
        !way_space_create_grid(map, 1, NULL, &space) &&
            !way_field_create(&(way_field_config){.space = space, .backward = true}, &field) &&
            !way_field_begin(field, &trip.goal, 1, WAY_COST_MAX),
        "field");
    bench_hold(way_field_run(field) == WAY_OUTCOME_FOUND, "field");
    const uint64_t whole = way_field_stats(field).expansions;
    const way_edit door = {460, 100, 1, 40, 0};
    bench_hold(!way_map_edit(map, &door, 1), "edit");
    bench_page_row(page, "steps of a field into a wall that was built since|some|%u",
                   study_illegal(map, field));
    bench_hold(way_field_run(field) == WAY_OUTCOME_FOUND, "field");
    bench_page_row(
        page, "states that a field looks at after such an edit, of all|stays wrong|%llu of %llu",
        (unsigned long long)(way_field_stats(field).expansions - whole), (unsigned long long)whole);
    const way_edit wall = {440, 200, 1, 60, 0};
    bench_hold(!way_field_begin(field, &trip.goal, 1, WAY_COST_MAX) &&
                   way_field_step(field, (uint32_t)(whole / 2)) == WAY_OUTCOME_WORKING &&
                   !way_map_edit(map, &wall, 1) && way_field_run(field) == WAY_OUTCOME_FOUND,
               "field edited midway");
    bench_page_row(page,
                   "steps into a wall of a field that was edited midway and says FOUND|some|%u",
                   study_illegal(map, field));
    way_field_destroy(field);
    way_space_destroy(space);
    way_map_destroy(map);
}

/// From amid a building, and from a blocked cell with two ways out.
static void study_starts(bench_page *page)
{
    const way_map_config config = way_map_config_default(64, 64);
    const way_edit building = {20, 20, 11, 11, 0};
    way_map *map = NULL;
    way_path path = {0};
    bench_hold(!way_map_create(&config, &map) && !way_map_edit(map, &building, 1) &&
                   !way_find(map, "astar", way_map_cell(map, 25, 25), 63, &path),
               "building");
    bench_page_row(page, "%s|%s|%s", "a trip from amid a new building", "NO_PATH",
                   way_outcome_name(path.outcome));
    way_path_free(&path);
    way_map_destroy(map);

    static const char *const specs[] = {"bidirectional", "dstar", "backward", "cpd", "sglrta"};
    const way_map_config small = way_map_config_default(9, 9);
    const way_edit walls[] = {{0, 2, 8, 1, 0}, {6, 3, 1, 5, 0}};
    bench_hold(!way_map_create(&small, &map) && !way_map_edit(map, walls, 2), "exits");
    for (uint32_t i = 0; i < 5; i++) {
        bench_hold(
            !way_find(map, specs[i], way_map_cell(map, 4, 2), way_map_cell(map, 8, 3), &path),
            specs[i]);
        bench_page_row(page, "cost out of a wall with two sides, %s; the best is 2856|5642|%u",
                       specs[i], path.cost);
        way_path_free(&path);
    }
    way_map_destroy(map);
}

// Budgets -----------------------------------------------------------------------------------------

/// The longest call of repair(100) after an edit of one cell, in ms.
static double study_repair(const char *spec)
{
    way_map *map = study_scene("caves,width=512,height=512,seed=7");
    bench_rig rig;
    bench_hold(!bench_rig_try(map, 1, spec, &rig), spec);
    double worst = 0;
    for (uint32_t k = 0; k < 3; k++) {
        const way_cell cell =
            way_map_nearest_passable(map, way_map_cell(map, 256, 256 + 37 * (int64_t)k), 1);
        const way_edit edit = {cell % STUDY_SIDE, cell / STUDY_SIDE, 1, 1, 0};
        bench_hold(!way_map_edit(map, &edit, 1), "edit");
        for (bool done = false; !done;) {
            const double from = stopwatch_worked();
            bench_hold(!way_navigator_repair(rig.navigator, 100, &done), "repair");
            const double spent = (stopwatch_worked() - from) * 1e3;
            worst = spent > worst ? spent : worst;
        }
    }
    bench_rig_close(&rig);
    way_map_destroy(map);
    return worst;
}

static void study_budgets(bench_page *page)
{
    static const char *const specs[][2] = {{"hcdps", "63"}, {"dba", "15"}, {"hpastar", "2.8"}};
    bench_page_table(page, "<longest_call >before,_ms >now,_ms");
    study_calls(page);
    for (uint32_t i = 0; i < 3; i++) {
        bench_page_row(page, "repair(100), %s, 512 x 512|%s|%.2f", specs[i][0], specs[i][1],
                       study_repair(specs[i][0]));
    }
    bench_page_row(page, "repair(100), guided A*, 512 x 512|6|taken out");
    bench_page_end_table(page);
}

int main(int argument_count, char **arguments)
{
    static const bench_study_config config = {.name = "ground",
                                              .title = "The ground of a game, before and after"};
    bench_study *study = bench_study_begin(&config, argument_count, arguments);
    bench_page *page = bench_study_page(study);
    bench_page_text(page,
                    "What went wrong when a game was tried on the library (1,000 units of two "
                    "sizes on 512 x 512 cells, swamps, buildings that come and go, one team "
                    "in the fog), and how that stands now. \"Before\" is what was measured then.");
    bench_page_title(page, 2, "Rules");
    bench_page_text(
        page,
        "A trip goes over a map of long walls and rocks, 10,000 units of work in "
        "each frame; a search that says STALE begins again; \"never\" is not "
        "within 600 frames. Costs above the best are means over 60 trips on "
        "`gen:rts,width=384,height=384,seed=88,swamps=60`, all of them arrived; "
        "before, on a map of the same kind. Times are processor time of the thread on one busy "
        "machine, to be compared only with their neighbours; counts are the same everywhere.");
    bench_page_title(page, 2, "Frames until a plan is in hand");
    study_starving(page);
    bench_page_title(page, 2, "Above the best on swamp maps");
    study_weights(page);
    bench_page_title(page, 2, "One swamp cell");
    study_one_cell(page);
    bench_page_title(page, 2, "Doors, fields and blocked starts");
    bench_page_table(page, "<what >before >now");
    study_doors(page);
    study_fields(page);
    study_starts(page);
    bench_page_end_table(page);
    bench_page_title(page, 2, "Many units in the fog");
    bench_page_text(page, "400 walkers share one belief, see six cells far, and plan for up to "
                          "500 units of work in each of 100 frames on "
                          "`gen:rts,width=512,height=512,seed=3`.");
    bench_page_table(page, "<what >before >now");
    study_walkers(page);
    bench_page_end_table(page);
    bench_page_title(page, 2, "Chases");
    bench_page_text(page,
                    "Eight hunters, one after the other, each after a target that runs along a "
                    "best path at four fifths of its speed, up to 200 turns. After every move "
                    "a plan is made; A* and jump point search begin again. The least of two "
                    "passes.");
    study_chases(page, bench_study_data(study));
    bench_page_title(page, 2, "Budgets");
    study_budgets(page);
    bench_page_title(page, 2, "What the ground costs");
    study_costs(page);
    return bench_study_end(study);
}
