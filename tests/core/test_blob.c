// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/blob.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

#define TAG_ROOM WAYI_BLOB_TAG('r', 'o', 'o', 'm')
#define TAG_NAME WAYI_BLOB_TAG('n', 'a', 'm', 'e')
#define TAG_VOID WAYI_BLOB_TAG('v', 'o', 'i', 'd')
#define TAG_COST WAYI_BLOB_TAG('c', 'o', 's', 't')

#define ROOMS 37u
#define COSTS 11u

static const char blob_test_name[] = "thirteen bytes";

static const wayi_blob_info blob_test_info = {
    .algorithm = "testing",
    .parameters = "depth=3 width=0.5",
    .map = {UINT64_C(0x1122334455667788), 640, 480, 8, 1, 408, 577},
};

// Sections of each kind: 4-byte items, bytes that need padding, none at all, 8-byte items.
static way_status blob_test_write(const way_allocator *allocator, void **bytes, size_t *size)
{
    wayi_blob_writer writer;
    wayi_blob_begin(&writer, &blob_test_info, allocator);
    uint32_t *rooms = wayi_blob_reserve(&writer, TAG_ROOM, sizeof(uint32_t), ROOMS);
    for (uint32_t i = 0; rooms != NULL && i < ROOMS; i++) {
        rooms[i] = i * i;
    }
    wayi_blob_add(&writer, TAG_NAME, 1, blob_test_name, 13);
    wayi_blob_add(&writer, TAG_VOID, 16, NULL, 0);
    uint64_t costs[COSTS];
    for (uint32_t i = 0; i < COSTS; i++) {
        costs[i] = UINT64_MAX - i;
    }
    wayi_blob_add(&writer, TAG_COST, sizeof(uint64_t), costs, COSTS);
    return wayi_blob_finish(&writer, bytes, size);
}

static void open_when_just_written(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    void *bytes;
    size_t size;
    assert_int_equal(blob_test_write(&memory.allocator, &bytes, &size), WAY_STATUS_OK);
    assert_int_equal(memory.live_bytes, size);
    wayi_blob blob;
    wayi_blob_error error;
    assert_int_equal(wayi_blob_open(bytes, size, &blob, &error), WAY_STATUS_OK);
    assert_string_equal(blob.header->algorithm, "testing");
    assert_string_equal(blob.header->parameters, "depth=3 width=0.5");
    assert_int_equal(blob.header->section_count, 4);
    assert_int_equal(blob.header->sections[0].offset % 64, 0);
    assert_string_equal(error.message, "");
    wayi_free(&memory.allocator, bytes, size, 1);
    test_allocator_check_empty(&memory);
}

static void section_when_asked_for(void **state)
{
    (void)state;
    void *bytes;
    size_t size;
    assert_int_equal(blob_test_write(NULL, &bytes, &size), WAY_STATUS_OK);
    wayi_blob blob;
    assert_int_equal(wayi_blob_open(bytes, size, &blob, NULL), WAY_STATUS_OK);
    size_t count;
    const uint32_t *rooms = wayi_blob_section(&blob, TAG_ROOM, sizeof(uint32_t), &count);
    assert_int_equal(count, ROOMS);
    assert_int_equal(rooms[ROOMS - 1], (ROOMS - 1) * (ROOMS - 1));
    const char *name = wayi_blob_section(&blob, TAG_NAME, 1, &count);
    assert_int_equal(count, 13);
    assert_memory_equal(name, blob_test_name, 13);
    assert_non_null(wayi_blob_section(&blob, TAG_VOID, 16, &count));
    assert_int_equal(count, 0);
    const uint64_t *costs = wayi_blob_section(&blob, TAG_COST, sizeof(uint64_t), &count);
    assert_int_equal((uintptr_t)costs % 8, 0);
    assert_true(count == COSTS && costs[COSTS - 1] == UINT64_MAX - (COSTS - 1));
    assert_null(wayi_blob_section(&blob, TAG_COST, sizeof(uint32_t), &count));
    assert_null(wayi_blob_section(&blob, WAYI_BLOB_TAG('n', 'o', 'n', 'e'), 4, &count));
    assert_int_equal(count, 0);
    free(bytes);
}

