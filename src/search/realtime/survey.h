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
//
// In a large cage that takes a hundred expansions for each of its states and more. So once a survey
// has got long, where steps can't be taken back, a member that waits is expanded beside every
// eighth expansion of the agent's own: then it is over after nine times as many expansions as it
// has members, and the look-ahead has all that it is meant to have.
#pragma once

#include "core/path_buffer.h"

#define WAYI_SURVEY_FIRST 64u
#define WAYI_SURVEY_LONG (1u << 22)
#define WAYI_SURVEY_SHARE 8u ///< expansions of its owner for each of its own

/// A node's mark: twice the round that it became a member in, plus 1 once expanded.
typedef struct wayi_survey {
    uint32_t round;
    uint32_t pending; ///< members that were not expanded since
    uint64_t span;    ///< expansions that this round may take
    uint64_t left;
    bool hurries;           ///< when it gets long: its owner asks for members that wait
    bool is_long;           ///< members that wait are in the queue
    uint32_t next;          ///< in the queue
    wayi_path_buffer queue; ///< slots
} wayi_survey;

/// For an owner that expands members of its own accord; others need only clear it.
static inline void wayi_survey_init(wayi_survey *survey, bool hurries,
                                    const way_allocator *allocator)
{
    *survey = (wayi_survey){.span = WAYI_SURVEY_FIRST, .hurries = hurries};
    wayi_path_buffer_init(&survey->queue, allocator);
}

static inline void wayi_survey_clear(wayi_survey *survey)
{
    survey->round = 0;
    survey->pending = 0;
    survey->span = WAYI_SURVEY_FIRST;
    survey->left = 0;
    survey->is_long = false;
}

/// A state that a member leads to, by its mark and its slot.
static inline void wayi_survey_join(wayi_survey *survey, uint32_t *mark, uint32_t slot)
{
    if (*mark >> 1 != survey->round) {
        *mark = survey->round << 1;
        survey->pending++;
        // Without memory for the queue it takes longer, that is all.
        survey->is_long = survey->is_long && wayi_path_buffer_push(&survey->queue, slot);
    }
}

/// To be called with the mark of the agent's own state before it looks ahead.
static inline void wayi_survey_begin(wayi_survey *survey, uint32_t *mark, uint32_t slot)
{
    if (survey->left == 0) {
        survey->round++;
        survey->pending = 0;
        survey->span *= 2;
        survey->left = survey->span;
        survey->is_long = survey->hurries && survey->span >= WAYI_SURVEY_LONG;
        survey->next = 0;
        wayi_path_buffer_clear(&survey->queue);
        wayi_survey_join(survey, mark, slot);
    }
}

/// Whether a member with that mark waits to be expanded.
static inline bool wayi_survey_awaits(const wayi_survey *survey, uint32_t mark)
{
    return mark == survey->round << 1;
}

/// A member that needs no looking at any more: it was expanded, or leads nowhere. True if it was
/// waiting for that; then what it leads to must join.
static inline bool wayi_survey_settle(wayi_survey *survey, uint32_t *mark)
{
    if (!wayi_survey_awaits(survey, *mark)) {
        return false;
    }
    *mark |= 1;
    survey->pending--;
    return true;
}

/// Most expansions that a survey takes beside so many of its owner's.
static inline uint32_t wayi_survey_share(uint32_t expansions)
{
    return (expansions + WAYI_SURVEY_SHARE - 1) / WAYI_SURVEY_SHARE;
}

/// Whether members are in line.
static inline bool wayi_survey_has_next(const wayi_survey *survey)
{
    return survey->is_long && survey->next < survey->queue.count;
}

/// The slot of the next member in line, which may have been expanded meanwhile; false if there is
/// none.
static inline bool wayi_survey_pop(wayi_survey *survey, uint32_t *slot)
{
    if (!wayi_survey_has_next(survey)) {
        return false;
    }
    *slot = survey->queue.states[survey->next++];
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
