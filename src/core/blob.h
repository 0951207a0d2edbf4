// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The container of a saved database: one relocatable run of bytes that says what it is, is opened
// in place (from a file mapping, too) and is checked once. Layout, in the writer's byte order:
//
//   header     sizeof(wayi_blob_header) bytes, unused parts zero
//   sections   each at the next multiple of 8 (the first of 64), zero bytes between
//
// Every byte is covered by a checksum or must be zero, so damage anywhere is noticed. Checksums
// guard against accidents, not forgery: whoever reads a section still checks what its numbers
// point at before following them.
#pragma once

#include "base/alloc.h"

#define WAYI_BLOB_VERSION 1u
#define WAYI_BLOB_SECTIONS 32u
#define WAYI_BLOB_TAG(a, b, c, d)                                                                  \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/// The map a database was made for. Two maps with equal identities have the same paths.
typedef struct wayi_blob_identity {
    uint64_t map_hash;
    uint32_t width;
    uint32_t height;
    uint32_t neighbours;
    uint32_t corners;
    uint32_t cardinal;
    uint32_t diagonal;
} wayi_blob_identity;

typedef struct wayi_blob_section_entry {
    uint32_t tag;          ///< not 0; no two alike
    uint32_t element_size; ///< bytes
    uint64_t offset;       ///< from the start of the blob
    uint64_t size;         ///< bytes, a multiple of element_size
    uint64_t checksum;     ///< way_hash_bytes over the section, started with the tag
} wayi_blob_section_entry;

typedef struct wayi_blob_header {
    char magic[8];       ///< "WAYBLOB1"
    uint32_t version;    ///< WAYI_BLOB_VERSION
    uint32_t byte_order; ///< 0x01020304 to the machine that wrote it
    uint64_t checksum;   ///< way_hash_bytes over the header before and after this field
    uint64_t size;       ///< of the whole blob, bytes
    char algorithm[32];  ///< not empty, ends in 0
    char parameters[192];
    wayi_blob_identity map;
    uint32_t section_count;
    uint32_t reserved[7]; ///< zero
    wayi_blob_section_entry sections[WAYI_BLOB_SECTIONS];
} wayi_blob_header;

typedef struct wayi_blob_info {
    const char *algorithm;  ///< 1 to 31 bytes
    const char *parameters; ///< at most 191 bytes; NULL = none
    wayi_blob_identity map;
} wayi_blob_info;

typedef struct wayi_blob_writer {
    unsigned char *bytes;
    uint32_t capacity;       ///< of `bytes`, in lines of 64 bytes
    size_t size;             ///< bytes written
    wayi_blob_header header; ///< as far as it is known
    way_status status;       ///< of the first thing that went wrong; nothing happens after it
    way_allocator allocator;
} wayi_blob_writer;

/// Starts a blob. A problem shows at the latest in finish.
void wayi_blob_begin(wayi_blob_writer *writer, const wayi_blob_info *info,
                     const way_allocator *allocator);

/// Appends a copy of `count` items.
void wayi_blob_add(wayi_blob_writer *writer, uint32_t tag, uint32_t element_size, const void *items,
                   size_t count);

/// Appends `count` items of zero bytes to be filled in by the caller before the next call with this
/// writer. NULL after any problem; the address may be that of no item when count is 0.
void *wayi_blob_reserve(wayi_blob_writer *writer, uint32_t tag, uint32_t element_size,
                        size_t count);

/// Hands over the blob: give it back with wayi_free(allocator, bytes, size, 1). The same input
/// gives the same bytes. `*bytes` is NULL on failure; the writer is empty in both cases.
way_status wayi_blob_finish(wayi_blob_writer *writer, void **bytes, size_t *size);

/// A checked blob, in place.
typedef struct wayi_blob {
    const wayi_blob_header *header;
    const unsigned char *bytes;
    size_t size;
} wayi_blob;

/// Why a blob was refused, and at which of its bytes.
typedef struct wayi_blob_error {
    char message[160];
    uint64_t offset;
} wayi_blob_error;

/// Checks `size` bytes and opens them. They are borrowed, start at a multiple of 8, and do not
/// change while the blob is in use. BAD_FORMAT for damage, UNSUPPORTED for another version or byte
/// order, INVALID_ARGUMENT for a bad address. `error` [opt].
way_status wayi_blob_open(const void *bytes, size_t size, wayi_blob *out, wayi_blob_error *error);

/// The items of a section and their number, or NULL without such a section or with items of another
/// size. An empty section is not NULL. Aligned to 8.
const void *wayi_blob_section(const wayi_blob *blob, uint32_t tag, uint32_t element_size,
                              size_t *count);

/// A list of items in a struct, which is memory of its own or a section that was borrowed. Whoever
/// borrows a list never writes to it.
typedef struct wayi_blob_list {
    uint32_t tag;   ///< of the section
    uint32_t size;  ///< of an item, bytes
    size_t pointer; ///< where in the struct the address of the items is
    size_t count;   ///< and their number, a size_t
} wayi_blob_list;

/// The list `name` of a struct, with the number `name`_count.
#define WAYI_BLOB_LIST(tag, type, name)                                                            \
    {                                                                                              \
        tag, sizeof *((type *)NULL)->name, offsetof(type, name), offsetof(type, name##_count)      \
    }

void wayi_blob_add_list(wayi_blob_writer *writer, const wayi_blob_list *list, const void *owner);

/// False without such a section.
bool wayi_blob_borrow_list(const wayi_blob *blob, const wayi_blob_list *list, void *owner);

/// Gives back a list that is not borrowed.
void wayi_blob_free_list(const wayi_blob_list *list, const void *owner,
                         const way_allocator *allocator);