// The bytes are a file format: they change only with its version.
static void bytes_when_written_twice(void **state)
{
    (void)state;
    test_allocator memory; // Fills fresh memory with other garbage than malloc does.
    test_allocator_init(&memory);
    void *first;
    void *second;
    size_t first_size;
    size_t second_size;
    assert_int_equal(blob_test_write(NULL, &first, &first_size), WAY_STATUS_OK);
    assert_int_equal(blob_test_write(&memory.allocator, &second, &second_size), WAY_STATUS_OK);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
    assert_int_equal(first_size, 1344 + 152 + 16 + 0 + 88);
    if (((unsigned char *)first)[12] == 4) { // A little-endian machine.
        assert_true(way_hash_bytes(0, first, first_size) == UINT64_C(0x4FB66C674787BEC2));
    }
    wayi_free(&memory.allocator, second, second_size, 1);
    free(first);
}

static void writer_when_misused(void **state)
{
    (void)state;
    static const struct {
        const char *algorithm;
        uint32_t tag, element_size;
        size_t count;
        way_status status;
    } cases[] = {
        {"a", TAG_NAME, 1, 1, WAY_STATUS_OK},
        {"", TAG_NAME, 1, 1, WAY_STATUS_INVALID_ARGUMENT},
        {NULL, TAG_NAME, 1, 1, WAY_STATUS_INVALID_ARGUMENT},
        {"0123456789012345678901234567890", TAG_NAME, 1, 1, WAY_STATUS_OK},
        {"01234567890123456789012345678901", TAG_NAME, 1, 1, WAY_STATUS_TOO_LARGE},
        {"a", 0, 1, 1, WAY_STATUS_INVALID_ARGUMENT},
        {"a", TAG_NAME, 0, 1, WAY_STATUS_INVALID_ARGUMENT},
        {"a", TAG_ROOM, 1, 1, WAY_STATUS_INVALID_ARGUMENT},
        {"a", TAG_NAME, 16, SIZE_MAX / 8, WAY_STATUS_TOO_LARGE},
        {"a", TAG_NAME, 1, SIZE_MAX - 8, WAY_STATUS_NO_MEMORY},
        {"a", TAG_NAME, 4, SIZE_MAX / 4 - 400, WAY_STATUS_NO_MEMORY},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const wayi_blob_info info = {.algorithm = cases[i].algorithm};
        wayi_blob_writer writer;
        wayi_blob_begin(&writer, &info, NULL);
        wayi_blob_add(&writer, TAG_ROOM, 1, "x", 1);
        void *place =
            wayi_blob_reserve(&writer, cases[i].tag, cases[i].element_size, cases[i].count);
        assert_int_equal(place != NULL, cases[i].status == WAY_STATUS_OK);
        wayi_blob_add(&writer, TAG_COST, 1, "y", 1); // Nothing heals a writer.
        void *bytes;
        size_t size;
        assert_int_equal(wayi_blob_finish(&writer, &bytes, &size), cases[i].status);
        assert_int_equal(bytes != NULL, cases[i].status == WAY_STATUS_OK);
        free(bytes);
    }
}

static void writer_when_sections_run_out(void **state)
{
    (void)state;
    wayi_blob_writer writer;
    wayi_blob_begin(&writer, &blob_test_info, NULL);
    for (uint32_t tag = 1; tag <= WAYI_BLOB_SECTIONS; tag++) {
        wayi_blob_add(&writer, tag, 1, "abcdefghijklmnopqrstuvwxyz01234567", tag);
    }
    assert_int_equal(writer.status, WAY_STATUS_OK);
    wayi_blob_writer full = writer; // Both look at the same bytes; only one gets to finish.
    assert_null(wayi_blob_reserve(&full, 99, 1, 0));
    assert_int_equal(full.status, WAY_STATUS_TOO_LARGE);
    void *bytes;
    size_t size;
    assert_int_equal(wayi_blob_finish(&writer, &bytes, &size), WAY_STATUS_OK);
    wayi_blob blob;
    assert_int_equal(wayi_blob_open(bytes, size, &blob, NULL), WAY_STATUS_OK);
    for (uint32_t tag = 1; tag <= WAYI_BLOB_SECTIONS; tag++) {
        size_t count;
        assert_memory_equal(wayi_blob_section(&blob, tag, 1, &count), "abcd", tag < 4 ? tag : 4);
        assert_int_equal(count, tag);
    }
    free(bytes);
}

// Reads every section to its last byte: a sanitizer sees what lies outside.
static uint64_t blob_test_read_all(const wayi_blob *blob)
{
    uint64_t hash = way_hash_bytes(0, blob->header->algorithm, strlen(blob->header->algorithm));
    hash = way_hash_bytes(hash, blob->header->parameters, strlen(blob->header->parameters));
    for (uint32_t i = 0; i < blob->header->section_count; i++) {
        const wayi_blob_section_entry *section = &blob->header->sections[i];
        size_t count;
        const void *items = wayi_blob_section(blob, section->tag, section->element_size, &count);
        assert_non_null(items);
        hash = way_hash_bytes(hash, items, count * section->element_size);
    }
    return hash;
}

