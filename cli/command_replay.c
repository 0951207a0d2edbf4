// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark replay`: runs a record of a world again and finds where it, or another one, differs.
#include "cli/commands.h"

#include <waymark/file.h>
#include <waymark/replay.h>

static const cli_option command_replay_options[] = {
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

/// Says which part of two worlds differs first, and which unit.
static void command_replay_compare(const way_world *a, const way_world *b)
{
    static const char *const parts[WAY_WORLD_PARTS] = {"clock", "map",    "units", "plans",
                                                       "queue", "fields", "fog"};
    for (uint32_t part = 0; part < WAY_WORLD_PARTS; part++) {
        if (way_world_part_hash(a, (way_world_part)part) !=
            way_world_part_hash(b, (way_world_part)part)) {
            (void)printf("differs in: %s\n", parts[part]);
        }
    }
    uint32_t place = 0;
    if (way_world_difference(a, b, &place)) {
        const way_world *const worlds[2] = {a, b};
        (void)printf("first unit that differs: %u\n", place);
        for (uint32_t k = 0; k < 2; k++) {
            way_unit_view view;
            if (way_world_unit(worlds[k], way_world_unit_at(worlds[k], place), &view)) {
                (void)printf("  cell %u, goal %u, heading %u, stood for %u\n", view.cell, view.goal,
                             view.heading, view.standing);
            } else {
                (void)printf("  not there\n");
            }
        }
    }
}

/// Runs one record against the hashes in it.
static cli_exit command_replay_one(command_replay_tape *tape)
{
    uint32_t frames = 0;
    bool over = false;
    bool same = true;
    for (;; frames++) {
        const way_status status = way_replay_frame(tape->replay, &over, &same);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(tape->path, status, NULL);
        }
        if (over || !same) {
            break;
        }
    }
    const way_world *world = way_replay_world(tape->replay);
    if (over) {
        (void)printf("%u frames, %u ticks: the same\nhash %016llx\n", frames,
                     way_world_statistics(world).tick, (unsigned long long)way_world_hash(world));
        return CLI_EXIT_OK;
    }
    (void)printf("frame %u, tick %u: differs\nrecorded %016llx\nfound    %016llx\n", frames + 1,
                 way_world_statistics(world).tick,
                 (unsigned long long)way_replay_hash(tape->replay),
                 (unsigned long long)way_world_hash(world));
    return CLI_EXIT_NEGATIVE;
}

/// Runs two records side by side.
static cli_exit command_replay_two(command_replay_tape *a, command_replay_tape *b)
{
    for (uint32_t frames = 0;; frames++) {
        const way_world *one = way_replay_world(a->replay);
        const way_world *two = way_replay_world(b->replay);
        if (way_world_hash(one) != way_world_hash(two)) {
            (void)printf("frame %u, tick %u: the records differ\n", frames,
                         way_world_statistics(one).tick);
            command_replay_compare(one, two);
            return CLI_EXIT_NEGATIVE;
        }
        bool over[2];
        bool same[2];
        way_status status = way_replay_frame(a->replay, &over[0], &same[0]);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(a->path, status, NULL);
        }
        status = way_replay_frame(b->replay, &over[1], &same[1]);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(b->path, status, NULL);
        }
        if (over[0] || over[1]) {
            (void)printf("%u frames: the same%s\n", frames,
                         over[0] && over[1] ? "" : ", then one record ends");
            return over[0] && over[1] ? CLI_EXIT_OK : CLI_EXIT_NEGATIVE;
        }
    }
}

static cli_exit command_replay_run(const cli_arguments *arguments)
{
    command_replay_tape tapes[2] = {{0}, {0}};
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t k = 0; k < arguments->operand_count && result == CLI_EXIT_OK; k++) {
        result = command_replay_open(arguments->operands[k], &tapes[k]);
    }
    if (result == CLI_EXIT_OK) {
        result = arguments->operand_count == 1 ? command_replay_one(&tapes[0])
                                               : command_replay_two(&tapes[0], &tapes[1]);
    }
    command_replay_close(&tapes[0]);
    command_replay_close(&tapes[1]);
    return result;
}

const cli_command cli_command_replay = {
    .name = "replay",
    .summary = "run a record of a world again; find the first tick that differs",
    .operands = "RECORD [RECORD]",
    .details =
        "RECORD is what 'waymark sim --record' or way_world_record wrote. One is run against\n"
        "the hashes in it; two are run side by side.\n",
    .options = command_replay_options,
    .operand_min = 1,
    .operand_max = 2,
    .completes = "file",
    .run = command_replay_run,
};
