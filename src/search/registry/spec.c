// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// "astar(open=bucket, tie=low_g)" to an algorithm and its parameters. Every error names the word it
// is about and its column.
#include "base/text.h"
#include "search/registry/registry.h"

#include <string.h>

typedef struct spec_reader {
    const char *text;
    size_t at;
    way_problem *problem;
} spec_reader;

typedef struct spec_word {
    const char *text;
    size_t length;
} spec_word;

static bool spec_is_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' || byte == '.' || byte == '+';
}

static void spec_skip_spaces(spec_reader *reader)
{
    while (reader->text[reader->at] == ' ') {
        reader->at++;
    }
}

static spec_word spec_read_word(spec_reader *reader)
{
    spec_skip_spaces(reader);
    const spec_word start = {reader->text + reader->at, 0};
    while (spec_is_word(reader->text[reader->at])) {
        reader->at++;
    }
    return (spec_word){start.text, (size_t)(reader->text + reader->at - start.text)};
}

static bool spec_take(spec_reader *reader, char byte)
{
    spec_skip_spaces(reader);
    if (reader->text[reader->at] != byte) {
        return false;
    }
    reader->at++;
    return true;
}

static bool spec_equals(spec_word word, const char *text)
{
    return strlen(text) == word.length && memcmp(text, word.text, word.length) == 0;
}

/// Starts an error about a word: "open: ".
static wayi_text spec_error(const spec_reader *reader, spec_word word)
{
    wayi_text text =
        wayi_problem_begin(reader->problem, 1, (uint32_t)(word.text - reader->text) + 1);
    wayi_text_add(&text, "'");
    wayi_text_add_part(&text, word.text, word.length);
    wayi_text_add(&text, "' ");
    return text;
}

/// The algorithm of a name and its presets; those of an alias are what its spec says.
static way_status spec_find_algorithm(spec_reader *reader, const wayi_algorithm **out,
                                      int32_t *params)
{
    const spec_word word = spec_read_word(reader);
    for (uint32_t i = 0; i < wayi_algorithm_total; i++) {
        const way_algorithm *info = &wayi_algorithms[i]->info;
        if (spec_equals(word, info->name)) {
            for (uint32_t k = 0; k < info->param_count; k++) {
                params[k] = info->params[k].default_value;
            }
            *out = wayi_algorithms[i];
            return WAY_STATUS_OK;
        }
    }
    for (uint32_t i = 0; i < wayi_alias_total; i++) {
        if (spec_equals(word, wayi_aliases[i].name)) {
            const way_status status = wayi_spec_parse(wayi_aliases[i].spec, out, params, NULL);
            if (status == WAY_STATUS_OK) {
                return status;
            }
        }
    }
    wayi_text text = spec_error(reader, word);
    wayi_text_add(&text, "is not an algorithm");
    return WAY_STATUS_NOT_FOUND;
}

/// What parameters were called before, for one more release.
static const struct {
    const char *algorithm, *old, *now;
} spec_renamed[] = {
    {"dba", "trim", "shortcuts"},        {"dba", "lookahead", "reads"},
    {"hcdps", "trim", "shortcuts"},      {"hcdps", "lookahead", "reads"},
    {"regioncpd", "lookahead", "reads"}, {"sectors", "trim", "discard"},
    {"hpastar", "wide", "two_from"},     {"dhpastar", "wide", "two_from"},
    {"prastar", "wide", "margin"},
};

static bool spec_is_renamed(spec_word word, const way_algorithm *info, const char *now)
{
    bool renamed = false;
    for (size_t i = 0; i < sizeof spec_renamed / sizeof *spec_renamed && !renamed; i++) {
        renamed = strcmp(spec_renamed[i].algorithm, info->name) == 0 &&
                  spec_equals(word, spec_renamed[i].old) && strcmp(spec_renamed[i].now, now) == 0;
    }
    return renamed;
}

static way_status spec_find_param(const spec_reader *reader, spec_word word,
                                  const way_algorithm *info, uint32_t *index)
{
    for (uint32_t i = 0; i < info->param_count; i++) {
        const char *name = info->params[i].name;
        if (spec_equals(word, name) || spec_is_renamed(word, info, name)) {
            *index = i;
            return WAY_STATUS_OK;
        }
    }
    wayi_text text = spec_error(reader, word);
    wayi_text_add(&text, "is not a parameter of ");
    wayi_text_add(&text, info->name);
    return WAY_STATUS_NOT_FOUND;
}

/// A decimal number in units of 1 / scale (1 or 1000); false if the word is none or does not fit.
static bool spec_number(spec_word word, int64_t scale, int64_t *out)
{
    const bool negative = word.length > 0 && word.text[0] == '-';
    int64_t value = 0;
    int64_t unit = scale; // what the next digit is worth once the point is passed
    bool point = false;
    size_t digits = 0;
    for (size_t i = negative ? 1 : 0; i < word.length; i++) {
        const char byte = word.text[i];
        if (byte == '.' && !point && scale > 1) {
            point = true;
        } else if (byte >= '0' && byte <= '9' && value < INT32_MAX && !(point && unit == 1)) {
            unit = point ? unit / 10 : unit;
            value = point ? value + (byte - '0') * unit : value * 10 + (byte - '0') * scale;
            digits++;
        } else {
            return false;
        }
    }
    *out = negative ? -value : value;
    return digits > 0;
}

