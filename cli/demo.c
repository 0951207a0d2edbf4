// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Searches side by side: on one trip, on a map that changes, over many trips. Times are of the
// processor, the least of a few runs where a trip can be repeated.
#define _POSIX_C_SOURCE 200809L

#include "cli/demo.h"

#include "cli/picture_file.h"
#include "cli/table.h"
#include "cli/trip.h"
#include "scenes/gallery.h"
#include "scenes/problems.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DEMO_PICTURE 1200u
#define DEMO_BAR 24u
#define DEMO_WALLS 40u
#define DEMO_TRIPS 40u
#define DEMO_RUNS 4u
#define DEMO_REPAIR 500u

/// One search on one map, with what it took so far.
typedef struct demo_rig {
    const char *spec;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    double seconds;
    uint64_t states;
    uint32_t trips, arrived;
    double excess; ///< sum of cost / best cost - 1 over trips that arrived
} demo_rig;

/// A scene of the gallery with its trip; complains if there is no memory.
typedef struct demo_stage {
    const scene_exhibit *exhibit;
    way_map *map;
    way_trip trip;
} demo_stage;

static way_status demo_open(const char *name, demo_stage *out)
{
    scene made = {0};
    *out = (demo_stage){.exhibit = scene_gallery_find(name)};
    way_status status = scene_gallery_create(out->exhibit, &made);
    if (status == WAY_STATUS_OK) {
        out->trip = (way_trip){.start = made.start, .goal = made.goal};
        status =
            scene_create_map(&made, out->exhibit->neighbours, out->exhibit->corners, &out->map);
    }
    scene_destroy(&made);
    return status;
}

static way_status demo_rig_open(demo_rig *rig, const char *spec, way_map *map)
{
    *rig = (demo_rig){.spec = spec};
    way_status status = way_space_create_grid(map, 1, NULL, &rig->space);
    const way_navigator_config navigator = {.space = rig->space, .algorithm = spec};
    status = status ? status : way_navigator_create(&navigator, &rig->navigator);
    const way_agent_config agent = {.navigator = rig->navigator};
    return status ? status : way_agent_create(&agent, &rig->agent);
}

static void demo_rig_close(demo_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
}

