// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/gat/gat_instances.h"

#include "bench/ground/ground.h"
#include "scenes/levels.h"

#include <waymark/file.h>
#include <waymark/format.h>
#include <waymark/lab.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAT_PATH_MAX 4096u
#define GAT_LEVELS_MAX 10000u

static bool gat_instances_ends(const char *word, const char *end)
{
    const size_t size = strlen(word);
    const size_t tail = strlen(end);
    return size > tail && strcmp(word + size - tail, end) == 0;
}

static way_status gat_instances_push(gat_instances *instances, const gat_instance *instance)
{
    if (instances->count == instances->capacity) {
        const uint32_t capacity = instances->capacity ? instances->capacity * 2 : 32;
        gat_instance *items = realloc(instances->items, capacity * sizeof *items);
        if (!items) {
            return WAY_STATUS_NO_MEMORY;
        }
        instances->items = items;
        instances->capacity = capacity;
    }
    instances->items[instances->count++] = *instance;
    return WAY_STATUS_OK;
}

/// The last folder and the name of a file without its ending: "test/01".
static void gat_instances_name(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    while (slash && slash > path && slash[-1] != '/') {
        slash--;
    }
    const char *name = slash ? slash : path;
    const char *dot = strchr(strrchr(name, '/') ? strrchr(name, '/') : name, '.');
    (void)snprintf(out, size, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
}

// Platform levels ---------------------------------------------------------------------------------

/// Column `index` of a line of comma-separated values.
static bool gat_instances_column(const char *line, uint32_t index, char *out, size_t size)
{
    for (; index > 0; index--) {
        line = strpbrk(line, ",\n");
        if (!line || *line++ == '\n') {
            return false;
        }
    }
    (void)snprintf(out, size, "%.*s", (int)strcspn(line, ",\r\n"), line);
    return true;
}

/// What reference.csv in the folder above says of "SET/NAME": columns set, level, h, optimum.
static way_cost gat_instances_reference(const char *path, const char *name)
{
    char reference[GAT_PATH_MAX];
    way_file file;
    way_cost optimal = 0;
    const size_t folder = strlen(path) - (strlen(name) + strlen(".lvl"));
    (void)snprintf(reference, sizeof reference, "%.*sreference.csv", (int)folder, path);
    if (!strchr(name, '/') || way_file_read(reference, 0, NULL, &file, NULL) != WAY_STATUS_OK) {
        return 0;
    }
    for (const char *line = file.bytes; line && *line && !optimal;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        char set[64];
        char level[64];
        char cost[64];
        char both[130];
        if (gat_instances_column(line, 0, set, sizeof set) &&
            gat_instances_column(line, 1, level, sizeof level) &&
            gat_instances_column(line, 3, cost, sizeof cost)) {
            (void)snprintf(both, sizeof both, "%s/%s", set, level);
            optimal = strcmp(both, name) == 0 ? (way_cost)strtoul(cost, NULL, 10) : 0;
        }
    }
    way_file_free(&file);
    return optimal;
}

static way_status gat_instances_push_level(gat_instances *instances, gat_instance *instance)
{
    const way_level *level = &instance->level;
    const uint32_t sides[] = {level->width,   level->height, level->start_x,
                              level->start_y, level->door_x, level->door_y};
    instance->kind = GAT_PLATFORM;
    instance->unit = 1;
    instance->fingerprint = way_hash_bytes(way_hash_bytes(0, sides, sizeof sides), level->solid,
                                           (size_t)level->width * level->height);
    const way_status status = gat_instances_push(instances, instance);
    if (status != WAY_STATUS_OK) {
        way_level_free(&instance->level);
    }
    return status;
}

static way_status gat_instances_add_level(gat_instances *instances, const char *path,
                                          way_problem *problem)
{
    way_file file;
    gat_instance instance = {.optimal = 0};
    way_status status = way_file_read(path, 0, NULL, &file, problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    status = way_level_parse(file.bytes, file.size, NULL, &instance.level, problem);
    way_file_free(&file);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    gat_instances_name(path, instance.name, sizeof instance.name);
    instance.optimal = gat_instances_reference(path, instance.name);
    return gat_instances_push_level(instances, &instance);
}

/// "COUNT,NAME=N,seed=N", the last two of which may be missing.
typedef struct gat_instances_request {
    const char *name;
    uint32_t count;
    uint64_t value, seed;
} gat_instances_request;

static way_status gat_instances_read_request(const char *text, gat_instances_request *out,
                                             way_problem *problem)
{
    const size_t size = strlen(out->name);
    char *end = NULL;
    const unsigned long wanted = strtoul(text, &end, 10);
    while (end && *end == ',') {
        const char *setting = end + 1;
        const bool is_value = strncmp(setting, out->name, size) == 0 && setting[size] == '=';
        const bool is_seed = strncmp(setting, "seed=", 5) == 0;
        if (!is_value && !is_seed) {
            break;
        }
        *(is_value ? &out->value : &out->seed) = strtoull(strchr(setting, '=') + 1, &end, 10);
    }
    if (!end || *end || wanted == 0 || wanted > GAT_LEVELS_MAX || out->value > UINT32_MAX) {
        (void)snprintf(problem->text, sizeof problem->text,
                       "expected levels:COUNT,side=S,seed=N or tiles:COUNT,walk=W,seed=N");
        return WAY_STATUS_BAD_FORMAT;
    }
    out->count = (uint32_t)wanted;
    return WAY_STATUS_OK;
}

static way_status gat_instances_add_levels(gat_instances *instances, const char *text,
                                           way_problem *problem)
{
    gat_instances_request request = {.name = "side", .value = LEVELS_SIDE, .seed = 1};
    way_status status = gat_instances_read_request(text, &request, problem);
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < request.count; i++) {
        const uint32_t side = (uint32_t)request.value;
        const levels_request level = {.width = side, .height = side, .seed = request.seed + i};
        gat_instance instance = {.optimal = 0};
        (void)snprintf(instance.name, sizeof instance.name, "levels%u/%llu", side,
                       (unsigned long long)level.seed);
        status = levels_create(&level, &instance.level);
        status = status == WAY_STATUS_OK ? gat_instances_push_level(instances, &instance) : status;
    }
    return status;
}

// Sliding tiles -----------------------------------------------------------------------------------

/// A board after a random walk that never goes straight back.
static void gat_instances_shuffle(uint64_t seed, uint64_t moves, uint8_t *board)
{
    static const int32_t offsets[] = {-4, -1, 1, 4};
    way_rng rng = way_rng_seed(seed);
    int32_t blank = 0;
    uint32_t last = 4;
    for (uint8_t i = 0; i < 16; i++) {
        board[i] = i;
    }
    while (moves > 0) {
        const uint32_t way = way_rng_below(&rng, 4);
        const int32_t next = blank + offsets[way];
        const bool leaves =
            next < 0 || next > 15 || (way == 1 && blank % 4 == 0) || (way == 2 && blank % 4 == 3);
        if (!leaves && way + last != 3) {
            board[blank] = board[next];
            board[next] = 0;
            blank = next;
            last = way;
            moves--;
        }
    }
}

static way_status gat_instances_add_walks(gat_instances *instances, const char *text,
                                          way_problem *problem)
{
    gat_instances_request request = {.name = "walk", .value = 1000000, .seed = 1};
    way_status status = gat_instances_read_request(text, &request, problem);
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < request.count; i++) {
        gat_instance instance = {.kind = GAT_TILES, .unit = 1};
        const unsigned long long seed = request.seed + i;
        (void)snprintf(instance.name, sizeof instance.name, "walk%llu/%llu",
                       (unsigned long long)request.value, seed);
        gat_instances_shuffle(seed, request.value, instance.board);
        instance.fingerprint = way_hash_bytes(0, instance.board, sizeof instance.board);
        status = gat_instances_push(instances, &instance);
    }
    return status;
}