// Opens a copy that ends where its memory does.
static way_status blob_test_open_copy(const void *bytes, size_t size)
{
    void *copy = malloc(size == 0 ? 1 : size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    wayi_blob blob;
    wayi_blob_error error;
    const way_status status = wayi_blob_open(copy, size, &blob, &error);
    if (status == WAY_STATUS_OK) {
        (void)blob_test_read_all(&blob);
    } else {
        assert_null(blob.header);
        assert_int_not_equal(error.message[0], '\0');
        assert_true(error.offset <= size);
    }
    free(copy);
    return status;
}

static void open_when_any_bit_flips(void **state)
{
    (void)state;
    void *written;
    size_t size;
    assert_int_equal(blob_test_write(NULL, &written, &size), WAY_STATUS_OK);
    unsigned char *bytes = written;
    for (size_t bit = 0; bit < size * 8; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << (bit % 8));
        assert_int_not_equal(blob_test_open_copy(bytes, size), WAY_STATUS_OK);
        bytes[bit / 8] ^= (unsigned char)(1u << (bit % 8));
    }
    assert_int_equal(blob_test_open_copy(bytes, size), WAY_STATUS_OK);
    free(bytes);
}

static void open_when_cut_or_extended(void **state)
{
    (void)state;
    void *written;
    size_t size;
    assert_int_equal(blob_test_write(NULL, &written, &size), WAY_STATUS_OK);
    unsigned char longer[4096] = {0};
    assert_true(size + 64 < sizeof(longer));
    memcpy(longer, written, size);
    for (size_t length = 0; length < size + 64; length++) {
        const way_status status = blob_test_open_copy(longer, length);
        assert_int_equal(status == WAY_STATUS_OK, length == size);
    }
    free(written);
}

static void blob_test_reseal(unsigned char *bytes)
{
    const uint64_t checksum = way_hash_bytes(way_hash_bytes(0, bytes, 16), bytes + 24, 1344 - 24);
    memcpy(bytes + 16, &checksum, sizeof(checksum));
}

// Zero bytes at the end are no padding when the last section needs none.
static void open_when_longer_than_its_sections(void **state)
{
    (void)state;
    void *written;
    size_t size;
    assert_int_equal(blob_test_write(NULL, &written, &size), WAY_STATUS_OK);
    unsigned char longer[4096] = {0};
    memcpy(longer, written, size);
    for (uint64_t claimed = size; claimed < size + 32; claimed++) {
        memcpy(longer + offsetof(wayi_blob_header, size), &claimed, sizeof(claimed));
        blob_test_reseal(longer);
        const way_status status = blob_test_open_copy(longer, (size_t)claimed);
        assert_int_equal(status == WAY_STATUS_OK, claimed == size);
    }
    free(written);
}

// A number that is likely to be just wrong enough.
static uint64_t blob_test_hostile_number(way_rng *rng, uint64_t old)
{
    switch (way_rng_below(rng, 6)) {
    case 0:
        return way_rng_next(rng);
    case 1:
        return old + way_rng_below(rng, 17) - 8;
    case 2:
        return UINT64_MAX - way_rng_below(rng, 64);
    case 3:
        return way_rng_below(rng, 2000);
    case 4:
        return UINT64_C(1) << way_rng_below(rng, 64);
    default:
        return 0;
    }
}

static void blob_test_corrupt_entry(way_rng *rng, wayi_blob_section_entry *entry)
{
    switch (way_rng_below(rng, 4)) {
    case 0:
        entry->offset = blob_test_hostile_number(rng, entry->offset);
        break;
    case 1:
        entry->size = blob_test_hostile_number(rng, entry->size);
        break;
    case 2:
        entry->element_size = (uint32_t)blob_test_hostile_number(rng, entry->element_size);
        break;
    default:
        entry->tag = (uint32_t)blob_test_hostile_number(rng, entry->tag);
        break;
    }
}

// Makes the section checksum right again where the section lies inside.
static void blob_test_reseal_entry(const unsigned char *bytes, size_t size,
                                   wayi_blob_section_entry *entry)
{
    if (entry->offset <= size && entry->size <= size - entry->offset) {
        entry->checksum =
            way_hash_bytes(entry->tag, bytes + (size_t)entry->offset, (size_t)entry->size);
    }
}

#define AT(field) offsetof(wayi_blob_header, field), sizeof(((wayi_blob_header *)NULL)->field)

