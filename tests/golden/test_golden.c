// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Golden results: what every algorithm of the registry does on a fixed gallery. results.csv holds
// what is promised, outcomes and costs, work.csv how it was done, to the last count. The rows are
// the same on every machine; a change in them is a change in behaviour and is reviewed as a diff:
// one of ties changes work.csv alone. To record them again:
//
//     WAYMARK_RECORD=1 ctest --preset dev -R golden      or the build target golden-record
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/file.h>

#include <string.h>

#define GOLDEN_FILES 2u // results, work
#define GOLDEN_DIFFERENCES 20u

typedef struct golden_text {
    char *bytes;
    size_t size;
    size_t capacity;
} golden_text;

static const struct {
    const char *path, *head;
} golden_files[GOLDEN_FILES] = {
    {"tests/golden/results.csv", "algorithm,scene,problem,outcome,cost\n"},
    {"tests/golden/work.csv",
     "algorithm,scene,problem,states,expansions,generations,reopenings,pushes,path\n"},
};

static const struct {
    const char *name;
    stage_grid_config config;
} golden_scenes[] = {
    {"maze", {.generator = "maze", .width = 41, .height = 41}},
    {"braided", {.generator = "maze", .setting = {"braid", 120}, .width = 41, .height = 41}},
    {"rooms", {.generator = "rooms", .width = 49, .height = 49}},
    {"random20", {.generator = "random", .setting = {"blocked", 20}, .width = 70, .height = 40}},
    {"random35", {.generator = "random", .setting = {"blocked", 35}, .width = 48, .height = 48}},
    {"open", {.generator = "open", .width = 40, .height = 40}},
    {"comb", {.generator = "comb", .width = 60, .height = 30}},
    {"weighted",
     {.generator = "random", .setting = {"blocked", 15}, .width = 40, .height = 40, .heaviest = 6}},
    {"four",
     {.generator = "rooms",
      .width = 40,
      .height = 40,
      .neighbours = WAY_NEIGHBOURS_4,
      .costs = {1, 0}}},
    {"hex",
     {.generator = "random",
      .setting = {"blocked", 25},
      .width = 40,
      .height = 40,
      .neighbours = WAY_NEIGHBOURS_6,
      .costs = {1, 0}}},
    {"cutting",
     {.generator = "random",
      .setting = {"blocked", 30},
      .width = 40,
      .height = 40,
      .corners = WAY_CORNERS_LOOSE,
      .costs = {5, 7}}},
    {"large_unit",
     {.generator = "random", .setting = {"blocked", 5}, .width = 40, .height = 40, .size = 2}},
};

static const stage_graph_config golden_graphs[] = {
    {STAGE_GRAPH_PLACED, 150, 420, true, 40, 11, false},
    {STAGE_GRAPH_PLAIN, 120, 300, false, 30, 12, false},
};

#define GOLDEN_SCENES (sizeof golden_scenes / sizeof *golden_scenes)
#define GOLDEN_GRAPHS (sizeof golden_graphs / sizeof *golden_graphs)
#define GOLDEN_ANGLES 4u
#define GOLDEN_STAGES (GOLDEN_SCENES + GOLDEN_GRAPHS + GOLDEN_ANGLES)

static void golden_create(uint32_t index, test_stage *out)
{
    if (index >= GOLDEN_SCENES + GOLDEN_GRAPHS) {
        const uint32_t angles = index - (uint32_t)(GOLDEN_SCENES + GOLDEN_GRAPHS);
        stage_create_angles(out, 20 + angles);
        snprintf(out->name, sizeof out->name, "angles%u", angles);
        return;
    }
    if (index >= GOLDEN_SCENES) {
        stage_create_graph(out, &golden_graphs[index - GOLDEN_SCENES]);
        snprintf(out->name, sizeof out->name, "graph%u", index - (uint32_t)GOLDEN_SCENES);
        return;
    }
    stage_grid_config config = golden_scenes[index].config;
    config.seed = 20 + index;
    config.neighbours = config.neighbours ? config.neighbours : WAY_NEIGHBOURS_8;
    config.size = config.size ? config.size : 1;
    config.lightest = 1;
    config.heaviest = config.heaviest ? config.heaviest : 1;
    stage_create_grid(out, &config);
    snprintf(out->name, sizeof out->name, "%s", golden_scenes[index].name);
}

static void golden_add(golden_text *text, const char *line)
{
    const size_t length = strlen(line);
    if (text->size + length + 1 > text->capacity) {
        text->capacity = (text->size + length + 1) * 2;
        text->bytes = realloc(text->bytes, text->capacity);
        assert_non_null(text->bytes);
    }
    memcpy(text->bytes + text->size, line, length + 1);
    text->size += length;
}

static void golden_add_row(golden_text *texts, conformance_rig *rig, uint32_t problem)
{
    const way_trip trip = {.start = rig->stage->problems[problem].start,
                           .goal = rig->stage->problems[problem].goal};
    const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
    char line[640];
    char spec[CONFORMANCE_SPEC_MAX];
    for (uint32_t i = 0; i < sizeof spec; i++) {
        spec[i] = rig->spec[i] == ',' ? ';' : rig->spec[i]; // commas part the columns
    }
    snprintf(line, sizeof line, "%s,%s,%u,%s,%u\n", spec, rig->stage->name, problem,
             way_outcome_name(result.outcome), result.cost);
    golden_add(&texts[0], line);
    snprintf(line, sizeof line, "%s,%s,%u,%u,%llu,%llu,%llu,%llu,%016llx\n", spec, rig->stage->name,
             problem, result.count, (unsigned long long)result.stats.expansions,
             (unsigned long long)result.stats.generations,
             (unsigned long long)result.stats.reopenings,
             (unsigned long long)result.stats.heap_pushes, (unsigned long long)result.hash);
    golden_add(&texts[1], line);
}

