// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases on maps that never rest: what docs/changing.md promises of their size.
#include "search/living_rig.h"

static void databases_keep_their_size(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba", "hcdps", "sectors", "prastar", "beacon"};
    for (uint32_t i = 0; i < 5 * LIVING_SCENES; i++) {
        living_rig rig;
        living_open(living_scenes[i / 5], specs[i % 5], &rig);
        const size_t before = way_navigator_bytes(rig.navigator);
        for (uint32_t k = 0; k < 60; k++) {
            living_edit(&rig);
            (void)living_repair(&rig, 2 * LIVING_BUDGET);
        }
        while (!living_repair(&rig, UINT32_MAX)) {
        }
        const size_t after = way_navigator_bytes(rig.navigator);
        if (2 * after > 3 * before) {
            fail_msg("%s on %s: %zu bytes, %zu after repairs", specs[i % 5], living_scenes[i / 5],
                     before, after);
        }
        living_close(&rig);
    }
}

/// Cells flip all the time, the oldest back, or one in a hundred for good, and repairs hardly
/// follow: when they have, a database is at most half as large again as it was, and as a fresh one
/// of the map as it is then.
static void databases_keep_their_size_in_the_rain(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba",      "hcdps",   "hpastar",
                                        "dhpastar", "sectors", "prastar"};
    static const char *const scenes[] = {"rooms,width=160,height=160,seed=5",
                                         "caves,width=160,height=160,seed=3",
                                         "maze,width=129,height=129,seed=7,braid=300"};
    enum { SPECS = sizeof specs / sizeof *specs, CHANGED = 64 };
    for (uint32_t i = 0; i < 2 * SPECS * (sizeof scenes / sizeof *scenes); i++) {
        const char *spec = specs[i / 2 % SPECS];
        const char *where = scenes[i / 2 / SPECS];
        const bool back = i % 2 == 0;
        living_rig rig;
        living_open(where, spec, &rig);
        const size_t before = way_navigator_bytes(rig.navigator);
        const uint32_t area = way_map_width(rig.map) * way_map_height(rig.map);
        way_cell changed[CHANGED];
        for (uint32_t k = 0; k < (back ? 1200 : area / 100); k++) {
            way_cell *cell = &changed[k % CHANGED];
            if (k >= CHANGED && back) {
                living_flip(&rig, *cell);
            }
            *cell = way_rng_below(&rig.rng, area);
            living_flip(&rig, *cell);
            (void)living_repair(&rig, LIVING_BUDGET);
        }
        while (!living_repair(&rig, UINT32_MAX)) {
        }
        const size_t after = way_navigator_bytes(rig.navigator);
        way_navigator_destroy(rig.navigator);
        living_prepare(&rig, spec);
        const size_t fresh = way_navigator_bytes(rig.navigator);
        print_message("%s on %s: %.2f times the bytes, %.2f times those of a fresh one\n", spec,
                      where, (double)after / (double)before, (double)after / (double)fresh);
        if (2 * after > 3 * fresh || 2 * after > 3 * before) {
            fail_msg("%s on %s: %zu bytes, %zu before, a fresh one %zu", spec, where, after, before,
                     fresh);
        }
        living_close(&rig);
    }
}

static void pyramids_are_small(void **state)
{
    (void)state;
    static const char *const scenes[] = {"open,width=400,height=400", "rooms,width=400,height=400",
                                         "caves,width=400,height=400", "city,width=400,height=400",
                                         "random,width=400,height=400"};
    for (uint32_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        living_rig rig;
        living_open(scenes[i], "prastar", &rig);
        const size_t bytes = way_navigator_bytes(rig.navigator);
        if (bytes > (size_t)400 * 400 * 150 / 16) {
            fail_msg("%s: %zu bytes", scenes[i], bytes);
        }
        living_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(databases_keep_their_size),
        cmocka_unit_test(databases_keep_their_size_in_the_rain),
        cmocka_unit_test(pyramids_are_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
