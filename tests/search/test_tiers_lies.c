// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases with tiers that lie: what is changed in them, word by word, is refused or does no harm
// to trips, nor to repairs and saving afterwards.
#include "core/blob.h"
#include "scenes/checker.h"
#include "search/route_rig.h"

#include <string.h>

#define LIES_TAG WAYI_BLOB_TAG('T', 'I', 'E', 'R')
#define LIES_TRIPS 3u

/// A database, and the words of its tiers that are not costs.
typedef struct lies_rig {
    route_rig route;
    way_database saved;
    uint32_t *words;
    uint32_t count, capacity;
    uint32_t total; ///< of all words
    uint32_t opened, refused;
} lies_rig;

static void lies_note(lies_rig *rig, uint32_t count)
{
    while (rig->count + count > rig->capacity) {
        rig->capacity = rig->capacity ? 2 * rig->capacity : 1024;
        rig->words = realloc(rig->words, rig->capacity * sizeof *rig->words);
        assert_non_null(rig->words);
    }
    for (uint32_t i = 0; i < count; i++) {
        rig->words[rig->count++] = rig->total++;
    }
}

static void lies_note_group(lies_rig *rig, const wayi_tiers_group *group, uint32_t squares)
{
    const wayi_tiers_inside *inside = &group->inside;
    lies_note(rig, 4);
    lies_note(rig, inside->first ? squares + inside->first[squares] : 4 * inside->count);
    rig->total += inside->count ? inside->count * (inside->count - 1) / 2 : 0;
    rig->total += group->post_count ? group->post_count * (group->post_count - 1) / 2 : 0;
}

/// Finds the words of a database that were saved of a navigator's tiers.
static void lies_find(lies_rig *rig)
{
    const wayi_tiers *tiers = &route_guide(&rig->route)->tiers;
    lies_note(rig, 2);
    for (uint32_t i = 0; i < tiers->count; i++) {
        const wayi_tiers_tier *tier = &tiers->tiers[i];
        for (uint32_t k = 0; k < tier->columns * tier->rows * WAYI_TIERS_SIDES; k++) {
            if (k % WAYI_TIERS_SIDES < tiers->sides) {
                lies_note(rig, 3 + 4 * tier->borders[k].count);
            }
        }
    }
    for (uint32_t i = tiers->count; i-- > 0;) {
        const wayi_tiers_tier *tier = &tiers->tiers[i];
        for (uint32_t k = 0; k < tier->columns * tier->rows; k++) {
            lies_note_group(rig, &tier->groups[k], tiers->side * tiers->side);
        }
    }
}

static void lies_open(const char *words, const char *spec, bool amid, lies_rig *rig)
{
    memset(rig, 0, sizeof *rig);
    route_open(words, spec, NULL, &rig->route);
    const wayi_guide *guide = route_guide(&rig->route);
    for (uint32_t i = 0; amid && (i < 8 || wayi_tiers_are_made(&guide->tiers)); i++) {
        bool done = false;
        route_edit(&rig->route, i);
        do { // as far as tiers, and some of these
            assert_int_equal(way_navigator_repair(rig->route.navigator, 400, &done), WAY_STATUS_OK);
        } while (guide->atlas.repairs);
    }
    assert_int_equal(way_navigator_save(rig->route.navigator, NULL, &rig->saved), WAY_STATUS_OK);
    wayi_blob blob;
    size_t count = 0;
    assert_int_equal(wayi_blob_open(rig->saved.bytes, rig->saved.size, &blob, NULL), WAY_STATUS_OK);
    assert_non_null(wayi_blob_section(&blob, LIES_TAG, 2, &count));
    lies_find(rig);
    assert_int_equal(rig->total, count);
}

static void lies_close(lies_rig *rig)
{
    print_message("%u words, %u of them no costs: %u databases opened, %u refused\n", rig->total,
                  rig->count, rig->opened, rig->refused);
    assert_true(rig->opened > 0 && rig->refused > 0);
    free(rig->words);
    way_database_free(&rig->saved);
    route_close(&rig->route);
}

static uint16_t lies_word(way_rng *rng, uint16_t truth)
{
    const uint16_t lies[] = {0,
                             1,
                             UINT16_MAX,
                             WAYI_TIERS_FAR,
                             (uint16_t)(truth + 1),
                             (uint16_t)(truth - 1),
                             (uint16_t)(truth ^ 1u << way_rng_below(rng, 16)),
                             (uint16_t)way_rng_below(rng, UINT16_MAX + 1u)};
    return lies[way_rng_below(rng, sizeof lies / sizeof *lies)];
}

