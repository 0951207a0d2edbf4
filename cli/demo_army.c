// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An army through two gates: one of them shuts while it is on its way.
#include "cli/crowd.h"
#include "cli/demo.h"
#include "cli/table.h"

#include <waymark/file.h>

#include <stdlib.h>

#define ARMY_WIDTH 96u
#define ARMY_HEIGHT 64u
#define ARMY_UNITS 400u
#define ARMY_COLUMNS 20u
#define ARMY_WALL 44u
#define ARMY_SHUTS 40u
#define ARMY_TICKS 1500u
#define ARMY_BUDGET 2000u

typedef struct demo_army {
    cli_crowd crowd;
    cli_gif gif;
    uint32_t ticks;
    double seconds, worst;
} demo_army;

static way_status army_make_map(way_map **out)
{
    const way_map_config config = way_map_config_default(ARMY_WIDTH, ARMY_HEIGHT);
    const way_edit wall[] = {{.x = ARMY_WALL, .y = 0, .width = 3, .height = ARMY_HEIGHT},
                             {.x = ARMY_WALL, .y = 14, .width = 3, .height = 4, .weight = 1},
                             {.x = ARMY_WALL, .y = 46, .width = 3, .height = 5, .weight = 1}};
    const way_status status = way_map_create(&config, out);
    return status ? status : way_map_edit(*out, wall, 3);
}

static way_status army_begin(demo_army *army, way_map *map)
{
    static const way_world_kind soldier = {.size = 1};
    cli_crowd *crowd = &army->crowd;
    const way_world_config config = {
        .map = map, .kinds = &soldier, .kind_count = 1, .unit_capacity = ARMY_UNITS};
    *crowd = (cli_crowd){.config = {.map = map}, .zoom = 6};
    crowd->width = ARMY_WIDTH * crowd->zoom;
    crowd->height = ARMY_HEIGHT * crowd->zoom;
    crowd->units = calloc(ARMY_UNITS, sizeof *crowd->units);
    crowd->picture = malloc((size_t)crowd->width * crowd->height);
    way_status status = crowd->units && crowd->picture ? way_world_create(&config, &crowd->world)
                                                       : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < ARMY_UNITS && status == WAY_STATUS_OK; i++) {
        const way_unit_config unit = {
            .cell = way_map_cell(map, 3 + i % ARMY_COLUMNS, 22 + i / ARMY_COLUMNS)};
        status = way_world_add(crowd->world, &unit, &crowd->units[i]);
        crowd->unit_count += status == WAY_STATUS_OK;
    }
    const way_order go = {.kind = WAY_ORDER_GO, .cell = way_map_cell(map, 78, 32)};
    army->gif = cli_gif_begin(crowd->width, crowd->height, cli_crowd_palette);
    return status ? status : way_world_order(crowd->world, crowd->units, ARMY_UNITS, &go);
}

static way_status army_tick(demo_army *army)
{
    static const way_edit shut = {.x = ARMY_WALL, .y = 14, .width = 3, .height = 4};
    cli_crowd *crowd = &army->crowd;
    const double begun = cli_demo_clock();
    way_status status =
        army->ticks == ARMY_SHUTS ? way_world_edit(crowd->world, &shut, 1) : WAY_STATUS_OK;
    status = status ? status : way_world_frame(crowd->world, ARMY_BUDGET);
    const double spent = cli_demo_clock() - begun;
    army->seconds += spent;
    army->worst = spent > army->worst ? spent : army->worst;
    for (way_world_event event; way_world_event_next(crowd->world, &event);) {
        crowd->arrived += event.kind == WAY_WORLD_ARRIVED;
    }
    if (army->ticks++ % 3 == 0) {
        cli_crowd_draw(crowd);
        cli_gif_add(&army->gif, crowd->picture, (way_rect){0, 0, crowd->width, crowd->height}, 8);
    }
    return status;
}

static void army_print(const cli_demo *demo, const demo_army *army)
{
    (void)printf("An army: %u units, two gates; the upper one shuts on the way\n", ARMY_UNITS);
    (void)printf("    %llu of %u have arrived after %u ticks\n",
                 (unsigned long long)army->crowd.arrived, ARMY_UNITS, army->ticks);
    if (demo->times) {
        (void)printf("    a tick of all units takes %s in the mean",
                     cli_number_seconds(army->seconds / army->ticks).text);
        (void)printf(", %s at worst\n", cli_number_seconds(army->worst).text);
    }
}

static cli_exit army_write(const cli_demo *demo, demo_army *army)
{
    char path[4096];
    way_problem problem = {0};
    (void)snprintf(path, sizeof path, "%s/army.gif", demo->folder);
    const way_status status = cli_gif_end(&army->gif)
                                  ? way_file_write(path, army->gif.bytes, army->gif.size, &problem)
                                  : WAY_STATUS_NO_MEMORY;
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

cli_exit cli_demo_army(const cli_demo *demo)
{
    demo_army army = {0};
    way_map *map = NULL;
    way_status status = army_make_map(&map);
    status = status ? status : army_begin(&army, map);
    while (status == WAY_STATUS_OK && army.crowd.arrived < ARMY_UNITS && army.ticks < ARMY_TICKS) {
        status = army_tick(&army);
    }
    cli_exit result = CLI_EXIT_OK;
    if (status == WAY_STATUS_OK) {
        army_print(demo, &army);
        result = demo->folder ? army_write(demo, &army) : result;
    } else {
        result = cli_complain_problem("demo", status, NULL);
    }
    cli_gif_free(&army.gif);
    cli_crowd_end(&army.crowd);
    way_map_destroy(map);
    return cli_demo_say_picture(demo, "army.gif", result);
}
