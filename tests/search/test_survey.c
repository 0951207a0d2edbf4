// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/realtime/survey.h"
#include "support/test.h"

#define SURVEY_STATES 1000u

/// A cage: every state leads to two others, and from each all can be reached.
typedef struct survey_cage {
    wayi_survey survey;
    uint32_t marks[SURVEY_STATES];
} survey_cage;

static void survey_setup(survey_cage *cage, bool hurries)
{
    *cage = (survey_cage){.marks = {0}};
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_survey_init(&cage->survey, hurries, &allocator);
}

static void survey_expand(survey_cage *cage, uint32_t state)
{
    wayi_survey_count(&cage->survey);
    if (wayi_survey_settle(&cage->survey, &cage->marks[state])) {
        const uint32_t next[] = {(state + 1) % SURVEY_STATES, (state * 7 + 3) % SURVEY_STATES};
        for (uint32_t i = 0; i < 2; i++) {
            wayi_survey_join(&cage->survey, &cage->marks[next[i]], next[i]);
        }
    }
}

/// Rounds that look at one state only, until one would be long.
static void survey_grow_long(survey_cage *cage)
{
    do {
        while (cage->survey.left > 0) {
            survey_expand(cage, 0);
        }
        wayi_survey_begin(&cage->survey, &cage->marks[0], 0);
    } while (cage->survey.span < WAYI_SURVEY_LONG);
}

static void survey_ends_when_all_was_looked_at(void **state)
{
    (void)state;
    survey_cage cage;
    survey_setup(&cage, false);
    wayi_survey_begin(&cage.survey, &cage.marks[0], 0);
    for (uint32_t round = 0; !wayi_survey_is_complete(&cage.survey); round++) {
        assert_true(round < 20 * SURVEY_STATES);
        survey_expand(&cage, round % SURVEY_STATES);
        wayi_survey_begin(&cage.survey, &cage.marks[round % SURVEY_STATES], round % SURVEY_STATES);
    }
    for (uint32_t i = 0; i < SURVEY_STATES; i++) {
        assert_int_equal(cage.marks[i], cage.survey.round << 1 | 1);
    }
    wayi_path_buffer_fini(&cage.survey.queue);
}

/// A long one asks for every member that waits, once, and is over when there is none.
static void survey_hurries_when_long(void **state)
{
    (void)state;
    survey_cage cage;
    uint32_t slot = 0;
    survey_setup(&cage, true);
    wayi_survey_begin(&cage.survey, &cage.marks[0], 0);
    assert_false(wayi_survey_pop(&cage.survey, &slot)); // short
    survey_grow_long(&cage);
    survey_expand(&cage, 0);
    survey_expand(&cage, 1); // met by chance
    uint32_t asked = 0;
    while (wayi_survey_pop(&cage.survey, &slot)) {
        if (wayi_survey_awaits(&cage.survey, cage.marks[slot])) {
            assert_false(wayi_survey_is_complete(&cage.survey));
            survey_expand(&cage, slot);
            asked++;
        }
    }
    assert_int_equal(asked, SURVEY_STATES - 2);
    assert_true(wayi_survey_is_complete(&cage.survey));
    wayi_path_buffer_fini(&cage.survey.queue);
}

/// Owners that do not ask keep no queue.
static void survey_without_hurry_keeps_no_queue(void **state)
{
    (void)state;
    survey_cage cage;
    uint32_t slot = 0;
    survey_setup(&cage, false);
    wayi_survey_begin(&cage.survey, &cage.marks[0], 0);
    survey_grow_long(&cage);
    survey_expand(&cage, 0);
    assert_false(wayi_survey_pop(&cage.survey, &slot));
    assert_int_equal(cage.survey.queue.capacity, 0);
    wayi_survey_clear(&cage.survey);
    assert_int_equal(cage.survey.span, WAYI_SURVEY_FIRST);
    wayi_path_buffer_fini(&cage.survey.queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survey_ends_when_all_was_looked_at),
        cmocka_unit_test(survey_hurries_when_long),
        cmocka_unit_test(survey_without_hurry_keeps_no_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
