// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Real-time searches against their rivals on grids: the longest problems of the ten large Dragon
// Age maps, and of some of them magnified. What a move takes, how much longer the walk is than the
// best, and how much of it is walked again ("scrubbing"), as tables in Markdown.
//
//     waymark_realtime [--problems N] [--markdown FILE] [DATA]
//
// Counts are the same on every machine. Times are processor time, one pass, all algorithms in turn
// on each map: read ratios. A walk that took so many expansions is cut off: agents of little
// look-ahead would walk for minutes. It counts with what was walked until then, so means over walks
// of which some were cut are lower bounds and marked as such.
#include "bench/kit/dataset.h"
#include "bench/kit/output.h"
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"

#include <waymark/search.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REALTIME_LIMIT 2000000u
#define REALTIME_LIMIT_BRIEF 150000u
#define REALTIME_PROBLEMS_MAX 100u
#define REALTIME_FACTOR 4u

/// Who runs, and where: on magnified maps some would prepare or walk for minutes.
typedef struct realtime_rival {
    const char *spec;
    bool magnified;
    bool brief; ///< cut off early
} realtime_rival;

static const realtime_rival realtime_rivals[] = {
    {"astar", true, false},
    {"lrtastar", false, true},
    {"lsslrta(lookahead=10)", false, true},
    {"lsslrta(lookahead=100)", true, false},
    {"lsslrta(lookahead=1000)", true, false},
    {"lsslrta(lookahead=100, move=single)", false, true},
    {"lsslrta(lookahead=100, move=dynamic)", true, false},
    {"lsslrta(lookahead=10, target=border)", false, true},
    {"lsslrta(lookahead=100, target=border)", true, false},
    {"lsslrta(lookahead=1000, target=border)", true, false},
    {"rtaa(lookahead=10)", false, true},
    {"rtaa(lookahead=100)", true, false},
    {"rtaa(lookahead=1000)", false, false},
    {"rtaa(lookahead=100, target=border)", true, false},
    {"frit(lookahead=100)", true, false},
    {"rtd(lookahead=100)", true, false},
    {"tbastar(lookahead=10)", true, false},
    {"tbastar(lookahead=100)", true, false},
    {"tbastar(lookahead=1000)", true, false},
    {"tbaa(lookahead=100, away=restart)", false, true},
    {"dlrta", false, false},
    {"knnlrta(records=300)", false, true},
    {"hcdps(depth=1)", true, false},
    {"hcdps(depth=3)", false, false},
    {"dba(sector=32, depth=2)", true, false},
};
enum { REALTIME_RIVALS = sizeof realtime_rivals / sizeof *realtime_rivals };

/// What one rival came to over all problems.
typedef struct realtime_total {
    uint32_t trips, cut;
    double excess, worst; ///< per cent above the best: sum, largest
    double seconds;       ///< of the trips
    double prepare;       ///< seconds
    uint64_t moves;
    uint64_t expansions;
    uint64_t revisits;
    uint64_t work_max; ///< expansions between two moves
    double bytes;      ///< of agents after their trips: sum
    double database;   ///< bytes: sum over maps
    uint32_t maps;
} realtime_total;

/// A map and its problems.
typedef struct realtime_ground {
    way_map *map;
    way_cell starts[REALTIME_PROBLEMS_MAX];
    way_cell goals[REALTIME_PROBLEMS_MAX];
    way_cost best[REALTIME_PROBLEMS_MAX];
    uint32_t count;
} realtime_ground;

// Grounds -----------------------------------------------------------------------------------------

/// Every cell becomes factor x factor cells; problems lead between their middles.
static void realtime_magnify(const dataset_map *dataset, uint32_t factor, realtime_ground *out)
{
    const uint32_t width = way_map_width(dataset->map) * factor;
    const uint32_t height = way_map_height(dataset->map) * factor;
    uint8_t *weights = require_memory((size_t)width * height, sizeof *weights);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            const way_cell cell = way_map_cell(dataset->map, x / factor, y / factor);
            weights[(size_t)y * width + x] = way_map_weight(dataset->map, cell);
        }
    }
    way_map_config config = way_map_config_default(width, height);
    config.weights = weights;
    require_ok(way_map_create(&config, &out->map), dataset->name);
    free(weights);
    out->count = dataset->scenario.count;
    for (uint32_t i = 0; i < out->count; i++) {
        const way_scenario_entry *entry = &dataset->scenario.entries[i];
        out->starts[i] = way_map_cell(out->map, entry->start_x * factor + factor / 2,
                                      entry->start_y * factor + factor / 2);
        out->goals[i] = way_map_cell(out->map, entry->goal_x * factor + factor / 2,
                                     entry->goal_y * factor + factor / 2);
        out->best[i] = 0;
    }
}

