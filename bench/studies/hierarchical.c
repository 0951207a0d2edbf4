// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hierarchical searches on game maps and rooms: time, work, memory, how far from the best paths are
// before and after smoothing, the first move, and repairs after edits on maps of growing size.
//
//     waymark_hierarchical [--data DIR] [--problems N] [--markdown FILE]
//
// Times are the least of a few passes; on a busy machine read ratios, not absolute values.
#include "bench/studies/hierarchical.h"

#include "bench/kit/dataset.h"
#include "bench/kit/output.h"
#include "bench/kit/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Problems of each dao map, and of each other one.
#define HIERARCHICAL_LONGEST 100u
#define HIERARCHICAL_PROBLEMS 25u

// Tables ------------------------------------------------------------------------------------------

static void hierarchical_print_set(FILE *out, const hierarchical_set *set)
{
    fprintf(out,
            "\n## %s\n\n%u maps, %u problems.\n\n| search | time, us | A* takes, x | first time, "
            "us | first "
            "move, us "
            "| expansions | above the best, %% | worst, %% | within 1 %% | smoothed, %% | "
            "database, KB | agent, KB | prepared, ms |\n"
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
            set->title, set->map_count, set->problem_count);
    for (uint32_t i = 0; i < set->row_count; i++) {
        const hierarchical_row *row = &set->rows[i];
        const hierarchical_mean mean = hierarchical_sum(set, row);
        const double maps = row->maps ? row->maps : 1;
        fprintf(out,
                "| %s | %.1f | %.2f | %.1f | %.1f | %.0f | %.2f | %.1f | %.1f %% | %.2f | %.0f | "
                "%.0f | "
                "%.1f |\n",
                row->spec, mean.seconds * 1e6, mean.speed, mean.cold * 1e6, mean.first * 1e6,
                mean.expansions, 100 * mean.excess, 100 * mean.worst, 100 * mean.within_one,
                100 * mean.smoothed, row->bytes / maps / 1000, row->agent_bytes / maps / 1000,
                row->prepare / maps * 1e3);
        if (mean.solved != mean.tried) {
            fprintf(out, "\n%s solved %u of %u problems.\n\n", row->spec, mean.solved, mean.tried);
        }
    }
}

/// What is known of other implementations.
static const struct {
    const char *spec;
    const char *what;
    double microseconds, excess;
} hierarchical_known[] = {
    {"sectors(ahead=1, trim=0.1)", "sectors as in Dragon Age", 1231, 5.3},
    {"hpastar(smooth=off)", "HPA*, not smoothed", 3161, 3.2},
    {"hpastar", "HPA*, smoothed", 10031, 0.7},
    {"prastar", "PRA* over cliques", 7472, 0.16},
};

static void hierarchical_print_known(FILE *out, const hierarchical_set *set)
{
    fprintf(
        out,
        "\n## Against other implementations\n\n"
        "What public implementations take for the 100 longest problems of the same ten dao "
        "maps, measured elsewhere on a Neoverse-V1, beside the rows above. Other processors, so "
        "this is for orientation.\n\n"
        "| | theirs, us | above the best, %% | ours | time, us | above the best, %% | theirs "
        "takes |\n|---|--:|--:|---|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof hierarchical_known / sizeof *hierarchical_known; i++) {
        const hierarchical_row *row = hierarchical_find(set, hierarchical_known[i].spec);
        if (!row) {
            continue;
        }
        const hierarchical_mean mean = hierarchical_sum(set, row);
        fprintf(out, "| %s | %.0f | %.2f | %s | %.1f | %.2f | %.1f x |\n",
                hierarchical_known[i].what, hierarchical_known[i].microseconds,
                hierarchical_known[i].excess, row->spec, mean.seconds * 1e6, 100 * mean.excess,
                hierarchical_known[i].microseconds / (mean.seconds * 1e6));
    }
}

static void hierarchical_print_edits(FILE *out, const hierarchical_bench *bench)
{
    fprintf(out, "\n## Edits\n\nMean time of a repair after one cell changed, in microseconds, on "
                 "square maps with a fifth of their cells blocked at random.\n\n"
                 "![Repair time against map size](hierarchical_edits.svg)\n\n| search |");
    for (uint32_t k = 0; k < HIERARCHICAL_SIDES; k++) {
        fprintf(out, " %u |", bench->edits[0].sides[k]);
    }
    fprintf(out, "\n|---|--:|--:|--:|--:|--:|\n");
    for (uint32_t i = 0; i < bench->edit_count; i++) {
        const hierarchical_edits *edits = &bench->edits[i];
        fprintf(out, "| %s |", edits->spec);
        for (uint32_t k = 0; k < HIERARCHICAL_SIDES; k++) {
            if (edits->seconds[k] > 0) {
                fprintf(out, " %.1f |", edits->seconds[k] * 1e6);
            } else {
                fprintf(out, " made anew |");
            }
        }
        fprintf(out, "\n");
    }
}

// Plots -------------------------------------------------------------------------------------------

static void hierarchical_draw(const bench_plot *plot, const char *folder, const char *name)
{
    char path[1024];
    way_problem problem = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (bench_plot_draw(plot, path, &problem) != WAY_STATUS_OK) {
        fprintf(stderr, "hierarchical: %s: %s\n", path, problem.text);
    }
}

