// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases that follow their map: the journal's rectangles are handed to the algorithm, which
// repairs itself a slice at a time.
#include "search/trip/algorithm.h"

#include <waymark/database.h>

bool way_navigator_is_current(const way_navigator *navigator)
{
    const wayi_algorithm *algorithm = navigator->algorithm;
    if (!navigator->database) {
        return !wayi_navigator_is_unprepared(navigator); // nothing that could be out of date
    }
    if (!wayi_navigator_takes(navigator, WAY_GOAL_EXACT)) {
        return false; // another search answers
    }
    const bool behind = navigator->repairing && algorithm->database.is_behind
                            ? algorithm->database.is_behind(navigator)
                            : navigator->repairing;
    return !behind && navigator->revision == way_space_revision(navigator->space);
}

way_status wayi_navigator_changes(const way_navigator *navigator, way_rect *rects, uint32_t *count)
{
    const way_map *map = way_space_map(navigator->space);
    const way_status status =
        way_map_changes(map, navigator->revision, rects, WAYI_NAVIGATOR_RECTS, count);
    if (status != WAY_STATUS_STALE && *count <= WAYI_NAVIGATOR_RECTS) {
        return status;
    }
    rects[0] = (way_rect){0, 0, way_map_width(map), way_map_height(map)};
    *count = 1;
    return WAY_STATUS_OK;
}

static way_status repair_run(way_navigator *navigator, uint32_t budget, bool *done)
{
    const wayi_algorithm *algorithm = navigator->algorithm;
    const way_map *map = way_space_map(navigator->space);
    if (algorithm->database.repair && !algorithm->database.is_able &&
        !wayi_navigator_takes(navigator, WAY_GOAL_EXACT)) {
        *done = true; // until the ground is what it needs; then the map's journal tells
        return WAY_STATUS_OK;
    }
    *done = way_navigator_is_current(navigator);
    if (!algorithm->database.repair || !navigator->database || !map) {
        return WAY_STATUS_UNSUPPORTED;
    }
    *done = *done && !navigator->repairing;
    if (*done && !algorithm->database.learns) {
        return WAY_STATUS_OK;
    }
    way_rect rects[WAYI_NAVIGATOR_RECTS];
    uint32_t count = 0;
    way_status status = wayi_navigator_changes(navigator, rects, &count);
    if (status == WAY_STATUS_OK) {
        status = algorithm->database.repair(navigator, rects, count, budget ? budget : 1, done);
    }
    if (status == WAY_STATUS_OK) {
        navigator->revision = way_map_revision(map);
        navigator->repairing = !*done;
    }
    return status;
}

way_status way_navigator_repair(way_navigator *navigator, uint32_t budget, bool *done)
{
    if (!navigator || !done) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_status status = repair_run(navigator, budget, done);
    if (status == WAY_STATUS_OK) {
        navigator->stats.calls++;
        navigator->stats.current += way_navigator_is_current(navigator);
        navigator->stats.done += *done;
    }
    return status;
}

way_repair_stats way_navigator_repair_stats(const way_navigator *navigator)
{
    way_repair_stats stats = navigator->stats;
    stats.work = navigator->repaired;
    return stats;
}

way_status way_navigator_favour(way_navigator *navigator, const way_cell *cells, uint32_t count)
{
    if (!navigator || (count && !cells)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!navigator->algorithm->database.favours) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (count > WAY_NAVIGATOR_FAVOURED_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    if (!wayi_space_has_all(navigator->space, cells, count)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    for (uint32_t i = 0; i < count; i++) {
        navigator->favoured[i] = cells[i];
    }
    navigator->favoured_count = count;
    return WAY_STATUS_OK;
}
