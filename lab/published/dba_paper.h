// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The database of DBA* as printed. Only its own files include this.
#pragma once

#include "lab/published/paper.h"
#include "search/trip/algorithm.h"

enum { WAYI_DBA_PAPER_SECTOR, WAYI_DBA_PAPER_DEPTH, WAYI_DBA_PAPER_TRIM, WAYI_DBA_PAPER_ROUNDING };
enum { WAYI_DBA_PAPER_TRIM_ONE, WAYI_DBA_PAPER_TRIM_CHAIN, WAYI_DBA_PAPER_TRIM_OFF };

#define WAYI_DBA_PAPER_NONE UINT32_MAX

/// What the matrix has for a pair of regions.
typedef struct wayi_dba_paper_hop {
    uint32_t next; ///< the region to go to first; WAYI_DBA_PAPER_NONE = there is no way
    way_cost cost;
} wayi_dba_paper_hop;

typedef struct wayi_dba_paper {
    uint32_t *sectors; ///< [sectors + 1] the first region of each, in rows of sectors
    size_t sectors_count;
    way_cell *places; ///< by region: its representative
    size_t places_count;
    uint32_t *first; ///< [regions + 1] where the records from a region start
    size_t first_count;
    uint32_t *to; ///< by record: the region that it leads to, ascending
    size_t to_count;
    way_cost *costs; ///< by record
    size_t costs_count;
    uint32_t *starts; ///< [records + 1] where the states of a record start
    size_t starts_count;
    way_cell *states; ///< of all records: representative, subgoals, representative
    size_t states_count;
    wayi_dba_paper_hop *matrix; ///< [regions * regions] by from, to
    size_t matrix_count;
} wayi_dba_paper;

/// The number of a cell's sector; `rect` gets the sector.
uint32_t wayi_dba_paper_sector(const way_navigator *navigator, way_cell cell, way_rect *rect);

/// Cells of the largest sector.
uint32_t wayi_dba_paper_area(const way_navigator *navigator);

/// The record between two regions, or WAYI_DBA_PAPER_NONE.
uint32_t wayi_dba_paper_record(const wayi_dba_paper *database, uint32_t from, uint32_t to);

way_status wayi_dba_paper_prepare(way_navigator *navigator, const way_job *job);
way_status wayi_dba_paper_open(way_navigator *navigator, const wayi_blob *blob);