// Sections: 1344 room 1492, 1496 name 1509, 1512 void 1512, 1512 cost 1600.
static const struct {
    size_t offset;
    size_t width; ///< 1: damage; else a forged number, with the checksums made right again
    uint64_t value;
    const char *message;
} blob_test_wrongs[] = {
    {AT(sections[1].offset), 1496, ""},
    {AT(sections[1].offset), 1488, "section overlaps what comes before it"},
    {AT(sections[1].offset), 0, "section overlaps what comes before it"},
    {AT(sections[1].offset), 1500, "section is misaligned"},
    {AT(sections[1].offset), 1504, "gap before section"},
    {AT(sections[3].offset), 1608, "section reaches beyond the end"},
    {AT(sections[3].offset), UINT64_MAX - 7, "section reaches beyond the end"},
    {AT(sections[3].size), 96, "section reaches beyond the end"},
    {AT(sections[3].size), UINT64_MAX - 7, "section reaches beyond the end"},
    {AT(sections[3].size), 80, "something follows the last section"},
    {AT(sections[0].element_size), 0, "section does not hold whole items"},
    {AT(sections[0].element_size), 3, "section does not hold whole items"},
    {AT(sections[1].tag), TAG_ROOM, "two sections with one tag"},
    {AT(sections[1].tag), 0, "section without a tag"},
    {AT(size), 1599, "more bytes than it should have"},
    {AT(size), 1601, "cut short"},
    {AT(section_count), 3, "unused parts are in use"},
    {AT(section_count), 33, "too many sections"},
    {AT(reserved[6]), 1, "unused parts are in use"},
    {offsetof(wayi_blob_header, parameters) + 188, 4, 0x41414141, "parameters are malformed"},
    {offsetof(wayi_blob_header, parameters) + 100, 4, 0x41414141, "parameters are malformed"},
    {1350, 1, 77, "section is damaged"},
    {1493, 1, 77, "padding is damaged"},
    {1511, 1, 77, "padding is damaged"},
};

static void open_when_one_thing_is_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(blob_test_wrongs) / sizeof(blob_test_wrongs[0]); i++) {
        void *bytes;
        size_t size;
        assert_int_equal(blob_test_write(NULL, &bytes, &size), WAY_STATUS_OK);
        const uint64_t wide = blob_test_wrongs[i].value;
        const uint32_t narrow = (uint32_t)wide;
        unsigned char *place = (unsigned char *)bytes + blob_test_wrongs[i].offset;
        if (blob_test_wrongs[i].width == 1) {
            *place = (unsigned char)wide;
        } else {
            memcpy(place, blob_test_wrongs[i].width == 8 ? (const void *)&wide : &narrow,
                   blob_test_wrongs[i].width);
            wayi_blob_header *header = bytes;
            for (uint32_t section = 0; section < 4; section++) {
                blob_test_reseal_entry(bytes, size, &header->sections[section]);
            }
            blob_test_reseal(bytes);
        }
        wayi_blob blob;
        wayi_blob_error error;
        (void)wayi_blob_open(bytes, size, &blob, &error);
        assert_string_equal(error.message, blob_test_wrongs[i].message);
        free(bytes);
    }
}

// Forged blobs: damage whose checksums are right. Most are refused; none may be followed outside.
static void open_when_forged(void **state)
{
    (void)state;
    way_rng rng = test_rng(91);
    void *written;
    size_t size;
    assert_int_equal(blob_test_write(NULL, &written, &size), WAY_STATUS_OK);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    uint32_t accepted = 0;
    for (int i = 0; i < 20000; i++) {
        memcpy(bytes, written, size);
        wayi_blob_header header;
        memcpy(&header, bytes, sizeof(header));
        for (uint32_t edits = 1 + way_rng_below(&rng, 3); edits > 0; edits--) {
            const uint32_t index = way_rng_below(&rng, 5); // An unused one, too.
            blob_test_corrupt_entry(&rng, &header.sections[index]);
            blob_test_reseal_entry(bytes, size, &header.sections[index]);
        }
        if (way_rng_below(&rng, 8) == 0) {
            header.section_count = (uint32_t)blob_test_hostile_number(&rng, header.section_count);
        }
        memcpy(bytes, &header, sizeof(header));
        blob_test_reseal(bytes);
        accepted += blob_test_open_copy(bytes, size) == WAY_STATUS_OK;
    }
    assert_in_range(accepted, 1, 10000); // New tags and item sizes that divide are legal.
    free(bytes);
    free(written);
}

