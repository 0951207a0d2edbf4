// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a search walks on: states, the steps between them, and estimates. A map is a space, so is a
// graph, and so is anything that fills in a way_space_type.
//
//     way_space *space = NULL;
//     way_status status = way_space_create_grid(map, 1, NULL, &space);
#pragma once

#include <waymark/ground.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What `expand` returns when the space can't make room for another state.
#define WAY_EXPAND_FULL UINT32_MAX

/// One step.
typedef struct way_edge {
    way_state to;
    way_cost cost; ///< [1..WAY_COST_MAX-1]
} way_edge;

/// What holds in a space.
typedef enum way_space_trait {
    WAY_SPACE_GRID = 1 << 0,           ///< states are the cells of a map
    WAY_SPACE_GRID_8 = 1 << 1,         ///< ... with 8 neighbours
    WAY_SPACE_STRICT_CORNERS = 1 << 2, ///< ... that cuts no corners
    WAY_SPACE_UNIFORM_COST = 1 << 3,   ///< ... whose passable cells all weigh the same
    WAY_SPACE_DENSE_IDS = 1 << 4,      ///< states are 0..state_count-1, known in advance
    WAY_SPACE_PREDECESSORS = 1 << 5,   ///< predecessors can be listed
    WAY_SPACE_SYMMETRIC = 1 << 6,      ///< every step can be taken back at the same cost
    WAY_SPACE_CONSISTENT = 1 << 7,     ///< estimate(a) <= cost(a, b) + estimate(b) on every step
    WAY_SPACE_OWN_GOAL = 1 << 8,       ///< the space says itself which states are goals
    WAY_SPACE_COMPACT_IDS = 1 << 9,    ///< states are numbered 0, 1, 2, ... as they are met
    WAY_SPACE_OCTILE = 1 << 10,   ///< on a grid a diagonal step costs more than a straight one and
                                  ///< less than two
    WAY_SPACE_UNLINKED = 1 << 11, ///< a grid all of whose steps lead to neighbouring cells
    WAY_SPACE_MESH_POINTS = 1 << 12, ///< states are points of a navigation mesh, in sight of each
                                     ///< other (way_space_create_points)
    WAY_SPACE_ANGLES = 1 << 13       ///< states are cells of a map, steps are straight lines at any
                                     ///< angle (way_space_create_angles)
} way_space_trait;

typedef way_cost (*way_space_estimate)(const way_space *space, way_state from, way_state to);
typedef uint32_t (*way_space_estimate_steps)(const way_space *space, way_state from, way_state to);
typedef way_cost (*way_space_goal_estimate)(const way_space *space, way_state state);

/// The functions of a kind of space. All but `expand` and `estimate` are optional.
typedef struct way_space_type {
    const char *name;
    /// Writes the steps from `state` to `edges` [degree_max] and returns how many; the order is
    /// fixed.
    uint32_t (*expand)(way_space *space, way_state state, way_edge *edges);
    /// The same for the steps that lead to `state`.
    uint32_t (*expand_back)(way_space *space, way_state state, way_edge *edges);
    /// Estimate of the cost between two states; never too high.
    WAY_RENAMED(way_space_estimate, estimate, distance);
    /// Estimate of the number of steps; missing = 1 for different states.
    WAY_RENAMED(way_space_estimate_steps, estimate_steps, steps);
    /// Own goals: whether `state` is one, and the estimate of the cost to the nearest.
    bool (*is_goal)(const way_space *space, way_state state);
    WAY_RENAMED(way_space_goal_estimate, goal_estimate, goal_distance);
    /// Whether an agent may be told to go there; missing = every state. Where `state_count` is 0 it
    /// says which states exist and is asked with any number; no other function ever is.
    bool (*can_stand)(const way_space *space, way_state state);
    /// Whether a walk exists, answered without a search; missing = not known.
    bool (*is_reachable)(const way_space *space, way_state from, way_state to);
    /// The reachable state nearest to `goal`; WAY_STATE_NONE = none. Missing = not known.
    way_state (*nearest_reachable)(const way_space *space, way_state from, way_state goal);
    /// Grows whenever steps change; missing = never.
    uint64_t (*revision)(const way_space *space);
    /// Current traits; missing = the `traits` field.
    uint32_t (*traits)(const way_space *space);
    /// Where to draw a state; missing = nowhere.
    void (*position)(const way_space *space, way_state state, double *x, double *y);
    /// Frees what the space owns, itself included.
    void (*destroy)(way_space *space);
} way_space_type;

