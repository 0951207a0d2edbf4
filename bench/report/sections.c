// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/sections.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTIONS_WIDE 0.5

void bench_section_plot(const bench_section *section, const bench_plot *plot, const char *name)
{
    char file[128];
    char path[4096];
    way_problem problem = {0};
    bool any = false;
    for (uint32_t i = 0; i < plot->count; i++) {
        any |= plot->series[i].count > 0;
    }
    if (!any) {
        return;
    }
    (void)snprintf(file, sizeof file, "%s-%s.svg", section->suite, name);
    (void)snprintf(path, sizeof path, "%s/%s", section->pictures, file);
    if (bench_plot_draw(plot, path, &problem) == WAY_STATUS_OK) {
        bench_page_picture(section->page, file, plot->title);
    } else if (!section->problem->text[0]) {
        *section->problem = problem;
    }
}

void bench_section_short(const char *spec, char out[48])
{
    size_t size = strcspn(spec, "(");
    size = size < 40 ? size : 40;
    memcpy(out, spec, size);
    bool value = false;
    for (const char *place = spec + size; *place && size < 46; place++) {
        if (*place == '=') {
            value = true;
            out[size++] = ' ';
        } else if (*place == ',' || *place == ')') {
            value = false;
        } else if (value) {
            out[size++] = *place;
        }
    }
    out[size] = '\0';
}

// Cells -------------------------------------------------------------------------------------------

static void sections_time(bench_page *page, double seconds)
{
    static const struct {
        double from, factor;
        const char *unit;
    } units[] = {{1, 1, "s"}, {1e-3, 1e3, "ms"}, {1e-6, 1e6, "us"}, {0, 1e9, "ns"}};
    if (seconds < 0) {
        bench_page_cell(page, "%s", "");
        return;
    }
    uint32_t i = 0;
    while (seconds < units[i].from) {
        i++;
    }
    const double value = seconds * units[i].factor;
    bench_page_cell(page, "%.*f %s", value < 10 ? 2 : value < 100 ? 1 : 0, value, units[i].unit);
}

static void sections_bytes(bench_page *page, double bytes)
{
    if (bytes < 0) {
        bench_page_cell(page, "%s", "");
    } else {
        bench_page_cell(page, "%.1f", bytes / 1024);
    }
}

static void sections_percent(bench_page *page, double part)
{
    if (part < 0) {
        bench_page_cell(page, "%s", "");
    } else {
        bench_page_cell(page, "%.2f", part * 100);
    }
}

// Tables ------------------------------------------------------------------------------------------

static void sections_table_times(const bench_section *section)
{
    bench_page *page = section->page;
    bench_page_table(page, "<algorithm >solved >valid >excess_% >p95_% >max_% >a_trip >±_% "
                           ">speed-up >a_move >median >p95 >p99 >longest >first_move >first_20");
    for (uint32_t i = 0; i < section->all->count; i++) {
        const bench_summary *item = &section->all->items[i];
        if (!item->queries) {
            continue;
        }
        bench_page_cell(page, "`%s`", item->spec);
        bench_page_cell(page, "%u/%u", item->solved, item->queries);
        bench_page_cell(page, "%u", item->valid);
        sections_percent(page, item->excess);
        sections_percent(page, item->excess_p95);
        sections_percent(page, item->excess_max);
        sections_time(page, item->total);
        bench_page_cell(page, "%.0f", item->interval * 100);
        bench_page_cell(page, "%.2f", item->speed);
        sections_time(page, item->move);
        sections_time(page, item->move_median);
        sections_time(page, item->move_p95);
        sections_time(page, item->move_p99);
        sections_time(page, item->move_max);
        sections_time(page, item->first);
        sections_time(page, item->first20);
    }
    bench_page_end_table(page);
}

