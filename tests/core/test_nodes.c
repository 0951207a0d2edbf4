// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/nodes.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define IDS 600u

typedef struct nodes_test_node {
    uint32_t stamp;
    uint32_t g;
    uint64_t payload;
} nodes_test_node;

static const nodes_test_node nodes_test_blank = {.g = WAY_COST_MAX, .payload = 42};

#define STRIDE ((uint32_t)sizeof(nodes_test_node))

typedef struct nodes_model {
    uint32_t g[IDS];
    uint32_t order[IDS]; ///< of first touch, or the id where ids are known
    bool in[IDS];
    uint32_t count;
} nodes_model;

static wayi_nodes_config nodes_test_config(bool sparse, uint32_t id_count, uint32_t limit)
{
    return (wayi_nodes_config){.blank = &nodes_test_blank,
                               .stride = STRIDE,
                               .id_count = id_count,
                               .limit = limit,
                               .sparse = sparse};
}

static void nodes_test_touch(wayi_nodes *nodes, nodes_model *model, uint32_t id, uint32_t g)
{
    const uint32_t slot = wayi_nodes_touch(nodes, id, STRIDE);
    assert_true(slot < nodes->capacity);
    nodes_test_node *node = wayi_nodes_at(nodes, slot, STRIDE);
    assert_int_equal(node->g, model->in[id] ? model->g[id] : WAY_COST_MAX);
    assert_int_equal(node->payload, model->in[id] ? id : 42);
    assert_int_equal(wayi_nodes_find(nodes, id, STRIDE), slot);
    assert_int_equal(wayi_nodes_id(nodes, slot), id);
    if (!nodes->ordered && nodes->span == WAYI_NODES_MARKS) {
        const uint32_t marks = model->in[id] ? model->g[id] % WAYI_NODES_MARKS : 0;
        assert_int_equal(node->stamp - nodes->generation, marks);
        node->stamp = nodes->generation | g % WAYI_NODES_MARKS;
    }
    node->g = g;
    node->payload = id;
    if (!model->in[id]) {
        model->order[id] = nodes->ordered ? model->count : id;
        model->count++;
    }
    const uint32_t order = wayi_nodes_order(nodes, id, slot);
    assert_int_equal(order, model->order[id]);
    assert_int_equal(wayi_nodes_ordered_id(nodes, order, slot), id);
    model->in[id] = true;
    model->g[id] = g;
}

static void nodes_test_compare(const wayi_nodes *nodes, const nodes_model *model)
{
    assert_int_equal(nodes->count, model->count);
    for (uint32_t id = 0; id < IDS; id++) {
        const uint32_t slot = wayi_nodes_find(nodes, id, STRIDE);
        assert_int_equal(slot != WAYI_SLOT_NONE, model->in[id]);
        if (slot != WAYI_SLOT_NONE) {
            const nodes_test_node *node = wayi_nodes_at(nodes, slot, STRIDE);
            assert_int_equal(node->g, model->g[id]);
            assert_int_equal(wayi_nodes_id(nodes, slot), id);
        }
    }
}

// The last generation before the wrap.
static uint32_t nodes_test_last(const wayi_nodes *nodes)
{
    return nodes->ordered && !nodes->sparse ? UINT32_C(1) << 31 : UINT32_MAX;
}

static void nodes_test_run(wayi_nodes_config config, uint64_t seed)
{
    way_rng rng = test_rng(seed);
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_nodes nodes;
    assert_int_equal(wayi_nodes_init(&nodes, &config, &memory.allocator), WAY_STATUS_OK);
    for (int round = 0; round < 12; round++) {
        nodes_model model = {.count = 0};
        if (round == 6) {
            const uint32_t later = nodes_test_last(&nodes) - 2; // than all before
            nodes.generation = config.marks ? later & ~(4 * WAYI_NODES_MARKS - 1) : later;
            wayi_nodes_clear(&nodes);
        }
        const uint32_t range = 1 + way_rng_below(&rng, IDS);
        for (uint32_t i = way_rng_below(&rng, 800); i > 0; i--) {
            const uint32_t id = way_rng_below(&rng, range);
            nodes_test_touch(&nodes, &model, id, way_rng_below(&rng, 1000));
        }
        nodes_test_compare(&nodes, &model);
        wayi_nodes_clear(&nodes);
        assert_int_not_equal(nodes.generation, 0);
    }
    wayi_nodes_fini(&nodes);
    test_allocator_check_empty(&memory);
}

