// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/before.h"

#include <string.h>

// Statements group by run, so that without rows there is no result instead of a zero.

/// Cells of a study: a column of a section.
#define BEFORE_CELLS(section, measure)                                                             \
    " FROM figures WHERE run = ?1 AND value IS NOT NULL AND section = '" section                   \
    "' AND measure = '" measure "'"
#define BEFORE_MEAN(format, section, measure, of)                                                  \
    "SELECT printf('" format "', avg(value))" BEFORE_CELLS(section, measure) of " GROUP BY run"
#define BEFORE_CELL(format, section, contender, measure)                                           \
    BEFORE_MEAN(format, section, measure, " AND contender = '" contender "'")
/// What an expansion of a search takes, the mean of the maps.
#define BEFORE_EXPANSION(spec)                                                                     \
    BEFORE_MEAN("%.0f", "What an expansion costs", "ns per expansion",                             \
                " AND contender LIKE '%, `" spec "`'")
/// The same from the trips of a suite.
#define BEFORE_TRIPS(spec)                                                                         \
    "SELECT printf('%.0f', 1e9 * sum(total) / sum(expansions)) FROM queries WHERE run = ?1 AND"    \
    " ground = 'dao' AND total > 0 AND spec = '" spec "' GROUP BY run"
/// Trips of a suite that two searches made, a and b.
#define BEFORE_PAIRS(one, other, of)                                                               \
    " FROM queries a JOIN queries b USING (run, ground, map, problem) WHERE run = ?1 AND a.spec"   \
    " = '" one "' AND b.spec = '" other "' AND a.solved AND b.solved" of
#define BEFORE_TIMED " AND a.total > 0 AND b.total > 0"
/// How many times the other's time one takes: least and most over sets, or over maps.
#define BEFORE_SPAN(one, other, group)                                                             \
    "SELECT printf('%.2g to %.2g', min(value), max(value)) FROM (SELECT run, sum(a.total) /"       \
    " sum(b.total) value" BEFORE_PAIRS(one, other, BEFORE_TIMED) " GROUP BY run, " group           \
                                                                 ") GROUP BY run"
#define BEFORE_SGA(set)                                                                            \
    "SELECT printf('%.0f', 100 * avg(a.total / b.total))" BEFORE_PAIRS(                            \
        "sgastar", "astar", BEFORE_TIMED " AND ground = '" set "' GROUP BY run")
#define BEFORE_HEAP "dstarlite(queue=heap_large_g)"
#define BEFORE_BUCKET "dstarlite(queue=bucket)"
#define BEFORE_MAZES(value)                                                                        \
    "SELECT printf(" value ")" BEFORE_PAIRS(BEFORE_HEAP, BEFORE_BUCKET, " AND ground = 'mazes'")

