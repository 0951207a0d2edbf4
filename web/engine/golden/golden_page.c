// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The golden tests, unmodified, for a page: they are told to record, and the recorded text stays in
// memory, file after file, for the page to compare with those of the tree.
#include <waymark/file.h>

#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GOLDEN_CALL(name) __attribute__((export_name(#name)))

static char *golden_bytes;
static size_t golden_size;
static const char *golden_problem = "";

char *golden_text(void);
GOLDEN_CALL(text) char *golden_text(void)
{
    return golden_bytes;
}

size_t golden_text_size(void);
GOLDEN_CALL(text_size) size_t golden_text_size(void)
{
    return golden_size;
}

const char *golden_trouble(void);
GOLDEN_CALL(trouble) const char *golden_trouble(void)
{
    return golden_problem;
}

_Noreturn void golden_fail(const char *file, int line, const char *what)
{
    static char text[256];
    (void)snprintf(text, sizeof text, "%s:%d: %s", file, line, what);
    golden_problem = text;
    abort();
}

int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                            void *setup, void *teardown)
{
    (void)name;
    (void)setup;
    (void)teardown;
    for (size_t i = 0; i < count; i++) {
        void *state = tests[i].initial_state;
        if (tests[i].setup_func) {
            (void)tests[i].setup_func(&state);
        }
        tests[i].test_func(&state);
        if (tests[i].teardown_func) {
            (void)tests[i].teardown_func(&state);
        }
    }
    return 0;
}

void cmocka_set_test_filter(const char *pattern)
{
    (void)pattern;
}

char *getenv(const char *name)
{
    static char yes[] = "1";
    return strcmp(name, "WAYMARK_RECORD") == 0 ? yes : NULL;
}

way_status way_file_write(const char *path, const void *bytes, size_t size, way_problem *problem)
{
    (void)path;
    (void)problem;
    char *more = realloc(golden_bytes, golden_size + size);
    if (!more) {
        return WAY_STATUS_NO_MEMORY;
    }
    golden_bytes = more;
    memcpy(golden_bytes + golden_size, bytes, size);
    golden_size += size;
    return WAY_STATUS_OK;
}

way_status way_file_read(const char *path, size_t limit, const way_allocator *allocator,
                         way_file *out, way_problem *problem)
{
    (void)path;
    (void)limit;
    (void)allocator;
    (void)out;
    (void)problem;
    return WAY_STATUS_IO;
}

void way_file_free(way_file *file)
{
    (void)file;
}
