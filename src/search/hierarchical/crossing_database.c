// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is the same for all databases that are crossed: clusters, and supers over them.
#include "search/hierarchical/crossing.h"

way_status wayi_crossing_prepare(way_navigator *navigator, const wayi_clusters_config *config,
                                 uint32_t factor, const way_job *job)
{
    wayi_crossing_database *database = navigator->database;
    const uint32_t most = factor ? 700 : 1000;
    const way_status status =
        wayi_clusters_build(&database->clusters, config, navigator, (wayi_job_stage){job, 0, most});
    if (status != WAY_STATUS_OK || factor == 0) {
        return status;
    }
    database->clusters.changed = wayi_supers_note;
    database->clusters.user = &database->supers;
    return wayi_supers_build(&database->supers, &database->clusters, factor,
                             (wayi_job_stage){job, most, 1000});
}

way_status wayi_crossing_open(way_navigator *navigator, const wayi_clusters_config *config,
                              uint32_t factor, const wayi_blob *blob)
{
    wayi_crossing_database *database = navigator->database;
    const way_status status = wayi_clusters_open(&database->clusters, config, navigator, blob);
    if (status != WAY_STATUS_OK || factor == 0) {
        return status;
    }
    database->clusters.changed = wayi_supers_note;
    database->clusters.user = &database->supers;
    return wayi_supers_open(&database->supers, &database->clusters, factor, blob);
}

void wayi_crossing_discard(way_navigator *navigator)
{
    wayi_crossing_database *database = navigator->database;
    wayi_supers_fini(&database->supers);
    wayi_clusters_fini(&database->clusters);
}

size_t wayi_crossing_database_bytes(const way_navigator *navigator)
{
    const wayi_crossing_database *database = navigator->database;
    return wayi_clusters_bytes(&database->clusters) + wayi_supers_bytes(&database->supers);
}

way_status wayi_crossing_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                                uint32_t budget, bool *done)
{
    wayi_crossing_database *database = navigator->database;
    wayi_supers *supers = &database->supers;
    const uint64_t before = database->clusters.work.units + supers->maker.units;
    way_status status = wayi_clusters_repair(&database->clusters, rects, count, &budget, done);
    if (*done && supers->clusters) { // which are made of clusters that are up to date
        status = wayi_supers_repair(supers, &budget, done);
    }
    navigator->repaired += database->clusters.work.units + supers->maker.units - before;
    return status;
}

void wayi_crossing_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const wayi_crossing_database *database = navigator->database;
    wayi_clusters_save(&database->clusters, writer);
    if (database->supers.clusters) {
        wayi_supers_save(&database->supers, writer);
    }
}

/// The cluster of a cell, and its first gate; a cluster without gates has no region.
uint32_t wayi_crossing_find_region(const way_navigator *navigator, way_state state,
                                   way_state *place)
{
    const wayi_crossing_database *database = navigator->database;
    const wayi_clusters *clusters = &database->clusters;
    const uint32_t index = wayi_clusters_of(clusters, state);
    if (clusters->clusters[index].count == 0 || !way_space_can_stand(navigator->space, state)) {
        return WAY_STATE_NONE;
    }
    *place = clusters->gates[clusters->clusters[index].first].cell;
    return index;
}
