// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Real-time searches: what they learn, that they come to an end on every space, and what sets each
// of them apart. Arrival, bounds on the work and repeatability are asserted for all algorithms by
// the conformance tests.
#include "scenes/levels.h"
#include "search/conformance.h"
#include "search/registry/registry.h"
#include "support/test.h"

#include <waymark/lab.h>

#include <string.h>

#define REALTIME_EVENTS 400000u

static way_event realtime_events[REALTIME_EVENTS];

// Lessons -----------------------------------------------------------------------------------------

/// What an algorithm promises of the estimates that it learns, each with all before.
typedef enum lesson_promise {
    LESSON_RISES,      ///< they never fall
    LESSON_ADMISSIBLE, ///< they never exceed the truth
    LESSON_CONSISTENT  ///< they stay consistent where the space's are
} lesson_promise;

/// RTA* keeps the second best value, which is more than the truth where the best one was right.
/// Looking several steps ahead, LRTA* raises the state underfoot to what the states ahead are worth
/// but leaves those as they are: what it learns is true but not consistent. Nor is what LSS-LRTA*
/// learns around dead ends that keep their estimates.
static lesson_promise lesson_promise_of(const conformance_rig *rig)
{
    if (strcmp(rig->algorithm->name, "lrtastar") != 0) {
        return strstr(rig->spec, "dead=keep") ? LESSON_ADMISSIBLE : LESSON_CONSISTENT;
    }
    if (strstr(rig->spec, "rule=rta")) {
        return LESSON_RISES;
    }
    return way_navigator_param(rig->navigator, 0) > 1 ? LESSON_ADMISSIBLE : LESSON_CONSISTENT;
}

/// What an agent believes, and what is true.
typedef struct lesson_book {
    way_cost *told; ///< [stage count] by events; 0 = nothing yet
    way_cost *h;    ///< as the agent believed after its last move
    way_cost *true_h;
    way_edge *edges;
} lesson_book;

static lesson_book book_open(const test_stage *stage, way_state goal)
{
    lesson_book book = {.told = malloc(stage->count * sizeof *book.told),
                        .h = malloc(stage->count * sizeof *book.h),
                        .true_h = malloc(stage->count * sizeof *book.true_h),
                        .edges = malloc(stage->space->degree_max * sizeof *book.edges)};
    way_cost *costs = malloc(stage->count * sizeof *costs);
    assert_true(book.told && book.h && book.true_h && book.edges && costs);
    for (way_state state = 0; state < stage->count; state++) {
        stage_fill_costs(stage, state, costs);
        book.true_h[state] = costs[goal];
    }
    free(costs);
    return book;
}

static void book_close(lesson_book *book)
{
    free(book->told);
    free(book->h);
    free(book->true_h);
    free(book->edges);
}

static void book_begin(const test_stage *stage, way_state goal, lesson_book *book)
{
    for (way_state state = 0; state < stage->count; state++) {
        book->told[state] = 0;
        book->h[state] = stage->space->type->estimate(stage->space, state, goal);
    }
}

/// Notes what events tell: what is learned of a state always rises.
static void book_note(const conformance_rig *rig, lesson_book *book, uint64_t count)
{
    assert_true(count <= REALTIME_EVENTS);
    for (uint64_t i = 0; i < count; i++) {
        const way_event *event = &realtime_events[i];
        if (event->kind == WAY_EVENT_LEARN) {
            conformance_check(rig, event->g > book->told[event->state],
                              "the estimate of %u went from %u to %u", event->state,
                              book->told[event->state], event->g);
            book->told[event->state] = event->g;
        }
    }
}

