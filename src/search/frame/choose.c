// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// "auto": the search that suits a space, chosen by what holds there. All candidates find cheapest
// paths, so a choice is never wrong, only slower or faster.
#include "search/frame/algorithm.h"
#include "space/grid.h"

way_choice way_algorithm_choose(const way_space *space, uint64_t edits)
{
    const uint32_t traits = way_space_traits(space);
    if (!(traits & WAY_SPACE_GRID)) {
        return (way_choice){"astar", "not a map of cells: A* suits every space, and its estimate "
                                     "leads it where there is one"};
    }
    if (wayi_space_grid(space) && !(traits & WAY_SPACE_UNLINKED)) {
        return (way_choice){"astar", "links, which may lead anywhere and cost anything: A* with an "
                                     "estimate that none of them undercuts"};
    }
    const bool uniform = (traits & WAY_SPACE_UNIFORM_COST) != 0;
    const wayi_grid *grid = wayi_space_grid(space);
    const bool plain = uniform && grid && grid->map->neighbours != WAY_NEIGHBOURS_6;
    if (plain && edits == 0) {
        return (way_choice){"jps", "plain ground that will not change: jump point search expands a "
                                   "fraction of what A* does"};
    }
    if (plain) {
        return (way_choice){"bucketastar",
                            "plain ground, but an edit may put weights on it, where jump point "
                            "search gains nothing: A* with buckets"};
    }
    return (way_choice){"bucketastar", uniform
                                           ? "hexes, which jump point search does not jump over: "
                                             "A* with buckets for small costs"
                                           : "weighted ground: A* with buckets, which keep small "
                                             "whole costs in order for next to nothing"};
}