static void sections_table_work(const bench_section *section)
{
    bench_page *page = section->page;
    bench_page_table(page, "<algorithm >expansions >generations >revisits >most_in_a_step "
                           ">prepare,_1_worker >all_workers >load >repair >database_KB "
                           ">in_memory_KB >agent_KB <Pareto");
    for (uint32_t i = 0; i < section->all->count; i++) {
        const bench_summary *item = &section->all->items[i];
        if (!item->queries) {
            continue;
        }
        bench_page_cell(page, "`%s`", item->spec);
        bench_page_cell(page, "%.1f", item->expansions);
        bench_page_cell(page, "%.1f", item->generations);
        bench_page_cell(page, "%.2f", item->revisits);
        bench_page_cell(page, "%.0f", item->work_max);
        sections_time(page, item->one);
        sections_time(page, item->many);
        sections_time(page, item->load);
        sections_time(page, item->repair);
        sections_bytes(page, item->disk);
        sections_bytes(page, item->memory);
        sections_bytes(page, item->agent);
        if (item->dominated) {
            bench_page_cell(page, "dominated by `%s`", item->dominator);
        } else {
            bench_page_cell(page, "%s", "front");
        }
    }
    bench_page_end_table(page);
}

void bench_section_tables(const bench_section *section)
{
    sections_table_times(section);
    bench_page_text(section->page,
                    "Excess is what a path costs beyond the best. Times of moves are of planning "
                    "before a move; a search that plans everything first does so before its first. "
                    "± is half of the distance between the fastest and the slowest round.");
    sections_table_work(section);
    bench_page_text(section->page,
                    "Means over queries and maps. Pareto: nobody on the front is beaten in excess, "
                    "time per move and memory (database and one agent) at once.");
    for (uint32_t i = 0; i < section->all->count; i++) {
        const bench_summary *item = &section->all->items[i];
        if (item->note[0]) {
            bench_page_text(section->page, "`%s`: %s%s.", item->spec,
                            item->queries ? "on some maps: " : "not measured: ", item->note);
        }
    }
}

// Fronts ------------------------------------------------------------------------------------------

// What a summary says along an axis; negative = nothing.
typedef double (*sections_axis)(const bench_summary *item);

static double sections_move(const bench_summary *item)
{
    return item->move * 1e6;
}

static double sections_excess(const bench_summary *item)
{
    return item->excess * 100;
}

static double sections_factor(const bench_summary *item)
{
    return item->excess < 0 ? -1 : 1 + item->excess;
}

static double sections_memory(const bench_summary *item)
{
    return bench_summary_bytes(item) / 1024;
}

static double sections_disk(const bench_summary *item)
{
    return item->disk < 0 ? -1 : item->disk / 1024;
}

static double sections_prepare(const bench_summary *item)
{
    return item->disk < 0 ? -1 : item->one;
}

static void sections_scatter(const bench_section *section, bench_plot *plot, sections_axis x,
                             sections_axis y)
{
    plot->front = true;
    plot->count = 0;
    for (uint32_t i = 0; i < section->all->count; i++) {
        const bench_summary *item = &section->all->items[i];
        if (!item->queries || x(item) < 0 || y(item) < 0) {
            continue;
        }
        bench_point point = {.x = x(item), .y = y(item)};
        char name[96];
        bench_section_short(item->spec, point.label);
        (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(item->spec, "("), item->spec);
        bench_plot_add(plot, name, &point);
    }
}

// Whether some paths are so long that only a logarithmic axis shows the others.
static bool sections_is_wide(const bench_summaries *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->items[i].queries && all->items[i].excess > SECTIONS_WIDE) {
            return true;
        }
    }
    return false;
}

void bench_section_fronts(const bench_section *section)
{
    bench_plot *plot = calloc(1, sizeof *plot);
    if (!plot) {
        return;
    }
    const bool wide = sections_is_wide(section->all);
    const sections_axis excess = wide ? sections_factor : sections_excess;
    *plot = (bench_plot){.title = "Sub-optimality against move time",
                         .x = "time per move (us)",
                         .y = wide ? "factor of the best cost" : "above the best cost (%)",
                         .log_x = true,
                         .log_y = wide};
    sections_scatter(section, plot, sections_move, excess);
    bench_section_plot(section, plot, "move-time");
    plot->title = "Sub-optimality against memory";
    plot->x = "database and one agent (KB)";
    sections_scatter(section, plot, sections_memory, excess);
    bench_section_plot(section, plot, "memory");
    *plot = (bench_plot){.title = "Time to make a database against its size",
                         .x = "size (KB)",
                         .y = "time with one worker (s)",
                         .log_x = true,
                         .log_y = true};
    sections_scatter(section, plot, sections_disk, sections_prepare);
    bench_section_plot(section, plot, "database");
    free(plot);
}
