// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a picture shows, whatever draws it: panels with a map, regions, expansions, a path, marks,
// and the colours and places of all that.
#pragma once

#include <waymark/format.h>
#include <waymark/path.h>

typedef struct cli_color {
    uint8_t red, green, blue;
} cli_color;

typedef enum cli_theme { CLI_THEME_DARK, CLI_THEME_LIGHT, CLI_THEME_COUNT } cli_theme;

#define CLI_GRADIENT_MAX 6u

/// The colours of a theme.
typedef struct cli_palette {
    cli_color page, wall, floor, swamp; ///< swamp: ground of weight 9
    cli_color text, faint;
    cli_color path, casing, start, goal;
    cli_color gradient[CLI_GRADIENT_MAX]; ///< first expanded .. last expanded
} cli_palette;

/// One map with what happened on it.
typedef struct cli_panel {
    const way_map *map;
    way_floors floors; ///< which stand side by side; {0, 0} = one
    uint32_t floor;    ///< only this one is shown, counted from 1; 0 = all
    uint32_t profile;  ///< whose weights are shown; 0 = terrain as it is
    char title[96];
    char caption[384];
    const uint32_t *regions; ///< [opt] by cell: 0 = blocked, 1 = the largest, 2, ...
    const uint32_t *order;   ///< [opt] by cell: 0 = not expanded, else when, from 1
    uint32_t order_max;
    const way_cell *path; ///< [path_count]
    uint32_t path_count;
    const way_curve_point *curve; ///< [curve_count] drawn instead of the path; 0 = none
    uint32_t curve_count;
    const way_curve_point *lines; ///< [2 * line_count] ends of thin lines: a graph over the map
    uint32_t line_count;
    const way_cell *dots; ///< [dot_count] its nodes
    uint32_t dot_count;
    way_cell start, goal; ///< WAY_CELL_NONE = no mark
} cli_panel;

#define CLI_PANELS_MAX 8u

typedef struct cli_picture {
    cli_panel panels[CLI_PANELS_MAX];
    uint32_t panel_count;
    cli_theme theme;
    uint32_t scale; ///< pixels per cell
    bool bare;      ///< no titles, legend or margins
} cli_picture;

/// Where things are, in pixels.
typedef struct cli_layout {
    uint32_t width, height;
    uint32_t margin, gap;
    uint32_t head;                 ///< height of the titles
    uint32_t foot;                 ///< height of the legend
    uint32_t left[CLI_PANELS_MAX]; ///< of each panel's map
    uint32_t top;
    uint32_t columns, rows; ///< pixels of the largest panel's map
} cli_layout;

const cli_palette *cli_picture_palette(cli_theme theme);

/// A scale that makes the whole picture about `pixels` wide or high.
uint32_t cli_picture_fit(const cli_picture *picture, uint32_t pixels);

cli_layout cli_picture_layout(const cli_picture *picture);

/// The height of a hex that is 1 wide and stands on a corner.
#define CLI_HEX_HEIGHT 1.1547005

/// Whether the cells of a panel are drawn as hexes.
bool cli_picture_has_hexes(const cli_picture *picture, const cli_panel *panel);

/// How many columns and rows of cells a panel shows, floors side by side.
void cli_picture_sides(const cli_panel *panel, uint32_t *columns, uint32_t *rows);

/// In which of them a cell is shown; false if it is not.
bool cli_picture_spot(const cli_panel *panel, way_cell cell, uint32_t *column, uint32_t *row);

/// The cell that is shown there, or WAY_CELL_NONE.
way_cell cli_picture_cell(const cli_panel *panel, uint32_t column, uint32_t row);

/// Whether one walks from a cell of a path to the next, and both are shown: a line can be drawn.
bool cli_picture_joins(const cli_panel *panel, way_cell from, way_cell to);

/// Whether a place lies on what is shown.
bool cli_picture_has_place(const cli_panel *panel, way_curve_point place);

/// The pixel of the top left corner of a cell, relative to its panel. Rows of hexes lean.
void cli_picture_corner(const cli_picture *picture, const cli_panel *panel, way_cell cell,
                        uint32_t *x, uint32_t *y);

/// The same for the middle of a cell.
void cli_picture_centre(const cli_picture *picture, const cli_panel *panel, way_cell cell,
                        double *x, double *y);

/// And for every place between middles.
void cli_picture_place(const cli_picture *picture, const cli_panel *panel, way_curve_point place,
                       double *x, double *y);

/// The colour of a cell without path and marks.
cli_color cli_picture_color(const cli_picture *picture, const cli_panel *panel, way_cell cell);

/// The colour of both ends of a link.
cli_color cli_picture_link_color(const cli_picture *picture, uint32_t index);

/// Whether a cell is open to the unit.
bool cli_picture_is_open(const cli_panel *panel, way_cell cell);

/// The colours of thin lines and of the dots they join.
cli_color cli_picture_line_color(const cli_picture *picture);
cli_color cli_picture_dot_color(const cli_picture *picture, const cli_panel *panel, way_cell cell);

/// The colour at `part` [0..1] of the gradient.
cli_color cli_picture_gradient(const cli_palette *palette, double part);

cli_color cli_color_mix(cli_color from, cli_color to, double part);

/// Whether any panel shows expansions, or a path.
bool cli_picture_has_order(const cli_picture *picture);
bool cli_picture_has_path(const cli_picture *picture);