static void nodes_when_compared_with_an_array(void **state)
{
    (void)state;
    nodes_test_run(nodes_test_config(false, IDS, 0), 81);
    nodes_test_run(nodes_test_config(false, 0, 0), 82);
    nodes_test_run(nodes_test_config(false, 0, IDS), 83);
    nodes_test_run(nodes_test_config(true, IDS, 0), 84);
    nodes_test_run(nodes_test_config(true, 0, 0), 85);
    for (uint32_t sparse = 0; sparse < 2; sparse++) {
        wayi_nodes_config config = nodes_test_config(sparse, IDS, 0);
        config.marks = true;
        nodes_test_run(config, 180 + sparse);
        config.limit = IDS - 1; // a hash, if sparse
        nodes_test_run(config, 190 + sparse);
    }
    static const uint32_t rows[] = {1, 2, 7, 8, 9, 20, IDS - 1, IDS, IDS + 5};
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wayi_nodes_config config = nodes_test_config(true, IDS, 0);
        config.row = rows[i];
        nodes_test_run(config, 86 + i);
    }
}

static void init_when_config_is_wrong(void **state)
{
    (void)state;
    wayi_nodes nodes;
    wayi_nodes_config config = nodes_test_config(false, 10, 0);
    config.blank = NULL;
    assert_int_equal(wayi_nodes_init(&nodes, &config, NULL), WAY_STATUS_INVALID_ARGUMENT);
    wayi_nodes_fini(&nodes);
    config = nodes_test_config(true, 10, 0);
    config.stride = 0;
    assert_int_equal(wayi_nodes_init(&nodes, &config, NULL), WAY_STATUS_INVALID_ARGUMENT);
    config.stride = 6;
    assert_int_equal(wayi_nodes_init(&nodes, &config, NULL), WAY_STATUS_INVALID_ARGUMENT);
    wayi_nodes_fini(&nodes);
}

// At the limit new nodes are refused and old ones still answer.
static void nodes_test_limit(wayi_nodes_config config, uint32_t accepted, uint32_t refused)
{
    wayi_nodes nodes;
    assert_int_equal(wayi_nodes_init(&nodes, &config, NULL), WAY_STATUS_OK);
    for (int round = 0; round < 3; round++) {
        for (uint32_t id = 0; id < accepted; id++) {
            assert_int_not_equal(wayi_nodes_touch(&nodes, id, STRIDE), WAYI_SLOT_NONE);
        }
        assert_int_equal(wayi_nodes_touch(&nodes, refused, STRIDE), WAYI_SLOT_NONE);
        assert_int_equal(wayi_nodes_touch(&nodes, UINT32_MAX, STRIDE), WAYI_SLOT_NONE);
        assert_int_equal(wayi_nodes_find(&nodes, refused, STRIDE), WAYI_SLOT_NONE);
        assert_int_not_equal(wayi_nodes_touch(&nodes, 0, STRIDE), WAYI_SLOT_NONE);
        assert_int_not_equal(wayi_nodes_find(&nodes, accepted - 1, STRIDE), WAYI_SLOT_NONE);
        assert_int_equal(nodes.count, accepted);
        const uint32_t room = config.sparse || config.id_count == 0 ? accepted : IDS;
        assert_true(nodes.capacity <= (nodes.paged ? accepted + 2 * WAYI_NODES_PAGE : room));
        wayi_nodes_clear(&nodes);
    }
    wayi_nodes_fini(&nodes);
}

