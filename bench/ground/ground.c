// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/ground/ground.h"

#include "bench/kit/trial.h"
#include "scenes/gallery.h"
#include "scenes/levels.h"
#include "scenes/problems.h"

#include <waymark/file.h>
#include <waymark/lab.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define GROUND_DRAWN 8u // generated problems of which one is kept

static bool ground_starts(const char *word, const char *prefix)
{
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

static bool ground_ends(const char *word, const char *ending)
{
    const size_t size = strlen(word);
    const size_t tail = strlen(ending);
    return size > tail && strcmp(word + size - tail, ending) == 0;
}

// Whether a word is the path of a file, not of the benchmark data.
static bool ground_is_own(const char *word)
{
    return ground_ends(word, ".map") || ground_ends(word, ".scen");
}

bool bench_ground_needs_data(const char *word)
{
    word = ground_starts(word, "magnify:") ? word + strcspn(word, ",") : word;
    word += *word == ',';
    return !ground_is_own(word) && !ground_starts(word, "gen:") && !ground_starts(word, "scene:") &&
           !ground_starts(word, "level:") && !ground_starts(word, "made:");
}

way_cost bench_ground_cell(const bench_ground *ground)
{
    return ground->map ? way_map_costs(ground->map).cardinal : 1;
}

// The rules of a set for a map of this size.
static way_map_config ground_rules(const bench_set *set, uint32_t width, uint32_t height)
{
    way_map_config config = way_map_config_default(width, height);
    config.costs = set->costs;
    config.neighbours = (way_neighbours)(set->neighbours ? set->neighbours : 8);
    return config;
}

static void ground_at(bench_ground *out, const char *place)
{
    (void)snprintf(out->place, sizeof out->place, "%s", place);
}

bool bench_ground_has_length(const bench_ground *ground, uint32_t problem)
{
    const bench_set *set = ground->set;
    return set->kind == BENCH_KIND_PATH && ground->map && ground->unit == 1 &&
           set->costs.cardinal == 0 && (set->neighbours == 0 || set->neighbours == 8) &&
           ground->problems[problem].reference > 0;
}

// Files -------------------------------------------------------------------------------------------

static int ground_longer(const void *a, const void *b)
{
    const way_scenario_entry *x = a;
    const way_scenario_entry *y = b;
    if (x->length != y->length) {
        return x->length < y->length ? 1 : -1;
    }
    return (x->line > y->line) - (x->line < y->line);
}

static way_status ground_read_path(const char *path, bench_ground *out, way_file *file,
                                   way_problem *problem)
{
    ground_at(out, path);
    return way_file_read(path, 0, NULL, file, problem);
}

/// Reads a file of the data: its folder, name and ending.
static way_status ground_read(const char *data, const char *const words[3], bench_ground *out,
                              way_file *file, way_problem *problem)
{
    char path[BENCH_PLACE_MAX];
    (void)snprintf(path, sizeof path, "%s/%s/%s%s", data, words[0], words[1], words[2]);
    return ground_read_path(path, out, file, problem);
}

static bool ground_counts(const bench_set *set, const way_scenario_entry *entry, uint32_t factor)
{
    const double length = entry->length * factor;
    const bool short_enough = set->longest <= 0 || length <= set->longest;
    return length > 0 && length >= set->shortest && short_enough;
}

// Keeps the longest problems that count, or so many of all lengths. Those without a path have
// length 0 and never count.
static way_status ground_keep(way_scenario *scenario, uint32_t factor, bench_ground *out,
                              way_problem *problem)
{
    const bench_set *set = out->set;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scenario->count; i++) {
        if (ground_counts(set, &scenario->entries[i], factor)) {
            scenario->entries[count++] = scenario->entries[i];
        }
    }
    if (count) {
        qsort(scenario->entries, count, sizeof *scenario->entries, ground_longer);
    }
    out->count = count < set->problems ? count : set->problems;
    out->problems = calloc(out->count + 1, sizeof *out->problems);
    if (!out->problems) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        const bool spread = set->pick == BENCH_PICK_SPREAD;
        const uint64_t place = spread ? (uint64_t)i * count / out->count : i;
        const way_scenario_entry *entry = &scenario->entries[place];
        out->problems[i] = (bench_problem){
            .start = way_map_cell(out->map, entry->start_x * factor, entry->start_y * factor),
            .goal = way_map_cell(out->map, entry->goal_x * factor, entry->goal_y * factor),
            .reference = factor == 1 ? entry->length : 0,
            .tolerance = entry->tolerance,
            .line = entry->line};
        if (out->problems[i].start == WAY_CELL_NONE || out->problems[i].goal == WAY_CELL_NONE) {
            problem->line = entry->line;
            (void)snprintf(problem->text, sizeof problem->text, "a problem lies outside the map");
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    return WAY_STATUS_OK;
}

// Makes every cell of a map that was read into `factor` x `factor` of them.
static way_status ground_magnify(const bench_set *set, uint32_t factor, way_map **map)
{
    const uint32_t width = way_map_width(*map);
    const uint32_t height = way_map_height(*map);
    scene made = {.width = width, .height = height, .weights = bench_map_weights(*map)};
    scene large = {0};
    way_map *larger = NULL;
    way_status status = scene_magnify(&made, factor, &large);
    if (status == WAY_STATUS_OK) {
        way_map_config config = ground_rules(set, large.width, large.height);
        config.weights = large.weights;
        status = way_map_create(&config, &larger);
    }
    if (status == WAY_STATUS_OK) {
        way_map_destroy(*map);
        *map = larger;
    }
    scene_destroy(&made);
    scene_destroy(&large);
    return status;
}

// A scenario and its map: `map` [opt], or X.map of X.map.scen, or what the scenario names.
static way_status ground_read_pair(const char *path, const char *map, uint32_t factor,
                                   bench_ground *out, way_problem *problem)
{
    way_file file = {0};
    way_file text = {0};
    way_scenario scenario = {0};
    char beside[BENCH_PLACE_MAX];
    const char *slash = strrchr(path, '/');
    const way_map_config config = ground_rules(out->set, 1, 1);
    (void)snprintf(beside, sizeof beside, "%.*s", (int)(strlen(path) - strlen(".scen")), path);
    way_status status = ground_read_path(path, out, &text, problem);
    if (status == WAY_STATUS_OK) {
        out->hash = ground_is_own(out->task ? out->task->map : "")
                        ? way_hash_bytes(0, text.bytes, text.size)
                        : 0;
        status = way_scenario_parse(text.bytes, text.size, NULL, &scenario, problem);
        way_file_free(&text);
    }
    // If there is neither, it is the map that is missing.
    map = map ? map : beside;
    if ((status == WAY_STATUS_OK || status == WAY_STATUS_IO) &&
        way_file_read(map, 0, NULL, &file, NULL) != WAY_STATUS_OK) {
        if (status == WAY_STATUS_OK && map == beside) {
            (void)snprintf(beside, sizeof beside, "%.*s%s", slash ? (int)(slash - path) + 1 : 0,
                           path, scenario.map_name);
        }
        const way_status found = ground_read_path(map, out, &file, problem);
        status = status == WAY_STATUS_OK ? found : status;
    }
    if (status == WAY_STATUS_OK) {
        ground_at(out, map);
        status = way_map_parse(file.bytes, file.size, &config, NULL, &out->map, problem);
    }
    way_file_free(&file);
    if (status == WAY_STATUS_OK && factor > 1) {
        status = ground_magnify(out->set, factor, &out->map);
    }
    if (status == WAY_STATUS_OK) {
        ground_at(out, path);
        status = ground_keep(&scenario, factor, out, problem);
    }
    way_scenario_free(&scenario);
    return status;
}

way_status bench_ground_read(const char *path, uint32_t factor, bench_ground *out,
                             way_problem *problem)
{
    return ground_read_pair(path, NULL, factor, out, problem);
}

/// A map without problems.
static way_status ground_read_map(const char *path, bench_ground *out, way_problem *problem)
{
    way_file file = {0};
    const way_map_config config = ground_rules(out->set, 1, 1);
    way_status status = ground_read_path(path, out, &file, problem);
    if (status == WAY_STATUS_OK) {
        status = way_map_parse(file.bytes, file.size, &config, NULL, &out->map, problem);
        way_file_free(&file);
    }
    return status;
}

static way_status ground_open_file(const char *word, uint32_t factor, const char *data,
                                   bench_ground *out, way_problem *problem)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/maps/%s.map%s", data, word,
                   out->set->problems ? ".scen" : "");
    return out->set->problems ? bench_ground_read(path, factor, out, problem)
                              : ground_read_map(path, out, problem);
}

