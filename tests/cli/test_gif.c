// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the GIF writer packs is unpacked again by a reader of its own, written from the format.
#include "cli/gif.h"
#include "support/test.h"

#include <string.h>

#define SIDE_MAX 96u
#define CODES 4096u

/// Bytes of a file, read in order; reading beyond the end fails the test.
typedef struct reader {
    const uint8_t *bytes;
    size_t size, at;
} reader;

static uint32_t read_byte(reader *from)
{
    assert_true(from->at < from->size);
    return from->bytes[from->at++];
}

static uint32_t read_short(reader *from)
{
    const uint32_t low = read_byte(from);
    return low | read_byte(from) << 8;
}

/// Gathers the blocks of data that follow each other, without their lengths.
static size_t read_blocks(reader *from, uint8_t *bytes, size_t capacity)
{
    size_t size = 0;
    for (uint32_t length = read_byte(from); length; length = read_byte(from)) {
        assert_true(size + length <= capacity);
        for (uint32_t i = 0; i < length; i++) {
            bytes[size++] = (uint8_t)read_byte(from);
        }
    }
    return size;
}

/// Strings of pixels as chains to their first pixels.
typedef struct unpacker {
    reader codes;
    uint32_t bits, bit_count, width;
    uint32_t parent[CODES], length[CODES];
    uint8_t last[CODES];
    uint32_t count;
} unpacker;

static uint32_t unpack_code(unpacker *from)
{
    while (from->bit_count < from->width) {
        from->bits |= read_byte(&from->codes) << from->bit_count;
        from->bit_count += 8;
    }
    const uint32_t code = from->bits & ((1u << from->width) - 1);
    from->bits >>= from->width;
    from->bit_count -= from->width;
    return code;
}

static uint8_t unpack_first(const unpacker *from, uint32_t code)
{
    while (from->length[code] > 1) {
        code = from->parent[code];
    }
    return from->last[code];
}

static void unpack_learn(unpacker *from, uint32_t before, uint8_t pixel)
{
    if (from->count == CODES) {
        return;
    }
    from->parent[from->count] = before;
    from->length[from->count] = from->length[before] + 1;
    from->last[from->count++] = pixel;
    if (from->count == 1u << from->width && from->width < 12) {
        from->width++;
    }
}

/// Unpacks the data of one picture into `pixels` and returns how many there are. All bytes are used
/// up, and the last code says that it is the last.
static size_t unpack(reader codes, uint32_t depth, uint8_t *pixels, size_t capacity)
{
    static unpacker from;
    const uint32_t clear = 1u << depth;
    size_t size = 0;
    uint32_t before = UINT32_MAX;
    from = (unpacker){.codes = codes, .width = depth + 1};
    assert_int_equal(unpack_code(&from), clear);
    for (uint32_t code = clear; code != clear + 1; code = unpack_code(&from)) {
        if (code == clear) {
            from.width = depth + 1;
            from.count = clear + 2;
            for (uint32_t i = 0; i < clear; i++) {
                from.length[i] = 1;
                from.last[i] = (uint8_t)i;
            }
            before = UINT32_MAX;
            continue;
        }
        if (before != UINT32_MAX) {
            unpack_learn(&from, before, unpack_first(&from, code < from.count ? code : before));
        }
        assert_true(code < from.count && code != clear);
        const uint32_t length = from.length[code];
        assert_true(size + length <= capacity);
        for (uint32_t i = length, at = code; i > 0; i--, at = from.parent[at]) {
            pixels[size + i - 1] = from.last[at];
        }
        size += length;
        before = code;
    }
    assert_int_equal(from.codes.at, from.codes.size);
    return size;
}

