// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The door to Godot: finds the functions of the interface by name, registers classes from tables,
// and turns calls with variants into calls with typed values.
#include "extension.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXTENSION_EXPORT __declspec(dllexport)
#else
#define EXTENSION_EXPORT __attribute__((visibility("default")))
#endif

/// Most arguments of a method, and most methods.
enum { EXTENSION_ARGUMENTS_MAX = 3, EXTENSION_METHODS_MAX = 96 };

/// A method as its signature says; calls with variants are turned into those with typed values.
typedef struct extension_method {
    char name[32];
    extension_run *run;
    gd_type result;
    uint32_t argument_count;
    struct {
        char name[16];
        gd_type type;
    } arguments[EXTENSION_ARGUMENTS_MAX];
} extension_method;

gd_interface extension_godot;
static void *extension_library;
static extension_method extension_methods[EXTENSION_METHODS_MAX];

/// A typed value of any type that methods take.
typedef union extension_value {
    gd_bool boolean;
    gd_int integer;
    gd_string string;
    gd_vector2i vector;
    gd_rect2i rectangle;
    void *object;
    gd_packed packed;
} extension_value;

static gd_name extension_name(const char *text)
{
    gd_name name;
    extension_godot.string_name_new_with_latin1_chars(&name, text, 1);
    return name;
}

/// Whether values of a type own something.
static bool extension_owns(gd_type type)
{
    return type == GD_STRING || type == GD_PACKED_VECTOR2_ARRAY;
}

static void extension_destroy(gd_type type, void *value)
{
    if (extension_owns(type)) {
        extension_godot.variant_get_ptr_destructor(type)(value);
    }
}

void extension_to_variant(gd_variant *out, gd_type type, void *value)
{
    extension_godot.get_variant_from_type_constructor(type)(out, value);
}

void extension_from_variant(void *out, gd_type type, gd_variant *variant)
{
    extension_godot.get_variant_to_type_constructor(type)(out, variant);
}

bool extension_failed(const char *doing, way_status status, const char *more)
{
    if (status == WAY_STATUS_OK) {
        return false;
    }
    char message[320];
    const bool out_of_order = status == WAY_STATUS_WRONG_STATE && *more; // which says nothing more
    (void)snprintf(message, sizeof message, "%s%s%s", out_of_order ? "" : way_status_text(status),
                   *more && !out_of_order ? ": " : "", more);
    extension_godot.print_error_with_message("waymark", message, doing, "waymark", 0, 1);
    return true;
}

bool extension_wrong(const char *doing, way_status status, const char *more, ...)
{
    char text[200];
    va_list values;
    va_start(values, more);
    (void)vsnprintf(text, sizeof text, more, values);
    va_end(values);
    return extension_failed(doing, status, text);
}

bool extension_call(void *object, const char *method, const gd_variant *const *arguments,
                    gd_int count, gd_variant *result)
{
    gd_variant self;
    gd_name name = extension_name(method);
    gd_call_error error = {GD_CALL_OK, 0, 0};
    extension_to_variant(&self, GD_OBJECT, &object);
    extension_godot.variant_call(&self, &name, arguments, count, result, &error);
    extension_godot.variant_destroy(&self);
    return error.error == GD_CALL_OK;
}

void extension_write_path(gd_packed *out, const way_state *states, uint32_t count, uint32_t width,
                          gd_vector2i origin)
{
    gd_packed array;
    gd_variant packed, length, nothing;
    gd_int size = count;
    const gd_variant *const arguments[] = {&length};
    gd_name resize = extension_name("resize");
    gd_call_error error = {GD_CALL_OK, 0, 0};
    extension_godot.variant_get_ptr_constructor(GD_PACKED_VECTOR2_ARRAY, 0)(&array, NULL);
    extension_to_variant(&packed, GD_PACKED_VECTOR2_ARRAY, &array);
    extension_destroy(GD_PACKED_VECTOR2_ARRAY, &array);
    extension_to_variant(&length, GD_INT, &size);
    extension_godot.variant_call(&packed, &resize, arguments, 1, &nothing, &error);
    extension_from_variant(&array, GD_PACKED_VECTOR2_ARRAY, &packed);
    extension_godot.variant_destroy(&nothing);
    extension_godot.variant_destroy(&length);
    extension_godot.variant_destroy(&packed);
    for (uint32_t i = 0; i < count; i++) {
        gd_vector2 *point = extension_godot.packed_vector2_array_operator_index(&array, i);
        point->x = (float)(states[i] % width) + (float)origin.x;
        point->y = (float)(states[i] / width) + (float)origin.y;
    }
    extension_destroy(GD_PACKED_VECTOR2_ARRAY, out);
    *out = array; // moved
}