// "FACTOR,SET/NAME"
static way_status ground_open_magnified(const char *word, const char *data, bench_ground *out,
                                        way_problem *problem)
{
    char *end = NULL;
    const unsigned long factor = strtoul(word, &end, 10);
    if (*end != ',' || factor < 1 || factor > 64) {
        (void)snprintf(problem->text, sizeof problem->text,
                       "expected magnify:FACTOR,SET/NAME with a factor from 1 to 64");
        return WAY_STATUS_BAD_FORMAT;
    }
    return ground_open_file(end + 1, (uint32_t)factor, data, out, problem);
}

// Maps that change --------------------------------------------------------------------------------

// The first queries, or so many of all.
static way_status ground_list_queries(bench_ground *out)
{
    const bench_set *set = out->set;
    uint32_t total = 0;
    for (uint32_t i = 0; i < out->commands.count; i++) {
        total += !out->commands.commands[i].is_patch;
    }
    const uint32_t wanted = total < set->problems ? total : set->problems;
    out->problems = calloc(wanted + 1, sizeof *out->problems);
    if (!out->problems) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint64_t number = 0;
    for (uint32_t i = 0; i < out->commands.count && out->count < wanted; i++) {
        const way_dynamic_command *command = &out->commands.commands[i];
        if (command->is_patch) {
            continue;
        }
        const bool spread = set->pick == BENCH_PICK_SPREAD;
        const uint64_t next = spread ? (uint64_t)out->count * total / wanted : number;
        if (number++ == next) {
            const way_scenario_entry *query = &command->query;
            out->problems[out->count++] =
                (bench_problem){.start = way_map_cell(out->map, query->start_x, query->start_y),
                                .goal = way_map_cell(out->map, query->goal_x, query->goal_y),
                                .reference = query->length,
                                .tolerance = query->tolerance,
                                .line = query->line,
                                .command = i};
        }
    }
    return WAY_STATUS_OK;
}