/// The head of every space. Make your own by putting it first in your struct.
struct way_space {
    const way_space_type *type;
    uint32_t state_count; ///< states are below this; 0 = not known in advance: then numbers may
                          ///< tell who met a state first, and searches break ties by the order in
                          ///< which they meet states themselves, not by numbers
    uint32_t degree_max;  ///< most steps from, or to, any state
    uint32_t traits;      ///< way_space_trait bits
    uint32_t lent;        ///< 0 at first; debug builds count who borrows the space
    way_allocator allocator;
};

/// The map as units of a profile see it: a prepared unit size, or what way_map_add_profile
/// returned. Borrows the map. OUT_OF_RANGE, UNSUPPORTED if the profile was not prepared.
WAY_API WAY_NODISCARD way_status way_space_create_grid(const way_map *map, uint32_t profile,
                                                       const way_allocator *allocator,
                                                       way_space **out);

/// The map at any angle: a step goes straight from a cell to any other, if the square of the unit,
/// moved along the line, overlaps no blocked cell and all cells that it comes over weigh the same.
/// It costs its length in cells times that weight times a straight step's cost, rounded up. So a
/// path is a list of turning points; where weights change they are neighbours. The 8 neighbours are
/// the steps that `expand` lists: searches that know nothing of angles walk from cell to cell.
/// Links are not walked. Errors as way_space_create_grid, and UNSUPPORTED if corners may be cut or
/// cells don't have 8 neighbours.
WAY_API WAY_NODISCARD way_status way_space_create_angles(const way_map *map, uint32_t profile,
                                                         const way_allocator *allocator,
                                                         way_space **out);

/// The map of a grid space, or NULL.
WAY_API const way_map *way_space_map(const way_space *space);

/// The unit size of a grid space, or 0.
WAY_API uint32_t way_space_unit_size(const way_space *space);

/// The profile of a grid space, or 0.
WAY_API uint32_t way_space_profile(const way_space *space);

/// A link of a graph.
typedef struct way_link {
    way_state from, to;
    way_cost cost; ///< [1..2^30]
} way_link;

/// A graph of places. Estimates come from positions where there are some.
/// `node_count` must be set; zero is the default of the rest.
typedef struct way_graph_config {
    uint32_t node_count; ///< [1..2^30]
    const way_link *links;
    uint32_t link_count;
    bool directed;           ///< false = every link can be walked both ways
    const double *positions; ///< [opt] [node_count * 2]: x, y; used for estimates and pictures
    const way_allocator *allocator; ///< [opt]
} way_graph_config;

/// A graph space; everything is copied. Estimates are the straight distance times the largest
/// factor that never exceeds a link's cost (0 without positions). INVALID_ARGUMENT, OUT_OF_RANGE (a
/// link that leaves the graph or costs 0, a position beyond 1e150), TOO_LARGE, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_create_graph(const way_graph_config *config,
                                                        way_space **out);

/// Destroys any space. NULL is fine.
WAY_API void way_space_destroy(way_space *space);

/// Current way_space_trait bits.
WAY_API uint32_t way_space_traits(const way_space *space);

/// Grows whenever steps change.
WAY_API uint64_t way_space_revision(const way_space *space);

/// Whether an agent may be told to go there. False for a state that does not exist.
WAY_API bool way_space_can_stand(const way_space *space, way_state state);

/// The cost of one step, or WAY_COST_MAX if there is none.
WAY_API way_cost way_space_step_cost(way_space *space, way_state from, way_state to);

#ifdef __cplusplus
}
#endif