static void touch_when_limit_is_reached(void **state)
{
    (void)state;
    nodes_test_limit(nodes_test_config(false, IDS, 70), 70, 70);  // Known ids, few at a time.
    nodes_test_limit(nodes_test_config(false, IDS, 0), IDS, IDS); // Beyond the known ids.
    nodes_test_limit(nodes_test_config(false, 0, 100), 100, 100);
    nodes_test_limit(nodes_test_config(true, 0, 100), 100, 100);
    nodes_test_limit(nodes_test_config(true, IDS, 100), 100, 100);
    nodes_test_limit(nodes_test_config(true, 192, 300), 192, 192);
}

// With known ids the limit is on how many are touched, not on which.
static void touch_when_ids_lie_beyond_the_limit(void **state)
{
    (void)state;
    const wayi_nodes_config config = nodes_test_config(false, IDS, 70);
    wayi_nodes nodes;
    assert_int_equal(wayi_nodes_init(&nodes, &config, NULL), WAY_STATUS_OK);
    for (uint32_t id = IDS - 70; id < IDS; id++) {
        assert_int_equal(wayi_nodes_touch(&nodes, id, STRIDE), id);
    }
    assert_int_equal(wayi_nodes_touch(&nodes, 0, STRIDE), WAYI_SLOT_NONE);
    assert_int_equal(wayi_nodes_touch(&nodes, IDS - 1, STRIDE), IDS - 1);
    wayi_nodes_clear(&nodes);
    assert_int_equal(wayi_nodes_touch(&nodes, 0, STRIDE), 0);
    wayi_nodes_fini(&nodes);
}

static void sparse_when_ids_are_anywhere(void **state)
{
    (void)state;
    const wayi_nodes_config config = nodes_test_config(true, 0, 0);
    wayi_nodes nodes;
    assert_int_equal(wayi_nodes_init(&nodes, &config, NULL), WAY_STATUS_OK);
    assert_int_equal(wayi_nodes_find(&nodes, 5, STRIDE), WAYI_SLOT_NONE);
    for (uint32_t i = 0; i < 3000; i++) {
        assert_int_equal(wayi_nodes_touch(&nodes, UINT32_MAX - i * 65536u, STRIDE), i);
    }
    for (uint32_t i = 0; i < 3000; i++) {
        assert_int_equal(wayi_nodes_find(&nodes, UINT32_MAX - i * 65536u, STRIDE), i);
        assert_int_equal(wayi_nodes_find(&nodes, UINT32_MAX - i * 65536u - 1, STRIDE),
                         WAYI_SLOT_NONE);
    }
    wayi_nodes_fini(&nodes);
}

// A node of generation 1 must not come alive when generation 1 returns after the wrap.
static void nodes_test_wrap(bool sparse, uint32_t id_count)
{
    const wayi_nodes_config config = nodes_test_config(sparse, id_count, 0);
    wayi_nodes nodes;
    assert_int_equal(wayi_nodes_init(&nodes, &config, NULL), WAY_STATUS_OK);
    nodes.generation = 1;
    for (uint32_t id = 0; id < 100; id++) {
        const uint32_t slot = wayi_nodes_touch(&nodes, id, STRIDE);
        ((nodes_test_node *)wayi_nodes_at(&nodes, slot, STRIDE))->g = 7;
    }
    nodes.generation = nodes_test_last(&nodes);
    nodes.count = 0;
    assert_int_not_equal(wayi_nodes_touch(&nodes, 3, STRIDE), WAYI_SLOT_NONE);
    wayi_nodes_clear(&nodes);
    assert_int_equal(nodes.generation, 1);
    for (uint32_t id = 0; id < 100; id++) {
        assert_int_equal(wayi_nodes_find(&nodes, id, STRIDE), WAYI_SLOT_NONE);
    }
    const uint32_t slot = wayi_nodes_touch(&nodes, 4, STRIDE);
    assert_int_equal(((nodes_test_node *)wayi_nodes_at(&nodes, slot, STRIDE))->g, WAY_COST_MAX);
    wayi_nodes_fini(&nodes);
}

