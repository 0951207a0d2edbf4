// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/knight.h"

#include <stdlib.h>
#include <string.h>

enum {
    KNIGHT_SKY,
    KNIGHT_SKY_LIGHT,
    KNIGHT_STAR,
    KNIGHT_ROCK,
    KNIGHT_ROCK_DARK,
    KNIGHT_ROCK_LIGHT,
    KNIGHT_ROCK_EDGE,
    KNIGHT_GRASS,
    KNIGHT_GRASS_DARK,
    KNIGHT_DOOR,
    KNIGHT_DOOR_DARK,
    KNIGHT_DOOR_LIGHT,
    KNIGHT_KNOB,
    KNIGHT_FLAG,
    KNIGHT_POLE,
    KNIGHT_TRAIL,
    KNIGHT_TRAIL_AIR,
    KNIGHT_PLUME,
    KNIGHT_STEEL,
    KNIGHT_STEEL_DARK,
    KNIGHT_VISOR,
    KNIGHT_TUNIC,
    KNIGHT_TUNIC_DARK,
    KNIGHT_BELT,
    KNIGHT_BOOT,
    KNIGHT_OUTLINE
};

const cli_color cli_knight_palette[CLI_GIF_COLORS] = {
    [KNIGHT_SKY] = {22, 25, 42},         [KNIGHT_SKY_LIGHT] = {27, 31, 51},
    [KNIGHT_STAR] = {58, 64, 96},        [KNIGHT_ROCK] = {92, 76, 72},
    [KNIGHT_ROCK_DARK] = {74, 60, 60},   [KNIGHT_ROCK_LIGHT] = {110, 92, 84},
    [KNIGHT_ROCK_EDGE] = {54, 44, 48},   [KNIGHT_GRASS] = {116, 178, 84},
    [KNIGHT_GRASS_DARK] = {78, 132, 70}, [KNIGHT_DOOR] = {166, 108, 56},
    [KNIGHT_DOOR_DARK] = {112, 70, 40},  [KNIGHT_DOOR_LIGHT] = {206, 148, 88},
    [KNIGHT_KNOB] = {255, 220, 96},      [KNIGHT_FLAG] = {96, 196, 240},
    [KNIGHT_POLE] = {176, 184, 200},     [KNIGHT_TRAIL] = {255, 176, 72},
    [KNIGHT_TRAIL_AIR] = {255, 112, 96}, [KNIGHT_PLUME] = {232, 68, 84},
    [KNIGHT_STEEL] = {214, 222, 236},    [KNIGHT_STEEL_DARK] = {138, 150, 174},
    [KNIGHT_VISOR] = {34, 36, 52},       [KNIGHT_TUNIC] = {72, 120, 232},
    [KNIGHT_TUNIC_DARK] = {48, 82, 176}, [KNIGHT_BELT] = {240, 196, 84},
    [KNIGHT_BOOT] = {124, 84, 60},       [KNIGHT_OUTLINE] = {14, 14, 24},
};

#define KNIGHT_WIDTH 10u
#define KNIGHT_HEIGHT 14u
#define KNIGHT_LEGS 4u

static const char *const knight_body[KNIGHT_HEIGHT - KNIGHT_LEGS] = {
    "..ppp.....", ".pppssss..", ".p.ssssss.", "...sssvvv.", "...ssssss.",
    "....dsss..", "..tttttt..", ".dttttttd.", ".dtTtttTs.", "..gggggg..",
};

enum { KNIGHT_STANDS, KNIGHT_STRIDES, KNIGHT_PASSES, KNIGHT_FLIES };

static const char *const knight_legs[][KNIGHT_LEGS] = {
    {"..tt..tt..", "..dd..dd..", "..bb..bb..", "..bbb.bbb."},
    {"..tt..tt..", ".dd....dd.", ".bb....bb.", "bbb....bbb"},
    {"...tttt...", "...ddd....", "....bb....", "....bbb..."},
    {"..tttttt..", ".dd...dd..", ".bb..bb...", ".b...bb..."},
};

static uint8_t knight_color(char letter)
{
    switch (letter) {
    case 'p':
        return KNIGHT_PLUME;
    case 's':
        return KNIGHT_STEEL;
    case 'd':
        return KNIGHT_STEEL_DARK;
    case 'v':
        return KNIGHT_VISOR;
    case 't':
        return KNIGHT_TUNIC;
    case 'T':
        return KNIGHT_TUNIC_DARK;
    case 'g':
        return KNIGHT_BELT;
    default:
        return KNIGHT_BOOT;
    }
}

// The level ---------------------------------------------------------------------------------------

static void knight_fill(const cli_knight *knight, way_rect area, uint8_t color)
{
    for (uint32_t y = area.y; y < area.y + area.height; y++) {
        memset(knight->ground + (size_t)y * knight->width + area.x, color, area.width);
    }
}