// Calls -------------------------------------------------------------------------------------------

static void extension_pointer_call(void *userdata, void *instance, const void *const *arguments,
                                   void *result)
{
    ((const extension_method *)userdata)->run(instance, arguments, result);
}

/// Whether the arguments are as many and of the types that the method takes.
static bool extension_check(const extension_method *method, const gd_variant *const *arguments,
                            gd_int count, gd_call_error *error)
{
    *error = (gd_call_error){GD_CALL_OK, 0, 0};
    if (count != (gd_int)method->argument_count) {
        error->error = count < (gd_int)method->argument_count ? GD_CALL_TOO_FEW_ARGUMENTS
                                                              : GD_CALL_TOO_MANY_ARGUMENTS;
        error->expected = (int32_t)method->argument_count;
        return false;
    }
    for (uint32_t i = 0; i < method->argument_count; i++) {
        if (extension_godot.variant_get_type(arguments[i]) != method->arguments[i].type) {
            error->error = GD_CALL_INVALID_ARGUMENT;
            error->argument = (int32_t)i;
            error->expected = (int32_t)method->arguments[i].type;
            return false;
        }
    }
    return true;
}

static void extension_variant_call(void *userdata, void *instance,
                                   const gd_variant *const *arguments, gd_int count,
                                   gd_variant *result, gd_call_error *error)
{
    const extension_method *method = userdata;
    extension_value values[EXTENSION_ARGUMENTS_MAX], given = {0};
    const void *pointers[EXTENSION_ARGUMENTS_MAX];
    extension_godot.variant_new_nil(result);
    if (!extension_check(method, arguments, count, error)) {
        return;
    }
    for (uint32_t i = 0; i < method->argument_count; i++) {
        extension_from_variant(&values[i], method->arguments[i].type, (gd_variant *)arguments[i]);
        pointers[i] = &values[i];
    }
    if (extension_owns(method->result)) {
        extension_godot.variant_get_ptr_constructor(method->result, 0)(&given, NULL);
    }
    method->run(instance, pointers, &given);
    if (method->result != GD_NIL) {
        extension_godot.variant_destroy(result);
        extension_to_variant(result, method->result, &given);
        extension_destroy(method->result, &given);
    }
    for (uint32_t i = 0; i < method->argument_count; i++) {
        extension_destroy(method->arguments[i].type, &values[i]);
    }
}

// Classes -----------------------------------------------------------------------------------------

static void *extension_create_instance(void *userdata)
{
    const extension_class *class = userdata;
    const gd_name name = extension_name(class->name), parent = extension_name(class->parent);
    void *instance = calloc(1, class->instance_size);
    void *object = instance ? extension_godot.classdb_construct_object(&parent) : NULL;
    if (object) {
        extension_godot.object_set_instance(object, &name, instance);
    } else {
        free(instance);
    }
    return object;
}

static void extension_free_instance(void *userdata, void *instance)
{
    if (instance) {
        ((const extension_class *)userdata)->finish(instance);
        free(instance);
    }
}

static gd_type extension_type(const char *name)
{
    static const char *const names[] = {[GD_BOOL] = "bool",
                                        [GD_INT] = "int",
                                        [GD_STRING] = "String",
                                        [GD_VECTOR2I] = "Vector2i",
                                        [GD_RECT2I] = "Rect2i",
                                        [GD_OBJECT] = "Object",
                                        [GD_PACKED_VECTOR2_ARRAY] = "PackedVector2Array"};
    gd_type type = GD_PACKED_VECTOR2_ARRAY;
    while (type > GD_NIL && !(names[type] && strcmp(names[type], name) == 0)) {
        type--;
    }
    return type;
}

/// Reads a signature.
static void extension_read(extension_method *out, const extension_row *row)
{
    char type[24];
    int length = 0;
    out->run = row->run;
    (void)sscanf(row->signature, "%31[a-z_](%n", out->name, &length);
    const char *at = row->signature + length;
    while (sscanf(at, "%15[a-z_]: %23[A-Za-z0-9]%n", out->arguments[out->argument_count].name, type,
                  &length) == 2) {
        out->arguments[out->argument_count++].type = extension_type(type);
        at += length;
        at += *at == ',' ? 2 : 0;
    }
    (void)sscanf(at, ") -> %23[A-Za-z0-9]", type);
    out->result = extension_type(type);
}