double cli_demo_clock(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// One trip, with a slice of the repair of a database before it; `best` is what it should cost, 0 =
/// unknown.
static way_status demo_rig_run(demo_rig *rig, const way_trip *trip, way_cost best)
{
    const double begun = cli_demo_clock();
    way_status status = WAY_STATUS_OK;
    if (!way_navigator_is_current(rig->navigator)) {
        bool done = false;
        status = way_navigator_repair(rig->navigator, DEMO_REPAIR, &done);
    }
    status = status ? status : way_agent_begin(rig->agent, trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_outcome outcome = way_agent_run(rig->agent);
    rig->seconds += cli_demo_clock() - begun;
    rig->states += way_agent_stats(rig->agent).expansions;
    rig->trips++;
    if (outcome == WAY_OUTCOME_FOUND) {
        rig->arrived++;
        rig->excess += best ? (double)way_agent_cost(rig->agent) / best - 1 : 0;
    }
    return WAY_STATUS_OK;
}

/// A trip a few times; the quickest is counted.
static way_status demo_rig_repeat(demo_rig *rig, const way_trip *trip, way_cost best)
{
    const demo_rig before = *rig;
    double least = 0;
    way_status status = WAY_STATUS_OK;
    for (uint32_t run = 0; run < DEMO_RUNS && status == WAY_STATUS_OK; run++) {
        *rig = before;
        status = demo_rig_run(rig, trip, best);
        const double taken = rig->seconds - before.seconds;
        least = run == 0 || taken < least ? taken : least;
    }
    rig->seconds = before.seconds + least;
    return status;
}

void cli_demo_bar(const cli_demo *demo, double part, uint32_t cells)
{
    static const char *const eighths[] = {"",       "\u258f", "\u258e", "\u258d",
                                          "\u258c", "\u258b", "\u258a", "\u2589"};
    const double length = part * cells;
    const uint32_t whole = (uint32_t)length;
    const bool fine = demo->terminal.colors != CLI_COLORS_NONE;
    for (uint32_t i = 0; i < whole; i++) {
        (void)fputs(fine ? "\u2588" : "=", stdout);
    }
    (void)fputs(fine    ? eighths[whole || length * 8 >= 1 ? (uint32_t)((length - whole) * 8) : 1]
                : whole ? ""
                        : "|",
                stdout);
}

cli_exit cli_demo_say_picture(const cli_demo *demo, const char *name, cli_exit written)
{
    if (demo->folder && written == CLI_EXIT_OK) {
        (void)printf("  picture: %s/%s\n", demo->folder, name);
    }
    (void)putchar('\n');
    return written;
}

static double demo_mean(const demo_rig *rig)
{
    return rig->trips ? rig->seconds / rig->trips : 0;
}

/// A line for each rig, the bar by time, or by states where times may not be shown.
static void demo_compare(const cli_demo *demo, const demo_rig *rigs, uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double value = demo->times ? demo_mean(&rigs[i]) : (double)rigs[i].states;
        most = value > most ? value : most;
    }
    for (uint32_t i = 0; i < count; i++) {
        const demo_rig *rig = &rigs[i];
        const double value = demo->times ? demo_mean(rig) : (double)rig->states;
        (void)printf("    %-20s%9s states", way_navigator_algorithm(rig->navigator)->title,
                     cli_number_group(rig->states / (rig->trips ? rig->trips : 1)).text);
        if (demo->times) {
            (void)printf("%11s", cli_number_seconds(demo_mean(rig)).text);
        }
        (void)fputs("  ", stdout);
        cli_demo_bar(demo, most > 0 ? value / most : 0, DEMO_BAR);
        (void)putchar('\n');
    }
}

// A path ------------------------------------------------------------------------------------------

/// What two searches looked at on the way, side by side.
static cli_exit demo_draw_path(const cli_demo *demo, const demo_stage *stage)
{
    static const char *const specs[] = {"astar", "jps"};
    cli_picture picture = {.panel_count = 2};
    cli_trip_result results[2] = {0};
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t i = 0; i < 2 && result == CLI_EXIT_OK; i++) {
        const cli_trip_request request = {.map = stage->map,
                                          .algorithm = specs[i],
                                          .trip = stage->trip,
                                          .unit = 1,
                                          .observe = true};
        result = cli_trip_run(&request, &results[i]);
        cli_panel *panel = &picture.panels[i];
        *panel = (cli_panel){.map = stage->map,
                             .order = results[i].order,
                             .order_max = results[i].order_max,
                             .path = results[i].path,
                             .path_count = results[i].path_count,
                             .start = stage->trip.start,
                             .goal = stage->trip.goal};
        (void)snprintf(panel->title, sizeof panel->title, "%s",
                       result == CLI_EXIT_OK ? results[i].algorithm->title : specs[i]);
        (void)snprintf(panel->caption, sizeof panel->caption, "%s states expanded",
                       cli_number_group(results[i].stats.expansions).text);
    }
    if (result == CLI_EXIT_OK) {
        char path[4096];
        picture.scale = cli_picture_fit(&picture, DEMO_PICTURE);
        (void)snprintf(path, sizeof path, "%s/path.png", demo->folder);
        result = cli_picture_write(&picture, path);
    }
    cli_trip_free(&results[0]);
    cli_trip_free(&results[1]);
    return result;
}

cli_exit cli_demo_path(const cli_demo *demo)
{
    static const char *const specs[] = {"astar", "jps", "beacon"};
    demo_stage stage;
    demo_rig rigs[3] = {0};
    way_status status = demo_open("metropolis", &stage);
    uint32_t cells = 0;
    for (uint32_t i = 0; i < 3 && status == WAY_STATUS_OK; i++) {
        status = demo_rig_open(&rigs[i], specs[i], stage.map);
        status = status ? status : demo_rig_repeat(&rigs[i], &stage.trip, 0);
        if (status == WAY_STATUS_OK) {
            (void)way_agent_path(rigs[i].agent, &cells);
        }
    }
    if (status == WAY_STATUS_OK) {
        (void)printf(
            "A path: %u cells through a city of %u x %u, three ways to the same best path\n", cells,
            way_map_width(stage.map), way_map_height(stage.map));
        demo_compare(demo, rigs, 3);
    }
    for (uint32_t i = 0; i < 3; i++) {
        demo_rig_close(&rigs[i]);
    }
    cli_exit result =
        status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem("demo", status, NULL);
    if (result == CLI_EXIT_OK && demo->folder) {
        result = demo_draw_path(demo, &stage);
    }
    way_map_destroy(stage.map);
    return cli_demo_say_picture(demo, "path.png", result);
}

