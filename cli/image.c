// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A stroke is first laid into the mask, each pixel with the largest coverage that any of its
// segments gives it, and then blended once: joints are not darker than the rest.
#include "cli/image.h"

#include <waymark/file.h>

#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define IMAGE_FONT_UNITS 7.0   // grid units of a capital
#define IMAGE_FONT_SPACING 1.9 // between letters
#define IMAGE_FONT_BLANK 3.2

typedef struct image_box {
    int32_t left, top, right, bottom; // right and bottom excluded
} image_box;

way_status cli_image_create(uint32_t width, uint32_t height, cli_color color, cli_image *out)
{
    *out = (cli_image){.width = width, .height = height};
    if (width == 0 || height == 0 || width > CLI_IMAGE_SIDE_MAX || height > CLI_IMAGE_SIDE_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    out->pixels = malloc((size_t)width * height * 3);
    out->mask = calloc((size_t)width * height, 1);
    if (!out->pixels || !out->mask) {
        cli_image_destroy(out);
        return WAY_STATUS_NO_MEMORY;
    }
    cli_image_fill(out, (way_rect){0, 0, width, height}, color);
    return WAY_STATUS_OK;
}

void cli_image_destroy(cli_image *image)
{
    free(image->pixels);
    free(image->mask);
    *image = (cli_image){0};
}

static void image_put(cli_image *image, size_t at, cli_color color)
{
    image->pixels[at * 3] = color.red;
    image->pixels[at * 3 + 1] = color.green;
    image->pixels[at * 3 + 2] = color.blue;
}

void cli_image_fill(cli_image *image, way_rect area, cli_color color)
{
    for (uint32_t y = area.y; y < area.y + area.height && y < image->height; y++) {
        for (uint32_t x = area.x; x < area.x + area.width && x < image->width; x++) {
            image_put(image, (size_t)y * image->width + x, color);
        }
    }
}

// Strokes -----------------------------------------------------------------------------------------

static image_box image_box_around(const cli_image *image, cli_point a, cli_point b, double reach)
{
    const image_box box = {
        (int32_t)floor(fmin(a.x, b.x) - reach), (int32_t)floor(fmin(a.y, b.y) - reach),
        (int32_t)ceil(fmax(a.x, b.x) + reach) + 1, (int32_t)ceil(fmax(a.y, b.y) + reach) + 1};
    const int32_t width = (int32_t)image->width;
    const int32_t height = (int32_t)image->height;
    return (image_box){box.left < 0 ? 0 : box.left, box.top < 0 ? 0 : box.top,
                       box.right > width ? width : box.right,
                       box.bottom > height ? height : box.bottom};
}

static double image_distance(cli_point at, cli_point a, cli_point b)
{
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double square = x * x + y * y;
    double part = square > 0 ? ((at.x - a.x) * x + (at.y - a.y) * y) / square : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return hypot(at.x - a.x - part * x, at.y - a.y - part * y);
}

static image_box image_lay_segment(cli_image *image, cli_point a, cli_point b, double thickness)
{
    const double reach = thickness / 2;
    const image_box box = image_box_around(image, a, b, reach + 1);
    for (int32_t y = box.top; y < box.bottom; y++) {
        for (int32_t x = box.left; x < box.right; x++) {
            const double distance = image_distance((cli_point){x + 0.5, y + 0.5}, a, b);
            const double coverage = reach + 0.5 - distance;
            const double level = coverage < 0 ? 0 : coverage > 1 ? 1 : coverage;
            uint8_t *mask = &image->mask[(size_t)y * image->width + (size_t)x];
            const uint8_t value = (uint8_t)(level * 255 + 0.5);
            *mask = value > *mask ? value : *mask;
        }
    }
    return box;
}

static void image_blend_mask(cli_image *image, image_box box, cli_color color, double opacity)
{
    for (int32_t y = box.top; y < box.bottom; y++) {
        for (int32_t x = box.left; x < box.right; x++) {
            const size_t at = (size_t)y * image->width + (size_t)x;
            if (image->mask[at]) {
                const uint8_t *old = &image->pixels[at * 3];
                const cli_color below = {old[0], old[1], old[2]};
                image_put(image, at,
                          cli_color_mix(below, color, image->mask[at] / 255.0 * opacity));
                image->mask[at] = 0;
            }
        }
    }
}

void cli_image_stroke(cli_image *image, const cli_stroke *stroke)
{
    image_box all = {INT32_MAX, INT32_MAX, 0, 0};
    for (uint32_t i = 0; i < stroke->count; i++) {
        const cli_point next = stroke->points[i + 1 < stroke->count ? i + 1 : i];
        const image_box box = image_lay_segment(image, stroke->points[i], next, stroke->thickness);
        all.left = box.left < all.left ? box.left : all.left;
        all.top = box.top < all.top ? box.top : all.top;
        all.right = box.right > all.right ? box.right : all.right;
        all.bottom = box.bottom > all.bottom ? box.bottom : all.bottom;
    }
    image_blend_mask(image, all, stroke->color, stroke->opacity);
}

void cli_image_disc(cli_image *image, cli_point centre, double radius, cli_color color)
{
    const cli_stroke dot = {&centre, 1, radius * 2, 1, color};
    cli_image_stroke(image, &dot);
}

// Lettering ---------------------------------------------------------------------------------------

static double image_letter_width(char letter)
{
    double width = 0;
    const char *strokes = cli_font_strokes(letter);
    for (; *strokes; strokes += 2) {
        strokes += *strokes == ' ';
        width = strokes[0] - '0' > width ? strokes[0] - '0' : width;
    }
    return letter == ' ' ? IMAGE_FONT_BLANK - IMAGE_FONT_SPACING : width;
}

double cli_image_text_width(double size, const char *text)
{
    double units = 0;
    for (; *text; text++) {
        units += image_letter_width(*text) + IMAGE_FONT_SPACING;
    }
    return units * size / IMAGE_FONT_UNITS;
}

static void image_letter(cli_image *image, const cli_lettering *style, double x, char letter)
{
    const double unit = style->size / IMAGE_FONT_UNITS;
    const char *strokes = cli_font_strokes(letter);
    while (*strokes) {
        cli_point points[16];
        uint32_t count = 0;
        for (; *strokes && *strokes != ' ' && count < 16; strokes += 2) {
            points[count++] = (cli_point){x + (strokes[0] - '0') * unit,
                                          style->y + (strokes[1] - '0' - IMAGE_FONT_UNITS) * unit};
        }
        const cli_stroke stroke = {points, count, style->size * style->weight, 1, style->color};
        cli_image_stroke(image, &stroke);
        strokes += *strokes == ' ';
    }
}

void cli_image_letter(cli_image *image, const cli_lettering *style, const char *text)
{
    double x = style->x;
    for (; *text; text++) {
        image_letter(image, style, x, *text);
        x += (image_letter_width(*text) + IMAGE_FONT_SPACING) * style->size / IMAGE_FONT_UNITS;
    }
}

// PNG ---------------------------------------------------------------------------------------------

typedef struct image_bytes {
    uint8_t *bytes;
    size_t size, capacity;
} image_bytes;

static void image_take_bytes(png_structp png, png_bytep bytes, png_size_t size)
{
    image_bytes *out = png_get_io_ptr(png);
    if (out->size + size > out->capacity) {
        const size_t capacity = (out->size + size) * 2;
        uint8_t *grown = realloc(out->bytes, capacity);
        if (!grown) {
            png_error(png, "out of memory");
        }
        out->bytes = grown;
        out->capacity = capacity;
    }
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}

static void image_ignore_flush(png_structp png)
{
    (void)png;
}

// What libpng needs between a setjmp and its longjmp lives here, not in registers.
typedef struct image_encoder {
    const cli_image *image;
    image_bytes out;
    png_structp png;
    png_infop info;
} image_encoder;

static bool image_encode(image_encoder *encoder)
{
    const cli_image *image = encoder->image;
    if (setjmp(png_jmpbuf(encoder->png))) {
        return false;
    }
    png_set_write_fn(encoder->png, &encoder->out, image_take_bytes, image_ignore_flush);
    png_set_IHDR(encoder->png, encoder->info, image->width, image->height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(encoder->png, 6);
    png_write_info(encoder->png, encoder->info);
    for (uint32_t y = 0; y < image->height; y++) {
        png_write_row(encoder->png, image->pixels + (size_t)y * image->width * 3);
    }
    png_write_end(encoder->png, encoder->info);
    return true;
}

way_status cli_image_write_png(const cli_image *image, const char *path, way_problem *problem)
{
    image_encoder encoder = {.image = image};
    way_status status = WAY_STATUS_NO_MEMORY;
    encoder.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    encoder.info = encoder.png ? png_create_info_struct(encoder.png) : NULL;
    *problem = (way_problem){0};
    if (encoder.info && image_encode(&encoder)) {
        status = way_file_write(path, encoder.out.bytes, encoder.out.size, problem);
    }
    png_destroy_write_struct(&encoder.png, &encoder.info);
    free(encoder.out.bytes);
    return status;
}
