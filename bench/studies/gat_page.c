// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The page of goal achievement times: figures as pictures and tables.
#include "bench/studies/gat_figures.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_FIGURES 5u

typedef struct page_figure {
    const char *number, *title, *file;
    gat_spec specs[4];
    uint32_t spec_count;
    gat_measure measure;
    bool all_domains; ///< false = platform levels only
} page_figure;

static const page_figure page_figures[PAGE_FIGURES] = {
    {"2",
     "moving many steps, one step, or with a look-ahead sized to the moves",
     "gat_moves",
     {GAT_MULTI, GAT_SINGLE, GAT_DYNAMIC},
     3,
     GAT_OVER_BEST,
     false},
    {"6",
     "targets and orders of the look-ahead, moving many steps",
     "gat_orders",
     {GAT_MULTI, GAT_COMPLETE, GAT_FHAT},
     3,
     GAT_OVER_BEST,
     false},
    {"7",
     "one step or sized to the moves, by f or by f-hat",
     "gat_both",
     {GAT_SINGLE, GAT_DYNAMIC, GAT_SINGLE_FHAT, GAT_DYNAMIC_FHAT},
     4,
     GAT_OVER_BEST,
     false},
    {"8",
     "against searches that plan everything first",
     "gat_offline",
     {GAT_DYNAMIC_FHAT, GAT_SINGLE, GAT_ASTAR, GAT_SPEEDY},
     4,
     GAT_OVER_OPTIMAL,
     true},
    {"9",
     "cost of the walks",
     "gat_costs",
     {GAT_DYNAMIC_FHAT, GAT_SINGLE, GAT_ASTAR, GAT_SPEEDY},
     4,
     GAT_COST,
     true},
};

static const char *const page_axes[] = {"time / best time", "time / optimal walk",
                                        "cost / optimal cost"};

/// One set of axes and its numbers.
typedef struct page_panel {
    const char *specs[4];
    const char *labels[4];
    gat_plan plan;
    gat_points points;
    gat_panel panel;
} page_panel;

static void page_fill_panel(const page_figure *figure, const gat_arrivals *arrivals,
                            page_panel *out)
{
    out->plan = gat_arrivals_choose(arrivals, figure->specs, figure->spec_count, out->specs);
    for (uint32_t i = 0; i < figure->spec_count; i++) {
        out->labels[i] = gat_labels[figure->specs[i]];
    }
    gat_report_points(&out->plan, figure->measure, &out->points);
    out->panel = (gat_panel){.title = arrivals->domain->title,
                             .plan = &out->plan,
                             .points = &out->points,
                             .labels = out->labels,
                             .axis = page_axes[figure->measure]};
}

static void page_table(FILE *out, const page_figure *figure, const page_panel *panel)
{
    const gat_plan *plan = &panel->plan;
    fprintf(out, "\n%s, %s:\n\n| move |", panel->panel.title, panel->panel.axis);
    for (uint32_t i = 0; i < figure->spec_count; i++) {
        fprintf(out, " %s |", panel->labels[i]);
    }
    fputs(" instances |\n|---|", out);
    for (uint32_t i = 0; i <= figure->spec_count; i++) {
        fputs("--:|", out);
    }
    fputc('\n', out);
    for (uint32_t k = 0; k < plan->duration_count; k++) {
        char move[32];
        uint32_t count = 0;
        gat_report_duration(plan->durations[k], move, sizeof move);
        fprintf(out, "| %s |", move);
        for (uint32_t i = 0; i < figure->spec_count; i++) {
            const gat_point *point = &panel->points.at[i][k];
            if (point->count) {
                fprintf(out, " %.2f (%.2f-%.2f) |", point->mean, point->low, point->high);
                count = point->count;
            } else if (!gat_run_is_planned(plan, i, k)) {
                fputs(" - |", out);
            } else {
                fprintf(out, " %u arrived |", point->arrived);
            }
        }
        fprintf(out, " %u |\n", count);
    }
}

