// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Optional help with files, for tools. The rest of the library never touches one.
#pragma once

#include <waymark/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The bytes of a whole file and a 0 after them.
typedef struct way_file {
    char *bytes;
    size_t size; ///< without the final 0
    way_allocator allocator;
} way_file;

/// Reads a regular file of at most `limit` bytes (0 = 1 GiB). IO, TOO_LARGE, NO_MEMORY; `problem`
/// [opt] holds the system's message.
WAY_API WAY_NODISCARD way_status way_file_read(const char *path, size_t limit,
                                               const way_allocator *allocator, way_file *out,
                                               way_problem *problem);
WAY_API void way_file_free(way_file *file);

/// Writes a file whole or not at all: a new one beside it, synced, then renamed. If `path` is a
/// link, the file that it leads to is written; permissions stay as they were. IO, NO_MEMORY;
/// `problem` [opt] holds the system's message.
WAY_API WAY_NODISCARD way_status way_file_write(const char *path, const void *bytes, size_t size,
                                                way_problem *problem);

#ifdef __cplusplus
}
#endif
