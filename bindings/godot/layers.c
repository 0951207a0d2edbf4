// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What lies on the ground of a WaymarkGround: floors, kinds of units, links, penalties, fog and
// walkers in it, lines of sight and smoothed paths, whole problems. Trips and fields are those of
// what was asked for last: `walk_as`, `penalize` or `see`.
#include "ground.h"

#include <stdlib.h>
#include <string.h>

/// How many floors the next setup has, one below the other.
static void layers_run_floors(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int count = *(const gd_int *)arguments[0];
    const bool right = count >= 1 && count <= 65535;
    self->floors = right ? (uint32_t)count : self->floors;
    *(gd_bool *)result = !extension_wrong("floors", right ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE,
                                          "floors are from 1 to 65535, not %lld", (long long)count);
}

/// The place on the ground of a place on a floor, both from the ground's corner.
static void layers_run_on_floor(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const gd_int floor = *(const gd_int *)arguments[0];
    gd_vector2i *out = result;
    *out = *(const gd_vector2i *)arguments[1];
    const way_floors floors = self->map ? way_map_floors(self->map) : (way_floors){0};
    if (floors.count > 1 &&
        ground_within(self, "on_floor", "a floor", floor, 0, floors.count - 1)) {
        out->y += (int32_t)((uint32_t)floor * (floors.height + 1));
    }
}

// Kinds of units ----------------------------------------------------------------------------------

/// What a terrain weighs for the next profile.
static void layers_run_weigh(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int terrain = *(const gd_int *)arguments[0], weight = *(const gd_int *)arguments[1];
    *(gd_bool *)result = ground_within(self, "weigh", "a terrain", terrain, 0, 255) &&
                         ground_within(self, "weigh", "a weight", weight, 0, 255);
    if (*(gd_bool *)result) {
        self->weights.weights[terrain] = (uint8_t)weight;
        self->weighed[terrain] = true;
    }
}

/// Prepares the ground for units of a size and gives the profile's number; 0 if it can't.
static void layers_run_profile(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int size = *(const gd_int *)arguments[0];
    uint32_t number = 0;
    if (ground_within(self, "profile", "a size", size, 1, WAY_MAP_UNIT_MAX)) {
        way_profile profile = way_profile_default((uint32_t)size);
        for (uint32_t terrain = 0; terrain < 256; terrain++) {
            profile.weights[terrain] =
                self->weighed[terrain] ? self->weights.weights[terrain] : profile.weights[terrain];
        }
        memset(self->weighed, 0, sizeof self->weighed);
        const way_status status = way_map_add_profile(self->map, &profile, &number);
        number = extension_failed("profile", status, "") ? 0 : number;
    }
    *(gd_int *)result = number;
}

/// Trips and fields are those of units of a profile from now on; 1 is plain.
static void layers_run_walk_as(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int profile = *(const gd_int *)arguments[0];
    way_space *space = NULL;
    const way_status status =
        !self->map || profile < 1 || profile > UINT32_MAX
            ? WAY_STATUS_OUT_OF_RANGE
            : way_space_create_grid(self->map, (uint32_t)profile, NULL, &space);
    *(gd_bool *)result = !extension_wrong("walk_as", status, "no profile %lld", (long long)profile);
    if (!status) {
        ground_walk_on(self, space, true, (uint32_t)profile);
    }
}

/// Forgets a profile that nothing walks as.
static void layers_run_forget_profile(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int profile = *(const gd_int *)arguments[0];
    *(gd_bool *)result =
        ground_within(self, "forget_profile", "a profile", profile, 2, UINT32_MAX) &&
        !extension_failed("forget_profile",
                          profile == self->profile
                              ? WAY_STATUS_WRONG_STATE
                              : way_map_remove_profile(self->map, (uint32_t)profile),
                          profile == self->profile ? "trips walk as it" : "no such profile");
}

// Links -------------------------------------------------------------------------------------------

