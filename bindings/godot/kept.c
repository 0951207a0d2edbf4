// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a WaymarkGround keeps in files: databases, worlds, records. Names are those of the system,
// as ProjectSettings.globalize_path("user://army.world") gives them. A world that is restored or
// played again brings a ground of its own, in the place of the one there was.
#include "ground.h"

#include <stdio.h>
#include <stdlib.h>

/// All bytes of a file, which the caller frees; they start at a multiple of 8. NULL without one,
/// which is said.
static void *kept_read(const char *doing, const gd_string *name, size_t *size)
{
    char path[1024];
    ground_text(name, path, sizeof path);
    FILE *file = fopen(path, "rb");
    void *bytes = NULL;
    *size = 0;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const long length = ftell(file);
        bytes = length > 0 ? malloc((size_t)length) : NULL;
        rewind(file);
        *size = bytes ? fread(bytes, 1, (size_t)length, file) : 0;
    }
    if (file) {
        (void)fclose(file);
    }
    (void)extension_failed(doing, bytes ? WAY_STATUS_OK : WAY_STATUS_IO, path);
    return bytes;
}

/// A new file to write to. NULL if there is none, which is said.
static FILE *kept_create(const char *doing, const gd_string *name)
{
    char path[1024];
    ground_text(name, path, sizeof path);
    FILE *file = fopen(path, "wb");
    (void)extension_failed(doing, file ? WAY_STATUS_OK : WAY_STATUS_IO, path);
    return file;
}

/// Closes a file; whether all of it was written, which is said if not.
static bool kept_close(const char *doing, FILE *file)
{
    const bool whole = !ferror(file);
    return !extension_failed(doing, fclose(file) == 0 && whole ? WAY_STATUS_OK : WAY_STATUS_IO, "");
}

/// Writes a file; whether all of it was written.
static bool kept_write(const char *doing, const gd_string *name, const void *bytes, size_t size)
{
    FILE *file = kept_create(doing, name);
    if (file) {
        (void)fwrite(bytes, 1, size, file); // an error stays with the file until it is closed
    }
    return file && kept_close(doing, file);
}

static void kept_run_save_database(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    way_database saved = {0};
    const way_status status = self->navigator ? way_navigator_save(self->navigator, NULL, &saved)
                                              : WAY_STATUS_WRONG_STATE;
    *(gd_bool *)result =
        !extension_failed("save_database", status, "find with an algorithm first") &&
        kept_write("save_database", arguments[0], saved.bytes, saved.size);
    way_database_free(&saved);
}

/// What begin and find with `algorithm` search with from now on, as long as no other is asked for.
static void kept_run_open_database(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    size_t size = 0;
    *(gd_bool *)result = 0;
    if (extension_failed("open_database", self->map ? WAY_STATUS_OK : WAY_STATUS_WRONG_STATE,
                         "set up a ground first")) {
        return;
    }
    void *bytes = kept_read("open_database", arguments[0], &size);
    if (!bytes) {
        return;
    }
    way_problem problem = {0};
    way_space *space = NULL;
    way_status status = way_space_create_grid(self->map, self->profile, NULL, &space);
    if (!status) {
        ground_walk_on(self, space, true, self->profile);
        free(self->database);
        self->database = bytes;
        const way_navigator_config config = {.space = space, .problem = &problem};
        status = way_navigator_open(&config, bytes, size, &self->navigator);
        ground_text(arguments[1], self->algorithm, sizeof self->algorithm);
    }
    *(gd_bool *)result = !extension_failed("open_database", status, problem.text);
}

static void kept_run_save_world(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    size_t size = 0;
    way_status status =
        self->world ? way_world_save(self->world, NULL, 0, &size) : WAY_STATUS_WRONG_STATE;
    void *bytes = size ? malloc(size) : NULL;
    if (bytes) {
        status = way_world_save(self->world, bytes, size, &size);
    }
    *(gd_bool *)result =
        !extension_failed("save_world", status, self->world ? "" : "populate the ground first") &&
        kept_write("save_world", arguments[0], bytes, size);
    free(bytes);
}

