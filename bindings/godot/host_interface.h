// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The functions of Godot's interface as the stand-in of host.c plays them. Everything is static:
// only host.c includes this.
#pragma once

#include "interface.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define METHODS_MAX 96

// Values: a variant is a type and a value; strings are copies; arrays know their length.

typedef struct host_array {
    int64_t count;
    gd_vector2 points[];
} host_array;

typedef struct host_object {
    const char *class_name;
    void *instance;
    int weight; ///< of a tile
} host_object;

typedef struct host_variant {
    gd_type type;
    union {
        gd_bool boolean;
        gd_int integer;
        gd_vector2i vector;
        gd_rect2i rectangle;
        void *pointer; ///< of an object; of a string or an array, owned
    } as;
} host_variant;

typedef struct host_method {
    char name[32];
    gd_method_info info;
    gd_type arguments[4];
    gd_type result;
} host_method;

static int host_live; ///< strings and arrays handed out and not destroyed
static int host_errors;
static char host_message[512];
static host_method host_methods[METHODS_MAX];
static int host_method_count;
static gd_class_info host_class;
static int failures;

_Static_assert(sizeof(host_variant) <= sizeof(gd_variant), "a variant has room");

static void expect(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "does not hold: %s\n", what);
        failures++;
    }
}

static void *host_copy(gd_type type, const void *from)
{
    if (!from) {
        return NULL;
    }
    const size_t size =
        type == GD_STRING
            ? strlen(from) + 1
            : sizeof(host_array) + (size_t)((const host_array *)from)->count * sizeof(gd_vector2);
    host_live++;
    return memcpy(malloc(size), from, size);
}

static void host_drop(void *owned)
{
    if (owned) {
        host_live--;
        free(owned);
    }
}

static bool host_owns(gd_type type)
{
    return type == GD_STRING || type == GD_PACKED_VECTOR2_ARRAY;
}

// The interface -----------------------------------------------------------------------------------

static void string_name_new_with_latin1_chars(gd_name *out, const char *text, gd_bool is_static)
{
    expect(is_static, "names are static and need no destruction");
    out->inside = (void *)(uintptr_t)text;
}

static void string_new_with_utf8_chars(gd_string *out, const char *text)
{
    out->inside = host_copy(GD_STRING, text);
}

static gd_int string_to_utf8_chars(const gd_string *text, char *out, gd_int capacity)
{
    const char *inside = text->inside ? text->inside : "";
    const gd_int size = (gd_int)strlen(inside);
    if (out) {
        memcpy(out, inside, (size_t)(size < capacity ? size : capacity));
    }
    return size;
}

static void *classdb_construct_object(const gd_name *class_name)
{
    host_object *object = calloc(1, sizeof *object);
    object->class_name = class_name->inside;
    return object;
}

static void classdb_register_extension_class2(void *library, const gd_name *name,
                                              const gd_name *parent, const gd_class_info *info)
{
    expect(library == (void *)&host_class, "the library is handed back");
    expect(strcmp(name->inside, "WaymarkGround") == 0, "the class has its name");
    expect(strcmp(parent->inside, "Node") == 0, "it is a node");
    expect(info->is_exposed && info->create_instance && info->free_instance, "it can be made");
    host_class = *info;
}

static void classdb_register_extension_class_method(void *library, const gd_name *class_name,
                                                    const gd_method_info *info)
{
    (void)library;
    (void)class_name;
    host_method *method = &host_methods[host_method_count++];
    (void)snprintf(method->name, sizeof method->name, "%s", (const char *)info->name->inside);
    method->info = *info;
    method->result = info->has_result ? info->result_info->type : GD_NIL;
    for (uint32_t i = 0; i < info->argument_count; i++) {
        method->arguments[i] = info->argument_info[i].type;
        expect(info->argument_info[i].name->inside && info->argument_info[i].hint_string,
               "arguments have names");
    }
}

static void classdb_unregister_extension_class(void *library, const gd_name *class_name)
{
    (void)library;
    expect(strcmp(class_name->inside, "WaymarkGround") == 0, "the class is unregistered");
    host_method_count = 0;
}

static void object_set_instance(void *object, const gd_name *class_name, void *instance)
{
    ((host_object *)object)->class_name = class_name->inside;
    ((host_object *)object)->instance = instance;
}

