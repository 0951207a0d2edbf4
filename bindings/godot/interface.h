// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The part of Godot's extension interface that waymark uses, as of Godot 4.3: names, numbers and
// the order of fields are Godot's, everything else is ours. Functions are asked for by name at run
// time, so nothing here is linked.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef uint8_t gd_bool;
typedef int64_t gd_int;

/// Types of variants, by Godot's numbers.
typedef enum gd_type {
    GD_NIL = 0,
    GD_BOOL = 1,
    GD_INT = 2,
    GD_STRING = 4,
    GD_VECTOR2I = 6,
    GD_RECT2I = 8,
    GD_OBJECT = 24,
    GD_PACKED_VECTOR2_ARRAY = 35
} gd_type;

/// Room for values whose inside is Godot's own.
typedef struct gd_name {
    void *inside;
} gd_name;
typedef struct gd_string {
    void *inside;
} gd_string;
typedef struct gd_packed {
    void *inside[2];
} gd_packed;
typedef struct gd_variant {
    uint64_t inside[5]; ///< 24 bytes, or 40 where Godot was built with doubles
} gd_variant;

typedef struct gd_vector2i {
    int32_t x, y;
} gd_vector2i;
typedef struct gd_rect2i {
    gd_vector2i position, size;
} gd_rect2i;
typedef struct gd_vector2 {
    float x, y;
} gd_vector2;

typedef enum gd_call_error_kind {
    GD_CALL_OK = 0,
    GD_CALL_INVALID_ARGUMENT = 2,
    GD_CALL_TOO_MANY_ARGUMENTS = 3,
    GD_CALL_TOO_FEW_ARGUMENTS = 4
} gd_call_error_kind;

typedef struct gd_call_error {
    gd_call_error_kind error;
    int32_t argument;
    int32_t expected;
} gd_call_error;

typedef void (*gd_function)(void);
typedef gd_function (*gd_get_proc_address)(const char *name);

/// When parts of the engine are there: core, servers, scene, editor.
typedef enum gd_level { GD_LEVEL_SCENE = 2 } gd_level;

typedef struct gd_initialization {
    gd_level minimum_level;
    void *userdata;
    void (*initialize)(void *userdata, gd_level level);
    void (*deinitialize)(void *userdata, gd_level level);
} gd_initialization;

/// A class as Godot 4.2 and later register it (GDExtensionClassCreationInfo2).
typedef struct gd_class_info {
    gd_bool is_virtual, is_abstract, is_exposed;
    gd_function set, get, get_property_list, free_property_list;
    gd_function property_can_revert, property_get_revert, validate_property;
    gd_function notification, to_string, reference, unreference;
    void *(*create_instance)(void *userdata);
    void (*free_instance)(void *userdata, void *instance);
    gd_function recreate_instance, get_virtual, get_virtual_call_data, call_virtual_with_data;
    gd_function get_rid;
    void *userdata;
} gd_class_info;

typedef struct gd_property_info {
    gd_type type;
    gd_name *name;
    gd_name *class_name;
    uint32_t hint;
    gd_string *hint_string;
    uint32_t usage; ///< 6 = stored and shown
} gd_property_info;

typedef struct gd_method_info {
    gd_name *name;
    void *userdata;
    void (*call)(void *userdata, void *instance, const gd_variant *const *arguments, gd_int count,
                 gd_variant *result, gd_call_error *error);
    void (*pointer_call)(void *userdata, void *instance, const void *const *arguments,
                         void *result);
    uint32_t flags; ///< 1 = an ordinary method
    gd_bool has_result;
    gd_property_info *result_info;
    uint32_t result_metadata;
    uint32_t argument_count;
    gd_property_info *argument_info;
    uint32_t *argument_metadata;
    uint32_t default_count;
    gd_variant **defaults;
} gd_method_info;

/// What is asked for by get_proc_address; the names are Godot's.
typedef struct gd_interface {
    void (*string_name_new_with_latin1_chars)(gd_name *out, const char *text, gd_bool is_static);
    void (*string_new_with_utf8_chars)(gd_string *out, const char *text);
    gd_int (*string_to_utf8_chars)(const gd_string *text, char *out, gd_int capacity);
    void *(*classdb_construct_object)(const gd_name *class_name);
    void (*classdb_register_extension_class2)(void *library, const gd_name *name,
                                              const gd_name *parent, const gd_class_info *info);
    void (*classdb_register_extension_class_method)(void *library, const gd_name *class_name,
                                                    const gd_method_info *info);
    void (*classdb_unregister_extension_class)(void *library, const gd_name *class_name);
    void (*object_set_instance)(void *object, const gd_name *class_name, void *instance);
    gd_type (*variant_get_type)(const gd_variant *variant);
    void (*variant_new_nil)(gd_variant *out);
    void (*variant_destroy)(gd_variant *variant);
    void (*variant_call)(gd_variant *self, const gd_name *method,
                         const gd_variant *const *arguments, gd_int count, gd_variant *result,
                         gd_call_error *error);
    void (*(*get_variant_from_type_constructor)(gd_type type))(gd_variant *out, void *value);
    void (*(*get_variant_to_type_constructor)(gd_type type))(void *out, gd_variant *variant);
    void (*(*variant_get_ptr_constructor)(gd_type type, int32_t index))(void *out,
                                                                        const void *const *args);
    void (*(*variant_get_ptr_destructor)(gd_type type))(void *value);
    void *(*packed_vector2_array_operator_index)(void *array, gd_int index);
    void (*print_error_with_message)(const char *description, const char *message,
                                     const char *function, const char *file, int32_t line,
                                     gd_bool notify);
} gd_interface;
