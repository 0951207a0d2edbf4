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

static void mesh_list_add(mesh_reader *reader, mesh_list *list, uint32_t item)
{
    if (!WAYI_GROW(&reader->allocator, list->items, list->capacity, list->count + 1)) {
        (void)wayi_scanner_stop(&reader->scanner, WAY_STATUS_NO_MEMORY);
        return;
    }
    list->items[list->count++] = item;
}

static void mesh_list_free(mesh_reader *reader, mesh_list *list)
{
    WAYI_FREE(&reader->allocator, list->items, list->capacity);
}

/// Reads the number that a vertex or polygon gives itself.
static void mesh_read_number(mesh_reader *reader, uint32_t next, const char *what)
{
    static const wayi_range any = {"a number", 0, WAY_MESH_CORNERS_MAX - 1};
    const wayi_span word = wayi_scanner_word(&reader->scanner);
    if (wayi_scanner_whole_of(&reader->scanner, word, &any) != next) {
        const wayi_sentence sentence = {what, next, ", as they are numbered 0, 1, 2 and so on"};
        (void)wayi_scanner_fail_number(&reader->scanner, WAY_STATUS_BAD_FORMAT, word.text,
                                       sentence);
    }
}

static int32_t mesh_read_coordinate(wayi_scanner *scanner)
{
    const double most = (double)WAY_MESH_COORDINATE_MAX / WAY_MESH_UNIT;
    const wayi_span word = wayi_scanner_word(scanner);
    wayi_decimal number = {0};
    if (!wayi_span_read_decimal(word, &number)) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word, "a coordinate");
    } else if (number.decimals > MESH_DECIMALS) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word,
                                    "a coordinate of at most 3 decimals");
    } else if (number.value > most || number.value < -most) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_OUT_OF_RANGE, word,
                                    "a coordinate from -1000000 to 1000000");
    }
    return scanner->status == WAY_STATUS_OK ? (int32_t)lround(number.value * WAY_MESH_UNIT) : 0;
}

static void mesh_read_vertex(mesh_reader *reader)
{
    way_point point = {0};
    mesh_read_number(reader, reader->point_count, "expected vertex ");
    point.x = mesh_read_coordinate(&reader->scanner);
    point.y = mesh_read_coordinate(&reader->scanner);
    if (reader->scanner.status != WAY_STATUS_OK) {
        return;
    }
    if (!WAYI_GROW(&reader->allocator, reader->points, reader->point_capacity,
                   reader->point_count + 1)) {
        (void)wayi_scanner_stop(&reader->scanner, WAY_STATUS_NO_MEMORY);
        return;
    }
    reader->points[reader->point_count++] = point;
    mesh_list_add(reader, &reader->point_lines, reader->scanner.line);
}

static bool mesh_is_end(wayi_scanner scanner)
{
    const wayi_span word = wayi_scanner_word(&scanner);
    return word.size == 0 || word.text[0] == '#';
}

static void mesh_read_polygon(mesh_reader *reader)
{
    wayi_scanner *scanner = &reader->scanner;
    const wayi_range vertex = {"a vertex above", 0,
                               reader->point_count ? reader->point_count - 1 : 0};
    mesh_read_number(reader, reader->sizes.count, "expected polygon ");
    uint32_t size = 0;
    for (; scanner->status == WAY_STATUS_OK && (size < 3 || !mesh_is_end(*scanner)); size++) {
        const wayi_span word = wayi_scanner_word(scanner);
        if (reader->point_count == 0) {
            (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word,
                                        "vertices above the first polygon");
        }
        mesh_list_add(reader, &reader->corners, wayi_scanner_whole_of(scanner, word, &vertex));
    }
    if (scanner->status == WAY_STATUS_OK) {
        mesh_list_add(reader, &reader->sizes, size);
        mesh_list_add(reader, &reader->polygon_lines, scanner->line);
    }
}

static void mesh_read_line(mesh_reader *reader)
{
    const wayi_span kind = wayi_scanner_word(&reader->scanner);
    if (wayi_span_equals(kind, "vertex")) {
        mesh_read_vertex(reader);
    } else if (wayi_span_equals(kind, "polygon")) {
        mesh_read_polygon(reader);
    } else {
        (void)wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, kind,
                                    "'vertex' or 'polygon'");
    }
    (void)wayi_scanner_end_line(&reader->scanner);
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
        return wayi_scanner_missed(&reader->scanner, "at least one polygon");
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
    return status == WAY_STATUS_CANCELLED
               ? wayi_scanner_fail(&reader->scanner, status, NULL, "cancelled by the caller")
               : status;
}

way_status way_mesh_parse(const char *text, size_t size, const way_parse_config *config,
                          way_mesh **out, way_problem *problem)
{
    mesh_reader reader = {
        .scanner = wayi_scanner_begin(text, size, config ? config->job : NULL, problem),
        .allocator = wayi_allocator_or_default(config ? config->allocator : NULL)};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no mesh");
    }
    *out = NULL;
    reader.scanner.share = 500;
    wayi_scanner_read_title(&reader.scanner, "waymark-mesh", "'waymark-mesh 1'");
    while (wayi_scanner_next_full_line(&reader.scanner, true)) {
        mesh_read_line(&reader);
    }
    way_status status = reader.scanner.status;
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

static void mesh_put_number(wayi_writer *writer, uint32_t number)
{
    wayi_writer_put(writer, ' ');
    wayi_writer_put_number(writer, number);
}

static void mesh_put_coordinate(wayi_writer *writer, int32_t thousandths)
{
    char digits[24];
    wayi_text text = wayi_text_begin(digits, sizeof digits);
    wayi_text_add_ratio(&text, thousandths);
    wayi_writer_put(writer, ' ');
    wayi_writer_put_words(writer, digits);
}

size_t way_mesh_format(const way_mesh *mesh, char *text, size_t capacity)
{
    wayi_writer writer = {text, capacity, 0};
    wayi_writer_put_words(&writer, "waymark-mesh 1\n");
    for (uint32_t i = 0; i < mesh->point_count; i++) {
        wayi_writer_put_words(&writer, "vertex");
        mesh_put_number(&writer, i);
        mesh_put_coordinate(&writer, mesh->points[i].x);
        mesh_put_coordinate(&writer, mesh->points[i].y);
        wayi_writer_put(&writer, '\n');
    }
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        wayi_writer_put_words(&writer, "polygon");
        mesh_put_number(&writer, i);
        for (uint32_t side = wayi_mesh_first(mesh, i); side < wayi_mesh_end(mesh, i); side++) {
            mesh_put_number(&writer, mesh->corners[side]);
        }
        wayi_writer_put(&writer, '\n');
    }
    return writer.size;
}
