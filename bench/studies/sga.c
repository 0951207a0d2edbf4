// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// SGA* in all its variants as percentages of A*, on the kinds of maps that its thesis used, and
// what remains of the thesis' claims.
//
//     waymark_sga [--all] [--markdown FILE] [DATA]
//
// By default a sample of the pseudo-RTS problems; --all takes all 64,000. Percentages are means
// over problems of each problem's own, as in the thesis.
#include "bench/studies/sga.h"

#include "bench/kit/dataset.h"
#include "bench/kit/output.h"
#include "bench/kit/require.h"
#include "scenes/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const sga_baldur_maps[] = {
    "AR0011SR", "AR0044SR", "AR0072SR", "AR0202SR", "AR0300SR", "AR0307SR", "AR0400SR",
    "AR0411SR", "AR0513SR", "AR0605SR", "AR0700SR", "AR0711SR", NULL};
static const char *const sga_starcraft_maps[] = {"Aftershock",
                                                 "Archipelago",
                                                 "ArcticStation",
                                                 "Aurora",
                                                 "BigGameHunters",
                                                 "CatwalkAlley",
                                                 "Entanglement",
                                                 "NovaStation",
                                                 "TheFrozenSea",
                                                 "Typhoon",
                                                 NULL};

/// Where the maps of a set come from, and how many are taken.
typedef struct sga_source {
    const char *title;
    const char *note;
    const char *folder;       ///< under maps/, or NULL
    const char *const *names; ///< of the maps in it
    const char *generator;    ///< where there is no folder
    scene_setting setting, second;
    uint32_t width, height;
    uint32_t maps; ///< generated; of a folder all that are named
    uint32_t problems;
    uint32_t all_problems; ///< with --all; 0 = the same
} sga_source;

static const sga_source sga_sources[SGA_SETS] = {
    [SGA_BALDUR] = {.title = "Baldur's Gate",
                    .note = "Maps of the set bg512: rooms, winding corridors, some pockets.",
                    .folder = "bg512",
                    .names = sga_baldur_maps,
                    .problems = 60},
    [SGA_STARCRAFT] = {.title = "StarCraft",
                       .note = "Maps of the set sc1: many closed pockets.",
                       .folder = "sc1",
                       .names = sga_starcraft_maps,
                       .problems = 50},
    [SGA_RTS] = {.title = "Pseudo-RTS",
                 .note = "Generated (`rts`, 512 x 512): open ground with many small obstacles.",
                 .generator = "rts",
                 .width = 512,
                 .height = 512,
                 .maps = 50,
                 .problems = 128,
                 .all_problems = 1280},
    [SGA_BUNKER] = {.title = "Counter-Strike-like",
                    .note = "Generated (`bunker`, 1024 x 768): buildings, corridors, open yards.",
                    .generator = "bunker",
                    .width = 1024,
                    .height = 768,
                    .maps = 18,
                    .problems = 20},
    [SGA_FIELD] = {.title = "Company-of-Heroes-like",
                   .note = "Generated (`field`, 768 x 768): open fields with scattered obstacles.",
                   .generator = "field",
                   .width = 768,
                   .height = 768,
                   .maps = 17,
                   .problems = 25},
    [SGA_POCKETS] = {.title = "Pockets",
                     .note =
                         "Generated (`pockets`, 512 x 512, 400 pockets): basins joined by ramps "
                         "and many sealed pockets, as the thesis describes StarCraft.",
                     .generator = "pockets",
                     .setting = {"pockets", 400},
                     .width = 512,
                     .height = 512,
                     .maps = 10,
                     .problems = 20},
    [SGA_ISLANDS] = {.title = "Islands",
                     .note =
                         "Generated (`islands`, 512 x 512, 60 islands, 30 of them apart): lines "
                         "cross land that can't be reached.",
                     .generator = "islands",
                     .setting = {"islands", 60},
                     .second = {"apart", 30},
                     .width = 512,
                     .height = 512,
                     .maps = 10,
                     .problems = 20},
};

const char *sga_set_title(sga_set set)
{
    return sga_sources[set].title;
}

/// Takes problems of all lengths, evenly spread over the file.
static uint32_t sga_pick(const dataset_map *dataset, uint32_t wanted, scene_problem *out)
{
    const uint32_t count = dataset->scenario.count;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count && i < wanted; i++) {
        const uint32_t at = wanted < count ? (uint32_t)((uint64_t)i * count / wanted) : i;
        const scene_problem problem = {dataset_start(dataset, at), dataset_goal(dataset, at),
                                       WAY_COST_MAX};
        if (problem.start != problem.goal) {
            out[found++] = problem;
        }
    }
    return found;
}

