// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The mesh text format (docs/formats.md). As in graphs, vertices and polygons number themselves so
// that a lost line is noticed, and a polygon names only vertices above it. What is wrong with the
// whole, such as an overlap, is told with the line of the later polygon.
#include "base/alloc.h"
#include "base/text.h"
#include "format/scanner.h"
#include "mesh/mesh.h"

#include <math.h>

#define MESH_DECIMALS 3u

/// Numbers that grow.
typedef struct mesh_list {
    uint32_t *items;
    uint32_t count, capacity;
} mesh_list;

typedef struct mesh_reader {
    wayi_scanner scanner;
    way_allocator allocator;
    way_point *points;
    uint32_t point_count, point_capacity;
    mesh_list corners, sizes;
    mesh_list point_lines, polygon_lines; ///< where they were read
} mesh_reader;

static bool mesh_list_add(mesh_reader *reader, mesh_list *list, uint32_t item)
{
    if (!WAYI_GROW(&reader->allocator, list->items, list->capacity, list->count + 1)) {
        return false;
    }
    list->items[list->count++] = item;
    return true;
}

static void mesh_list_free(mesh_reader *reader, mesh_list *list)
{
    WAYI_FREE(&reader->allocator, list->items, list->capacity);
}

static way_status mesh_expected(const mesh_reader *reader, wayi_span found, const char *expected)
{
    return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, found, expected);
}

/// Reads the number that a vertex or polygon gives itself.
static way_status mesh_read_number(mesh_reader *reader, wayi_span *line, uint32_t next,
                                   const char *what)
{
    const wayi_range any = {"a number", 0, WAY_MESH_CORNERS_MAX - 1};
    const wayi_span word = wayi_span_cut_word(line, false);
    uint32_t number = 0;
    const way_status status = wayi_scanner_read_whole(&reader->scanner, word, &any, &number);
    if (status != WAY_STATUS_OK || number == next) {
        return status;
    }
    const wayi_sentence sentence = {what, next, ", as they are numbered 0, 1, 2 and so on"};
    return wayi_scanner_fail_number(&reader->scanner, WAY_STATUS_BAD_FORMAT, word.text, sentence);
}

static way_status mesh_read_coordinate(mesh_reader *reader, wayi_span *line, int32_t *out)
{
    const wayi_span word = wayi_span_cut_word(line, false);
    wayi_decimal number;
    if (!wayi_span_read_decimal(word, &number)) {
        return mesh_expected(reader, word, "a coordinate");
    }
    if (number.decimals > MESH_DECIMALS) {
        return mesh_expected(reader, word, "a coordinate of at most 3 decimals");
    }
    const double most = (double)WAY_MESH_COORDINATE_MAX / WAY_MESH_UNIT;
    if (number.value > most || number.value < -most) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_OUT_OF_RANGE, word,
                                     "a coordinate from -1000000 to 1000000");
    }
    *out = (int32_t)lround(number.value * WAY_MESH_UNIT);
    return WAY_STATUS_OK;
}