/// Reads what the agent believes of every state.
static void book_read(const conformance_rig *rig, lesson_book *book, lesson_promise promise)
{
    for (way_state state = 0; state < rig->stage->count; state++) {
        if (!way_space_can_stand(rig->stage->space, state)) {
            continue;
        }
        const way_cost h = rig->agent->algorithm->estimate(rig->agent, state);
        conformance_check(rig, h >= book->h[state], "the estimate of %u fell from %u to %u", state,
                          book->h[state], h);
        conformance_check(rig, h >= book->told[state], "%u was told to be %u, but %u is believed",
                          state, book->told[state], h);
        conformance_check(rig, promise < LESSON_ADMISSIBLE || h <= book->true_h[state],
                          "%u is %u from the goal, learned is %u", state, book->true_h[state], h);
        book->h[state] = h;
    }
}

static void book_check_consistent(const conformance_rig *rig, const lesson_book *book)
{
    way_space *space = rig->stage->space;
    for (way_state state = 0; state < rig->stage->count; state++) {
        if (!way_space_can_stand(space, state)) {
            continue;
        }
        const uint32_t count = space->type->expand(space, state, book->edges);
        for (uint32_t i = 0; i < count; i++) {
            const way_edge edge = book->edges[i];
            conformance_check(rig, book->h[state] <= way_cost_add(edge.cost, book->h[edge.to]),
                              "h(%u) = %u, a step of %u leads to %u with %u", state, book->h[state],
                              edge.cost, edge.to, book->h[edge.to]);
        }
    }
}

/// Walks a problem of the stage and looks into the agent's head after every move.
static void check_lessons(const test_stage *stage, const char *spec, const way_trip *trip,
                          lesson_book *book)
{
    way_observer observer = {.events = realtime_events, .capacity = REALTIME_EVENTS};
    const way_agent_config config = {.observer = &observer};
    conformance_rig rig;
    conformance_open(&rig, stage, spec, &config);
    rig.trip = *trip;
    const lesson_promise promise = lesson_promise_of(&rig);
    const bool even = way_space_traits(stage->space) & WAY_SPACE_CONSISTENT;
    book_begin(stage, trip->goal, book);
    assert_int_equal(way_agent_begin(rig.agent, &rig.trip), WAY_STATUS_OK);
    way_outcome outcome = WAY_OUTCOME_WORKING;
    uint32_t moves = 0;
    for (uint32_t step = 0; outcome == WAY_OUTCOME_WORKING && step < 60; step++) {
        const uint32_t before = moves;
        outcome = way_agent_step(rig.agent, UINT32_MAX);
        (void)way_agent_path(rig.agent, &moves);
        book_note(&rig, book, observer.count);
        observer.count = 0;
        if (moves != before) {
            book_read(&rig, book, promise);
        }
        if (moves != before && promise == LESSON_CONSISTENT && even) {
            book_check_consistent(&rig, book);
        }
    }
    conformance_close(&rig);
}

/// Every variant of every algorithm that learns, in turn: returns how many trips were looked at.
static uint32_t check_learners(const test_stage *stage, const stage_problem *problem, uint32_t turn)
{
    enum { STRIDE = 6 };
    uint32_t trips = 0;
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    lesson_book book = book_open(stage, problem->goal);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const wayi_algorithm *algorithm = wayi_algorithms[i];
        char spec[CONFORMANCE_SPEC_MAX];
        for (uint32_t k = 0; algorithm->estimate && conformance_variant(&algorithm->info, k, spec);
             k++) {
            char small[CONFORMANCE_SPEC_MAX];
            if (turn++ % STRIDE != 0 || !way_algorithm_suits(&algorithm->info, stage->space)) {
                continue;
            }
            // Look-aheads as large as the stage would find the goal at once.
            const bool sized = !strstr(spec, "lookahead=") && !strstr(spec, "lrtastar");
            const char *comma = spec[strlen(spec) - 2] == '(' ? "" : ", ";
            snprintf(small, sizeof small, "%.*s%s)", (int)strlen(spec) - 1, spec,
                     !sized   ? ""
                     : *comma ? ", lookahead=8"
                              : "lookahead=8");
            check_lessons(stage, small, &trip, &book);
            trips++;
        }
    }
    book_close(&book);
    return trips;
}