// A map that changes ------------------------------------------------------------------------------

/// A wall across the middle of a path that leaves the goal reachable.
static bool demo_wall(const way_map *map, const way_state *path, uint32_t count, way_edit *out)
{
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, path[count / 2], &x, &y);
    *out = (way_edit){.x = x > 1 ? x - 1 : 0, .y = y > 1 ? y - 1 : 0, .width = 3, .height = 3};
    return count > 8 && x + 2 < way_map_width(map) && y + 2 < way_map_height(map);
}

/// Finds the path, builds on it, and so on: the walls that all searches then meet in turn.
static way_status demo_plan_walls(demo_stage *stage, way_edit *walls, uint32_t *count)
{
    demo_rig rig;
    way_status status = demo_rig_open(&rig, "jps", stage->map);
    for (*count = 0; *count < DEMO_WALLS && status == WAY_STATUS_OK;) {
        status = demo_rig_run(&rig, &stage->trip, 0);
        uint32_t length = 0;
        const way_state *path = way_agent_path(rig.agent, &length);
        if (status != WAY_STATUS_OK || !path ||
            !demo_wall(stage->map, path, length, &walls[*count])) {
            break;
        }
        status = way_map_edit(stage->map, &walls[*count], 1);
        if (!way_map_is_reachable(stage->map, stage->trip.start, stage->trip.goal, 1)) {
            break; // that one would be the end
        }
        (*count)++;
    }
    demo_rig_close(&rig);
    return status;
}

/// One search on a fresh map while the walls go up.
static way_status demo_build(demo_rig *rig, const char *spec, demo_stage *stage,
                             const way_edit *walls, uint32_t count)
{
    way_status status = demo_open(stage->exhibit->name, stage);
    status = status ? status : demo_rig_open(rig, spec, stage->map);
    status = status ? status : demo_rig_run(rig, &stage->trip, 0);
    rig->seconds = 0; // the first path is not counted
    rig->trips = rig->arrived = 0;
    rig->states = 0;
    for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
        status = way_map_edit(stage->map, &walls[i], 1);
        status = status ? status : demo_rig_run(rig, &stage->trip, 0);
    }
    return status;
}

cli_exit cli_demo_changes(const cli_demo *demo)
{
    static const char *const specs[] = {"astar", "jps", "beacon"};
    way_edit walls[DEMO_WALLS];
    uint32_t count = 0;
    demo_stage planned;
    demo_stage stages[3] = {0};
    demo_rig rigs[3] = {0};
    way_status status = demo_open("compound", &planned);
    status = status ? status : demo_plan_walls(&planned, walls, &count);
    for (uint32_t i = 0; i < 3 && status == WAY_STATUS_OK; i++) {
        stages[i] = planned;
        stages[i].map = NULL;
        status = demo_build(&rigs[i], specs[i], &stages[i], walls, count);
    }
    if (status == WAY_STATUS_OK) {
        (void)printf("The map changes: %u walls on the path, each followed by a new path\n", count);
        demo_compare(demo, rigs, 3);
        const bool all = rigs[0].arrived + rigs[1].arrived + rigs[2].arrived == 3 * count;
        (void)printf("    %s %u paths; what Beacon's repairs take is counted\n",
                     all ? "Each found all" : "Not every search found all", count);
    }
    cli_exit result =
        status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem("demo", status, NULL);
    if (result == CLI_EXIT_OK && demo->folder) {
        cli_picture picture = {.panel_count = 1};
        cli_panel *panel = &picture.panels[0];
        char path[4096];
        *panel = (cli_panel){
            .map = stages[1].map, .start = planned.trip.start, .goal = planned.trip.goal};
        panel->path = way_agent_path(rigs[1].agent, &panel->path_count);
        (void)snprintf(panel->title, sizeof panel->title, "After %u walls", count);
        picture.scale = cli_picture_fit(&picture, DEMO_PICTURE);
        (void)snprintf(path, sizeof path, "%s/changes.png", demo->folder);
        result = cli_picture_write(&picture, path);
    }
    for (uint32_t i = 0; i < 3; i++) {
        demo_rig_close(&rigs[i]);
        way_map_destroy(stages[i].map);
    }
    way_map_destroy(planned.map);
    return cli_demo_say_picture(demo, "changes.png", result);
}