static way_status ground_open_dynamic(const char *word, const char *data, bench_ground *out,
                                      way_problem *problem)
{
    way_file file = {0};
    way_status status =
        ground_read(data, (const char *[]){"maps", word, ".scen"}, out, &file, problem);
    if (status == WAY_STATUS_OK) {
        out->hash = way_hash_bytes(0, file.bytes, file.size);
        status = way_dynamic_scenario_parse(file.bytes, file.size, NULL, &out->commands, problem);
        way_file_free(&file);
    }
    if (status == WAY_STATUS_OK) {
        status = ground_read(data, (const char *[]){"maps", word, ".patch"}, out, &file, problem);
    }
    if (status == WAY_STATUS_OK) {
        out->hash = way_hash_bytes(out->hash, file.bytes, file.size);
        status = way_patches_parse(file.bytes, file.size, NULL, &out->patches, problem);
        way_file_free(&file);
    }
    if (status == WAY_STATUS_OK) {
        const way_map_config config =
            ground_rules(out->set, out->commands.width, out->commands.height);
        status = way_map_create(&config, &out->map);
    }
    if (status == WAY_STATUS_OK) {
        (void)snprintf(out->place, sizeof out->place, "%s/maps/%s.scen", data, word);
    }
    return status == WAY_STATUS_OK ? ground_list_queries(out) : status;
}

way_status bench_ground_advance(bench_ground *ground, uint32_t problem, bool *changed)
{
    way_status status = WAY_STATUS_OK;
    const uint32_t end = ground->commands.count ? ground->problems[problem].command : 0;
    *changed = false;
    for (; ground->next < end && status == WAY_STATUS_OK; ground->next++) {
        const way_dynamic_command *command = &ground->commands.commands[ground->next];
        if (!command->is_patch) {
            continue;
        }
        *changed = true;
        status = command->patch < ground->patches.count
                     ? way_patch_apply(&ground->patches.items[command->patch], ground->map,
                                       command->x, command->y)
                     : WAY_STATUS_OUT_OF_RANGE;
    }
    return status;
}

// Generated maps and levels -----------------------------------------------------------------------

static way_status ground_make_scene(const char *word, scene *made, way_problem *problem)
{
    if (ground_starts(word, "scene:")) {
        const scene_exhibit *exhibit = scene_gallery_find(word + strlen("scene:"));
        return exhibit ? scene_gallery_create(exhibit, made) : WAY_STATUS_NOT_FOUND;
    }
    char text[BENCH_WORD_MAX];
    scene_request request;
    const char *offender = NULL;
    (void)snprintf(text, sizeof text, "%s", word + strlen("gen:"));
    way_status status = scene_request_parse(text, &request, problem);
    status = status == WAY_STATUS_OK ? scene_create(&request, made, &offender) : status;
    if (status != WAY_STATUS_OK && offender) {
        (void)snprintf(problem->text, sizeof problem->text, "%s: %s", offender,
                       way_status_text(status));
    }
    return status;
}