static void lessons_are_true(void **state)
{
    (void)state;
    stage_set stages = {0};
    uint32_t trips = 0;
    uint32_t turn = 0;
    stage_set_add_grids(&stages, 1, 0);
    stage_set_add_graphs(&stages, stage_rounds(40));
    stage_set_add_worlds(&stages, 1);
    for (uint32_t i = 0; i < stages.count; i++) {
        const test_stage *stage = &stages.stages[i];
        for (uint32_t k = 0; stage->count <= 130 && k < stage->problem_count; k += 2) {
            const stage_problem *problem = &stage->problems[k];
            if (way_space_can_stand(stage->space, problem->start)) {
                trips += check_learners(stage, problem, turn++);
            }
        }
    }
    print_message("%u trips\n", trips);
    assert_true(trips >= stage_rounds(3000));
    stage_set_destroy(&stages);
}

// Coming to an end --------------------------------------------------------------------------------

/// A one-way door: states 0..9 in a row both ways, the goal 9 at its end; from 4 a step leads into
/// a ring of `ring` states without a way out, whose estimates look better than the row's.
static void stage_create_cage(test_stage *out, uint32_t ring)
{
    const uint32_t count = 10 + ring;
    way_link *links = malloc((2 * count + 20) * sizeof *links);
    double *positions = malloc(2 * (size_t)count * sizeof *positions);
    assert_true(links && positions);
    uint32_t used = 0;
    for (uint32_t i = 0; i < 9; i++) {
        links[used++] = (way_link){i, i + 1, i < 5 ? 4 : 40};
        links[used++] = (way_link){i + 1, i, i < 5 ? 4 : 40};
    }
    links[used++] = (way_link){4, 10, 1};
    for (uint32_t i = 0; i < ring; i++) {
        links[used++] = (way_link){10 + i, 10 + (i + 1) % ring, 1};
        links[used++] = (way_link){10 + (i * 7 + 3) % ring, 10 + i, 2};
    }
    for (uint32_t i = 0; i < count; i++) {
        positions[2 * i] = i < 10 ? i : 4;
        positions[2 * i + 1] = i < 10 ? 0 : 0.01;
    }
    const way_graph_config config = {.node_count = count,
                                     .links = links,
                                     .link_count = used,
                                     .directed = true,
                                     .positions = positions};
    *out = (test_stage){.count = count};
    snprintf(out->name, sizeof out->name, "cage of %u", ring);
    assert_int_equal(way_space_create_graph(&config, &out->space), WAY_STATUS_OK);
    out->edges = malloc(used * sizeof *out->edges);
    assert_non_null(out->edges);
    for (uint32_t i = 0; i < used; i++) {
        out->edges[out->edge_count++] = (oracle_edge){links[i].from, links[i].to, links[i].cost};
    }
    stage_sort_edges(out);
    free(links);
    free(positions);
}

static void caught_agents_find_out(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "lrtastar",
        "lrtastar(rule=rta)",
        "lrtastar(depth=2)",
        "lsslrta(lookahead=4)",
        "lsslrta(lookahead=4, move=single, order=fhat)",
        "lsslrta(lookahead=4, move=single, dead=keep, arrive=look)",
        "lsslrta(lookahead=9, target=layer)",
        "lsslrta(lookahead=9, target=border)",
        "rtaa(lookahead=4)",
        "rtaa(lookahead=4, move=single, target=border)",
        "tbaa(lookahead=2)",
        "tbastar(lookahead=2)",
        "tbastar(lookahead=9, share=0.5)",
        "frit(lookahead=3)",
    };
    test_stage stage;
    stage_create_cage(&stage, 300);
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        conformance_rig rig;
        conformance_open(&rig, &stage, specs[i], NULL);
        // From inside there is no way, and it takes a look at every state to know.
        const way_trip inside = {.start = 40, .goal = 9};
        conformance_result result = conformance_run(&rig, rig.agent, &inside, UINT32_MAX);
        conformance_check(&rig, result.outcome == WAY_OUTCOME_NO_PATH, "%s",
                          way_outcome_name(result.outcome));
        conformance_check(&rig, result.stats.expansions >= 300, "a guess after %llu expansions",
                          (unsigned long long)result.stats.expansions);
        // From outside the agent may arrive or fall in, but it tells which.
        const way_trip outside = {.start = 0, .goal = 9};
        result = conformance_run(&rig, rig.agent, &outside, UINT32_MAX);
        const bool fell = result.last >= 10;
        conformance_check(&rig, result.outcome == (fell ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND),
                          "%s at %u", way_outcome_name(result.outcome), result.last);
        conformance_close(&rig);
    }
    stage_destroy(&stage);
}