static bool knight_is_solid(const way_level *level, int64_t x, int64_t y)
{
    return x < 0 || y < 0 || x >= level->width || y >= level->height ||
           level->solid[y * level->width + x];
}

/// A speck pattern that does not look like one: some bits of a hash of the place.
static uint32_t knight_noise(uint32_t x, uint32_t y)
{
    uint32_t mixed = x * 0x9e3779b1u ^ y * 0x85ebca77u;
    mixed ^= mixed >> 15;
    mixed *= 0x2c1b3c6du;
    return mixed ^ mixed >> 12;
}

static void knight_draw_sky(const cli_knight *knight, uint32_t left, uint32_t top)
{
    for (uint32_t y = top; y < top + CLI_KNIGHT_TILE; y++) {
        for (uint32_t x = left; x < left + CLI_KNIGHT_TILE; x++) {
            const uint32_t noise = knight_noise(x, y);
            const uint8_t plain = (x / 8 + y / 8) % 2 ? KNIGHT_SKY : KNIGHT_SKY_LIGHT;
            knight->ground[(size_t)y * knight->width + x] = noise % 211 ? plain : KNIGHT_STAR;
        }
    }
}

static void knight_draw_rock(const cli_knight *knight, const way_level *level, uint32_t x,
                             uint32_t y)
{
    const uint32_t left = x * CLI_KNIGHT_TILE;
    const uint32_t top = y * CLI_KNIGHT_TILE;
    const uint32_t side = CLI_KNIGHT_TILE;
    for (uint32_t v = top; v < top + side; v++) {
        for (uint32_t u = left; u < left + side; u++) {
            const uint32_t noise = knight_noise(u / 2, v / 2) % 16;
            knight->ground[(size_t)v * knight->width + u] = noise == 0  ? KNIGHT_ROCK_LIGHT
                                                            : noise < 4 ? KNIGHT_ROCK_DARK
                                                                        : KNIGHT_ROCK;
        }
    }
    if (!knight_is_solid(level, (int64_t)x - 1, y)) {
        knight_fill(knight, (way_rect){left, top, 1, side}, KNIGHT_ROCK_EDGE);
    }
    if (!knight_is_solid(level, (int64_t)x + 1, y)) {
        knight_fill(knight, (way_rect){left + side - 1, top, 1, side}, KNIGHT_ROCK_EDGE);
    }
    if (!knight_is_solid(level, x, (int64_t)y + 1)) {
        knight_fill(knight, (way_rect){left, top + side - 2, side, 2}, KNIGHT_ROCK_EDGE);
    }
    if (!knight_is_solid(level, x, (int64_t)y - 1)) {
        knight_fill(knight, (way_rect){left, top, side, 2}, KNIGHT_GRASS);
        knight_fill(knight, (way_rect){left, top + 2, side, 1}, KNIGHT_GRASS_DARK);
        for (uint32_t u = left; u < left + side; u++) {
            if (knight_noise(u, top) % 3 == 0) {
                knight_fill(knight, (way_rect){u, top + 3, 1, 1}, KNIGHT_GRASS_DARK);
            }
        }
    }
}

static void knight_draw_door(const cli_knight *knight, const way_level *level)
{
    const uint32_t left = level->door_x * CLI_KNIGHT_TILE;
    const uint32_t top = level->door_y * CLI_KNIGHT_TILE;
    knight_fill(knight, (way_rect){left + 2, top + 1, 12, 15}, KNIGHT_DOOR_DARK);
    knight_fill(knight, (way_rect){left + 3, top + 2, 10, 14}, KNIGHT_DOOR);
    knight_fill(knight, (way_rect){left + 3, top + 2, 10, 1}, KNIGHT_DOOR_LIGHT);
    for (uint32_t plank = 6; plank <= 9; plank += 3) {
        knight_fill(knight, (way_rect){left + plank, top + 3, 1, 13}, KNIGHT_DOOR_DARK);
    }
    knight_fill(knight, (way_rect){left + 10, top + 9, 2, 2}, KNIGHT_KNOB);
}

static void knight_draw_flag(const cli_knight *knight, const way_level *level)
{
    const uint32_t left = level->start_x * CLI_KNIGHT_TILE;
    const uint32_t top = level->start_y * CLI_KNIGHT_TILE;
    knight_fill(knight, (way_rect){left + 1, top + 2, 1, 14}, KNIGHT_POLE);
    knight_fill(knight, (way_rect){left + 2, top + 2, 6, 3}, KNIGHT_FLAG);
    knight_fill(knight, (way_rect){left + 2, top + 5, 4, 1}, KNIGHT_FLAG);
}

