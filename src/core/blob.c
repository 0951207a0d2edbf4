// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The reader trusts nothing: each number is checked before it is used, in the order of the file.
// There is one right place for every section, so a blob that passes could not have been written
// differently.
#include "core/blob.h"

#include "base/check.h"
#include "base/text.h"

#include <string.h>

#define BLOB_MAGIC "WAYBLOB1"
#define BLOB_BYTE_ORDER UINT32_C(0x01020304)
#define BLOB_BYTE_ORDER_SWAPPED UINT32_C(0x04030201)
#define BLOB_ALIGNMENT 8u
#define BLOB_LINE 64u

static_assert(sizeof(wayi_blob_header) == 1344, "no padding: these are the bytes of a file");
static_assert(sizeof(wayi_blob_header) % BLOB_LINE == 0, "the first section starts a line");
static_assert(sizeof(wayi_blob_section_entry) == 32, "no padding");

static uint64_t blob_header_checksum(const wayi_blob_header *header)
{
    const unsigned char *bytes = (const unsigned char *)header;
    const size_t before = offsetof(wayi_blob_header, checksum);
    const size_t after = before + sizeof(header->checksum);
    const uint64_t hash = way_hash_bytes(0, bytes, before);
    return way_hash_bytes(hash, bytes + after, sizeof(*header) - after);
}

static const wayi_blob_section_entry *blob_find(const wayi_blob_header *header, uint32_t tag)
{
    for (uint32_t i = 0; i < header->section_count; i++) {
        if (header->sections[i].tag == tag) {
            return &header->sections[i];
        }
    }
    return NULL;
}

// --- writing

// Copies a text and its final 0 into a field that is all zero.
static bool blob_put_text(char *field, size_t capacity, const char *text)
{
    const size_t needed = text == NULL ? 0 : strlen(text) + 1;
    if (needed > capacity) {
        return false;
    }
    if (needed > 0) {
        memcpy(field, text, needed);
    }
    return true;
}

// Appends `size` zero bytes. False without memory.
static bool blob_extend(wayi_blob_writer *writer, size_t size)
{
    const size_t line_limit = SIZE_MAX / BLOB_LINE < UINT32_MAX ? SIZE_MAX / BLOB_LINE : UINT32_MAX;
    if (size > line_limit * BLOB_LINE - BLOB_LINE - writer->size) {
        return false;
    }
    const uint32_t lines = (uint32_t)((writer->size + size + BLOB_LINE - 1) / BLOB_LINE);
    if (!wayi_grow(&writer->allocator, &writer->bytes, &writer->capacity, lines, BLOB_LINE)) {
        return false;
    }
    memset(writer->bytes + writer->size, 0, size);
    writer->size += size;
    return true;
}

void wayi_blob_begin(wayi_blob_writer *writer, const wayi_blob_info *info,
                     const way_allocator *allocator)
{
    *writer = (wayi_blob_writer){
        .header = {.version = WAYI_BLOB_VERSION, .byte_order = BLOB_BYTE_ORDER, .map = info->map},
        .allocator = wayi_allocator_or_default(allocator),
    };
    wayi_blob_header *header = &writer->header;
    memcpy(header->magic, BLOB_MAGIC, sizeof(header->magic));
    if (info->algorithm == NULL || info->algorithm[0] == '\0') {
        writer->status = WAY_STATUS_INVALID_ARGUMENT;
    } else if (!blob_put_text(header->algorithm, sizeof(header->algorithm), info->algorithm) ||
               !blob_put_text(header->parameters, sizeof(header->parameters), info->parameters)) {
        writer->status = WAY_STATUS_TOO_LARGE;
    } else if (!blob_extend(writer, sizeof(*header))) {
        writer->status = WAY_STATUS_NO_MEMORY;
    }
}