/// The defaults walk the whole gallery, each variant a part of it.
static void golden_add_spec(golden_text *texts, const test_stage *stages, const char *spec,
                            uint32_t variant)
{
    char name[CONFORMANCE_SPEC_MAX];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, "("), spec);
    uint32_t turn = variant;
    for (uint32_t i = 0; i < GOLDEN_STAGES; i++) {
        if (!stage_suits(&stages[i], way_algorithm_find(name)) || (variant && turn++ % 3)) {
            continue;
        }
        conformance_rig rig;
        conformance_open(&rig, &stages[i], spec, NULL);
        golden_add_row(texts, &rig, 0);
        golden_add_row(texts, &rig, 1);
        conformance_close(&rig);
    }
}

static void golden_add_all(golden_text *texts, const test_stage *stages)
{
    char spec[CONFORMANCE_SPEC_MAX];
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        for (uint32_t variant = 0; conformance_variant(way_algorithm_at(i), variant, spec);
             variant++) {
            golden_add_spec(texts, stages, spec, variant);
        }
    }
    const char *means = NULL;
    const char *name = way_algorithm_alias_at(0, &means);
    for (uint32_t i = 1; name; name = way_algorithm_alias_at(i++, &means)) {
        snprintf(spec, sizeof spec, "%s()", name);
        golden_add_spec(texts, stages, spec, 0);
    }
}

static void golden_make(golden_text *texts)
{
    test_stage stages[GOLDEN_STAGES];
    for (uint32_t i = 0; i < GOLDEN_STAGES; i++) {
        golden_create(i, &stages[i]);
        assert_true(stages[i].problem_count >= 2);
    }
    for (uint32_t i = 0; i < GOLDEN_FILES; i++) {
        golden_add(&texts[i], golden_files[i].head);
    }
    golden_add_all(texts, stages);
    for (uint32_t i = 0; i < GOLDEN_STAGES; i++) {
        stage_destroy(&stages[i]);
    }
}

// Comparing ---------------------------------------------------------------------------------------

static size_t golden_line(const char *text)
{
    return strcspn(text, "\n");
}

/// Bytes of the first three columns: what a row is about.
static size_t golden_key(const char *line)
{
    size_t commas = 0;
    size_t at = 0;
    for (; line[at] && line[at] != '\n' && commas < 3; at++) {
        commas += line[at] == ',';
    }
    return at;
}

/// The line of `text` with the same key as `line`, or NULL.
static const char *golden_find(const char *text, const char *line)
{
    const size_t key = golden_key(line);
    while (*text) {
        if (strncmp(text, line, key) == 0) {
            return text;
        }
        text += golden_line(text);
        text += *text == '\n';
    }
    return NULL;
}

/// Prints the rows of `a` that `b` lacks or has otherwise; returns how many.
static uint32_t golden_differ(const char *a, const char *b, bool changed)
{
    uint32_t differences = 0;
    for (const char *line = a; *line; line += golden_line(line), line += *line == '\n') {
        const char *other = golden_find(b, line);
        const size_t length = golden_line(line);
        if (other &&
            (!changed || (golden_line(other) == length && strncmp(other, line, length) == 0))) {
            continue;
        }
        if (differences++ < GOLDEN_DIFFERENCES) {
            print_error("%s%.*s\n", changed ? "- " : "+ ", (int)length, line);
            if (other) {
                print_error("+ %.*s\n", (int)golden_line(other), other);
            }
        }
    }
    return differences;
}

static void golden_record(uint32_t file, const golden_text *found)
{
    way_problem problem = {0};
    const char *path = golden_files[file].path;
    if (way_file_write(path, found->bytes, found->size, &problem) != WAY_STATUS_OK) {
        fail_msg("%s: %s", path, problem.text);
    }
    print_message("recorded %s\n", path);
}

/// Prints what differs from what was recorded; returns how many rows.
static uint32_t golden_compare(uint32_t file, const golden_text *found)
{
    way_file recorded;
    const char *path = golden_files[file].path;
    assert_int_equal(way_file_read(path, 0, NULL, &recorded, NULL), WAY_STATUS_OK);
    print_message("%s\n%s", path, golden_files[file].head);
    const uint32_t changed = golden_differ(recorded.bytes, found->bytes, true);
    const uint32_t fresh = golden_differ(found->bytes, recorded.bytes, false);
    way_file_free(&recorded);
    if (changed || fresh) {
        print_error("%s: %u rows changed or gone (-), %u new (+)\n", path, changed, fresh);
    }
    return changed + fresh;
}

static void results_equal_the_recorded(void **state)
{
    (void)state;
    golden_text found[GOLDEN_FILES] = {{0}};
    golden_make(found);
    uint32_t differences = 0;
    for (uint32_t i = 0; i < GOLDEN_FILES; i++) {
        if (getenv("WAYMARK_RECORD")) {
            golden_record(i, &found[i]);
        } else {
            differences += golden_compare(i, &found[i]);
        }
        free(found[i].bytes);
    }
    if (differences) {
        fail_msg("scene and problem are explained in tests/golden/test_golden.c; if the difference "
                 "is meant: WAYMARK_RECORD=1 and run this test again from the root of the tree");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(results_equal_the_recorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
