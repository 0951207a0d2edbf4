// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What only some suites have: goal achievement times, percentages of A*, growth.
#include "bench/report/sections.h"
#include "bench/suite/achievement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Goal achievement times --------------------------------------------------------------------------

static void sections_more_curves(const bench_section *section, const bench_curves *curves,
                                 bench_plot *plot)
{
    bench_page *page = section->page;
    bench_page_table(page, "<algorithm >1_us >3_us >10_us >30_us >100_us >300_us >1_ms >10_ms "
                           ">100_ms");
    for (uint32_t i = 0; i < curves->count; i++) {
        const bench_curve *curve = &curves->items[i];
        bench_page_cell(page, "`%s`", curve->family);
        for (uint32_t k = 0; k < BENCH_DURATIONS; k++) {
            const bench_point point = {.x = bench_durations[k] * 1e6, .y = curve->factor[k]};
            if (curve->factor[k] <= 0) {
                bench_page_cell(page, "%s", "");
                continue;
            }
            bench_plot_add(plot, curve->family, &point);
            if (curve->lookahead[k]) {
                bench_page_cell(page, "%.3f (%u)", curve->factor[k], curve->lookahead[k]);
            } else {
                bench_page_cell(page, "%.3f", curve->factor[k]);
            }
        }
    }
    bench_page_end_table(page);
}

// One kind of maps.
static way_status sections_more_domain(const bench_section *section, const char *const words[3],
                                       bench_plot *plot)
{
    bench_curves curves;
    const way_status status = bench_curves_create(section->store, section->run, words[0], &curves);
    if (status == WAY_STATUS_OK && curves.count) {
        *plot = (bench_plot){.title = words[1],
                             .x = "duration of an action of cost 1 (us)",
                             .y = "factor of the optimal time",
                             .log_x = true,
                             .log_y = true,
                             .joined = true};
        bench_page_title(section->page, 3, words[1]);
        sections_more_curves(section, &curves, plot);
        bench_section_plot(section, plot, words[2]);
    }
    bench_curves_free(&curves);
    return status;
}

way_status bench_section_gat(const bench_section *section)
{
    static const char *const domains[][3] = {
        {"level:%", "Goal achievement time, platform game", "gat-platform"},
        {"dao/%", "Goal achievement time, orz100d", "gat-grid"},
        {"gen:%", "Goal achievement time, generated maps", "gat-generated"}};
    way_status status = WAY_STATUS_OK;
    bench_plot *plot = calloc(1, sizeof *plot);
    if (!plot) {
        return WAY_STATUS_NO_MEMORY;
    }
    bench_page_text(section->page,
                    "Goal achievement time as a factor of the time that the best path takes to "
                    "walk, mean, by the duration of an action; in brackets the look-ahead: the "
                    "largest of the suite whose first planning fits into one action.");
    for (uint32_t i = 0; i < 3 && status == WAY_STATUS_OK; i++) {
        status = sections_more_domain(section, domains[i], plot);
    }
    free(plot);
    return status;
}

// Percent of A* -----------------------------------------------------------------------------------

static void sections_more_share(const bench_section *section, const char *title,
                                const bench_summaries *all)
{
    const bench_summary *astar = bench_summaries_find(all, "astar");
    for (uint32_t i = 0; i < all->count && astar && astar->queries; i++) {
        const bench_summary *item = &all->items[i];
        if (item == astar || !item->queries) {
            continue;
        }
        bench_page_cell(section->page, "%s", title);
        bench_page_cell(section->page, "`%s`", item->spec);
        bench_page_cell(section->page, "%u", item->queries);
        bench_page_cell(section->page, "%.1f", 100 * item->total / astar->total);
        bench_page_cell(section->page, "%.1f", 100 * item->expansions / astar->expansions);
        bench_page_cell(section->page, "%.1f", 100 * item->agent / astar->agent);
        bench_page_cell(section->page, "%.2f", 100 * item->excess);
        bench_page_cell(section->page, "%.2f", 100 * item->smoothed);
    }
}

// Time of each variant in percent of A*, by set.
static void sections_more_share_plot(const bench_summaries *all, double place, bench_plot *plot)
{
    const bench_summary *astar = bench_summaries_find(all, "astar");
    for (uint32_t i = 0; i < all->count && astar && astar->queries; i++) {
        const bench_summary *item = &all->items[i];
        if (item != astar && item->queries) {
            const bench_point point = {.x = place, .y = 100 * item->total / astar->total};
            char name[48];
            bench_section_short(item->spec, name);
            bench_plot_add(plot, name, &point);
        }
    }
}

way_status bench_section_shares(const bench_section *section)
{
    static const char *const sets[][2] = {
        {"bg512/%", "Baldur's Gate"}, {"sc1/%", "StarCraft"}, {"gen:rts%", "pseudo-RTS"}};
    way_status status = WAY_STATUS_OK;
    bench_plot *plot = calloc(1, sizeof *plot);
    if (!plot) {
        return WAY_STATUS_NO_MEMORY;
    }
    *plot = (bench_plot){.title = "Search time in percent of A*",
                         .x = "",
                         .ticks = "\"Baldur's Gate\" 1, \"StarCraft\" 2, \"pseudo-RTS\" 3",
                         .y = "time (% of A*)",
                         .log_y = true,
                         .joined = true};
    bench_page_table(section->page, "<maps <algorithm >queries >time,_%_of_A* >expansions,_%_of_A* "
                                    ">memory,_%_of_A* >excess_% >smoothed_%");
    for (uint32_t i = 0; i < 3 && status == WAY_STATUS_OK; i++) {
        bench_summaries all;
        status = bench_summaries_create(section->store, section->run, sets[i][0], &all);
        if (status == WAY_STATUS_OK) {
            sections_more_share(section, sets[i][1], &all);
            sections_more_share_plot(&all, i + 1, plot);
            bench_summaries_free(&all);
        }
    }
    bench_page_end_table(section->page);
    bench_section_plot(section, plot, "percent-of-astar");
    free(plot);
    return status;
}