static way_status blob_check_section(const wayi_blob_writer *writer, uint32_t tag,
                                     uint32_t element_size, size_t count)
{
    const wayi_blob_header *header = &writer->header;
    if (tag == 0 || element_size == 0 || blob_find(header, tag) != NULL) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const size_t most = (SIZE_MAX - BLOB_ALIGNMENT) / element_size;
    return header->section_count == WAYI_BLOB_SECTIONS || count > most ? WAY_STATUS_TOO_LARGE
                                                                       : WAY_STATUS_OK;
}

void *wayi_blob_reserve(wayi_blob_writer *writer, uint32_t tag, uint32_t element_size, size_t count)
{
    if (writer->status == WAY_STATUS_OK) {
        writer->status = blob_check_section(writer, tag, element_size, count);
    }
    if (writer->status != WAY_STATUS_OK) {
        return NULL;
    }
    const size_t offset = writer->size;
    const size_t size = element_size * count;
    // The padding behind it comes along, so the next section finds its place.
    if (!blob_extend(writer, size + (BLOB_ALIGNMENT - size % BLOB_ALIGNMENT) % BLOB_ALIGNMENT)) {
        writer->status = WAY_STATUS_NO_MEMORY;
        return NULL;
    }
    writer->header.sections[writer->header.section_count++] = (wayi_blob_section_entry){
        .tag = tag, .element_size = element_size, .offset = offset, .size = size};
    return writer->bytes + offset;
}

void wayi_blob_add(wayi_blob_writer *writer, uint32_t tag, uint32_t element_size, const void *items,
                   size_t count)
{
    void *place = wayi_blob_reserve(writer, tag, element_size, count);
    if (place != NULL && count > 0) {
        memcpy(place, items, element_size * count);
    }
}

// Sections may be filled until now, so their checksums come last.
static void blob_seal(wayi_blob_writer *writer)
{
    wayi_blob_header *header = &writer->header;
    header->size = writer->size;
    for (uint32_t i = 0; i < header->section_count; i++) {
        wayi_blob_section_entry *section = &header->sections[i];
        section->checksum = way_hash_bytes(section->tag, writer->bytes + (size_t)section->offset,
                                           (size_t)section->size);
    }
    header->checksum = blob_header_checksum(header);
    memcpy(writer->bytes, header, sizeof(*header));
}

static void blob_writer_fini(wayi_blob_writer *writer)
{
    wayi_free(&writer->allocator, writer->bytes, writer->capacity, BLOB_LINE);
    writer->bytes = NULL;
    writer->capacity = 0;
    writer->size = 0;
    writer->status = WAY_STATUS_WRONG_STATE;
}

way_status wayi_blob_finish(wayi_blob_writer *writer, void **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    way_status status = writer->status;
    if (status == WAY_STATUS_OK) {
        blob_seal(writer);
        *bytes = wayi_alloc(&writer->allocator, writer->size, 1);
        status = *bytes == NULL ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
    }
    if (status == WAY_STATUS_OK) {
        memcpy(*bytes, writer->bytes, writer->size);
        *size = writer->size;
    }
    blob_writer_fini(writer);
    return status;
}

// --- reading

static way_status blob_refuse(wayi_blob_error *error, way_status status, uint64_t offset,
                              const char *message)
{
    if (error != NULL) {
        error->offset = offset;
        wayi_text text = wayi_text_begin(error->message, sizeof(error->message));
        wayi_text_add(&text, message);
    }
    return status;
}

static bool blob_is_zero(const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    for (size_t i = 0; i < size; i++) {
        if (from[i] != 0) {
            return false;
        }
    }
    return true;
}

// A text ends in 0 and nothing follows.
static bool blob_is_text(const char *field, size_t capacity)
{
    const char *end = memchr(field, 0, capacity);
    return end != NULL && blob_is_zero(end, capacity - (size_t)(end - field));
}

#define BLOB_OFFSET(field) offsetof(wayi_blob_header, field)