/// Every combination of what LSS-LRTA* can be told.
static void combinations_arrive(void **state)
{
    (void)state;
    static const char *const moves[] = {"multi", "single", "dynamic"};
    static const char *const targets[] = {"frontier", "layer", "avoid", "border"};
    static const char *const orders[] = {"f", "fhat"};
    static const char *const errors[] = {"all", "last"};
    static const char *const switches[] = {"off", "on"};
    static const char *const goals[] = {"next", "seen"};
    static const char *const ends[] = {"dead=infinite, arrive=walk", "dead=keep, arrive=look"};
    test_stage stages[2];
    const stage_grid_config maze = {.generator = "maze",
                                    .width = 17,
                                    .height = 17,
                                    .seed = 3,
                                    .neighbours = WAY_NEIGHBOURS_8,
                                    .costs = {5, 7},
                                    .lightest = 1,
                                    .heaviest = 1,
                                    .size = 1};
    const stage_graph_config ring = {.kind = STAGE_GRAPH_STRANGE,
                                     .node_count = 40,
                                     .link_count = 130,
                                     .directed = true,
                                     .costliest = 9,
                                     .seed = 5,
                                     .ring = true};
    stage_create_grid(&stages[0], &maze);
    stage_create_graph(&stages[1], &ring);
    for (uint32_t i = 0; i < 3 * 4 * 64 * 2; i++) {
        char spec[2 * CONFORMANCE_SPEC_MAX];
        snprintf(spec, sizeof spec,
                 "lsslrta(lookahead=5, move=%s, target=%s, order=%s, error=%s, stretch=%s, "
                 "track=%s, goal=%s, pathmax=%s, %s)",
                 moves[i / 256 % 3], targets[i / 64 % 4], orders[i / 32 % 2], errors[i / 16 % 2],
                 switches[i / 8 % 2], switches[i / 4 % 2], goals[i / 2 % 2], switches[i % 2],
                 ends[i / 768]);
        for (uint32_t k = i / 768; k < 2; k++) {
            conformance_rig rig;
            conformance_open(&rig, &stages[k], spec, NULL);
            const stage_problem *problem = &stages[k].problems[0];
            const way_trip trip = {.start = problem->start, .goal = problem->goal};
            const conformance_result result = conformance_run(&rig, rig.agent, &trip, UINT32_MAX);
            conformance_check(&rig, result.outcome == WAY_OUTCOME_FOUND, "%s",
                              way_outcome_name(result.outcome));
            conformance_close(&rig);
        }
    }
    stage_destroy(&stages[0]);
    stage_destroy(&stages[1]);
}

/// Whether the door can still be reached from a state of a platform level.
static bool leads_to_door(way_space *space, way_state from)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = "speedy"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    const way_trip trip = {.start = from, .mode = WAY_GOAL_SPACE};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const bool leads = way_agent_run(agent) == WAY_OUTCOME_FOUND;
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return leads;
}

