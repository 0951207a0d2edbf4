// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Saved databases: the same answers from a file as from memory, refused where they do not belong,
// harmless when they lie.
#define _DEFAULT_SOURCE

#include "core/blob.h"
#include "search/registry/registry.h"
#include "search/stage.h"
#include "space/grid.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

static stage_set database_stages;

typedef void (*database_check)(const test_stage *stage, way_navigator *navigator,
                               const way_database *saved);

/// Runs a check for every algorithm that saves, on every third stage that it suits.
static void database_each(database_check check)
{
    uint32_t runs = 0;
    for (uint32_t a = 0; a < wayi_algorithm_total; a++) {
        uint32_t turn = a;
        const bool saves = wayi_algorithms[a]->database.save || wayi_algorithms[a]->database.open;
        for (uint32_t i = 0; saves && i < database_stages.count; i++) {
            const test_stage *stage = &database_stages.stages[i];
            if (!way_algorithm_suits(&wayi_algorithms[a]->info, stage->space) || turn++ % 3) {
                continue;
            }
            way_navigator *navigator = NULL;
            const way_navigator_config config = {.space = stage->space,
                                                 .algorithm = wayi_algorithms[a]->info.name};
            const way_status status = way_navigator_create(&config, &navigator);
            if (status == WAY_STATUS_TOO_LARGE) {
                continue; // more cells than it takes
            }
            assert_int_equal(status, WAY_STATUS_OK);
            way_database saved;
            assert_int_equal(way_navigator_save(navigator, NULL, &saved), WAY_STATUS_OK);
            check(stage, navigator, &saved);
            way_database_free(&saved);
            way_navigator_destroy(navigator);
            runs++;
        }
    }
    assert_true(runs > 20);
}

static way_agent *database_agent(way_navigator *navigator)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    return agent;
}

