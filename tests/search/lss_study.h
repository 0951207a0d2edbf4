// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LSS-LRTA* a second time, from the text of Burns, Kiesel and Ruml (2013) and with the habits of
// their program as a switch: to hold the library's against, look-ahead by look-ahead. It is plain,
// slow, in doubles, and shares no code with the library: states and steps come from the caller.
#pragma once

#include <waymark/space.h>

#include <stdbool.h>
#include <stdint.h>

#define LSS_DEGREE_MAX 16u

typedef struct lss_problem lss_problem;

/// What is to be solved.
struct lss_problem {
    way_space *space;
    way_state start, goal; ///< the latter if `space` does not say what a goal is
    uint32_t (*expand)(const lss_problem *problem, way_state state, way_edge *out);
    double (*estimate)(const lss_problem *problem, way_state state);
    double (*steps)(const lss_problem *problem, way_state state); ///< [opt] missing = the estimate
    bool (*is_goal)(const lss_problem *problem, way_state state);
};

/// How it is solved. Of equal keys that with the smaller state first or, with `by_meeting`, the one
/// met first; the program has no rule.
typedef struct lss_rules {
    uint32_t lookahead;
    bool single;     ///< one action for each look-ahead
    bool dynamic;    ///< the next look-ahead is `lookahead` times the actions in hand, up to `most`
    bool layer;      ///< to the last complete layer of f
    bool fhat;       ///< by the estimate and its expected error
    bool walks;      ///< single: a goal that is next is walked to at once
    bool by_meeting; ///< which of equal keys goes first
    bool program;    ///< as the program does it, not the paper; not for layers
    uint32_t most;
    uint64_t limit; ///< of expansions; 0 = none
} lss_rules;

typedef struct lss_walk {
    bool arrived;
    double cost;
    uint64_t moves, looks, expansions;
    uint64_t states; ///< expanded at least once
    double slope;    ///< of the error in force at the end
    way_state *path; ///< [moves + 1], the caller frees it
} lss_walk;

/// Walks until the goal, the limit, or until there is no way.
lss_walk lss_study_walk(const lss_problem *problem, const lss_rules *rules);