static void extension_register_method(const gd_name *class_name, const extension_method *method)
{
    static gd_name empty_name;
    static gd_string empty_string;
    if (!empty_name.inside) {
        empty_name = extension_name("");
        extension_godot.string_new_with_utf8_chars(&empty_string, "");
    }
    gd_name names[EXTENSION_ARGUMENTS_MAX], name = extension_name(method->name);
    gd_property_info arguments[EXTENSION_ARGUMENTS_MAX];
    uint32_t metadata[EXTENSION_ARGUMENTS_MAX] = {0};
    gd_property_info result = {.type = method->result,
                               .name = &empty_name,
                               .class_name = &empty_name,
                               .hint_string = &empty_string,
                               .usage = 6};
    for (uint32_t i = 0; i < method->argument_count; i++) {
        names[i] = extension_name(method->arguments[i].name);
        arguments[i] = result;
        arguments[i].type = method->arguments[i].type;
        arguments[i].name = &names[i];
    }
    const gd_method_info info = {.name = &name,
                                 .userdata = (void *)(uintptr_t)method,
                                 .call = extension_variant_call,
                                 .pointer_call = extension_pointer_call,
                                 .flags = 1,
                                 .has_result = method->result != GD_NIL,
                                 .result_info = &result,
                                 .argument_count = method->argument_count,
                                 .argument_info = arguments,
                                 .argument_metadata = metadata};
    extension_godot.classdb_register_extension_class_method(extension_library, class_name, &info);
}

static void extension_initialize(void *userdata, gd_level level)
{
    (void)userdata;
    if (level != GD_LEVEL_SCENE) {
        return;
    }
    const extension_class *class = &extension_ground;
    const gd_name name = extension_name(class->name), parent = extension_name(class->parent);
    const gd_class_info info = {.is_exposed = 1,
                                .create_instance = extension_create_instance,
                                .free_instance = extension_free_instance,
                                .userdata = (void *)(uintptr_t) class};
    extension_godot.classdb_register_extension_class2(extension_library, &name, &parent, &info);
    extension_method *next = extension_methods;
    memset(extension_methods, 0, sizeof extension_methods); // the library may be loaded again
    for (const extension_row *const *list = class->methods; *list; list++) {
        for (const extension_row *row = *list;
             row->signature && next < extension_methods + EXTENSION_METHODS_MAX; row++) {
            extension_read(next, row);
            extension_register_method(&name, next++);
        }
    }
}

static void extension_deinitialize(void *userdata, gd_level level)
{
    (void)userdata;
    if (level == GD_LEVEL_SCENE) {
        const gd_name name = extension_name(extension_ground.name);
        extension_godot.classdb_unregister_extension_class(extension_library, &name);
    }
}

EXTENSION_EXPORT gd_bool waymark_godot_init(gd_get_proc_address get, void *library,
                                            gd_initialization *out);

/// The entry that waymark.gdextension names. Refuses a Godot that lacks a function.
gd_bool waymark_godot_init(gd_get_proc_address get, void *library, gd_initialization *out)
{
    static const char *const names[] = {"string_name_new_with_latin1_chars",
                                        "string_new_with_utf8_chars",
                                        "string_to_utf8_chars",
                                        "classdb_construct_object",
                                        "classdb_register_extension_class2",
                                        "classdb_register_extension_class_method",
                                        "classdb_unregister_extension_class",
                                        "object_set_instance",
                                        "variant_get_type",
                                        "variant_new_nil",
                                        "variant_destroy",
                                        "variant_call",
                                        "get_variant_from_type_constructor",
                                        "get_variant_to_type_constructor",
                                        "variant_get_ptr_constructor",
                                        "variant_get_ptr_destructor",
                                        "packed_vector2_array_operator_index",
                                        "print_error_with_message"};
    gd_function found[sizeof names / sizeof *names];
    _Static_assert(sizeof found == sizeof extension_godot, "a name for each function, in order");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found[i] = get(names[i]);
        if (!found[i]) {
            return 0;
        }
    }
    memcpy(&extension_godot, found, sizeof found);
    extension_library = library;
    *out = (gd_initialization){.minimum_level = GD_LEVEL_SCENE,
                               .initialize = extension_initialize,
                               .deinitialize = extension_deinitialize};
    return 1;
}