static void clear_when_generation_wraps(void **state)
{
    (void)state;
    nodes_test_wrap(false, 100);
    nodes_test_wrap(false, 0);
    nodes_test_wrap(true, 0);
    nodes_test_wrap(true, 100);
}

static bool nodes_test_scenario(test_allocator *memory, wayi_nodes_config config)
{
    wayi_nodes nodes;
    bool worked = wayi_nodes_init(&nodes, &config, &memory->allocator) == WAY_STATUS_OK;
    if (worked) {
        nodes_model model = {.count = 0};
        for (uint32_t i = 0; i < IDS; i++) {
            const uint32_t id = i * 7 % IDS;
            // A refused touch changes nothing; the next one may find memory again.
            if (wayi_nodes_touch(&nodes, id, STRIDE) == WAYI_SLOT_NONE) {
                worked = false;
                nodes_test_compare(&nodes, &model);
                continue;
            }
            model.in[id] = true;
            model.g[id] = WAY_COST_MAX;
            model.count++;
        }
        nodes_test_compare(&nodes, &model);
    }
    wayi_nodes_fini(&nodes);
    return worked;
}

static bool nodes_test_dense(test_allocator *memory)
{
    return nodes_test_scenario(memory, nodes_test_config(false, IDS, 0));
}

static bool nodes_test_growing(test_allocator *memory)
{
    return nodes_test_scenario(memory, nodes_test_config(false, 0, 0));
}

static bool nodes_test_sparse(test_allocator *memory)
{
    return nodes_test_scenario(memory, nodes_test_config(true, 0, 0));
}

static bool nodes_test_paged(test_allocator *memory)
{
    return nodes_test_scenario(memory, nodes_test_config(true, IDS, 0));
}

static void nodes_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(nodes_test_dense);
    test_allocator_fail_each(nodes_test_growing);
    test_allocator_fail_each(nodes_test_sparse);
    test_allocator_fail_each(nodes_test_paged);
}

// What is held is what was touched, whole pages of it, and the table.
static void paged_when_little_is_touched(void **state)
{
    (void)state;
    const uint32_t ids = 1u << 20;
    const wayi_nodes_config config = nodes_test_config(true, ids, 0);
    wayi_nodes nodes;
    test_allocator memory;
    test_allocator_init(&memory);
    assert_int_equal(wayi_nodes_init(&nodes, &config, &memory.allocator), WAY_STATUS_OK);
    assert_true(nodes.paged);
    for (uint32_t round = 0; round < 50; round++) {
        for (uint32_t i = 0; i < 1000; i++) {
            const uint32_t id = (round * 4096 * 5 + i) % ids;
            const uint32_t slot = wayi_nodes_touch(&nodes, id, STRIDE);
            assert_int_equal(wayi_nodes_id(&nodes, slot), id);
            assert_true(slot < wayi_nodes_end(&nodes));
        }
        assert_int_equal(nodes.count, 1000);
        wayi_nodes_clear(&nodes);
        assert_int_equal(wayi_nodes_find(&nodes, round * 4096 * 5 % ids, STRIDE), WAYI_SLOT_NONE);
    }
    assert_true(memory.live_bytes < 4 * ids / WAYI_NODES_PAGE + 2 * 1200 * (STRIDE + 4));
    wayi_nodes_fini(&nodes);
}