// clang-format off
static const bench_before before_table[] = {
    {"discrete", "An expansion of A* on Dragon Age, ns", "53", BEFORE_TRIPS("astar")},
    {"discrete", "Fringe search, times A*'s time, by map", "2 to 6",
     BEFORE_SPAN("fringe", "astar", "ground, map")},
    {"discrete", "Bidirectional search, times A*'s time, by map", "2 to 6",
     BEFORE_SPAN("bidirectional", "astar", "ground, map")},

    {"hierarchical", "Guided A*, times as fast as A*", "1.5 to 2", "SELECT 'taken out'"},

    {"incremental", "Expansions per maze, heap and buckets",
     "8977 and 9216, with walls removed between two rooms only",
     BEFORE_MAZES("'%.0f and %.0f', avg(a.expansions), avg(b.expansions)") " GROUP BY run"},
    {"incremental", "Time of a walk through a maze with a heap, times that with buckets", "3.05",
     "SELECT printf('%.2f', geometric(value)) FROM (SELECT run, sum(a.total) / sum(b.total) value"
     BEFORE_PAIRS(BEFORE_HEAP, BEFORE_BUCKET, " AND ground = 'mazes'" BEFORE_TIMED)
     " GROUP BY run, map) GROUP BY run"},

    {"gat", "Cost of a walk by f-hat, times that by f; look-ahead 1000, levels of the study",
     "1.12, with whole units of cost; 0.90 in the authors' rows",
     "SELECT printf('%.2f', avg(1.0 * a.cost / b.cost))"
     BEFORE_PAIRS("lsslrta(move=multi, order=fhat)", "lsslrta(move=multi)",
                  " AND ground = 'platform' AND problem = 3 GROUP BY run")},

    {"realtime", "An expansion of LSS-LRTA* with look-ahead 1000, ns, learning included", "379",
     BEFORE_TRIPS("lsslrta(lookahead=1000)")},
    {"realtime", "An expansion of RTAA* with look-ahead 1000, ns, learning included", "263",
     BEFORE_TRIPS("rtaa(lookahead=1000)")},

    {"sga", "SGA* at its preset, % of A*'s time, Baldur's Gate", "108", BEFORE_SGA("bg512")},
    {"sga", "The same, StarCraft", "126", BEFORE_SGA("sc1")},
    {"sga", "States that it remembers at once, % of A*'s, StarCraft", "105",
     "SELECT printf('%.1f', 100 * avg(1.0 * a.states / b.states))"
     BEFORE_PAIRS("sgastar", "astar", " AND ground = 'sc1' AND b.states GROUP BY run")},
    {"sga", "SGA* with jumps and no rival, times the time of the thesis' kind of A*, by set",
     "0.02 to 0.12, in a trial",
     BEFORE_SPAN("sgastar(informed=off)", "astar(open=binary, tie=low_g)", "ground")},
    {"sga", "V2 as in the thesis, the same", "not measured then",
     BEFORE_SPAN("sgastar(variant=v2, trim=max_dev, labels=off, informed=off, solver=classic, "
                 "loops=keep)",
                 "astar(open=binary, tie=low_g)", "ground")},

    {"kernels", "Jump point search on known ground, times A* of 86480e0", "27 to 32",
     BEFORE_CELL("%.1f", "Jump point search and A*", "times A* of 86480e0", "known ground")},
    {"kernels", "... with a fresh agent", "7.2",
     BEFORE_CELL("%.1f", "Jump point search and A*", "times A* of 86480e0", "fresh agent")},
    {"kernels", "... after an edit of one cell", "7.7",
     BEFORE_CELL("%.1f", "Jump point search and A*", "times A* of 86480e0", "after an edit")},
    {"kernels", "Jump point search on random and one-wide maps, times A*, both with fresh agents",
     "0.45 to 1.1",
     "SELECT printf('%.2f to %.2f', min(value), max(value))"
     BEFORE_CELLS("Where jumps do not pay", "fresh against fresh")
     " AND (contender LIKE 'random/%' OR contender LIKE 'maze/maze512-1-%') GROUP BY run"},
    {"kernels", "An expansion of A*, ns", "53", BEFORE_EXPANSION("astar")},
    {"kernels", "... of D* Lite with buckets", "106 to 122", BEFORE_EXPANSION("dstarlite")},
    {"kernels", "... of D* Lite with a heap", "230", BEFORE_EXPANSION(BEFORE_HEAP)},
    {"kernels", "... of adaptive A* for moving targets", "225", BEFORE_EXPANSION("mtadaptive")},
    {"kernels", "... of LSS-LRTA* with look-ahead 1000", "379",
     BEFORE_EXPANSION("lsslrta(lookahead=1000)")},
    {"kernels", "... of the same by f-hat", "373",
     BEFORE_EXPANSION("lsslrta(lookahead=1000, order=fhat)")},
    {"kernels", "A* with a sparse store, times its time with a dense one", "6",
     BEFORE_MEAN("%.2f", "Dense and sparse stores", "times", "")},
    {"kernels", "An agent of A* with a sparse store, % of the bytes of one with a dense store",
     "not measured then; dense, 16 bytes per cell",
     "SELECT printf('%.0f', 100 * sum(value * (measure = 'sparse, MB')) / sum(value * (measure ="
     " 'dense, MB'))) FROM figures WHERE run = ?1 AND section = 'Dense and sparse stores' AND"
     " measure LIKE '%, MB' GROUP BY run"},
    {"kernels", "The bound that AD* proves with its first path, times the best cost",
     "2.5, the weight of its estimate",
     BEFORE_MEAN("%.2f", "Proven bounds", "first path, at most", " AND contender LIKE '%, `adstar`'")},

    {"ground", "A chaser's turn, times that of A* from scratch, by map and chaser", "3 to 6",
     "SELECT printf('%.1f to %.1f', min(a.value / b.value), max(a.value / b.value)) FROM figures a"
     " JOIN figures b USING (run, section, measure) WHERE run = ?1 AND section = 'Chases' AND"
     " measure = 'us per turn' AND a.contender LIKE '%, mt%' AND b.contender LIKE '%, astar' AND"
     " substr(a.contender, 1, instr(a.contender, ', mt')) = substr(b.contender, 1,"
     " instr(b.contender, ', astar')) GROUP BY run"},
    {"ground", "A move of a walker that shares what it knows with all others, us", "1800",
     "SELECT printf('%.0f', 1000 * value / CAST(substr(text, instr(text, 'for ') + 4) AS REAL))"
     " FROM figures WHERE run = ?1 AND value IS NOT NULL AND contender LIKE '% with dstarlite in one"
     " fog, ms of a frame' AND text LIKE '% for %'"},

    {"mesh", "The way over a mesh, times the path over cells, Dragon Age",
     "1.06 to 1.10, worst 5: a string pulled through A*'s chain",
     "SELECT printf('%.3f', 1 / avg(value))" BEFORE_CELLS("Dragon Age", "cells/mesh")
     " AND contender = 'all' GROUP BY run"},
    {"mesh", "Time of a shortest way, us", "no search for it",
     BEFORE_CELL("%.0f", "Dragon Age", "all", "us")},
    {"mesh", "Longest call of a mesh's repair, budget 2000, tiles of 64 x 64 cells, us",
     "209, when one call laid all tiles",
     BEFORE_CELL("%.0f", "Dragon Age", "64 x 64 cells", "call us, worst")},
    {"mesh", "The same on rooms, caves, a maze and noise", "1053",
     BEFORE_CELL("%.0f", "Rooms, caves, a maze, noise", "64 x 64 cells", "call us, worst")},
    {"mesh", "Expansions of A* with the differential estimate, times fewer", "no such estimate",
     "SELECT printf('%.1f', max(value) / min(value))" BEFORE_CELLS("Dragon Age", "expansions")
     " AND contender IN ('`astar`', '`astar(estimate=differential)`') GROUP BY run"},
    {"mesh", "Time to prepare that estimate, longest of a map, ms", "no such estimate",
     BEFORE_CELL("%.0f", "Dragon Age", "`astar(estimate=differential)`", "prepared, ms, longest")},
};
// clang-format on

