// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the files of the extension share: the interface, methods as tables, values in and out.
#pragma once

#include "interface.h"

#include <waymark/all.h>

/// Works on typed arguments and writes a typed result, as Godot's pointer calls do.
typedef void extension_run(void *instance, const void *const *arguments, void *result);

/// A method, by its signature as GDScript would write it: "weigh(terrain: int, weight: int) ->
/// bool".
typedef struct extension_row {
    const char *signature;
    extension_run *run;
} extension_row;

/// A class, made from tables of methods.
typedef struct extension_class {
    const char *name;
    const char *parent;
    size_t instance_size; ///< of zeroed memory
    void (*finish)(void *instance);
    const extension_row *const *methods; ///< lists that end with NULL, and so does this
} extension_class;

extern gd_interface extension_godot;

/// The ground, with the methods of tiles.c.
extern const extension_class extension_ground;

/// Tells the user in Godot's console what did not work; false if all is well.
bool extension_failed(const char *doing, way_status status, const char *more);

/// The same, with what was wrong printed as by printf.
__attribute__((format(printf, 3, 4))) bool extension_wrong(const char *doing, way_status status,
                                                           const char *more, ...);

/// Writes a path to a packed array that is there already.
void extension_write_path(gd_packed *out, const way_state *states, uint32_t count, uint32_t width,
                          gd_vector2i origin);

/// Calls a method of an object by its name with up to two variants; the result is the caller's to
/// destroy. False if it has no such method.
bool extension_call(void *object, const char *method, const gd_variant *const *arguments,
                    gd_int count, gd_variant *result);

/// A typed value as a variant, and back.
void extension_to_variant(gd_variant *out, gd_type type, void *value);
void extension_from_variant(void *out, gd_type type, gd_variant *variant);
