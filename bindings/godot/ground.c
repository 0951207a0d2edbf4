// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// WaymarkGround, a node: a map in the coordinates of a tile map, paths at once or a little per
// frame, and a field for crowds. To ask about places outside is no error: nothing can be reached
// there.
#include "ground.h"

#include <stdlib.h>
#include <string.h>

/// Puts an end to what walks with the navigator, and to that.
static void ground_end_trips(ground *self)
{
    way_walker_destroy(self->walker);
    way_agent_destroy(self->agent);
    way_navigator_destroy(self->navigator);
    way_space_destroy(self->lines);
    self->walker = NULL;
    self->agent = NULL;
    self->navigator = NULL;
    self->lines = NULL;
}

void ground_walk_on(ground *self, way_space *space, bool is_maps, uint32_t profile)
{
    ground_end_trips(self);
    way_field_destroy(self->field);
    way_space_destroy(self->space);
    way_belief_destroy(self->belief);
    free(self->penalties);
    self->belief = NULL;
    self->field = NULL;
    self->penalties = NULL;
    self->space = space;
    self->is_maps = is_maps;
    self->profile = profile;
}

void ground_clear(ground *self)
{
    const ground rules = {.neighbours = self->neighbours,
                          .corners = self->corners,
                          .costs = self->costs,
                          .floors = self->floors};
    ground_walk_on(self, NULL, false, 0); // before the world, whose map it may be on
    ground_forget_world(self);
    way_mapf_free(&self->plan);
    free(self->starts);
    free(self->goals);
    free(self->database);
    if (!self->borrows_map) {
        way_map_destroy(self->map);
    }
    *self = rules;
}

static void ground_finish(void *instance)
{
    ground_clear(instance);
}

bool ground_setup(ground *self, gd_vector2i origin, gd_vector2i size)
{
    ground_clear(self);
    const uint32_t rows = size.y > 0 ? (uint32_t)size.y : 0;
    way_map_config config = {.width = size.x > 0 ? (uint32_t)size.x : 0,
                             .height = rows,
                             .neighbours = self->neighbours,
                             .corners = self->corners,
                             .costs = self->costs};
    if (self->floors > 1) {
        config.floors = (way_floors){self->floors, (rows + 1) / self->floors - 1};
    }
    way_space *space = NULL;
    way_status status = way_map_create(&config, &self->map);
    status = status ? status : way_space_create_grid(self->map, 1, NULL, &space);
    self->origin = origin;
    if (status) {
        ground_clear(self);
    } else {
        ground_walk_on(self, space, true, 1);
    }
    return !extension_wrong("setup", status, "%d floors on %d x %d cells; a side is from 1 to %d",
                            (int)(self->floors > 1 ? self->floors : 1), size.x, size.y,
                            WAY_MAP_SIDE_MAX);
}

way_cell ground_cell(const ground *self, const gd_vector2i *place)
{
    return !self->map ? WAY_CELL_NONE
                      : way_map_cell(self->map, (int64_t)place->x - self->origin.x,
                                     (int64_t)place->y - self->origin.y);
}

way_status ground_edit(ground *self, const way_edit *edits, uint32_t count)
{
    return self->replay  ? WAY_STATUS_WRONG_STATE // what is played again is to look at
           : self->world ? way_world_edit(self->world, edits, count)
                         : way_map_edit(self->map, edits, count);
}

void ground_place(const ground *self, way_cell cell, gd_vector2i *out)
{
    if (self->map && cell != WAY_CELL_NONE) {
        out->x = (int32_t)(cell % way_map_width(self->map)) + self->origin.x;
        out->y = (int32_t)(cell / way_map_width(self->map)) + self->origin.y;
    }
}

way_cell ground_stand(const ground *self, const char *doing, const gd_vector2i *place)
{
    const way_cell cell = ground_cell(self, place);
    if (self->map) {
        const way_status status = cell == WAY_CELL_NONE ? WAY_STATUS_OUT_OF_RANGE : WAY_STATUS_OK;
        (void)extension_wrong(doing, status, "(%d, %d) is off the ground", place->x, place->y);
    } else {
        (void)extension_failed(doing, WAY_STATUS_WRONG_STATE, "set up a ground first");
    }
    return cell;
}

bool ground_within(const ground *self, const char *doing, const char *what, gd_int value,
                   gd_int least, gd_int most)
{
    const bool right = value >= least && value <= most;
    return !extension_wrong(doing, right ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE,
                            "%s is from %lld to %lld, not %lld", what, (long long)least,
                            (long long)most, (long long)value) &&
           !extension_failed(doing, self->map ? WAY_STATUS_OK : WAY_STATUS_WRONG_STATE,
                             "set up a ground first");
}