static void hierarchical_plot_edits(const hierarchical_bench *bench, const char *folder)
{
    static bench_plot plot;
    plot = (bench_plot){.title = "Repair after one changed cell",
                        .x = "side of the map, cells",
                        .y = "microseconds",
                        .log_x = true,
                        .log_y = true,
                        .joined = true};
    for (uint32_t i = 0; i < bench->edit_count; i++) {
        for (uint32_t k = 0; k < HIERARCHICAL_SIDES; k++) {
            const bench_point point = {bench->edits[i].sides[k], bench->edits[i].seconds[k] * 1e6,
                                       ""};
            if (point.y > 0) {
                bench_plot_add(&plot, bench->edits[i].spec, &point);
            }
        }
    }
    hierarchical_draw(&plot, folder, "hierarchical_edits.svg");
}

static void hierarchical_plot_time(const hierarchical_set *set, const char *folder)
{
    static bench_plot plot;
    plot = (bench_plot){.title = "Time and quality on the dao maps",
                        .x = "cost above the best, % (0.01 = none)",
                        .y = "microseconds",
                        .log_x = true,
                        .log_y = true};
    for (uint32_t i = 0; i < set->row_count; i++) {
        // One colour an algorithm, whatever its parameters.
        const char *spec = set->rows[i].spec;
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, "("), spec);
        const hierarchical_mean mean = hierarchical_sum(set, &set->rows[i]);
        const bench_point point = {fmax(100 * mean.excess, 0.01), mean.seconds * 1e6, ""};
        bench_plot_add(&plot, name, &point);
    }
    hierarchical_draw(&plot, folder, "hierarchical_time.svg");
}

void hierarchical_report(FILE *out, const hierarchical_bench *bench, const char *folder)
{
    fprintf(
        out,
        "# Hierarchical searches, measured\n\n    make bench-hierarchical\n\n"
        "Means over problems, 8 neighbours, no corner cut, costs (408, 577). Time is the "
        "processor's, the least "
        "of %d passes on a shared machine: read the ratios. `A* takes` is the time of A* over "
        "that of the search, on the same problems. The first move is looked for in steps of a "
        "few expansions. `Smoothed` is what is left above the best after smoothing by rays of "
        "any length. `First time` is the mean of the first trip of each problem, with whatever the "
        "agent has kept of others before. On dao the longest problems of each map, elsewhere "
        "problems of all lengths.\n\n"
        "![Time and quality](hierarchical_time.svg)\n",
        3);
    for (uint32_t i = 0; i < bench->set_count; i++) {
        hierarchical_print_set(out, &bench->sets[i]);
    }
    hierarchical_print_known(out, &bench->sets[0]);
    hierarchical_print_edits(out, bench);
    fprintf(out, "\n## Claims\n\nWhat the papers and the survey (Anguelov 2011, chapter 7) say. "
                 "Each is checked on the set of maps that its study used, as far as there is one "
                 "here, and otherwise on all; the other sets stand beside it.\n\n");
    hierarchical_print_claims(out, bench);
    hierarchical_plot_edits(bench, folder);
    hierarchical_plot_time(&bench->sets[0], folder);
}

// Running -----------------------------------------------------------------------------------------

static const char *hierarchical_option(int count, char **arguments, const char *name)
{
    for (int i = 1; i + 1 < count; i++) {
        if (strcmp(arguments[i], name) == 0) {
            return arguments[i + 1];
        }
    }
    return NULL;
}

/// The folder of a file.
static void hierarchical_folder(const char *file, char *out, size_t size)
{
    snprintf(out, size, "%s", file ? file : ".");
    char *slash = strrchr(out, '/');
    if (slash) {
        *slash = '\0';
    } else {
        snprintf(out, size, ".");
    }
}

int main(int count, char **arguments)
{
    static hierarchical_bench bench = {.sets = {{.folder = "dao", .title = "Dragon Age, longest"},
                                                {.folder = "bg512", .title = "Baldur's Gate"},
                                                {.folder = "sc1", .title = "StarCraft"},
                                                {.folder = "room", .title = "Rooms"}}};
    const char *directory = dataset_directory(hierarchical_option(count, arguments, "--data"));
    const char *problems = hierarchical_option(count, arguments, "--problems");
    const char *markdown = hierarchical_option(count, arguments, "--markdown");
    for (uint32_t i = 0; i < HIERARCHICAL_SETS; i++) {
        hierarchical_list(&bench.sets[i]);
        const uint32_t preset = i == 0 ? HIERARCHICAL_LONGEST : HIERARCHICAL_PROBLEMS;
        if (!hierarchical_run(&bench.sets[i], directory,
                              problems ? (uint32_t)strtoul(problems, NULL, 10) : preset)) {
            fprintf(stderr, "no benchmark data in %s\n", directory);
            return 3;
        }
        bench.set_count++;
    }
    hierarchical_run_edits(&bench);
    char folder[1024];
    hierarchical_folder(markdown, folder, sizeof folder);
    output out;
    output_open(&out, markdown);
    hierarchical_report(out.stream, &bench, folder);
    for (uint32_t i = 0; i < HIERARCHICAL_SETS; i++) {
        for (uint32_t k = 0; k < bench.sets[i].row_count; k++) {
            free(bench.sets[i].rows[k].results);
        }
    }
    output_close(&out);
    return 0;
}