/// A copy with some words changed, from a place on or anywhere, and all checksums right.
static void lies_tell(lies_rig *rig, uint32_t first, way_database *out)
{
    way_rng *rng = &rig->route.rng;
    wayi_blob blob;
    assert_int_equal(wayi_blob_open(rig->saved.bytes, rig->saved.size, &blob, NULL), WAY_STATUS_OK);
    const wayi_blob_header *header = blob.header;
    const wayi_blob_info info = {header->algorithm, header->parameters, header->map};
    wayi_blob_writer writer;
    wayi_blob_begin(&writer, &info, &rig->saved.allocator);
    for (uint32_t i = 0; i < header->section_count; i++) {
        const wayi_blob_section_entry *entry = &header->sections[i];
        const bool tiers = entry->tag == LIES_TAG;
        const size_t cut = tiers && way_rng_below(rng, 32) == 0 ? 1 + way_rng_below(rng, 64) : 0;
        const size_t count = entry->size / entry->element_size - cut;
        unsigned char *items = wayi_blob_reserve(&writer, entry->tag, entry->element_size, count);
        assert_non_null(items);
        memcpy(items, blob.bytes + entry->offset, count * entry->element_size);
        for (uint32_t k = 0; tiers && !cut && k <= way_rng_below(rng, 3); k++) {
            const bool cost = k && way_rng_below(rng, 2);
            const uint32_t at = k == 0 ? first
                                : cost ? way_rng_below(rng, rig->total)
                                       : rig->words[way_rng_below(rng, rig->count)];
            uint16_t word = 0;
            memcpy(&word, items + (size_t)at * 2, 2);
            word = lies_word(rng, word);
            memcpy(items + (size_t)at * 2, &word, 2);
        }
    }
    out->allocator = rig->saved.allocator;
    assert_int_equal(wayi_blob_finish(&writer, &out->bytes, &out->size), WAY_STATUS_OK);
}

/// Every trip arrives by a legal path.
static void lies_travel(route_rig *rig, way_navigator *navigator)
{
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    for (uint32_t i = 0; i < LIES_TRIPS; i++) {
        const way_trip trip = route_trip(rig, i % 2);
        uint32_t count = 0;
        checker_report report;
        (void)route_walk(agent, &trip);
        const way_state *path = way_agent_path(agent, &count);
        const checker_trip walked = {trip.start, trip.goal, path, count};
        assert_int_equal(checker_check(rig->map, 1, &walked, &report), WAY_STATUS_OK);
        assert_int_equal(report.fault, CHECKER_FAULT_NONE);
    }
    way_agent_destroy(agent);
}

/// Trips, edits around, repairs in slices, saving, and trips again.
static void lies_live(lies_rig *rig, way_navigator *navigator, bool edits)
{
    route_rig *route = &rig->route;
    way_database saved;
    lies_travel(route, navigator);
    if (edits) {
        for (uint32_t i = 2; i < 8; i++) {
            bool done = false;
            route_edit(route, i);
            assert_int_equal(way_navigator_repair(navigator, ROUTE_BUDGET, &done), WAY_STATUS_OK);
        }
        lies_travel(route, navigator);
        assert_int_equal(way_navigator_save(navigator, NULL, &saved), WAY_STATUS_OK);
        way_database_free(&saved);
        bool done = false;
        for (uint32_t i = 0; i < 100 && !done; i++) {
            assert_int_equal(way_navigator_repair(navigator, 20000, &done), WAY_STATUS_OK);
        }
        assert_true(done);
        lies_travel(route, navigator);
    }
}

static void lies_check(lies_rig *rig, uint32_t word, bool edits)
{
    way_database forged;
    way_navigator *opened = NULL;
    lies_tell(rig, word, &forged);
    const way_navigator_config config = {.space = rig->route.space};
    const way_status status = way_navigator_open(&config, forged.bytes, forged.size, &opened);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_BAD_FORMAT);
    rig->opened += status == WAY_STATUS_OK;
    rig->refused += status != WAY_STATUS_OK;
    if (status == WAY_STATUS_OK) {
        lies_live(rig, opened, edits);
    }
    way_navigator_destroy(opened);
    way_database_free(&forged);
}

static const char lies_scene[] = "random,width=304,height=304,seed=5";
static const char lies_spec[] = "dba(sector=3, depth=1)";

/// The first words are all tried, of others some of each kind.
static void lies_about_tiers_do_no_harm(void **state)
{
    (void)state;
    for (uint32_t amid = 0; amid < 2; amid++) {
        lies_rig rig;
        lies_open(lies_scene, lies_spec, amid, &rig);
        for (uint32_t i = 0; i < 16; i++) {
            lies_check(&rig, i, false);
        }
        for (uint32_t i = 0; i < stage_rounds(60); i++) {
            const uint32_t any = way_rng_below(&rig.route.rng, rig.count);
            lies_check(&rig, rig.words[any], false);
        }
        for (uint32_t i = 0; i < stage_rounds(12); i++) {
            lies_check(&rig, way_rng_below(&rig.route.rng, rig.total), false);
        }
        lies_close(&rig);
    }
}

/// The same with edits afterwards; the map changes, so each has a database of its own.
static void lies_about_tiers_are_mended(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < stage_rounds(6); i++) {
        lies_rig rig;
        lies_open(lies_scene, lies_spec, i % 2, &rig);
        while (rig.opened == 0) {
            const uint32_t any = way_rng_below(&rig.route.rng, rig.count);
            rig.route.rng.state += i;
            lies_check(&rig, rig.words[any], true);
        }
        rig.refused++;
        lies_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lies_about_tiers_do_no_harm),
        cmocka_unit_test(lies_about_tiers_are_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