/// Adds a step from one place to another, or takes it away; on the world if there is one.
static bool layers_link(ground *self, const char *doing, const void *const *arguments,
                        const gd_int *cost)
{
    const way_map_link link = {.from = ground_stand(self, doing, arguments[0]),
                               .to = ground_stand(self, doing, arguments[1]),
                               .cost = cost ? (way_cost)*cost : 1};
    if (link.from == WAY_CELL_NONE || link.to == WAY_CELL_NONE) {
        return false;
    }
    const gd_vector2i *from = arguments[0], *to = arguments[1];
    const way_status status = self->world ? cost ? way_world_add_links(self->world, &link, 1, 0)
                                                 : way_world_remove_links(self->world, &link, 1)
                              : cost ? way_map_add_links(self->map, &link, 1)
                                          : way_map_remove_links(self->map, &link, 1);
    return !extension_wrong(doing, status, "a link from (%d, %d) to (%d, %d)", from->x, from->y,
                            to->x, to->y);
}

static void layers_run_add_link(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int *cost = arguments[2];
    *(gd_bool *)result = ground_within(self, "add_link", "a cost", *cost, 1, 1 << 22) &&
                         layers_link(self, "add_link", arguments, cost);
}

static void layers_run_remove_link(void *instance, const void *const *arguments, void *result)
{
    *(gd_bool *)result = layers_link(instance, "remove_link", arguments, NULL);
}

// Penalties and fog -------------------------------------------------------------------------------

/// Points that entering a place costs more, without an edit; trips and fields heed them from now
/// on.
static void layers_run_penalize(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_cell cell = ground_stand(self, "penalize", arguments[0]);
    const gd_int points = *(const gd_int *)arguments[1];
    *(gd_bool *)result = 0;
    if (cell == WAY_CELL_NONE || !ground_within(self, "penalize", "a penalty", points, 0, 255)) {
        return;
    }
    if (!self->penalties) {
        const size_t size = (size_t)way_map_width(self->map) * way_map_height(self->map);
        uint8_t *penalties = calloc(size, 1);
        const way_penalty_config config = {
            .map = self->map, .profile = self->profile, .penalties = penalties};
        way_space *space = NULL;
        const way_status status =
            penalties ? way_space_create_penalty(&config, &space) : WAY_STATUS_NO_MEMORY;
        if (extension_failed("penalize", status, "")) {
            free(penalties);
            return;
        }
        ground_walk_on(self, space, false, self->profile);
        self->penalties = penalties;
    }
    self->penalties[cell] = (uint8_t)points;
    *(gd_bool *)result = 1;
}

/// Trips know only what walkers have seen within a radius from now on; walls hide what is behind
/// them, if so asked.
static void layers_run_see(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int radius = *(const gd_int *)arguments[0];
    const bool sight = *(const gd_bool *)arguments[1] != 0;
    const way_belief_config config = {.truth = self->map, .unseen = 1};
    way_belief *belief = NULL;
    way_space *space = NULL;
    *(gd_bool *)result = 0;
    if (!ground_within(self, "see", "a radius", radius, 0, WAY_SENSOR_RADIUS_MAX)) {
        return;
    }
    way_status status = way_belief_create(&config, &belief);
    status = status ? status : way_space_create_grid(way_belief_map(belief), 1, NULL, &space);
    *(gd_bool *)result = !extension_failed("see", status, "");
    if (status) {
        way_belief_destroy(belief);
        return;
    }
    ground_walk_on(self, space, false, 1);
    self->belief = belief;
    self->sensor = (way_sensor){.radius = (uint32_t)radius, .line_of_sight = sight};
}

/// Whether a place was ever seen; where there is no fog, whether it is on the ground.
static void layers_run_knows(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell cell = ground_cell(self, arguments[0]);
    *(gd_bool *)result =
        cell != WAY_CELL_NONE && (!self->belief || way_belief_seen(self->belief, cell));
}