const bench_before *bench_before_at(uint32_t index)
{
    return index < sizeof before_table / sizeof *before_table ? &before_table[index] : NULL;
}

static way_status before_row(bench_store *store, const bench_before *row, int64_t run,
                             bench_page *out)
{
    bench_rows rows = bench_rows_begin(store, row->now, strstr(row->now, "?1") ? "i" : "", run);
    const bool found = bench_rows_next(&rows) && !bench_rows_null(&rows, 0);
    bench_page_cell(out, "%s", row->what);
    bench_page_cell(out, "%s", row->then);
    bench_page_cell(out, "%s", found ? bench_rows_text(&rows, 0) : "not measured");
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

way_status bench_before_show(bench_store *store, const char *page, int64_t run, int level,
                             bench_page *out)
{
    way_status status = WAY_STATUS_OK;
    bool titled = false;
    for (uint32_t i = 0; bench_before_at(i) && status == WAY_STATUS_OK; i++) {
        if (strcmp(bench_before_at(i)->page, page) != 0) {
            continue;
        }
        if (!titled) {
            bench_page_title(out, level, "Before and after");
            bench_page_text(out, "Before: measured about commit 86480e0, before these searches "
                                 "were reworked, on another machine of the same kind. Now: "
                                 "from the rows of this run.");
            bench_page_table(out, "<what >before >now");
            titled = true;
        }
        status = before_row(store, bench_before_at(i), run, out);
    }
    if (titled) {
        bench_page_end_table(out);
    }
    return status;
}
