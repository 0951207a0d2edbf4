// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Generated maps: mazes, rooms, cities, islands, traps. The same request gives the same cells on
// every machine.
//
//     scene_request request = scene_request_default("maze", 201, 201, 42);
//     request.settings[0] = (scene_setting){"braid", 750};
//     scene made;
//     way_status status = scene_create(&request, &made, NULL);
//     status = scene_create_map(&made, WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, &map);
//     scene_destroy(&made);
//
// Every generator takes every size from 1x1 up, ends, and leaves at least one cell passable.
#pragma once

#include <waymark/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Most parameters that a generator has.
#define SCENE_PARAMETERS_MAX 6u

/// A whole number that shapes a scene.
typedef struct scene_parameter {
    const char *name;
    int32_t initial; ///< the value when nothing is said
    int32_t min, max;
    const char *help; ///< one line
} scene_parameter;

struct scene_canvas;

/// One way to make scenes; a table that command flags, sliders, tests and docs iterate.
typedef struct scene_generator {
    const char *name;    ///< as typed, such as "maze"
    const char *title;   ///< as printed, such as "Maze"
    const char *summary; ///< one sentence
    const scene_parameter *parameters;
    uint32_t parameter_count;
    way_status (*generate)(struct scene_canvas *canvas);
} scene_generator;

/// How many generators there are.
uint32_t scene_generator_count(void);

/// The generator at `index`, in alphabetical order; NULL beyond the last.
const scene_generator *scene_generator_at(uint32_t index);

/// The generator of that name, or NULL.
const scene_generator *scene_generator_find(const char *name);

/// A value for a parameter.
typedef struct scene_setting {
    const char *name; ///< NULL ends the list
    int32_t value;
} scene_setting;

/// What to make.
typedef struct scene_request {
    const char *generator;
    uint32_t width;  ///< cells [1..65535]
    uint32_t height; ///< cells [1..65535]; width * height <= 2^30
    uint64_t seed;
    scene_setting settings[SCENE_PARAMETERS_MAX]; ///< up to the first without a name
    uint32_t floors; ///< so many of that height, each of its own seed, joined by stairs; 0 = one
    uint32_t stairs; ///< between two floors; 0 = 2
} scene_request;

/// Most floors of a request, and stairs between two.
#define SCENE_FLOORS_MAX 64u
#define SCENE_STAIRS_MAX 64u

/// Stairs between two floors, up and down.
typedef struct scene_stairs {
    way_cell from, to;
    uint32_t steps; ///< what they cost, in straight steps over plain ground
} scene_stairs;

/// What was made.
typedef struct scene {
    uint32_t width;
    uint32_t height;
    uint8_t *weights;     ///< [width * height] as in way_edit; owned
    way_cell start;       ///< a suggestion: far from the goal and joined to it by cardinal steps,
    way_cell goal;        ///< and so under every neighbour and corner rule; over stairs, if need be
    uint32_t floors;      ///< below each other, a blocked row between two; 0 = one
    scene_stairs *stairs; ///< [stairs_count] owned
    uint32_t stairs_count;
} scene;

/// A request without settings.
scene_request scene_request_default(const char *generator, uint32_t width, uint32_t height,
                                    uint64_t seed);

/// Reads "NAME,width=W,height=H,seed=N,floors=N,stairs=N,SETTING=N,...", where all but the name may
/// be left out. The text is cut up and must live as long as the request. BAD_FORMAT; `problem` says
/// of which word.
WAY_NODISCARD way_status scene_request_parse(char *text, scene_request *out, way_problem *problem);

/// Makes a scene. NOT_FOUND (no such generator or parameter), OUT_OF_RANGE (a side or a setting),
/// TOO_LARGE, NO_MEMORY. `offender` [opt] is then the name at fault: "generator", "width",
/// "height", "floors", "stairs", the setting's name, or NULL when out of memory.
WAY_NODISCARD way_status scene_create(const scene_request *request, scene *out,
                                      const char **offender);

/// Gives back the memory. A zeroed scene and NULL are fine.
void scene_destroy(scene *made);

/// Joins the floors of a map of the scene by links. As way_map_add_links.
WAY_NODISCARD way_status scene_add_stairs(const scene *made, way_map *map);

/// A map of the scene with the default costs of its neighbours, stairs included.
WAY_NODISCARD way_status scene_create_map(const scene *made, way_neighbours neighbours,
                                          way_corners corners, way_map **out);

// Larger scenes from smaller ones -----------------------------------------------------------------

/// Replaces each cell by `factor` x `factor` of them [1..64]: bottlenecks widen with everything
/// else. OUT_OF_RANGE, TOO_LARGE, NO_MEMORY. `out` must not be `from`.
WAY_NODISCARD way_status scene_magnify(const scene *from, uint32_t factor, scene *out);

/// How to tile scenes.
typedef struct scene_mosaic_config {
    const scene *tiles; ///< all of one size; repeated row by row
    uint32_t tile_count;
    uint32_t columns; ///< tiles side by side
    uint32_t rows;
    uint32_t opening; ///< cells that stay open in each seam [1..tile side]
} scene_mosaic_config;

/// Tiles scenes with a wall of one cell in each seam that is open only for a few cells: a very
/// large map with local detail and global bottlenecks. Neighbouring tiles are joined through their
/// largest areas. INVALID_ARGUMENT (sizes differ), OUT_OF_RANGE, TOO_LARGE, NO_MEMORY.
WAY_NODISCARD way_status scene_mosaic(const scene_mosaic_config *config, scene *out);

/// How to stack scenes.
typedef struct scene_stack_config {
    const scene *floors; ///< all of one size
    uint32_t count;
    uint32_t stairs; ///< between two floors [1..SCENE_STAIRS_MAX]
    uint64_t seed;   ///< of where they are
} scene_stack_config;

/// Stacks scenes: floors of one map, joined by stairs between their largest areas; from the start
/// of the first one can get to the goal of the last. INVALID_ARGUMENT (sizes differ), OUT_OF_RANGE,
/// TOO_LARGE, NO_MEMORY.
WAY_NODISCARD way_status scene_stack(const scene_stack_config *config, scene *out);

#ifdef __cplusplus
}
#endif