uint32_t ground_budget(const ground *self, const char *doing, const void *argument)
{
    const gd_int budget = *(const gd_int *)argument;
    return ground_within(self, doing, "a budget", budget, 1, UINT32_MAX) ? (uint32_t)budget : 0;
}

void ground_text(const gd_string *string, char *out, size_t capacity)
{
    const gd_int most = (gd_int)capacity - 1;
    const gd_int size = extension_godot.string_to_utf8_chars(string, out, most);
    out[size < 0 ? 0 : size < most ? size : most] = '\0';
}

way_navigator *ground_navigator(ground *self, const gd_string *algorithm)
{
    char name[sizeof self->algorithm] = "";
    way_problem problem = {0};
    ground_text(algorithm, name, sizeof name);
    if (self->navigator && strcmp(name, self->algorithm) == 0) {
        return self->navigator;
    }
    ground_end_trips(self);
    memcpy(self->algorithm, name, sizeof name);
    const char *spec = *name ? name : "auto";
    way_status status =
        self->is_maps ? way_space_create_for(self->map, self->profile, spec, NULL, &self->lines)
                      : WAY_STATUS_OK;
    const way_navigator_config plan = {
        .space = self->lines ? self->lines : self->space, .algorithm = spec, .problem = &problem};
    status = status ? status : way_navigator_create(&plan, &self->navigator);
    return extension_failed(name, status, problem.text) ? NULL : self->navigator;
}

/// The agent of an algorithm. NULL if there is none, which was said.
static way_agent *ground_agent(ground *self, const gd_string *algorithm)
{
    const way_agent_config config = {.navigator = ground_navigator(self, algorithm)};
    if (config.navigator && !self->agent) {
        (void)extension_failed("begin", way_agent_create(&config, &self->agent), "");
    }
    return config.navigator ? self->agent : NULL;
}

// Methods -----------------------------------------------------------------------------------------

static void ground_run_setup(void *instance, const void *const *arguments, void *result)
{
    const gd_rect2i *area = arguments[0];
    *(gd_bool *)result = ground_setup(instance, area->position, area->size);
}

static void ground_run_fill(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_rect2i *area = arguments[0];
    const gd_int weight = *(const gd_int *)arguments[1];
    const int64_t x = (int64_t)area->position.x - self->origin.x;
    const int64_t y = (int64_t)area->position.y - self->origin.y;
    const bool inside = self->map && x >= 0 && y >= 0 && area->size.x >= 0 && area->size.y >= 0 &&
                        x + area->size.x <= way_map_width(self->map) &&
                        y + area->size.y <= way_map_height(self->map);
    *(gd_bool *)result = 0;
    if (!ground_within(self, "fill", "a weight", weight, 0, 255) ||
        extension_wrong("fill", inside ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE,
                        "(%d, %d) and %d x %d places from there are not on the ground of "
                        "%u x %u places from (%d, %d)",
                        area->position.x, area->position.y, area->size.x, area->size.y,
                        way_map_width(self->map), way_map_height(self->map), self->origin.x,
                        self->origin.y)) {
        return;
    }
    const way_edit edit = {.x = (uint32_t)x,
                           .y = (uint32_t)y,
                           .width = (uint32_t)area->size.x,
                           .height = (uint32_t)area->size.y,
                           .weight = (uint8_t)weight};
    *(gd_bool *)result =
        !extension_failed("fill", ground_edit(self, &edit, 1), "a replay is to look at");
}

/// Which cells are neighbours, and when a diagonal step may be taken beside a wall.
static void ground_run_rules(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int neighbours = *(const gd_int *)arguments[0];
    const gd_int corners = *(const gd_int *)arguments[1];
    const bool right = (neighbours == 4 || neighbours == 6 || neighbours == 8) && corners >= 0 &&
                       corners <= WAY_CORNERS_ANY;
    if (right) {
        self->neighbours = (way_neighbours)neighbours;
        self->corners = (way_corners)corners;
    }
    *(gd_bool *)result =
        !extension_wrong("rules", right ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE,
                         "4, 6 or 8 neighbours, not %lld; corners from 0 to 2, not %lld",
                         (long long)neighbours, (long long)corners);
}