// Measuring ---------------------------------------------------------------------------------------

static void realtime_count(realtime_ground *ground, uint32_t problem, way_agent *agent,
                           realtime_total *total)
{
    const way_stats stats = way_agent_stats(agent);
    uint32_t count = 0;
    (void)way_agent_path(agent, &count);
    const double cost = way_agent_cost(agent);
    // The first rival is A*, which sets the mark.
    ground->best[problem] = ground->best[problem] ? ground->best[problem] : way_agent_cost(agent);
    const double more = 100.0 * (cost / ground->best[problem] - 1.0);
    const double excess = more > 0 ? more : 0; // of a walk that was cut there may be little
    total->trips++;
    total->excess += excess;
    total->worst = excess > total->worst ? excess : total->worst;
    total->moves += count - 1;
    total->expansions += stats.expansions;
    total->revisits += stats.revisits;
    total->work_max = stats.step_work_max > total->work_max ? stats.step_work_max : total->work_max;
    total->bytes += (double)stats.bytes;
}

static void realtime_walk(realtime_ground *ground, uint32_t problem, uint64_t limit,
                          way_agent *agent, realtime_total *total)
{
    const way_trip trip = {.start = ground->starts[problem],
                           .goal = ground->goals[problem],
                           .expansion_limit = ground->best[problem] ? limit : 0};
    const double before = stopwatch_worked();
    require_ok(way_agent_begin(agent, &trip), "begin");
    const way_outcome outcome = way_agent_run(agent);
    const double seconds = stopwatch_worked() - before;
    total->cut += outcome == WAY_OUTCOME_BUDGET;
    if (outcome != WAY_OUTCOME_ARRIVED && outcome != WAY_OUTCOME_BUDGET) {
        fprintf(stderr, "realtime: %s\n", way_outcome_text(outcome));
        exit(4);
    }
    total->seconds += seconds;
    realtime_count(ground, problem, agent, total);
}

