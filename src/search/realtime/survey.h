// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether an agent that learns as it walks is caught: where steps can't be taken back it may have
// walked to where no goal can be reached from, and would go round in there until its estimates
// overflow.
//
// A survey watches the expansions that the agent makes anyway. It starts with the agent's own state
// as its only member; whenever a member is expanded, the states that it leads to become members.
// Once every member has been expanded, all that can be reached has been looked at and no goal was
// among it. An agent that is caught expands every state of its cage again and again, so this comes
// to pass; but members of a survey that started before the agent fell may never be met again, so
// each survey gets twice as many expansions as the last one and then starts over.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define WAYI_SURVEY_FIRST 64u

/// A node's mark: twice the round that it became a member in, plus 1 once expanded.
typedef struct wayi_survey {
    uint32_t round;
    uint32_t pending; ///< members that were not expanded since
    uint64_t span;    ///< expansions that this round may take
    uint64_t left;
} wayi_survey;

static inline void wayi_survey_clear(wayi_survey *survey)
{
    *survey = (wayi_survey){.span = WAYI_SURVEY_FIRST};
}

/// A state that a member leads to.
static inline void wayi_survey_join(wayi_survey *survey, uint32_t *mark)
{
    if (*mark >> 1 != survey->round) {
        *mark = survey->round << 1;
        survey->pending++;
    }
}

/// To be called with the mark of the agent's own state before it looks ahead.
static inline void wayi_survey_begin(wayi_survey *survey, uint32_t *mark)
{
    if (survey->left == 0) {
        survey->round++;
        survey->pending = 0;
        survey->span *= 2;
        survey->left = survey->span;
        wayi_survey_join(survey, mark);
    }
}

/// A member that needs no looking at any more: it was expanded, or leads nowhere. True if it was
/// waiting for that; then what it leads to must join.
static inline bool wayi_survey_settle(wayi_survey *survey, uint32_t *mark)
{
    if (*mark != survey->round << 1) {
        return false;
    }
    *mark |= 1;
    survey->pending--;
    return true;
}

static inline void wayi_survey_count(wayi_survey *survey)
{
    survey->left -= survey->left > 0;
}

/// Whether nothing is left to look at.
static inline bool wayi_survey_is_complete(const wayi_survey *survey)
{
    return survey->pending == 0;
}