static gd_type variant_get_type(const gd_variant *variant)
{
    return ((const host_variant *)variant)->type;
}

static void variant_new_nil(gd_variant *out)
{
    *(host_variant *)out = (host_variant){.type = GD_NIL};
}

static void variant_destroy(gd_variant *variant)
{
    host_variant *self = (host_variant *)variant;
    if (host_owns(self->type)) {
        host_drop(self->as.pointer);
    }
    *self = (host_variant){.type = GD_NIL};
}

static host_variant host_from(gd_type type, const void *value)
{
    host_variant made = {.type = type};
    switch (type) {
    case GD_BOOL:
        made.as.boolean = *(const gd_bool *)value;
        break;
    case GD_INT:
        made.as.integer = *(const gd_int *)value;
        break;
    case GD_VECTOR2I:
        made.as.vector = *(const gd_vector2i *)value;
        break;
    case GD_RECT2I:
        made.as.rectangle = *(const gd_rect2i *)value;
        break;
    case GD_OBJECT:
        made.as.pointer = *(void *const *)value;
        break;
    default:
        made.as.pointer = host_copy(type, *(void *const *)value);
        break;
    }
    return made;
}

static void host_to(void *out, gd_type type, const host_variant *from)
{
    expect(from->type == type, "a variant is read as what it is");
    switch (type) {
    case GD_BOOL:
        *(gd_bool *)out = from->as.boolean;
        break;
    case GD_INT:
        *(gd_int *)out = from->as.integer;
        break;
    case GD_VECTOR2I:
        *(gd_vector2i *)out = from->as.vector;
        break;
    case GD_RECT2I:
        *(gd_rect2i *)out = from->as.rectangle;
        break;
    case GD_OBJECT:
        *(void **)out = from->as.pointer;
        break;
    case GD_STRING:
        ((gd_string *)out)->inside = host_copy(type, from->as.pointer);
        break;
    default:
        ((gd_packed *)out)->inside[0] = host_copy(type, from->as.pointer);
        break;
    }
}

#define CONVERTERS(NAME, TYPE)                                                                     \
    static void from_##NAME(gd_variant *out, void *value)                                          \
    {                                                                                              \
        *(host_variant *)out = host_from(TYPE, value);                                             \
    }                                                                                              \
    static void to_##NAME(void *out, gd_variant *variant)                                          \
    {                                                                                              \
        host_to(out, TYPE, (const host_variant *)variant);                                         \
    }
CONVERTERS(bool, GD_BOOL)
CONVERTERS(int, GD_INT)
CONVERTERS(string, GD_STRING)
CONVERTERS(vector, GD_VECTOR2I)
CONVERTERS(rectangle, GD_RECT2I)
CONVERTERS(object, GD_OBJECT)
CONVERTERS(packed, GD_PACKED_VECTOR2_ARRAY)

static void (*get_variant_from_type_constructor(gd_type type))(gd_variant *, void *)
{
    return type == GD_BOOL       ? from_bool
           : type == GD_INT      ? from_int
           : type == GD_STRING   ? from_string
           : type == GD_VECTOR2I ? from_vector
           : type == GD_RECT2I   ? from_rectangle
           : type == GD_OBJECT   ? from_object
                                 : from_packed;
}

static void (*get_variant_to_type_constructor(gd_type type))(void *, gd_variant *)
{
    return type == GD_BOOL       ? to_bool
           : type == GD_INT      ? to_int
           : type == GD_STRING   ? to_string
           : type == GD_VECTOR2I ? to_vector
           : type == GD_RECT2I   ? to_rectangle
           : type == GD_OBJECT   ? to_object
                                 : to_packed;
}

static void host_new_packed(void *out, const void *const *arguments)
{
    (void)arguments;
    const host_array empty = {0};
    ((gd_packed *)out)->inside[0] = host_copy(GD_PACKED_VECTOR2_ARRAY, &empty);
}

static void (*variant_get_ptr_constructor(gd_type type, int32_t index))(void *, const void *const *)
{
    expect(type == GD_PACKED_VECTOR2_ARRAY && index == 0, "only empty arrays are made");
    return host_new_packed;
}

static void host_destroy_value(void *value)
{
    host_drop(*(void **)value);
    *(void **)value = NULL;
}

