// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The inside of a WaymarkGround node, for its methods, the reader of tiles and the world of units.
#pragma once

#include "extension.h"

#include <stdio.h>

typedef struct ground {
    way_map *map;
    bool borrows_map;   ///< from a world that was restored or is played again
    way_space *space;   ///< of trips and fields
    bool is_maps;       ///< the space is the map's, for `profile`: without fog, without penalties
    uint32_t profile;   ///< of trips and fields
    uint8_t *penalties; ///< [width * height] that the space has, if it has them
    way_space *lines;   ///< instead of the space, for an algorithm that goes at any angle
    way_navigator *navigator; ///< of `algorithm`
    way_agent *agent;
    way_walker *walker;
    way_belief *belief; ///< in the fog: the space is of its map
    way_sensor sensor;  ///< of walkers in it
    uint32_t foresight; ///< of walkers
    way_field *field;
    way_world *world;   ///< of units, if there is one
    way_unit *selected; ///< [selected_count of selected_capacity] who gets the next order
    uint32_t selected_count, selected_capacity;
    way_world_event event; ///< the last that was taken
    FILE *record;          ///< of the world, while there is one
    way_replay *replay;    ///< of `played`, whose world is `world`
    void *played;
    way_neighbours neighbours; ///< of the next setup
    way_corners corners;
    way_cost_model costs; ///< of steps; zero = the library's
    uint32_t floors;      ///< of the next setup; 0 = one
    way_profile weights;  ///< of the next profile, where `weighed`
    bool weighed[256];
    way_cell *starts, *goals; ///< [problem_count of problem_capacity] of a whole problem
    uint32_t problem_count, problem_capacity;
    way_mapf_plan plan;
    char algorithm[128];
    void *database;     ///< [opt] that the navigator was opened from
    gd_vector2i origin; ///< the place of cell 0
} ground;

/// Gives everything back; the rules of the next setup stay.
void ground_clear(ground *self);

/// Makes the ground again: plain, with its top left cell at `origin`. Says so if it can't.
bool ground_setup(ground *self, gd_vector2i origin, gd_vector2i size);

/// The cell at a place, or WAY_CELL_NONE.
way_cell ground_cell(const ground *self, const gd_vector2i *place);

/// Writes the place of a cell, if it is one.
void ground_place(const ground *self, way_cell cell, gd_vector2i *out);

/// The same for what needs one: off the ground is said.
way_cell ground_stand(const ground *self, const char *doing, const gd_vector2i *place);

/// Whether there is a ground and an argument is in a range; says so otherwise.
bool ground_within(const ground *self, const char *doing, const char *what, gd_int value,
                   gd_int least, gd_int most);

/// A budget as the library takes it; 0 if it is none, which is said.
uint32_t ground_budget(const ground *self, const char *doing, const void *argument);

/// The text of a string, as much of it as fits.
void ground_text(const gd_string *string, char *out, size_t capacity);

/// The navigator of an algorithm on what trips walk on; the last one is kept. NULL if there is
/// none, which was said.
way_navigator *ground_navigator(ground *self, const gd_string *algorithm);

/// Puts an end to what walks on the space, and gives trips and fields another, which is taken over.
void ground_walk_on(ground *self, way_space *space, bool is_maps, uint32_t profile);

/// Edits the map, or the world on it: what was edited by hand would leave a world behind.
way_status ground_edit(ground *self, const way_edit *edits, uint32_t count);

/// Puts an end to the world.
void ground_forget_world(ground *self);

/// Methods of the other files; each list ends with NULL.
extern const extension_row tiles_methods[];
extern const extension_row units_methods[];
extern const extension_row layers_methods[];
extern const extension_row kept_methods[];