static bool spec_choice(spec_word word, const way_param *param, int64_t *out)
{
    for (int32_t i = 0; i <= param->max; i++) {
        if (spec_equals(word, param->choices[i])) {
            *out = i;
            return true;
        }
    }
    return false;
}

static bool spec_switch(spec_word word, int64_t *out)
{
    *out = spec_equals(word, "on") || spec_equals(word, "yes") || spec_equals(word, "1");
    return *out || spec_equals(word, "off") || spec_equals(word, "no") || spec_equals(word, "0");
}

static void spec_add_value(wayi_text *text, const way_param *param, int32_t value)
{
    if (param->type == WAY_PARAM_RATIO) {
        wayi_text_add_ratio(text, value);
    } else {
        wayi_text_add_number(text, value);
    }
}

/// Says which values a parameter takes.
static void spec_add_expected(wayi_text *text, const way_param *param)
{
    wayi_text_add(text, "does not fit ");
    wayi_text_add(text, param->name);
    wayi_text_add(text, "; expected ");
    if (param->type == WAY_PARAM_SWITCH) {
        wayi_text_add(text, "on or off");
        return;
    }
    for (int32_t i = 0; param->type == WAY_PARAM_CHOICE && i <= param->max; i++) {
        wayi_text_add(text, i ? "|" : "");
        wayi_text_add(text, param->choices[i]);
    }
    if (param->type != WAY_PARAM_CHOICE) {
        spec_add_value(text, param, param->min);
        wayi_text_add(text, "..");
        spec_add_value(text, param, param->max);
    }
}

static way_status spec_read_value(spec_reader *reader, const way_param *param, int32_t *out)
{
    const spec_word word = spec_read_word(reader);
    int64_t value = 0;
    bool good = false;
    switch (param->type) {
    case WAY_PARAM_CHOICE:
        good = spec_choice(word, param, &value);
        break;
    case WAY_PARAM_SWITCH:
        good = spec_switch(word, &value);
        break;
    default:
        good = spec_number(word, param->type == WAY_PARAM_RATIO ? 1000 : 1, &value);
        break;
    }
    if (!good || value < param->min || value > param->max) {
        wayi_text text = spec_error(reader, word);
        spec_add_expected(&text, param);
        return WAY_STATUS_OUT_OF_RANGE;
    }
    *out = (int32_t)value;
    return WAY_STATUS_OK;
}

static way_status spec_unexpected(spec_reader *reader, const char *expected)
{
    spec_skip_spaces(reader);
    wayi_text text = wayi_problem_begin(reader->problem, 1, (uint32_t)reader->at + 1);
    wayi_text_add(&text, "expected ");
    wayi_text_add(&text, expected);
    wayi_text_add(&text, reader->text[reader->at] ? " before '" : " at the end");
    if (reader->text[reader->at]) {
        wayi_text_add_part(&text, reader->text + reader->at, 16);
        wayi_text_add(&text, "'");
    }
    return WAY_STATUS_BAD_FORMAT;
}

static way_status spec_read_params(spec_reader *reader, const way_algorithm *info, int32_t *params)
{
    if (spec_take(reader, ')')) {
        return WAY_STATUS_OK;
    }
    do {
        uint32_t index = 0;
        way_status status = spec_find_param(reader, spec_read_word(reader), info, &index);
        if (status == WAY_STATUS_OK && !spec_take(reader, '=')) {
            status = spec_unexpected(reader, "'='");
        }
        if (status == WAY_STATUS_OK) {
            status = spec_read_value(reader, &info->params[index], &params[index]);
        }
        if (status != WAY_STATUS_OK) {
            return status;
        }
    } while (spec_take(reader, ','));
    return spec_take(reader, ')') ? WAY_STATUS_OK : spec_unexpected(reader, "',' or ')'");
}

way_status wayi_spec_parse(const char *spec, const wayi_algorithm **algorithm, int32_t *params,
                           way_problem *problem)
{
    spec_reader reader = {.text = spec, .problem = problem};
    if (problem) {
        *problem = (way_problem){0};
    }
    way_status status = spec_find_algorithm(&reader, algorithm, params);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (spec_take(&reader, '(')) {
        status = spec_read_params(&reader, &(*algorithm)->info, params);
    }
    spec_skip_spaces(&reader);
    if (status == WAY_STATUS_OK && reader.text[reader.at]) {
        status = spec_unexpected(&reader, "'(' or the end");
    }
    return status;
}

void wayi_spec_format(const wayi_algorithm *algorithm, const int32_t *params, char *out,
                      size_t capacity)
{
    const way_algorithm *info = &algorithm->info;
    wayi_text text = wayi_text_begin(out, capacity);
    for (uint32_t i = 0; i < info->param_count; i++) {
        wayi_text_add(&text, i ? ", " : "");
        wayi_text_add(&text, info->params[i].name);
        wayi_text_add(&text, "=");
        if (info->params[i].type == WAY_PARAM_CHOICE) {
            wayi_text_add(&text, info->params[i].choices[params[i]]);
        } else {
            spec_add_value(&text, &info->params[i], params[i]);
        }
    }
}