// Draws eight problems for each that is wanted and keeps the longest, or takes them as they come.
static way_status ground_draw(const bench_plan *plan, bench_ground *out)
{
    const bench_set *set = out->set;
    const uint32_t kept = set->problems ? set->problems : 1;
    const bool any = set->pick == BENCH_PICK_SPREAD;
    const uint32_t drawn = any ? kept : kept * GROUND_DRAWN;
    scene_problem *problems = calloc(drawn, sizeof *problems);
    out->problems = calloc(kept, sizeof *out->problems);
    way_status status = problems && out->problems ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    const scene_problems_config config = {
        .unit_size = out->unit, .seed = plan->seed + out->task->index, .count = drawn};
    if (status == WAY_STATUS_OK) {
        status = scene_problems_draw_solvable(out->map, &config, problems);
    }
    if (status == WAY_STATUS_OK && !any) {
        status = scene_problems_measure(out->map, out->unit, problems, drawn);
    }
    if (status == WAY_STATUS_OK) {
        out->count = any ? kept : scene_problems_keep_longest(problems, drawn, kept);
        for (uint32_t i = 0; i < out->count; i++) {
            out->problems[i] =
                (bench_problem){.start = problems[i].start, .goal = problems[i].goal};
        }
    }
    free(problems);
    return status;
}

/// Prepares the map for units of more than one cell.
static way_status ground_prepare(const bench_ground *ground)
{
    const way_profile plain = way_profile_default(ground->unit);
    return ground->unit > 1 ? way_map_add_profile(ground->map, &plain, NULL) : WAY_STATUS_OK;
}

static way_status ground_open_scene(const bench_plan *plan, bench_ground *out, way_problem *problem)
{
    scene made = {0};
    way_status status = ground_make_scene(out->task->map, &made, problem);
    if (status == WAY_STATUS_OK) {
        way_map_config config = ground_rules(out->set, made.width, made.height);
        config.weights = made.weights;
        status = way_map_create(&config, &out->map);
    }
    scene_destroy(&made);
    status = status ? status : ground_prepare(out);
    return status == WAY_STATUS_OK ? ground_draw(plan, out) : status;
}

// Own files ---------------------------------------------------------------------------------------

// The scenario of a map by its path: where the command line says, else beside the map.
static bool ground_find_scenario(const char *told, const char *map, char out[BENCH_PLACE_MAX])
{
    static const char *const endings[] = {".map.scen", ".scen"};
    const char *slash = strrchr(map, '/');
    const char *name = slash ? slash + 1 : map;
    const int stem = (int)(strlen(name) - strlen(".map"));
    char folder[BENCH_PLACE_MAX];
    struct stat about;
    if (told && !(stat(told, &about) == 0 && S_ISDIR(about.st_mode))) {
        (void)snprintf(out, BENCH_PLACE_MAX, "%s", told);
        return true; // a file, there or not
    }
    (void)snprintf(folder, sizeof folder, "%.*s%s", told ? (int)strlen(told) : (int)(name - map),
                   told ? told : map, told ? "/" : "");
    for (uint32_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const int size = snprintf(out, BENCH_PLACE_MAX, "%s%.*s%s", folder, stem, name, endings[i]);
        if (size < (int)BENCH_PLACE_MAX && stat(out, &about) == 0) {
            return true;
        }
    }
    return told != NULL; // told where, and it is not there
}

// A map of one's own, with its scenario or with problems that are drawn.
static way_status ground_open_own(const bench_plan *plan, bench_ground *out, way_problem *problem)
{
    const char *word = out->task->map;
    char scenario[BENCH_PLACE_MAX];
    if (ground_ends(word, ".scen")) {
        return ground_read_pair(word, NULL, 1, out, problem);
    }
    if (ground_find_scenario(plan->scenarios, word, scenario)) {
        return ground_read_pair(scenario, word, 1, out, problem);
    }
    const way_status status = ground_read_map(word, out, problem);
    return status == WAY_STATUS_OK ? ground_draw(plan, out) : status;
}