static way_status page_figure_print(FILE *out, const page_figure *figure,
                                    const gat_arrivals *arrivals, const char *pictures,
                                    way_problem *problem)
{
    char path[1024];
    gat_panel panels[GAT_DOMAINS];
    uint32_t count = 0;
    page_panel *filled = calloc(GAT_DOMAINS, sizeof *filled);
    if (!filled) {
        return WAY_STATUS_NO_MEMORY;
    }
    fprintf(out, "## Figure %s: %s\n\n![%s](../pictures/%s.png)\n", figure->number, figure->title,
            figure->title, figure->file);
    for (uint32_t i = 0; i < GAT_DOMAINS; i++) {
        const bool wanted = figure->all_domains || arrivals[i].domain->all_specs;
        if (wanted && arrivals[i].there) {
            page_fill_panel(figure, &arrivals[i], &filled[count]);
            page_table(out, figure, &filled[count]);
            panels[count] = filled[count].panel;
            count++;
        }
    }
    fputc('\n', out);
    snprintf(path, sizeof path, "%s/%s.png", pictures, figure->file);
    const way_status status = count ? gat_report_plot(path, panels, count, problem) : WAY_STATUS_OK;
    free(filled);
    return status;
}

/// How it was run.
static void page_head(FILE *out)
{
    fputs("# Goal achievement time, measured\n\n    make bench-realtime\n\n"
          "Figures 2, 6, 7, 8 and 9 of Burns, Kiesel and Ruml: Experimental Real-time Heuristic "
          "Search Results in a Video Game, 2013, run again. [gat.md](../gat.md) tells how the "
          "simulation works.\n\n"
          "Time is counted: expansions times what one expansion of that algorithm took in "
          "training, as written in bench/training. A walk at one look-ahead serves every duration "
          "that it is chosen for, and all but the training is the same on every machine. Waits for "
          "late planning are charged. Points are means of logarithms with 95 % intervals; an "
          "algorithm has a point where it arrived on at least half of the instances within the "
          "limits, and the means of one duration are over the instances on which all of those "
          "arrived. A dash: not run, because no look-ahead fits into the duration or because of "
          "the last of the limits.\n\n",
          out);
}

/// On what, and within which limits.
static void page_limits(FILE *out, const gat_arrivals *arrivals)
{
    fputs("Limits keep the run short: the table gives the most expansions of a real-time search "
          "(within it, so many episodes but at least so many expansions), of a search that plans "
          "everything first, and the most moves. Who meets one has not arrived. The variants that "
          "take one step at a time look ahead anew for each: with the look-aheads of long "
          "durations one walk would take minutes, so there is a longest duration for them.\n\n"
          "| problems | tested on | trained on | expansions | episodes, at least | planned first | "
          "moves | single-step up to |\n|---|---|---|--:|--:|--:|--:|--:|\n",
          out);
    for (uint32_t i = 0; i < GAT_DOMAINS; i++) {
        const gat_domain *domain = arrivals[i].domain;
        char longest[32] = "any";
        if (domain->single_longest) {
            gat_report_duration(domain->single_longest, longest, sizeof longest);
        }
        fprintf(out, "| %s | %s%s | %s | %llu | %llu, %llu | %llu | %llu | %s |\n", domain->title,
                domain->tests, arrivals[i].there ? "" : " (not there)", domain->lessons,
                (unsigned long long)domain->limit, (unsigned long long)domain->episode_limit,
                (unsigned long long)domain->limit_least, (unsigned long long)domain->limit_first,
                (unsigned long long)domain->move_limit, longest);
    }
}

/// What an expansion was taken to cost.
static void page_costs(FILE *out, const gat_arrivals *arrivals)
{
    fputs("\nNanoseconds for an expansion, learning included:\n\n| algorithm |", out);
    for (uint32_t i = 0; i < GAT_DOMAINS; i++) {
        fprintf(out, " %s |", arrivals[i].domain->title);
    }
    fputs("\n|---|--:|--:|--:|--:|\n", out);
    for (uint32_t k = 0; k < GAT_SPEC_COUNT; k++) {
        fprintf(out, "| %s, `%s` |", gat_labels[k], gat_specs[k]);
        for (uint32_t i = 0; i < GAT_DOMAINS; i++) {
            const gat_training *known = gat_trainings_find(&arrivals[i].trainings, gat_specs[k]);
            fprintf(out, known ? " %llu |" : " |",
                    known ? (unsigned long long)known->expansion_ns : 0ull);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

way_status gat_page_print(FILE *out, const gat_arrivals *arrivals, const char *pictures,
                          way_problem *problem)
{
    way_status status = WAY_STATUS_OK;
    page_head(out);
    page_limits(out, arrivals);
    page_costs(out, arrivals);
    for (uint32_t i = 0; i < PAGE_FIGURES && status == WAY_STATUS_OK; i++) {
        status = page_figure_print(out, &page_figures[i], arrivals, pictures, problem);
    }
    fputs("## What the study found\n\n", out);
    gat_findings_print(out, arrivals);
    return status;
}
