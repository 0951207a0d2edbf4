// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark replay`: runs a record of a world again and finds where it, or another one, differs.
#include "cli/commands.h"
#include "cli/json.h"

#include <waymark/file.h>
#include <waymark/world_more.h>

#include <string.h>

static const cli_option command_replay_options[] = {
    {.name = "check", .help = "say in one line whether a save or a record is whole"},
    CLI_OPTION_JSON,
    {0},
};

typedef struct command_replay_tape {
    const char *path;
    way_file file;
    way_replay *replay;
} command_replay_tape;

static cli_exit command_replay_open(const char *path, command_replay_tape *tape)
{
    way_problem problem = {0};
    *tape = (command_replay_tape){.path = path};
    way_status status = way_file_read(path, 0, NULL, &tape->file, &problem);
    if (status == WAY_STATUS_OK) {
        status =
            way_replay_create(tape->file.bytes, tape->file.size, NULL, &tape->replay, &problem);
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

static void command_replay_close(command_replay_tape *tape)
{
    way_replay_destroy(tape->replay);
    way_file_free(&tape->file);
}

/// What came of it.
typedef struct command_replay_result {
    uint32_t frames; ///< that were run, the one that differs among them
    uint32_t tick;
    bool same;
    bool uneven;              ///< one record ended before the other
    bool hashed;              ///< one record against its own hashes
    uint64_t recorded, found; ///< if so
    const way_world *worlds[2];
} command_replay_result;

static const char *const command_replay_parts[WAY_WORLD_PARTS] = {
    "clock", "map", "units", "plans", "queue", "fields", "fog"};

static bool command_replay_differs(const command_replay_result *result, uint32_t part)
{
    return way_world_part_hash(result->worlds[0], (way_world_part)part) !=
           way_world_part_hash(result->worlds[1], (way_world_part)part);
}

/// What a unit is in one of the worlds; false if it is not there.
static bool command_replay_unit(const way_world *world, uint32_t place, way_unit_view *view)
{
    return way_world_unit(world, way_world_unit_in_slot(world, place), view);
}

static void command_replay_tell_parts(const command_replay_result *result)
{
    for (uint32_t part = 0; part < WAY_WORLD_PARTS; part++) {
        if (command_replay_differs(result, part)) {
            (void)printf("differs in: %s\n", command_replay_parts[part]);
        }
    }
    uint32_t place = 0;
    if (!way_world_difference(result->worlds[0], result->worlds[1], &place)) {
        return;
    }
    (void)printf("first unit that differs: %u\n", place);
    for (uint32_t k = 0; k < 2; k++) {
        way_unit_view view;
        if (command_replay_unit(result->worlds[k], place, &view)) {
            (void)printf("  cell %u, goal %u, heading %u, stood for %u\n", view.cell, view.goal,
                         view.heading, view.standing);
        } else {
            (void)printf("  not there\n");
        }
    }
}

static void command_replay_tell(const command_replay_result *result)
{
    if (result->hashed && result->same) {
        (void)printf("%u frames, %u ticks: the same\nhash %016llx\n", result->frames, result->tick,
                     (unsigned long long)result->found);
    } else if (result->hashed) {
        (void)printf("frame %u, tick %u: differs\nrecorded %016llx\nfound    %016llx\n",
                     result->frames, result->tick, (unsigned long long)result->recorded,
                     (unsigned long long)result->found);
    } else if (result->same || result->uneven) {
        (void)printf("%u frames: the same%s\n", result->frames,
                     result->uneven ? ", then one record ends" : "");
    } else {
        (void)printf("frame %u, tick %u: the records differ\n", result->frames, result->tick);
        command_replay_tell_parts(result);
    }
}

static void command_replay_json_parts(cli_json *json, const command_replay_result *result)
{
    cli_json_open_inline(json, "differs_in", '[');
    for (uint32_t part = 0; part < WAY_WORLD_PARTS; part++) {
        if (command_replay_differs(result, part)) {
            cli_json_text(json, NULL, command_replay_parts[part]);
        }
    }
    cli_json_close(json);
    uint32_t place = 0;
    if (!way_world_difference(result->worlds[0], result->worlds[1], &place)) {
        return;
    }
    cli_json_number(json, "unit", place);
    cli_json_open(json, "views", '[');
    for (uint32_t k = 0; k < 2; k++) {
        way_unit_view view;
        if (!command_replay_unit(result->worlds[k], place, &view)) {
            cli_json_null(json, NULL);
            continue;
        }
        cli_json_open_inline(json, NULL, '{');
        cli_json_number(json, "cell", view.cell);
        cli_json_number(json, "goal", view.goal);
        cli_json_number(json, "heading", view.heading);
        cli_json_number(json, "standing", view.standing);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void command_replay_json(const command_replay_result *result)
{
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_bool(&json, "same", result->same);
    cli_json_number(&json, "frames", result->frames);
    cli_json_number(&json, "ticks", result->tick);
    if (result->hashed) {
        char hash[32];
        (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)result->recorded);
        cli_json_text(&json, "recorded", hash);
        (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)result->found);
        cli_json_text(&json, "found", hash);
    } else {
        cli_json_bool(&json, "one_ends_first", result->uneven);
        if (!result->same && !result->uneven) {
            command_replay_json_parts(&json, result);
        }
    }
    cli_json_close(&json);
}

/// Runs one record against the hashes in it.
static cli_exit command_replay_one(command_replay_tape *tape, command_replay_result *out)
{
    bool over = false;
    *out = (command_replay_result){.same = true, .hashed = true};
    while (!over && out->same) {
        bool same = true;
        const way_status status = way_replay_frame(tape->replay, &over, &same);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(tape->path, status, NULL);
        }
        out->frames += !over;
        out->same = over || same;
    }
    const way_world *world = way_replay_world(tape->replay);
    out->tick = way_world_statistics(world).tick;
    out->found = way_world_hash(world);
    out->recorded = out->same ? out->found : way_replay_hash(tape->replay);
    return CLI_EXIT_OK;
}

/// Runs two records side by side.
static cli_exit command_replay_two(command_replay_tape *tapes, command_replay_result *out)
{
    bool over[2] = {false, false};
    *out = (command_replay_result){
        .worlds = {way_replay_world(tapes[0].replay), way_replay_world(tapes[1].replay)}};
    for (;; out->frames++) {
        out->tick = way_world_statistics(out->worlds[0]).tick;
        if (way_world_hash(out->worlds[0]) != way_world_hash(out->worlds[1])) {
            return CLI_EXIT_OK;
        }
        for (uint32_t k = 0; k < 2; k++) {
            bool same = true;
            const way_status status = way_replay_frame(tapes[k].replay, &over[k], &same);
            if (status != WAY_STATUS_OK) {
                return cli_complain_problem(tapes[k].path, status, NULL);
            }
        }
        if (over[0] || over[1]) {
            out->same = over[0] && over[1];
            out->uneven = !out->same;
            return CLI_EXIT_OK;
        }
    }
}

/// Says in one line what a save is.
static cli_exit command_replay_check_save(const char *path)
{
    way_problem problem = {0};
    way_file file = {0};
    way_world *world = NULL;
    way_status status = way_file_read(path, 0, NULL, &file, &problem);
    if (status == WAY_STATUS_OK) {
        status = way_world_restore(file.bytes, file.size, NULL, &world, &problem);
    }
    if (status == WAY_STATUS_OK) {
        (void)printf("OK: a world of %u units at tick %u\n", way_world_unit_count(world),
                     way_world_statistics(world).tick);
    }
    way_world_destroy(world);
    way_file_free(&file);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

/// Says in one line what a record is; one that is none may be a save.
static cli_exit command_replay_check(const char *path)
{
    way_problem problem = {0};
    command_replay_tape tape = {.path = path};
    command_replay_result found = {0};
    const way_status status = way_file_read(path, 0, NULL, &tape.file, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    const bool record = tape.file.size >= 8 && memcmp(tape.file.bytes, "WAYREPL", 7) == 0;
    way_file_free(&tape.file);
    if (!record) {
        return command_replay_check_save(path);
    }
    cli_exit result = command_replay_open(path, &tape);
    result = result == CLI_EXIT_OK ? command_replay_one(&tape, &found) : result;
    if (result == CLI_EXIT_OK && found.same) {
        (void)printf("OK: a record of %u frames\n", found.frames);
    } else if (result == CLI_EXIT_OK) {
        (void)printf("frame %u, tick %u: differs\n", found.frames, found.tick);
        result = CLI_EXIT_NEGATIVE;
    }
    command_replay_close(&tape);
    return result;
}

static cli_exit command_replay_run(const cli_arguments *arguments)
{
    if (cli_options_has(arguments, "check")) {
        cli_exit checked = CLI_EXIT_OK;
        for (uint32_t k = 0; k < arguments->operand_count && checked == CLI_EXIT_OK; k++) {
            checked = command_replay_check(arguments->operands[k]);
        }
        return checked;
    }
    command_replay_tape tapes[2] = {{0}, {0}};
    command_replay_result found;
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t k = 0; k < arguments->operand_count && result == CLI_EXIT_OK; k++) {
        result = command_replay_open(arguments->operands[k], &tapes[k]);
    }
    if (result == CLI_EXIT_OK) {
        result = arguments->operand_count == 1 ? command_replay_one(&tapes[0], &found)
                                               : command_replay_two(tapes, &found);
    }
    if (result == CLI_EXIT_OK) {
        (cli_options_has(arguments, "json") ? command_replay_json : command_replay_tell)(&found);
        result = found.same ? CLI_EXIT_OK : CLI_EXIT_NEGATIVE;
    }
    command_replay_close(&tapes[0]);
    command_replay_close(&tapes[1]);
    return result;
}

const cli_command cli_command_replay = {
    .name = "replay",
    .summary = "Replay a recorded world; find the first tick that differs",
    .operands = "RECORD [RECORD]",
    .details =
        "RECORD is what 'waymark sim --record' or way_world_record wrote. One is run against\n"
        "the hashes in it; two are run side by side. With --check it may be a save as well.\n",
    .options = command_replay_options,
    .operand_min = 1,
    .operand_max = 2,
    .completes = "file",
    .run = command_replay_run,
};