// A straight way over cells takes few pages whether it goes along a row or across them.
static void paged_when_ids_are_cells(void **state)
{
    (void)state;
    enum { SIDE = 1024 };
    wayi_nodes_config config = nodes_test_config(true, SIDE * SIDE, 0);
    config.row = SIDE;
    for (uint32_t step = 1; step <= SIDE; step += SIDE - 1) {
        wayi_nodes nodes;
        assert_int_equal(wayi_nodes_init(&nodes, &config, NULL), WAY_STATUS_OK);
        for (uint32_t i = 0; i < 800; i++) {
            const uint32_t id = 5 * SIDE + 13 + i * step;
            assert_int_equal(wayi_nodes_id(&nodes, wayi_nodes_touch(&nodes, id, STRIDE)), id);
        }
        assert_in_range(nodes.page_count, 2, 1 + 800 / (step == 1 ? 8 : 4) + 1);
        wayi_nodes_fini(&nodes);
    }
}

static void second_search_when_memory_is_kept(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    const wayi_nodes_config config = nodes_test_config(true, 0, 0);
    wayi_nodes nodes;
    assert_int_equal(wayi_nodes_init(&nodes, &config, &memory.allocator), WAY_STATUS_OK);
    uint64_t calls = 0;
    for (uint32_t round = 0; round < 5; round++) {
        for (uint32_t i = 0; i < 300; i++) {
            assert_int_equal(wayi_nodes_touch(&nodes, i * 31 + round, STRIDE), i);
        }
        calls = round == 0 ? memory.calls : calls;
        wayi_nodes_clear(&nodes);
    }
    assert_int_equal(memory.calls, calls);
    wayi_nodes_fini(&nodes);
    test_allocator_check_empty(&memory);
}

/// Pages until a search has come by more than a tenth of them, then an array, if there is memory;
/// the nodes are those of a store that never changes.
static void nodes_that_adapt(void **state)
{
    enum { MANY = 1u << 16, TENTH = MANY / 10 };
    (void)state;
    for (uint32_t fails = 0; fails < 2; fails++) {
        test_allocator memory;
        test_allocator_init(&memory);
        wayi_nodes nodes;
        wayi_nodes_config config = nodes_test_config(false, MANY, 0);
        config.adapts = true;
        assert_int_equal(wayi_nodes_init(&nodes, &config, &memory.allocator), WAY_STATUS_OK);
        assert_true(nodes.paged && memory.live_bytes < MANY / 4);
        for (uint32_t turn = 0; turn < 6; turn++) {
            const uint32_t count = turn < 3 ? TENTH - 64 : 2 * TENTH;
            assert_int_equal(nodes.paged, turn < 4 || (fails && turn == 4));
            for (uint32_t i = 0; i < count; i++) {
                const uint32_t id = MANY - 1 - i;
                assert_int_equal(wayi_nodes_find(&nodes, id, STRIDE), WAYI_SLOT_NONE);
                const uint32_t slot = wayi_nodes_touch(&nodes, id, STRIDE);
                const nodes_test_node *node = wayi_nodes_at(&nodes, slot, STRIDE);
                assert_int_equal(node->payload, nodes_test_blank.payload);
                assert_int_equal(wayi_nodes_id(&nodes, slot), id);
            }
            test_allocator_fail_next(&memory, fails && turn == 3);
            wayi_nodes_clear(&nodes);
            test_allocator_fail_next(&memory, 0);
        }
        assert_int_equal(memory.live_bytes, (size_t)MANY * STRIDE);
        wayi_nodes_fini(&nodes);
        test_allocator_check_empty(&memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_when_compared_with_an_array),
        cmocka_unit_test(init_when_config_is_wrong),
        cmocka_unit_test(touch_when_limit_is_reached),
        cmocka_unit_test(touch_when_ids_lie_beyond_the_limit),
        cmocka_unit_test(sparse_when_ids_are_anywhere),
        cmocka_unit_test(clear_when_generation_wraps),
        cmocka_unit_test(paged_when_little_is_touched),
        cmocka_unit_test(paged_when_ids_are_cells),
        cmocka_unit_test(nodes_when_memory_fails),
        cmocka_unit_test(nodes_that_adapt),
        cmocka_unit_test(second_search_when_memory_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