bool cli_knight_begin(cli_knight *knight, const way_level *level)
{
    *knight = (cli_knight){.width = level->width * CLI_KNIGHT_TILE,
                           .height = level->height * CLI_KNIGHT_TILE};
    const size_t pixels = (size_t)knight->width * knight->height;
    knight->ground = malloc(pixels);
    knight->picture = malloc(pixels);
    if (!knight->ground || !knight->picture) {
        return false;
    }
    for (uint32_t y = 0; y < level->height; y++) {
        for (uint32_t x = 0; x < level->width; x++) {
            if (knight_is_solid(level, x, y)) {
                knight_draw_rock(knight, level, x, y);
            } else {
                knight_draw_sky(knight, x * CLI_KNIGHT_TILE, y * CLI_KNIGHT_TILE);
            }
        }
    }
    knight_draw_door(knight, level);
    knight_draw_flag(knight, level);
    memcpy(knight->picture, knight->ground, pixels);
    return true;
}

void cli_knight_end(cli_knight *knight)
{
    free(knight->ground);
    free(knight->picture);
    *knight = (cli_knight){0};
}

// The knight --------------------------------------------------------------------------------------

static way_rect knight_join(way_rect a, way_rect b)
{
    if (a.width == 0) {
        return b;
    }
    const uint32_t left = a.x < b.x ? a.x : b.x;
    const uint32_t top = a.y < b.y ? a.y : b.y;
    const uint32_t right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    const uint32_t bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (way_rect){left, top, right - left, bottom - top};
}

static const char *const *knight_choose_legs(const way_platform_state *state, uint32_t keys,
                                             uint32_t frame)
{
    if (state->falling && state->speed != 2) {
        return knight_legs[KNIGHT_FLIES];
    }
    if (!(keys & (WAY_PLATFORM_LEFT | WAY_PLATFORM_RIGHT))) {
        return knight_legs[KNIGHT_STANDS];
    }
    return knight_legs[frame / 3 % 2 ? KNIGHT_STRIDES : KNIGHT_PASSES];
}

/// Looks left when it runs there; an outline keeps it apart from the rock.
static void knight_draw_sprite(const cli_knight *knight, way_rect at, const char *const *legs,
                               bool left)
{
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t y = 0; y < KNIGHT_HEIGHT; y++) {
            const uint32_t body = KNIGHT_HEIGHT - KNIGHT_LEGS;
            const char *row = y < body ? knight_body[y] : legs[y - body];
            for (uint32_t x = 0; x < KNIGHT_WIDTH; x++) {
                const char letter = row[left ? KNIGHT_WIDTH - 1 - x : x];
                uint8_t *pixel =
                    knight->picture + (size_t)(at.y + 1 + y) * knight->width + at.x + 1 + x;
                if (letter == '.') {
                    continue;
                }
                if (pass == 0) {
                    pixel[-1] = pixel[1] = KNIGHT_OUTLINE;
                    *(pixel - knight->width) = KNIGHT_OUTLINE;
                } else {
                    *pixel = knight_color(letter);
                }
            }
        }
    }
}

/// Marks where the knight's middle was.
static void knight_leave_trail(const cli_knight *knight, const way_platform_state *state)
{
    const uint32_t unit = WAY_PLATFORM_TILE / CLI_KNIGHT_TILE;
    const uint32_t x = (uint32_t)(state->x + WAY_PLATFORM_WIDTH / 2) / unit;
    const uint32_t y = (uint32_t)(state->y + WAY_PLATFORM_HEIGHT / 2) / unit;
    const bool flies = state->falling && state->speed != 2;
    knight_fill(knight, (way_rect){x, y, 1, 1}, flies ? KNIGHT_TRAIL_AIR : KNIGHT_TRAIL);
}

way_rect cli_knight_draw(cli_knight *knight, const way_platform_state *state, uint32_t keys,
                         uint32_t frame)
{
    const uint32_t unit = WAY_PLATFORM_TILE / CLI_KNIGHT_TILE;
    // One pixel all round for the outline; the border of the level is wider than that.
    const way_rect now = {(uint32_t)state->x / unit - 1, (uint32_t)state->y / unit - 1,
                          KNIGHT_WIDTH + 2, KNIGHT_HEIGHT + 1};
    const way_rect changed = knight_join(knight->last, now);
    knight_leave_trail(knight, state);
    for (uint32_t y = changed.y; y < changed.y + changed.height; y++) {
        const size_t start = (size_t)y * knight->width + changed.x;
        memcpy(knight->picture + start, knight->ground + start, changed.width);
    }
    knight_draw_sprite(knight, now, knight_choose_legs(state, keys, frame),
                       keys & WAY_PLATFORM_LEFT);
    knight->last = now;
    return changed;
}
