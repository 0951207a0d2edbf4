// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/board.h"

#include <stdlib.h>
#include <string.h>

enum {
    BOARD_PAGE,
    BOARD_FRAME,
    BOARD_WELL,
    BOARD_TILE,
    BOARD_TILE_LIGHT,
    BOARD_TILE_DARK,
    BOARD_HOME,
    BOARD_HOME_LIGHT,
    BOARD_HOME_DARK,
    BOARD_DIGIT
};

const cli_color cli_board_palette[CLI_GIF_COLORS] = {
    [BOARD_PAGE] = {13, 17, 26},          [BOARD_FRAME] = {58, 66, 88},
    [BOARD_WELL] = {26, 31, 45},          [BOARD_TILE] = {86, 98, 150},
    [BOARD_TILE_LIGHT] = {116, 130, 186}, [BOARD_TILE_DARK] = {60, 68, 110},
    [BOARD_HOME] = {58, 142, 104},        [BOARD_HOME_LIGHT] = {88, 180, 136},
    [BOARD_HOME_DARK] = {38, 100, 74},    [BOARD_DIGIT] = {240, 244, 252},
};

/// Digits of 3 x 5 dots, a row an octal digit.
static const uint16_t board_digits[] = {075557, 026227, 071747, 071717, 055711,
                                        074717, 074757, 071111, 075757, 075717};

static uint32_t board_side(const cli_board *board, uint32_t tiles)
{
    return tiles * board->tile + 4;
}

bool cli_board_begin(cli_board *board, uint32_t down)
{
    const uint32_t gap = board->gap;
    board->width = board->across * (board_side(board, board->columns) + gap) + gap;
    board->height = down * (board_side(board, board->rows) + gap) + gap;
    board->picture = calloc((size_t)board->width * board->height, 1);
    return board->picture;
}

void cli_board_end(cli_board *board)
{
    free(board->picture);
    board->picture = NULL;
}

static void board_fill(const cli_board *board, way_rect area, uint8_t color)
{
    for (uint32_t y = area.y; y < area.y + area.height; y++) {
        memset(board->picture + (size_t)y * board->width + area.x, color, area.width);
    }
}

static void board_draw_number(const cli_board *board, way_rect area, uint32_t number)
{
    const uint32_t dot = board->tile / 10;
    const uint32_t digits = number >= 10 ? 2 : 1;
    const uint32_t left = area.x + (area.width - (4 * digits - 1) * dot) / 2;
    const uint32_t top = area.y + (area.height - 5 * dot) / 2;
    for (uint32_t i = 0; i < digits * 15; i++) {
        const uint32_t digit = digits == 2 && i < 15 ? number / 10 : number % 10;
        const uint32_t bit = i % 15;
        if (board_digits[digit] >> (14 - bit) & 1u) {
            const way_rect at = {left + (i / 15 * 4 + bit % 3) * dot, top + bit / 3 * dot, dot,
                                 dot};
            board_fill(board, at, BOARD_DIGIT);
        }
    }
}

static void board_draw_tile(const cli_board *board, way_rect area, uint32_t number, bool home)
{
    board_fill(board, area, home ? BOARD_HOME_DARK : BOARD_TILE_DARK);
    board_fill(board, (way_rect){area.x, area.y, area.width - 1, area.height - 1},
               home ? BOARD_HOME_LIGHT : BOARD_TILE_LIGHT);
    board_fill(board, (way_rect){area.x + 1, area.y + 1, area.width - 2, area.height - 2},
               home ? BOARD_HOME : BOARD_TILE);
    board_draw_number(board, area, number);
}

way_rect cli_board_draw(const cli_board *board, const cli_board_scene *scene)
{
    const uint32_t gap = board->gap;
    const uint32_t wide = board_side(board, board->columns);
    const uint32_t high = board_side(board, board->rows);
    const uint32_t left = gap + scene->index % board->across * (wide + gap);
    const uint32_t top = gap + scene->index / board->across * (high + gap);
    board_fill(board, (way_rect){left, top, wide, high}, BOARD_FRAME);
    board_fill(board, (way_rect){left + 1, top + 1, wide - 2, high - 2}, BOARD_WELL);
    for (uint32_t cell = 0; cell < board->columns * board->rows; cell++) {
        if (scene->tiles[cell] == 0) {
            continue;
        }
        // In eighths of a tile, so that a tile can be between two cells.
        uint32_t x = cell % board->columns * 8;
        uint32_t y = cell / board->columns * 8;
        if (cell == scene->moved && scene->part < 8) {
            x = (x * scene->part + scene->gap % board->columns * 8 * (8 - scene->part)) / 8;
            y = (y * scene->part + scene->gap / board->columns * 8 * (8 - scene->part)) / 8;
        }
        const way_rect area = {left + 3 + x * board->tile / 8, top + 3 + y * board->tile / 8,
                               board->tile - 2, board->tile - 2};
        board_draw_tile(board, area, scene->tiles[cell], scene->tiles[cell] == cell);
    }
    const uint32_t x[] = {scene->moved % board->columns, scene->gap % board->columns};
    const uint32_t y[] = {scene->moved / board->columns, scene->gap / board->columns};
    return (way_rect){left + 2 + (x[0] < x[1] ? x[0] : x[1]) * board->tile,
                      top + 2 + (y[0] < y[1] ? y[0] : y[1]) * board->tile,
                      board->tile * (x[0] == x[1] ? 1 : 2), board->tile * (y[0] == y[1] ? 1 : 2)};
}