static void realtime_measure(realtime_ground *ground, const realtime_rival *rival,
                             realtime_total *total)
{
    const char *spec = rival->spec;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    require_ok(way_space_create_grid(ground->map, 1, NULL, &space), spec);
    const way_navigator_config config = {.space = space, .algorithm = spec};
    const double before = stopwatch_worked();
    require_ok(way_navigator_create(&config, &navigator), spec);
    total->prepare += stopwatch_worked() - before;
    total->database += (double)way_navigator_bytes(navigator);
    total->maps++;
    const way_agent_config sparse = {.navigator = navigator, .store = WAY_STORE_SPARSE};
    for (uint32_t i = 0; i < ground->count; i++) {
        require_ok(way_agent_create(&sparse, &agent), spec);
        realtime_walk(ground, i, rival->brief ? REALTIME_LIMIT_BRIEF : REALTIME_LIMIT, agent,
                      total);
        way_agent_destroy(agent);
    }
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

// Reporting ---------------------------------------------------------------------------------------

static void realtime_print(FILE *out, const realtime_rival *rival, const realtime_total *total)
{
    const double moves = (double)total->moves;
    const double trips = total->trips;
    const char *bound = total->cut ? "> " : ""; // what is missing would add to it
    fprintf(
        out,
        "| `%s`%s | %.2f | %llu | %s%.1f | %s%.1f | %.1f | %s%.0f | %s%.1f | %.0f | %.0f | %.2f "
        "| %u |\n",
        rival->spec, rival->brief ? " \\*" : "", total->seconds * 1e6 / moves,
        (unsigned long long)total->work_max, bound, total->excess / trips, bound, total->worst,
        100.0 * (double)total->revisits / moves, bound, (double)total->expansions / trips, bound,
        total->seconds * 1e3 / trips, total->bytes / trips / 1024,
        total->database / total->maps / 1024, total->prepare / total->maps, total->cut);
}

static void realtime_table(FILE *out, const realtime_total *totals, bool magnified)
{
    fputs("| algorithm | move µs | most expansions a move | above best % | worst % | walked again "
          "% | "
          "expansions a trip | trip ms | agent KiB | database KiB | prepare s | cut |\n"
          "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
          out);
    for (uint32_t i = 0; i < REALTIME_RIVALS; i++) {
        if (!magnified || realtime_rivals[i].magnified) {
            realtime_print(out, &realtime_rivals[i], &totals[i]);
        }
    }
}

typedef struct realtime_options {
    const char *data, *markdown;
    uint32_t problems;
} realtime_options;

/// Runs all rivals on the maps; every `stride`th of the ten.
static bool realtime_run(const realtime_options *options, uint32_t factor, uint32_t stride,
                         realtime_total *totals)
{
    const uint32_t problems = factor > 1 ? (options->problems + 3) / 4 : options->problems;
    for (uint32_t m = 0; m < DATASET_TEN_MAPS; m += stride) {
        dataset_map dataset;
        if (!dataset_read(options->data, "dao", dataset_ten_maps[m], problems,
                          (way_cost_model){0, 0}, &dataset)) {
            fprintf(stderr, "realtime: no map %s in %s\n", dataset_ten_maps[m], options->data);
            return false;
        }
        realtime_ground ground;
        realtime_magnify(&dataset, factor, &ground);
        for (uint32_t i = 0; i < REALTIME_RIVALS; i++) {
            if (factor == 1 || realtime_rivals[i].magnified) {
                realtime_measure(&ground, &realtime_rivals[i], &totals[i]);
            }
        }
        way_map_destroy(ground.map);
        dataset_free(&dataset);
        fprintf(stderr, "%s x %u done\n", dataset_ten_maps[m], factor);
    }
    return true;
}

static void realtime_report(FILE *out, const realtime_options *options, const realtime_total *plain,
                            const realtime_total *large)
{
    fprintf(
        out,
        "# Real-time searches and their rivals on grids\n\n"
        "Made by `make bench-realtime-grids TRIPS=%u`: the ten large maps of the set dao, of\n"
        "each that many of its longest problems; costs 408 and 577. A move is bought with\n"
        "look-ahead: the columns to weigh against each other are what a move takes and how much\n"
        "longer than the best the walk is. *Walked again*: moves onto states that were walked on "
        "before (scrubbing).\n"
        "*Most expansions a move*: the largest single step; A\\* plans all in one. *Agent*:\n"
        "what it has remembered when it arrives, in a sparse store. Counts are exact; times\n"
        "are processor time, one pass, all algorithms in turn on each map: read ratios.\n"
        "*Cut*: walks that were ended after %u expansions, those marked \\* (which look\n"
        "little, or anew for each step) after %u, of %u. "
        "They count with what was walked until then, so the means of such a row are less than\n"
        "the truth (*>*).\n\n",
        options->problems, REALTIME_LIMIT, REALTIME_LIMIT_BRIEF, plain[0].trips);
    realtime_table(out, plain, false);
    fprintf(out,
            "\n## Magnified maps\n\nEvery fifth map, each cell made into %u x %u, and a quarter as "
            "many\nproblems: %u walks. Algorithms that prepare for minutes or never arrive on "
            "maps of this size\nare left out.\n\n",
            REALTIME_FACTOR, REALTIME_FACTOR, large[0].trips);
    realtime_table(out, large, true);
}

static realtime_options realtime_parse(int argc, char **argv)
{
    realtime_options options = {.problems = 10};
    const char *data = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--problems") == 0 && i + 1 < argc) {
            options.problems = (uint32_t)strtoul(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--markdown") == 0 && i + 1 < argc) {
            options.markdown = argv[++i];
        } else {
            data = argv[i];
        }
    }
    const bool fits = options.problems > 0 && options.problems <= REALTIME_PROBLEMS_MAX;
    options.problems = fits ? options.problems : REALTIME_PROBLEMS_MAX;
    options.data = dataset_directory(data);
    return options;
}

int main(int argc, char **argv)
{
    static realtime_total plain[REALTIME_RIVALS];
    static realtime_total large[REALTIME_RIVALS];
    const realtime_options options = realtime_parse(argc, argv);
    if (!realtime_run(&options, 1, 1, plain) ||
        !realtime_run(&options, REALTIME_FACTOR, 5, large)) {
        return 4;
    }
    output out;
    output_open(&out, options.markdown);
    realtime_report(out.stream, &options, plain, large);
    output_close(&out);
    return 0;
}