static void sga_run_folder(sga_totals *totals, sga_set set, const char *directory)
{
    const sga_source *source = &sga_sources[set];
    for (uint32_t i = 0; source->names[i]; i++) {
        dataset_map dataset;
        if (!dataset_read(directory, source->folder, source->names[i], UINT32_MAX,
                          (way_cost_model){0, 0}, &dataset)) {
            fprintf(stderr, "sga: no data in %s/maps/%s\n", directory, source->folder);
            return;
        }
        fprintf(stderr, "%s %s\n", source->folder, source->names[i]);
        scene_problem *problems = require_memory(dataset.scenario.count, sizeof *problems);
        const uint32_t count = sga_pick(&dataset, source->problems, problems);
        sga_run(totals, set, dataset.map, problems, count);
        free(problems);
        dataset_free(&dataset);
    }
}

static void sga_run_generated(sga_totals *totals, sga_set set, bool all)
{
    const sga_source *source = &sga_sources[set];
    const uint32_t count = all && source->all_problems ? source->all_problems : source->problems;
    scene_problem *problems = require_memory(count, sizeof *problems);
    for (uint32_t seed = 1; seed <= source->maps; seed++) {
        scene_request request =
            scene_request_default(source->generator, source->width, source->height, seed);
        request.settings[0] = source->setting;
        request.settings[1] = source->second;
        const scene_problems_config config = {.unit_size = 1, .seed = seed, .count = count};
        scene made;
        way_map *map = NULL;
        require_ok(scene_create(&request, &made, NULL), source->generator);
        require_ok(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_NEVER, &map),
                   source->generator);
        require_ok(scene_problems_draw_solvable(map, &config, problems), source->generator);
        fprintf(stderr, "%s %u\n", source->generator, seed);
        sga_run(totals, set, map, problems, count);
        way_map_destroy(map);
        scene_destroy(&made);
    }
    free(problems);
}

static void sga_report(FILE *out, const sga_totals *totals, bool all)
{
    fprintf(
        out,
        "# SGA*, measured\n\n    make bench-sga%s\n\n"
        "Every figure is a percentage of what plain A* needed for the same problem: mean ± "
        "standard deviation, and the worst problem; `of all` is the time of all problems "
        "together. Time is the processor's, the least of several runs in a row, of which the "
        "first does not count on short trips: so that no search pays for the caches that others "
        "have emptied. Memory is the most states remembered at once; all are 100 for A* "
        "itself. `over 300 %%` counts the problems that needed more than three times the time "
        "of A*, then those that needed more than three times its expansions or memory. A "
        "problem on which an informed search seems to exceed the time is measured %u times more, "
        "by all, whatever comes out. Sub-optimal is the cost "
        "above the best, before and after smoothing by rays. Without the data in "
        "`$WAYMARK_DATA` the first two sets are left out.\n",
        all ? " ALL=1" : "", SGA_AGAIN);
    for (uint32_t set = 0; set < SGA_SETS; set++) {
        fprintf(out, "\n## %s\n\n%s ", sga_sources[set].title, sga_sources[set].note);
        if (totals->problems[set] == 0) {
            fprintf(out, "Not measured: no data.\n");
            continue;
        }
        fprintf(out, "%u maps, %u problems.\n\n", totals->maps[set], totals->problems[set]);
        sga_table_print(out, totals, (sga_set)set);
    }
    fprintf(out, "\n## The thesis' claims\n\nAnguelov: Video Game Pathfinding and Improvements to "
                 "Discrete Search on Grid-based Maps, 2011, chapter 8, and the two questions that "
                 "it leaves open, against the tables above.\n\n");
    sga_claims_print(out, totals);
}

int main(int count, char **arguments)
{
    const char *markdown = NULL;
    const char *data = NULL;
    bool all = false;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--all") == 0) {
            all = true;
        } else if (strcmp(arguments[i], "--markdown") == 0 && i + 1 < count) {
            markdown = arguments[++i];
        } else {
            data = arguments[i];
        }
    }
    const char *directory = dataset_directory(data);
    sga_totals *totals = require_memory(1, sizeof *totals);
    output out;
    output_open(&out, markdown);
    for (uint32_t set = 0; set < SGA_SETS; set++) {
        if (sga_sources[set].folder) {
            sga_run_folder(totals, (sga_set)set, directory);
        } else {
            sga_run_generated(totals, (sga_set)set, all);
        }
    }
    sga_report(out.stream, totals, all);
    output_close(&out);
    free(totals);
    return 0;
}
