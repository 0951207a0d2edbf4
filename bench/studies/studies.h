// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The functions of sets that measure more than paths (study.h); suites.c says on what.
#pragma once

#include "bench/suites/suite.h"

// beacon.c
void bench_study_paths(bench_study *study);     ///< paths by the state of the caches
void bench_study_edited(bench_study *study);    ///< paths after edits
void bench_study_distances(bench_study *study); ///< tables of costs
void bench_study_large(bench_study *study);     ///< an index of a large map
// chase.c, costs.c, crowd.c
void bench_study_chase(bench_study *study);    ///< plans for targets that run
void bench_study_profiles(bench_study *study); ///< edits by the number of profiles
void bench_study_grounds(bench_study *study);  ///< A* over ground of several kinds
void bench_study_sensors(bench_study *study);  ///< a thousand sensors look around
void bench_study_sides(bench_study *study);    ///< longest calls by side of the map
void bench_study_crowd(bench_study *study);    ///< many agents on one navigator
// living.c, size.c
void bench_study_living(bench_study *study);  ///< a database on a map that never rests
void bench_study_repairs(bench_study *study); ///< how long single edits take to be repaired
void bench_study_size(bench_study *study);    ///< databases on ever larger maps
// mesh.c
void bench_study_mesh(bench_study *study);         ///< ways over a mesh, and over cells
void bench_study_mesh_repairs(bench_study *study); ///< meshes that follow edits
void bench_study_training(bench_study *study);     ///< what look-aheads take (training.c)
// game.c, worlds.c, arrivals.c, mapf.c, avoid.c
void bench_study_game(bench_study *study);      ///< a game of two teams
void bench_study_sealed(bench_study *study);    ///< everybody wants into a room without a door
void bench_study_agreement(bench_study *study); ///< ticks without planning
void bench_study_buildings(bench_study *study); ///< edits of a world
void bench_study_arrivals(bench_study *study);  ///< a thousand units to places by lot
void bench_study_mapf(bench_study *study);      ///< whole problems
void bench_study_mapf_better(bench_study *study);
void bench_study_avoid(bench_study *study); ///< discs among walls