typedef struct gat_instances_puzzle {
    gat_instance instance;
    unsigned long long effort; ///< nodes that IDA* generated
} gat_instances_puzzle;

static int gat_instances_easier(const void *a, const void *b)
{
    const unsigned long long x = ((const gat_instances_puzzle *)a)->effort;
    const unsigned long long y = ((const gat_instances_puzzle *)b)->effort;
    return (x > y) - (x < y);
}

/// A line "id,tiles,optimum,h,effort"; false if it is none.
static bool gat_instances_read_puzzle(const char *line, gat_instances_puzzle *out)
{
    char column[5][80];
    for (uint32_t i = 0; i < 5; i++) {
        if (!gat_instances_column(line, i, column[i], sizeof column[i])) {
            return false;
        }
    }
    *out = (gat_instances_puzzle){.instance = {.kind = GAT_TILES, .unit = 1}};
    char *at = column[1];
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 16; i++) {
        const unsigned long tile = strtoul(at, &at, 10);
        seen |= tile < 16 ? 1u << tile : 0;
        out->instance.board[i] = (uint8_t)tile;
    }
    (void)snprintf(out->instance.name, sizeof out->instance.name, "tiles/%.20s", column[0]);
    out->instance.optimal = (way_cost)strtoul(column[2], NULL, 10);
    out->instance.fingerprint = way_hash_bytes(0, out->instance.board, sizeof out->instance.board);
    out->effort = strtoull(column[4], NULL, 10);
    return seen == 0xffff && out->effort > 0;
}

