// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a question to an index takes on its map, and what jump point search takes, by how far a trip
// leads over open ground: measured once, on a few trips of every length, in expansions. So which of
// the two goes first is a function of the map and the index, not of a clock or of what came before.
#pragma once

#include "search/beacon/ask/query.h"
#include "search/beacon/change/stale.h"
#include "search/trip/algorithm.h"

/// Lengths of trips: powers of two of straight steps.
#define WAYI_BEACON_SCALES 17u

typedef struct wayi_beacon_price {
    uint32_t question; ///< expansions, with the walk to the hub
    uint32_t search;   ///< likewise
    uint32_t winding;  ///< cost of a way, in sixteenths of the open distance
} wayi_beacon_price;

typedef struct wayi_beacon_prices {
    wayi_beacon_price scales[WAYI_BEACON_SCALES];
    uint32_t most; ///< of what questions take
} wayi_beacon_prices;

/// Measures, and keeps the ways as samples: NO_MEMORY.
way_status wayi_beacon_prices_measure(wayi_beacon_prices *prices, wayi_beacon_samples *samples,
                                      const way_navigator *navigator,
                                      const wayi_beacon_index *index);

/// Those of a trip.
const wayi_beacon_price *wayi_beacon_price_of(const wayi_beacon_prices *prices,
                                              const wayi_board *board, wayi_reach from,
                                              wayi_reach to);
