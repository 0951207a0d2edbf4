// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/sections.h"

#include "bench/measure/achieve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTIONS_WIDE 0.5

static void sections_plot(const bench_section *section, const bench_plot *plot, const char *name)
{
    char file[192];
    char path[4096];
    way_problem problem = {0};
    bool any = false;
    for (uint32_t i = 0; i < plot->count; i++) {
        any |= plot->series[i].count > 0;
    }
    if (!any) {
        return;
    }
    (void)snprintf(file, sizeof file, "%s-%s-%s.svg", section->suite, section->ground, name);
    (void)snprintf(path, sizeof path, "%s/%s", section->pictures, file);
    if (bench_plot_draw(plot, path, &problem) == WAY_STATUS_OK) {
        bench_page_picture(section->page, file, plot->title);
    } else if (!section->problem->text[0]) {
        *section->problem = problem;
    }
}

// Cells -------------------------------------------------------------------------------------------

static void sections_time(bench_page *page, double seconds)
{
    static const struct {
        double from, factor;
        const char *unit;
    } units[] = {{1, 1, "s"}, {1e-3, 1e3, "ms"}, {1e-6, 1e6, "us"}, {0, 1e9, "ns"}};
    if (seconds <= 0) {
        bench_page_cell(page, "%s", seconds < 0 ? "" : "0");
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

static void sections_factor_cell(bench_page *page, double factor)
{
    if (factor < 0) {
        bench_page_cell(page, "%s", "");
    } else {
        bench_page_cell(page, "%.2f", factor);
    }
}

// Tables ------------------------------------------------------------------------------------------

static void sections_table_times(const bench_section *section)
{
    bench_page *page = section->page;
    bench_page_table(page, "<algorithm >times_as_fast >95_% >trip,_cold >trip,_warm >p95 >worst "
                           ">first_move >p95 >first_20 >per_move >p99 >longest_wait");
    for (uint32_t i = 0; i < section->all->count; i++) {
        const bench_summary *item = &section->all->items[i];
        if (!item->queries) {
            continue;
        }
        bench_page_cell(page, "`%s`", item->spec);
        sections_factor_cell(page, item->speed);
        if (item->speed_low > 0) {
            bench_page_cell(page, "%.2f-%.2f", item->speed_low, item->speed_high);
        } else {
            bench_page_cell(page, "%s", "");
        }
        sections_time(page, item->cold);
        sections_time(page, item->total);
        sections_time(page, item->total_p95);
        sections_time(page, item->total_max);
        sections_time(page, item->first);
        sections_time(page, item->first_p95);
        sections_time(page, item->first20);
        sections_time(page, item->move);
        sections_time(page, item->wait99);
        sections_time(page, item->wait_max);
    }
    bench_page_end_table(page);
}

static void sections_table_work(const bench_section *section)
{
    bench_page *page = section->page;
    const bool smooth = section->all->count && section->all->items[0].smoothed >= 0;
    bench_page_table(page, smooth ? "<algorithm >solved >valid >excess_% >p95_% >worst_% "
                                    ">smoothed_% >expansions >most_before_a_move >walked_again"
                                  : "<algorithm >solved >valid >excess_% >p95_% >worst_% "
                                    ">expansions >most_before_a_move >walked_again");
    for (uint32_t i = 0; i < section->all->count; i++) {
        const bench_summary *item = &section->all->items[i];
        if (!item->queries) {
            continue;
        }
        bench_page_row(page, "`%s`|%u/%u|%u", item->spec, item->solved, item->queries, item->valid);
        sections_percent(page, item->excess);
        sections_percent(page, item->excess_p95);
        sections_percent(page, item->excess_max);
        if (smooth) {
            sections_percent(page, item->smoothed);
        }
        bench_page_row(page, "%.1f|%.0f|%.1f", item->expansions, item->work_max, item->revisits);
    }
    bench_page_end_table(page);
}

static void sections_table_memory(const bench_section *section)
{
    bench_page *page = section->page;
    bench_page_table(page, "<algorithm >prepare,_1_worker >all_workers >load >repair >database_KB "
                           ">in_memory_KB >agent_KB <Pareto");
    for (uint32_t i = 0; i < section->all->count; i++) {
        const bench_summary *item = &section->all->items[i];
        if (!item->queries) {
            continue;
        }
        bench_page_cell(page, "`%s`", item->spec);
        sections_time(page, item->disk < 0 ? -1 : item->one);
        sections_time(page, item->many);
        sections_time(page, item->load);
        sections_time(page, item->repair);
        sections_bytes(page, item->disk);
        sections_bytes(page, item->memory > 0 ? item->memory : -1);
        sections_bytes(page, item->agent);
        if (!section->timed) {
            bench_page_cell(page, "%s", "");
        } else if (item->dominated) {
            bench_page_cell(page, "beaten by `%s`", item->dominator);
        } else {
            bench_page_cell(page, "%s", item->front ? "front" : "not all solved");
        }
    }
    bench_page_end_table(page);
}

void bench_section_tables(const bench_section *section)
{
    if (section->timed) {
        sections_table_times(section);
    }
    sections_table_work(section);
    sections_table_memory(section);
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
        if (x == sections_move && item->spread > 0) {
            point.low = point.x * fmax(1 - item->spread, 0.01);
            point.high = point.x * (1 + item->spread);
        }
        bench_plot_add(plot, item->spec, &point);
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
    *plot = (bench_plot){.title = "Sub-optimality against time per move",
                         .x = "time per move (us); bars: fastest and slowest round",
                         .y = wide ? "factor of the best cost" : "above the best cost (%)",
                         .log_x = true,
                         .log_y = wide};
    if (section->timed) {
        sections_scatter(section, plot, sections_move, excess);
        sections_plot(section, plot, "move-time");
    }
    plot->title = "Sub-optimality against memory";
    plot->x = "database and one agent (KB)";
    sections_scatter(section, plot, sections_memory, excess);
    sections_plot(section, plot, "memory");
    *plot = (bench_plot){.title = "Time to make a database against its size",
                         .x = "size (KB)",
                         .y = "time with one worker (s)",
                         .log_x = true,
                         .log_y = true};
    if (section->timed) {
        sections_scatter(section, plot, sections_disk, sections_prepare);
        sections_plot(section, plot, "database");
    }
    free(plot);
}

// Durations ---------------------------------------------------------------------------------------

// An algorithm at a duration: over the instances on which it arrived.
typedef struct sections_factor_mean {
    double sum; ///< of logarithms
    uint32_t count;
} sections_factor_mean;

// Goal achievement times over the best on the same instance.
static way_status sections_read_durations(const bench_section *section,
                                          sections_factor_mean (*out)[BENCH_DURATIONS])
{
    bench_rows rows = bench_rows_begin(
        section->store,
        "SELECT entry, problem, total / (SELECT min(b.total) FROM queries b WHERE b.run = q.run AND"
        " b.ground = q.ground AND b.map = q.map AND b.problem = q.problem) FROM queries q"
        " WHERE run = ?1 AND ground = ?2 AND solved",
        "it", section->run, section->ground);
    while (bench_rows_next(&rows)) {
        const uint32_t entry = (uint32_t)bench_rows_integer(&rows, 0);
        const uint32_t duration = (uint32_t)bench_rows_integer(&rows, 1);
        if (entry < section->all->count && duration < BENCH_DURATIONS) {
            out[entry][duration].sum += log(bench_rows_real(&rows, 2));
            out[entry][duration].count++;
        }
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

way_status bench_section_durations(const bench_section *section)
{
    bench_page *page = section->page;
    const uint32_t count = section->all->count;
    sections_factor_mean(*means)[BENCH_DURATIONS] = calloc(count + 1, sizeof *means);
    bench_plot *plot = calloc(1, sizeof *plot);
    way_status status =
        means && plot ? sections_read_durations(section, means) : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK) {
        *plot = (bench_plot){.title = "Goal achievement time by how long a move takes",
                             .x = "duration of a move (s)",
                             .y = "factor of the best time on the instance",
                             .joined = true,
                             .log_x = true,
                             .log_y = true};
        bench_page_text(page,
                        "Goal achievement time as a factor of the best on the same instance (mean "
                        "of logarithms), by how long a move takes; on how many of %u instances it "
                        "arrived within the limits.",
                        section->all->maps);
        bench_page_table(page, "<algorithm >1_us >10_us >100_us >1_ms >10_ms >100_ms >1_s");
    }
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < count; i++) {
        bench_page_cell(page, "`%s`", section->all->items[i].spec);
        for (uint32_t k = 0; k < BENCH_DURATIONS; k++) {
            const sections_factor_mean *mean = &means[i][k];
            const double factor = mean->count ? exp(mean->sum / mean->count) : 0;
            if (mean->count == 0) {
                bench_page_cell(page, "%s", "-");
                continue;
            }
            bench_page_cell(page, "%.2f (%u)", factor, mean->count);
            // Half of the instances, as the study has it, or there is no point.
            if (2 * mean->count >= section->all->maps) {
                const bench_point point = {.x = (double)bench_durations[k] * 1e-9, .y = factor};
                bench_plot_add(plot, section->all->items[i].spec, &point);
            }
        }
    }
    if (status == WAY_STATUS_OK) {
        bench_page_end_table(page);
        sections_plot(section, plot, "durations");
    }
    free(means);
    free(plot);
    return status;
}

// Growth ------------------------------------------------------------------------------------------

// Draws what a statement gives: series, x, y.
static way_status sections_lines(const bench_section *section, bench_plot *plot, const char *sql,
                                 const char *name)
{
    plot->count = 0;
    plot->joined = plot->log_x = plot->log_y = true;
    bench_rows rows = bench_rows_begin(section->store, sql, "it", section->run, section->ground);
    while (bench_rows_next(&rows)) {
        const bench_point point = {.x = bench_rows_real(&rows, 1), .y = bench_rows_real(&rows, 2)};
        bench_plot_add(plot, bench_rows_text(&rows, 0), &point);
    }
    if (!bench_rows_end(&rows)) {
        return WAY_STATUS_IO;
    }
    sections_plot(section, plot, name);
    return WAY_STATUS_OK;
}

#define SECTIONS_LARGEST                                                                           \
    " JOIN maps m ON m.run = c.run AND m.ground = c.ground AND m.map = c.map WHERE c.run = ?1 AND" \
    " c.ground = ?2 AND m.passable = (SELECT max(passable) FROM maps WHERE run = ?1 AND"           \
    " ground = ?2) ORDER BY c.entry, c.agents"
#define SECTIONS_MAPS " JOIN maps m ON m.run = q.run AND m.ground = q.ground AND m.map = q.map"

static way_status sections_crowds(const bench_section *section)
{
    bench_page *page = section->page;
    bench_page_table(page, "<algorithm >agents >frame,_mean >frame,_longest >all_agents_KB "
                           ">shared_KB");
    bench_rows rows = bench_rows_begin(
        section->store,
        "SELECT c.spec, c.agents, c.frame_mean, c.frame_max, c.bytes, c.shared FROM"
        " crowds c" SECTIONS_LARGEST,
        "it", section->run, section->ground);
    while (bench_rows_next(&rows)) {
        bench_page_row(page, "`%s`|%lld", bench_rows_text(&rows, 0),
                       (long long)bench_rows_integer(&rows, 1));
        sections_time(page, bench_rows_null(&rows, 2) ? -1 : bench_rows_real(&rows, 2));
        sections_time(page, bench_rows_null(&rows, 3) ? -1 : bench_rows_real(&rows, 3));
        sections_bytes(page, bench_rows_real(&rows, 4));
        sections_bytes(page, bench_rows_real(&rows, 5));
    }
    bench_page_end_table(page);
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

way_status bench_section_growth(const bench_section *section)
{
    static const struct {
        const char *name, *title, *x, *y, *sql;
    } lines[] = {
        {"time", "Time of a trip by the size of the map", "passable cells", "time (us)",
         "SELECT q.spec, m.passable, avg(q.total) * 1e6 FROM queries q" SECTIONS_MAPS
         " WHERE q.run = ?1 AND q.ground = ?2 AND q.total IS NOT NULL GROUP BY q.entry, q.map"
         " ORDER BY q.entry, m.passable"},
        {"work", "Expansions by the size of the map", "passable cells", "expansions",
         "SELECT q.spec, m.passable, avg(q.expansions) FROM queries q" SECTIONS_MAPS
         " WHERE q.run = ?1 AND q.ground = ?2 GROUP BY q.entry, q.map"
         " ORDER BY q.entry, m.passable"},
        {"frame", "A frame by the number of agents, largest map", "agents", "mean frame (ms)",
         "SELECT c.spec, c.agents, c.frame_mean * 1e3 FROM crowds c" SECTIONS_LARGEST},
        {"crowd", "Memory by the number of agents, largest map", "agents",
         "agents and database (KB)",
         "SELECT c.spec, c.agents, (c.bytes + c.shared) / 1024 FROM crowds c" SECTIONS_LARGEST},
    };
    way_status status = WAY_STATUS_OK;
    bench_plot *plot = calloc(1, sizeof *plot);
    if (!plot) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < sizeof lines / sizeof *lines && status == WAY_STATUS_OK; i++) {
        plot->title = lines[i].title;
        plot->x = lines[i].x;
        plot->y = lines[i].y;
        status = sections_lines(section, plot, lines[i].sql, lines[i].name);
    }
    free(plot);
    if (status == WAY_STATUS_OK) {
        bench_page_text(
            section->page,
            "Crowds on the largest map: every frame steps every agent once, with up to "
            "100 expansions; agents that arrive are sent out again. Medians of five rounds.");
        status = sections_crowds(section);
    }
    return status;
}
