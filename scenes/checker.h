// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Judges a finished path: every step legal, both ends right, and what it came to.
//
//     const checker_trip trip = {start, goal, cells, count};
//     checker_report report;
//     way_status status = checker_check(map, 1, &trip, &report);
//     if (report.fault != CHECKER_FAULT_NONE) { fprintf(stderr, "%s\n", report.message); }
#pragma once

#include <waymark/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What is wrong with a path; the first fault along it.
typedef enum checker_fault {
    CHECKER_FAULT_NONE,
    CHECKER_FAULT_EMPTY,    ///< no cells at all
    CHECKER_FAULT_START,    ///< the first cell is not the start
    CHECKER_FAULT_GOAL,     ///< the last cell is not the goal
    CHECKER_FAULT_OUTSIDE,  ///< a cell is not on the map
    CHECKER_FAULT_TELEPORT, ///< two cells in a row are not neighbours (or the same), without a link
    CHECKER_FAULT_BLOCKED,  ///< the unit can't stand on a cell it steps on
    CHECKER_FAULT_CORNER    ///< a diagonal breaks the corner rule
} checker_fault;

/// The path to judge and what it should have been.
typedef struct checker_trip {
    way_cell start; ///< may be blocked; the first cell
    way_cell goal;  ///< the last cell
    const way_cell *cells;
    uint32_t count; ///< cells, so one more than steps
} checker_trip;

typedef struct checker_report {
    checker_fault fault;
    uint32_t index;     ///< of the cell at fault; 0 without one
    way_cost cost;      ///< of the steps before the fault, or of all
    uint32_t cardinals; ///< steps of length 1 among them; all steps on a hex map
    uint32_t diagonals; ///< steps of length sqrt(2) among them
    uint32_t revisits;  ///< cells of the path, up to the fault, that it had been on before
    double length;      ///< checker_length of the steps
    char message[160];  ///< one English sentence: what and where, or "ok"
} checker_report;

/// Judges a path. OK even if the path is wrong: that is in the report. OUT_OF_RANGE if the size is
/// 0, NO_MEMORY.
WAY_NODISCARD way_status checker_check(const way_map *map, uint32_t size, const checker_trip *trip,
                                       checker_report *out);

/// The real length of so many steps: cardinals + diagonals * sqrt(2).
double checker_length(uint32_t cardinals, uint32_t diagonals);

#ifdef __cplusplus
}
#endif
