// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds that are kept: saved at any frame and restored to the same future, and recorded so that a
// game can be replayed and two games compared.
//
//     status = way_world_save(world, NULL, 0, &size);          // OUT_OF_RANGE: says the size
//     status = way_world_save(world, bytes, size, &size);
//     status = way_world_restore(bytes, size, NULL, &restored, NULL);
//
// Bytes are little-endian and the same on every machine. Damaged or hostile ones are refused; what
// is restored is a whole world in any case.
#pragma once

#include <waymark/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes everything that decides what will happen; `*size` is how many bytes that takes, and
/// OUT_OF_RANGE says that `capacity` is less. Events that nobody has taken and statistics are left
/// out. Saving does not change the world.
WAY_API WAY_NODISCARD way_status way_world_save(const way_world *world, void *bytes,
                                                size_t capacity, size_t *size);

/// What a restored world gets from its caller. Zero is the default of every field.
typedef struct way_world_host {
    uint32_t cells_max; ///< larger maps are refused; 0 = 2^24
    uint32_t units_max; ///< worlds for more units are refused; 0 = 2^20
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user); ///< [opt] as in way_world_config
    void *user;
    const way_allocator *allocator; ///< [opt]
} way_world_host;

/// A world as it was saved, with a map of its own. Searches under way are done again up to where
/// they were, so this takes as long as they did. BAD_FORMAT, TOO_LARGE, UNSUPPORTED (another
/// version), NO_MEMORY; `problem` [opt] says what is wrong and at which byte (its `column`).
WAY_API WAY_NODISCARD way_status way_world_restore(const void *bytes, size_t size,
                                                   const way_world_host *host, way_world **out,
                                                   way_problem *problem);

// Records -----------------------------------------------------------------------------------------

/// Takes the bytes of a record, piece by piece.
typedef void (*way_world_recorder)(const void *bytes, size_t size, void *user);

/// Records everything from now on: the world as it is, every call that changes it, and the hash
/// after each frame. NULL ends the record. NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_world_record(way_world *world, way_world_recorder recorder,
                                                  void *user);

/// A record that is being replayed.
typedef struct way_replay way_replay;

/// Starts where the record starts. The bytes are borrowed. Fails like way_world_restore.
WAY_API WAY_NODISCARD way_status way_replay_create(const void *bytes, size_t size,
                                                   const way_world_host *host, way_replay **out,
                                                   way_problem *problem);

/// NULL is fine.
WAY_API void way_replay_destroy(way_replay *replay);

/// The world of the replay, to look at.
WAY_API way_world *way_replay_world(way_replay *replay);

/// Makes the calls of one frame. `*over` at the end of the record; otherwise `*same` says whether
/// the hash is the recorded one. BAD_FORMAT, and what the calls return.
WAY_API WAY_NODISCARD way_status way_replay_frame(way_replay *replay, bool *over, bool *same);

/// The hash that the record has for the last frame.
WAY_API uint64_t way_replay_hash(const way_replay *replay);

/// The first unit in which two worlds differ, by place; false if none does. `*place` may be one
/// that only one of them has.
WAY_API bool way_world_difference(const way_world *a, const way_world *b, uint32_t *place);

#ifdef __cplusplus
}
#endif
