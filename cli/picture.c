// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/picture.h"

#include "cli/ground.h"

#include <math.h>

#define PICTURE_LEGEND_WIDTH 540u
#define PICTURE_HEX_LEAST 4u // pixels; smaller cells are squares in rows that lean

static const cli_palette picture_palettes[CLI_THEME_COUNT] = {
    [CLI_THEME_DARK] = {.page = {13, 17, 26},
                        .wall = {22, 27, 39},
                        .floor = {56, 65, 86},
                        .swamp = {88, 84, 52},
                        .text = {236, 240, 247},
                        .faint = {152, 163, 184},
                        .path = {255, 255, 255},
                        .casing = {13, 17, 26},
                        .start = {61, 220, 151},
                        .goal = {255, 92, 122},
                        .gradient = {{66, 60, 148},
                                     {124, 56, 160},
                                     {196, 62, 128},
                                     {238, 104, 84},
                                     {251, 164, 62},
                                     {252, 228, 122}}},
    [CLI_THEME_LIGHT] = {.page = {255, 255, 255},
                         .wall = {52, 58, 72},
                         .floor = {240, 241, 244},
                         .swamp = {203, 190, 142},
                         .text = {28, 33, 44},
                         .faint = {104, 112, 128},
                         .path = {214, 32, 62},
                         .casing = {255, 255, 255},
                         .start = {20, 140, 84},
                         .goal = {214, 32, 62},
                         .gradient = {{214, 236, 226},
                                      {160, 218, 203},
                                      {96, 190, 190},
                                      {58, 148, 184},
                                      {54, 102, 168},
                                      {58, 58, 140}}},
};

const cli_palette *cli_picture_palette(cli_theme theme)
{
    return &picture_palettes[theme];
}

static uint8_t picture_mix_channel(uint8_t from, uint8_t to, double part)
{
    return (uint8_t)(from + (to - from) * part + 0.5);
}

cli_color cli_color_mix(cli_color from, cli_color to, double part)
{
    return (cli_color){picture_mix_channel(from.red, to.red, part),
                       picture_mix_channel(from.green, to.green, part),
                       picture_mix_channel(from.blue, to.blue, part)};
}

cli_color cli_picture_gradient(const cli_palette *palette, double part)
{
    const double place = part * (CLI_GRADIENT_MAX - 1);
    uint32_t below = place <= 0 ? 0 : (uint32_t)place;
    if (below >= CLI_GRADIENT_MAX - 1) {
        below = CLI_GRADIENT_MAX - 2;
    }
    return cli_color_mix(palette->gradient[below], palette->gradient[below + 1], place - below);
}

// Hues that lie far apart for any number of regions: steps of the golden angle.
static cli_color picture_region_color(const cli_palette *palette, uint32_t region)
{
    if (region <= 1) {
        return cli_color_mix(palette->floor, palette->start, 0.28);
    }
    const double hue = fmod(0.08 + region * 0.6180339887, 1) * 6;
    const double channels[3] = {fabs(hue - 3) - 1, 2 - fabs(hue - 2), 2 - fabs(hue - 4)};
    uint8_t bytes[3];
    for (int i = 0; i < 3; i++) {
        const double level = channels[i] < 0 ? 0 : channels[i] > 1 ? 1 : channels[i];
        bytes[i] = (uint8_t)(70 + level * 165);
    }
    return (cli_color){bytes[0], bytes[1], bytes[2]};
}

cli_color cli_picture_link_color(const cli_picture *picture, uint32_t index)
{
    return picture_region_color(cli_picture_palette(picture->theme), index + 2);
}

bool cli_picture_is_open(const cli_panel *panel, way_cell cell)
{
    return cli_ground_weight(panel->map, cell, panel->profile) > 0;
}

cli_color cli_picture_color(const cli_picture *picture, const cli_panel *panel, way_cell cell)
{
    const cli_palette *palette = cli_picture_palette(picture->theme);
    const uint8_t weight = cli_ground_weight(panel->map, cell, panel->profile);
    if (weight == 0) {
        // What only others can enter is no wall.
        const bool terrain = panel->profile && way_map_terrain(panel->map, cell);
        return terrain ? cli_color_mix(palette->wall, palette->gradient[0], 0.35) : palette->wall;
    }
    const double heavy = weight > 9 ? 1 : (weight - 1) / 8.0;
    cli_color color = cli_color_mix(palette->floor, palette->swamp, heavy);
    if (panel->regions && panel->regions[cell]) {
        // Under a search they stay in the background.
        color = cli_color_mix(color, picture_region_color(palette, panel->regions[cell]),
                              panel->order ? 0.3 : 1);
    }
    if (panel->order && panel->order[cell]) {
        const double part = (double)panel->order[cell] / panel->order_max;
        color = cli_color_mix(color, cli_picture_gradient(palette, part), heavy > 0 ? 0.8 : 1);
    }
    return color;
}

