// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Long texts: a job is told how far parsing is, and can stop it wherever it is asked; nothing is
// left behind then.
#include "support/parsers.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

#define JOB_TEXT_MAX (UINT32_C(1) << 22)

/// A caller who stops the work when it is asked for the `stop`th time.
typedef struct job_caller {
    uint32_t asked, stop, told, last;
} job_caller;

static void job_progress(uint32_t thousandths, void *user)
{
    job_caller *caller = user;
    assert_true(thousandths <= 1000 && thousandths >= caller->last);
    caller->last = thousandths;
    caller->told++;
}

static bool job_cancelled(void *user)
{
    job_caller *caller = user;
    return ++caller->asked == caller->stop;
}

typedef struct job_text {
    char *bytes;
    size_t size;
} job_text;

/// A head, then the same line for as often as it takes to be asked some times; %u is its number.
static void job_fill(job_text *text, const char *head, const char *line, uint32_t count)
{
    text->size = (size_t)snprintf(text->bytes, JOB_TEXT_MAX, "%s", head);
    for (uint32_t i = 0; i < count; i++) {
        const size_t room = JOB_TEXT_MAX - text->size;
        // cppcheck-suppress wrongPrintfScanfArgNum ; a line may use fewer numbers than there are
        text->size += (size_t)snprintf(text->bytes + text->size, room, line, i, i, i, i);
    }
    assert_true(text->size < JOB_TEXT_MAX);
}

/// Squares in a row, each with corners of its own.
static void job_fill_mesh(job_text *text, uint32_t count)
{
    text->size = (size_t)snprintf(text->bytes, JOB_TEXT_MAX, "waymark-mesh 1\n");
    for (uint32_t i = 0; i < 4 * count; i++) {
        text->size +=
            (size_t)snprintf(text->bytes + text->size, JOB_TEXT_MAX - text->size,
                             "vertex %u %u %u\n", i, i / 4 * 2 + (i + 1) / 2 % 2, i / 2 % 2);
    }
    for (uint32_t i = 0; i < count; i++) {
        text->size +=
            (size_t)snprintf(text->bytes + text->size, JOB_TEXT_MAX - text->size,
                             "polygon %u %u %u %u %u\n", i, 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
    }
    assert_true(text->size < JOB_TEXT_MAX);
}

static void job_try(const char *name, const job_text *text, test_parse parse)
{
    job_caller caller = {0};
    const way_job job = {.progress = job_progress, .cancelled = job_cancelled, .user = &caller};
    test_allocator memory;
    test_allocator_init(&memory);
    const way_parse_config config = {.allocator = &memory.allocator, .job = &job};
    way_problem problem;
    const way_status whole = parse(text->bytes, text->size, &config, &problem);
    print_message("             %s: asked %u times in %zu bytes\n", name, caller.asked, text->size);
    assert_string_equal(problem.text, "");
    assert_int_equal(whole, WAY_STATUS_OK);
    const uint32_t asked = caller.asked;
    assert_true(asked >= 3 && caller.told == asked);
    for (uint32_t stop = 1; stop <= asked; stop++) {
        caller = (job_caller){.stop = stop};
        assert_int_equal(parse(text->bytes, text->size, &config, &problem), WAY_STATUS_CANCELLED);
        assert_int_equal(caller.asked, stop); // and never again
        assert_true(problem.text[0] != '\0');
        test_allocator_check_empty(&memory);
    }
}

static void parsing_when_it_is_long(void **state)
{
    (void)state;
    static char bytes[JOB_TEXT_MAX];
    job_text text = {bytes, 0};
    job_fill(&text, "type octile\nheight 9000\nwidth 30\nmap\n", "..............@...............\n",
             9000);
    job_try("map", &text, test_parse_map);
    job_fill(&text, "waymark-graph 1\ndirected\n", "node %u\nlink %u %u 7\n", 9000);
    job_try("graph", &text, test_parse_graph);
    job_fill_mesh(&text, 20000);
    job_try("mesh", &text, test_parse_mesh);
    job_fill(&text, "version 1\n", "%u\tsome.map\t9\t9\t1\t1\t2\t2\t1.41421356\n", 9000);
    job_try("scenario", &text, test_parse_scenario);
    job_fill(&text, "type patch\npatches 1\npatch 0\nheight 9000\nwidth 30\nmap\n",
             "..............@...............\n", 9000);
    job_try("patches", &text, test_parse_patches);
    job_fill(&text, "version 2\nheight 4\nwidth 5\ncost 1 octile\npatch a.patch\ncommands\n",
             "Q %u 0 0 4 3 5.2426406871193\n", 9000);
    job_try("dynamic", &text, test_parse_dynamic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parsing_when_it_is_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
