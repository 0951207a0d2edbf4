// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the start kit of the competition's dynamic track declares: names and types as they are in
// its Entry.h, so that an entry which links here links there.
#pragma once

#include <inttypes.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gppc_point {
    uint16_t x;
    uint16_t y;
};

struct gppc_path {
    const struct gppc_point *path;
    uint32_t length;
    uint8_t incomplete;
};

struct gppc_patch {
    const uint8_t *bitarray; // one bit a cell, row by row, lowest first, 1 = traversable
    uint16_t width;
    uint16_t height;
    struct gppc_point pos;
};

void gppc_preprocess_init_map(struct gppc_patch init_map, const char *preprocess_filename);
void *gppc_search_init(struct gppc_patch active_map, const char *preprocess_filename);
void gppc_map_change(void *data, const struct gppc_patch *changes, uint32_t changes_length);
struct gppc_path gppc_get_path(void *data, struct gppc_point start, struct gppc_point goal);
void gppc_free_data(void *data);
const char *gppc_get_name(void);

#ifdef __cplusplus
}
#endif