/// Stands a unit on a place and sends it to another; it looks around as it goes.
static void layers_run_walk(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_cell from = ground_stand(self, "walk", arguments[0]);
    const way_cell to = ground_stand(self, "walk", arguments[1]);
    *(gd_bool *)result = 0;
    if (from == WAY_CELL_NONE || to == WAY_CELL_NONE) {
        return;
    }
    const way_walker_config config = {.navigator = ground_navigator(self, arguments[2]),
                                      .belief = self->belief,
                                      .sensor = self->sensor,
                                      .foresight = self->foresight};
    if (config.navigator) {
        way_walker_destroy(self->walker);
        self->walker = NULL;
        way_status status = way_walker_create(&config, &self->walker);
        status = status ? status : way_walker_begin(self->walker, from, to);
        *(gd_bool *)result = !extension_failed("walk", status, "");
    }
}

/// What breaks the plans of the next walks farther ahead than so many moves is seen to when they
/// have come that near; 0 at once.
static void layers_run_foresee(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int moves = *(const gd_int *)arguments[0];
    *(gd_bool *)result = ground_within(self, "foresee", "moves", moves, 0, UINT32_MAX);
    self->foresight = *(gd_bool *)result ? (uint32_t)moves : self->foresight;
}

static void layers_run_walk_step(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const uint32_t budget = ground_budget(self, "walk_step", arguments[0]);
    *(gd_int *)result =
        self->walker && budget ? way_walker_step(self->walker, budget) : WAY_OUTCOME_CANCELLED;
}

static void layers_run_walk_to(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_cell to = ground_stand(self, "walk_to", arguments[0]);
    *(gd_bool *)result = to != WAY_CELL_NONE &&
                         !extension_failed("walk_to",
                                           self->walker ? way_walker_retarget(self->walker, to)
                                                        : WAY_STATUS_WRONG_STATE,
                                           "walk first");
}

static void layers_run_walker_place(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    const ground *self = instance;
    *(gd_vector2i *)result = self->origin;
    ground_place(self, self->walker ? way_walker_state(self->walker) : WAY_CELL_NONE, result);
}

// Lines -------------------------------------------------------------------------------------------

static void layers_run_sees(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell from = ground_cell(self, arguments[0]), to = ground_cell(self, arguments[1]);
    *(gd_bool *)result = from != WAY_CELL_NONE && to != WAY_CELL_NONE &&
                         way_map_sees(self->map, from, to, WAY_SIGHT_ANY_ANGLE, self->profile);
}

/// The path of the last trip with fewer turns: 0 by rays, 1 pulled straight, 2 turning points to
/// walk straight between.
static void layers_run_smooth(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const gd_int kind = *(const gd_int *)arguments[0];
    uint32_t count = 0;
    const way_state *path = self->agent ? way_agent_path(self->agent, &count) : NULL;
    way_state *cells = malloc((count + 1) * sizeof *cells);
    if (ground_within(self, "smooth", "a kind", kind, 0, WAY_SMOOTHING_ANY_ANGLE) && cells &&
        count) {
        memcpy(cells, path, count * sizeof *cells);
        const way_smoothing_config config = {
            .map = self->map, .unit_size = self->profile, .kind = (way_smoothing)kind};
        (void)extension_failed("smooth", way_path_smooth(&config, cells, &count), "");
        extension_write_path(result, cells, count, way_map_width(self->map), self->origin);
    }
    free(cells);
}

// Whole problems ----------------------------------------------------------------------------------

/// One more unit of the next whole problem.
static void layers_run_pose(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_cell from = ground_stand(self, "pose", arguments[0]);
    const way_cell to = ground_stand(self, "pose", arguments[1]);
    *(gd_bool *)result = 0;
    if (from == WAY_CELL_NONE || to == WAY_CELL_NONE) {
        return;
    }
    if (self->problem_count == self->problem_capacity) {
        const uint32_t capacity = 2 * self->problem_capacity + 16;
        way_cell *starts = realloc(self->starts, capacity * sizeof *starts);
        self->starts = starts ? starts : self->starts;
        way_cell *goals = starts ? realloc(self->goals, capacity * sizeof *goals) : NULL;
        self->goals = goals ? goals : self->goals;
        if (!goals) {
            return;
        }
        self->problem_capacity = capacity;
    }
    self->starts[self->problem_count] = from;
    self->goals[self->problem_count++] = to;
    *(gd_bool *)result = 1;
}