static void open_when_bytes_are_random(void **state)
{
    (void)state;
    way_rng rng = test_rng(92);
    void *written;
    size_t size;
    assert_int_equal(blob_test_write(NULL, &written, &size), WAY_STATUS_OK);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    for (int i = 0; i < 20000; i++) {
        memcpy(bytes, written, size);
        for (uint32_t edits = 1 + way_rng_below(&rng, 20); edits > 0; edits--) {
            const uint32_t at = way_rng_below(&rng, (uint32_t)size);
            bytes[at] = (unsigned char)way_rng_next(&rng);
        }
        const size_t length =
            way_rng_below(&rng, 3) == 0 ? way_rng_below(&rng, (uint32_t)size) : size;
        if (way_rng_below(&rng, 2) == 0 && length >= sizeof(wayi_blob_header)) {
            const uint64_t claimed = length;
            memcpy(bytes + 24, &claimed, sizeof(claimed));
            blob_test_reseal(bytes);
        }
        const bool same = length == size && memcmp(bytes, written, size) == 0;
        const way_status status = blob_test_open_copy(bytes, length);
        assert_true(status != WAY_STATUS_OK || same || memcmp(bytes, written, 1344) != 0);
    }
    free(bytes);
    free(written);
}

static way_status blob_test_open_with(size_t offset, uint32_t value, bool reseal)
{
    void *bytes;
    size_t size;
    assert_int_equal(blob_test_write(NULL, &bytes, &size), WAY_STATUS_OK);
    memcpy((unsigned char *)bytes + offset, &value, sizeof(value));
    if (reseal) {
        blob_test_reseal(bytes);
    }
    const way_status status = blob_test_open_copy(bytes, size);
    free(bytes);
    return status;
}

static void open_when_made_elsewhere(void **state)
{
    (void)state;
    const size_t version = offsetof(wayi_blob_header, version);
    const size_t byte_order = offsetof(wayi_blob_header, byte_order);
    assert_int_equal(blob_test_open_with(version, 1, true), WAY_STATUS_OK);
    assert_int_equal(blob_test_open_with(version, 2, true), WAY_STATUS_UNSUPPORTED);
    assert_int_equal(blob_test_open_with(byte_order, 0x04030201, false), WAY_STATUS_UNSUPPORTED);
    assert_int_equal(blob_test_open_with(byte_order, 0x04030200, true), WAY_STATUS_BAD_FORMAT);
    assert_int_equal(blob_test_open_with(0, 0, true), WAY_STATUS_BAD_FORMAT);
    const size_t reserved = offsetof(wayi_blob_header, reserved);
    assert_int_equal(blob_test_open_with(reserved, 1, true), WAY_STATUS_BAD_FORMAT);
    const size_t name = offsetof(wayi_blob_header, algorithm);
    assert_int_equal(blob_test_open_with(name, 0, true), WAY_STATUS_BAD_FORMAT);
    assert_int_equal(blob_test_open_with(name + 28, 0x41414141, true), WAY_STATUS_BAD_FORMAT);
}

static void open_when_address_is_bad(void **state)
{
    (void)state;
    wayi_blob blob;
    wayi_blob_error error;
    assert_int_equal(wayi_blob_open(NULL, 5000, &blob, &error), WAY_STATUS_INVALID_ARGUMENT);
    uint64_t words[200] = {0};
    assert_int_equal(wayi_blob_open((char *)words + 4, 1500, &blob, &error),
                     WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(wayi_blob_open(words, 1500, &blob, NULL), WAY_STATUS_BAD_FORMAT);
}

static bool blob_test_scenario(test_allocator *memory)
{
    void *bytes;
    size_t size;
    const way_status status = blob_test_write(&memory->allocator, &bytes, &size);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
    wayi_free(&memory->allocator, bytes, size, 1);
    return status == WAY_STATUS_OK;
}

static void writer_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(blob_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_when_just_written),
        cmocka_unit_test(section_when_asked_for),
        cmocka_unit_test(bytes_when_written_twice),
        cmocka_unit_test(writer_when_misused),
        cmocka_unit_test(writer_when_sections_run_out),
        cmocka_unit_test(open_when_any_bit_flips),
        cmocka_unit_test(open_when_cut_or_extended),
        cmocka_unit_test(open_when_longer_than_its_sections),
        cmocka_unit_test(open_when_one_thing_is_wrong),
        cmocka_unit_test(open_when_forged),
        cmocka_unit_test(open_when_bytes_are_random),
        cmocka_unit_test(open_when_made_elsewhere),
        cmocka_unit_test(open_when_address_is_bad),
        cmocka_unit_test(writer_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