// Growth ------------------------------------------------------------------------------------------

// Draws what a statement gives: series, x, y.
static way_status sections_more_lines(const bench_section *section, bench_plot *plot,
                                      const char *sql, const char *name)
{
    plot->count = 0;
    plot->joined = plot->log_x = plot->log_y = true;
    bench_rows rows = bench_rows_begin(section->store, sql, "i", section->run);
    while (bench_rows_next(&rows)) {
        const bench_point point = {.x = bench_rows_real(&rows, 1), .y = bench_rows_real(&rows, 2)};
        bench_plot_add(plot, bench_rows_text(&rows, 0), &point);
    }
    if (!bench_rows_end(&rows)) {
        return WAY_STATUS_IO;
    }
    bench_section_plot(section, plot, name);
    return WAY_STATUS_OK;
}

static way_status sections_more_crowds(const bench_section *section)
{
    bench_page *page = section->page;
    bench_page_table(page, "<map <algorithm >agents >frame,_mean_ms >frame,_longest_ms "
                           ">all_agents_KB >shared_KB");
    bench_rows rows = bench_rows_begin(
        section->store,
        "SELECT c.map, c.spec, agents, frame_mean * 1e3, frame_max * 1e3, bytes / 1024,"
        " shared / 1024 FROM crowds c JOIN maps m ON m.run = c.run AND m.map = c.map WHERE"
        " c.run = ?1 AND m.passable = (SELECT max(passable) FROM maps WHERE run = ?1)"
        " ORDER BY c.rowid",
        "i", section->run);
    while (bench_rows_next(&rows)) {
        bench_page_cell(page, "%s", bench_rows_text(&rows, 0));
        bench_page_cell(page, "`%s`", bench_rows_text(&rows, 1));
        bench_page_cell(page, "%lld", (long long)bench_rows_integer(&rows, 2));
        bench_page_cell(page, "%.4f", bench_rows_real(&rows, 3));
        bench_page_cell(page, "%.4f", bench_rows_real(&rows, 4));
        bench_page_cell(page, "%.0f", bench_rows_real(&rows, 5));
        bench_page_cell(page, "%.0f", bench_rows_real(&rows, 6));
    }
    bench_page_end_table(page);
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

way_status bench_section_scaling(const bench_section *section)
{
    static const struct {
        const char *name, *title, *x, *y, *sql;
    } lines[] = {
        {"time", "Time of a trip by the size of the map", "passable cells", "time (us)",
         "SELECT spec, passable, avg(total) * 1e6 FROM queries q JOIN maps m ON m.run = q.run AND"
         " m.map = q.map WHERE q.run = ?1 GROUP BY spec, m.map ORDER BY min(q.rowid)"},
        {"bytes", "Memory by the size of the map", "passable cells", "database and one agent (KB)",
         "SELECT q.spec, passable, (avg(q.agent_bytes) + coalesce(avg(p.memory_bytes), 0)) / 1024"
         " FROM queries q JOIN maps m ON m.run = q.run AND m.map = q.map JOIN preparations p ON"
         " p.run = q.run AND p.map = q.map AND p.spec = q.spec WHERE q.run = ?1"
         " GROUP BY q.spec, m.map ORDER BY min(q.rowid)"},
        {"prepare", "Preparation by the size of the map", "passable cells", "one worker (s)",
         "SELECT p.spec, passable, prepare_one FROM preparations p JOIN maps m ON m.run = p.run"
         " AND m.map = p.map WHERE p.run = ?1 AND disk_bytes IS NOT NULL ORDER BY p.rowid"},
        {"frame", "A frame by the number of agents, largest map", "agents", "mean frame (ms)",
         "SELECT c.spec, agents, frame_mean * 1e3 FROM crowds c JOIN maps m ON m.run = c.run AND"
         " m.map = c.map WHERE c.run = ?1 AND m.passable = (SELECT max(passable) FROM maps WHERE"
         " run = ?1) ORDER BY c.rowid"},
        {"crowd", "Memory by the number of agents, largest map", "agents",
         "agents and database (KB)",
         "SELECT c.spec, agents, (bytes + shared) / 1024 FROM crowds c JOIN maps m ON m.run ="
         " c.run AND m.map = c.map WHERE c.run = ?1 AND m.passable = (SELECT max(passable) FROM"
         " maps WHERE run = ?1) ORDER BY c.rowid"},
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
        status = sections_more_lines(section, plot, lines[i].sql, lines[i].name);
    }
    free(plot);
    if (status == WAY_STATUS_OK) {
        bench_page_text(section->page,
                        "Crowds on the largest map: every frame steps every agent once, with up to "
                        "100 expansions; who arrives is sent out again.");
        status = sections_more_crowds(section);
    }
    return status;
}
