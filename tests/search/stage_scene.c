// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/stage.h"
#include "support/test.h"

#include <stdio.h>

way_map *stage_scene_map(const char *words)
{
    char request[128];
    scene made;
    scene_request parsed;
    way_problem problem = {0};
    way_map *map = NULL;
    (void)snprintf(request, sizeof request, "%s", words);
    assert_int_equal(scene_request_parse(request, &parsed, &problem), WAY_STATUS_OK);
    assert_int_equal(scene_create(&parsed, &made, NULL), WAY_STATUS_OK);
    assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map),
                     WAY_STATUS_OK);
    scene_destroy(&made);
    return map;
}
