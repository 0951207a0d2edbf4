// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map by the plain words of its definition: slow, obvious, and sharing nothing with the library.
#pragma once

#include <waymark/map.h>

typedef struct naive_map {
    uint32_t width, height;
    way_neighbours neighbours;
    way_corners corners;
    way_cost_model costs;
    uint8_t *weights;
    uint32_t *labels; ///< filled by naive_map_label
    uint32_t *stack;
} naive_map;

/// A map of plain ground.
naive_map naive_map_create(const way_map_config *config);
void naive_map_destroy(naive_map *naive);

void naive_map_edit(naive_map *naive, const way_edit *edits, uint32_t count);

/// Whether a unit of `size` can stand with its top left corner there. False outside.
bool naive_map_fits(const naive_map *naive, int64_t x, int64_t y, uint32_t size);

/// The mean weight of what a unit of `size` covers, rounded to the nearest; 0 if it can't stand.
uint32_t naive_map_weight(const naive_map *naive, way_cell cell, uint32_t size);

/// Whether the step by (dx, dy) is legal; its origin may be blocked.
bool naive_map_steps(const naive_map *naive, int64_t x, int64_t y, int dx, int dy, uint32_t size);

/// Labels components by flooding over legal steps; UINT32_MAX where a unit can't stand.
void naive_map_label(naive_map *naive, uint32_t size);

/// Distance over open ground of weight 1.
uint64_t naive_map_distance(const naive_map *naive, way_cell a, way_cell b);

/// Fails the running test unless the map's components equal those of the naive map.
void naive_map_check_components(naive_map *naive, const way_map *map, uint32_t size);

/// Creates the map that has the naive map's contents. Fails the running test on an error.
way_map *naive_map_build(const naive_map *naive);

/// The configurations worth trying: all neighbours with all corner rules that matter.
#define NAIVE_RULES 5
way_map_config naive_map_rule(uint32_t index, uint32_t width, uint32_t height);