// A dozen -----------------------------------------------------------------------------------------

/// Those that people should know first, and what they are for.
static const struct {
    const char *spec, *use;
} demo_dozen[] = {
    {"beacon", "plain ground, many queries"},
    {"dba", "any ground, constant time a move"},
    {"hcdps", "the same, whole paths kept"},
    {"sectors", "large maps, little memory"},
    {"jps", "plain ground, nothing prepared"},
    {"astar", "any space"},
    {"arastar", "a path now, a better one later"},
    {"dstarlite", "units in the fog"},
    {"lsslrta(lookahead=1000)", "a move now, 1,000 states ahead"},
    {"dijkstra", "distances to everywhere"},
};
#define DEMO_DOZEN (uint32_t)(sizeof demo_dozen / sizeof *demo_dozen)

static way_status demo_measure(demo_rig *rig, const char *spec, demo_stage *stages,
                               scene_problem (*problems)[DEMO_TRIPS], uint32_t count)
{
    demo_rig sum = {.spec = spec};
    way_status status = WAY_STATUS_OK;
    for (uint32_t s = 0; s < count && status == WAY_STATUS_OK; s++) {
        status = demo_rig_open(rig, spec, stages[s].map);
        for (uint32_t i = 0; i < DEMO_TRIPS && status == WAY_STATUS_OK; i++) {
            const scene_problem *problem = &problems[s][i];
            const way_trip trip = {.start = problem->start, .goal = problem->goal};
            status = demo_rig_repeat(rig, &trip, problem->cost);
        }
        sum.seconds += rig->seconds;
        sum.trips += rig->trips;
        sum.arrived += rig->arrived;
        sum.states += rig->states;
        sum.excess += rig->excess;
        demo_rig_close(rig);
    }
    *rig = sum;
    return status;
}

static bool demo_dozen_print(const cli_demo *demo, const demo_rig *rigs)
{
    cli_table table = cli_table_begin(demo->times ? "<__search <for >states >a_path >longer"
                                                  : "<__search <for >states >longer");
    for (uint32_t i = 0; i < DEMO_DOZEN; i++) {
        const demo_rig *rig = &rigs[i];
        cli_table_add(&table, "  %.*s", (int)strcspn(rig->spec, "("), rig->spec);
        cli_table_add(&table, "%s", demo_dozen[i].use);
        cli_table_add(&table, "%s", cli_number_group(rig->states / rig->trips).text);
        if (demo->times) {
            cli_table_add(&table, "%s", cli_number_seconds(demo_mean(rig)).text);
        }
        cli_table_add(&table, "%.1f %%", 100 * rig->excess / (rig->arrived ? rig->arrived : 1));
    }
    return cli_table_end(&table, stdout);
}

cli_exit cli_demo_dozen(const cli_demo *demo)
{
    static const char *const names[] = {"frontier", "deep-caves", "manor", "metropolis"};
    enum { SCENES = sizeof names / sizeof *names };
    demo_stage stages[SCENES] = {0};
    scene_problem problems[SCENES][DEMO_TRIPS];
    demo_rig rigs[DEMO_DOZEN] = {0};
    way_status status = WAY_STATUS_OK;
    for (uint32_t s = 0; s < SCENES && status == WAY_STATUS_OK; s++) {
        const scene_problems_config config = {.unit_size = 1, .seed = s + 1, .count = DEMO_TRIPS};
        status = demo_open(names[s], &stages[s]);
        status =
            status ? status : scene_problems_draw_solvable(stages[s].map, &config, problems[s]);
        status =
            status ? status : scene_problems_measure(stages[s].map, 1, problems[s], DEMO_TRIPS);
    }
    for (uint32_t i = 0; i < DEMO_DOZEN && status == WAY_STATUS_OK; i++) {
        status = demo_measure(&rigs[i], demo_dozen[i].spec, stages, problems, SCENES);
    }
    bool good = true;
    if (status == WAY_STATUS_OK) {
        (void)printf("The searches to know first: means over %u trips on four maps\n\n",
                     SCENES * DEMO_TRIPS);
        good = demo_dozen_print(demo, rigs);
    }
    for (uint32_t s = 0; s < SCENES; s++) {
        way_map_destroy(stages[s].map);
    }
    status = good ? status : WAY_STATUS_NO_MEMORY;
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem("demo", status, NULL);
}
