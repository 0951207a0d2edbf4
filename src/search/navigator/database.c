// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases that outlive their navigator: saved as a blob, inspected, opened in place.
#include "base/text.h"
#include "search/registry/registry.h"
#include "space/grid.h"

#include <waymark/database.h>

#include <string.h>

#define DATABASE_META WAYI_BLOB_TAG('M', 'E', 'T', 'A')

/// What every database has beside its own sections.
typedef struct database_meta {
    uint32_t unit_size;
    uint32_t chosen; ///< bits of the parameters that the algorithm chose where a default was asked
} database_meta;

static wayi_blob_identity database_identity(const way_space *space)
{
    const way_map *map = way_space_map(space);
    const way_cost_model costs = way_map_costs(map);
    return (wayi_blob_identity){.map_hash = wayi_grid_hash(space),
                                .width = way_map_width(map),
                                .height = way_map_height(map),
                                .neighbours = (uint32_t)way_map_neighbours(map),
                                .corners = (uint32_t)way_map_corners(map),
                                .cardinal = costs.cardinal,
                                .diagonal = costs.diagonal};
}

way_status way_navigator_save(const way_navigator *navigator, const way_allocator *allocator,
                              way_database *out)
{
    if (!navigator || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = (way_database){.allocator = wayi_allocator_or_default(allocator)};
    const way_map *map = way_space_map(navigator->space);
    const wayi_algorithm *algorithm = navigator->algorithm;
    if ((!algorithm->database.open && !algorithm->database.save) || !map) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const bool ready = algorithm->database.saves_amid
                           ? navigator->database && wayi_navigator_takes(navigator, WAY_GOAL_EXACT)
                           : way_navigator_is_current(navigator) && !navigator->repairing;
    if (!ready) {
        return WAY_STATUS_STALE;
    }
    char parameters[192];
    wayi_spec_format(algorithm, navigator->params, parameters, sizeof parameters);
    const wayi_blob_info info = {algorithm->info.name, parameters,
                                 database_identity(navigator->space)};
    const database_meta meta = {way_space_unit_size(navigator->space), navigator->chosen};
    wayi_blob_writer writer;
    wayi_blob_begin(&writer, &info, &out->allocator);
    wayi_blob_add(&writer, DATABASE_META, sizeof meta, &meta, 1);
    for (uint32_t i = 0; i < algorithm->database.list_count; i++) {
        wayi_blob_add_list(&writer, &algorithm->database.lists[i], navigator->database);
    }
    if (algorithm->database.save) {
        algorithm->database.save(navigator, &writer);
    }
    return wayi_blob_finish(&writer, &out->bytes, &out->size);
}

void way_database_free(way_database *database)
{
    if (database) {
        wayi_free(&database->allocator, database->bytes, database->size, 1);
        database->bytes = NULL;
        database->size = 0;
    }
}

// Opening -----------------------------------------------------------------------------------------

static way_status database_say(way_problem *problem, way_status status, const char *text)
{
    wayi_text out = wayi_problem_begin(problem, 0, 0);
    wayi_text_add(&out, text);
    return status;
}

/// Checks the container; `*meta` belongs to the bytes.
static way_status database_check(const void *bytes, size_t size, wayi_blob *blob,
                                 const database_meta **meta, way_problem *problem)
{
    wayi_blob_error error = {.message = ""};
    const way_status status = wayi_blob_open(bytes, size, blob, &error);
    if (status != WAY_STATUS_OK) {
        wayi_text out = wayi_problem_begin(problem, 0, 0);
        wayi_text_add(&out, error.message);
        wayi_text_add(&out, " at byte ");
        wayi_text_add_number(&out, (int64_t)error.offset);
        return status;
    }
    size_t count = 0;
    *meta = wayi_blob_section(blob, DATABASE_META, sizeof **meta, &count);
    if (!*meta || count != 1) {
        return database_say(problem, WAY_STATUS_BAD_FORMAT, "the database lacks its META section");
    }
    return WAY_STATUS_OK;
}

/// Two numbers with words before each.
static void database_add_pair(wayi_text *out, const char *words, uint32_t first,
                              const char *between, uint32_t second)
{
    wayi_text_add(out, words);
    wayi_text_add_number(out, first);
    wayi_text_add(out, between);
    wayi_text_add_number(out, second);
}

/// Whether the database was made for this space.
static way_status database_match(const wayi_blob *blob, const database_meta *meta,
                                 const way_navigator_config *config)
{
    const wayi_blob_identity *made = &blob->header->map;
    const wayi_blob_identity have = database_identity(config->space);
    if (memcmp(made, &have, sizeof have) == 0 &&
        meta->unit_size == way_space_unit_size(config->space)) {
        return WAY_STATUS_OK;
    }
    wayi_text out = wayi_problem_begin(config->problem, 0, 0);
    wayi_text_add(&out, "the database was made for ");
    if (made->width != have.width || made->height != have.height) {
        database_add_pair(&out, "a map of ", made->width, " x ", made->height);
        database_add_pair(&out, ", this one is ", have.width, " x ", have.height);
    } else if (made->neighbours != have.neighbours || made->corners != have.corners) {
        wayi_text_add(&out, made->neighbours != have.neighbours ? "another number of neighbours"
                                                                : "another rule at corners");
    } else if (made->cardinal != have.cardinal || made->diagonal != have.diagonal) {
        database_add_pair(&out, "steps that cost ", made->cardinal, " and ", made->diagonal);
        database_add_pair(&out, ", here ", have.cardinal, " and ", have.diagonal);
    } else if (made->map_hash != have.map_hash) {
        wayi_text_add(&out, "another map of that size, or another revision of this one");
    } else {
        database_add_pair(&out, "units of ", meta->unit_size, " x ", meta->unit_size);
    }
    return WAY_STATUS_STALE;
}

/// Whether parameters are those that a database was asked for with: as it has them, or the default
/// where the algorithm chose what suits the map.
static bool database_is_asked(const wayi_algorithm *algorithm, const int32_t *params,
                              const int32_t *asked, uint32_t chosen)
{
    for (uint32_t i = 0; i < algorithm->info.param_count; i++) {
        if (asked[i] != params[i] &&
            !((chosen >> i & 1u) && asked[i] == algorithm->info.params[i].default_value)) {
            return false;
        }
    }
    return true;
}

/// The algorithm and its parameters as the database has them; complains if others were asked for.
static way_status database_spec(const wayi_blob *blob, const database_meta *meta,
                                const way_navigator_config *config, char *spec, size_t capacity)
{
    wayi_text text = wayi_text_begin(spec, capacity);
    wayi_text_add(&text, blob->header->algorithm);
    wayi_text_add(&text, "(");
    wayi_text_add(&text, blob->header->parameters);
    wayi_text_add(&text, ")");
    const wayi_algorithm *have = NULL;
    int32_t params[WAY_PARAMS_MAX] = {0};
    way_status status = wayi_spec_parse(spec, &have, params, config->problem);
    if (status != WAY_STATUS_OK || (!have->database.open && !have->database.save)) {
        return database_say(config->problem, WAY_STATUS_UNSUPPORTED,
                            "the database is of an algorithm or a version that is not known here");
    }
    const wayi_algorithm *asked = NULL;
    int32_t asked_params[WAY_PARAMS_MAX] = {0};
    if (!config->algorithm) {
        return WAY_STATUS_OK;
    }
    status = wayi_spec_parse(config->algorithm, &asked, asked_params, config->problem);
    if (status == WAY_STATUS_OK &&
        (asked != have || !database_is_asked(have, params, asked_params, meta->chosen))) {
        status = database_say(config->problem, WAY_STATUS_UNSUPPORTED,
                              "the database is of another algorithm or other parameters");
    }
    return status;
}

/// Opens it for the map behind a space.
static way_status database_open(const way_navigator_config *config, const void *bytes, size_t size,
                                way_navigator **out)
{
    wayi_blob blob;
    const database_meta *meta = NULL;
    char spec[256];
    way_status status = database_check(bytes, size, &blob, &meta, config->problem);
    if (status == WAY_STATUS_OK) {
        status = database_match(&blob, meta, config);
    }
    if (status == WAY_STATUS_OK) {
        status = database_spec(&blob, meta, config, spec, sizeof spec);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    way_navigator_config own = *config;
    own.algorithm = spec;
    status = wayi_navigator_create_from(&own, &blob, out);
    if (status == WAY_STATUS_OK) {
        (*out)->chosen = meta->chosen;
    }
    return status == WAY_STATUS_BAD_FORMAT
               ? database_say(config->problem, status,
                              "a number in the database points outside of it or of the map")
               : status;
}

way_status way_navigator_open(const way_navigator_config *config, const void *bytes, size_t size,
                              way_navigator **out)
{
    if (!config || !wayi_navigator_has_ground(config) || !bytes || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    if (config->space) {
        return way_space_map(config->space) ? database_open(config, bytes, size, out)
                                            : WAY_STATUS_UNSUPPORTED;
    }
    way_navigator_config own = *config;
    way_status status = way_space_create_grid(config->map, config->profile ? config->profile : 1,
                                              config->allocator, &own.space);
    status = status == WAY_STATUS_OK ? database_open(&own, bytes, size, out) : status;
    return wayi_navigator_adopt(status, own.space, out);
}

// Inspecting --------------------------------------------------------------------------------------

way_status way_database_inspect(const void *bytes, size_t size, way_database_info *out,
                                way_problem *problem)
{
    if (!bytes || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = (way_database_info){.algorithm = ""};
    wayi_blob blob;
    const database_meta *meta = NULL;
    const way_status status = database_check(bytes, size, &blob, &meta, problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const wayi_blob_header *header = blob.header;
    memcpy(out->algorithm, header->algorithm, sizeof out->algorithm);
    memcpy(out->parameters, header->parameters, sizeof out->parameters);
    out->map_hash = header->map.map_hash;
    out->width = header->map.width;
    out->height = header->map.height;
    out->neighbours = (way_neighbours)header->map.neighbours;
    out->corners = (way_corners)header->map.corners;
    out->costs = (way_cost_model){(uint16_t)header->map.cardinal, (uint16_t)header->map.diagonal};
    out->unit_size = meta->unit_size;
    out->size = blob.size;
    out->section_count = header->section_count;
    for (uint32_t i = 0; i < header->section_count; i++) {
        const wayi_blob_section_entry *entry = &header->sections[i];
        way_database_section *section = &out->sections[i];
        for (uint32_t k = 0; k < 4; k++) {
            section->name[k] = (char)(entry->tag >> 8 * k);
        }
        section->offset = entry->offset;
        section->size = entry->size;
        section->element_size = entry->element_size;
    }
    return WAY_STATUS_OK;
}

uint32_t way_navigator_region(const way_navigator *navigator, way_state state, way_state *place)
{
    way_state found = WAY_STATE_NONE;
    uint32_t region = WAY_STATE_NONE;
    if (navigator->algorithm->database.find_region && !wayi_navigator_is_unprepared(navigator) &&
        wayi_space_has(navigator->space, state)) {
        region = navigator->algorithm->database.find_region(navigator, state, &found);
    }
    if (place) {
        *place = region == WAY_STATE_NONE ? WAY_STATE_NONE : found;
    }
    return region;
}
