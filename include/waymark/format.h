// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Texts to objects and back: MovingAI maps and scenarios, graphs. Memory only; files are the
// caller's (or waymark/file.h's) business.
#pragma once

#include <waymark/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The weight of a letter that a map must not have.
enum { WAY_LETTER_UNKNOWN = 255 };

/// What the letters of a .map file weigh: index by the letter; 0 = blocked, WAY_LETTER_UNKNOWN =
/// refuse.
struct way_letters {
    uint8_t weights[128];
};

/// '.' and 'G' plain ground, 'S' (swamp) plain ground too as in the published scenarios, '@' 'O'
/// 'T' 'W' blocked, digits 1..9 their own weight.
WAY_API way_letters way_letters_default(void);

/// Letters that keep terrain apart, for maps that profiles read: '.' is 1, '@' is 0, digits are
/// what they say, and every other letter A..Z, a..z is terrain of its own code.
WAY_API way_letters way_letters_terrain(void);

/// Reads a profile as text, such as "size=2, *=0, W=1, S=5": words TERRAIN=WEIGHT, separated by
/// blanks, commas or lines, '#' starting a comment. TERRAIN is a letter of a map read with
/// way_letters_terrain, the number of a terrain, or * for all; `size` is the unit's. Terrain that
/// is not named weighs what it does for way_letters_default, and what that does not know can't be
/// entered. BAD_FORMAT, OUT_OF_RANGE, with line and column in `problem` [opt].
WAY_API WAY_NODISCARD way_status way_profile_parse(const char *text, size_t size, way_profile *out,
                                                   way_problem *problem);

/// Writes a MovingAI .map: '.' for weight 1, '@' blocked, digits for 2..9 (heavier ones as '9');
/// then the links for all units, if there are any. Returns the bytes needed without a final 0,
/// writing at most `capacity` of them.
WAY_API size_t way_map_format(const way_map *map, char *text, size_t capacity);

/// Reads a .map, as way_map_parse does and failing as it does, and says how it is divided: a map
/// without the header line `floors N` is one floor.
WAY_API WAY_NODISCARD way_status way_floors_parse(const char *text, size_t size,
                                                  const way_map_config *config,
                                                  const way_letters *letters, way_map **out,
                                                  way_floors *floors, way_problem *problem);

/// Writes a .map, floor by floor, and the links for all units; those of one profile are left out.
/// `letters` [opt]: each cell as the first letter, by code, that reads as its terrain; otherwise,
/// and for terrain without a letter, as way_map_format. INVALID floors are written as one. Returns
/// the bytes needed without a final 0, writing at most `capacity` of them.
WAY_API size_t way_floors_format(const way_map *map, const way_floors *floors,
                                 const way_letters *letters, char *text, size_t capacity);

/// One problem of a scenario.
typedef struct way_scenario_entry {
    uint32_t bucket;
    uint32_t line; ///< of the file, counted from 1
    uint32_t start_x, start_y, goal_x, goal_y;
    uint32_t map_width, map_height;
    double length;    ///< published optimum in cells; 0 with start != goal = no path
    double tolerance; ///< how far rounding in print may have moved `length`: half of the last
                      ///< decimal where all entries have as many, else 1e-5 of it (6 digits)
} way_scenario_entry;

/// A parsed scenario file.
typedef struct way_scenario {
    way_scenario_entry *entries;
    uint32_t count;
    char map_name[256]; ///< of the first entry, folders removed
    way_allocator allocator;
} way_scenario;

/// Reads a MovingAI .scen (version 1 or 1.0, tabs or spaces, LF or CRLF). BAD_FORMAT, OUT_OF_RANGE,
/// TOO_LARGE, CANCELLED, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_scenario_parse(const char *text, size_t size,
                                                    const way_parse_config *config,
                                                    way_scenario *out, way_problem *problem);
WAY_API void way_scenario_free(way_scenario *scenario);

/// Reads the lines of a `links` section (docs/formats.md) and adds all of them to a map, or none,
/// as way_map_add_links does, for a profile or, with 0, for all units. `floors` is how many the map
/// is divided into. The same errors, with line and column in `problem` [opt], and BAD_FORMAT.
WAY_API WAY_NODISCARD way_status way_links_parse(const char *text, size_t size, way_map *map,
                                                 uint32_t floors, uint32_t profile,
                                                 way_problem *problem);

// Graphs ------------------------------------------------------------------------------------------

/// Reads the graph text format (docs/formats.md):
///     waymark-graph 1
///     directed | undirected
///     node ID [X Y]
///     link FROM TO COST
/// '#' starts a comment. Nodes are numbered 0..n-1 in order of appearance; links may name only
/// them. BAD_FORMAT, OUT_OF_RANGE, TOO_LARGE, CANCELLED, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_graph_parse(const char *text, size_t size,
                                                 const way_parse_config *config, way_space **out,
                                                 way_problem *problem);

#ifdef __cplusplus
}
#endif
