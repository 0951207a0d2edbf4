// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// All algorithms by name, and navigators by what a config says in words.
#pragma once

#include "search/trip/algorithm.h"

/// Another name for an algorithm with parameters of its own.
typedef struct wayi_alias {
    const char *name;
    const char *spec;
} wayi_alias;

extern const wayi_alias wayi_aliases[];
extern const uint32_t wayi_alias_total;

/// All algorithms, in the order of registry.def.
extern const wayi_algorithm *const wayi_algorithms[];
extern const uint32_t wayi_algorithm_total;

/// Reads "name(param=value, ...)" into an algorithm and a full set of parameters.
way_status wayi_spec_parse(const char *spec, const wayi_algorithm **algorithm, int32_t *params,
                           way_problem *problem);

/// Writes a full set of parameters as "param=value, ...".
void wayi_spec_format(const wayi_algorithm *algorithm, const int32_t *params, char *out,
                      size_t capacity);

/// Makes a navigator by what the config says, in words, or from a blob that belongs to its space
/// [opt].
way_status wayi_navigator_create_from(const way_navigator_config *config, const wayi_blob *blob,
                                      way_navigator **out);
