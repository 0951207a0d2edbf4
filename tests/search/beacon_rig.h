// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon on maps of noise, asked beside an oracle, and edits for them.
#pragma once

#include "scenes/oracle.h"
#include "search/beacon/ask/beacon.h"

typedef struct beacon_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    uint32_t size; ///< of units
} beacon_rig;

/// Opens a navigator on a map of which so many cells of a hundred are blocked.
void beacon_rig_open(beacon_rig *rig, const char *spec, uint32_t width, uint32_t height,
                     uint32_t blocked, uint32_t size, way_rng *rng);
void beacon_rig_close(beacon_rig *rig);
wayi_beacon_database *beacon_rig_database(const beacon_rig *rig);

/// Has all trips take what a price says: `search` 0 = the search goes first, for `question`
/// expansions a few times; `question` 0 = the index is asked, as if every search took long.
void beacon_price(way_navigator *navigator, uint32_t question, uint32_t search);

/// A cell where the unit can stand.
way_cell beacon_rig_pick(const beacon_rig *rig, way_rng *rng);

/// One trip against the oracle, and so many between any cells.
void beacon_rig_ask(const beacon_rig *rig, way_cell start, way_cell goal, const char *when);
void beacon_rig_ask_some(const beacon_rig *rig, uint32_t count, way_rng *rng, const char *when);

/// How edits are made.
typedef struct beacon_edits {
    uint32_t walls;   ///< of ten edits, how many set walls
    uint32_t side;    ///< of an edit at most
    uint32_t toggles; ///< of ten edits, how many put back an earlier one
    uint32_t told;    ///< of ten edits, how many the navigator is told of at once
    uint32_t budget;  ///< of a repair
} beacon_edits;

way_edit beacon_rig_draw(const beacon_rig *rig, const beacon_edits *plan, way_rng *rng);