cli_color cli_picture_line_color(const cli_picture *picture)
{
    const cli_palette *palette = cli_picture_palette(picture->theme);
    return cli_color_mix(palette->floor, palette->text, 0.4);
}

cli_color cli_picture_dot_color(const cli_picture *picture, const cli_panel *panel, way_cell cell)
{
    const cli_palette *palette = cli_picture_palette(picture->theme);
    if (panel->order && panel->order[cell]) {
        return cli_picture_gradient(palette, (double)panel->order[cell] / panel->order_max);
    }
    return cli_color_mix(palette->floor, palette->text, 0.7);
}

// Floors ------------------------------------------------------------------------------------------

static way_floors picture_floors(const cli_panel *panel)
{
    const way_floors one = {1, way_map_height(panel->map)};
    return panel->floors.count > 1 ? panel->floors : one;
}

void cli_picture_sides(const cli_panel *panel, uint32_t *columns, uint32_t *rows)
{
    const way_floors floors = picture_floors(panel);
    const uint32_t shown = panel->floor ? 1 : floors.count;
    *columns = shown * (way_map_width(panel->map) + 1) - 1;
    *rows = floors.height;
}

bool cli_picture_spot(const cli_panel *panel, way_cell cell, uint32_t *column, uint32_t *row)
{
    const way_floors floors = picture_floors(panel);
    uint32_t floor = 0;
    if (!way_floors_position(panel->map, &floors, cell, &floor, column, row) ||
        (panel->floor && panel->floor - 1 != floor)) {
        *column = 0;
        *row = 0;
        return false;
    }
    *column += panel->floor ? 0 : floor * (way_map_width(panel->map) + 1);
    return true;
}

way_cell cli_picture_cell(const cli_panel *panel, uint32_t column, uint32_t row)
{
    const way_floors floors = picture_floors(panel);
    const uint32_t pitch = way_map_width(panel->map) + 1;
    const uint32_t floor = panel->floor ? panel->floor - 1 : column / pitch;
    return way_floors_cell(panel->map, &floors, floor, column % pitch, row);
}

bool cli_picture_joins(const cli_panel *panel, way_cell from, way_cell to)
{
    const way_floors floors = picture_floors(panel);
    uint32_t floor[2] = {0};
    uint32_t x[2] = {0};
    uint32_t y[2] = {0};
    const bool shown = way_floors_position(panel->map, &floors, from, &floor[0], &x[0], &y[0]) &&
                       way_floors_position(panel->map, &floors, to, &floor[1], &x[1], &y[1]) &&
                       (!panel->floor || panel->floor - 1 == floor[0]);
    const bool near = x[0] <= x[1] + 1 && x[1] <= x[0] + 1 && y[0] <= y[1] + 1 && y[1] <= y[0] + 1;
    return shown && floor[0] == floor[1] &&
           (near || !way_map_link_count(panel->map) ||
            way_map_sees(panel->map, from, to, WAY_SIGHT_ANY_ANGLE,
                         panel->profile ? panel->profile : 1));
}

bool cli_picture_has_place(const cli_panel *panel, way_curve_point place)
{
    const way_cell cell =
        way_map_cell(panel->map, (int64_t)floor(place.x + 0.5), (int64_t)floor(place.y + 0.5));
    uint32_t column = 0;
    uint32_t row = 0;
    return cell != WAY_CELL_NONE && cli_picture_spot(panel, cell, &column, &row);
}

// Layout ------------------------------------------------------------------------------------------

static bool picture_leans(const cli_panel *panel)
{
    return way_map_neighbours(panel->map) == WAY_NEIGHBOURS_6;
}

bool cli_picture_has_hexes(const cli_picture *picture, const cli_panel *panel)
{
    return picture_leans(panel) && picture->scale >= PICTURE_HEX_LEAST;
}

// How many pixels a row is below the one before.
static double picture_pitch(const cli_picture *picture, const cli_panel *panel)
{
    return picture->scale * (cli_picture_has_hexes(picture, panel) ? 0.75 * CLI_HEX_HEIGHT : 1.0);
}

// And how high a cell is.
static double picture_cell_height(const cli_picture *picture, const cli_panel *panel)
{
    return picture->scale * (cli_picture_has_hexes(picture, panel) ? CLI_HEX_HEIGHT : 1.0);
}

