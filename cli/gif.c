// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// GIF89a. Pixels are packed by LZW: strings met before get codes, which grow from 6 to 12 bits; a
// full table is thrown away and begun again.
#include "cli/gif.h"

#include <stdlib.h>
#include <string.h>

#define GIF_DEPTH 5u ///< bits of a palette index
#define GIF_CLEAR (1u << GIF_DEPTH)
#define GIF_END (GIF_CLEAR + 1)
#define GIF_CODES 4096u
#define GIF_SLOTS 8192u

static void gif_put(cli_gif *gif, const void *bytes, size_t size)
{
    if (gif->failed) {
        return;
    }
    if (gif->size + size > gif->capacity) {
        const size_t capacity = (gif->size + size) * 2;
        uint8_t *grown = realloc(gif->bytes, capacity);
        if (!grown) {
            gif->failed = true;
            return;
        }
        gif->bytes = grown;
        gif->capacity = capacity;
    }
    memcpy(gif->bytes + gif->size, bytes, size);
    gif->size += size;
}

static void gif_put_byte(cli_gif *gif, uint32_t byte)
{
    const uint8_t one = (uint8_t)byte;
    gif_put(gif, &one, 1);
}

static void gif_put_short(cli_gif *gif, uint32_t number)
{
    gif_put_byte(gif, number & 255u);
    gif_put_byte(gif, number >> 8 & 255u);
}

cli_gif cli_gif_begin(uint32_t width, uint32_t height, const cli_color *palette)
{
    cli_gif gif = {.width = width, .height = height};
    gif_put(&gif, "GIF89a", 6);
    gif_put_short(&gif, width);
    gif_put_short(&gif, height);
    gif_put_byte(&gif, 0xf0u | (GIF_DEPTH - 1)); // a palette for all pictures
    gif_put(&gif, "\0\0", 2);
    for (uint32_t i = 0; i < CLI_GIF_COLORS; i++) {
        const uint8_t parts[] = {palette[i].red, palette[i].green, palette[i].blue};
        gif_put(&gif, parts, sizeof parts);
    }
    gif_put(&gif, "\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 19);
    return gif;
}

/// Packs codes into bytes and bytes into blocks of at most 255.
typedef struct gif_packer {
    cli_gif *gif;
    uint8_t block[255];
    uint32_t block_size;
    uint32_t bits, bit_count;
    uint32_t code_bits, next_code;
    uint32_t keys[GIF_SLOTS]; ///< string and pixel + 1; 0 = empty
    uint16_t codes[GIF_SLOTS];
} gif_packer;

static void gif_flush_block(gif_packer *packer)
{
    if (packer->block_size) {
        gif_put_byte(packer->gif, packer->block_size);
        gif_put(packer->gif, packer->block, packer->block_size);
        packer->block_size = 0;
    }
}

static void gif_put_code(gif_packer *packer, uint32_t code)
{
    packer->bits |= code << packer->bit_count;
    packer->bit_count += packer->code_bits;
    while (packer->bit_count >= 8) {
        packer->block[packer->block_size++] = (uint8_t)packer->bits;
        packer->bits >>= 8;
        packer->bit_count -= 8;
        if (packer->block_size == sizeof packer->block) {
            gif_flush_block(packer);
        }
    }
}

static void gif_begin_table(gif_packer *packer)
{
    gif_put_code(packer, GIF_CLEAR);
    memset(packer->keys, 0, sizeof packer->keys);
    packer->code_bits = GIF_DEPTH + 1;
    packer->next_code = GIF_END + 1;
}

/// The slot of a string followed by a pixel, or the empty one where it would go.
static uint32_t gif_slot(const gif_packer *packer, uint32_t key)
{
    uint32_t slot = key * 2654435761u >> 19;
    while (packer->keys[slot] && packer->keys[slot] != key) {
        slot = (slot + 1) % GIF_SLOTS;
    }
    return slot;
}

/// The reader makes a code for everything but the first thing it reads: codes grow with it.
static void gif_count_code(gif_packer *packer)
{
    if (packer->next_code == 1u << packer->code_bits) {
        packer->code_bits++;
    }
    packer->next_code++;
}

/// Takes one more pixel; `string` is the code of the pixels that wait.
static uint32_t gif_take(gif_packer *packer, uint32_t string, uint32_t pixel)
{
    const uint32_t key = (string << 8 | pixel) + 1;
    const uint32_t slot = gif_slot(packer, key);
    if (packer->keys[slot]) {
        return packer->codes[slot];
    }
    gif_put_code(packer, string);
    if (packer->next_code == GIF_CODES) {
        gif_begin_table(packer);
        return pixel;
    }
    packer->keys[slot] = key;
    packer->codes[slot] = (uint16_t)packer->next_code;
    gif_count_code(packer);
    return pixel;
}

static void gif_pack(cli_gif *gif, const uint8_t *pixels, way_rect area)
{
    gif_packer *packer = calloc(1, sizeof *packer);
    if (!packer) {
        gif->failed = true;
        return;
    }
    packer->gif = gif;
    packer->code_bits = GIF_DEPTH + 1;
    gif_put_byte(gif, GIF_DEPTH);
    gif_begin_table(packer);
    uint32_t string = UINT32_MAX;
    for (uint32_t y = area.y; y < area.y + area.height; y++) {
        for (uint32_t x = area.x; x < area.x + area.width; x++) {
            const uint32_t pixel = pixels[(size_t)y * gif->width + x];
            string = string == UINT32_MAX ? pixel : gif_take(packer, string, pixel);
        }
    }
    gif_put_code(packer, string);
    if (packer->next_code < GIF_CODES) {
        gif_count_code(packer);
    }
    gif_put_code(packer, GIF_END);
    packer->code_bits = 7;
    gif_put_code(packer, 0); // pushes out the last bits
    gif_flush_block(packer);
    gif_put_byte(gif, 0);
    free(packer);
}

void cli_gif_add(cli_gif *gif, const uint8_t *pixels, way_rect area, uint32_t hundredths)
{
    gif_put(gif, "\x21\xf9\x04\x04", 4); // leave what is there
    gif_put_short(gif, hundredths);
    gif_put(gif, "\0\0\x2c", 3);
    gif_put_short(gif, area.x);
    gif_put_short(gif, area.y);
    gif_put_short(gif, area.width);
    gif_put_short(gif, area.height);
    gif_put_byte(gif, 0);
    gif_pack(gif, pixels, area);
}

bool cli_gif_end(cli_gif *gif)
{
    gif_put_byte(gif, 0x3b);
    return !gif->failed;
}

void cli_gif_free(cli_gif *gif)
{
    free(gif->bytes);
    *gif = (cli_gif){0};
}