/// Reads one picture onto the canvas.
static void read_picture(reader *file, uint8_t *canvas, uint32_t width)
{
    static uint8_t data[2 * SIDE_MAX * SIDE_MAX];
    static uint8_t pixels[SIDE_MAX * SIDE_MAX];
    assert_int_equal(read_byte(file), 0x21);
    assert_int_equal(read_byte(file), 0xf9);
    assert_int_equal(read_blocks(file, data, sizeof data), 4);
    assert_int_equal(data[1] | data[2] << 8, 7);
    assert_int_equal(read_byte(file), 0x2c);
    const uint32_t left = read_short(file);
    const uint32_t top = read_short(file);
    const uint32_t columns = read_short(file);
    const uint32_t rows = read_short(file);
    assert_int_equal(read_byte(file), 0);
    const uint32_t depth = read_byte(file);
    const size_t size = read_blocks(file, data, sizeof data);
    const size_t count = unpack((reader){data, size, 0}, depth, pixels, sizeof pixels);
    assert_int_equal(count, (size_t)columns * rows);
    for (uint32_t y = 0; y < rows; y++) {
        memcpy(canvas + (size_t)(top + y) * width + left, pixels + (size_t)y * columns, columns);
    }
}

/// Pixels from flat to noisy: `colors` of them, in runs of `run`.
static void paint(uint8_t *pixels, size_t count, uint32_t colors, uint32_t run, way_rng *rng)
{
    for (size_t i = 0; i < count; i++) {
        pixels[i] = i % run ? pixels[i - 1] : (uint8_t)way_rng_below(rng, colors);
    }
}

static void check_animation(uint32_t width, uint32_t height, way_rng *rng)
{
    static uint8_t pixels[SIDE_MAX * SIDE_MAX];
    static uint8_t canvas[SIDE_MAX * SIDE_MAX];
    cli_color palette[CLI_GIF_COLORS] = {{1, 2, 3}};
    const uint32_t colors = 1 + way_rng_below(rng, CLI_GIF_COLORS);
    paint(pixels, (size_t)width * height, colors, 1 + way_rng_below(rng, 9), rng);
    cli_gif gif = cli_gif_begin(width, height, palette);
    cli_gif_add(&gif, pixels, (way_rect){0, 0, width, height}, 7);
    reader file = {gif.bytes, gif.size, 13 + 3 * CLI_GIF_COLORS + 19};
    assert_memory_equal(gif.bytes, "GIF89a", 6);
    assert_int_equal(gif.bytes[6] | gif.bytes[7] << 8, width);
    assert_int_equal(gif.bytes[8] | gif.bytes[9] << 8, height);
    read_picture(&file, canvas, width);
    assert_int_equal(file.at, gif.size);
    assert_memory_equal(canvas, pixels, (size_t)width * height);
    // A second picture replaces a part of the first.
    way_rect area = {way_rng_below(rng, width), way_rng_below(rng, height), 0, 0};
    area.width = 1 + way_rng_below(rng, width - area.x);
    area.height = 1 + way_rng_below(rng, height - area.y);
    for (uint32_t y = area.y; y < area.y + area.height; y++) {
        paint(pixels + (size_t)y * width + area.x, area.width, colors, 2, rng);
    }
    cli_gif_add(&gif, pixels, area, 7);
    assert_true(cli_gif_end(&gif));
    file.bytes = gif.bytes;
    file.size = gif.size;
    read_picture(&file, canvas, width);
    assert_int_equal(read_byte(&file), 0x3b);
    assert_int_equal(file.at, file.size);
    assert_memory_equal(canvas, pixels, (size_t)width * height);
    cli_gif_free(&gif);
}

static void animation_when_small(void **state)
{
    (void)state;
    way_rng rng = test_rng(11);
    // All lengths pass every place where codes get one bit wider.
    for (uint32_t width = 1; width <= SIDE_MAX; width++) {
        for (uint32_t height = 1; height <= 4; height++) {
            check_animation(width, height, &rng);
        }
    }
}

static void animation_when_the_table_overflows(void **state)
{
    (void)state;
    way_rng rng = test_rng(12);
    for (uint32_t i = 0; i < 60; i++) {
        check_animation(SIDE_MAX - i, SIDE_MAX, &rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(animation_when_small),
                                       cmocka_unit_test(animation_when_the_table_overflows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
