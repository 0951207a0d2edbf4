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
static way_status profile_set(const wayi_scanner *scanner, wayi_span name, wayi_span value,
                              way_profile *out)
{
    const wayi_range sizes = {"a unit size", 1, WAY_MAP_UNIT_MAX};
    const wayi_range weights = {"a weight", 0, UINT8_MAX};
    const wayi_range terrains = {"a terrain", 0, UINT8_MAX};
    const way_letters letters = way_letters_terrain();
    const bool is_size = wayi_span_equals(name, "size");
    const uint8_t letter = name.size == 1 ? (uint8_t)name.text[0] : 0;
    uint32_t number = 0;
    way_status status =
        wayi_scanner_read_whole(scanner, value, is_size ? &sizes : &weights, &number);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (is_size) {
        out->unit_size = (uint8_t)number;
    } else if (letter == '*') {
        memset(out->weights, (int)number, sizeof out->weights);
    } else if (letter && letter < 128 && letters.weights[letter] != WAY_LETTER_UNKNOWN) {
        out->weights[letters.weights[letter]] = (uint8_t)number;
    } else if (letter > '9' || (name.size && (name.text[0] < '0' || name.text[0] > '9'))) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, name,
                                     "a letter of the terrain, its number, * or size");
    } else {
        uint32_t terrain = 0;
        status = wayi_scanner_read_whole(scanner, name, &terrains, &terrain);
        out->weights[terrain] = status == WAY_STATUS_OK ? (uint8_t)number : out->weights[terrain];
    }
    return status;
}

static bool profile_separates(char letter)
{
    return letter == ' ' || letter == '\t' || letter == ',';
}

static way_status profile_read_line(const wayi_scanner *scanner, wayi_span line, way_profile *out)
{
    while (line.size > 0 && line.text[0] != '#') {
        size_t length = 0;
        while (length < line.size && !profile_separates(line.text[length])) {
            length++;
        }
        const char *sign = length ? memchr(line.text, '=', length) : NULL;
        if (length && !sign) {
            const wayi_span word = {line.text, length};
            return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word,
                                         "TERRAIN=WEIGHT or size=K");
        }
        if (length) {
            const wayi_span name = {line.text, (size_t)(sign - line.text)};
            const wayi_span value = {sign + 1, length - name.size - 1};
            const way_status status = profile_set(scanner, name, value, out);
            if (status != WAY_STATUS_OK) {
                return status;
            }
        }
        const size_t used = length < line.size ? length + 1 : length;
        line = (wayi_span){line.text + used, line.size - used};
    }
    return WAY_STATUS_OK;
}

way_status way_profile_parse(const char *text, size_t size, way_profile *out, way_problem *problem)
{
    wayi_scanner scanner = wayi_scanner_begin(text, size, problem);
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no profile");
    }
    *out = profile_default();
    wayi_span line;
    way_status status = WAY_STATUS_OK;
    while (status == WAY_STATUS_OK && wayi_scanner_next_full_line(&scanner, &line, true)) {
        status = profile_read_line(&scanner, line, out);
    }
    return status;
}
