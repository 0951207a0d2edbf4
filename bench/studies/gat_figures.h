// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The figures of Burns, Kiesel and Ruml (2013), run again: kinds of problems, figures, findings.
#pragma once

#include "bench/gat/gat_report.h"

#include <stdio.h>

/// The algorithms of all figures, by index into gat_specs and gat_labels.
typedef enum gat_spec {
    GAT_MULTI,
    GAT_SINGLE,
    GAT_DYNAMIC,
    GAT_COMPLETE,
    GAT_FHAT,
    GAT_SINGLE_FHAT,
    GAT_DYNAMIC_FHAT,
    GAT_ASTAR,
    GAT_SPEEDY,
    GAT_SPEC_COUNT
} gat_spec;

extern const char *const gat_specs[GAT_SPEC_COUNT];
extern const char *const gat_labels[GAT_SPEC_COUNT];

/// A kind of problems.
typedef struct gat_domain {
    const char *name;            ///< of its training file and pictures
    const char *title;           ///< on axes
    const char *tests, *lessons; ///< what it is tested and trained on, as prose
    const char *test_word;       ///< instances below the data directory; "%02u" = 1..25
    const char *train_word;
    uint32_t duration_count; ///< of gat_figure_durations
    uint64_t limit, limit_first, move_limit;
    uint64_t episode_limit, limit_least; ///< see gat_plan
    uint64_t single_longest;
    bool all_specs; ///< false = only those of figures 8 and 9
} gat_domain;

#define GAT_DOMAINS 4u
enum { GAT_DOMAIN_PLATFORM, GAT_DOMAIN_LEVELS, GAT_DOMAIN_TILES, GAT_DOMAIN_GRID };
extern const gat_domain gat_domains[GAT_DOMAINS];

/// A kind of problems that has been run.
typedef struct gat_arrivals {
    const gat_domain *domain;
    gat_instances instances;
    gat_trainings trainings;
    gat_plan plan; ///< of all its algorithms
    bool there;    ///< false without the data
} gat_arrivals;

/// The part of a plan that is about some algorithms; `specs` has room for them.
gat_plan gat_arrivals_choose(const gat_arrivals *arrivals, const gat_spec *chosen, uint32_t count,
                             const char **specs);

/// Prints what the paper found and whether the rows agree.
void gat_findings_print(FILE *out, const gat_arrivals *arrivals);

/// Prints the page: how it was run, the figures with their tables, the findings. The pictures are
/// drawn into `pictures`. IO.
WAY_NODISCARD way_status gat_page_print(FILE *out, const gat_arrivals *arrivals,
                                        const char *pictures, way_problem *problem);
