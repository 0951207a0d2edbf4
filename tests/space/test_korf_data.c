// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Korf's 100 random boards of the 15-puzzle by IDA* on the trail space: lengths and counts of
// generated boards are those of public record. Without arguments only boards of at most two million
// are solved; "all" takes all 100 (36 thousand million), a number those of at most so many million.
#include "data/data.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/lab.h>

#include <string.h>
#include <time.h>

#define CHEAP_BOARDS 2000000u

static uint64_t most_generated = CHEAP_BOARDS;

typedef struct korf_row {
    unsigned id, length, estimate;
    uint64_t generated;
    uint8_t board[16];
} korf_row;

static bool korf_read(FILE *stream, korf_row *row)
{
    unsigned long long generated = 0;
    if (fscanf(stream, "%u,", &row->id) != 1) {
        return false;
    }
    for (uint32_t cell = 0; cell < 16; cell++) {
        unsigned tile = 0;
        assert_int_equal(fscanf(stream, "%u", &tile), 1);
        row->board[cell] = (uint8_t)tile;
    }
    assert_int_equal(fscanf(stream, ",%u,%u,%llu", &row->length, &row->estimate, &generated), 3);
    row->generated = generated;
    return true;
}

/// Every step of the solution slides one tile, and the last board is the goal.
static void korf_check_path(way_space *space, const way_agent *agent)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    uint8_t before[16];
    uint8_t after[16];
    way_tiles_get(space, path[0], before);
    for (uint32_t i = 1; i < count; i++) {
        way_tiles_get(space, path[i], after);
        uint32_t changed = 0;
        for (uint32_t cell = 0; cell < 16; cell++) {
            changed += before[cell] != after[cell];
        }
        assert_int_equal(changed, 2);
        memcpy(before, after, sizeof before);
    }
    for (uint8_t cell = 0; cell < 16; cell++) {
        assert_int_equal(before[cell], cell);
    }
}

static void korf_solve(way_space *space, const korf_row *row)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = "idastar(limit=0)"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = way_tiles_find(space, row->board), .mode = WAY_GOAL_SPACE};
    assert_int_equal(space->type->goal_estimate(space, trip.start), row->estimate);
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    const way_stats stats = way_agent_stats(agent);
    print_message("board %u: %u steps, %llu generated, %zu bytes\n", row->id, way_agent_cost(agent),
                  (unsigned long long)stats.generations, stats.bytes + way_tiles_bytes(space));
    assert_int_equal(way_agent_cost(agent), row->length);
    assert_int_equal(stats.generations, row->generated);
    korf_check_path(space, agent);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}

static void boards_when_solved(void **state)
{
    (void)state;
    char path[512];
    char header[256];
    snprintf(path, sizeof path, "%s/puzzle15/korf100.csv", data_root());
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    assert_non_null(fgets(header, sizeof header, stream));
    const way_tiles_config config = {.columns = 4, .rows = 4};
    way_space *space = NULL;
    assert_int_equal(way_space_create_tiles_trail(&config, &space), WAY_STATUS_OK);
    korf_row row;
    uint32_t solved = 0;
    uint64_t generated = 0;
    const clock_t start = clock();
    while (korf_read(stream, &row)) {
        if (row.generated <= most_generated) {
            korf_solve(space, &row);
            generated += row.generated;
            solved++;
        }
    }
    (void)fclose(stream);
    way_space_destroy(space);
    print_message("%u boards, %llu generated in %.1f s\n", solved, (unsigned long long)generated,
                  (double)(clock() - start) / CLOCKS_PER_SEC);
    assert_true(solved >= 12);
    assert_true(most_generated != UINT64_MAX || solved == 100);
}

int main(int count, char **arguments)
{
    if (count > 1) {
        most_generated = strcmp(arguments[1], "all") == 0
                             ? UINT64_MAX
                             : strtoull(arguments[1], NULL, 10) * 1000000;
    }
    char path[512];
    way_file file;
    snprintf(path, sizeof path, "%s/puzzle15/korf100.csv", data_root());
    if (way_file_read(path, 0, NULL, &file, NULL) != WAY_STATUS_OK) {
        printf("skipped: no boards in %s/puzzle15\n", data_root());
        return DATA_MISSING;
    }
    way_file_free(&file);
    const struct CMUnitTest tests[] = {cmocka_unit_test(boards_when_solved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