/// What a straight and a diagonal step cost on plain ground; 0 and 0 for what they cost unless
/// told.
static void ground_run_costs(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int straight = *(const gd_int *)arguments[0], diagonal = *(const gd_int *)arguments[1];
    const bool right =
        straight >= 0 && straight <= 4096 && diagonal >= straight && diagonal <= 2 * straight;
    if (right) {
        self->costs = (way_cost_model){(uint16_t)straight, (uint16_t)diagonal};
    }
    *(gd_bool *)result = !extension_wrong(
        "costs", right ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE,
        "a straight step from 1 to 4096, not %lld; a diagonal one up to twice that, not %lld",
        (long long)straight, (long long)diagonal);
}

/// The place nearest to one on which a unit can stand; that place itself if there is none.
static void ground_run_nearest(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const gd_vector2i *place = arguments[0];
    const way_cell cell = ground_cell(self, place);
    *(gd_vector2i *)result = *place;
    ground_place(self,
                 cell == WAY_CELL_NONE ? cell
                                       : way_map_nearest_passable(self->map, cell, self->profile),
                 result);
}

/// The same for a goal that is to be reached from a place.
static void ground_run_nearest_reachable(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell from = ground_cell(self, arguments[0]), to = ground_cell(self, arguments[1]);
    *(gd_vector2i *)result = *(const gd_vector2i *)arguments[0];
    if (from != WAY_CELL_NONE && to != WAY_CELL_NONE) {
        ground_place(self, way_map_nearest_reachable(self->map, from, to, self->profile), result);
    }
}

/// Whether a unit as trips are of can stand there with its top left corner.
static void ground_run_fits(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell cell = ground_cell(self, arguments[0]);
    *(gd_bool *)result = cell != WAY_CELL_NONE && way_map_weight(self->map, cell, self->profile);
}

/// The largest unit of the profile of trips that can stand there with its top left corner.
static void ground_run_clearance(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell cell = ground_cell(self, arguments[0]);
    *(gd_int *)result =
        cell == WAY_CELL_NONE ? 0 : way_map_clearance(self->map, cell, self->profile);
}

/// The cost over open ground; -1 off the ground.
static void ground_run_distance(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell from = ground_cell(self, arguments[0]), to = ground_cell(self, arguments[1]);
    *(gd_int *)result = from == WAY_CELL_NONE || to == WAY_CELL_NONE
                            ? -1
                            : (gd_int)way_map_estimate(self->map, from, to);
}

static void ground_run_weight(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell cell = ground_cell(self, arguments[0]);
    *(gd_int *)result = cell == WAY_CELL_NONE ? 0 : way_map_terrain(self->map, cell);
}

static void ground_run_reachable(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell from = ground_cell(self, arguments[0]), to = ground_cell(self, arguments[1]);
    *(gd_bool *)result = from != WAY_CELL_NONE && to != WAY_CELL_NONE &&
                         way_map_is_reachable(self->map, from, to, self->profile);
}

static void ground_run_begin(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_cell from = ground_stand(self, "begin", arguments[0]);
    const way_cell to = ground_stand(self, "begin", arguments[1]);
    *(gd_bool *)result = 0;
    if (from == WAY_CELL_NONE || to == WAY_CELL_NONE) {
        return;
    }
    way_agent *agent = ground_agent(self, arguments[2]);
    if (agent) {
        const way_trip trip = {.start = from, .goal = to};
        *(gd_bool *)result = !extension_failed("begin", way_agent_begin(agent, &trip), "");
    }
}

static void ground_run_step(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const uint32_t budget = ground_budget(self, "step", arguments[0]);
    *(gd_int *)result =
        self->agent && budget ? way_agent_step(self->agent, budget) : WAY_OUTCOME_CANCELLED;
}

static void ground_run_path(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    const ground *self = instance;
    uint32_t count = 0;
    const way_state *states = self->agent ? way_agent_path(self->agent, &count) : NULL;
    const bool any = self->agent && way_agent_cost(self->agent) != WAY_COST_MAX;
    extension_write_path(result, states, any ? count : 0, any ? way_map_width(self->map) : 1,
                         self->origin);
}

static void ground_run_cost(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    const ground *self = instance;
    const way_cost cost = self->agent ? way_agent_cost(self->agent) : WAY_COST_MAX;
    *(gd_int *)result = cost == WAY_COST_MAX ? -1 : (gd_int)cost;
}

static void ground_run_find(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    gd_bool begun = 0;
    ground_run_begin(instance, arguments, &begun);
    const way_outcome outcome = begun ? way_agent_run(self->agent) : WAY_OUTCOME_CANCELLED;
    if (outcome == WAY_OUTCOME_FOUND || outcome == WAY_OUTCOME_PARTIAL) {
        ground_run_path(instance, NULL, result);
    } else {
        extension_write_path(result, NULL, 0, 1, self->origin);
    }
}

