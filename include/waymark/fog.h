// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fog of war as a map: what a team believes about the ground is a way_map of its own, which looking
// around edits. Everything that works on maps works in the fog: all searches, databases, profiles,
// sizes, components, fields.
//
//     way_belief *belief = NULL;
//     const way_belief_config config = {.truth = map, .unseen = 1};
//     way_status status = way_belief_create(&config, &belief);
//     status = way_belief_look(belief, frame, sensors, count, NULL);   // once per frame, all units
//     ... plan on way_belief_map(belief) ...
//     way_belief_destroy(belief);
#pragma once

#include <waymark/waymark.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Farthest that a sensor looks, in steps over open ground.
enum { WAY_SENSOR_RADIUS_MAX = 64 };

/// What `way_belief_seen` returns for a cell that nobody has looked at.
enum { WAY_BELIEF_NEVER = 0 };

typedef struct way_belief way_belief;

/// `truth` must be set; zero is the default of the rest.
typedef struct way_belief_config {
    const way_map *truth; ///< borrowed; may be edited at any time
    uint8_t unseen;       ///< terrain that is believed where nobody has looked; 0 = blocked
    const uint8_t *known; ///< [opt] [width * height] instead, such as an old map. Copied.
    bool known_links;     ///< all links of the truth are believed in from the start
    const way_allocator *allocator; ///< [opt]
} way_belief_config;

/// A place to look around from.
typedef struct way_sensor {
    way_cell cell;
    uint32_t radius;    ///< steps over open ground [0..WAY_SENSOR_RADIUS_MAX]
    bool line_of_sight; ///< sees only what no blocked terrain (0) hides; otherwise everything near
} way_sensor;

/// Creates what a team believes: a map of the same sides, rules and floors, with the profiles of
/// the truth under their numbers. Grows with the cells of the map, once for each profile.
/// NO_MEMORY, INVALID_ARGUMENT.
WAY_API WAY_NODISCARD way_status way_belief_create(const way_belief_config *config,
                                                   way_belief **out);

/// NULL is fine. Destroy spaces on its map first.
WAY_API void way_belief_destroy(way_belief *belief);

/// The believed map: plan on it, prepare it for profiles, add links that are known. The caller's
/// own edits and links are beliefs like any others, until a sensor looks there. Profiles that the
/// truth does not have get numbers that it uses last.
WAY_API way_map *way_belief_map(way_belief *belief);

/// Looks around from all sensors at time `now` [1..2^32-1], which never goes back. Cells that turn
/// out to differ from what was believed become one edit, a single revision of the believed map;
/// `*changed` [opt] says how many there were. A link is believed in when both of its ends have been
/// seen, and no more when a look at one of them finds it gone; each new one is a revision. A
/// profile that the truth got since is added first, which grows with the cells of the map. Sensors
/// stay on their floor.
///
/// Work: for each sensor the rows within its radius, with sight the stretches of free and blocked
/// cells in them; 64 cells at a time, the rectangle around all sensors; the links of those rows;
/// and what is learned, as way_map_edit.
/// OUT_OF_RANGE (cell, radius, time), UNSUPPORTED (sight on hex maps), INVALID_ARGUMENT (among
/// others: a profile of the truth has another number in the believed map), NO_MEMORY: look again,
/// what was not learned is still to be learned.
WAY_API WAY_NODISCARD way_status way_belief_look(way_belief *belief, uint32_t now,
                                                 const way_sensor *sensors, uint32_t count,
                                                 uint32_t *changed);

/// Gives `belief` what another team on the same map knows: the newer look at each cell wins, and
/// what that team knows of links there. Goes through all cells. INVALID_ARGUMENT (another truth),
/// NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_belief_share(way_belief *belief, const way_belief *from,
                                                  uint32_t *changed);

/// When a cell was looked at last, or WAY_BELIEF_NEVER.
WAY_API uint32_t way_belief_seen(const way_belief *belief, way_cell cell);

/// Bytes of the belief with its map.
WAY_API size_t way_belief_bytes(const way_belief *belief);

#ifdef __cplusplus
}
#endif