static way_status gat_instances_read_puzzles(const char *text, gat_instances_puzzle **puzzles,
                                             uint32_t *count, way_problem *problem)
{
    uint32_t line_number = 1;
    for (const char *line = strchr(text, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        line_number++;
        gat_instances_puzzle *grown = realloc(*puzzles, (*count + 1) * sizeof *grown);
        if (!grown) {
            return WAY_STATUS_NO_MEMORY;
        }
        *puzzles = grown;
        if (!gat_instances_read_puzzle(line + 1, &grown[*count])) {
            problem->line = line_number;
            (void)snprintf(problem->text, sizeof problem->text,
                           "not a puzzle: id, 16 tiles, optimum, estimate, nodes of IDA*");
            return WAY_STATUS_BAD_FORMAT;
        }
        ++*count;
    }
    return WAY_STATUS_OK;
}

static way_status gat_instances_add_puzzles(gat_instances *instances, const char *path,
                                            uint32_t most, way_problem *problem)
{
    way_file file;
    gat_instances_puzzle *puzzles = NULL;
    uint32_t count = 0;
    way_status status = way_file_read(path, 0, NULL, &file, problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    status = gat_instances_read_puzzles(file.bytes, &puzzles, &count, problem);
    if (count) {
        qsort(puzzles, count, sizeof *puzzles, gat_instances_easier);
    }
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < count && i < most; i++) {
        status = gat_instances_push(instances, &puzzles[i].instance);
    }
    free(puzzles);
    way_file_free(&file);
    return status;
}

// Maps --------------------------------------------------------------------------------------------

static way_status gat_instances_push_trip(gat_instances *instances, const way_map *map,
                                          const char *stem, const bench_problem *asked)
{
    gat_instance instance = {.kind = GAT_GRID,
                             .unit = way_map_costs(map).cardinal,
                             .map = map,
                             .start = asked->start,
                             .goal = asked->goal};
    const uint32_t ends[] = {way_map_width(map), way_map_height(map), instance.start,
                             instance.goal};
    instance.fingerprint = way_hash_bytes(0, ends, sizeof ends);
    (void)snprintf(instance.name, sizeof instance.name, "%.40s/%u", stem, asked->line);
    return gat_instances_push(instances, &instance);
}

static way_status gat_instances_add_scenario(gat_instances *instances, const char *path,
                                             uint32_t most, way_problem *problem)
{
    const bench_set set = {.name = "gat", .problems = most};
    bench_ground ground = {.set = &set};
    char stem[64];
    gat_instances_name(path, stem, sizeof stem);
    const char *name = strrchr(stem, '/') ? strrchr(stem, '/') + 1 : stem;
    way_status status = instances->map_count < GAT_MAPS_MAX
                            ? bench_ground_read(path, 1, &ground, problem)
                            : WAY_STATUS_TOO_LARGE;
    if (status == WAY_STATUS_OK) {
        instances->maps[instances->map_count++] = ground.map; // theirs from here on
    }
    const way_map *map = ground.map;
    ground.map = status == WAY_STATUS_OK ? NULL : ground.map;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < ground.count; i++) {
        status = gat_instances_push_trip(instances, map, name, &ground.problems[i]);
    }
    bench_ground_close(&ground);
    return status;
}

/// Changes left and right of a level. Its way out is another one: the knight stands left in its
/// tile.
static void gat_instances_mirror(gat_instance *instance)
{
    way_level *level = &instance->level;
    char name[sizeof instance->name];
    for (uint32_t y = 0; y < level->height; y++) {
        uint8_t *row = level->solid + (size_t)y * level->width;
        for (uint32_t x = 0; x < level->width / 2; x++) {
            const uint8_t left = row[x];
            row[x] = row[level->width - 1 - x];
            row[level->width - 1 - x] = left;
        }
    }
    level->start_x = level->width - 1 - level->start_x;
    level->door_x = level->width - 1 - level->door_x;
    (void)snprintf(name, sizeof name, "%.40s mirrored", instance->name);
    memcpy(instance->name, name, sizeof name);
    instance->optimal = 0;
    instance->fingerprint = ~instance->fingerprint;
}