static void check_same_answers(const test_stage *stage, way_navigator *navigator,
                               const way_database *saved)
{
    way_navigator *opened = NULL;
    const way_navigator_config config = {.space = stage->space};
    assert_int_equal(way_navigator_open(&config, saved->bytes, saved->size, &opened),
                     WAY_STATUS_OK);
    assert_ptr_equal(way_navigator_algorithm(opened), way_navigator_algorithm(navigator));
    way_agent *a = database_agent(navigator);
    way_agent *b = database_agent(opened);
    for (uint32_t i = 0; i < stage->problem_count; i++) {
        const way_trip trip = {.start = stage->problems[i].start, .goal = stage->problems[i].goal};
        assert_int_equal(way_agent_begin(a, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_begin(b, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(a), way_agent_run(b));
        uint32_t counts[2];
        const way_state *first = way_agent_path(a, &counts[0]);
        const way_state *second = way_agent_path(b, &counts[1]);
        assert_int_equal(counts[0], counts[1]);
        assert_memory_equal(first, second, counts[0] * sizeof *first);
    }
    way_database again;
    assert_int_equal(way_navigator_save(opened, NULL, &again), WAY_STATUS_OK);
    assert_int_equal(again.size, saved->size);
    assert_memory_equal(again.bytes, saved->bytes, saved->size);
    way_database_free(&again);
    way_agent_destroy(a);
    way_agent_destroy(b);
    way_navigator_destroy(opened);
}

static void same_answers_from_a_file(void **state)
{
    (void)state;
    database_each(check_same_answers);
}

// Workers -----------------------------------------------------------------------------------------

#define WORKERS_MAX 5u

typedef struct worker_pool {
    void (*body)(uint32_t, void *);
    void *argument;
    uint32_t count;
    atomic_uint next;
} worker_pool;

static void *worker_run(void *user)
{
    worker_pool *pool = user;
    for (uint32_t i = atomic_fetch_add(&pool->next, 1); i < pool->count;
         i = atomic_fetch_add(&pool->next, 1)) {
        pool->body(i, pool->argument);
    }
    return NULL;
}

static void workers_run(uint32_t count, void (*body)(uint32_t, void *), void *argument, void *user)
{
    const uint32_t workers = *(const uint32_t *)user;
    pthread_t threads[WORKERS_MAX];
    worker_pool pool = {.body = body, .argument = argument, .count = count};
    for (uint32_t i = 0; i < workers; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, worker_run, &pool), 0);
    }
    for (uint32_t i = 0; i < workers; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
}

static void check_workers(const test_stage *stage, way_navigator *navigator,
                          const way_database *saved)
{
    for (uint32_t workers = 1; workers <= WORKERS_MAX; workers += 2) {
        const way_job job = {.parallel_for = workers_run, .user = &workers};
        const way_navigator_config config = {.space = stage->space,
                                             .algorithm = way_navigator_algorithm(navigator)->name,
                                             .job = &job};
        way_navigator *made = NULL;
        way_database bytes;
        assert_int_equal(way_navigator_create(&config, &made), WAY_STATUS_OK);
        assert_int_equal(way_navigator_save(made, NULL, &bytes), WAY_STATUS_OK);
        assert_int_equal(bytes.size, saved->size);
        assert_memory_equal(bytes.bytes, saved->bytes, saved->size);
        way_database_free(&bytes);
        way_navigator_destroy(made);
    }
}

static void same_bytes_for_any_number_of_workers(void **state)
{
    (void)state;
    database_each(check_workers);
}

/// Memory that can only be read, as a mapped file is: whoever writes to it dies.
static void check_read_only(const test_stage *stage, way_navigator *navigator,
                            const way_database *saved)
{
    void *mapped =
        mmap(NULL, saved->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(mapped, MAP_FAILED);
    memcpy(mapped, saved->bytes, saved->size);
    assert_int_equal(mprotect(mapped, saved->size, PROT_READ), 0);
    const way_database view = {mapped, saved->size, saved->allocator};
    check_same_answers(stage, navigator, &view);
    assert_int_equal(munmap(mapped, saved->size), 0);
}

static void same_answers_from_mapped_memory(void **state)
{
    (void)state;
    database_each(check_read_only);
}

/// A repair of what was opened copies what it changes.
static void check_repaired_in_place(const test_stage *stage, way_navigator *navigator,
                                    const way_database *saved)
{
    if (!(way_navigator_algorithm(navigator)->traits & WAY_TRAIT_HANDLES_EDITS)) {
        return;
    }
    void *mapped =
        mmap(NULL, saved->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(mapped, MAP_FAILED);
    memcpy(mapped, saved->bytes, saved->size);
    assert_int_equal(mprotect(mapped, saved->size, PROT_READ), 0);
    way_navigator *opened = NULL;
    const way_navigator_config config = {.space = stage->space};
    assert_int_equal(way_navigator_open(&config, mapped, saved->size, &opened), WAY_STATUS_OK);
    const way_cell cell = stage->count / 3;
    const uint32_t width = way_map_width(stage->map);
    const uint8_t weight = way_map_terrain(stage->map, cell);
    const way_edit edits[] = {{cell % width, cell / width, 1, 1, weight ? 0 : 1},
                              {cell % width, cell / width, 1, 1, weight}};
    for (uint32_t i = 0; i < 2; i++) {
        bool done = false;
        assert_int_equal(way_map_edit(stage->map, &edits[i], 1), WAY_STATUS_OK);
        assert_false(way_navigator_is_current(opened));
        assert_int_equal(way_navigator_repair(opened, UINT32_MAX, &done), WAY_STATUS_OK);
        assert_true(done && way_navigator_is_current(opened));
    }
    way_navigator_destroy(opened);
    assert_int_equal(munmap(mapped, saved->size), 0);
}

static void repaired_from_mapped_memory(void **state)
{
    (void)state;
    database_each(check_repaired_in_place);
}

static void check_refused(const test_stage *stage, way_navigator *navigator,
                          const way_database *saved)
{
    const way_cell cell = stage->count / 2;
    const uint32_t width = way_map_width(stage->map);
    const uint8_t weight = way_map_terrain(stage->map, cell);
    const way_edit change = {cell % width, cell / width, 1, 1, weight ? 0 : 1};
    const way_edit back = {cell % width, cell / width, 1, 1, weight};
    way_problem problem = {0};
    way_navigator *opened = NULL;
    way_navigator_config config = {.space = stage->space, .problem = &problem};
    assert_int_equal(way_map_edit(stage->map, &change, 1), WAY_STATUS_OK);
    assert_int_equal(way_navigator_open(&config, saved->bytes, saved->size, &opened),
                     WAY_STATUS_STALE);
    assert_null(opened);
    assert_non_null(strstr(problem.text, "revision"));
    way_database none;
    assert_int_equal(way_navigator_save(navigator, NULL, &none),
                     navigator->algorithm->database.saves_amid ? WAY_STATUS_OK : WAY_STATUS_STALE);
    way_database_free(&none);
    assert_int_equal(way_map_edit(stage->map, &back, 1), WAY_STATUS_OK);
    config.algorithm = "astar";
    assert_int_equal(way_navigator_open(&config, saved->bytes, saved->size, &opened),
                     WAY_STATUS_UNSUPPORTED);
    config.algorithm = NULL;
    assert_int_equal(way_navigator_open(&config, saved->bytes, saved->size - 8, &opened),
                     WAY_STATUS_BAD_FORMAT);
    // The map is what it was, whatever its revision.
    assert_int_equal(way_navigator_open(&config, saved->bytes, saved->size, &opened),
                     WAY_STATUS_OK);
    way_navigator_destroy(opened);
}

static void refused_where_it_does_not_belong(void **state)
{
    (void)state;
    database_each(check_refused);
}

/// A copy with some bytes of one section changed and all checksums right.
static way_status forge(const way_database *saved, way_rng *rng, way_database *out)
{
    wayi_blob blob;
    assert_int_equal(wayi_blob_open(saved->bytes, saved->size, &blob, NULL), WAY_STATUS_OK);
    const wayi_blob_header *header = blob.header;
    const wayi_blob_info info = {header->algorithm, header->parameters, header->map};
    const uint32_t victim = way_rng_below(rng, header->section_count);
    wayi_blob_writer writer;
    wayi_blob_begin(&writer, &info, &saved->allocator);
    for (uint32_t i = 0; i < header->section_count; i++) {
        const wayi_blob_section_entry *entry = &header->sections[i];
        const size_t cut = i == victim && way_rng_below(rng, 8) == 0 ? entry->element_size : 0;
        const size_t size = entry->size > cut ? entry->size - cut : entry->size;
        unsigned char *items =
            wayi_blob_reserve(&writer, entry->tag, entry->element_size, size / entry->element_size);
        assert_non_null(items);
        memcpy(items, blob.bytes + entry->offset, size);
        for (uint32_t k = 0; i == victim && size && k < 1 + way_rng_below(rng, 4); k++) {
            const uint32_t at = way_rng_below(rng, (uint32_t)size);
            items[at] = (unsigned char)way_rng_below(rng, 256);
        }
    }
    out->allocator = saved->allocator;
    return wayi_blob_finish(&writer, &out->bytes, &out->size);
}

static void check_forged(const test_stage *stage, way_navigator *navigator,
                         const way_database *saved)
{
    (void)navigator;
    way_rng rng = way_rng_seed(stage->count + saved->size);
    for (uint32_t round = 0; round < stage_rounds(16); round++) {
        way_database forged;
        assert_int_equal(forge(saved, &rng, &forged), WAY_STATUS_OK);
        way_navigator *opened = NULL;
        const way_navigator_config config = {.space = stage->space};
        const way_status status = way_navigator_open(&config, forged.bytes, forged.size, &opened);
        if (status == WAY_STATUS_OK) {
            way_agent *agent = database_agent(opened);
            for (uint32_t i = 0; i < stage->problem_count; i++) {
                const way_trip trip = {.start = stage->problems[i].start,
                                       .goal = stage->problems[i].goal,
                                       .expansion_limit = 3000};
                if (way_agent_begin(agent, &trip) == WAY_STATUS_OK) {
                    way_agent_run(agent);
                }
            }
            way_agent_destroy(agent);
        }
        way_navigator_destroy(opened);
        way_database_free(&forged);
    }
}

static void lies_do_no_harm(void **state)
{
    (void)state;
    database_each(check_forged);
}

static void check_inspected(const test_stage *stage, way_navigator *navigator,
                            const way_database *saved)
{
    way_database_info info;
    assert_int_equal(way_database_inspect(saved->bytes, saved->size, &info, NULL), WAY_STATUS_OK);
    assert_string_equal(info.algorithm, way_navigator_algorithm(navigator)->name);
    assert_int_equal(info.width, way_map_width(stage->map));
    const wayi_grid *grid = wayi_space_grid(stage->space);
    assert_int_equal(info.map_hash, wayi_layer_hash(grid->map, grid->layer));
    assert_int_equal(info.unit_size, grid->layer->size);
    assert_true(info.section_count >= 2);
    for (uint32_t i = 0; i < info.section_count; i++) {
        assert_int_equal(strlen(info.sections[i].name), 4);
        assert_true(info.sections[i].offset + info.sections[i].size <= info.size);
    }
    way_database_info unread;
    way_problem problem = {0};
    char *copy = malloc(saved->size);
    assert_non_null(copy);
    memcpy(copy, saved->bytes, saved->size);
    copy[saved->size / 2] ^= 1;
    assert_int_equal(way_database_inspect(copy, saved->size, &unread, &problem),
                     WAY_STATUS_BAD_FORMAT);
    assert_true(strlen(problem.text) > 0);
    free(copy);
}

static void inspected(void **state)
{
    (void)state;
    database_each(check_inspected);
}

static bool save_and_open(test_allocator *memory)
{
    const test_stage *stage = &database_stages.stages[0];
    way_navigator *navigator = NULL;
    const way_navigator_config plain = {.space = stage->space, .algorithm = "dba"};
    assert_int_equal(way_navigator_create(&plain, &navigator), WAY_STATUS_OK);
    way_database saved;
    way_navigator *opened = NULL;
    bool worked = way_navigator_save(navigator, &memory->allocator, &saved) == WAY_STATUS_OK;
    if (worked) {
        const way_navigator_config config = {.space = stage->space,
                                             .allocator = &memory->allocator};
        worked = way_navigator_open(&config, saved.bytes, saved.size, &opened) == WAY_STATUS_OK;
    }
    if (worked) {
        way_navigator *of_map = NULL;
        const way_navigator_config config = {
            .map = stage->map, .profile = stage->size, .allocator = &memory->allocator};
        worked = way_navigator_open(&config, saved.bytes, saved.size, &of_map) == WAY_STATUS_OK;
        way_navigator_destroy(of_map);
    }
    way_navigator_destroy(opened);
    way_database_free(&saved);
    way_navigator_destroy(navigator);
    return worked;
}

static void without_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(save_and_open);
}

/// Opens a database by the spec that made it, then asks for each number one higher: returns how
/// many parameters the algorithm had chosen itself.
static uint32_t database_open_by_spec(const test_stage *stage, const way_algorithm *algorithm,
                                      const way_database *saved)
{
    way_navigator *again = NULL;
    way_navigator_config config = {.space = stage->space, .algorithm = algorithm->name};
    const way_status status = way_navigator_open(&config, saved->bytes, saved->size, &again);
    if (status != WAY_STATUS_OK) {
        fail_msg("%s: %s", algorithm->name, way_status_name(status));
    }
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        const way_param *param = &algorithm->params[i];
        const int32_t have = way_navigator_param(again, i);
        chosen += have != param->default_value;
        if (param->type == WAY_PARAM_INTEGER && have < param->max) {
            char other[128];
            way_navigator *none = NULL;
            (void)snprintf(other, sizeof other, "%s(%s=%d)", algorithm->name, param->name,
                           (int)have + 1);
            config.algorithm = other;
            assert_int_not_equal(way_navigator_open(&config, saved->bytes, saved->size, &none),
                                 WAY_STATUS_OK);
        }
    }
    way_navigator_destroy(again);
    return chosen;
}

static uint32_t database_chosen;

static void database_check_spec(const test_stage *stage, way_navigator *navigator,
                                const way_database *saved)
{
    database_chosen += database_open_by_spec(stage, way_navigator_algorithm(navigator), saved);
}

/// Also where the algorithm has chosen what suits the map; other parameters are refused.
static void opened_by_the_spec_that_made_it(void **state)
{
    (void)state;
    database_each(database_check_spec);
    assert_true(database_chosen > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_answers_from_a_file),
        cmocka_unit_test(same_bytes_for_any_number_of_workers),
        cmocka_unit_test(same_answers_from_mapped_memory),
        cmocka_unit_test(repaired_from_mapped_memory),
        cmocka_unit_test(refused_where_it_does_not_belong),
        cmocka_unit_test(lies_do_no_harm),
        cmocka_unit_test(inspected),
        cmocka_unit_test(without_memory),
        cmocka_unit_test(opened_by_the_spec_that_made_it),
    };
    stage_set_add_grids(&database_stages, stage_rounds(2), stage_rounds(30));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&database_stages);
    return failed;
}
