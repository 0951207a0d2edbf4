// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The parsers that take a job, in one shape: what was read is given back at once.
#pragma once

#include <waymark/base.h>

typedef way_status (*test_parse)(const char *text, size_t size, const way_parse_config *config,
                                 way_problem *problem);

way_status test_parse_map(const char *text, size_t size, const way_parse_config *config,
                          way_problem *problem);
way_status test_parse_graph(const char *text, size_t size, const way_parse_config *config,
                            way_problem *problem);
way_status test_parse_mesh(const char *text, size_t size, const way_parse_config *config,
                           way_problem *problem);
way_status test_parse_scenario(const char *text, size_t size, const way_parse_config *config,
                               way_problem *problem);
way_status test_parse_patches(const char *text, size_t size, const way_parse_config *config,
                              way_problem *problem);
way_status test_parse_dynamic(const char *text, size_t size, const way_parse_config *config,
                              way_problem *problem);