static way_status gat_instances_add_mirrored(gat_instances *instances, const char *word,
                                             uint32_t most, way_problem *problem)
{
    const uint32_t first = instances->count;
    if (strncmp(word, "levels:", 7) != 0 && !gat_instances_ends(word, ".lvl")) {
        (void)snprintf(problem->text, sizeof problem->text, "mirror: takes levels only");
        return WAY_STATUS_BAD_FORMAT;
    }
    const way_status status = gat_instances_add(instances, word, most, problem);
    for (uint32_t i = first; i < instances->count; i++) {
        gat_instances_mirror(&instances->items[i]);
    }
    return status;
}

way_status gat_instances_add(gat_instances *instances, const char *word, uint32_t most,
                             way_problem *problem)
{
    *problem = (way_problem){0};
    if (strncmp(word, "mirror:", 7) == 0) {
        return gat_instances_add_mirrored(instances, word + 7, most, problem);
    }
    if (strncmp(word, "levels:", 7) == 0) {
        return gat_instances_add_levels(instances, word + 7, problem);
    }
    if (strncmp(word, "tiles:", 6) == 0) {
        return gat_instances_add_walks(instances, word + 6, problem);
    }
    if (gat_instances_ends(word, ".lvl")) {
        return gat_instances_add_level(instances, word, problem);
    }
    if (gat_instances_ends(word, ".csv")) {
        return gat_instances_add_puzzles(instances, word, most, problem);
    }
    if (gat_instances_ends(word, ".scen")) {
        return gat_instances_add_scenario(instances, word, most, problem);
    }
    (void)snprintf(problem->text, sizeof problem->text,
                   "neither .lvl, .csv, .scen, levels:COUNT nor tiles:COUNT");
    return WAY_STATUS_NOT_FOUND;
}

void gat_instances_place(const char *data, const char *word, char *out, size_t size)
{
    const uint32_t way = strncmp(word, "mirror:", 7) == 0 ? 7 : 0; // before a file's place
    const bool made = strchr(word + way, ':') != NULL;
    (void)snprintf(out, size, "%.*s%s%s%s", (int)way, word, made ? "" : data, made ? "" : "/",
                   word + way);
}

void gat_instances_free(gat_instances *instances)
{
    for (uint32_t i = 0; i < instances->count; i++) {
        way_level_free(&instances->items[i].level);
    }
    for (uint32_t i = 0; i < instances->map_count; i++) {
        way_map_destroy(instances->maps[i]);
    }
    free(instances->items);
    *instances = (gat_instances){0};
}

// Arenas ------------------------------------------------------------------------------------------

way_status gat_arena_open(const gat_instance *instance, gat_arena *out)
{
    *out = (gat_arena){.instance = instance};
    way_status status = WAY_STATUS_OK;
    if (instance->kind == GAT_PLATFORM) {
        const way_platform_config config = {.level = &instance->level};
        status = way_space_create_platform(&config, &out->space);
    } else if (instance->kind == GAT_TILES) {
        const way_tiles_config config = {.columns = 4, .rows = 4};
        status = way_space_create_tiles(&config, &out->space);
    } else {
        status = way_space_create_grid(instance->map, 1, NULL, &out->space);
    }
    return status == WAY_STATUS_OK ? gat_arena_reset(out) : status;
}

void gat_arena_close(gat_arena *arena)
{
    way_space_destroy(arena->space);
    *arena = (gat_arena){0};
}

way_status gat_arena_reset(gat_arena *arena)
{
    const gat_instance *instance = arena->instance;
    arena->trip = (way_trip){.start = instance->start, .goal = instance->goal};
    if (instance->kind == GAT_PLATFORM) {
        way_platform_reset(arena->space);
        arena->trip = (way_trip){.start = way_platform_start(arena->space), .mode = WAY_GOAL_SPACE};
    } else if (instance->kind == GAT_TILES) {
        way_tiles_reset(arena->space);
        arena->trip = (way_trip){.start = way_tiles_find(arena->space, instance->board),
                                 .mode = WAY_GOAL_SPACE};
    }
    arena->trip.expansion_limit = arena->limit;
    return arena->trip.start == WAY_STATE_NONE ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
}