static void play(way_space *space, way_trip trip, const char *spec)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const uint32_t bound = way_navigator_lookahead(navigator);
    const way_outcome outcome = way_agent_run(agent);
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    if (outcome != WAY_OUTCOME_FOUND &&
        (outcome != WAY_OUTCOME_NO_PATH || leads_to_door(space, path[count - 1]))) {
        fail_msg("%s: %s after %u moves", spec, way_outcome_name(outcome), count - 1);
    }
    assert_true(way_agent_stats(agent).step_work_max <= bound);
    assert_true(way_agent_path_holds(agent, 0));
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}

static void knights_and_tiles_arrive(void **state)
{
    (void)state;
    static const char *const specs[] = {"lsslrta",
                                        "lsslrta(move=single, order=fhat)",
                                        "lsslrta(move=dynamic, target=border)",
                                        "lsslrta(target=layer, lookahead=400)",
                                        "rtaa(lookahead=200)",
                                        "rtaa(target=border)",
                                        "frit",
                                        "lrtastar(depth=3)",
                                        "tbastar",
                                        "tbastar(lookahead=300, share=0.5)",
                                        "tbaa",
                                        "tbaa(away=restart)",
                                        "rtd"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        way_level level;
        way_space *space = NULL;
        const levels_request request = {.width = 16, .height = 16, .seed = i};
        assert_int_equal(levels_create(&request, &level), WAY_STATUS_OK);
        assert_int_equal(way_space_create_platform(&(way_platform_config){.level = &level}, &space),
                         WAY_STATUS_OK);
        way_level_free(&level);
        play(space, (way_trip){.start = way_platform_start(space), .mode = WAY_GOAL_SPACE},
             specs[i]);
        way_space_destroy(space);
    }
    static const uint8_t boards[][9] = {{8, 6, 7, 2, 5, 4, 3, 0, 1}, {6, 4, 7, 8, 5, 0, 3, 2, 1}};
    for (uint32_t i = 0; i < 2 * (sizeof specs / sizeof *specs); i++) {
        const uint8_t goal[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        way_space *space = NULL;
        const way_tiles_config config = {.columns = 3, .rows = 3};
        assert_int_equal(way_space_create_tiles(&config, &space), WAY_STATUS_OK);
        const way_trip trip = {.start = way_tiles_find(space, boards[i % 2]),
                               .goal = way_tiles_find(space, goal)};
        play(space, trip, specs[i / 2]);
        way_space_destroy(space);
    }
}

// What sets them apart ----------------------------------------------------------------------------

static conformance_result travel(const test_stage *stage, const char *spec)
{
    conformance_rig rig;
    conformance_open(&rig, stage, spec, NULL);
    const way_trip trip = {.start = stage->problems[0].start, .goal = stage->problems[0].goal};
    const conformance_result result = conformance_run(&rig, rig.agent, &trip, UINT32_MAX);
    conformance_check(&rig, result.outcome == WAY_OUTCOME_FOUND, "%s",
                      way_outcome_name(result.outcome));
    conformance_close(&rig);
    return result;
}

static void make_grid(test_stage *out, const char *generator, uint32_t side, uint64_t seed)
{
    const stage_grid_config config = stage_plain(generator, side, side, seed);
    stage_create_grid(out, &config);
}

/// Summed over rooms and mazes, an agent that avoids depressions walks less than one that does not.
static void avoiding_depressions_pays(void **state)
{
    (void)state;
    uint64_t plain[2] = {0};
    uint64_t avoiding[2] = {0};
    for (uint64_t seed = 0; seed < 12; seed++) {
        test_stage stage;
        make_grid(&stage, seed % 2 ? "rooms" : "maze", 41, seed);
        plain[0] += travel(&stage, "lsslrta(lookahead=8)").cost;
        avoiding[0] += travel(&stage, "lsslrta(lookahead=8, target=border)").cost;
        plain[1] += travel(&stage, "rtaa(lookahead=8)").cost;
        avoiding[1] += travel(&stage, "rtaa(lookahead=8, target=border)").cost;
        stage_destroy(&stage);
    }
    assert_true(avoiding[0] < plain[0]);
    assert_true(avoiding[1] < plain[1]);
}

/// Where nothing forces it to search again TBAA* is TBA*; with all the time of the world both, and
/// RTD*, are optimal.
static void relatives_agree(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        test_stage stage;
        make_grid(&stage, seed % 2 ? "caves" : "rooms", 33, seed);
        const conformance_result tba = travel(&stage, "tbastar(lookahead=20)");
        const conformance_result tbaa = travel(&stage, "tbaa(lookahead=20)");
        assert_true(tba.hash == tbaa.hash && tba.stats.expansions == tbaa.stats.expansions);
        const way_cost best = stage.problems[0].best;
        assert_int_equal(travel(&stage, "tbaa(lookahead=100000)").cost, best);
        assert_int_equal(travel(&stage, "rtd(lookahead=100000)").cost, best);
        assert_int_equal(travel(&stage, "lsslrta(lookahead=100000)").cost, best);
        stage_destroy(&stage);
    }
}

