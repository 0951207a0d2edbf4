// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Algorithms by name: what they promise, what they need of a space, and what can be tuned. The list
// is there at run time, so that a tool can offer all of them without knowing any.
//
//     for (uint32_t i = 0; i < way_algorithm_count(); i++) { puts(way_algorithm_at(i)->name); }
#pragma once

#include <waymark/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What an algorithm promises.
typedef enum way_trait {
    WAY_TRAIT_OPTIMAL = 1 << 0,       ///< no path is cheaper
    WAY_TRAIT_BOUNDED = 1 << 1,       ///< never more expensive than the bound it was given
    WAY_TRAIT_COMPLETE = 1 << 2,      ///< arrives whenever a path exists
    WAY_TRAIT_REALTIME = 1 << 3,      ///< commits moves after a bounded amount of work each
    WAY_TRAIT_INCREMENTAL = 1 << 4,   ///< reuses its work after way_agent_notify
    WAY_TRAIT_ANYTIME = 1 << 5,       ///< has a path early and improves it
    WAY_TRAIT_PARTIAL_PATHS = 1 << 6, ///< has a path towards the goal when it must give up
    WAY_TRAIT_HANDLES_EDITS = 1 << 7, ///< keeps going while a map, or what is known of it, changes
    WAY_TRAIT_ANY_GOAL = 1 << 8,      ///< takes several goals, ranges and a space's own goals
    WAY_TRAIT_BLOCKED_START = 1 << 9, ///< plans the way out of a blocked start itself
    WAY_TRAIT_PREPARED = 1 << 10      ///< builds a database in way_navigator_create
} way_trait;

/// What an algorithm requires of the space: way_space_trait bits.
typedef uint32_t way_needs;

typedef enum way_param_type {
    WAY_PARAM_INTEGER, ///< a whole number
    WAY_PARAM_RATIO,   ///< a decimal number, kept in thousandths
    WAY_PARAM_CHOICE,  ///< one of `choices`, kept as its index
    WAY_PARAM_SWITCH   ///< on or off, kept as 1 or 0
} way_param_type;

/// One tunable of an algorithm.
typedef struct way_param {
    const char *name;
    const char *help;
    way_param_type type;
    int32_t default_value; ///< when not given
    int32_t min;
    int32_t max;
    const char *const *choices; ///< WAY_PARAM_CHOICE: max + 1 names
} way_param;

/// Most parameters of one algorithm.
enum { WAY_PARAMS_MAX = 16 };

/// The public description of an algorithm. Static.
typedef struct way_algorithm {
    const char *name;      ///< "astar"
    const char *title;     ///< "A*"
    const char *family;    ///< "discrete"
    const char *summary;   ///< one line
    const char *reference; ///< author, title, year
    uint32_t traits;       ///< way_trait bits
    way_needs needs;       ///< way_space_trait bits
    const way_param *params;
    uint32_t param_count;
} way_algorithm;

WAY_API uint32_t way_algorithm_count(void);

/// The algorithms in the order of the registry; NULL past the end.
WAY_API const way_algorithm *way_algorithm_at(uint32_t index);

/// Other names, each for an algorithm with parameters of its own: "bucketastar", whose `*spec` is
/// "astar(open=bucket)". Specs and way_algorithm_find take them; NULL past the end.
WAY_API const char *way_algorithm_alias_at(uint32_t index, const char **spec);

/// By name, such as "astar", or by another name of it; NULL if there is none.
WAY_API const way_algorithm *way_algorithm_find(const char *name);

/// Text of a single trait bit, such as "optimal", or of a need; "" for none.
WAY_API const char *way_trait_text(uint32_t trait);
WAY_API const char *way_need_text(uint32_t need);

/// Whether the algorithm can work on the space as it is now.
WAY_API bool way_algorithm_suits(const way_algorithm *algorithm, const way_space *space);

/// The space of a map that an algorithm (a name, or with parameters) searches: lines at any angle
/// for those that need them (way_space_create_angles), else the grid. Errors as those have.
WAY_API WAY_NODISCARD way_status way_space_create_for(const way_map *map, uint32_t profile,
                                                      const char *algorithm,
                                                      const way_allocator *allocator,
                                                      way_space **out);

/// Roughly what is to come on a space; all zero means one search and nothing else.
struct way_workload {
    uint64_t searches; ///< 0 = one
    uint64_t edits;    ///< meanwhile
    size_t memory;     ///< bytes that a database may take; 0 = make none
};

/// What "auto" means for a space, and why, in words. Static.
typedef struct way_choice {
    const char *algorithm; ///< as for a navigator; always one that finds cheapest paths
    const char *reason;    ///< without a full stop
} way_choice;

/// Chooses a search for a space, given a workload [opt] and what holds in the space now. The choice
/// affects speed alone: where it can't handle an edit or a kind of goal, a navigator made for
/// "auto" lets A* search.
WAY_API way_choice way_algorithm_choose(const way_space *space, const way_workload *workload);

#ifdef __cplusplus
}
#endif