static void (*variant_get_ptr_destructor(gd_type type))(void *)
{
    expect(host_owns(type), "only what owns something is destroyed");
    return host_destroy_value;
}

static void *packed_vector2_array_operator_index(void *array, gd_int index)
{
    host_array *inside = ((gd_packed *)array)->inside[0];
    expect(index >= 0 && index < inside->count, "an index is inside its array");
    return &inside->points[index];
}

static void print_error_with_message(const char *description, const char *message,
                                     const char *function, const char *file, int32_t line,
                                     gd_bool notify)
{
    (void)description;
    (void)file;
    (void)line;
    (void)notify;
    host_errors++;
    (void)snprintf(host_message, sizeof host_message, "%s: %s", function, message);
}

// A layer of tiles: 12 x 6 from (-3, 2) on; a column of water that weighs 5, holes without tiles.

static bool host_has_tile(gd_vector2i place)
{
    return place.x >= -3 && place.x < 9 && place.y >= 2 && place.y < 8 &&
           !(place.x == 4 && place.y < 7);
}

static void variant_call(gd_variant *self, const gd_name *method,
                         const gd_variant *const *arguments, gd_int count, gd_variant *result,
                         gd_call_error *error)
{
    static host_object tile = {.class_name = "TileData", .weight = 1};
    host_variant *of = (host_variant *)self, *out = (host_variant *)result;
    const char *name = method->inside;
    const host_variant *first = count ? (const host_variant *)arguments[0] : NULL;
    const char *class = of->type == GD_OBJECT ? ((host_object *)of->as.pointer)->class_name : "";
    error->error = GD_CALL_OK;
    *out = (host_variant){.type = GD_NIL};
    if (of->type == GD_PACKED_VECTOR2_ARRAY && strcmp(name, "resize") == 0) {
        const size_t size = (size_t)first->as.integer * sizeof(gd_vector2);
        host_array *grown = realloc(of->as.pointer, sizeof *grown + size);
        grown->count = first->as.integer;
        of->as.pointer = grown;
    } else if (strcmp(class, "TileMapLayer") == 0 && strcmp(name, "get_used_rect") == 0) {
        *out = (host_variant){.type = GD_RECT2I, .as.rectangle = {{-3, 2}, {12, 6}}};
    } else if (strcmp(class, "TileMapLayer") == 0 && strcmp(name, "get_cell_source_id") == 0) {
        *out =
            (host_variant){.type = GD_INT, .as.integer = host_has_tile(first->as.vector) ? 0 : -1};
    } else if (strcmp(class, "TileMapLayer") == 0 && strcmp(name, "get_cell_tile_data") == 0) {
        tile.weight = first->as.vector.x == 6 ? 5 : 1;
        *out = (host_variant){.type = GD_OBJECT, .as.pointer = &tile};
    } else if (strcmp(class, "TileData") == 0 && strcmp(name, "get_custom_data") == 0) {
        expect(strcmp(first->as.pointer, "weight") == 0, "the layer of data is asked by its name");
        *out = (host_variant){.type = GD_INT, .as.integer = tile.weight};
    } else {
        error->error = GD_CALL_INVALID_ARGUMENT;
    }
}

static gd_function host_get(const char *name)
{
#define OFFER(FUNCTION)                                                                            \
    if (strcmp(name, #FUNCTION) == 0) {                                                            \
        return (gd_function)FUNCTION;                                                              \
    }
    OFFER(string_name_new_with_latin1_chars)
    OFFER(string_new_with_utf8_chars)
    OFFER(string_to_utf8_chars)
    OFFER(classdb_construct_object)
    OFFER(classdb_register_extension_class2)
    OFFER(classdb_register_extension_class_method)
    OFFER(classdb_unregister_extension_class)
    OFFER(object_set_instance)
    OFFER(variant_get_type)
    OFFER(variant_new_nil)
    OFFER(variant_destroy)
    OFFER(variant_call)
    OFFER(get_variant_from_type_constructor)
    OFFER(get_variant_to_type_constructor)
    OFFER(variant_get_ptr_constructor)
    OFFER(variant_get_ptr_destructor)
    OFFER(packed_vector2_array_operator_index)
    OFFER(print_error_with_message)
    return NULL;
}

static gd_function host_get_nothing(const char *name)
{
    return strcmp(name, "variant_call") == 0 ? NULL : host_get(name);
}
