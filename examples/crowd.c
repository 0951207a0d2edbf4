// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Two thousand units, one agent: between its moves a unit is a few bytes.
#include <waymark/agent.h>

#include <stdio.h>

#define SIDE 256u
#define UNITS 2000u

typedef struct unit {
    way_state place, goal;
    uint32_t size; ///< of the parked trip; 0 = it is over
    uint8_t trip[WAY_PARKED_USUAL];
} unit;

static unit units[UNITS];

/// Puts the trip at hand back into its unit.
static way_status leave(way_agent *agent, unit *one)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    one->place = path[count - 1];
    size_t size = 0;
    way_status status = WAY_STATUS_OK;
    if (way_agent_outcome(agent) == WAY_OUTCOME_WORKING) {
        status = way_agent_park(agent, one->trip, sizeof one->trip, &size);
    }
    one->size = (uint32_t)size;
    return status;
}

static way_status begin_all(const way_map *map, way_agent *agent)
{
    way_status status = WAY_STATUS_OK;
    way_rng rng = way_rng_seed(1);
    for (uint32_t i = 0; !status && i < UNITS; i++) {
        const uint32_t west = 2 + way_rng_below(&rng, 60);
        const way_cell start = way_map_cell(map, west, way_rng_below(&rng, SIDE));
        const uint32_t east = 190 + way_rng_below(&rng, 60);
        const way_trip trip = {.start = start,
                               .goal = way_map_cell(map, east, way_rng_below(&rng, SIDE))};
        units[i].goal = trip.goal;
        status = way_agent_begin(agent, &trip);
        status = status ? status : leave(agent, &units[i]);
    }
    return status;
}

/// One move for every unit that is still on its way.
static way_status play_one_frame(way_agent *agent, uint32_t *moving)
{
    way_status status = WAY_STATUS_OK;
    *moving = 0;
    for (uint32_t i = 0; !status && i < UNITS; i++) {
        if (units[i].size) {
            status = way_agent_resume(agent, units[i].trip, units[i].size);
            if (!status) {
                (void)way_agent_step(agent, UINT32_MAX);
                status = leave(agent, &units[i]);
            }
            *moving += units[i].size > 0;
        }
    }
    return status;
}

static way_status run(way_map *map, way_space **space, way_navigator **navigator, way_agent **agent)
{
    const way_edit walls[] = {{.x = 80, .y = 0, .width = 4, .height = 200},
                              {.x = 160, .y = 56, .width = 4, .height = 200}};
    way_status status = way_map_edit(map, walls, 2);
    status = status ? status : way_space_create_grid(map, 1, NULL, space);
    const way_navigator_config plan = {.space = *space, .algorithm = "hcdps(depth=3)"};
    status = status ? status : way_navigator_create(&plan, navigator);
    const way_agent_config config = {.navigator = *navigator};
    status = status ? status : way_agent_create(&config, agent);
    status = status ? status : begin_all(map, *agent);
    uint32_t frames = 0;
    for (uint32_t moving = UNITS; !status && moving; frames++) {
        status = play_one_frame(*agent, &moving);
    }
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < UNITS; i++) {
        arrived += units[i].place == units[i].goal;
    }
    printf("%u of %u units arrived within %u frames; each was %u bytes in between\n", arrived,
           UNITS, frames, (unsigned)sizeof *units);
    return status;
}

int main(void)
{
    const way_map_config config = way_map_config_default(SIDE, SIDE);
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_status status = way_map_create(&config, &map);
    status = status ? status : run(map, &space, &navigator, &agent);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
    if (status) {
        fprintf(stderr, "%s\n", way_status_text(status));
    }
    return status ? 1 : 0;
}