static way_status mesh_read_vertex(mesh_reader *reader, wayi_span *line)
{
    way_point point = {0};
    way_status status = mesh_read_number(reader, line, reader->point_count, "expected vertex ");
    if (status == WAY_STATUS_OK) {
        status = mesh_read_coordinate(reader, line, &point.x);
    }
    if (status == WAY_STATUS_OK) {
        status = mesh_read_coordinate(reader, line, &point.y);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!WAYI_GROW(&reader->allocator, reader->points, reader->point_capacity,
                   reader->point_count + 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    reader->points[reader->point_count++] = point;
    return mesh_list_add(reader, &reader->point_lines, reader->scanner.line) ? WAY_STATUS_OK
                                                                             : WAY_STATUS_NO_MEMORY;
}

static bool mesh_is_end(wayi_span rest)
{
    const wayi_span word = wayi_span_cut_word(&rest, false);
    return word.size == 0 || word.text[0] == '#';
}

static way_status mesh_read_polygon(mesh_reader *reader, wayi_span *line)
{
    const wayi_range vertex = {"a vertex above", 0,
                               reader->point_count ? reader->point_count - 1 : 0};
    way_status status = mesh_read_number(reader, line, reader->sizes.count, "expected polygon ");
    uint32_t size = 0;
    while (status == WAY_STATUS_OK && (size < 3 || !mesh_is_end(*line))) {
        const wayi_span word = wayi_span_cut_word(line, false);
        uint32_t point = 0;
        if (reader->point_count == 0) {
            return mesh_expected(reader, word, "vertices above the first polygon");
        }
        status = wayi_scanner_read_whole(&reader->scanner, word, &vertex, &point);
        if (status == WAY_STATUS_OK && !mesh_list_add(reader, &reader->corners, point)) {
            status = WAY_STATUS_NO_MEMORY;
        }
        size++;
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    return mesh_list_add(reader, &reader->sizes, size) &&
                   mesh_list_add(reader, &reader->polygon_lines, reader->scanner.line)
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

static way_status mesh_read_header(mesh_reader *reader)
{
    wayi_span line = {0};
    if (!wayi_scanner_next_full_line(&reader->scanner, &line, true)) {
        return mesh_expected(reader, (wayi_span){0}, "'waymark-mesh 1'");
    }
    wayi_span rest = line;
    const wayi_span name = wayi_span_cut_word(&rest, false);
    const wayi_span version = wayi_span_cut_word(&rest, false);
    if (!wayi_span_equals(name, "waymark-mesh") || !wayi_span_equals(version, "1") ||
        !mesh_is_end(rest)) {
        return mesh_expected(reader, line, "'waymark-mesh 1'");
    }
    return WAY_STATUS_OK;
}

static way_status mesh_read_line(mesh_reader *reader, wayi_span line)
{
    const wayi_span kind = wayi_span_cut_word(&line, false);
    way_status status = WAY_STATUS_OK;
    if (wayi_span_equals(kind, "vertex")) {
        status = mesh_read_vertex(reader, &line);
    } else if (wayi_span_equals(kind, "polygon")) {
        status = mesh_read_polygon(reader, &line);
    } else {
        return mesh_expected(reader, kind, "'vertex' or 'polygon'");
    }
    if (status == WAY_STATUS_OK && !mesh_is_end(line)) {
        return mesh_expected(reader, wayi_span_cut_word(&line, false), "the end of the line");
    }
    return status;
}

/// Puts a fault of the whole mesh into words, with the line at fault and the line it is at odds
/// with.
static void mesh_tell(const mesh_reader *reader, const wayi_mesh_fault *fault)
{
    const bool about_point = fault->polygon == WAYI_MESH_NONE;
    const uint32_t line = about_point ? reader->point_lines.items[fault->point]
                                      : reader->polygon_lines.items[fault->polygon];
    wayi_text text = wayi_problem_begin(reader->scanner.out, line, 0);
    wayi_text_add(&text, about_point ? "vertex " : "polygon ");
    wayi_text_add_number(&text, about_point ? fault->point : fault->polygon);
    wayi_text_add(&text, " ");
    wayi_text_add(&text, fault->text);
    if (fault->other != WAYI_MESH_NONE) {
        wayi_text_add(&text, " ");
        wayi_text_add_number(&text, fault->other);
        wayi_text_add(&text, " of line ");
        wayi_text_add_number(&text, reader->polygon_lines.items[fault->other]);
    }
}

static way_status mesh_make(mesh_reader *reader, way_mesh **out)
{
    if (reader->sizes.count == 0) {
        return mesh_expected(reader, (wayi_span){0}, "at least one polygon");
    }
    if (reader->sizes.count > WAY_MESH_POLYGONS_MAX ||
        reader->corners.count > WAY_MESH_CORNERS_MAX) {
        return wayi_scanner_fail(&reader->scanner, WAY_STATUS_TOO_LARGE, NULL,
                                 "the mesh has too many polygons or corners");
    }
    const way_mesh_config config = {.points = reader->points,
                                    .point_count = reader->point_count,
                                    .corners = reader->corners.items,
                                    .sizes = reader->sizes.items,
                                    .polygon_count = reader->sizes.count,
                                    .allocator = &reader->allocator};
    const wayi_job_stage stage = {reader->scanner.job, reader->scanner.share, 1000};
    wayi_mesh_fault fault = {.text = NULL};
    const way_status status = wayi_mesh_create(&config, false, stage, out, &fault);
    if (fault.text) {
        mesh_tell(reader, &fault);
    }
    reader->scanner.cancelled = status == WAY_STATUS_CANCELLED;
    return wayi_scanner_end(&reader->scanner, status);
}

way_status way_mesh_parse(const char *text, size_t size, const way_parse_config *config,
                          way_mesh **out, way_problem *problem)
{
    mesh_reader reader = {
        .scanner = wayi_scanner_begin_job(text, size, config ? config->job : NULL, problem),
        .allocator = wayi_allocator_or_default(config ? config->allocator : NULL)};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no mesh");
    }
    *out = NULL;
    reader.scanner.share = 500;
    way_status status = mesh_read_header(&reader);
    wayi_span line;
    while (status == WAY_STATUS_OK && wayi_scanner_next_full_line(&reader.scanner, &line, true)) {
        status = mesh_read_line(&reader, line);
    }
    status = wayi_scanner_end(&reader.scanner, status);
    if (status == WAY_STATUS_OK) {
        status = mesh_make(&reader, out);
    }
    WAYI_FREE(&reader.allocator, reader.points, reader.point_capacity);
    mesh_list_free(&reader, &reader.corners);
    mesh_list_free(&reader, &reader.sizes);
    mesh_list_free(&reader, &reader.point_lines);
    mesh_list_free(&reader, &reader.polygon_lines);
    return status;
}

// Writing -----------------------------------------------------------------------------------------

/// Bytes that are counted in any case, and kept where there is room.
typedef struct mesh_writer {
    char *text;
    size_t capacity, size;
} mesh_writer;

static void mesh_put(mesh_writer *writer, const char *text)
{
    for (; *text; text++) {
        if (writer->size < writer->capacity) {
            writer->text[writer->size] = *text;
        }
        writer->size++;
    }
}

static void mesh_put_number(mesh_writer *writer, uint32_t number)
{
    char digits[12];
    wayi_text text = wayi_text_begin(digits, sizeof digits);
    wayi_text_add_number(&text, number);
    mesh_put(writer, " ");
    mesh_put(writer, digits);
}

static void mesh_put_coordinate(mesh_writer *writer, int32_t thousandths)
{
    char digits[24];
    wayi_text text = wayi_text_begin(digits, sizeof digits);
    wayi_text_add_ratio(&text, thousandths);
    mesh_put(writer, " ");
    mesh_put(writer, digits);
}

size_t way_mesh_format(const way_mesh *mesh, char *text, size_t capacity)
{
    mesh_writer writer = {text, capacity, 0};
    mesh_put(&writer, "waymark-mesh 1\n");
    for (uint32_t i = 0; i < mesh->point_count; i++) {
        mesh_put(&writer, "vertex");
        mesh_put_number(&writer, i);
        mesh_put_coordinate(&writer, mesh->points[i].x);
        mesh_put_coordinate(&writer, mesh->points[i].y);
        mesh_put(&writer, "\n");
    }
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        mesh_put(&writer, "polygon");
        mesh_put_number(&writer, i);
        for (uint32_t side = wayi_mesh_first(mesh, i); side < wayi_mesh_end(mesh, i); side++) {
            mesh_put_number(&writer, mesh->corners[side]);
        }
        mesh_put(&writer, "\n");
    }
    return writer.size;
}