/// A dense store sees all neighbours at once, and what a look-ahead of few cells teaches is found
/// without a queue; in a sparse store it is one by one, and with a queue: it is the same.
static void stores_learn_alike(void **state)
{
    (void)state;
    static const char *const generators[] = {"maze", "rooms", "comb", "caves", "random"};
    static const uint32_t lookaheads[] = {1, 10, 37, 128, 500};
    static const char *const orders[] = {"f", "fhat", "fhat, move=single", "fhat, track=off",
                                         "fhat, stretch=on, error=last, goal=seen"};
    for (uint32_t i = 0; i < 125; i++) {
        test_stage stage;
        make_grid(&stage, generators[i % 5], 41, i);
        char spec[96];
        snprintf(spec, sizeof spec, "lsslrta(lookahead=%u, order=%s)", lookaheads[i / 5 % 5],
                 orders[i / 25]);
        conformance_rig rig;
        conformance_open(&rig, &stage, spec, NULL);
        way_agent *sparse = conformance_agent(&rig, &(way_agent_config){.store = WAY_STORE_SPARSE});
        const way_trip trip = {.start = stage.problems[0].start, .goal = stage.problems[0].goal};
        const conformance_result plain = conformance_run(&rig, rig.agent, &trip, UINT32_MAX);
        const conformance_result other = conformance_run(&rig, sparse, &trip, UINT32_MAX);
        conformance_compare(&rig, &plain, &other, "a sparse store");
        for (way_state cell = 0; cell < stage.count; cell++) {
            assert_int_equal(sparse->algorithm->estimate(rig.agent, cell),
                             sparse->algorithm->estimate(sparse, cell));
        }
        way_agent_destroy(sparse);
        conformance_close(&rig);
        stage_destroy(&stage);
    }
}

/// With a perfect estimate there is no error to correct, and nothing to learn.
static void perfect_estimates_need_no_correction(void **state)
{
    (void)state;
    test_stage stage;
    make_grid(&stage, "open", 30, 1);
    const conformance_result plain = travel(&stage, "lsslrta(lookahead=10)");
    assert_int_equal(plain.cost, stage.problems[0].best);
    assert_int_equal(travel(&stage, "lsslrta(lookahead=10, order=fhat)").cost, plain.cost);
    const conformance_result tree = travel(&stage, "frit");
    assert_int_equal(tree.cost, plain.cost);
    assert_int_equal(tree.stats.expansions, tree.count - 1); // one look a move
    assert_int_equal(tree.stats.revisits, 0);
    stage_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_are_true),
        cmocka_unit_test(caught_agents_find_out),
        cmocka_unit_test(combinations_arrive),
        cmocka_unit_test(knights_and_tiles_arrive),
        cmocka_unit_test(avoiding_depressions_pays),
        cmocka_unit_test(relatives_agree),
        cmocka_unit_test(stores_learn_alike),
        cmocka_unit_test(perfect_estimates_need_no_correction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