// A level of the platform game: of the data, or "level:SEED" made by the generator.
static way_status ground_read_level(const char *word, const char *data, bench_ground *out,
                                    way_level *level, way_problem *problem)
{
    way_file file = {0};
    if (ground_starts(word, "level:")) {
        const levels_request request = {.width = LEVELS_SIDE,
                                        .height = LEVELS_SIDE,
                                        .seed = strtoull(word + strlen("level:"), NULL, 10)};
        return levels_create(&request, level);
    }
    const char *name = word + strlen("level/");
    way_status status =
        ground_read(data, (const char *[]){"platformer", name, ".lvl"}, out, &file, problem);
    if (status == WAY_STATUS_OK) {
        status = way_level_parse(file.bytes, file.size, NULL, level, problem);
        way_file_free(&file);
    }
    return status;
}

static way_status ground_open_level(const char *word, const char *data, bench_ground *out,
                                    way_problem *problem)
{
    way_level level = {0};
    way_status status = ground_read_level(word, data, out, &level, problem);
    if (status == WAY_STATUS_OK) {
        out->hash = way_hash_bytes(0, level.solid, (size_t)level.width * level.height);
        status = way_space_create_platform(&(way_platform_config){.level = &level}, &out->space);
    }
    out->problems = calloc(1, sizeof *out->problems);
    if (status == WAY_STATUS_OK && !out->problems) {
        status = WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK) {
        out->count = 1;
        out->problems[0] =
            (bench_problem){.start = way_platform_start(out->space), .own_goal = true};
    }
    way_level_free(&level);
    return status;
}

// All together ------------------------------------------------------------------------------------

static way_status ground_finish(bench_ground *out)
{
    if (!out->map) {
        return WAY_STATUS_OK;
    }
    const uint64_t hash = way_map_hash(out->map);
    out->hash = way_hash_bytes(out->hash, &hash, sizeof hash);
    out->passable = way_map_passable_count(out->map);
    const way_status status = ground_prepare(out);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    return out->set->angles ? way_space_create_angles(out->map, out->unit, NULL, &out->space)
                            : way_space_create_grid(out->map, out->unit, NULL, &out->space);
}

way_status bench_ground_open(const bench_plan *plan, const bench_task *task, const char *data,
                             bench_ground *out, way_problem *problem)
{
    const char *word = task->map;
    const bench_set *set = &plan->sets[task->set];
    way_status status = WAY_STATUS_OK;
    *out = (bench_ground){.set = set, .task = task, .unit = set->unit ? set->unit : 1};
    *problem = (way_problem){.line = 0};
    ground_at(out, word);
    if (ground_starts(word, "made:")) {
        return WAY_STATUS_OK;
    }
    if (ground_starts(word, "dynamic:")) {
        status = ground_open_dynamic(word + strlen("dynamic:"), data, out, problem);
    } else if (ground_starts(word, "magnify:")) {
        status = ground_open_magnified(word + strlen("magnify:"), data, out, problem);
    } else if (ground_starts(word, "level:") || ground_starts(word, "level/")) {
        status = ground_open_level(word, data, out, problem);
    } else if (ground_is_own(word)) {
        status = ground_open_own(plan, out, problem);
    } else if (bench_ground_needs_data(word)) {
        status = ground_open_file(word, 1, data, out, problem);
    } else {
        status = ground_open_scene(plan, out, problem);
    }
    if (status == WAY_STATUS_OK && out->count == 0 && set->kind != BENCH_KIND_STUDY) {
        (void)snprintf(problem->text, sizeof problem->text, "there is no problem with a path%s",
                       set->shortest > 0 || set->longest > 0 ? " of the lengths that count" : "");
        status = WAY_STATUS_BAD_FORMAT;
    }
    if (status == WAY_STATUS_OK) {
        status = ground_finish(out);
    }
    if (status != WAY_STATUS_OK) {
        const bench_ground failed = *out;
        bench_ground_close(out);
        ground_at(out, failed.place);
    }
    return status;
}

void bench_ground_close(bench_ground *ground)
{
    way_space_destroy(ground->space);
    way_map_destroy(ground->map);
    way_dynamic_scenario_free(&ground->commands);
    way_patches_free(&ground->patches);
    free(ground->problems);
    *ground = (bench_ground){.next = 0};
}

way_trip bench_ground_trip(const bench_ground *ground, uint32_t problem)
{
    const bench_problem *asked = &ground->problems[problem];
    return (way_trip){.start = asked->start,
                      .goal = asked->own_goal ? WAY_STATE_NONE : asked->goal,
                      .mode = asked->own_goal ? WAY_GOAL_SPACE : WAY_GOAL_EXACT};
}