// Is it a blob at all, and one for us?
static way_status blob_check_kind(const wayi_blob_header *header, wayi_blob_error *error)
{
    if (memcmp(header->magic, BLOB_MAGIC, sizeof(header->magic)) != 0) {
        return blob_refuse(error, WAY_STATUS_BAD_FORMAT, 0, "not a waymark database");
    }
    if (header->byte_order == BLOB_BYTE_ORDER_SWAPPED) {
        return blob_refuse(error, WAY_STATUS_UNSUPPORTED, BLOB_OFFSET(byte_order),
                           "written on a machine of the other byte order");
    }
    if (header->byte_order != BLOB_BYTE_ORDER) {
        return blob_refuse(error, WAY_STATUS_BAD_FORMAT, BLOB_OFFSET(byte_order),
                           "byte order mark is damaged");
    }
    if (header->version != WAYI_BLOB_VERSION) {
        return blob_refuse(error, WAY_STATUS_UNSUPPORTED, BLOB_OFFSET(version),
                           "another format version");
    }
    return WAY_STATUS_OK;
}

static way_status blob_check_header(const wayi_blob_header *header, size_t size,
                                    wayi_blob_error *error)
{
    const way_status bad = WAY_STATUS_BAD_FORMAT;
    if (header->size != size) {
        return blob_refuse(error, bad, BLOB_OFFSET(size),
                           header->size > size ? "cut short" : "more bytes than it should have");
    }
    if (header->checksum != blob_header_checksum(header)) {
        return blob_refuse(error, bad, BLOB_OFFSET(checksum), "header is damaged");
    }
    if (header->algorithm[0] == '\0' ||
        !blob_is_text(header->algorithm, sizeof(header->algorithm))) {
        return blob_refuse(error, bad, BLOB_OFFSET(algorithm), "algorithm name is malformed");
    }
    if (!blob_is_text(header->parameters, sizeof(header->parameters))) {
        return blob_refuse(error, bad, BLOB_OFFSET(parameters), "parameters are malformed");
    }
    if (header->section_count > WAYI_BLOB_SECTIONS) {
        return blob_refuse(error, bad, BLOB_OFFSET(section_count), "too many sections");
    }
    const wayi_blob_section_entry *unused = header->sections + header->section_count;
    const size_t unused_count = WAYI_BLOB_SECTIONS - header->section_count;
    if (!blob_is_zero(header->reserved, sizeof(header->reserved)) ||
        !blob_is_zero(unused, unused_count * sizeof(*unused))) {
        return blob_refuse(error, bad, BLOB_OFFSET(reserved), "unused parts are in use");
    }
    return WAY_STATUS_OK;
}

// What is wrong with where a section lies, or NULL. `end` is where the one before it ended.
static const char *blob_section_fault(const wayi_blob_section_entry *section, uint64_t end,
                                      uint64_t blob_size)
{
    if (section->offset % BLOB_ALIGNMENT != 0) {
        return "section is misaligned";
    }
    if (section->offset < end) {
        return "section overlaps what comes before it";
    }
    if (section->offset > blob_size || section->size > blob_size - section->offset) {
        return "section reaches beyond the end";
    }
    if (section->offset - end >= BLOB_ALIGNMENT) {
        return "gap before section";
    }
    if (section->element_size == 0 || section->size % section->element_size != 0) {
        return "section does not hold whole items";
    }
    return section->tag == 0 ? "section without a tag" : NULL;
}

static way_status blob_check_section_at(const wayi_blob *blob, uint32_t index, uint64_t end,
                                        wayi_blob_error *error)
{
    const wayi_blob_section_entry *section = &blob->header->sections[index];
    const uint64_t entry = BLOB_OFFSET(sections) + (uint64_t)index * sizeof(*section);
    const char *fault = blob_section_fault(section, end, blob->size);
    if (fault == NULL && blob_find(blob->header, section->tag) != section) {
        fault = "two sections with one tag";
    }
    if (fault != NULL) {
        return blob_refuse(error, WAY_STATUS_BAD_FORMAT, entry, fault);
    }
    const size_t offset = (size_t)section->offset;
    if (!blob_is_zero(blob->bytes + (size_t)end, offset - (size_t)end)) {
        return blob_refuse(error, WAY_STATUS_BAD_FORMAT, end, "padding is damaged");
    }
    const uint64_t checksum =
        way_hash_bytes(section->tag, blob->bytes + offset, (size_t)section->size);
    if (checksum != section->checksum) {
        return blob_refuse(error, WAY_STATUS_BAD_FORMAT, offset, "section is damaged");
    }
    return WAY_STATUS_OK;
}

