// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Runs the fuzz targets on their corpora as they are and on some thousand mutations of the inputs:
// what a fuzzer does, made repeatable and short enough for every run of the tests.
#include "fuzz/targets.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#define MUTANTS_PER_TARGET 20000u
#define MUTANT_MAX 4096u

typedef struct mutant {
    uint8_t bytes[MUTANT_MAX];
    size_t size;
} mutant;

/// The next input of a corpus, an archive of `ar` whose members have numbers for names; false at
/// its end.
static bool read_member(FILE *corpus, mutant *member)
{
    char head[60];
    if (fread(head, 1, sizeof head, corpus) < sizeof head) {
        return false;
    }
    const long size = strtol(head + 48, NULL, 10);
    assert_true(size > 0 && head[58] == '`' && head[0] != '/');
    const long taken = size < (long)(MUTANT_MAX / 2) ? size : (long)(MUTANT_MAX / 2);
    member->size = fread(member->bytes, 1, (size_t)taken, corpus);
    assert_int_equal(member->size, taken);
    assert_int_equal(fseek(corpus, size + (size & 1) - taken, SEEK_CUR), 0);
    return true;
}

static void replace_bytes(mutant *made, way_rng *rng)
{
    static const char likely[] = "0123456789 \t\r\n.@-+e#\\/\0\xff";
    const uint32_t at = way_rng_below(rng, (uint32_t)made->size);
    made->bytes[at] = way_rng_below(rng, 2) ? (uint8_t)way_rng_next(rng)
                                            : (uint8_t)likely[way_rng_below(rng, sizeof likely)];
}

static void remove_bytes(mutant *made, way_rng *rng)
{
    const uint32_t at = way_rng_below(rng, (uint32_t)made->size);
    const uint32_t most = (uint32_t)made->size - at;
    const uint32_t count = 1 + way_rng_below(rng, most < 12 ? most : 12);
    memmove(made->bytes + at, made->bytes + at + count, made->size - at - count);
    made->size -= count;
}

// Copies a stretch of the mutant to another place of it: lines twice, digits without end.
static void repeat_bytes(mutant *made, way_rng *rng)
{
    const uint32_t from = way_rng_below(rng, (uint32_t)made->size);
    const uint32_t at = way_rng_below(rng, (uint32_t)made->size);
    uint32_t count = 1 + way_rng_below(rng, 40);
    count = count > made->size - from ? (uint32_t)made->size - from : count;
    if (made->size + count > MUTANT_MAX) {
        return;
    }
    uint8_t piece[40];
    memcpy(piece, made->bytes + from, count);
    memmove(made->bytes + at + count, made->bytes + at, made->size - at);
    memcpy(made->bytes + at, piece, count);
    made->size += count;
}

static void mutate(mutant *made, way_rng *rng)
{
    for (uint32_t i = way_rng_below(rng, 6) + 1; i > 0 && made->size > 0; i--) {
        switch (way_rng_below(rng, 8)) {
        case 0:
            made->size = way_rng_below(rng, (uint32_t)made->size + 1);
            break;
        case 1:
        case 2:
            remove_bytes(made, rng);
            break;
        case 3:
        case 4:
            repeat_bytes(made, rng);
            break;
        default:
            replace_bytes(made, rng);
        }
    }
}

// The bytes lie at the end of a block of their own, so that a sanitizer sees a read beyond them.
static void run_exactly(const fuzz_target *target, const mutant *made)
{
    uint8_t *bytes = malloc(made->size ? made->size : 1);
    assert_non_null(bytes);
    memcpy(bytes, made->bytes, made->size);
    target->run(bytes, made->size);
    free(bytes);
}

/// The living targets build a database or make a trip for each input, or a very long one.
static uint32_t mutants_of(const fuzz_target *target)
{
    static const char *const slow[] = {"spec", "database", "parked", "edits", "calls"};
    static const char *const saves[] = {"world", "saves", "replays"};
    uint32_t count = MUTANTS_PER_TARGET;
    for (uint32_t i = 0; i < sizeof slow / sizeof *slow; i++) {
        count = strcmp(target->name, slow[i]) == 0 ? MUTANTS_PER_TARGET / 10 : count;
    }
    if (strcmp(target->name, "replan") == 0 || strcmp(target->name, "kinds") == 0) {
        count = MUTANTS_PER_TARGET / 80; // many trips
    }
    for (uint32_t i = 0; i < sizeof saves / sizeof *saves; i++) {
        count = strcmp(target->name, saves[i]) == 0 ? MUTANTS_PER_TARGET / 40 : count;
    }
    return strcmp(target->name, "far") == 0 ? MUTANTS_PER_TARGET / 200 : count;
}

static void run_input(const fuzz_target *target, const mutant *original, uint32_t mutants,
                      way_rng *rng)
{
    run_exactly(target, original);
    for (uint32_t i = 0; i < mutants; i++) {
        mutant made = *original;
        mutate(&made, rng);
        run_exactly(target, &made);
    }
}

/// Runs all inputs of a corpus with so many mutants each; returns how many there are.
static uint32_t run_corpus(const fuzz_target *target, bool count_only, uint32_t mutants,
                           way_rng *rng)
{
    char text[128];
    uint32_t inputs = 0;
    mutant original;
    snprintf(text, sizeof text, "tests/fuzz/corpus/%s.ar", target->name);
    FILE *corpus = fopen(text, "rb");
    assert_non_null(corpus);
    assert_true(fread(text, 1, 8, corpus) == 8 && memcmp(text, "!<arch>\n", 8) == 0);
    for (; read_member(corpus, &original); inputs++) {
        if (!count_only) {
            run_input(target, &original, mutants, rng);
        }
    }
    (void)fclose(corpus);
    return inputs;
}

static void targets_when_corpus_is_mutated(void **state)
{
    (void)state;
    way_rng rng = test_rng(2026);
    for (const fuzz_target *target = fuzz_targets; target->name; target++) {
        const uint32_t inputs = run_corpus(target, true, 0, &rng);
        assert_true(inputs > 0);
        run_corpus(target, false, mutants_of(target) / inputs, &rng);
    }
}

int main(void)
{
    // Commands complain there, some thousand times.
    assert_non_null(freopen("/dev/null", "w", stderr));
    const struct CMUnitTest tests[] = {cmocka_unit_test(targets_when_corpus_is_mutated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
