// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What maps, patches and scenarios have in common.
#pragma once

#include "format/scanner.h"

#include <waymark/format.h>

/// Reads a line as a row of exactly `width` letters; `weights` [opt] [width] gets what they weigh.
void wayi_movingai_read_row(wayi_scanner *scanner, uint32_t width, const way_letters *letters,
                            uint8_t *weights);

/// Reads the next full line as "NAME VALUE", VALUE a whole number of the range.
uint32_t wayi_movingai_read_field(wayi_scanner *scanner, const char *name, const wayi_range *range);

/// What the lines of a `links` section are added to.
typedef struct wayi_links_reader {
    way_map *map;
    uint32_t floors;
    uint32_t profile; ///< 0 = for all units
} wayi_links_reader;

/// Reads the rest of the text as links and adds all of them, or none.
way_status wayi_links_read(wayi_scanner *scanner, const wayi_links_reader *reader);

/// The part of a path after its last slash.
wayi_span wayi_movingai_base_name(wayi_span path);

/// How lengths were printed, gathered from all of a file.
typedef struct wayi_precision {
    uint32_t decimals_min, decimals_max, significant_max;
} wayi_precision;

/// Nothing gathered yet.
wayi_precision wayi_precision_begin(void);

/// Reads a length and takes note of its digits.
double wayi_movingai_read_length(wayi_scanner *scanner, wayi_span word, wayi_precision *precision);

/// How far rounding in print may have moved a length of this file.
double wayi_precision_tolerance(const wayi_precision *precision, double length);

/// Reads consecutive columns as whole numbers; the last range has no name.
void wayi_movingai_read_columns(wayi_scanner *scanner, const wayi_range *ranges,
                                uint32_t *const out[]);