static way_status blob_check_sections(const wayi_blob *blob, wayi_blob_error *error)
{
    uint64_t end = sizeof(wayi_blob_header);
    for (uint32_t i = 0; i < blob->header->section_count; i++) {
        const way_status status = blob_check_section_at(blob, i, end, error);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        end = blob->header->sections[i].offset + blob->header->sections[i].size;
    }
    // Written so that nothing wraps: `end` is at most the size.
    const size_t rest = blob->size - (size_t)end;
    const size_t padding = (BLOB_ALIGNMENT - (size_t)end % BLOB_ALIGNMENT) % BLOB_ALIGNMENT;
    if (rest != padding || !blob_is_zero(blob->bytes + (size_t)end, rest)) {
        return blob_refuse(error, WAY_STATUS_BAD_FORMAT, end, "something follows the last section");
    }
    return WAY_STATUS_OK;
}

way_status wayi_blob_open(const void *bytes, size_t size, wayi_blob *out, wayi_blob_error *error)
{
    *out = (wayi_blob){.header = NULL};
    if (error != NULL) {
        *error = (wayi_blob_error){.offset = 0};
    }
    if (bytes == NULL || (uintptr_t)bytes % BLOB_ALIGNMENT != 0) {
        return blob_refuse(error, WAY_STATUS_INVALID_ARGUMENT, 0,
                           "does not start at a multiple of 8 in memory");
    }
    if (size < sizeof(wayi_blob_header)) {
        return blob_refuse(error, WAY_STATUS_BAD_FORMAT, size, "too short for a database");
    }
    const wayi_blob blob = {.header = bytes, .bytes = bytes, .size = size};
    way_status status = blob_check_kind(blob.header, error);
    if (status == WAY_STATUS_OK) {
        status = blob_check_header(blob.header, size, error);
    }
    if (status == WAY_STATUS_OK) {
        status = blob_check_sections(&blob, error);
    }
    if (status == WAY_STATUS_OK) {
        *out = blob;
    }
    return status;
}

const void *wayi_blob_section(const wayi_blob *blob, uint32_t tag, uint32_t element_size,
                              size_t *count)
{
    const wayi_blob_section_entry *section = blob_find(blob->header, tag);
    if (section == NULL || section->element_size != element_size) {
        *count = 0;
        return NULL;
    }
    *count = (size_t)section->size / element_size;
    return blob->bytes + (size_t)section->offset;
}

static size_t blob_list_count(const wayi_blob_list *list, const void *owner)
{
    size_t count;
    memcpy(&count, (const char *)owner + list->count, sizeof count);
    return count;
}

static void *blob_list_items(const wayi_blob_list *list, const void *owner)
{
    void *items;
    memcpy(&items, (const char *)owner + list->pointer, sizeof items);
    return items;
}

void wayi_blob_add_list(wayi_blob_writer *writer, const wayi_blob_list *list, const void *owner)
{
    wayi_blob_add(writer, list->tag, list->size, blob_list_items(list, owner),
                  blob_list_count(list, owner));
}

bool wayi_blob_borrow_list(const wayi_blob *blob, const wayi_blob_list *list, void *owner)
{
    size_t count = 0;
    const void *items = wayi_blob_section(blob, list->tag, list->size, &count);
    memcpy((char *)owner + list->pointer, &items, sizeof items);
    memcpy((char *)owner + list->count, &count, sizeof count);
    return items;
}

void wayi_blob_free_list(const wayi_blob_list *list, const void *owner,
                         const way_allocator *allocator)
{
    wayi_free(allocator, blob_list_items(list, owner), blob_list_count(list, owner), list->size);
}
