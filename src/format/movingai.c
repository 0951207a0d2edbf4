// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rows of letters, columns of numbers, and lengths with the precision of their print.
//
// Published lengths are rounded in print, and no two sets alike: some keep a fixed number of
// decimals, others a number of significant digits with zeros at the end dropped. A file is of the
// first kind if all its lengths have equally many decimals (at least one); then a length may be off
// by half a unit of the last. Otherwise the most significant digits seen in the file, at least 6,
// give a relative error.
#include "format/movingai.h"

#define MOVINGAI_LENGTH_MAX 2e9 // longer than any path on the largest map
#define MOVINGAI_SLACK 1.02     // rounding of the printer itself
#define MOVINGAI_ROUNDING 2e-8  // relative, of publishers who add up rounded diagonals

void wayi_movingai_read_row(wayi_scanner *scanner, uint32_t width, const way_letters *letters,
                            uint8_t *weights)
{
    const wayi_span line = scanner->rest;
    for (uint32_t x = 0; x < width && x < line.size; x++) {
        const unsigned char letter = (unsigned char)line.text[x];
        const uint8_t weight = letter < 128 ? letters->weights[letter] : WAY_LETTER_UNKNOWN;
        if (weight == WAY_LETTER_UNKNOWN) {
            (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT,
                                        (wayi_span){line.text + x, 1}, "a letter of the terrain");
            return;
        }
        if (weights) {
            weights[x] = weight;
        }
    }
    if (line.size != width) {
        const char *place = line.text + (line.size < width ? line.size : width);
        const wayi_sentence sentence = {"the row has ", line.size,
                                        line.size < width
                                            ? " letters, fewer than the width in the header"
                                            : " letters, more than the width in the header"};
        (void)wayi_scanner_fail_number(scanner, WAY_STATUS_BAD_FORMAT, place, sentence);
    }
}

uint32_t wayi_movingai_read_field(wayi_scanner *scanner, const char *name, const wayi_range *range)
{
    if (!wayi_scanner_next_full_line(scanner, false)) {
        (void)wayi_scanner_missed(scanner, name);
    }
    const wayi_span found = wayi_scanner_word(scanner);
    if (!wayi_span_equals(found, name)) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, found, name);
    }
    const uint32_t number = wayi_scanner_whole(scanner, range);
    (void)wayi_scanner_end_line(scanner);
    return number;
}

wayi_span wayi_movingai_base_name(wayi_span path)
{
    for (size_t i = path.size; i > 0; i--) {
        if (path.text[i - 1] == '/' || path.text[i - 1] == '\\') {
            return (wayi_span){path.text + i, path.size - i};
        }
    }
    return path;
}

void wayi_movingai_read_columns(wayi_scanner *scanner, const wayi_range *ranges,
                                uint32_t *const out[])
{
    for (uint32_t i = 0; ranges[i].name; i++) {
        *out[i] = wayi_scanner_whole(scanner, &ranges[i]);
    }
}

// Lengths -----------------------------------------------------------------------------------------

wayi_precision wayi_precision_begin(void)
{
    return (wayi_precision){.decimals_min = UINT32_MAX};
}

double wayi_movingai_read_length(wayi_scanner *scanner, wayi_span word, wayi_precision *precision)
{
    wayi_decimal number = {0};
    if (!wayi_span_read_decimal(word, &number)) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word, "a length");
    } else if (!(number.value >= 0) || number.value > MOVINGAI_LENGTH_MAX) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_OUT_OF_RANGE, word,
                                    "a length from 0 to 2000000000");
    }
    if (number.decimals < precision->decimals_min) {
        precision->decimals_min = number.decimals;
    }
    if (number.decimals > precision->decimals_max) {
        precision->decimals_max = number.decimals;
    }
    if (number.significant > precision->significant_max) {
        precision->significant_max = number.significant;
    }
    return number.value;
}

static double movingai_power(uint32_t exponent)
{
    double power = 1;
    for (; exponent > 0; exponent--) {
        power *= 10;
    }
    return power;
}

double wayi_precision_tolerance(const wayi_precision *precision, double length)
{
    const uint32_t decimals = precision->decimals_min;
    const uint32_t digits = precision->significant_max;
    double tolerance = length * MOVINGAI_ROUNDING;
    if (decimals == precision->decimals_max && decimals > 0) {
        tolerance += MOVINGAI_SLACK / 2 / movingai_power(decimals > 20 ? 20 : decimals);
    } else {
        tolerance += length / movingai_power(digits < 6 ? 5 : digits > 12 ? 11 : digits - 1);
    }
    return tolerance;
}