/// Ways for all of them that never meet, on a ground of four neighbours: how many ticks they take;
/// -1 if there is no plan.
static void layers_run_solve(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    ground *self = instance;
    const way_mapf_config config = {.map = self->map,
                                    .starts = self->starts,
                                    .goals = self->goals,
                                    .count = self->problem_count};
    way_mapf_free(&self->plan);
    self->plan = (way_mapf_plan){0};
    const way_status status =
        self->problem_count ? way_mapf_solve(&config, &self->plan) : WAY_STATUS_WRONG_STATE;
    (void)extension_failed("solve", status, self->problem_count ? "" : "pose units first");
    self->problem_count = 0;
    *(gd_int *)result = !status && self->plan.cells ? (gd_int)self->plan.makespan : -1;
}

/// Spends some work on a better plan, ten million for a fifth of a second; its makespan, -1 without
/// one.
static void layers_run_improve(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int work = *(const gd_int *)arguments[0];
    const way_mapf_config config = {
        .map = self->map, .starts = self->starts, .goals = self->goals, .count = self->plan.count};
    const bool solved = self->plan.cells && self->problem_count == 0;
    *(gd_int *)result = -1;
    if (extension_failed("improve", solved ? WAY_STATUS_OK : WAY_STATUS_WRONG_STATE,
                         "solve first") ||
        !ground_within(self, "improve", "work", work, 1, INT32_MAX)) {
        return;
    }
    (void)extension_failed("improve", way_mapf_improve(&config, &self->plan, (uint64_t)work), "");
    *(gd_int *)result = self->plan.makespan;
}

/// Where all units of the problem are at a tick, in the order in which they were posed.
static void layers_run_solved(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const gd_int tick = *(const gd_int *)arguments[0];
    const way_mapf_plan *plan = &self->plan;
    if (plan->cells && ground_within(self, "solved", "a tick", tick, 0, plan->makespan)) {
        extension_write_path(result, plan->cells + (size_t)tick * plan->count, plan->count,
                             way_map_width(self->map), self->origin);
    }
}

// The table ---------------------------------------------------------------------------------------

const extension_row layers_methods[] = {
    {"floors(count: int) -> bool", layers_run_floors},
    {"on_floor(floor: int, place: Vector2i) -> Vector2i", layers_run_on_floor},
    {"weigh(terrain: int, weight: int) -> bool", layers_run_weigh},
    {"profile(size: int) -> int", layers_run_profile},
    {"forget_profile(profile: int) -> bool", layers_run_forget_profile},
    {"walk_as(profile: int) -> bool", layers_run_walk_as},
    {"add_link(from: Vector2i, to: Vector2i, cost: int) -> bool", layers_run_add_link},
    {"remove_link(from: Vector2i, to: Vector2i) -> bool", layers_run_remove_link},
    {"penalize(place: Vector2i, points: int) -> bool", layers_run_penalize},
    {"see(radius: int, sight: bool) -> bool", layers_run_see},
    {"knows(place: Vector2i) -> bool", layers_run_knows},
    {"walk(from: Vector2i, to: Vector2i, algorithm: String) -> bool", layers_run_walk},
    {"foresee(moves: int) -> bool", layers_run_foresee},
    {"walk_step(budget: int) -> int", layers_run_walk_step},
    {"walk_to(place: Vector2i) -> bool", layers_run_walk_to},
    {"walker_place() -> Vector2i", layers_run_walker_place},
    {"sees(from: Vector2i, to: Vector2i) -> bool", layers_run_sees},
    {"smooth(kind: int) -> PackedVector2Array", layers_run_smooth},
    {"pose(from: Vector2i, to: Vector2i) -> bool", layers_run_pose},
    {"solve() -> int", layers_run_solve},
    {"improve(work: int) -> int", layers_run_improve},
    {"solved(tick: int) -> PackedVector2Array", layers_run_solved},
    {NULL, NULL}};