/// Puts a world with a map of its own, or what plays one, in the place of what there was.
static bool kept_take(ground *self, const char *doing, way_world *world, way_replay *replay,
                      void *played)
{
    const gd_vector2i origin = self->origin;
    way_map *map = (way_map *)(uintptr_t)way_world_map(world);
    const uint32_t units = way_world_slot_count(world);
    way_space *space = NULL;
    ground_clear(self);
    const way_status status = way_space_create_grid(map, 1, NULL, &space);
    self->map = map;
    self->borrows_map = true;
    self->world = world;
    self->replay = replay;
    self->played = played;
    self->origin = origin;
    if (extension_failed(doing, status, "")) {
        ground_clear(self);
        return false;
    }
    ground_walk_on(self, space, true, 1);
    self->selected = malloc((units + 1) * sizeof *self->selected);
    self->selected_capacity = self->selected ? units + 1 : 0;
    return true;
}

/// A world of the bytes of a file, which were saved or are a record to be played.
static bool kept_revive(ground *self, const char *doing, const gd_string *file, bool plays)
{
    size_t size = 0;
    void *bytes = kept_read(doing, file, &size);
    if (!bytes) {
        return false;
    }
    way_problem problem = {0};
    way_world *world = NULL;
    way_replay *replay = NULL;
    const way_status status = plays ? way_replay_create(bytes, size, NULL, &replay, &problem)
                                    : way_world_restore(bytes, size, NULL, &world, &problem);
    if (status || !plays) {
        free(bytes);
    }
    return !extension_failed(doing, status, problem.text) &&
           kept_take(self, doing, plays ? way_replay_world(replay) : world, replay,
                     plays ? bytes : NULL);
}

static void kept_run_restore_world(void *instance, const void *const *arguments, void *result)
{
    *(gd_bool *)result = kept_revive(instance, "restore_world", arguments[0], false);
}

/// Plays a record: the world is the recorded one, and replay_frame its next frame.
static void kept_run_replay(void *instance, const void *const *arguments, void *result)
{
    *(gd_bool *)result = kept_revive(instance, "replay", arguments[0], true);
}

static void kept_append(const void *bytes, size_t size, void *user)
{
    (void)fwrite(bytes, 1, size, user); // an error stays with the file until it is closed
}

static void kept_run_record(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_status ready = self->world && !self->record ? WAY_STATUS_OK : WAY_STATUS_WRONG_STATE;
    *(gd_bool *)result =
        !extension_failed("record", ready,
                          self->record ? "a record is being made" : "populate the ground first") &&
        (self->record = kept_create("record", arguments[0])) != NULL &&
        !extension_failed("record", way_world_record(self->world, kept_append, self->record), "");
}

static void kept_run_stop_record(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    ground *self = instance;
    const way_status status =
        self->record ? way_world_record(self->world, NULL, NULL) : WAY_STATUS_WRONG_STATE;
    *(gd_bool *)result = !extension_failed("stop_record", status, "no record is being made") &&
                         kept_close("stop_record", self->record);
    self->record = NULL;
}

/// 1 if the world is the recorded one after the frame, 0 if not, -1 at the end of the record.
static void kept_run_replay_frame(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    ground *self = instance;
    bool over = true, same = false;
    const way_status status =
        self->replay ? way_replay_frame(self->replay, &over, &same) : WAY_STATUS_WRONG_STATE;
    *(gd_int *)result = extension_failed("replay_frame", status, "") || over ? -1 : same;
}

const extension_row kept_methods[] = {
    {"save_database(file: String) -> bool", kept_run_save_database},
    {"open_database(file: String, algorithm: String) -> bool", kept_run_open_database},
    {"save_world(file: String) -> bool", kept_run_save_world},
    {"restore_world(file: String) -> bool", kept_run_restore_world},
    {"record(file: String) -> bool", kept_run_record},
    {"stop_record() -> bool", kept_run_stop_record},
    {"replay(file: String) -> bool", kept_run_replay},
    {"replay_frame() -> int", kept_run_replay_frame},
    {NULL, NULL}};
