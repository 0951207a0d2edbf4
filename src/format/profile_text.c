// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Profiles as text: words TERRAIN=WEIGHT.
#include "format/movingai.h"

#include <string.h>

way_letters way_letters_terrain(void)
{
    way_letters letters = way_letters_default();
    for (uint32_t code = 'A'; code <= 'Z'; code++) {
        letters.weights[code] = (uint8_t)code;
        letters.weights[code - 'A' + 'a'] = (uint8_t)(code - 'A' + 'a');
    }
    return letters;
}

/// What terrain weighs for who has nothing to say about it.
static way_profile profile_default(void)
{
    way_profile profile = {.unit_size = 1};
    const way_letters plain = way_letters_default();
    const way_letters terrain = way_letters_terrain();
    for (uint32_t letter = 0; letter < 128; letter++) {
        if (plain.weights[letter] != WAY_LETTER_UNKNOWN) {
            profile.weights[terrain.weights[letter]] = plain.weights[letter];
        }
    }
    return profile;
}

/// Gives what stands before '=' its weight.
static void profile_set(wayi_scanner *scanner, wayi_span name, wayi_span value, way_profile *out)
{
    const wayi_range sizes = {"a unit size", 1, WAY_MAP_UNIT_MAX};
    const wayi_range weights = {"a weight", 0, UINT8_MAX};
    const wayi_range terrains = {"a terrain", 0, UINT8_MAX};
    const way_letters letters = way_letters_terrain();
    const bool is_size = wayi_span_equals(name, "size");
    const uint8_t letter = name.size == 1 ? (uint8_t)name.text[0] : 0;
    const uint32_t number = wayi_scanner_whole_of(scanner, value, is_size ? &sizes : &weights);
    if (is_size) {
        out->unit_size = (uint8_t)number;
    } else if (letter == '*') {
        memset(out->weights, (int)number, sizeof out->weights);
    } else if (letter && letter < 128 && letters.weights[letter] != WAY_LETTER_UNKNOWN) {
        out->weights[letters.weights[letter]] = (uint8_t)number;
    } else if (letter > '9' || (name.size && (name.text[0] < '0' || name.text[0] > '9'))) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, name,
                                    "a letter of the terrain, its number, * or size");
    } else {
        out->weights[wayi_scanner_whole_of(scanner, name, &terrains)] = (uint8_t)number;
    }
}

static bool profile_separates(char letter)
{
    return letter == ' ' || letter == '\t' || letter == ',';
}

static void profile_read_line(wayi_scanner *scanner, way_profile *out)
{
    wayi_span line = scanner->rest;
    while (scanner->status == WAY_STATUS_OK && line.size > 0 && line.text[0] != '#') {
        size_t length = 0;
        while (length < line.size && !profile_separates(line.text[length])) {
            length++;
        }
        const char *sign = length ? memchr(line.text, '=', length) : NULL;
        if (sign) {
            const wayi_span name = {line.text, (size_t)(sign - line.text)};
            profile_set(scanner, name, (wayi_span){sign + 1, length - name.size - 1}, out);
        } else if (length) {
            (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT,
                                        (wayi_span){line.text, length}, "TERRAIN=WEIGHT or size=K");
        }
        const size_t used = length < line.size ? length + 1 : length;
        line = (wayi_span){line.text + used, line.size - used};
    }
}

way_status way_profile_parse(const char *text, size_t size, way_profile *out, way_problem *problem)
{
    wayi_scanner scanner = wayi_scanner_begin(text, size, NULL, problem);
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no profile");
    }
    *out = profile_default();
    while (wayi_scanner_next_full_line(&scanner, true)) {
        profile_read_line(&scanner, out);
    }
    return scanner.status;
}