void cli_picture_corner(const cli_picture *picture, const cli_panel *panel, way_cell cell,
                        uint32_t *x, uint32_t *y)
{
    uint32_t column = 0;
    uint32_t row = 0;
    (void)cli_picture_spot(panel, cell, &column, &row);
    *x = column * picture->scale + (picture_leans(panel) ? row * picture->scale / 2 : 0);
    *y = (uint32_t)(row * picture_pitch(picture, panel) + 0.5);
}

void cli_picture_centre(const cli_picture *picture, const cli_panel *panel, way_cell cell,
                        double *x, double *y)
{
    uint32_t left = 0;
    uint32_t top = 0;
    cli_picture_corner(picture, panel, cell, &left, &top);
    *x = left + picture->scale / 2.0;
    *y = top + picture_cell_height(picture, panel) / 2;
}

void cli_picture_place(const cli_picture *picture, const cli_panel *panel, way_curve_point place,
                       double *x, double *y)
{
    const way_floors floors = picture_floors(panel);
    if (floors.count > 1) {
        const double storey = floor((place.y + 0.5) / (floors.height + 1));
        place.y -= storey * (floors.height + 1);
        place.x += panel->floor ? 0 : storey * (way_map_width(panel->map) + 1);
    }
    const double lean = picture_leans(panel) ? place.y / 2 : 0;
    *x = (place.x + lean + 0.5) * picture->scale;
    *y = place.y * picture_pitch(picture, panel) + picture_cell_height(picture, panel) / 2;
}

static uint32_t picture_columns(const cli_panel *panel, uint32_t scale)
{
    uint32_t columns = 0;
    uint32_t rows = 0;
    cli_picture_sides(panel, &columns, &rows);
    const uint32_t lean = picture_leans(panel) ? rows * scale / 2 : 0;
    return columns * scale + lean;
}

uint32_t cli_picture_fit(const cli_picture *picture, uint32_t pixels)
{
    uint32_t columns = 0;
    uint32_t rows = 1;
    for (uint32_t i = 0; i < picture->panel_count; i++) {
        uint32_t across = 0;
        uint32_t height = 0;
        cli_picture_sides(&picture->panels[i], &across, &height);
        columns += picture_columns(&picture->panels[i], 2) / 2;
        rows = height > rows ? height : rows;
    }
    const uint32_t longest = columns > rows ? columns : rows;
    const uint32_t scale = longest ? (pixels + longest / 2) / longest : 1;
    return scale < 1 ? 1 : scale > 24 ? 24 : scale;
}

bool cli_picture_has_order(const cli_picture *picture)
{
    for (uint32_t i = 0; i < picture->panel_count; i++) {
        if (picture->panels[i].order && picture->panels[i].order_max) {
            return true;
        }
    }
    return false;
}

bool cli_picture_has_path(const cli_picture *picture)
{
    for (uint32_t i = 0; i < picture->panel_count; i++) {
        if (picture->panels[i].path_count > 1) {
            return true;
        }
    }
    return false;
}

cli_layout cli_picture_layout(const cli_picture *picture)
{
    cli_layout layout = {.margin = picture->bare ? 0 : 28, .gap = 28};
    const bool legend = cli_picture_has_order(picture) || cli_picture_has_path(picture);
    layout.head = picture->bare ? 0 : 58;
    layout.foot = picture->bare || !legend ? 0 : 42;
    layout.top = layout.margin + layout.head;
    uint32_t left = layout.margin;
    for (uint32_t i = 0; i < picture->panel_count; i++) {
        const cli_panel *panel = &picture->panels[i];
        const uint32_t columns = picture_columns(panel, picture->scale);
        uint32_t across = 0;
        uint32_t down = 0;
        cli_picture_sides(panel, &across, &down);
        const uint32_t rows = (uint32_t)ceil((down - 1) * picture_pitch(picture, panel) +
                                             picture_cell_height(picture, panel));
        // Titles need some room even over a tiny map.
        const uint32_t room = !picture->bare && columns < 280 ? 280 : columns;
        layout.left[i] = left;
        left += room + layout.gap;
        layout.columns = columns > layout.columns ? columns : layout.columns;
        layout.rows = rows > layout.rows ? rows : layout.rows;
    }
    layout.width = left - layout.gap + layout.margin;
    if (layout.foot && layout.width < PICTURE_LEGEND_WIDTH) {
        layout.width = PICTURE_LEGEND_WIDTH;
    }
    layout.height = layout.top + layout.rows + layout.foot + layout.margin;
    return layout;
}
