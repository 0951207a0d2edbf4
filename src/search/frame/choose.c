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
    const uint32_t plain = WAY_SPACE_GRID_8 | WAY_SPACE_STRICT_CORNERS | WAY_SPACE_UNIFORM_COST;
    if (!(traits & WAY_SPACE_GRID)) {
        return (way_choice){"astar", "not a map of cells: A* suits every space, and its estimate "
                                     "leads it where there is one"};
    }
    if (wayi_space_grid(space) && !(traits & WAY_SPACE_UNLINKED)) {
        return (way_choice){"astar", "links, which may lead anywhere and cost anything: A* with an "
                                     "estimate that none of them undercuts"};
    }
    if ((traits & plain) == plain && edits == 0) {
        return (way_choice){"jps", "plain ground that cuts no corners and will not change: jump "
                                   "point search expands a fraction of what A* does"};
    }
    if ((traits & plain) == plain) {
        return (way_choice){"bucketastar", "plain ground, but an edit may put weights on it, which "
                                           "jump point search can't do with: A* with buckets"};
    }
    return (way_choice){"bucketastar", traits & WAY_SPACE_UNIFORM_COST
                                           ? "a neighbour or corner rule that jump point search "
                                             "does not know: A* with buckets for small costs"
                                           : "weighted ground: A* with buckets, which keep small "
                                             "whole costs in order for next to nothing"};
}
