// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Texts that are no maps, and what is said of them.
#pragma once

#include "support/test.h"

#include <waymark/format.h>

#include <string.h>

typedef struct refused_text {
    const char *text;
    way_status status;
    uint32_t line, column;
    const char *sentence; ///< NULL = any
} refused_text;

/// What a parser came to is what was expected.
static inline void refused_check(const refused_text *expected, way_status status,
                                 const way_problem *problem)
{
    assert_int_equal(status, expected->status);
    assert_int_equal(problem->line, expected->line);
    assert_int_equal(problem->column, expected->column);
    assert_true(strlen(problem->text) > 0);
    if (expected->sentence) {
        assert_string_equal(problem->text, expected->sentence);
    }
}

/// No map is made of any of them.
static inline void refused_maps(const refused_text *texts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        way_map *map = NULL;
        way_problem problem;
        const way_status status =
            way_map_parse(texts[i].text, strlen(texts[i].text), NULL, NULL, &map, &problem);
        assert_null(map);
        refused_check(&texts[i], status, &problem);
    }
}