static void ground_run_repair(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const uint32_t budget = ground_budget(self, "repair", arguments[0]);
    bool done = budget > 0;
    if (done && self->navigator && !way_navigator_is_current(self->navigator)) {
        (void)extension_failed("repair", way_navigator_repair(self->navigator, budget, &done), "");
    }
    *(gd_bool *)result = done;
}

/// Repairs begin around a place, until told of another.
static void ground_run_favour(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_cell cell = ground_stand(self, "favour", arguments[0]);
    *(gd_bool *)result =
        cell != WAY_CELL_NONE &&
        !extension_failed("favour",
                          self->navigator ? way_navigator_favour(self->navigator, &cell, 1)
                                          : WAY_STATUS_WRONG_STATE,
                          self->navigator ? self->algorithm : "begin or find first");
}

static void ground_run_lead(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_state goal = ground_stand(self, "lead", arguments[0]);
    *(gd_bool *)result = 0;
    if (goal == WAY_CELL_NONE) {
        return;
    }
    way_status status = WAY_STATUS_OK;
    if (!self->field) {
        status = way_field_create(&(way_field_config){.space = self->space, .backward = true},
                                  &self->field);
    }
    status = status ? status : way_field_begin(self->field, &goal, 1, WAY_COST_MAX);
    *(gd_bool *)result = !extension_failed("lead", status, "");
}

static void ground_run_lead_step(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const uint32_t budget = ground_budget(self, "lead_step", arguments[0]);
    *(gd_int *)result =
        self->field && budget ? way_field_step(self->field, budget) : WAY_OUTCOME_CANCELLED;
}

static void ground_run_next(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell cell = ground_cell(self, arguments[0]);
    *(gd_vector2i *)result = *(const gd_vector2i *)arguments[0];
    ground_place(self,
                 self->field && cell != WAY_CELL_NONE ? way_field_next(self->field, cell)
                                                      : WAY_STATE_NONE,
                 result);
}

/// What a cheapest way to the place of the field costs; -1 where there is none.
static void ground_run_cost_to(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const way_cell cell = ground_cell(self, arguments[0]);
    const way_cost cost =
        self->field && cell != WAY_CELL_NONE ? way_field_cost(self->field, cell) : WAY_COST_MAX;
    *(gd_int *)result = cost == WAY_COST_MAX ? -1 : (gd_int)cost;
}

// The table ---------------------------------------------------------------------------------------

static const extension_row ground_methods[] = {
    {"setup(area: Rect2i) -> bool", ground_run_setup},
    {"fill(area: Rect2i, weight: int) -> bool", ground_run_fill},
    {"weight(place: Vector2i) -> int", ground_run_weight},
    {"reachable(from: Vector2i, to: Vector2i) -> bool", ground_run_reachable},
    {"find(from: Vector2i, to: Vector2i, algorithm: String) -> PackedVector2Array",
     ground_run_find},
    {"begin(from: Vector2i, to: Vector2i, algorithm: String) -> bool", ground_run_begin},
    {"step(budget: int) -> int", ground_run_step},
    {"path() -> PackedVector2Array", ground_run_path},
    {"cost() -> int", ground_run_cost},
    {"repair(budget: int) -> bool", ground_run_repair},
    {"favour(place: Vector2i) -> bool", ground_run_favour},
    {"lead(place: Vector2i) -> bool", ground_run_lead},
    {"lead_step(budget: int) -> int", ground_run_lead_step},
    {"next(place: Vector2i) -> Vector2i", ground_run_next},
    {"rules(neighbours: int, corners: int) -> bool", ground_run_rules},
    {"costs(straight: int, diagonal: int) -> bool", ground_run_costs},
    {"nearest(place: Vector2i) -> Vector2i", ground_run_nearest},
    {"nearest_reachable(from: Vector2i, to: Vector2i) -> Vector2i", ground_run_nearest_reachable},
    {"fits(place: Vector2i) -> bool", ground_run_fits},
    {"clearance(place: Vector2i) -> int", ground_run_clearance},
    {"distance(from: Vector2i, to: Vector2i) -> int", ground_run_distance},
    {"cost_to(place: Vector2i) -> int", ground_run_cost_to},
    {NULL, NULL}};

static const extension_row *const ground_lists[] = {ground_methods, tiles_methods, units_methods,
                                                    layers_methods, kept_methods,  NULL};

const extension_class extension_ground = {
    .name = "WaymarkGround",
    .parent = "Node",
    .instance_size = sizeof(ground),
    .finish = ground_finish,
    .methods = ground_lists,
};
